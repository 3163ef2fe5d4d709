#pragma once
/*
 * Checking and estimating as kube-apiserver does for a custom resource, for tests: `self` and
 * `oldSelf` are of a schema with every kind of field, with limits and without.
 */
#include "expr/check/cost.h"
#include "expr/check/schema_type.h"

enum stage_schema { STAGE_BOUND, STAGE_UNBOUND, STAGE_ROOT };

struct stage {
    struct ls_arena arena;
    const struct ls_obj *schema;
    struct ls_cel_variable variables[2];
    struct ls_cel_env env;
};
void stage_init(struct stage *stage, enum stage_schema schema);
void stage_release(struct stage *stage);

/* "EXPRESSION => TYPE", or with each mistake as "LINE:COLUMN: TEXT", a bar between. In the arena of
 * the stage. */
const char *stage_check(struct stage *stage, const char *expression);
struct stage_row {
    const char *expression;
    const char *answer; /* a type, or mistakes with their places */
};
/* Checks that each expression has its answer. */
void stage_rows_check(const struct stage_row *rows, size_t count, enum stage_schema schema);

/* "EXPRESSION => MIN..MAX", or the mistakes. */
const char *stage_cost(struct stage *stage, const char *expression);
/* The type of a schema written as YAML; NULL when expressions cannot see it. */
const struct ls_cel_type *stage_type(struct stage *stage, const char *yaml, bool is_root);
