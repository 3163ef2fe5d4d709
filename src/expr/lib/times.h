#pragma once
/* Timestamps of CEL: years 1 to 9999, in UTC; beyond them is an error in cel-go's words. */
#include "expr/term/term.h"

struct ls_term ls_cel_time_checked(struct ls_arena *arena, struct ls_time time);
struct ls_term ls_cel_time_add(struct ls_arena *arena, struct ls_time time, int64_t ns);
