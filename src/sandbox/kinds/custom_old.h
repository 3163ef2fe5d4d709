#pragma once
/*
 * Matches old and new values of an update: which old item corresponds to an item of a list, and
 * whether a value is unchanged. Both follow the schema, as in kube-apiserver: only items of a map
 * list are matched, by their keys, and a value that the schema does not declare never counts as
 * unchanged.
 */
#include "base/arena.h"
#include "value/node.h"

/* The items of a map list by their keys; empty for any other list. */
struct ls_custom_keyed {
    struct ls_node keys; /* x-kubernetes-list-map-keys */
    struct ls_custom_keyed_item *at;
    size_t count;
};
void ls_custom_keyed_init(struct ls_custom_keyed *keyed, struct ls_node schema,
                          struct ls_node list);
void ls_custom_keyed_release(struct ls_custom_keyed *keyed);
/* The first item with the keys of `item`; absent: none. */
struct ls_node ls_custom_keyed_find(const struct ls_custom_keyed *keyed, struct ls_node item);

/* A value and the one that it replaces. The comparison runs once. */
struct ls_custom_pair {
    struct ls_node schema, old, value;
    bool is_known, is_same;
};
bool ls_custom_pair_is_same(struct ls_custom_pair *pair);
