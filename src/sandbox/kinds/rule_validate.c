#include "sandbox/kinds/rule_validate.h"

#include "sandbox/kinds/seen.h"

enum { MATCH_CONDITIONS_MAX = 64 };

/* At least one item, and a star must be the only one. */
static void list_check(const struct ls_spot *list, const char *noun)
{
    if (ls_spot_needed(list) && ls_node_count(list->value) > 1 &&
        ls_node_has_text(list->value, LS_SLICE("*")))
        ls_spot_invalid(list, "if '*' is present, must not specify other %s", noun);
}

/* Each is NAME or NAME/SUBRESOURCE, either may be a star, and no star covers what is named too. */
static void resources_check(const struct ls_spot *resources)
{
    struct ls_seen whole LS_AUTO(ls_seen_release) = {.count = 0}; /* names with any subresource */
    struct ls_seen subs LS_AUTO(ls_seen_release) = {.count = 0};  /* subresources of any name */
    bool has_all = false, has_star_alone = false, has_plain = false;
    ls_spot_needed(resources);
    LS_EACH_ITEM (resource, resources) {
        struct ls_slice sub, text = ls_spot_text(&resource);
        struct ls_slice name = ls_slice_cut(text, '/', &sub);
        has_all |= ls_slice_is(text, "*/*");
        has_star_alone |= ls_slice_is(text, "*");
        if (!ls_spot_needed(&resource))
            continue;
        if (name.len == text.len) {
            has_plain = !ls_slice_is(text, "*");
            continue;
        }
        if (ls_seen_has(&whole, name))
            ls_spot_invalid(&resource, "if '%.*s/*' is present, must not specify %.*s",
                            LS_ARG(name), LS_ARG(text));
        if (ls_seen_has(&subs, sub))
            ls_spot_invalid(&resource, "if '*/%.*s' is present, must not specify %.*s", LS_ARG(sub),
                            LS_ARG(text));
        if (ls_slice_is(sub, "*"))
            ls_seen_add(&whole, name);
        if (ls_slice_is(name, "*"))
            ls_seen_add(&subs, sub);
    }
    if (ls_node_count(resources->value) > 1 && has_all)
        ls_spot_invalid(resources, "if '*/*' is present, must not specify other resources");
    if (has_star_alone && has_plain)
        ls_spot_invalid(resources, "if '*' is present, must not specify other resources without "
                                   "subresources");
}

void ls_match_conditions_check(const struct ls_spot *conditions)
{
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    ls_spot_at_most(conditions, MATCH_CONDITIONS_MAX);
    LS_EACH_ITEM (condition, conditions) {
        struct ls_spot expression = ls_spot_at(&condition, "expression");
        struct ls_spot name = ls_spot_at(&condition, "name");
        if (ls_slice_trim(ls_spot_text(&expression)).len == 0)
            ls_spot_required(&expression, "%s", "");
        ls_spot_needed_text(&name, LS_TEXT_LABEL_KEY);
        if (ls_spot_text(&name).len > 0 && !ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
    }
}

void ls_resource_rule_check(const struct ls_spot *rule)
{
    static const char *const known[] = {"*", "CONNECT", "CREATE", "DELETE", "UPDATE"};
    static const char *const scopes[] = {"*", "Cluster", "Namespaced"};
    struct ls_spot operations = ls_spot_at(rule, "operations");
    struct ls_spot groups = ls_spot_at(rule, "apiGroups");
    struct ls_spot versions = ls_spot_at(rule, "apiVersions");
    list_check(&operations, "operations");
    LS_EACH_ITEM (operation, &operations)
        LS_SPOT_CHOICE(&operation, known);
    list_check(&groups, "API groups");
    list_check(&versions, "API versions");
    LS_EACH_ITEM (version, &versions)
        ls_spot_needed(&version);
    resources_check(LS_SPOT_AT(rule, "resources"));
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(rule, "scope"), scopes);
}
