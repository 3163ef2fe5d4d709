#pragma once
/*
 * The status of a CustomResourceDefinition: which of its names are accepted, whether it is
 * established, how far its deletion has come. Pure: maps a definition and the names that others
 * hold to the next status, in kube-apiserver's words.
 */
#include "base/arena.h"
#include "value/node.h"

struct ls_map;

/* The names that definitions of one group hold by now. */
struct ls_crd_taken {
    struct ls_map *resources; /* plural, singular and short names */
    struct ls_map *kinds;     /* kinds and list kinds */
};
void ls_crd_taken_init(struct ls_crd_taken *taken);
void ls_crd_taken_add(struct ls_crd_taken *taken, struct ls_node definition);
void ls_crd_taken_release(struct ls_crd_taken *taken);

/* "True", "False", "Unknown", or "" without such a condition. */
const char *ls_crd_condition(struct ls_node definition, const char *type);

/* Each gives the next status, or the absent node when there is nothing to do. `now` is a Time. */
struct ls_node ls_crd_accept_names(struct ls_arena *arena, struct ls_node definition,
                                   const struct ls_crd_taken *taken, struct ls_slice now);
struct ls_node ls_crd_establish(struct ls_arena *arena, struct ls_node definition,
                                struct ls_slice now);
struct ls_node ls_crd_approve(struct ls_arena *arena, struct ls_node definition,
                              struct ls_slice now);
struct ls_node ls_crd_begin_end(struct ls_arena *arena, struct ls_node definition,
                                struct ls_slice now);
