#pragma once
/*
 * JSON pointer (RFC 6901): "" is the whole value, "/spec/containers/0" one inside it. In a token ~1
 * stands for / and ~0 for ~.
 */
#include "base/arena.h"
#include "base/err.h"
#include "base/slice.h"

struct ls_pointer {
    const struct ls_slice *tokens; /* unescaped */
    size_t count;
};

/* Refuses what does not start with a slash, a ~ that escapes nothing, and more than LS_DEPTH_MAX
 * tokens. Tokens borrow the text unless they had to be unescaped into the arena. */
enum ls_code ls_pointer_parse(struct ls_arena *arena, struct ls_slice text, struct ls_pointer *out,
                              struct ls_err *err);
/* Does `inner` point below what `outer` points at? */
bool ls_pointer_is_inside(struct ls_pointer inner, struct ls_pointer outer);
/* A token as the index of a list: decimal digits without a leading zero. */
bool ls_pointer_index(struct ls_slice token, size_t *out);
