#pragma once
/*
 * The columns of a kind, built-in or custom, and the row of an object.
 */
#include "sandbox/columns/columns.h"

struct ls_kind;

size_t ls_kind_column_count(const struct ls_kind *kind);
struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i);
/* Appends one value per column to the open list. `now_ms` is wall time, for ages. */
void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                   int64_t now_ms);
/* Appends the `conditions` of the object's row to the open list; false: there are none. */
bool ls_kind_row_conditions(const struct ls_kind *kind, struct ls_build *build,
                            struct ls_node object);
