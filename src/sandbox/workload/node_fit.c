#include "sandbox/workload/node_fit.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "value/quantity.h"

static const char affinity_misfit[] = "node(s) didn't match Pod's node affinity/selector";

/* Validation rejects amounts that are no quantities; here they count as 0. */
static int64_t amount_of(struct ls_node resources, const char *name, int scale)
{
    struct ls_quantity quantity;
    struct ls_err err;
    int64_t amount = 0;
    struct ls_node node = ls_node_get(resources, ls_slice_of(name));
    if (ls_node_is_absent(node) || ls_quantity_from_node(node, &quantity, &err) ||
        !ls_quantity_scaled(&quantity, scale, &amount))
        return 0;
    return amount;
}

static struct ls_node_load load_of(struct ls_node resources)
{
    return (struct ls_node_load){.pods = amount_of(resources, "pods", 0),
                                 .cpu_milli = amount_of(resources, "cpu", -3),
                                 .memory_bytes = amount_of(resources, "memory", 0)};
}

/* Containers run together, init containers one by one before them. */
struct ls_node_load ls_pod_load(struct ls_node pod)
{
    struct ls_node_load all = {.pods = 1};
    LS_EACH (it, ls_node_at(pod, "spec.containers")) {
        struct ls_node_load one = load_of(ls_node_at(it.value, "resources.requests"));
        all.cpu_milli = LS_MIN(all.cpu_milli + LS_MIN(one.cpu_milli, LS_LOAD_MAX), LS_LOAD_MAX);
        all.memory_bytes =
            LS_MIN(all.memory_bytes + LS_MIN(one.memory_bytes, LS_LOAD_MAX), LS_LOAD_MAX);
    }
    LS_EACH (it, ls_node_at(pod, "spec.initContainers")) {
        struct ls_node_load one = load_of(ls_node_at(it.value, "resources.requests"));
        all.cpu_milli = LS_MAX(all.cpu_milli, LS_MIN(one.cpu_milli, LS_LOAD_MAX));
        all.memory_bytes = LS_MAX(all.memory_bytes, LS_MIN(one.memory_bytes, LS_LOAD_MAX));
    }
    return all;
}

static bool expression_matches(struct ls_node expression, struct ls_node value)
{
    struct ls_node op = ls_node_at(expression, "operator");
    struct ls_node values = ls_node_at(expression, "values");
    bool is_there = !ls_node_is_absent(value);
    int64_t have = 0;
    int64_t want = 0;
    if (ls_node_string_is(op, "In"))
        return is_there && ls_node_has_text(values, ls_node_string(value));
    if (ls_node_string_is(op, "NotIn"))
        return !is_there || !ls_node_has_text(values, ls_node_string(value));
    if (ls_node_string_is(op, "Exists"))
        return is_there;
    if (ls_node_string_is(op, "DoesNotExist"))
        return !is_there;
    if (!is_there || !ls_slice_to_i64(ls_node_string(value), &have) ||
        !ls_slice_to_i64(ls_node_string(ls_node_item(values, 0)), &want))
        return false;
    return ls_node_string_is(op, "Gt") ? have > want : have < want;
}

/* One term: all its expressions hold. A term with neither matches nothing. */
static bool term_matches(struct ls_node term, struct ls_node node)
{
    struct ls_node expressions = ls_node_at(term, "matchExpressions");
    struct ls_node fields = ls_node_at(term, "matchFields");
    if (!ls_node_count(expressions) && !ls_node_count(fields))
        return false;
    LS_EACH (it, expressions) {
        const char *key = ls_node_text(ls_node_at(it.value, "key"));
        if (!expression_matches(it.value, ls_fact_label(node, key)))
            return false;
    }
    LS_EACH (it, fields) {
        if (!expression_matches(it.value, ls_node_at(node, "metadata.name")))
            return false;
    }
    return true;
}

static bool affinity_matches(struct ls_node pod, struct ls_node node)
{
    struct ls_node terms = ls_node_at(pod, "spec.affinity.nodeAffinity."
                                           "requiredDuringSchedulingIgnoredDuringExecution."
                                           "nodeSelectorTerms");
    LS_EACH (want, ls_node_at(pod, "spec.nodeSelector")) {
        struct ls_node have = ls_node_get(ls_node_at(node, "metadata.labels"), want.key);
        if (!ls_node_equal(have, want.value))
            return false;
    }
    if (ls_node_is_absent(terms))
        return true;
    LS_EACH (term, terms) {
        if (term_matches(term.value, node))
            return true;
    }
    return false;
}

static bool toleration_covers(struct ls_node toleration, struct ls_node taint)
{
    struct ls_slice effect = ls_node_string(ls_node_at(toleration, "effect"));
    struct ls_slice key = ls_node_string(ls_node_at(toleration, "key"));
    bool exists = ls_node_string_is(ls_node_at(toleration, "operator"), "Exists");
    if (effect.len && !ls_slice_equal(effect, ls_node_string(ls_node_at(taint, "effect"))))
        return false;
    if (!key.len)
        return exists;
    if (!ls_slice_equal(key, ls_node_string(ls_node_at(taint, "key"))))
        return false;
    return exists || ls_slice_equal(ls_node_string(ls_node_at(toleration, "value")),
                                    ls_node_string(ls_node_at(taint, "value")));
}

int64_t ls_pod_toleration_s(struct ls_node pod, struct ls_node taint)
{
    int64_t least_s = 0;
    LS_EACH (it, ls_node_at(pod, "spec.tolerations")) {
        int64_t seconds = ls_node_int(ls_node_at(it.value, "tolerationSeconds"), -1);
        if (!toleration_covers(it.value, taint))
            continue;
        if (seconds < 0)
            return -1;
        least_s = LS_MAX(least_s, seconds);
    }
    return least_s;
}

const char *ls_node_refusal(struct ls_arena *arena, struct ls_node pod, struct ls_node node)
{
    LS_EACH (it, ls_node_at(node, "spec.taints")) {
        if (ls_node_string_is(ls_node_at(it.value, "effect"), "PreferNoSchedule") ||
            ls_pod_toleration_s(pod, it.value))
            continue;
        return ls_arena_printf(arena, "node(s) had untolerated taint(s)");
    }
    return affinity_matches(pod, node) ? NULL : affinity_misfit;
}

static bool pod_tolerates_cordon(struct ls_node pod)
{
    LS_EACH (it, ls_node_at(pod, "spec.tolerations")) {
        struct ls_slice key = ls_node_string(ls_node_at(it.value, "key"));
        if (!key.len || ls_slice_is(key, "node.kubernetes.io/unschedulable"))
            return true;
    }
    return false;
}

const char *ls_node_misfit(struct ls_arena *arena, struct ls_node pod, struct ls_node node,
                           const struct ls_node_load *load)
{
    struct ls_node_load wants = ls_pod_load(pod);
    struct ls_node_load has = load_of(ls_node_at(node, "status.allocatable"));
    if (ls_node_bool(ls_node_at(node, "spec.unschedulable"), false) && !pod_tolerates_cordon(pod))
        return "node(s) were unschedulable";
    const char *refusal = ls_node_refusal(arena, pod, node);
    if (refusal)
        return refusal;
    if (load->pods + 1 > has.pods)
        return "Too many pods";
    if (wants.cpu_milli && load->cpu_milli + wants.cpu_milli > has.cpu_milli)
        return "Insufficient cpu";
    if (wants.memory_bytes && load->memory_bytes + wants.memory_bytes > has.memory_bytes)
        return "Insufficient memory";
    return NULL;
}
