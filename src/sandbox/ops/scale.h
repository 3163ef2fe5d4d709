#pragma once
/*
 * The scale subresource: an autoscaling/v1 Scale of any object with replicas. managedFields are
 * mapped from the object to the Scale and back.
 */
#include "sandbox/ops/call.h"

const struct ls_failure *ls_scale_get(struct ls_op_call *call, const struct ls_obj *stored,
                                      const struct ls_obj **out);
const struct ls_failure *ls_scale_update(struct ls_op_call *call, struct ls_node body,
                                         struct ls_written *out);
const struct ls_failure *ls_scale_patch(struct ls_op_call *call, enum ls_patch patch,
                                        struct ls_node body, struct ls_written *out);
