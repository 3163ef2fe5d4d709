#pragma once
/*
 * Type variables of one check: which type stands for the A of list(A), inferred from the arguments.
 *
 * Rules are cel-go's: dyn goes with everything, null with times, objects and optionals, and a
 * variable that meets two types becomes the more general one. Bindings of an attempt that fails are
 * undone. All walks over types count against one budget, so that types which double at each step (a
 * map of maps of itself) end with is_over.
 */
#include "expr/term/type.h"

struct ls_unify_undo;
struct ls_unify {
    struct ls_arena *arena;
    struct ls_unify_undo *trail; /* bindings, newest last */
    size_t trail_count, trail_cap;
    uint32_t variable_count; /* names are _var0, _var1 ... as cel-go counts them */
    uint32_t steps_left;
    bool is_over; /* types are too large; answers since then mean nothing */
};

extern const struct ls_cel_type ls_unify_error_type;

void ls_unify_init(struct ls_unify *unify, struct ls_arena *arena);
const struct ls_cel_type *ls_unify_fresh(struct ls_unify *unify);

/* May a value of type `from` stand where `to` is wanted, or the other way? Binds variables. */
bool ls_unify_assignable(struct ls_unify *unify, const struct ls_cel_type *to,
                         const struct ls_cel_type *from);
/* The same for lists of the same length: all or none. */
bool ls_unify_assignable_all(struct ls_unify *unify, const struct ls_cel_type *const *to,
                             const struct ls_cel_type *const *from, size_t count);
const struct ls_cel_type *ls_unify_most_general(struct ls_unify *unify, const struct ls_cel_type *a,
                                                const struct ls_cel_type *b);
/* The type with variables replaced by what is known; free ones stay, or become dyn. */
const struct ls_cel_type *ls_unify_substitute(struct ls_unify *unify,
                                              const struct ls_cel_type *type, bool free_is_dyn);
/* Are the types identical? With is_any_param all variables count as equal. */
bool ls_unify_is_exact(struct ls_unify *unify, const struct ls_cel_type *a,
                       const struct ls_cel_type *b, bool is_any_param);
/* Has it more than LS_CEL_TYPE_PARTS_MAX parts, variables replaced? */
bool ls_unify_is_large(const struct ls_cel_type *type);
/* The type that a variable stands for; a free variable, or any other type, is returned as it is. */
const struct ls_cel_type *ls_unify_bound(const struct ls_cel_type *type);

/* Parameters of a signature (A, B, C) and the variables that stand for them in one call. */
struct ls_unify_params {
    const char *names[4];
    const struct ls_cel_type *variables[4];
    size_t count;
};
const struct ls_cel_type *ls_unify_instantiate(struct ls_unify *unify,
                                               struct ls_unify_params *params,
                                               const struct ls_cel_type *type);

/* The parts of a type that themselves are types: of a list its items, of a map keys and values. */
struct ls_type_parts {
    const struct ls_cel_type *at[2];
    size_t count;
};
struct ls_type_parts ls_type_parts(const struct ls_cel_type *type);
/* A copy of the type with other parts: how its lists compare and its sizes stay. */
const struct ls_cel_type *ls_type_with_parts(struct ls_arena *arena, const struct ls_cel_type *type,
                                             const struct ls_type_parts *parts);
bool ls_type_is_dyn(const struct ls_cel_type *type);
