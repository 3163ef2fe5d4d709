/* Create: POST of a new object. */
#include "sandbox/ops/write.h"

/* A deletionTimestamp in the body is dropped, so that nobody owns it. */
static struct ls_node without_deletion(struct ls_arena *arena, struct ls_node body)
{
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(body, LS_SLICE("metadata")));
    if (ls_node_is_absent(metadata.at[LS_META_DELETION_TIMESTAMP]) &&
        ls_node_is_absent(metadata.at[LS_META_DELETION_GRACE]))
        return body;
    metadata.at[LS_META_DELETION_TIMESTAMP] = LS_ABSENT;
    metadata.at[LS_META_DELETION_GRACE] = LS_ABSENT;
    return ls_object_with_in(arena, body, ls_metadata_build(arena, &metadata));
}

const struct ls_failure *ls_op_create(struct ls_op_call *call, struct ls_node body,
                                      struct ls_written *out)
{
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    ls_write_open(&write, call);
    ls_obj_unref(write.stored); /* a POST checks its name when it is stored */
    write.stored = NULL;
    write.live = LS_ABSENT;
    write.is_post = true;
    const struct ls_failure *failure = ls_write_decode(&write, body);
    if (!failure)
        failure = ls_op_call_names_match(write.call, write.written, false);
    if (failure)
        return failure;
    write.written = without_deletion(call->arena, write.written);
    ls_write_own(&write);
    return ls_write_close(&write, out);
}
