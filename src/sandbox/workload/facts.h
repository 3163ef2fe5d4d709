#pragma once
/*
 * What objects say of themselves: the questions that several controllers ask. All pure.
 */
#include <stdint.h>

#include "base/arena.h"
#include "sandbox/workload/decision.h"
#include "value/int_or_string.h"
#include "value/node.h"

/* A time in an object as wall milliseconds; 0: none. */
int64_t ls_fact_time_ms(struct ls_node time);
bool ls_fact_is_deleted(struct ls_node object); /* it has a deletionTimestamp */
int64_t ls_fact_created_ms(struct ls_node object);
int64_t ls_fact_generation(struct ls_node object);
const char *ls_fact_name(struct ls_node object);
struct ls_slice ls_fact_uid(struct ls_node object);
struct ls_node ls_fact_label(struct ls_node object, const char *key);
struct ls_node ls_fact_annotation(struct ls_node object, const char *key);
bool ls_fact_has_finalizer(struct ls_node object, const char *finalizer);
bool ls_fact_is_controlled_by(struct ls_node object, struct ls_node owner);
/* The condition of a type in status.conditions; absent: none. */
struct ls_node ls_fact_condition(struct ls_node object, const char *type);
bool ls_fact_condition_is(struct ls_node object, const char *type, const char *status);
/* Does a LabelSelector at a path of one object match the labels of another? */
bool ls_fact_selects(struct ls_arena *arena, struct ls_node selector, struct ls_node labels);

/* The same for spec.selector and the labels of the other object. */
bool ls_fact_selector_matches(struct ls_node object, struct ls_node other);

/* Pods. */
bool ls_pod_phase_is(struct ls_node pod, const char *phase);
bool ls_pod_is_ended(struct ls_node pod);  /* Succeeded or Failed */
bool ls_pod_is_active(struct ls_node pod); /* neither ended nor deleted */
bool ls_pod_is_ready(struct ls_node pod);
/* When it is, or will be, available if it stays ready: min_ready_s after it became ready; -1: it is
 * not ready. Available means that this time has come. */
int64_t ls_pod_available_at_ms(struct ls_node pod, int64_t min_ready_s);
bool ls_pod_is_available(struct ls_node pod, int64_t min_ready_s, int64_t now_ms);

/* spec.replicas or the like, 1 when it is not said. */
int64_t ls_fact_replicas(struct ls_node object);
/* An absolute number or a percentage of `total`. Absent is 0, and so is a text that is no
 * percentage, which validation rejects. */
int64_t ls_fact_share(struct ls_node value, int64_t total, enum ls_rounding rounding);
/* Sorts nodes in place; order is below 0 when a goes first. Stable. */
void ls_nodes_sort(struct ls_nodes *nodes, int (*order)(struct ls_node a, struct ls_node b));
int ls_order_by_name(struct ls_node a, struct ls_node b);
int ls_order_by_age(struct ls_node a, struct ls_node b); /* the oldest first, then by name */
