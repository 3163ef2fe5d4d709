#include "value/int_or_string.h"

static int64_t int_divide(int64_t value, int64_t by, enum ls_rounding rounding)
{
    int64_t rest = value % by;
    if (rounding == LS_ROUND_UP)
        return value / by + (rest > 0);
    return value / by - (rest < 0);
}

enum ls_code ls_int_or_percent(struct ls_node node, int64_t total, enum ls_rounding rounding,
                               int64_t *out, struct ls_err *err)
{
    LS_ASSERT(rounding < LS_ROUNDING_COUNT);
    if (ls_node_type(node) == LS_TYPE_INT) {
        *out = ls_node_int(node, 0);
        return LS_OK;
    }
    struct ls_slice text = ls_node_string(node);
    int64_t percent, product;
    bool has_sign = ls_slice_ends(text, "%");
    struct ls_slice number = {text.at, text.len - has_sign};
    if (!has_sign || !ls_slice_to_i64(number, &percent))
        return ls_fail(err, LS_E_INVALID,
                       "must be a whole number or a percentage such as 25%%, not a %s%s%.*s%s",
                       ls_type_name(ls_node_type(node)), ls_node_is_string(node) ? " '" : "",
                       (int)LS_MIN(text.len, 40), text.at, ls_node_is_string(node) ? "'" : "");
    if (__builtin_mul_overflow(percent, total, &product))
        return ls_fail(err, LS_E_TOO_BIG, "%.*s of %lld is too large", LS_ARG(text),
                       (long long)total);
    *out = int_divide(product, 100, rounding);
    return LS_OK;
}
