#include "sandbox/access/rule.h"

struct ls_node ls_rule_list(struct ls_node rule, const char *key)
{
    return ls_node_get(rule, ls_slice_of(key));
}

bool ls_rule_has(struct ls_node rule, const char *key, struct ls_slice text)
{
    LS_EACH (it, ls_rule_list(rule, key)) {
        struct ls_slice item = ls_node_string(it.value);
        if (ls_slice_is(item, "*") || ls_slice_equal(item, text))
            return true;
    }
    return false;
}

/* "pods/log" */
static bool is_joined(struct ls_slice text, struct ls_slice resource, struct ls_slice subresource)
{
    struct ls_slice rest;
    struct ls_slice front = ls_slice_cut(text, '/', &rest);
    if (subresource.len == 0)
        return ls_slice_equal(text, resource);
    return ls_slice_equal(rest, subresource) &&
           (ls_slice_is(front, "*") || ls_slice_equal(front, resource));
}

static bool resource_matches(struct ls_node list, const struct ls_attributes *attributes)
{
    LS_EACH (it, list) {
        struct ls_slice item = ls_node_string(it.value);
        if (ls_slice_is(item, "*") ||
            is_joined(item, attributes->resource, attributes->subresource))
            return true;
    }
    return false;
}

static bool path_matches(struct ls_slice pattern, struct ls_slice path)
{
    size_t len = pattern.len;
    if (len == 0 || pattern.at[len - 1] != '*')
        return ls_slice_equal(pattern, path);
    while (len > 0 && pattern.at[len - 1] == '*')
        len--;
    struct ls_slice front = {pattern.at, len};
    return path.len >= len && ls_slice_equal(front, (struct ls_slice){path.at, len});
}

bool ls_rule_has_path(struct ls_node rule, struct ls_slice path)
{
    LS_EACH (it, ls_rule_list(rule, "nonResourceURLs")) {
        if (path_matches(ls_node_string(it.value), path))
            return true;
    }
    return false;
}

bool ls_rule_allows(struct ls_node rule, const struct ls_attributes *attributes)
{
    struct ls_node names = ls_rule_list(rule, "resourceNames");
    if (!ls_rule_has(rule, "verbs", attributes->verb))
        return false;
    if (!attributes->is_resource)
        return ls_rule_has_path(rule, attributes->path);
    return ls_rule_has(rule, "apiGroups", attributes->group) &&
           resource_matches(ls_rule_list(rule, "resources"), attributes) &&
           (ls_node_count(names) == 0 || ls_node_has_text(names, attributes->name));
}
