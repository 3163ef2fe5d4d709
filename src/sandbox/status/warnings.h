#pragma once
/*
 * Warnings: messages beside the response, each in a Warning header of its own. They live in the
 * arena of the request; at most LS_WARNINGS_KEPT_MAX are kept, each once.
 */
#include <stddef.h>

#include "base/arena.h"

struct ls_response_warnings {
    const char **at;
    size_t count;
    size_t cap;
};

void ls_response_warnings_add(struct ls_response_warnings *warnings, struct ls_arena *arena,
                              const char *format, ...) LS_FORMAT(3, 4);
