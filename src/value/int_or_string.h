#pragma once
/*
 * Fields that hold a whole number or a percentage, such as `maxSurge` (`3` or `25%`).
 */
#include "value/node.h"
#include "base/err.h"

enum ls_rounding { LS_ROUND_DOWN, LS_ROUND_UP, LS_ROUNDING_COUNT };

/* A whole number as it is; a percentage of total, rounded. Anything else is an error. */
enum ls_code ls_int_or_percent(struct ls_node node, int64_t total, enum ls_rounding rounding,
                               int64_t *out, struct ls_err *err);
