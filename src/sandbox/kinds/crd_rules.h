#pragma once
/*
 * Validation rules in definitions: their form, whether they compile, whether oldSelf is used only
 * where an old value exists, and their cost.
 *
 * Problems of rules are reported after all problems of the schema around them. Rules of an invalid
 * part of the schema are not checked.
 */
#include "sandbox/kinds/spot.h"

enum { LS_CRD_EXPENSIVE_MAX = 4 }; /* rules that are named when all rules together cost too much */

/* All rules of one openAPIV3Schema. */
struct ls_crd_rules {
    struct ls_field_errors errors; /* arena set by the caller */
    bool is_as_before;             /* the cost of single rules is not checked */
    uint64_t cost_total;
    struct ls_crd_expense {
        const char *field;
        uint64_t cost;
    } expensive[LS_CRD_EXPENSIVE_MAX]; /* the most expensive first */
    size_t expensive_count;
};

/* The position of a walk through a schema. */
struct ls_crd_scope {
    struct ls_crd_rules *rules;
    bool checks_rules;
    uint64_t cardinality;               /* how often a value can occur here at most */
    bool is_unbounded;                  /* no enclosing schema limits how often */
    const struct ls_spot *uncorrelated; /* outermost list of items without old values, or NULL */
};
/* Of the root. */
struct ls_crd_scope ls_crd_scope(struct ls_crd_rules *rules, bool checks_rules);
/* One level below `schema`. */
struct ls_crd_scope ls_crd_scope_below(const struct ls_crd_scope *scope, struct ls_node schema);

void ls_crd_check_rule_forms(const struct ls_spot *schema);
void ls_crd_check_rules(const struct ls_spot *schema, const struct ls_crd_scope *scope,
                        bool is_root);
/* Reports everything found, and the cost of all rules together if it is too high. */
void ls_crd_rules_report(const struct ls_crd_rules *rules, const struct ls_spot *schema);
