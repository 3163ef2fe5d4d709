#pragma once
/*
 * The order of members: structs as their rows stand, maps by their keys. kube-apiserver writes no
 * other; what defaults, patches and merges add comes last in our values.
 */
#include "sandbox/types/api_type.h"
#include "value/build.h"
#include "value/node.h"

bool ls_api_is_ordered(struct ls_node value, const struct ls_api_type *type);
/* The same value in order. Members that no row knows come last. */
void ls_api_build_ordered(struct ls_build *build, struct ls_node value,
                          const struct ls_api_type *type);
