#pragma once
/*
 * The validation rules of a schema (x-kubernetes-validations) and what they say of a value: the
 * same complaints, in the same words and within the same budget, as kube-apiserver's.
 *
 * Rules form a tree beside the schema, of those nodes only that have rules or lead to some. It is
 * compiled once for a version of a definition and then judges every write. A schema without rules
 * has no tree.
 */
#include "sandbox/kinds/custom_rule.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/status/warnings.h"

struct ls_custom_rules;

/* NULL: the schema has none. Lives in the arena and borrows the schema; is_root: of a whole object,
 * whose metadata rules may see. */
struct ls_custom_rules *ls_custom_rules_new(struct ls_arena *arena, struct ls_node schema,
                                            bool is_root);
void ls_custom_rules_release(struct ls_custom_rules *rules); /* NULL does nothing */

/* One value before the rules of its schema. */
struct ls_custom_trial {
    struct ls_spot spot;                   /* the value, its place, and whom to tell */
    struct ls_node old;                    /* what it replaces; absent: nothing */
    bool is_lenient;                       /* what did not change is only worth a warning */
    struct ls_response_warnings *warnings; /* NULL: none are wanted */
    int64_t budget; /* LS_RULES_COST_MAX; what is left of it; below zero: it was not enough */
};
void ls_custom_rules_judge(const struct ls_custom_rules *rules, struct ls_custom_trial *trial);
