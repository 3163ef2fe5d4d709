#pragma once
/*
 * Rules between one state of an object and the next, whatever was written.
 */
#include "value/node.h"

/* `type`: of A, M, D. `resource`: 0 ConfigMap, 1 Deployment, 2 a custom kind with /status. */
void model_rules_check(size_t resource, struct ls_node old, struct ls_node now, char type);
