#include "sandbox/kinds/rule_validate.h"

/* One of each at least, and a star stands alone. */
static void list_check(const struct ls_spot *list, const char *noun)
{
    if (ls_spot_needed(list) && ls_node_count(list->value) > 1 &&
        ls_node_has_text(list->value, LS_SLICE("*")))
        ls_spot_invalid(list, "if '*' is present, must not specify other %s", noun);
}

void ls_resource_rule_check(const struct ls_spot *rule)
{
    static const char *const known[] = {"*", "CONNECT", "CREATE", "DELETE", "UPDATE"};
    static const char *const scopes[] = {"*", "Cluster", "Namespaced"};
    struct ls_spot operations = ls_spot_at(rule, "operations");
    struct ls_spot groups = ls_spot_at(rule, "apiGroups");
    struct ls_spot versions = ls_spot_at(rule, "apiVersions");
    struct ls_spot resources = ls_spot_at(rule, "resources");
    struct ls_spot scope = ls_spot_at(rule, "scope");
    list_check(&operations, "operations");
    LS_EACH_ITEM (operation, &operations)
        LS_SPOT_CHOICE(&operation, known);
    list_check(&groups, "API groups");
    list_check(&versions, "API versions");
    ls_spot_needed(&resources);
    LS_SPOT_OPTIONAL_CHOICE(&scope, scopes);
}
