/* Rules of Node. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"

/* The first CIDR is in podCIDR as well. */
static void pod_cidrs_default(struct ls_shape spec)
{
    struct ls_node first = ls_shape_get(spec, "podCIDR");
    if (ls_node_string(first).len == 0 || ls_shape_has(spec, "podCIDRs"))
        return;
    ls_shape_set_empty(spec, "podCIDRs", LS_TYPE_LIST);
    ls_shape_append(ls_shape_at(spec, "podCIDRs"), first);
}

static void node_default(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape status = ls_shape_at(object, "status");
    struct ls_node capacity = ls_shape_value(ls_shape_at(status, "capacity"));
    if (ls_node_count(capacity) > 0 && !ls_shape_has(status, "allocatable"))
        ls_shape_set(status, "allocatable", capacity);
    pod_cidrs_default(ls_shape_at(object, "spec"));
}

static bool is_ready(struct ls_shape status)
{
    LS_EACH (it, ls_shape_value(ls_shape_at(status, "conditions"))) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), "Ready"))
            return ls_node_string_is(ls_node_at(it.value, "status"), "True");
    }
    return false;
}

/* A new node is tainted until it is ready. A node that is created ready gets no taint, since no
 * controller here would remove it. */
static const struct ls_failure *node_prepare(const struct ls_admission *admission)
{
    static const char not_ready[] = "node.kubernetes.io/not-ready";
    struct ls_shape object = ls_shape_of(admission);
    if (!ls_admission_creates(admission) || is_ready(ls_shape_at(object, "status")))
        return NULL;
    struct ls_shape spec = ls_shape_made(object, "spec");
    if (!ls_shape_has(spec, "taints"))
        ls_shape_set_empty(spec, "taints", LS_TYPE_LIST);
    struct ls_shape taints = ls_shape_at(spec, "taints");
    LS_EACH_SHAPE (taint, taints) {
        if (ls_node_string_is(ls_shape_get(taint, "key"), not_ready) &&
            ls_node_string_is(ls_shape_get(taint, "effect"), "NoSchedule"))
            return NULL;
    }
    struct ls_draft *added = ls_draft_empty(admission->space, LS_TYPE_MAP);
    struct ls_shape taint = {admission->space, added};
    ls_shape_set_text(taint, "key", ls_slice_of(not_ready));
    ls_shape_set_text(taint, "effect", LS_SLICE("NoSchedule"));
    ls_shape_append(taints, ls_shape_value(taint));
    return NULL;
}

/* The real server reports taints in metadata, though they are in spec. */
static void taints_check(const struct ls_spot *node)
{
    static const char *const effects[] = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
    struct ls_spot taints =
        ls_spot_showing(node, "metadata.taints", ls_node_at(node->value, "spec.taints"));
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (taint, &taints) {
        struct ls_spot key = ls_spot_at(&taint, "key");
        struct ls_spot value = ls_spot_at(&taint, "value");
        struct ls_spot effect = ls_spot_at(&taint, "effect");
        struct ls_arena *arena = taint.errors->arena;
        const char *pair =
            ls_arena_printf(arena, "%s %s", ls_node_text(key.value), ls_node_text(effect.value));
        ls_spot_follows(&key, LS_TEXT_LABEL_KEY);
        ls_spot_follows(&value, LS_TEXT_LABEL_VALUE);
        LS_SPOT_NEEDED_CHOICE(&effect, effects);
        if (!ls_seen_add(&seen, ls_slice_of(pair)))
            ls_field_error_add(taint.errors, LS_FIELD_ERROR_DUPLICATE, ls_spot_path(&taint),
                               ls_arena_printf(arena,
                                               "{\"Key\":\"%s\",\"Value\":\"%s\",\"Effect\":\"%s\","
                                               "\"TimeAdded\":null}",
                                               ls_node_text(key.value), ls_node_text(value.value),
                                               ls_node_text(effect.value)),
                               "taints must be unique by key and effect pair");
    }
}

static void node_validate(const struct ls_admission *admission, struct ls_node object,
                          struct ls_field_errors *errors)
{
    struct ls_spot node = ls_spot_root(object, errors);
    struct ls_spot cidrs = ls_spot_at(&node, "spec.podCIDRs");
    if (!ls_writes_object(admission))
        return;
    taints_check(&node);
    if (!ls_admission_creates(admission))
        taints_check(&node); /* the real server checks and reports them twice */
    LS_EACH_ITEM (cidr, &cidrs)
        ls_cidr_check(&cidr);
}

static const char *const node_selectable[] = {"spec.unschedulable", NULL};

const struct ls_kind_rules ls_rules_node = {
    .has_status = true,
    .selectable = node_selectable,
    .defaults = node_default,
    .prepare = node_prepare,
    .validate = node_validate,
};
