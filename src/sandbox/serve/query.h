#pragma once
/*
 * The query of a request: its decoded pairs in their order. A pair that cannot be decoded or is not
 * UTF-8 is left out, as Go's servers do.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/slice.h"

struct ls_query_pair {
    struct ls_slice key;
    struct ls_slice value;
};

struct ls_query {
    const struct ls_query_pair *pairs;
    size_t count;
};

/* Without the question mark; borrows from the text where nothing had to be decoded. */
struct ls_query ls_query_read(struct ls_arena *arena, struct ls_slice text);
/* The first value of this key; at == NULL when there is none. */
struct ls_slice ls_query_get(const struct ls_query *query, const char *key);
bool ls_query_has(const struct ls_query *query, const char *key);
/* A boolean: absent, "0" and "false" are false, anything else is true. */
bool ls_query_flag(const struct ls_query *query, const char *key);

/* Percent-decoding of one segment of a path; false: malformed. */
bool ls_percent_decode(struct ls_arena *arena, struct ls_slice text, bool plus_is_space,
                       struct ls_slice *out);
