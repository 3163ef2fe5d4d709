/* Order: what may be written before what, and what goes before what. */
#include <string.h>

#include "phase/words.h"
#include "sim/check_impl.h"

/* ---- gates ---- */

/* A Service or an Ingress is judged with objects that this check does not follow, and holds up the
 * end of a rollout only. */
static bool is_followed(struct ls_node object)
{
    return !ls_check_is(object, "", "Service") &&
           !ls_check_is(object, "networking.k8s.io", "Ingress") &&
           !ls_check_is(object, "apiregistration.k8s.io", "APIService");
}

static bool is_ground(struct ls_node object)
{
    return ls_check_is(object, "", "Namespace") ||
           ls_check_is(object, "apiextensions.k8s.io", "CustomResourceDefinition");
}

/* What is asked of a manifest: where it stands, and who waits for it. */
struct check_asked {
    int32_t phase;
    bool is_waited_at_once; /* nothing later in its phase goes out before */
    bool is_waited;         /* nothing of a later phase does */
};

static struct check_asked asked_of(struct ls_sim_check *check, const struct check_process *process,
                                   struct ls_node manifest)
{
    struct ls_wishes wishes;
    ls_wishes_of_live(&check->scratch, manifest, &wishes);
    bool is_annotated = ls_wishes_has_wait(&wishes) && process->mode != LS_WAIT_NONE;
    struct check_asked asked = {.phase = wishes.creation_phase};
    asked.is_waited_at_once = is_followed(manifest) && (is_ground(manifest) || is_annotated);
    asked.is_waited =
        asked.is_waited_at_once || (is_followed(manifest) && process->mode == LS_WAIT_ALL);
    return asked;
}

static uint32_t position_of(struct ls_node object)
{
    struct ls_order order;
    return ls_order_parse(ls_check_note(object, LS_NOTE_ORDER), &order) ? order.position : 0;
}

static bool has_been_ready(const struct check_record *record)
{
    return record->ready_revision > 0 && record->ready_revision >= record->written_revision;
}

/* A manifest that goes out before `later`, which was written. */
static void earlier_check(struct ls_sim_check *check, const struct check_write *write,
                          struct ls_node manifest, const struct check_asked *asked,
                          const struct check_asked *later)
{
    const struct check_record *record = ls_check_find(check, write->process, manifest);
    bool is_earlier_phase = asked->phase < later->phase;
    if (!record) {
        if (is_earlier_phase)
            ls_check_breach(check, LS_SIM_RULE_PHASE, write->after,
                            "of phase %d was written, and %s of phase %d is not there",
                            (int)later->phase, ls_node_text(ls_node_at(manifest, "metadata.name")),
                            (int)asked->phase);
        return;
    }
    bool is_earlier_batch = asked->phase == later->phase && asked->is_waited_at_once &&
                            position_of(ls_check_object(record)) < position_of(write->after);
    bool is_awaited = (is_earlier_phase && asked->is_waited) || is_earlier_batch;
    if (is_awaited && !has_been_ready(record))
        ls_check_breach(check, LS_SIM_RULE_GATE, write->after,
                        "was written, and %s has not been ready since it was",
                        ls_node_text(ls_node_at(manifest, "metadata.name")));
}

void ls_check_gates(struct ls_sim_check *check, const struct check_write *write)
{
    const struct ls_manifests *manifests = write->process->options.manifests;
    struct ls_node own = ls_check_manifest(write->process, write->after);
    if (!manifests || ls_node_is_absent(own))
        return;
    const struct check_asked later = asked_of(check, write->process, own);
    for (size_t i = 0; i < manifests->list.count; i++) {
        const struct ls_manifest *manifest = &manifests->list.at[i];
        if (manifest->object.word == own.word || ls_wishes_is_excluded(manifest))
            continue;
        const struct check_asked asked = asked_of(check, write->process, manifest->object);
        if (asked.phase <= later.phase)
            earlier_check(check, write, manifest->object, &asked, &later);
    }
}

/* ---- removal ---- */

/* Inside one deletion phase: CRDs after all else, Namespaces last. */
static int class_of(struct ls_node object)
{
    if (ls_check_is(object, "", "Namespace"))
        return 2;
    return is_ground(object) ? 1 : 0;
}

