/* Rules of Job. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/job_validate.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"
#include "value/selector.h"

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

/* A selector by the uid of the job, and the pod labels that it selects. */
static void selector_make(struct ls_shape metadata, struct ls_shape spec)
{
    struct ls_slice uid = ls_node_string(ls_shape_get(metadata, "uid"));
    struct ls_slice name = ls_node_string(ls_shape_get(metadata, "name"));
    struct ls_shape labels =
        ls_shape_made(ls_shape_made(ls_shape_made(spec, "template"), "metadata"), "labels");
    ls_shape_set_text(labels, "batch.kubernetes.io/controller-uid", uid);
    ls_shape_set_text(labels, "batch.kubernetes.io/job-name", name);
    ls_shape_set_text(labels, "controller-uid", uid);
    ls_shape_set_text(labels, "job-name", name);
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
    /* A job without labels gets those of its pods, generated ones included. */
    if (ls_shape_count(labels) > 0 && ls_shape_count(ls_shape_at(metadata, "labels")) == 0)
        ls_shape_set(metadata, "labels", ls_shape_value(labels));
    return NULL;
}

static void label_check(const struct ls_spot *labels, const char *key, const char *wanted)
{
    struct ls_slice name = ls_slice_of(key);
    struct ls_node value = ls_node_get(labels->value, name);
    struct ls_spot entry = ls_spot_entry(labels, name, labels->value);
    if (ls_node_is_absent(value))
        ls_spot_required(&entry, "must be '%s'", wanted);
    else if (!ls_node_string_is(value, wanted))
        ls_spot_invalid(&entry, "must be '%s'", wanted);
}

/* Does the selector match the generated labels? One that cannot be read counts as matching. */
static bool selects_generated(struct ls_node selector, const char *uid, const char *name)
{
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_selector compiled;
    struct ls_err err;
    ls_build_map(&build);
    ls_build_member_text(&build, "batch.kubernetes.io/controller-uid", uid);
    ls_build_member_text(&build, "batch.kubernetes.io/job-name", name);
    ls_build_member_text(&build, "controller-uid", uid);
    ls_build_member_text(&build, "job-name", name);
    ls_build_end(&build);
    return ls_selector_from_node(&scratch, selector, &compiled, &err) ||
           ls_selector_match(&compiled, ls_build_arena(&build, &scratch));
}

/* A generated selector and its labels must be the server's own. */
static void generated_selector_check(const struct ls_spot *job)
{
    struct ls_spot spec = ls_spot_at(job, "spec");
    struct ls_spot selector = ls_spot_at(&spec, "selector");
    struct ls_spot labels = ls_spot_at(&spec, "template.metadata.labels");
    const char *uid = ls_node_text(ls_node_at(job->value, "metadata.uid"));
    const char *name = ls_node_text(ls_node_at(job->value, "metadata.name"));
    if (ls_node_bool(ls_node_get(spec.value, LS_SLICE("manualSelector")), false) ||
        !ls_spot_is_there(&selector))
        return;
    label_check(&labels, "controller-uid", uid);
    label_check(&labels, "job-name", name);
    label_check(&labels, "batch.kubernetes.io/controller-uid", uid);
    label_check(&labels, "batch.kubernetes.io/job-name", name);
    if (!selects_generated(selector.value, uid, name))
        ls_spot_invalid(&selector, "`selector` not auto-generated");
}

static void selector_check(const struct ls_spot *spec)
{
    struct ls_spot selector = ls_spot_at(spec, "selector");
    if (ls_spot_is_there(&selector))
        ls_label_selector_check(&selector);
    else
        ls_spot_required(&selector, "%s", "");
    ls_workload_labels_check(&selector, LS_SPOT_AT(spec, "template"));
}

static void completions_check(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_spot completions = ls_spot_at(spec, "completions");
    struct ls_node was = ls_node_get(old, LS_SLICE("completions"));
    struct ls_node parallelism = ls_node_get(spec->value, LS_SLICE("parallelism"));
    struct ls_node mode = ls_node_get(spec->value, LS_SLICE("completionMode"));
    if (!ls_node_string_is(mode, "Indexed"))
        ls_spot_unchanged(&completions, was);
    else if (ls_spot_is_there(&completions) &&
             ls_node_int(completions.value, 0) != ls_node_int(was, 0) &&
             ls_node_int(completions.value, 0) != ls_node_int(parallelism, 0))
        ls_spot_invalid(&completions, "can only be modified in tandem with spec.parallelism");
}

