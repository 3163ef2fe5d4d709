#pragma once
/*
 * The token of `continue`, opaque to clients. It holds what kube-apiserver writes: base64url of
 * {"v":"meta.k8s.io/v1","rv":REVISION,"start":KEY}.
 */
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"
#include "sandbox/status/failure.h"

struct ls_continue {
    int64_t revision;      /* of the whole list; -1: the newest, after the old one expired */
    struct ls_slice start; /* the first key to show, without the list's namespace and slash */
};

struct ls_slice ls_continue_print(struct ls_arena *arena, const struct ls_continue *place);
/* 400 for a token that no server made. */
const struct ls_failure *ls_continue_read(struct ls_arena *arena, struct ls_slice token,
                                          struct ls_continue *out);
