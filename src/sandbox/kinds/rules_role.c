#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static const char rbac_group[] = "rbac.authorization.k8s.io";

static const struct ls_default group_defaults[] = {LS_DEFAULT_TEXT("apiGroup", rbac_group)};

static bool is_rbac_subject(struct ls_shape subject)
{
    struct ls_node kind = ls_shape_get(subject, "kind");
    return ls_node_string_is(kind, "User") || ls_node_string_is(kind, "Group");
}

/* A service account is of the core group, whose name is empty and not written. */
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

const struct ls_kind_rules ls_rules_role = {
    .put_creates = true,
    .name_rule = "path",
};

const struct ls_kind_rules ls_rules_role_binding = {
    .put_creates = true,
    .name_rule = "path",
    .defaults = role_binding_default,
};
