#pragma once
/*
 * What kube-apiserver says of a strategic patch's outcome that is no object of its kind. It does
 * not decode JSON there but fills Go's types from values, and words its refusals differently.
 */
#include "base/arena.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The first misfit; NULL: none of those that are worded here. */
const char *ls_restore_refusal(struct ls_arena *arena, struct ls_node value,
                               const struct ls_api_type *type);