static bool containers_need_only_other_resources(struct ls_node containers, struct ls_node old)
{
    static const char *const but[] = {"resources"};
    struct ls_iter was = ls_iter(old);
    if (ls_node_count(containers) != ls_node_count(old))
        return false;
    LS_EACH (it, containers) {
        ls_next(&was);
        if (!ls_members_equal(it.value, was.value, but, LS_COUNT(but)))
            return false;
    }
    return true;
}

/* A suspended job may change the scheduling fields and resources of its pod template. */
static bool pods_differ_as_allowed(struct ls_node spec, struct ls_node old)
{
    static const char *const but[] = {"nodeSelector",    "tolerations", "affinity",
                                      "schedulingGates", "containers",  "initContainers"};
    static const char *const affinity_but[] = {"nodeAffinity"};
    static const char *const lists[] = {"containers", "initContainers"};
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_slice name = ls_slice_of(lists[i]);
        if (!containers_need_only_other_resources(ls_node_get(spec, name), ls_node_get(old, name)))
            return false;
    }
    return ls_members_equal(spec, old, but, LS_COUNT(but)) &&
           ls_members_equal(ls_node_get(spec, LS_SLICE("affinity")),
                            ls_node_get(old, LS_SLICE("affinity")), affinity_but,
                            LS_COUNT(affinity_but));
}

static bool is_condition_true(struct ls_node conditions, const char *type)
{
    LS_EACH (it, conditions) {
        if (ls_node_string_is(ls_node_get(it.value, LS_SLICE("type")), type))
            return ls_node_string_is(ls_node_get(it.value, LS_SLICE("status")), "True");
    }
    return false;
}

/* Suspended, without active pods, and either never started or with the condition Suspended. */
static bool job_waits(struct ls_node job)
{
    return ls_node_bool(ls_node_at(job, "spec.suspend"), false) &&
           ls_node_int(ls_node_at(job, "status.active"), 0) == 0 &&
           (ls_node_is_absent(ls_node_at(job, "status.startTime")) ||
            is_condition_true(ls_node_at(job, "status.conditions"), "Suspended"));
}

static void template_update_check(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_spot pod_template = ls_spot_at(spec, "template");
    struct ls_spot pod_spec = ls_spot_at(&pod_template, "spec");
    struct ls_node was = ls_node_at(old, "spec.template.spec");
    if (!job_waits(old))
        ls_spot_unchanged(&pod_template, ls_node_at(old, "spec.template"));
    else if (!pods_differ_as_allowed(pod_spec.value, was))
        ls_spot_invalid(&pod_spec, "field is immutable");
}

static void job_update_check(const struct ls_spot *spec, struct ls_node old_job)
{
    struct ls_node old = ls_node_get(old_job, LS_SLICE("spec"));
    static const char *const fixed[] = {"completionMode", "podFailurePolicy",
                                        "backoffLimitPerIndex", "managedBy", "successPolicy"};
    struct ls_spot selector = ls_spot_at(spec, "selector");
    completions_check(spec, old);
    ls_spot_unchanged(&selector, ls_node_get(old, LS_SLICE("selector")));
    template_update_check(spec, old_job);
    for (size_t i = 0; i < LS_COUNT(fixed); i++) {
        struct ls_spot member = ls_spot_at(spec, fixed[i]);
        ls_spot_unchanged(&member, ls_node_get(old, ls_slice_of(fixed[i])));
    }
}

static void job_validate(const struct ls_admission *admission, struct ls_node object,
                         struct ls_field_errors *errors)
{
    struct ls_spot job = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&job, "spec");
    if (!ls_writes_object(admission))
        return;
    generated_selector_check(&job);
    ls_job_spec_check(&spec);
    selector_check(&spec);
    if (ls_admission_creates(admission))
        return;
    /* The real server validates an update twice and reports everything twice. */
    ls_job_spec_check(&spec);
    selector_check(&spec);
    job_update_check(&spec, admission->old);
}

static const char *const job_selectable[] = {"status.successful", NULL};

const struct ls_kind_rules ls_rules_job = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = job_selectable,
    .defaults = job_default,
    .prepare = job_prepare,
    .validate = job_validate,
    .warn = ls_workload_warn,
};
