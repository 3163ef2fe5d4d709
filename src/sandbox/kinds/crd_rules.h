#pragma once
/*
 * Validation rules in definitions: their form, that they compile where they stand, that oldSelf is
 * only asked for where there is one, and that they cannot cost too much.
 *
 * What is wrong with rules is told after all that is wrong with the schema around them, and rules
 * of a part that is wrong itself are not looked at.
 */
#include "sandbox/kinds/spot.h"

enum { LS_CRD_EXPENSIVE_MAX = 4 }; /* rules that are named when all cost too much together */

/* All rules of one openAPIV3Schema. */
struct ls_crd_rules {
    struct ls_complaints complaints; /* arena set by the caller */
    bool is_as_before;               /* what a single rule costs is not asked */
    uint64_t cost_total;
    struct ls_crd_expense {
        const char *field;
        uint64_t cost;
    } expensive[LS_CRD_EXPENSIVE_MAX]; /* the most expensive first */
    size_t expensive_count;
};

/* Where a walk through a schema stands. */
struct ls_crd_scope {
    struct ls_crd_rules *rules; /* NULL: rules are not looked at */
    uint64_t cardinality;       /* how often a value can stand here at most */
    bool is_unbounded;          /* no limit above says how often */
    const struct ls_spot
        *uncorrelated; /* the outermost list whose items have no past; NULL: none */
};
struct ls_crd_scope ls_crd_scope(struct ls_crd_rules *rules); /* of the root; NULL: look at none */
/* One level below `schema`. */
struct ls_crd_scope ls_crd_scope_below(const struct ls_crd_scope *scope, struct ls_node schema);

void ls_crd_check_rule_forms(const struct ls_spot *schema);
void ls_crd_check_rules(const struct ls_spot *schema, const struct ls_crd_scope *scope,
                        bool is_root);
/* Tells all that was found, and what the rules cost together if that is too much. */
void ls_crd_rules_tell(const struct ls_crd_rules *rules, const struct ls_spot *schema);
