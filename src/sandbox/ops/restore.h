#pragma once
/*
 * What kube-apiserver says of the outcome of a strategic patch or an apply that is no object of its
 * kind. It does not decode JSON there but fills Go's types from values: it words its refusals
 * differently, and takes 2.0 for an integer.
 */
#include "base/arena.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The first misfit; NULL: none of those that are worded here. */
const char *ls_restore_refusal(struct ls_arena *arena, struct ls_node value,
                               const struct ls_api_type *type);
/* The value with integers where numbers are whole; for another try, when the first has failed. */
struct ls_node ls_restore_whole(struct ls_arena *arena, struct ls_node value);
/* The words of a failed round trip, as they sound there. */
const char *ls_restore_words(struct ls_arena *arena, const char *why);
