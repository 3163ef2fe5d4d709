#pragma once
/*
 * Binding and eviction: a pod gets its node, as POST pods/NAME/binding does it, and is told that it
 * goes, as pods/NAME/eviction does. The writes go past managedFields and generation: nobody comes
 * to own spec.nodeName or the conditions.
 */
#include "sandbox/ops/call.h"

/* The call names a pod; `binding` is the Binding that was sent. */
const struct ls_failure *ls_op_bind(struct ls_op_call *call, struct ls_node binding,
                                    struct ls_written *out);
/* The condition DisruptionTarget on the pod that the call names. */
void ls_op_mark_evicted(struct ls_op_call *call);
