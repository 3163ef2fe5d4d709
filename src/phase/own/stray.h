#pragma once
/*
 * Strays: fields that a kind does not have, and values of another type, as lines for people:
 *
 *     spec.strategy; did you mean spec.updateStrategy?
 *     spec.containers[0].foo
 *     spec.replicas: expected integer, got string: write it without quotes
 *
 * Whoever walks an object by some schema says where it is by steps, and prints here. Values never
 * stand in a line: they may be secrets.
 */
#include "base/buf.h"
#include "value/node.h"

struct ls_stray_step {
    const struct ls_stray_step *up; /* NULL: inside the object itself */
    struct ls_slice key;            /* at == NULL: the step is an index */
    size_t index;
};

/* The field that was meant: of those that the place does have, the nearest. */
struct ls_stray_guess {
    struct ls_slice typed;
    struct ls_slice best; /* at == NULL: none is near */
    size_t distance;
};
void ls_stray_guess(struct ls_stray_guess *guess, struct ls_slice known);

/* A field that is not known; step is the way to it. */
void ls_stray_print(struct ls_buf *out, const struct ls_stray_step *step,
                    const struct ls_stray_guess *guess);
/* A value that is of another type than `expected` ("integer or string"). */
void ls_stray_print_type(struct ls_buf *out, const struct ls_stray_step *step, const char *expected,
                         struct ls_node value);
/* Has so much been found that nobody reads on? */
bool ls_stray_is_full(const struct ls_buf *out);

/* The first line of several, cut into the path and what follows it (from `; ` or `: ` on). */
struct ls_stray_line {
    struct ls_slice path;
    struct ls_slice rest;
    size_t more; /* lines after it */
};
struct ls_stray_line ls_stray_first(struct ls_slice lines);
