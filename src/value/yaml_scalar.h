#pragma once
/*
 * What a YAML scalar means, for the reader and for the printer (which quotes what would mean
 * something else). Only for the yaml_*.c files.
 */
#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

enum ls_yaml_kind {
    LS_YAML_STRING,
    LS_YAML_NULL,
    LS_YAML_BOOL,
    LS_YAML_INT,     /* fits int64 */
    LS_YAML_BIG,     /* a whole number that fits uint64 only */
    LS_YAML_FLOAT,   /* finite */
    LS_YAML_ENDLESS, /* .inf and .nan, which JSON does not have */
    LS_YAML_TIME,    /* written like a date; stays a string */
};

struct ls_yaml_scalar {
    enum ls_yaml_kind kind;
    bool truth;    /* of BOOL */
    int64_t whole; /* of INT */
    uint64_t big;  /* of BIG */
};

/* By the rules for a scalar without quotes and tag. */
struct ls_yaml_scalar ls_yaml_resolve(struct ls_slice text);
bool ls_yaml_is_time(struct ls_slice text);
/* 1:30 and such, which other YAML readers take for numbers of base 60. */
bool ls_yaml_is_base60(struct ls_slice text);

/*
 * Decimals, exact: without binary floating point.
 */
/* Sign, digits with one point, exponent; '_' is ignored. False when the text is no such
 * number, or one that a double cannot hold. Appends it to out in the shape of JSON (1.50 becomes
 * 1.5, 1e3 becomes 1000) unless out is NULL. */
bool ls_yaml_decimal(struct ls_slice text, struct ls_buf *out);
/* A JSON number as YAML printers write it: whole numbers of 64 bits by their digits, others with an
 * exponent from a million on (1.5e+06). */
void ls_yaml_decimal_print(struct ls_buf *out, struct ls_slice json);
/* A number that is the key of a map becomes a string, in single precision. */
void ls_yaml_decimal_key(struct ls_buf *out, struct ls_slice json);
