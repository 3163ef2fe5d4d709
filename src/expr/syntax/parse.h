#pragma once
/*
 * CEL text to a tree. The grammar is that of the language definition with optional syntax
 * (a.?b, a[?b], [?a], {?k: v}) and quoted field names (a.`b-c`); macros are expanded while parsing.
 * Limits: expr/limits.h; a text past one is an issue like any other.
 */
#include "base/err.h"
#include "expr/syntax/ast.h"
#include "expr/syntax/issue.h"

/* Macros beyond the standard ones (has, all, exists, exists_one, map, filter). */
enum {
    LS_CEL_MACROS_BIND = LS_BIT(0),     /* cel.bind(x, value, expr) */
    LS_CEL_MACROS_TWO_VAR = LS_BIT(1),  /* all(i, v, ...), transformList, transformMap(Entry) */
    LS_CEL_MACROS_OPTIONAL = LS_BIT(2), /* optMap, optFlatMap */
    LS_CEL_MACROS_MATH = LS_BIT(3),     /* math.greatest, math.least */
    LS_CEL_MACROS_BLOCK = LS_BIT(4),    /* cel.block, cel.index, cel.iterVar, cel.accuVar */
    LS_CEL_MACROS_SORT_BY =
        LS_BIT(5), /* list.sortBy(x, key), to list.@sortByAssociatedKeys(keys) */
    LS_CEL_MACROS_EXISTS_ONE = LS_BIT(6), /* existsOne of one variable: not in Kubernetes 1.36 */
};
struct ls_cel_syntax {
    unsigned macros;
    bool has_optional;     /* optional syntax is part of the language */
    bool has_quoted_names; /* so are fields in back quotes */
};

struct ls_cel_tree {
    struct ls_slice source; /* a copy */
    const struct ls_cel_node *root;
    uint32_t node_count; /* ids are 1 to this; some stand for no node */
};

/* Fails with LS_E_INVALID, LS_E_TOO_BIG past a limit, and at least one issue. The tree lives in
 * issues->arena. */
enum ls_code ls_cel_parse(struct ls_slice text, const struct ls_cel_syntax *syntax,
                          struct ls_cel_tree *out, struct ls_cel_issues *issues);
