#pragma once
/*
 * What the patches share, whatever they are made on: an object of a kind, or its Scale.
 */
#include "sandbox/ops/call.h"

/* The target as a JSON, merge or strategic patch makes it, before it is an object again. */
const struct ls_failure *ls_patch_make(struct ls_op_call *call, enum ls_patch patch,
                                       struct ls_node target, struct ls_node body,
                                       const struct ls_type_schema *type, struct ls_node *out);
/* 422: what the patch makes of the target is no object. */
const struct ls_failure *ls_patch_refuse(struct ls_op_call *call, enum ls_patch patch,
                                         struct ls_node body, struct ls_node target,
                                         struct ls_node patched, const char *why);

/* apply.c */
struct ls_merge;
struct ls_merged;
const struct ls_failure *ls_op_apply(struct ls_op_call *call, struct ls_node body,
                                     struct ls_written *out);
/* The body may be applied to something of this group, version and kind. */
const struct ls_failure *ls_apply_check(struct ls_op_call *call, struct ls_node body,
                                        const char *api_version, const char *kind);
/* ls_merge_apply() with its failures worded, and with what kubectl may take over from itself. */
const struct ls_failure *ls_apply_merge(struct ls_op_call *call, const struct ls_merge *merge,
                                        struct ls_node body, struct ls_merged *out);
