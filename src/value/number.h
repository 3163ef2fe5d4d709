#pragma once
/*
 * JSON numbers as text: the grammar of RFC 8259, integers, and the normal form by which numbers
 * that are written differently are found equal. No number passes through a double.
 */
#include "base/slice.h"

#include <stdbool.h>
#include <stdint.h>

/* Moves *at past the number that begins there. On failure *at is the byte that is wrong, and the
 * answer a sentence about it; NULL is success. */
const char *ls_number_scan(const char **at, const char *end);
bool ls_number_is_valid(struct ls_slice text);
/* An integer without point and exponent that fits. -0 does not: no int64 can give its text back. */
bool ls_number_to_int(struct ls_slice text, int64_t *out);
