#pragma once
/* The checker's own types, private to this folder. */
#include "expr/check/check.h"
#include "expr/check/unify.h"

/* A variable that the expression declares: a linked list on the stack, innermost first. */
struct check_local {
    struct ls_slice name;
    const struct ls_cel_type *type;
    const struct check_local *outer;
};

/* A function of the environment, its signatures read once. */
struct check_function {
    struct ls_slice name;
    struct ls_cel_overloads overloads;
    const struct ls_cel_signature *signatures;
    const struct check_function *next;
};

enum { CHECK_FUNCTION_SLOTS = 64 };
struct check {
    const struct ls_cel_env *env;
    struct ls_cel_checked *out;
    struct ls_cel_issues *issues;
    struct ls_arena *arena;
    struct ls_unify unify;
    const struct check_local *locals;
    const struct check_function *functions[CHECK_FUNCTION_SLOTS];
    bool has_mixed_compare;
    size_t depth;
};

/* When these return, the types of the node and of all below it are known. */
void ls_check_node(struct check *check, const struct ls_cel_node *node);
void ls_check_call(struct check *check, const struct ls_cel_node *node);
void ls_check_set_type(struct check *check, const struct ls_cel_node *node,
                       const struct ls_cel_type *type);
const struct ls_cel_type *ls_check_type(const struct check *check, const struct ls_cel_node *node);
/* The type of operand.name; says what is wrong at `node`. */
const struct ls_cel_type *ls_check_field(struct check *check, const struct ls_cel_node *node,
                                         const struct ls_cel_node *operand, struct ls_slice name,
                                         bool is_optional);
/* As messages print it; "..." for one that is too large. */
const char *ls_check_type_text(const struct check *check, const struct ls_cel_type *type);
void ls_check_mismatch(struct check *check, const struct ls_cel_node *node,
                       const struct ls_cel_type *wanted, const struct ls_cel_type *found);
void ls_check_undeclared(struct check *check, const struct ls_cel_node *node, struct ls_slice name);

/* What a name stands for: a local (only its type is set), a variable, or a type. */
struct check_meaning {
    const struct ls_cel_type *type; /* NULL: nothing */
    const struct ls_cel_variable *variable;
    const struct ls_cel_type *constant;
};
struct check_meaning ls_check_ident(struct check *check, struct ls_slice name);
/* The same for a name with dots in it: never a local, and nothing when a local of the first part
 * hides it. */
struct check_meaning ls_check_dotted(struct check *check, struct ls_slice name);
/* NULL: there is no such function. */
const struct check_function *ls_check_function(struct check *check, struct ls_slice name);
/* "a.b.c" for selections of a name; false for anything else. */
bool ls_check_qualified(struct check *check, const struct ls_cel_node *node, struct ls_slice *out);
