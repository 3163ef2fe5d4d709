#pragma once
/*
 * Cases as JSON lines: one is judged, its want and its got are printed. The format:
 *
 *     {"id", "expr", "bindings"?, "container"?, "disable_check"?, "want": {"value": V} | {"error":
 * true}}
 *     {"id", "object", "want": "Healthy" ...}
 *
 * where V carries its type: {"int": "1"}, {"list": [V, ...]}, {"map": [[V, V], ...]} ...
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "expr/term/term.h"
#include "value/node.h"

struct vector_answer {
    bool is_right;
    struct ls_buf want, got; /* for people */
};

/* Each fails only when the line is no case. */
enum ls_code vector_cel_run(struct ls_arena *arena, struct ls_node line, struct vector_answer *out,
                            struct ls_err *err);
enum ls_code vector_health_run(struct ls_arena *arena, struct ls_node line,
                               struct vector_answer *out, struct ls_err *err);

/* A value as cases write it. */
enum ls_code vector_term_read(struct ls_arena *arena, struct ls_node value, struct ls_term *out,
                              struct ls_err *err);
/* The same value of the same kind at every level: 1 is not 1u and not 1.0, NaN is NaN, and the
 * order of a map does not count. */
bool vector_term_same(struct ls_term a, struct ls_term b);
