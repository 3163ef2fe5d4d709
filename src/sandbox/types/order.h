#pragma once
/*
 * The order of members: structs in the order of their rows, maps by key. kube-apiserver writes
 * every object in this order; in our values the members added by defaults, patches and merges come
 * last.
 */
#include "sandbox/types/api_type.h"
#include "value/build.h"
#include "value/node.h"

bool ls_api_is_ordered(struct ls_node value, const struct ls_api_type *type);
/* Builds the same value in order. Members without a row come last. */
void ls_api_build_ordered(struct ls_build *build, struct ls_node value,
                          const struct ls_api_type *type);
