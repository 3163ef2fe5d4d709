#pragma once
/*
 * Old and new values of an update, brought together: which item of the old list an item stands for,
 * and whether a value is what it was. Both by the schema, as kube-apiserver does it: items are
 * known again by the keys of a map list and in no other list, and what the schema does not declare
 * is never the same.
 */
#include "base/arena.h"
#include "value/node.h"

/* The items of a map list by their keys; of any other list, none. */
struct ls_custom_keyed {
    struct ls_node keys; /* x-kubernetes-list-map-keys */
    struct ls_custom_keyed_item *at;
    size_t count;
};
void ls_custom_keyed_init(struct ls_custom_keyed *keyed, struct ls_node schema,
                          struct ls_node list);
void ls_custom_keyed_release(struct ls_custom_keyed *keyed);
/* The first one with the keys of `item`; absent: none. */
struct ls_node ls_custom_keyed_find(const struct ls_custom_keyed *keyed, struct ls_node item);

/* A value and the one that it replaces. The answer is worked out once. */
struct ls_custom_pair {
    struct ls_node schema, old, value;
    bool is_known, is_same;
};
bool ls_custom_pair_is_same(struct ls_custom_pair *pair);
