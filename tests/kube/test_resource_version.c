#include "kube/resource_version.h"

#include "check.h"

static const struct {
    const char *a;
    const char *b;
    enum ls_rv_order order;
} order_rows[] = {
    {"5", "5", LS_RV_EQUAL},
    {"9", "10", LS_RV_OLDER},
    {"10", "9", LS_RV_NEWER},
    {"123", "124", LS_RV_OLDER},
    {"99999999999999999999999998", "99999999999999999999999999", LS_RV_OLDER},
    {"007", "8", LS_RV_UNORDERED},
    {"0", "1", LS_RV_UNORDERED},
    {"", "1", LS_RV_UNORDERED},
    {"1", "1a", LS_RV_UNORDERED},
    {"-1", "1", LS_RV_UNORDERED},
    {"abc", "abc", LS_RV_EQUAL},
    {"abc", "abd", LS_RV_UNORDERED},
};

TEST(versions_compare_by_length_then_bytes_or_not_at_all)
{
    for (size_t i = 0; i < LS_COUNT(order_rows); i++) {
        struct ls_slice a = ls_slice_of(order_rows[i].a);
        struct ls_slice b = ls_slice_of(order_rows[i].b);
        enum ls_rv_order order = order_rows[i].order;
        CHECK_INT(ls_rv_compare(a, b), order);
        CHECK_INT(ls_rv_compare(b, a), order == LS_RV_UNORDERED ? LS_RV_UNORDERED : -(int)order);
    }
}
