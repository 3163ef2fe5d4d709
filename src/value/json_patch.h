#pragma once
/*
 * JSON patch (RFC 6902): a list of operations (add, remove, replace, move, copy, test), applied in
 * order, all or none.
 *
 * It takes what kube-apiserver takes, which is more than the RFC: a member that is not there can be
 * replaced, copied (as null) and tested for null; a value that is left out is null; list indexes
 * may count from the end (-1) and have leading zeros. On the other hand the whole value can be
 * replaced, but not added, copied or removed. "-" is the place after the last item and nothing
 * else, a value cannot move into itself, members that an operation does not know are ignored. Tests
 * compare as ls_node_equal() does.
 *
 * Limits: LS_PATCH_OPERATIONS_MAX, LS_PATCH_COPY_BYTES_MAX for what all copies add,
 * LS_PATCH_STEPS_MAX for the work on long lists and maps, LS_DEPTH_MAX for the depth at every step,
 * LS_MERGE_BYTES_MAX for target and patch.
 */
#include "base/err.h"
#include "value/obj.h"

/* The target after all operations; the caller unrefs it. An error reads
 * `operation 2 of 3: replace /spec/replicas: what is wrong` and names places, never values.
 * LS_E_INVALID: malformed, or a path that is not there. LS_E_CONFLICT: a test did not hold. */
enum ls_code ls_json_patch_apply(struct ls_node target, struct ls_node patch,
                                 const struct ls_obj **out, struct ls_err *err);
