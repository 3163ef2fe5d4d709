#pragma once
/*
 * Generations and conditions, the two ways in which controllers report.
 *
 * Written for whatever custom kinds put there: conditions that are no list, a status that is a
 * boolean, an observedGeneration that is text. What cannot be read counts as not reported.
 */
#include "health/word/verdict.h"
#include "value/node.h"

/* The generation that status.observedGeneration names; -1 when it names none. */
int64_t ls_health_observed(struct ls_node object);
/* Has the controller seen the generation at hand? A status that names none has seen all. */
bool ls_health_is_observed(struct ls_node object);
/* The generation that the status as a whole is of: the one that it names; else, where each of its
 * conditions names one, the newest of those. -1 when that cannot be told. */
int64_t ls_health_status_generation(struct ls_node object);
/* Is this one condition about an earlier generation than the object's? */
bool ls_condition_is_stale(struct ls_node object, struct ls_node condition);
/* In progress, as the controller has not seen the generation at hand. */
struct ls_verdict ls_health_unobserved(struct ls_arena *arena, struct ls_node object);

enum ls_condition_is {
    LS_CONDITION_ABSENT,
    LS_CONDITION_STALE, /* it is about an earlier generation */
    LS_CONDITION_FALSE,
    LS_CONDITION_UNKNOWN, /* "Unknown", or nothing that could be read */
    LS_CONDITION_TRUE,
};

struct ls_node ls_health_condition(struct ls_node object, const char *type);
enum ls_condition_is ls_health_condition_is(struct ls_node object, const char *type);
/* `condition Ready is False: REASON: MESSAGE`, of a condition that is there. */
const char *ls_health_condition_text(struct ls_arena *arena, struct ls_node object,
                                     const char *type);
/* The same of one condition at hand, wherever it stands. */
enum ls_condition_is ls_condition_read(struct ls_node object, struct ls_node condition);
const char *ls_condition_text(struct ls_arena *arena, struct ls_node object,
                              struct ls_node condition);
/* Does the condition, whatever its status, give this reason? */
bool ls_health_condition_says(struct ls_node object, const char *type, const char *reason);
