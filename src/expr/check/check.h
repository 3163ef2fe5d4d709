#pragma once
/*
 * The type checker: finds what cannot work before anything runs, in cel-go's words
 * (undefined field 'x', found no matching overload for '_+_' applied to '(int, string)', undeclared
 * reference to 'y' (in container '')), and says which type each node has.
 */
#include "expr/lib/library.h"
#include "expr/syntax/parse.h"

struct ls_cel_variable {
    struct ls_slice name; /* "self", "a.b.c" */
    const struct ls_cel_type *type;
};

/* What an expression may name. Filled in by the caller and borrowed. */
struct ls_cel_env {
    uint64_t libraries; /* LS_CEL_LIBS(...) | ...; the standard one is always there */
    const struct ls_cel_variable *variables;
    size_t variable_count;
    struct ls_slice container;        /* "com.example": names are searched there first */
    const struct ls_cel_type *result; /* the type that the result must have; NULL: any */
    bool is_unchecked;                /* no type check: errors show when it runs */
    bool has_alike_literals;          /* items of a list literal must have one type */
    bool has_mixed_compare;           /* 1 < 1.5 is allowed by the checker */
    bool has_optional;                /* optional syntax */
    bool has_quoted_names;            /* fields in back quotes */
    bool is_presence_strict;          /* has(1.x), 1.?x are errors and not false or none */
    bool has_literal_checks; /* literals given to duration(), timestamp(), matches() and format()
                                are read at once, and literal lists are of one type for certain */
};

/* Results of the checker, by node id. Tables have tree->node_count + 1 entries. */
struct ls_cel_checked {
    const struct ls_cel_type **types; /* NULL where unchecked */
    const struct ls_cel_overload *const *
        *overloads;                           /* of calls: those that may apply, NULL-ended */
    const struct ls_cel_variable **variables; /* of IDENT and of SELECT that names a variable */
    const struct ls_cel_type **constants;     /* of IDENT and SELECT that name a type */
    const struct ls_cel_type *type;           /* of the whole */
};

/* Tables and types live in issues->arena. Fails with LS_E_INVALID and at least one issue. A node
 * that names a variable of a comprehension has no entry in `variables`; a call of a function with a
 * dotted name (math.greatest) has no type for its target. */
enum ls_code ls_cel_check(const struct ls_cel_env *env, const struct ls_cel_tree *tree,
                          struct ls_cel_checked *out, struct ls_cel_issues *issues);
