#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

enum { BACKOFF_LIMIT = 6 };

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_TEXT("completionMode", "NonIndexed"),
    LS_DEFAULT_BOOL("suspend", false),
    LS_DEFAULT_BOOL("manualSelector", false),
};

static void counts_default(struct ls_shape spec)
{
    if (!ls_shape_has(spec, "parallelism")) {
        if (!ls_shape_has(spec, "completions"))
            ls_shape_set_int(spec, "completions", 1);
        ls_shape_set_int(spec, "parallelism", 1);
    }
    if (!ls_shape_has(spec, "backoffLimit"))
        ls_shape_set_int(spec, "backoffLimit",
                         ls_shape_has(spec, "backoffLimitPerIndex") ? INT32_MAX : BACKOFF_LIMIT);
}

static void failure_policy_default(struct ls_shape spec)
{
    struct ls_shape policy = ls_shape_at(spec, "podFailurePolicy");
    struct ls_shape rules = ls_shape_at(policy, "rules");
    LS_EACH_SHAPE (rule, rules) {
        struct ls_shape conditions = ls_shape_at(rule, "onPodConditions");
        LS_EACH_SHAPE (condition, conditions) {
            if (ls_node_string(ls_shape_get(condition, "status")).len == 0)
                ls_shape_set_text(condition, "status", LS_SLICE("True"));
        }
    }

    if (!ls_shape_has(spec, "podReplacementPolicy"))
        ls_shape_set_text(spec, "podReplacementPolicy",
                          ls_shape_is_there(policy) ? LS_SLICE("Failed")
                                                    : LS_SLICE("TerminatingOrFailed"));
}

static void job_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    counts_default(spec);
    ls_shape_fill(spec, spec_defaults);
    failure_policy_default(spec);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

/* A selector of the job's own that no other job can share, and the labels it looks for. */
static void selector_make(struct ls_shape metadata, struct ls_shape spec)
{
    struct ls_slice uid = ls_node_string(ls_shape_get(metadata, "uid"));
    struct ls_slice name = ls_node_string(ls_shape_get(metadata, "name"));
    struct ls_shape labels =
        ls_shape_made(ls_shape_made(ls_shape_made(spec, "template"), "metadata"), "labels");
    ls_shape_set_text(labels, "controller-uid", uid);
    ls_shape_set_text(labels, "batch.kubernetes.io/controller-uid", uid);
    ls_shape_set_text(labels, "job-name", name);
    ls_shape_set_text(labels, "batch.kubernetes.io/job-name", name);
    struct ls_shape match = ls_shape_made(ls_shape_made(spec, "selector"), "matchLabels");
    ls_shape_set_text(match, "batch.kubernetes.io/controller-uid", uid);
}

static const struct ls_failure *job_prepare(const struct ls_admission *admission)
{
    if (!ls_admission_creates(admission))
        return NULL;
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    struct ls_shape metadata = ls_shape_made(object, "metadata");
    if (!ls_node_bool(ls_shape_get(spec, "manualSelector"), false))
        selector_make(metadata, spec);
    struct ls_shape labels =
        ls_shape_at(ls_shape_at(ls_shape_at(spec, "template"), "metadata"), "labels");
    /* A job without labels takes those of its pods, the made ones included. */
    if (ls_shape_count(labels) > 0 && ls_shape_count(ls_shape_at(metadata, "labels")) == 0)
        ls_shape_set(metadata, "labels", ls_shape_value(labels));
    return NULL;
}

static const char *const job_selectable[] = {"status.successful", NULL};

const struct ls_kind_rules ls_rules_job = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = job_selectable,
    .defaults = job_default,
    .prepare = job_prepare,
};
