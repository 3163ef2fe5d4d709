#include "value/members.h"

#include <stdlib.h>

#include "base/mem.h"

static int member_compare(const void *a, const void *b)
{
    const struct ls_map_member *left = a;
    const struct ls_map_member *right = b;
    return ls_slice_compare(left->key, right->key);
}

static bool is_sorted(const struct ls_members *members)
{
    for (size_t i = 1; i < members->count; i++) {
        if (member_compare(&members->at[i - 1], &members->at[i]) > 0)
            return false;
    }
    return true;
}

void ls_members_init_rest(struct ls_members *members, struct ls_iter rest, size_t count)
{
    LS_ASSERT(count == 0 || rest.is_map);
    members->count = count;
    members->at = members->few;
    if (count > LS_MEMBERS_FEW)
        members->at = LS_NEW_ARRAY(struct ls_map_member, count);
    for (size_t i = 0; i < count; i++) {
        bool is_there = ls_next(&rest);
        LS_ASSERT(is_there);
        members->at[i] = (struct ls_map_member){rest.key, rest.value};
    }
    /* Servers send most maps sorted. */
    if (!is_sorted(members))
        qsort(members->at, members->count, sizeof *members->at, member_compare);
}

void ls_members_init(struct ls_members *members, struct ls_node map)
{
    ls_members_init_rest(members, ls_iter(map), ls_node_count(map));
}

void ls_members_release(struct ls_members *members)
{
    if (members->at != members->few)
        ls_free(members->at);
}
