#pragma once
/* A CEL expression as a tree, its macros expanded, as cel-go builds it: the checker and the cost
 * estimate depend on its shape. Immutable once parsed; in the arena of the caller, which also holds
 * a copy of the text. */
#include "expr/term/term.h"

enum ls_cel_node_kind {
    LS_CEL_NODE_LITERAL,
    LS_CEL_NODE_IDENT,  /* name; a leading dot is kept: ".x" is searched in no container */
    LS_CEL_NODE_SELECT, /* operand.name; is_test: has(operand.name) */
    LS_CEL_NODE_CALL,   /* name(args), target.name(args); operators have names such as _+_ */
    LS_CEL_NODE_LIST,
    LS_CEL_NODE_MAP,
    LS_CEL_NODE_STRUCT, /* Name{field: value}: parsed, and refused when compiled */
    LS_CEL_NODE_FOLD,   /* a comprehension */
    LS_CEL_NODE_KIND_COUNT
};

/* One entry of a list (value), a map (key, value) or a struct (name, value). */
struct ls_cel_entry {
    const struct ls_cel_node *key;
    struct ls_slice name;
    const struct ls_cel_node *value;
    bool is_optional; /* written with ? */
    uint32_t offset;  /* of the colon of a map's or a struct's, in bytes */
};

/* for (var, var2 in range; while condition) accu = step; result. Names are of the expression. */
struct ls_cel_fold {
    const struct ls_cel_node *range;
    struct ls_slice var;
    struct ls_slice var2; /* empty: one variable (items of a list, keys of a map) */
    struct ls_slice accu; /* "@result" */
    const struct ls_cel_node *init, *condition, *step, *result;
};

struct ls_cel_node {
    enum ls_cel_node_kind kind;
    uint32_t id;     /* from 1, unique in its expression; index of tables that others keep */
    uint32_t offset; /* in bytes: where cel-go points for this kind of node */
    union {
        struct ls_term literal;
        struct ls_slice name; /* IDENT */
        struct {
            const struct ls_cel_node *operand;
            struct ls_slice name;
            bool is_test;
        } select;
        struct {
            struct ls_slice name;
            const struct ls_cel_node *target; /* NULL: none */
            const struct ls_cel_node *const *args;
            size_t arg_count;
        } call;
        struct {
            struct ls_slice type_name; /* STRUCT */
            const struct ls_cel_entry *at;
            size_t count;
        } entries; /* LIST, MAP, STRUCT */
        const struct ls_cel_fold *fold;
    };
};

/* Names of operators, as in cel-go: calls have these. */
#define LS_CEL_OP_AND       "_&&_"
#define LS_CEL_OP_OR        "_||_"
#define LS_CEL_OP_NOT       "!_"
#define LS_CEL_OP_NEGATE    "-_"
#define LS_CEL_OP_TERNARY   "_?_:_"
#define LS_CEL_OP_INDEX     "_[_]"
#define LS_CEL_OP_OPT_INDEX "_[?_]"
#define LS_CEL_OP_OPT_FIELD "_?._" /* (operand, string literal) */
#define LS_CEL_OP_IN        "@in"
#define LS_CEL_OP_NOT_FALSE "@not_strictly_false" /* loops continue while it is true */
/* Also _==_ _!=_ _<_ _<=_ _>_ _>=_ _+_ _-_ _*_ _/_ _%_. */
