#pragma once
/*
 * The table of kinds: one row for each that is judged by a rule in C.
 *
 * The group counts: a Service of another group is judged by what it says of itself. The version
 * does not.
 */
#include "health/kind/kinds.h"

struct ls_health_row {
    const char *group;
    const char *kind;
    ls_judge_fn judge;                          /* NULL: as every other kind */
    ls_companion_query_fn ask;                  /* NULL: it stands for itself */
    bool (*is_finished)(struct ls_node object); /* NULL: it is never done for good */
    bool owns_pods;
};

/* Never NULL: a row without a rule for all other kinds. */
const struct ls_health_row *ls_health_row_find(struct ls_slice group, struct ls_slice kind);
const struct ls_health_row *ls_health_row_of(struct ls_node object);
/* All rows, for tests and pages; *count of them. */
const struct ls_health_row *ls_health_rows(size_t *count);
