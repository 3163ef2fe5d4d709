#pragma once
/*
 * Views made by hand for the decide functions of simulated controllers, and questions about what
 * they decided.
 */
#include "sandbox/workload/decision.h"

enum { SCENE_START_S = 1700000000 }; /* 2023-11-14T22:13:20Z, where every scene begins */

struct scene {
    struct ls_arena arena;
    struct ls_controller_view view;
    struct ls_controller_decision decision;
};

void scene_init(struct scene *scene, const char *object_yaml);
void scene_release(struct scene *scene);
/* A value in the arena of the scene; %-forms as in printf. */
struct ls_node scene_node(struct scene *scene, const char *yaml, ...) LS_FORMAT(2, 3);
void scene_add(struct scene *scene, struct ls_nodes *list, const char *yaml, ...) LS_FORMAT(3, 4);

typedef void (*scene_fn)(const struct ls_controller_view *view,
                         struct ls_controller_decision *decision);
void scene_decide(struct scene *scene, scene_fn decide);

size_t scene_count(const struct scene *scene, enum ls_act_type type, enum ls_workload_kind kind);
/* The nth of them, from 0; fails the test when there is none. */
const struct ls_act *scene_act(const struct scene *scene, enum ls_act_type type,
                               enum ls_workload_kind kind, size_t nth);
/* The message of the first act's Event with this reason, when it succeeds; "": none. */
const char *scene_event(const struct scene *scene, const char *reason);
/* A value as JSON, for comparison. */
const char *scene_json(struct scene *scene, struct ls_node node);
/* status.conditions of a node with a status: "REASON: MESSAGE" of a type, with its status before:
 * "True REASON: MESSAGE"; "" when there is none. */
const char *scene_condition(struct scene *scene, struct ls_node object, const char *type);
