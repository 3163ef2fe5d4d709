#pragma once
/*
 * The errors of runtime.DefaultUnstructuredConverter.FromUnstructured(), which kube-apiserver uses
 * for the result of a strategic patch or an apply. It fills Go's types from values instead of JSON:
 * its messages differ, and it accepts 2.0 as an integer.
 */
#include "base/arena.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The first error; NULL: none that is covered here. */
const char *ls_from_unstructured_error(struct ls_arena *arena, struct ls_node value,
                                       const struct ls_api_type *type);
/* The value with whole numbers as integers, for a second try. */
struct ls_node ls_from_unstructured_integers(struct ls_arena *arena, struct ls_node value);
/* The message of a failed round trip as FromUnstructured() words it. */
const char *ls_from_unstructured_message(struct ls_arena *arena, const char *why);
