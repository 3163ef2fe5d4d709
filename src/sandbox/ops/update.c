/* Update: PUT of an object, which creates it where the kind allows that. */
#include "sandbox/ops/scale.h"
#include "sandbox/ops/write.h"

static bool may_create(const struct ls_op_call *call)
{
    const struct ls_kind_rules *rules = call->kind->rules;
    return rules && rules->put_creates && call->subresource.len == 0;
}

const struct ls_failure *ls_op_update(struct ls_op_call *call, struct ls_node body,
                                      struct ls_written *out)
{
    LS_ASSERT(call->name.len > 0);
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    if (ls_slice_is(call->subresource, "scale"))
        return ls_scale_update(call, body, out);
    ls_write_open(&write, call);
    const struct ls_failure *failure = ls_write_decode(&write, body);
    if (!failure)
        failure = ls_op_call_names_match(write.call, write.written, true);
    if (!failure && !write.stored && !may_create(call))
        failure = ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    if (failure)
        return failure;
    ls_write_own(&write);
    return ls_write_close(&write, out);
}
