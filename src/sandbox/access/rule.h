#pragma once
/*
 * One rule of a Role or ClusterRole: what it allows, and which rules cover others.
 *
 * A rule is read where it is stored, as a value with verbs, apiGroups, resources, resourceNames and
 * nonResourceURLs.
 */
#include "sandbox/access/attributes.h"
#include "value/node.h"

bool ls_rule_allows(struct ls_node rule, const struct ls_attributes *attributes);
/* One of its lists, such as "verbs". */
struct ls_node ls_rule_list(struct ls_node rule, const char *key);
/* True: the list has the text, or a star, which stands for every text. */
bool ls_rule_has(struct ls_node rule, const char *key, struct ls_slice text);
/* True: one of its nonResourceURLs is the path, or a pattern that covers it. */
bool ls_rule_has_path(struct ls_node rule, struct ls_slice path);

/* The rules of one user or role; borrowed from the store, so only until the next write. */
struct ls_policy_rules {
    const struct ls_node *at;
    size_t count;
};

/* What `wanted` grants and `held` does not, one line a resource, as kube-apiserver prints it:
 * `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`. "": everything is covered. */
const char *ls_rules_missing(struct ls_arena *arena, struct ls_policy_rules held,
                             struct ls_node wanted);
