#pragma once
/*
 * JSON numbers as text: the grammar of RFC 8259, integers, and the normal form by which numbers
 * that are written differently are found equal. No number passes through a double.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/slice.h"

/* Moves *at past the number that begins there. On failure *at is the byte that is wrong, and the
 * answer a sentence about it; NULL is success. */
const char *ls_number_scan(const char **at, const char *end);
bool ls_number_is_valid(struct ls_slice text);
/* An integer without point and exponent that fits. -0 does not: no int64 can give its text back. */
bool ls_number_to_int(struct ls_slice text, int64_t *out);

/* The value of a number: its significant digits, neither first nor last a 0, times ten to the
 * exponent. Zero has no digits, exponent 0 and no sign. */
struct ls_decimal {
    struct ls_slice whole, fraction; /* digits around the point, borrowed from the text */
    size_t first, count;             /* the significant ones, counted over both */
    int64_t exponent;
    bool is_negative;
};
/* false: the exponent has more than LS_EXPONENT_DIGITS_MAX digits, only the text can be compared */
bool ls_decimal_of(struct ls_slice number, struct ls_decimal *out);
char ls_decimal_digit(const struct ls_decimal *decimal, size_t i); /* i of the significant ones */
bool ls_decimal_equal(const struct ls_decimal *a, const struct ls_decimal *b);
