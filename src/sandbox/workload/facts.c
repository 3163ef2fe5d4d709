#include "sandbox/workload/facts.h"

#include <string.h>

#include "sandbox/workload/owner_index.h"
#include "base/mem.h"
#include "value/selector.h"
#include "value/time.h"

int64_t ls_fact_time_ms(struct ls_node time)
{
    struct ls_time parsed = {0};
    struct ls_err err;
    if (!ls_node_is_string(time) || ls_time_parse(ls_node_string(time), &parsed, &err))
        return 0;
    return ls_time_ms(parsed);
}

bool ls_fact_is_deleted(struct ls_node object)
{
    return ls_node_is_string(ls_node_at(object, "metadata.deletionTimestamp"));
}

int64_t ls_fact_created_ms(struct ls_node object)
{
    return ls_fact_time_ms(ls_node_at(object, "metadata.creationTimestamp"));
}

int64_t ls_fact_generation(struct ls_node object)
{
    return ls_node_int(ls_node_at(object, "metadata.generation"), 0);
}

const char *ls_fact_name(struct ls_node object)
{
    return ls_node_text(ls_node_at(object, "metadata.name"));
}

struct ls_slice ls_fact_uid(struct ls_node object)
{
    return ls_node_string(ls_node_at(object, "metadata.uid"));
}

struct ls_node ls_fact_label(struct ls_node object, const char *key)
{
    return ls_node_get(ls_node_at(object, "metadata.labels"), ls_slice_of(key));
}

struct ls_node ls_fact_annotation(struct ls_node object, const char *key)
{
    return ls_node_get(ls_node_at(object, "metadata.annotations"), ls_slice_of(key));
}

bool ls_fact_has_finalizer(struct ls_node object, const char *finalizer)
{
    return ls_node_has_text(ls_node_at(object, "metadata.finalizers"), ls_slice_of(finalizer));
}

bool ls_fact_is_controlled_by(struct ls_node object, struct ls_node owner)
{
    struct ls_slice uid = ls_node_string(ls_node_at(ls_controller_of(object), "uid"));
    return uid.len && ls_slice_equal(uid, ls_fact_uid(owner));
}

struct ls_node ls_fact_condition(struct ls_node object, const char *type)
{
    return ls_node_find(ls_node_at(object, "status.conditions"), "type", ls_slice_of(type));
}

bool ls_fact_condition_is(struct ls_node object, const char *type, const char *status)
{
    return ls_node_string_is(ls_node_at(ls_fact_condition(object, type), "status"), status);
}

bool ls_fact_selects(struct ls_arena *arena, struct ls_node selector, struct ls_node labels)
{
    struct ls_selector parsed;
    struct ls_err err;
    return !ls_selector_from_node(arena, selector, &parsed, &err) &&
           ls_selector_match(&parsed, labels);
}

bool ls_fact_selector_matches(struct ls_node object, struct ls_node other)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    return ls_fact_selects(&arena, ls_node_at(object, "spec.selector"),
                           ls_node_at(other, "metadata.labels"));
}

bool ls_pod_phase_is(struct ls_node pod, const char *phase)
{
    return ls_node_string_is(ls_node_at(pod, "status.phase"), phase);
}

bool ls_pod_is_ended(struct ls_node pod)
{
    return ls_pod_phase_is(pod, "Succeeded") || ls_pod_phase_is(pod, "Failed");
}

bool ls_pod_is_active(struct ls_node pod)
{
    return !ls_pod_is_ended(pod) && !ls_fact_is_deleted(pod);
}

bool ls_pod_is_ready(struct ls_node pod)
{
    return ls_fact_condition_is(pod, "Ready", "True");
}

int64_t ls_pod_available_at_ms(struct ls_node pod, int64_t min_ready_s)
{
    LS_ASSERT(min_ready_s >= 0);
    if (!ls_pod_is_ready(pod))
        return -1;
    if (!min_ready_s)
        return 0;
    struct ls_node since = ls_node_at(ls_fact_condition(pod, "Ready"), "lastTransitionTime");
    return ls_fact_time_ms(since) + min_ready_s * 1000;
}

bool ls_pod_is_available(struct ls_node pod, int64_t min_ready_s, int64_t now_ms)
{
    int64_t at_ms = ls_pod_available_at_ms(pod, min_ready_s);
    return at_ms >= 0 && at_ms <= now_ms;
}

int64_t ls_fact_replicas(struct ls_node object)
{
    return ls_node_int(ls_node_at(object, "spec.replicas"), 1);
}

int64_t ls_fact_share(struct ls_node value, int64_t total, enum ls_rounding rounding)
{
    LS_ASSERT(total >= 0);
    struct ls_err err;
    int64_t share = 0;
    if (ls_node_is_absent(value) || ls_int_or_percent(value, total, rounding, &share, &err))
        return 0;
    return share;
}

static void nodes_merge(struct ls_node *at, struct ls_node *scratch, size_t middle, size_t count,
                        int (*order)(struct ls_node a, struct ls_node b))
{
    size_t left = 0;
    size_t right = middle;
    for (size_t i = 0; i < count; i++) {
        bool takes_left = right >= count || (left < middle && order(at[left], at[right]) <= 0);
        scratch[i] = takes_left ? at[left++] : at[right++];
    }
    memcpy(at, scratch, count * sizeof *at);
}

static void nodes_sort_part(struct ls_node *at, struct ls_node *scratch, size_t count,
                            int (*order)(struct ls_node a, struct ls_node b))
{
    if (count < 2)
        return;
    size_t middle = count / 2;
    nodes_sort_part(at, scratch, middle, order);
    nodes_sort_part(at + middle, scratch, count - middle, order);
    nodes_merge(at, scratch, middle, count, order);
}

void ls_nodes_sort(struct ls_nodes *nodes, int (*order)(struct ls_node a, struct ls_node b))
{
    LS_ASSERT(order && nodes->count <= nodes->cap);
    if (nodes->count < 2)
        return;
    struct ls_node *scratch = LS_NEW_ARRAY(struct ls_node, nodes->count);
    nodes_sort_part(nodes->at, scratch, nodes->count, order);
    ls_free(scratch);
}

int ls_order_by_name(struct ls_node a, struct ls_node b)
{
    return ls_slice_compare(ls_node_string(ls_node_at(a, "metadata.name")),
                            ls_node_string(ls_node_at(b, "metadata.name")));
}

int ls_order_by_age(struct ls_node a, struct ls_node b)
{
    int64_t a_ms = ls_fact_created_ms(a);
    int64_t b_ms = ls_fact_created_ms(b);
    if (a_ms != b_ms)
        return a_ms < b_ms ? -1 : 1;
    return ls_order_by_name(a, b);
}
