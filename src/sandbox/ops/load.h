#pragma once
/*
 * Loading: an object of another cluster becomes one of this cluster as it is, with its uid, its
 * status and the owners of its fields. Only the resourceVersion is new.
 */
#include "sandbox/ops/call.h"

/* Replaces what is stored under the name. Nothing is defaulted or validated: the object comes from
 * a server that has done so. */
void ls_op_load(struct ls_op_call *call, struct ls_node object);
