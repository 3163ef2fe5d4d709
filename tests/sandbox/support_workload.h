#pragma once
/*
 * Views made by hand for the decide functions of simulated controllers, and questions about what
 * they decided.
 */
#include "sandbox/workload/decision.h"

enum { STAGE_START_S = 1700000000 }; /* 2023-11-14T22:13:20Z, where every stage begins */

struct stage {
    struct ls_arena arena;
    struct ls_view view;
    struct ls_decision decision;
};

void stage_init(struct stage *stage, const char *object_yaml);
void stage_release(struct stage *stage);
/* A value in the stage's arena; %-forms as in printf. */
struct ls_node stage_node(struct stage *stage, const char *yaml, ...) LS_FORMAT(2, 3);
void stage_add(struct stage *stage, struct ls_nodes *list, const char *yaml, ...) LS_FORMAT(3, 4);

typedef void (*stage_fn)(const struct ls_view *view, struct ls_decision *decision);
void stage_decide(struct stage *stage, stage_fn decide);

size_t stage_count(const struct stage *stage, enum ls_act_type type, enum ls_thing thing);
/* The nth of them, from 0; fails the test when there is none. */
const struct ls_act *stage_act(const struct stage *stage, enum ls_act_type type,
                               enum ls_thing thing, size_t nth);
/* What the first act tells under this reason, when it succeeds; "" when none does. */
const char *stage_told(const struct stage *stage, const char *reason);
/* A value as JSON, for comparison. */
const char *stage_json(struct stage *stage, struct ls_node node);
/* status.conditions of a node with a status: "REASON: MESSAGE" of a type, with its status before:
 * "True REASON: MESSAGE"; "" when there is none. */
const char *stage_condition(struct stage *stage, struct ls_node object, const char *type);
