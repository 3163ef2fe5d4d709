#pragma once
/*
 * Builds selectors, from text and from nodes. Terms are checked one by one as they are added and
 * sorted once at the end.
 */
#include "value/selector.h"
#include "base/vec.h"

struct ls_selector_build {
    struct ls_arena *arena;
    LS_VEC(struct ls_selector_term) terms;
    LS_VEC(struct ls_slice) values; /* of the term that comes next */
};

void ls_selector_build_release(struct ls_selector_build *build);
void ls_selector_build_value(struct ls_selector_build *build, struct ls_slice value); /* copied */
/* A term with the values given since the last one. */
enum ls_code ls_selector_build_term(struct ls_selector_build *build, struct ls_slice key,
                                    enum ls_selector_op op, struct ls_err *err);
struct ls_selector ls_selector_build_finish(struct ls_selector_build *build);
