/* The pods of a workload: which of them explains most, and when one of them is a failure. */
#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"

struct worst_pod {
    const struct ls_health_input *input;
    bool ignores_crashes;
    struct ls_node pod;
    struct ls_trouble trouble; /* from its status alone */
    bool is_over;              /* its grace has ended */
    int64_t end_ms;            /* when the first of all pods becomes a failure */
    size_t count;              /* pods in trouble, including this one */
};

/* ---- of which revision ---- */

/* The label that marks pods of the current revision; an empty key: all pods count. */
struct revision {
    struct ls_slice key;
    struct ls_slice value;
};

static struct ls_slice note_of(struct ls_node object, const char *name)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    return ls_node_string(ls_node_get(notes, ls_slice_of(name)));
}

static struct ls_slice label_of(struct ls_node object, struct ls_slice key)
{
    return ls_node_string(ls_node_get(ls_node_at(object, "metadata.labels"), key));
}

static bool is_owned_by(struct ls_node object, struct ls_slice uid)
{
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        if (uid.len > 0 && ls_slice_equal(ls_node_string(ls_node_at(it.value, "uid")), uid))
            return true;
    }
    return false;
}

/* The ReplicaSet with the Deployment's own revision number is the new one. */
static struct ls_slice deployment_hash(const struct ls_health_input *input)
{
    static const char number[] = "deployment.kubernetes.io/revision";
    struct ls_slice revision = note_of(input->object, number);
    struct ls_slice uid = ls_node_string(ls_node_at(input->object, "metadata.uid"));
    struct ls_node set;
    for (size_t at = 0;
         !ls_node_is_absent(set = ls_companion_next(input->companions, "ReplicaSet", &at));)
        if (revision.len > 0 && ls_slice_equal(note_of(set, number), revision) &&
            is_owned_by(set, uid))
            return label_of(set, LS_SLICE("pod-template-hash"));
    return LS_SLICE("");
}

static struct revision revision_of(const struct ls_health_input *input)
{
    struct ls_node kind = ls_node_at(input->object, "kind");
    if (ls_node_string_is(kind, "Deployment"))
        return (struct revision){LS_SLICE("pod-template-hash"), deployment_hash(input)};
    if (ls_node_string_is(kind, "StatefulSet"))
        return (struct revision){
            LS_SLICE("controller-revision-hash"),
            ls_node_string(ls_node_at(input->object, "status.updateRevision"))};
    if (ls_node_string_is(kind, "DaemonSet"))
        return (struct revision){
            LS_SLICE("pod-template-generation"),
            note_of(input->object, "deprecated.daemonset.template.generation")};
    return (struct revision){LS_SLICE(""), LS_SLICE("")};
}

/* A pod without the label may belong to any revision: simulators leave the label out. */
static bool is_of(struct ls_node pod, const struct revision *revision)
{
    struct ls_slice value = label_of(pod, revision->key);
    return revision->key.len == 0 || revision->value.len == 0 || value.len == 0 ||
           ls_slice_equal(value, revision->value);
}

/* ---- the worst ---- */

static struct ls_slice pod_name(struct ls_node pod)
{
    return ls_node_string(ls_node_at(pod, "metadata.name"));
}

/* A failure first, then what explains most, then the first by name: companions come in any
 * order. */
static bool is_worse(const struct worst_pod *worst, const struct ls_trouble *trouble, bool is_over,
                     struct ls_slice name)
{
    if (is_over != worst->is_over)
        return is_over;
    if (trouble->rank != worst->trouble.rank)
        return trouble->rank > worst->trouble.rank;
    return ls_slice_compare(name, pod_name(worst->pod)) < 0;
}

static int64_t trouble_end_ms(const struct worst_pod *worst, const struct ls_trouble *trouble)
{
    if (worst->ignores_crashes && trouble->rank == LS_TROUBLE_CRASH)
        return INT64_MAX;
    return ls_grace_end_ms(worst->input, trouble->grace, trouble->since_ms);
}

static void worst_pod_read(struct worst_pod *worst, struct ls_node pod)
{
    struct ls_trouble trouble = ls_pod_trouble(worst->input->arena, pod);
    if (trouble.rank == LS_TROUBLE_NONE)
        return;
    int64_t end_ms = trouble_end_ms(worst, &trouble);
    bool is_over = ls_grace_has_ended(worst->input, end_ms);
    LS_ASSERT(trouble.text[0] != '\0');
    worst->count++;
    worst->end_ms = LS_MIN(worst->end_ms, end_ms);
    if (!is_worse(worst, &trouble, is_over, pod_name(pod)))
        return;
    worst->pod = pod;
    worst->trouble = trouble;
    worst->is_over = is_over;
}

/* Searches warnings for this one pod only: for all pods each would take a search of all
 * warnings. */
static struct ls_pods_trouble worst_pod_print(const struct worst_pod *worst)
{
    struct ls_arena *arena = worst->input->arena;
    if (worst->count == 0)
        return (struct ls_pods_trouble){"", INT64_MAX};
    struct ls_trouble with_warning = ls_pod_trouble_text(worst->input, worst->pod);
    const char *more =
        worst->count < 2 ? "" : ls_arena_printf(arena, " (and %zu more)", worst->count - 1);
    const char *name = ls_health_quote(arena, pod_name(worst->pod));
    return (struct ls_pods_trouble){
        ls_arena_printf(arena, "pod %s: %s%s", name, with_warning.text, more),
        LS_MIN(worst->end_ms, trouble_end_ms(worst, &with_warning))};
}

static struct ls_pods_trouble pods_trouble(const struct ls_health_input *input,
                                           bool ignores_crashes)
{
    struct worst_pod worst = {
        .input = input, .ignores_crashes = ignores_crashes, .end_ms = INT64_MAX};
    struct revision revision = revision_of(input);
    struct ls_selector selector;
    struct ls_node pod;
    if (!ls_health_selector(input->arena, input->object, &selector))
        return (struct ls_pods_trouble){"", INT64_MAX};
    for (size_t at = 0;
         !ls_node_is_absent(pod = ls_companion_next(input->companions, "Pod", &at));) {
        bool is_going = !ls_node_is_absent(ls_node_at(pod, "metadata.deletionTimestamp"));
        if (!is_going && ls_selector_match(&selector, ls_node_at(pod, "metadata.labels")) &&
            is_of(pod, &revision))
            worst_pod_read(&worst, pod);
    }
    return worst_pod_print(&worst);
}

struct ls_pods_trouble ls_pods_trouble(const struct ls_health_input *input)
{
    return pods_trouble(input, false);
}

struct ls_pods_trouble ls_job_pods_trouble(const struct ls_health_input *input)
{
    return pods_trouble(input, true);
}
