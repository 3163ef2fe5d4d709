#pragma once
/*
 * The validation rules of a schema (x-kubernetes-validations), and their evaluation: the same
 * errors, in the same words and within the same budget, as kube-apiserver's.
 *
 * Rules form a tree beside the schema, which has only the nodes that have rules or lead to some. It
 * is compiled once per version of a definition and then checks every write. A schema without rules
 * has no tree.
 */
#include "sandbox/kinds/custom_rule.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/status/warnings.h"

struct ls_custom_rules;

/* NULL: the schema has none. Lives in the arena and borrows the schema. is_root: the schema is that
 * of a whole object, whose metadata rules may read. */
struct ls_custom_rules *ls_custom_rules_new(struct ls_arena *arena, struct ls_node schema,
                                            bool is_root);
void ls_custom_rules_release(struct ls_custom_rules *rules); /* NULL does nothing */

/* A value to be checked by the rules of its schema. */
struct ls_custom_rules_input {
    struct ls_spot spot; /* the value, its place, and the list of its errors */
    struct ls_node old;  /* what it replaces; absent: nothing */
    bool is_lenient;     /* a failed rule is only a warning if the value did not change */
    struct ls_response_warnings *warnings; /* NULL: not wanted */
    int64_t budget; /* at first LS_RULES_COST_MAX; then what is left; below zero: exhausted */
};
void ls_custom_rules_check(const struct ls_custom_rules *rules,
                           struct ls_custom_rules_input *input);
