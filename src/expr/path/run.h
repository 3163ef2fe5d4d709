#pragma once
/* One run of a template over one object, private to this folder. walk.c evaluates nodes, compare.c
 * filters, template.c runs parts and prints. */
#include "base/vec.h"
#include "expr/path/tree.h"

struct jsonpath_values {
    LS_VEC(struct jsonpath_value) at;
};
void ls_jsonpath_values_release(struct jsonpath_values *values);

struct jsonpath_run {
    bool refuses_missing;
    size_t work_left;
    size_t work_max;
    /* Ranges, as client-go counts them. */
    unsigned begun;
    unsigned open;
    unsigned ended;
    const struct jsonpath_part *last_end;
    /* What was found: values, and where in them each printed part ends. */
    struct jsonpath_values found;
    LS_VEC(size_t) ends;
    size_t mistake_at;
    struct ls_err *err;
};

/* Takes steps from those that are left; LS_E_TOO_BIG when there are too few. */
enum ls_code ls_jsonpath_charge(struct jsonpath_run *run, size_t steps);
/* What the nodes give for `in`. On failure *out is what client-go would hold then: a filter that
 * tests for existence counts it. */
enum ls_code ls_jsonpath_walk(struct jsonpath_run *run, const struct jsonpath_list *list,
                              const struct jsonpath_values *in, struct jsonpath_values *out);
/* As Go's templates compare; `sign` is a filter's operator. */
enum ls_code ls_jsonpath_compare(struct ls_slice sign, struct jsonpath_value left,
                                 struct jsonpath_value right, bool *out, struct ls_err *err);
