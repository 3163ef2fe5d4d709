#pragma once
/*
 * Types at the end of a check: variables give way to what stands for them, free ones to dyn.
 *
 * Nodes share their types, a list of lists the type of its inner lists; what was settled once is
 * remembered, so the work grows with the types there are and not with how often they are used.
 */
#include "expr/check/unify.h"

struct ls_settled;
struct ls_settle {
    struct ls_arena *arena;
    struct ls_settled *table; /* by the address of the type */
    size_t count, cap;
    bool is_over; /* a type has more parts or is deeper than it may be: then it is dyn */
};
void ls_settle_init(struct ls_settle *settle, struct ls_arena *arena);
const struct ls_cel_type *ls_settle_type(struct ls_settle *settle, const struct ls_cel_type *type);
