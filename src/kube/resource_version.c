#include "kube/resource_version.h"

#include <string.h>

bool ls_rv_is_decimal(struct ls_slice rv)
{
    if (rv.len == 0 || rv.at[0] == '0')
        return false;
    for (size_t i = 0; i < rv.len; i++) {
        if (rv.at[i] < '0' || rv.at[i] > '9')
            return false;
    }
    return true;
}

enum ls_rv_order ls_rv_compare(struct ls_slice a, struct ls_slice b)
{
    if (ls_slice_equal(a, b))
        return LS_RV_EQUAL;
    if (!ls_rv_is_decimal(a) || !ls_rv_is_decimal(b))
        return LS_RV_UNORDERED;
    if (a.len != b.len)
        return a.len < b.len ? LS_RV_OLDER : LS_RV_NEWER;
    return memcmp(a.at, b.at, a.len) < 0 ? LS_RV_OLDER : LS_RV_NEWER;
}

uint64_t ls_rv_of_text(struct ls_slice rv)
{
    int64_t version = 0;
    return ls_rv_is_decimal(rv) && ls_slice_to_i64(rv, &version) ? (uint64_t)version : 0;
}

uint64_t ls_rv_of_object(struct ls_node object)
{
    return ls_rv_of_text(ls_node_string(ls_node_at(object, "metadata.resourceVersion")));
}
