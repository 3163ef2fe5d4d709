#pragma once
/* a[i], a[?i] and a.?b for values of any kind, as cel-go evaluates them: indexes of any number kind
 * ([1][0.0]), and an empty optional stays empty. */
#include "expr/term/term.h"

/* The item or the value of the key; for an optional an optional. An error when there is none. */
struct ls_term ls_cel_index(struct ls_arena *arena, struct ls_term of, struct ls_term at);
/* The same as an optional: none where there is no such item or key. */
struct ls_term ls_cel_index_optional(struct ls_arena *arena, struct ls_term of, struct ls_term at);
/* A field by its name as an optional; none too where the value has no fields at all. */
struct ls_term ls_cel_field_optional(struct ls_arena *arena, struct ls_term of,
                                     struct ls_slice name);
