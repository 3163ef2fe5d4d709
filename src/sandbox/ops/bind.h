#pragma once
/*
 * Binding: a pod gets its node, as POST pods/NAME/binding does it. The write goes past
 * managedFields and generation: nobody comes to own spec.nodeName.
 */
#include "sandbox/ops/call.h"

/* The call names a pod; `binding` is the Binding that was sent. */
const struct ls_failure *ls_op_bind(struct ls_call *call, struct ls_node binding,
                                    struct ls_written *out);
