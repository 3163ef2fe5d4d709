#pragma once
/*
 * Finds the known word that a mistyped word is nearest to.
 */
#include "base/slice.h"

enum { LS_NEAREST_BYTES_MAX = 63 }; /* longer words match nothing */

/* How many letters must change, come or go (Levenshtein), upper and lower case being the same;
 * SIZE_MAX when either is too long. */
size_t ls_nearest_distance(struct ls_slice a, struct ls_slice b);
/* The largest distance at which a typed word of this length counts as a misspelling. */
size_t ls_nearest_reach(size_t typed_bytes);
/* The nearest of a list that ends with NULL; NULL: none is near. */
const char *ls_nearest(const char *typed, const char *const *known);
