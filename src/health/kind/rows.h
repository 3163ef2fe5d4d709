#pragma once
/*
 * The table of kinds: one row for each that is judged by a rule in C.
 *
 * The group matters: a Service of another group is judged by the generic rule. The version does not
 * matter.
 */
#include "health/kind/kinds.h"

struct ls_health_row {
    const char *group;
    const char *kind;
    ls_judge_fn judge;                          /* NULL: the generic rule */
    ls_companion_query_fn ask;                  /* NULL: it has no companions */
    bool (*is_finished)(struct ls_node object); /* NULL: it never ends */
    bool owns_pods;
};

/* Never NULL: a row without a rule for all other kinds. */
const struct ls_health_row *ls_health_row_find(struct ls_slice group, struct ls_slice kind);
const struct ls_health_row *ls_health_row_of(struct ls_node object);
/* All rows, for tests and the manual; *count of them. */
const struct ls_health_row *ls_health_rows(size_t *count);
