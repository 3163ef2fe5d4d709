#pragma once
/* The private structs of the tree of rules, shared by its builder and its evaluation. */
#include "sandbox/kinds/custom_rules.h"

struct custom_rules_property {
    const char *name;
    const struct ls_custom_rules *rules;
};

struct ls_custom_rules {
    struct ls_node schema;
    const char *type_text;          /* "integer", as errors show it; "": int-or-string */
    const struct ls_cel_type *type; /* of self; NULL: CEL cannot represent such values */
    struct ls_custom_rule *rules;
    size_t rule_count;
    bool uses_old;                                    /* one of the rules here does */
    const struct ls_custom_rules *items, *additional; /* NULL: no rules there */
    struct custom_rules_property *properties;         /* in the order of their names */
    size_t property_count;
};

/* NULL: it has no rules. */
const struct ls_custom_rules *custom_rules_property(const struct ls_custom_rules *rules,
                                                    struct ls_slice name, const char **name_text);
