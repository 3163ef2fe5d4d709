#pragma once
/*
 * Regular expressions: RE2 behind a C face. Linear time, the syntax of Go's regexp. Immutable once
 * compiled; the program's memory is bounded by LS_REGEX_PROGRAM_BYTES_MAX.
 *
 * Threads: searching from any thread.
 */
#include "base/err.h"
#include "base/slice.h"

#include <stdbool.h>

struct ls_regex;

/* The error is worded as Go does: error parsing regexp: missing closing ): `(a`. */
enum ls_code ls_regex_new(struct ls_slice pattern, struct ls_regex **out, struct ls_err *err);
void ls_regex_free(struct ls_regex *regex); /* NULL does nothing */
/* Is there a match anywhere in the text? Anchors are the pattern's own. */
bool ls_regex_search(const struct ls_regex *regex, struct ls_slice text);
