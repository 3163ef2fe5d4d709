#pragma once
/*
 * What all patches share, on an object of a kind or on its Scale.
 */
#include "sandbox/ops/call.h"

/* Applies a JSON, merge or strategic patch to the target; the result is not decoded yet. */
const struct ls_failure *ls_patch_make(struct ls_op_call *call, enum ls_patch patch,
                                       struct ls_node target, struct ls_node body,
                                       const struct ls_type_schema *type, struct ls_node *out);
/* 422: the result of the patch is not an object of the kind. */
const struct ls_failure *ls_patch_refuse(struct ls_op_call *call, enum ls_patch patch,
                                         struct ls_node body, struct ls_node target,
                                         struct ls_node patched, const char *why);

/* apply.c */
struct ls_merge;
struct ls_merged;
const struct ls_failure *ls_op_apply(struct ls_op_call *call, struct ls_node body,
                                     struct ls_written *out);
/* NULL: the body may be applied to an object of this group, version and kind. */
const struct ls_failure *ls_apply_check(struct ls_op_call *call, struct ls_node body,
                                        const char *api_version, const char *kind);
/* ls_merge_apply() with kube-apiserver's failures; kubectl may take over fields from its own
 * client-side apply. */
const struct ls_failure *ls_apply_merge(struct ls_op_call *call, const struct ls_merge *merge,
                                        struct ls_node body, struct ls_merged *out);
