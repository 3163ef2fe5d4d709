#pragma once
/*
 * A slice: borrowed bytes with a length, not NUL-terminated. The owner outlives the slice.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/macros.h"

struct ls_slice {
    const char *at;
    size_t len;
};

#define LS_SLICE(literal) ((struct ls_slice){"" literal, sizeof(literal) - 1})
/* For printf: "%.*s", LS_ARG(slice). */
#define LS_ARG(slice) (int)(slice).len, (slice).at

struct ls_slice ls_slice_of(const char *text); /* NULL gives the empty slice */
bool ls_slice_equal(struct ls_slice a, struct ls_slice b);
bool ls_slice_is(struct ls_slice a, const char *text);
/* Is it one of the texts? */
bool ls_slice_is_any(struct ls_slice a, const char *const *texts, size_t text_count);
bool ls_slice_equal_nocase(struct ls_slice a, struct ls_slice b); /* ASCII only */
bool ls_slice_is_nocase(struct ls_slice a, const char *text);     /* ASCII only */
bool ls_slice_starts(struct ls_slice text, const char *prefix);
bool ls_slice_ends(struct ls_slice text, const char *suffix);
int ls_slice_compare(struct ls_slice a, struct ls_slice b); /* bytewise, shorter first */
struct ls_slice ls_slice_trim(struct ls_slice text);        /* ASCII white space at both ends */
struct ls_slice ls_slice_from(struct ls_slice text, size_t start);
/* The part before `separator`; *rest is what follows it, or empty with at == NULL when there is
 * none. */
struct ls_slice ls_slice_cut(struct ls_slice text, char separator, struct ls_slice *rest);
/* Is it one of the characters of a text? NUL never is. */
bool ls_char_is_any(int c, const char *chars);
/* SIZE_MAX when absent. */
size_t ls_slice_find(struct ls_slice text, char c);
/* The whole slice as a decimal; false on anything else or overflow. */
bool ls_slice_to_i64(struct ls_slice text, int64_t *out);