/* Does a go before b? Objects without a readable order go first; nothing is asked of them here. */
static bool goes_before(struct ls_node a, struct ls_node b)
{
    struct ls_order one;
    struct ls_order other;
    if (!ls_order_parse(ls_check_note(a, LS_NOTE_ORDER), &one) ||
        !ls_order_parse(ls_check_note(b, LS_NOTE_ORDER), &other))
        return false;
    if (one.deletion != other.deletion)
        return one.deletion < other.deletion;
    if (class_of(a) != class_of(b))
        return class_of(a) < class_of(b);
    return one.creation != other.creation ? one.creation > other.creation
                                          : one.position > other.position;
}

/* Of a rollout only what the manifests do not have leaves. */
static bool is_leaving(const struct check_process *process, const struct check_record *record)
{
    struct ls_node object = ls_check_object(record);
    return !record->is_gone &&
           ls_slice_equal(ls_check_set(object), ls_buf_slice(&process->set_id)) &&
           ls_node_is_absent(ls_check_manifest(process, object));
}

static int64_t first_revision(const struct check_record *record)
{
    return record->changes.at[0].revision;
}

static void prune_check(struct ls_sim_check *check, const struct check_write *write)
{
    const struct ls_manifests *manifests = write->process->options.manifests;
    for (size_t i = 0; i < manifests->list.count; i++) {
        const struct ls_manifest *manifest = &manifests->list.at[i];
        const struct check_record *record = ls_check_find(check, write->process, manifest->object);
        const struct check_asked asked = asked_of(check, write->process, manifest->object);
        if (ls_wishes_is_excluded(manifest) || (record && !asked.is_waited))
            continue;
        if (!record || !has_been_ready(record))
            ls_check_breach(check, LS_SIM_RULE_GATE, ls_check_object(write->record),
                            "was pruned, and %s has not been ready since it was written",
                            ls_node_text(ls_node_at(manifest->object, "metadata.name")));
    }
}

void ls_check_removal(struct ls_sim_check *check, const struct check_write *write)
{
    struct ls_node object = ls_node_is_absent(write->before) ? write->after : write->before;
    const struct check_process *process = write->process;
    if (!ls_node_is_absent(ls_check_manifest(process, object)))
        return; /* a replacement: the object is made again at once */
    if (process->options.manifests)
        prune_check(check, write);
    for (size_t i = 0; i < check->records.count; i++) {
        const struct check_record *record = check->records.at[i];
        bool is_late =
            process->first_revision != 0 && first_revision(record) > process->first_revision;
        if (record != write->record && !is_late && is_leaving(process, record) &&
            goes_before(ls_check_object(record), object))
            ls_check_breach(check, LS_SIM_RULE_REMOVAL, object,
                            "was removed, and %s is still there",
                            ls_node_text(ls_node_at(ls_check_object(record), "metadata.name")));
    }
}

/* ---- the end ---- */

static void wanted_check(struct ls_sim_check *check, const struct check_process *process,
                         const struct ls_manifest *manifest)
{
    const struct check_record *record = ls_check_find(check, process, manifest->object);
    const struct check_asked asked = asked_of(check, process, manifest->object);
    if (!record)
        ls_check_breach(check, LS_SIM_RULE_END, manifest->object,
                        "was never made, and process %u ended as done", process->number);
    else if (asked.is_waited && !has_been_ready(record))
        ls_check_breach(check, LS_SIM_RULE_END, manifest->object,
                        "has not been ready since it was written, and process %u ended as done",
                        process->number);
}

void ls_check_end(struct ls_sim_check *check, const struct check_process *process)
{
    const struct ls_manifests *manifests = process->options.manifests;
    enum ls_goal goal = process->options.goal;
    if (goal != LS_GOAL_ROLLOUT && goal != LS_GOAL_TEARDOWN)
        return;
    for (size_t i = 0; manifests && i < manifests->list.count; i++) {
        if (!ls_wishes_is_excluded(&manifests->list.at[i]))
            wanted_check(check, process, &manifests->list.at[i]);
    }
    bool prunes = goal == LS_GOAL_TEARDOWN || process->options.prune != LS_PRUNE_OFF;
    for (size_t i = 0; prunes && i < check->records.count; i++) {
        if (is_leaving(process, check->records.at[i]))
            ls_check_breach(check, LS_SIM_RULE_END, ls_check_object(check->records.at[i]),
                            "is still there, and process %u ended as done", process->number);
    }
}
