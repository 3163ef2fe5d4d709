#pragma once
/*
 * The members of a map in the order of their keys' bytes, for everything that must not depend on
 * the order in which they were written: equality, hashes, output that is compared.
 *
 *     struct ls_members members LS_AUTO(ls_members_release);
 *     ls_members_init(&members, map);
 *     for (size_t i = 0; i < members.count; i++) use(members.at[i].key, members.at[i].value);
 */
#include "value/node.h"

struct ls_map_member {
    struct ls_slice key;
    struct ls_node value;
};

enum { LS_MEMBERS_FEW = 16 };

struct ls_members {
    struct ls_map_member *at;
    size_t count;
    struct ls_map_member few[LS_MEMBERS_FEW]; /* small maps need no heap */
};

void ls_members_init(struct ls_members *members, struct ls_node map); /* borrows the map */
/* Those that a walk through a map has not reached; `count` is their number. */
void ls_members_init_rest(struct ls_members *members, struct ls_iter rest, size_t count);
void ls_members_release(struct ls_members *members);
