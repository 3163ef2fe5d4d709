#pragma once
/*
 * Binding and eviction: POST pods/NAME/binding sets the node of a pod, and pods/NAME/eviction sets
 * its condition DisruptionTarget. These writes bypass managedFields and generation: nobody becomes
 * the owner of spec.nodeName or of the conditions.
 */
#include "sandbox/ops/call.h"

/* The call names a pod; `binding` is the Binding that was sent. */
const struct ls_failure *ls_op_bind(struct ls_op_call *call, struct ls_node binding,
                                    struct ls_written *out);
/* Sets the condition DisruptionTarget on the pod that the call names. */
void ls_op_mark_evicted(struct ls_op_call *call);
