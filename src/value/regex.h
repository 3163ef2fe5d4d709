#pragma once
/*
 * Regular expressions: RE2 behind a C interface. Linear time, the syntax of Go's regexp. Immutable
 * once compiled; the program's memory is bounded by LS_REGEX_PROGRAM_BYTES_MAX.
 *
 * Threads: searching from any thread.
 */
#include <stdbool.h>
#include <stddef.h>

#include "base/err.h"
#include "base/slice.h"

struct ls_regex;

/* The error is worded as Go does: error parsing regexp: missing closing ): `(a`. */
enum ls_code ls_regex_new(struct ls_slice pattern, struct ls_regex **out, struct ls_err *err);
void ls_regex_free(struct ls_regex *regex); /* NULL does nothing */
/* Is there a match anywhere in the text? Anchors are the pattern's own. */
bool ls_regex_search(const struct ls_regex *regex, struct ls_slice text);

/* Where a match or a group of it stands, in bytes. */
struct ls_regex_span {
    size_t start, end; /* start SIZE_MAX: the group took no part */
};
size_t ls_regex_group_count(const struct ls_regex *regex); /* the whole match is none of them */
/* The first match that begins at or behind `from`, as Go finds it; the text before it still counts
 * for ^ and \b. out[0] is the whole, out[i] group i; out_count may be less than there are. */
bool ls_regex_find(const struct ls_regex *regex, struct ls_slice text, size_t from,
                   struct ls_regex_span *out, size_t out_count);
