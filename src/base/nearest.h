#pragma once
/*
 * The word that was meant: of those that are known, the one a typed word is nearest to.
 */
#include "base/slice.h"

enum { LS_NEAREST_BYTES_MAX = 63 }; /* longer words are near to nothing */

/* How many letters must change, come or go (Levenshtein), upper and lower case being the same;
 * SIZE_MAX when either is too long. */
size_t ls_nearest_distance(struct ls_slice a, struct ls_slice b);
/* How far a word may be off and still be taken for a slip of one of this length. */
size_t ls_nearest_reach(size_t typed_bytes);
/* The nearest of a list that ends with NULL; NULL: none is near. */
const char *ls_nearest(const char *typed, const char *const *known);
