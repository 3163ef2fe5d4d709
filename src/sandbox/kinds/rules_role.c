/* Rules of Role, ClusterRole and their bindings. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static const char rbac_group[] = "rbac.authorization.k8s.io";

static const struct ls_default group_defaults[] = {LS_DEFAULT_TEXT("apiGroup", rbac_group)};

static bool is_rbac_subject(struct ls_shape subject)
{
    struct ls_node kind = ls_shape_get(subject, "kind");
    return ls_node_string_is(kind, "User") || ls_node_string_is(kind, "Group");
}

/* A service account is of the core group "", which is not written. */
static void subject_default(struct ls_shape subject)
{
    if (ls_node_string(ls_shape_get(subject, "apiGroup")).len > 0)
        return;
    if (is_rbac_subject(subject))
        ls_shape_set_text(subject, "apiGroup", ls_slice_of(rbac_group));
}

static void role_binding_default(const struct ls_admission *admission)
{
    struct ls_shape binding = ls_shape_of(admission);
    struct ls_shape role = ls_shape_at(binding, "roleRef");
    struct ls_shape subjects = ls_shape_at(binding, "subjects");
    if (ls_node_string(ls_shape_get(role, "apiGroup")).len == 0)
        ls_shape_drop(role, "apiGroup");
    ls_shape_fill(role, group_defaults);
    LS_EACH_SHAPE (subject, subjects)
        subject_default(subject);
}

static void rule_check(const struct ls_spot *rule, bool is_namespaced)
{
    struct ls_spot verbs = ls_spot_at(rule, "verbs");
    struct ls_spot urls = ls_spot_at(rule, "nonResourceURLs");
    struct ls_spot groups = ls_spot_at(rule, "apiGroups");
    struct ls_spot resources = ls_spot_at(rule, "resources");
    struct ls_node names = ls_node_get(rule->value, LS_SLICE("resourceNames"));
    if (ls_node_count(verbs.value) == 0)
        ls_spot_required(&verbs, "verbs must contain at least one value");
    if (ls_node_count(urls.value) > 0) {
        if (is_namespaced)
            ls_spot_invalid(&urls, "namespaced rules cannot apply to non-resource URLs");
        if (ls_node_count(groups.value) > 0 || ls_node_count(resources.value) > 0 ||
            ls_node_count(names) > 0)
            ls_spot_invalid(&urls,
                            "rules cannot apply to both regular resources and non-resource URLs");
        return;
    }
    if (ls_node_count(groups.value) == 0)
        ls_spot_required(&groups, "resource rules must supply at least one api group");
    if (ls_node_count(resources.value) == 0)
        ls_spot_required(&resources, "resource rules must supply at least one resource");
}

static void role_validate(const struct ls_admission *admission, struct ls_node object,
                          struct ls_field_errors *errors)
{
    struct ls_spot role = ls_spot_root(object, errors);
    struct ls_spot rules = ls_spot_at(&role, "rules");
    struct ls_spot selectors = ls_spot_at(&role, "aggregationRule.clusterRoleSelectors");
    LS_EACH_ITEM (rule, &rules)
        rule_check(&rule, admission->kind->resource.is_namespaced);
    LS_EACH_ITEM (selector, &selectors)
        ls_label_selector_check(&selector);
    if (!ls_node_is_absent(ls_node_get(object, LS_SLICE("aggregationRule"))) &&
        ls_node_count(selectors.value) == 0)
        ls_spot_required(&selectors, "at least one clusterRoleSelector required if "
                                     "aggregationRule is non-nil");
}

static void subject_check(const struct ls_spot *subject, bool is_namespaced)
{
    static const char *const kinds[] = {"ServiceAccount", "User", "Group"};
    static const char *const rbac[] = {rbac_group};
    static const char *const core[] = {""};
    struct ls_spot name = ls_spot_at(subject, "name");
    struct ls_spot kind = ls_spot_at(subject, "kind");
    struct ls_spot group = ls_spot_at(subject, "apiGroup");
    bool is_account = ls_node_string_is(kind.value, "ServiceAccount");
    ls_spot_needed(&name);
    if (is_account) {
        ls_spot_optional_text(&name, LS_TEXT_DNS_SUBDOMAIN);
        LS_SPOT_OPTIONAL_CHOICE(&group, core);
        if (!is_namespaced)
            ls_spot_needed(LS_SPOT_AT(subject, "namespace"));
    } else if (LS_SPOT_CHOICE(&kind, kinds)) {
        LS_SPOT_CHOICE(&group, rbac);
    }
}

static void role_reference_check(const struct ls_spot *reference, bool is_namespaced)
{
    static const char *const kinds[] = {"Role", "ClusterRole"};
    static const char *const rbac[] = {rbac_group};
    struct ls_spot kind = ls_spot_at(reference, "kind");
    LS_SPOT_CHOICE(LS_SPOT_AT(reference, "apiGroup"), rbac);
    if (is_namespaced)
        LS_SPOT_CHOICE(&kind, kinds);
    else
        ls_spot_choice(&kind, &kinds[1], 1);
    ls_spot_needed_text(LS_SPOT_AT(reference, "name"), LS_TEXT_PATH_SEGMENT);
}

static void reference_unchanged(const struct ls_spot *reference, struct ls_node old)
{
    if (ls_node_equal(reference->value, old))
        return;
    /* Go prints its struct. */
    const char *shown = ls_arena_printf(
        reference->errors->arena, "{\"APIGroup\":\"%s\",\"Kind\":\"%s\",\"Name\":\"%s\"}",
        ls_node_text(ls_node_get(reference->value, LS_SLICE("apiGroup"))),
        ls_node_text(ls_node_get(reference->value, LS_SLICE("kind"))),
        ls_node_text(ls_node_get(reference->value, LS_SLICE("name"))));
    ls_spot_invalid_as(reference, shown, "cannot change roleRef");
}

static void role_binding_validate(const struct ls_admission *admission, struct ls_node object,
                                  struct ls_field_errors *errors)
{
    bool is_namespaced = admission->kind->resource.is_namespaced;
    struct ls_spot binding = ls_spot_root(object, errors);
    struct ls_spot reference = ls_spot_at(&binding, "roleRef");
    struct ls_spot subjects = ls_spot_at(&binding, "subjects");
    role_reference_check(&reference, is_namespaced);
    LS_EACH_ITEM (subject, &subjects)
        subject_check(&subject, is_namespaced);
    if (!ls_admission_creates(admission))
        reference_unchanged(&reference, ls_node_get(admission->old, LS_SLICE("roleRef")));
}

const struct ls_kind_rules ls_rules_role = {
    .put_creates = true,
    .name_rule = LS_TEXT_PATH_SEGMENT,
    .validate = role_validate,
};

const struct ls_kind_rules ls_rules_role_binding = {
    .put_creates = true,
    .name_rule = LS_TEXT_PATH_SEGMENT,
    .defaults = role_binding_default,
    .validate = role_binding_validate,
};
