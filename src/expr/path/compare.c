/* Comparisons in filters. Two values are compared only when they have the same basic type: an
 * integer and a decimal have not, and maps, lists and null are never compared. */
#include "expr/path/run.h"

enum basic { BASIC_NONE, BASIC_BOOL, BASIC_INT, BASIC_DECIMAL, BASIC_STRING };

static enum basic basic_of(struct jsonpath_value value)
{
    switch (ls_node_type(value.node)) {
    case LS_TYPE_BOOL:
        return BASIC_BOOL;
    case LS_TYPE_INT:
        return BASIC_INT;
    case LS_TYPE_NUMBER:
        return BASIC_DECIMAL;
    case LS_TYPE_STRING:
        return BASIC_STRING;
    default:
        return BASIC_NONE;
    }
}

static int order_of(enum basic basic, struct ls_node a, struct ls_node b)
{
    int64_t x = 0, y = 0;
    switch (basic) {
    case BASIC_STRING:
        return ls_slice_compare(ls_node_string(a), ls_node_string(b));
    case BASIC_DECIMAL: {
        double u = ls_node_double(a, 0), v = ls_node_double(b, 0);
        return (u > v) - (u < v);
    }
    case BASIC_INT:
        x = ls_node_int(a, 0);
        y = ls_node_int(b, 0);
        break;
    case BASIC_BOOL:
        x = ls_node_bool(a, false);
        y = ls_node_bool(b, false);
        break;
    case BASIC_NONE:
        break;
    }
    return (x > y) - (x < y);
}

static const struct {
    const char *sign;
    bool if_less, if_equal, if_greater;
    bool is_order; /* not for bools */
} signs[] = {
    {"==", false, true, false, false}, {"!=", true, false, true, false},
    {"<", true, false, false, true},   {"<=", true, true, false, true},
    {">", false, false, true, true},   {">=", false, true, true, true},
};

enum ls_code ls_jsonpath_compare(struct ls_slice sign, struct jsonpath_value left,
                                 struct jsonpath_value right, bool *out, struct ls_err *err)
{
    LS_ASSERT(sign.len > 0);
    size_t i = 0;
    while (i < LS_COUNT(signs) && !ls_slice_is(sign, signs[i].sign))
        i++;
    if (i == LS_COUNT(signs))
        return ls_fail(err, LS_E_INVALID, "unrecognized filter operator %.*s", LS_ARG(sign));
    enum basic basic = basic_of(left);
    if (basic == BASIC_NONE || basic_of(right) == BASIC_NONE)
        return ls_fail(err, LS_E_INVALID, "invalid type for comparison");
    if (basic != basic_of(right))
        return ls_fail(err, LS_E_INVALID, "incompatible types for comparison");
    if (basic == BASIC_BOOL && signs[i].is_order)
        return ls_fail(err, LS_E_INVALID, "invalid type for comparison");
    int order = order_of(basic, left.node, right.node);
    *out = order < 0 ? signs[i].if_less : order == 0 ? signs[i].if_equal : signs[i].if_greater;
    return LS_OK;
}
