#include "sim/rehearse/operator_check.h"

#include <string.h>

#include "phase/words.h"

static struct ls_slice namespace_of(const struct ls_operator_check *check, struct ls_node object)
{
    struct ls_node space = ls_node_at(object, "metadata.namespace");
    return ls_node_is_string(space) ? ls_node_string(space) : ls_slice_of(check->namespace_name);
}

static bool is_kind(struct ls_node object, const char *kind)
{
    return ls_node_string_is(ls_node_at(object, "kind"), kind);
}

/* ---- who may write a kind ---- */

static bool has_any(struct ls_node list, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (ls_node_has_text(list, ls_slice_of(texts[i])))
            return true;
    }
    return false;
}

/* A role for all groups is that of an administrator: it says nothing about one kind. */
static bool rule_writes(struct ls_node rule, const struct ls_timeline_row *row)
{
    const char *const resources[] = {row->plural, "*"};
    static const char *const verbs[] = {"update", "patch", "*"};
    return ls_node_has_text(ls_node_at(rule, "apiGroups"), ls_slice_of(row->group)) &&
           has_any(ls_node_at(rule, "resources"), resources, LS_COUNT(resources)) &&
           has_any(ls_node_at(rule, "verbs"), verbs, LS_COUNT(verbs));
}

static bool role_writes(struct ls_node role, const struct ls_timeline_row *row)
{
    LS_EACH (rule, ls_node_at(role, "rules")) {
        if (rule_writes(rule.value, row))
            return true;
    }
    return false;
}

static bool is_role_of(struct ls_node binding, struct ls_node role)
{
    struct ls_node ref = ls_node_at(binding, "roleRef");
    return (is_kind(role, "Role") || is_kind(role, "ClusterRole")) &&
           ls_node_equal(ls_node_at(ref, "kind"), ls_node_at(role, "kind")) &&
           ls_node_equal(ls_node_at(ref, "name"), ls_node_at(role, "metadata.name"));
}

static bool binding_writes(const struct ls_operator_check *check, struct ls_node binding,
                           const struct ls_timeline_row *row)
{
    for (size_t i = 0; i < check->manifests->list.count; i++) {
        struct ls_node role = check->manifests->list.at[i].object;
        if (is_role_of(binding, role) && role_writes(role, row))
            return true;
    }
    return false;
}

static bool binds(const struct ls_operator_check *check, struct ls_node binding,
                  struct ls_slice namespace_name, struct ls_slice account)
{
    LS_EACH (subject, ls_node_at(binding, "subjects")) {
        struct ls_node space = ls_node_at(subject.value, "namespace");
        struct ls_slice in =
            ls_node_is_string(space) ? ls_node_string(space) : namespace_of(check, binding);
        if (ls_node_string_is(ls_node_at(subject.value, "kind"), "ServiceAccount") &&
            ls_slice_equal(ls_node_string(ls_node_at(subject.value, "name")), account) &&
            ls_slice_equal(in, namespace_name))
            return true;
    }
    return false;
}

static bool account_writes(const struct ls_operator_check *check, struct ls_slice namespace_name,
                           struct ls_slice account, const struct ls_timeline_row *row)
{
    for (size_t i = 0; i < check->manifests->list.count; i++) {
        struct ls_node binding = check->manifests->list.at[i].object;
        bool is_binding = is_kind(binding, "RoleBinding") || is_kind(binding, "ClusterRoleBinding");
        if (is_binding && binds(check, binding, namespace_name, account) &&
            binding_writes(check, binding, row))
            return true;
    }
    return false;
}

static bool is_operator(const struct ls_operator_check *check, const struct ls_timeline_row *one,
                        const struct ls_timeline_row *row)
{
    static const char *const kinds[] = {"Deployment", "StatefulSet", "DaemonSet"};
    if (!one->manifest || !ls_slice_is_any(ls_slice_of(one->kind), kinds, LS_COUNT(kinds)))
        return false;
    struct ls_node pod = ls_node_at(one->manifest->object, "spec.template.spec");
    struct ls_slice account = ls_node_string(ls_node_at(pod, "serviceAccountName"));
    return account.len > 0 && account_writes(check, ls_slice_of(one->namespace_name), account, row);
}

/* ---- who goes first ---- */

static bool is_before(const struct ls_timeline_row *a, const struct ls_timeline_row *b)
{
    return a < b && (a->phase != b->phase || a->batch != b->batch);
}

/* The operator that goes last; NULL: the set has none. */
static const struct ls_timeline_row *operator_of(const struct ls_operator_check *check,
                                                 const struct ls_timeline_row *row)
{
    const struct ls_timeline_row *last = NULL;
    for (size_t i = 0; i < check->teardown->rows.count; i++) {
        const struct ls_timeline_row *one = &check->teardown->rows.at[i];
        if (is_operator(check, one, row))
            last = one;
    }
    return last;
}

static void outlived_find(const struct ls_timeline_row *row, const struct ls_timeline_row *gone,
                          struct ls_rehearse_findings *findings)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_buf other LS_AUTO(ls_buf_release) = {0};
    struct ls_node object = row->manifest->object;
    struct ls_node finalizers = ls_node_at(object, "metadata.finalizers");
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    bool hangs = ls_node_count(finalizers) > 0;
    ls_timeline_print_name(&name, row);
    ls_timeline_print_name(&other, gone);
    ls_rehearse_findings_add(
        findings,
        &(struct ls_rehearse_finding_spec){
            .kind = hangs ? LS_REHEARSE_FINDING_TEARDOWN_HANGS : LS_REHEARSE_FINDING_TEARDOWN_ORDER,
            .manifest = row->manifest,
            .value = hangs ? finalizers : ls_node_get(notes, LS_SLICE(LS_NOTE_DELETION_PHASE)),
            .object = ls_buf_text(&name)},
        "its operator, %s, goes in deletion phase %d, before it in phase %d: %s; give it a lower "
        "%s",
        ls_buf_text(&other), gone->phase, row->phase,
        hangs ? "nobody removes its finalizer any more"
              : "a finalizer that the operator may have set is never removed",
        LS_NOTE_DELETION_PHASE);
}

void ls_operator_check(const struct ls_operator_check *check, struct ls_rehearse_findings *findings)
{
    /* By kind: resources of the same kind stand beside one another. */
    const struct ls_timeline_row *of_kind = NULL;
    const struct ls_timeline_row *op = NULL;
    for (size_t i = 0; i < check->teardown->rows.count; i++) {
        const struct ls_timeline_row *row = &check->teardown->rows.at[i];
        if (!row->manifest || !ls_assumptions_of(check->assumed, row->manifest->object))
            continue;
        if (!of_kind || strcmp(of_kind->plural, row->plural) != 0 ||
            strcmp(of_kind->group, row->group) != 0)
            op = operator_of(check, row);
        of_kind = row;
        if (op && is_before(op, row))
            outlived_find(row, op, findings);
    }
}
