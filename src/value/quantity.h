#pragma once
/*
 * Quantity: a Kubernetes amount of something, such as `1500m`, `2Gi` or `1e3`. Exact at any size:
 * decimal digits and a power of ten, never a float.
 *
 * What is accepted, the rounding (away from zero, at the ninth decimal), the cap of binary amounts
 * (2^63 - 1) and the canonical form are those of kube-apiserver, with one exception: an amount of
 * 10^21 or more with a decimal suffix prints as a multiple of E, where the server loses its power
 * of ten (it stores `1000E` as `1`).
 */
#include "value/limits.h"
#include "value/node.h"
#include "base/buf.h"
#include "base/err.h"

/* How the amount was written, which is how it prints: 12M, 12Mi, 12e6. */
enum ls_quantity_form {
    LS_QUANTITY_DECIMAL,
    LS_QUANTITY_BINARY,
    LS_QUANTITY_EXPONENT,
    LS_QUANTITY_FORM_COUNT
};

/* A plain value; copy it at will. Digits have no zero at either end; zero has none at all. */
struct ls_quantity {
    enum ls_quantity_form form;
    bool is_negative;
    int32_t exponent; /* the value is the digits, read as an integer, times ten to this power */
    uint32_t digit_count;
    uint8_t digits[LS_QUANTITY_DIGITS_MAX]; /* 0 to 9, most significant first */
};

enum ls_code ls_quantity_parse(struct ls_slice text, struct ls_quantity *out, struct ls_err *err);
/* From a string or a number, as manifests hold either. */
enum ls_code ls_quantity_from_node(struct ls_node node, struct ls_quantity *out,
                                   struct ls_err *err);

int ls_quantity_sign(const struct ls_quantity *quantity);
/* Below, at or above zero: a is less than, equal to, greater than b. `1000m` equals `1`. */
int ls_quantity_compare(const struct ls_quantity *a, const struct ls_quantity *b);
/* The amount in units of 10^scale (-3: thousandths), fractions rounded away from zero; false when
 * that does not fit. */
bool ls_quantity_scaled(const struct ls_quantity *quantity, int scale, int64_t *out);

/* a + b, or a - b; the form is that of a unless a is zero. False: it has more digits than we keep.
 */
bool ls_quantity_add(const struct ls_quantity *a, const struct ls_quantity *b, bool is_minus,
                     struct ls_quantity *out);
struct ls_quantity ls_quantity_of_int(int64_t value, enum ls_quantity_form form);
/* The amount as kube-apiserver keeps it while it is short: value times ten to the scale. False: it
 * keeps its digits, or the text is no quantity. Its isInteger() sees this difference. */
bool ls_quantity_is_short(struct ls_slice text, int64_t *value, int32_t *scale);

/* Canonical: no fraction, the largest suffix that loses nothing. */
void ls_quantity_print(struct ls_buf *out, const struct ls_quantity *quantity);
/* What kube-apiserver stores for a text: mostly the canonical form, but a short text that it takes
 * for canonical already stays as it is (`1.500`, `+1`, `1E3`). */
enum ls_code ls_quantity_normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err);
