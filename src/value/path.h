#pragma once
/*
 * Paths: the steps from a value to one inside it. A step is a key of a map or an index of a list.
 *
 * As text: `.spec.containers[0].image`, a key that holds dots or brackets in quotes:
 * `.metadata.labels["app.kubernetes.io/name"]`. The leading dot may be left out;
 * alone it is the value itself.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "value/node.h"

struct ls_path_step {
    struct ls_slice key; /* at == NULL: the step is an index */
    size_t index;
};

struct ls_path {
    const struct ls_path_step *steps;
    size_t count;
};

/* The keys are borrowed from the text, or copied to the arena when they have escapes. */
enum ls_code ls_path_parse(struct ls_arena *arena, struct ls_slice text, struct ls_path *out,
                           struct ls_err *err);
void ls_path_print(struct ls_buf *out, struct ls_path path);
/* The value at the end of the path; absent when there is none. */
struct ls_node ls_path_get(struct ls_node root, struct ls_path path);
