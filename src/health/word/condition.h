#pragma once
/*
 * Generations and conditions, the two ways in which controllers report.
 *
 * Custom kinds may write anything there: conditions that are no list, a status that is a boolean,
 * an observedGeneration that is a string. What cannot be read counts as not reported.
 */
#include "health/word/verdict.h"
#include "value/node.h"

/* The API group of apiVersion; "" for the core group. */
struct ls_slice ls_health_group(struct ls_node object);
/* The generation that status.observedGeneration names; -1 when it names none. */
int64_t ls_health_observed(struct ls_node object);
/* Has the controller observed the current generation? True for a status that names none. */
bool ls_health_is_observed(struct ls_node object);
/* The generation that the status as a whole describes: its observedGeneration; else, where each of
 * its conditions names one, the newest of those. -1: unknown. */
int64_t ls_health_status_generation(struct ls_node object);
/* Is this one condition about an earlier generation than the object's? */
bool ls_condition_is_stale(struct ls_node object, struct ls_node condition);
/* In progress: the controller has not observed the current generation. */
struct ls_verdict ls_health_unobserved(struct ls_arena *arena, struct ls_node object);

enum ls_condition_is {
    LS_CONDITION_ABSENT,
    LS_CONDITION_STALE, /* it is about an earlier generation */
    LS_CONDITION_FALSE,
    LS_CONDITION_UNKNOWN, /* "Unknown", or not readable */
    LS_CONDITION_TRUE,
};

struct ls_node ls_health_condition(struct ls_node object, const char *type);
enum ls_condition_is ls_health_condition_is(struct ls_node object, const char *type);
/* `condition Ready is False: REASON: MESSAGE`, of a condition that is there. */
const char *ls_health_condition_text(struct ls_arena *arena, struct ls_node object,
                                     const char *type);
/* The same for one given condition, wherever it stands. */
enum ls_condition_is ls_condition_read(struct ls_node object, struct ls_node condition);
const char *ls_condition_text(struct ls_arena *arena, struct ls_node object,
                              struct ls_node condition);
/* Does the condition, whatever its status, give this reason? */
bool ls_health_condition_says(struct ls_node object, const char *type, const char *reason);
