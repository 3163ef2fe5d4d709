#include "phase/own/project.h"

#include "kube/resource_version.h"
#include "phase/own/drift.h"
#include "phase/own/holder.h"
#include "phase/words.h"

static struct ls_node note_of(struct ls_node object, struct ls_slice key)
{
    return ls_node_get(ls_node_at(object, "metadata.annotations"), key);
}

static bool is_true(struct ls_node object, struct ls_slice key)
{
    return ls_node_string_is(note_of(object, key), "true");
}

/* ---- what metadata alone tells ---- */

static uint32_t metadata_flags(struct ls_node object)
{
    uint32_t flags = 0;
    if (is_true(object, LS_SLICE(LS_NOTE_ADOPTED)))
        flags |= LS_FACT_ADOPTED;
    if (is_true(object, LS_SLICE(LS_NOTE_KEEP)) || is_true(object, LS_SLICE(LS_NOTE_KOTS_KEEP)))
        flags |= LS_FACT_KEPT;
    if (ls_node_count(ls_node_at(object, "metadata.finalizers")) > 0)
        flags |= LS_FACT_FINALIZERS;
    return flags;
}

static const char *holder_reason(struct ls_arena *arena, struct ls_node object,
                                 enum ls_holder holder, bool is_unlabeled)
{
    if (is_unlabeled)
        return "somebody else changed metadata.labels." LS_LABEL_PART_OF;
    if (holder != LS_HOLDER_OTHER_SET && holder != LS_HOLDER_CONTROLLER)
        return "";
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "it belongs to ");
    ls_holder_print(&text, object, holder);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static bool is_going(struct ls_node object)
{
    return ls_node_string(ls_node_at(object, "metadata.deletionTimestamp")).len > 0;
}

static uint32_t move_flags(const struct ls_question *question, struct ls_node object,
                           enum ls_holder holder)
{
    const struct ls_moved_from *from = &question->moved_from;
    if (from->set_id.len == 0)
        return 0;
    if (holder == LS_HOLDER_OTHER_SET)
        return ls_holder_of(object, from->set_id) == LS_HOLDER_US ? LS_FACT_MOVES : 0;
    bool has_entry = holder == LS_HOLDER_US && !ls_slice_is(question->manager, from->manager) &&
                     ls_holder_has_entry(object, ls_slice_of(from->manager));
    return has_entry ? LS_FACT_HALF_MOVED : 0;
}

static void project_metadata(struct ls_arena *arena, const struct ls_question *question,
                             struct ls_node object, struct ls_facts *out)
{
    enum ls_holder holder = ls_holder_of(object, question->set_id);
    bool is_unlabeled = ls_holder_lost_label(object, question->set_id, question->manager);
    if (is_unlabeled)
        holder = LS_HOLDER_US;
    *out = (struct ls_facts){
        .uid = ls_uid_of_object(object),
        .version = ls_rv_of_object(object),
        .generation = ls_node_int(ls_node_at(object, "metadata.generation"), 0),
        .reason = holder_reason(arena, object, holder, is_unlabeled),
        .flags = metadata_flags(object) | (is_unlabeled ? LS_FACT_UNLABELED : 0),
        .presence = LS_PRESENCE_THERE,
        .verdict = LS_VERDICT_UNKNOWN,
        .holder = (uint8_t)holder,
    };
    out->flags |= move_flags(question, object, holder);
    if (!is_going(object))
        return;
    out->presence = LS_PRESENCE_GOING;
    out->verdict = LS_VERDICT_IN_PROGRESS;
    out->reason = ls_health_judge(&(struct ls_health_input){
                                      .arena = arena, .object = object, .companions = NULL})
                      .reason; /* what keeps it */
}

void ls_project_metadata(struct ls_arena *arena, const struct ls_question *question,
                         struct ls_node object, struct ls_facts *out)
{
    project_metadata(arena, question, object, out);
    out->flags |= LS_FACT_METADATA;
}

/* ---- what only the whole object tells ---- */

static bool is_finished_job(struct ls_node object)
{
    return ls_node_string_is(ls_node_at(object, "kind"), "Job") &&
           ls_slice_starts(ls_node_string(ls_node_at(object, "apiVersion")), "batch/") &&
           ls_health_is_finished(object);
}

/* Is it worth saying whether it is ready? In its old form it may be: that is no answer to the
 * question. */
static bool is_judged(const struct ls_question *question, const struct ls_facts *facts)
{
    return question->judges && facts->presence == LS_PRESENCE_THERE &&
           facts->holder == LS_HOLDER_US && !(facts->flags & LS_FACT_OTHER_HASH);
}

void ls_project_drift(struct ls_arena *arena, const struct ls_question *question,
                      struct ls_node object, const struct ls_companion_objects *company,
                      struct ls_facts *out, struct ls_drift *drift)
{
    *drift = (struct ls_drift){.left = "", .missing = ""};
    project_metadata(arena, question, object, out);
    if (is_finished_job(object))
        out->flags |= LS_FACT_FINISHED;
    if (out->holder == LS_HOLDER_US && question->intent)
        out->flags |= ls_drift_judge(arena, question, object, drift);
    bool is_read = is_judged(question, out);
    if (is_read) {
        struct ls_verdict verdict = ls_judge(arena, question, object, company);
        out->verdict = (uint8_t)verdict.kind;
        out->reason = verdict.reason;
        out->fails_at_ms = verdict.fails_at_ms;
    }
    bool is_said = out->flags & LS_FACT_UNLABELED && !is_read;
    if (out->flags & LS_FACT_TOUCHED && !is_said)
        out->reason = ls_arena_printf(arena, "somebody else changed %s%s%s", drift->missing,
                                      out->reason[0] ? "; " : "", out->reason);
}

void ls_project(struct ls_arena *arena, const struct ls_question *question, struct ls_node object,
                const struct ls_companion_objects *company, struct ls_facts *out)
{
    struct ls_drift drift;
    ls_project_drift(arena, question, object, company, out, &drift);
    ls_drift_release(&drift);
}
