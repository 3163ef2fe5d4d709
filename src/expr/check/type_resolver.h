#pragma once
/*
 * The last step of a check: type variables are replaced by the types they stand for, free ones by
 * dyn.
 *
 * Nodes share types. A resolved type is remembered by its address, so the work grows with the
 * number of types and not with how often they are used.
 */
#include "expr/check/unify.h"

struct ls_resolved_type;
struct ls_type_resolver {
    struct ls_arena *arena;
    struct ls_resolved_type *table; /* hash table by the address of the type */
    size_t count, cap;
    bool is_over; /* a type is too large or too deep; it became dyn */
};
void ls_type_resolver_init(struct ls_type_resolver *resolver, struct ls_arena *arena);
const struct ls_cel_type *ls_type_resolve(struct ls_type_resolver *resolver,
                                          const struct ls_cel_type *type);
