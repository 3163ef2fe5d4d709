#pragma once
/*
 * JSON merge patch (RFC 7386): a value shaped like its target, in which null means "remove", a map
 * means "merge" and everything else, lists too, means "replace".
 *
 * A patch cannot set anything to null and cannot change one item of a list; ls_json_patch_apply()
 * can.
 */
#include "base/err.h"
#include "value/obj.h"

/* The target as the patch wants it; an absent target counts as an empty map. The
 * order of members is the target's, new ones follow in the patch's order. The caller unrefs it.
 * Fails only with LS_E_TOO_BIG, above LS_MERGE_BYTES_MAX. */
enum ls_code ls_merge_patch_apply(struct ls_node target, struct ls_node patch,
                                  const struct ls_obj **out, struct ls_err *err);
