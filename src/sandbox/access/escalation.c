#include "sandbox/access/escalation.h"

#include <string.h>

#include "base/buf.h"
#include "sandbox/access/authorizer.h"
#include "sandbox/kinds/registry.h"
#include "value/go_text.h"
#include "value/json.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"

struct escalation {
    struct ls_write_guard guard; /* its self is this struct */
    struct ls_arena *arena;
    struct ls_authorizer *authorizer;
    struct ls_attributes request;
};

/* ---- what is held ---- */

/* `user "jane" (groups=["a" "b"]) is attempting to grant ...` */
static const char *not_held(const struct escalation *escalation, const char *missing,
                            const char *errors)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_user *user = escalation->request.user;
    ls_buf_add_text(&text, "user ");
    ls_go_quote(&text, user->name);
    ls_buf_add_text(&text, " (groups=[");
    for (size_t i = 0; i < user->group_count; i++) {
        ls_buf_add_text(&text, i > 0 ? " " : "");
        ls_go_quote(&text, user->groups[i]);
    }
    ls_buf_printf(&text, "]) is attempting to grant RBAC permissions not currently held:\n%s",
                  missing);
    if (errors[0] != '\0')
        ls_buf_printf(&text, "; resolution errors: [%s]", errors);
    return ls_arena_dup(escalation->arena, ls_buf_slice(&text));
}

/* Why the user may not grant the rules; NULL: all of them are held. */
static const char *grant_refusal(const struct escalation *escalation, struct ls_node rules)
{
    struct ls_access_rules held =
        ls_authorizer_rules(escalation->authorizer, escalation->arena, escalation->request.user,
                            escalation->request.namespace_name);
    const char *missing = ls_rules_missing(escalation->arena, held.rules, rules);
    return missing[0] != '\0' ? not_held(escalation, missing, held.errors) : NULL;
}

static bool holds_everything(const struct escalation *escalation)
{
    static const char everything[] =
        "[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]},"
        "{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]";
    const struct ls_obj *rules LS_AUTO(ls_obj_unref_at) = NULL;
    enum ls_code code = ls_json_parse(ls_slice_of(everything), NULL, &rules, NULL);
    LS_ASSERT(code == LS_OK);
    return !grant_refusal(escalation, ls_obj_root(rules));
}

static bool is_authorized(const struct escalation *escalation, const char *verb,
                          const char *resource, struct ls_slice name)
{
    struct ls_attributes attributes = {
        .user = escalation->request.user,
        .verb = ls_slice_of(verb),
        .is_resource = true,
        .group = LS_SLICE(RBAC_GROUP),
        .resource = ls_slice_of(resource),
        .namespace_name = escalation->request.namespace_name,
        .name = name,
    };
    return ls_authorizer_decide(escalation->authorizer, escalation->arena, &attributes).is_allowed;
}

/* ---- roles and bindings ---- */

static const struct ls_failure *forbidden(const struct escalation *escalation,
                                          const struct ls_op_call *call, struct ls_node object,
                                          const char *why)
{
    struct ls_slice name = ls_node_string(ls_node_at(object, "metadata.name"));
    return ls_failure_forbidden(escalation->arena, ls_kind_about(call->kind, name), why);
}

static bool is_aggregated(struct ls_node role)
{
    return ls_node_count(ls_node_at(role, "aggregationRule.clusterRoleSelectors")) > 0;
}

static const struct ls_failure *role_check(struct escalation *escalation, struct ls_op_call *call,
                                           struct ls_node old, struct ls_node now)
{
    if (is_authorized(escalation, "escalate", call->kind->resource.plural,
                      escalation->request.name))
        return NULL;
    const char *why = grant_refusal(escalation, ls_node_get(now, LS_SLICE("rules")));
    if (!why && (is_aggregated(now) || is_aggregated(old)) && !holds_everything(escalation))
        why = "must have cluster-admin privileges to use the aggregationRule";
    return why ? forbidden(escalation, call, now, why) : NULL;
}

static const struct ls_failure *binding_check(struct escalation *escalation,
                                              struct ls_op_call *call, struct ls_node now)
{
    struct ls_node rules, role_ref = ls_node_get(now, LS_SLICE("roleRef"));
    struct ls_slice name = ls_node_string(ls_node_get(role_ref, LS_SLICE("name")));
    struct ls_node kind = ls_node_get(role_ref, LS_SLICE("kind"));
    bool is_role = ls_node_string_is(kind, "Role");
    if (!is_role && !ls_node_string_is(kind, "ClusterRole"))
        return ls_failure_new(escalation->arena, 500, "", "unsupported role reference kind: \"%s\"",
                              ls_node_text(kind));
    if (is_authorized(escalation, "bind", is_role ? "roles" : "clusterroles", name))
        return NULL;
    /* The real server names the role as if it were a binding. */
    if (!ls_authorizer_role(escalation->authorizer, role_ref, escalation->request.namespace_name,
                            &rules))
        return ls_failure_not_found(escalation->arena, ls_kind_about(call->kind, name));
    const char *why = grant_refusal(escalation, rules);
    return why ? forbidden(escalation, call, now, why) : NULL;
}

/* ---- the guard ---- */

/* Owners, finalizers and who owns which field: what garbage collection changes. */
static bool is_collectors_field(struct ls_slice key)
{
    return ls_slice_is(key, "ownerReferences") || ls_slice_is(key, "finalizers") ||
           ls_slice_is(key, "managedFields") || ls_slice_is(key, "selfLink");
}

static bool is_empty(struct ls_node node)
{
    return ls_node_is_absent(node) || ls_node_is_null(node) ||
           ((ls_node_is_map(node) || ls_node_is_list(node)) && ls_node_count(node) == 0);
}

/* Every member of `a` that counts has the same value in `b`. */
static bool metadata_is_in(struct ls_node a, struct ls_node b)
{
    LS_EACH (it, a) {
        struct ls_node other = ls_node_get(b, it.key);
        if (!is_collectors_field(it.key) && !(is_empty(it.value) && is_empty(other)) &&
            !ls_node_equal(it.value, other))
            return false;
    }
    return true;
}

static bool body_is_in(struct ls_node a, struct ls_node b)
{
    LS_EACH (it, a) {
        struct ls_node other = ls_node_get(b, it.key);
        bool is_type = ls_slice_is(it.key, "kind") || ls_slice_is(it.key, "apiVersion");
        if (is_type || (is_empty(it.value) && is_empty(other)))
            continue;
        bool is_same = ls_slice_is(it.key, "metadata") ? metadata_is_in(it.value, other)
                                                       : ls_node_equal(it.value, other);
        if (!is_same)
            return false;
    }
    return true;
}

static bool grants_nothing_new(struct ls_node old, struct ls_node now)
{
    return !ls_node_is_absent(old) && body_is_in(old, now) && body_is_in(now, old);
}

static const struct ls_failure *guard_changes(void *self, struct ls_op_call *call,
                                              struct ls_node old, struct ls_node now)
{
    struct escalation *escalation = self;
    const struct ls_resource *resource = &call->kind->resource;
    if (strcmp(resource->group, RBAC_GROUP) != 0 || grants_nothing_new(old, now))
        return NULL;
    bool is_role =
        strcmp(resource->plural, "roles") == 0 || strcmp(resource->plural, "clusterroles") == 0;
    return is_role ? role_check(escalation, call, old, now) : binding_check(escalation, call, now);
}

static const struct ls_failure *guard_creates(void *self, struct ls_op_call *call)
{
    (void)call;
    struct escalation *escalation = self;
    struct ls_attributes attributes = escalation->request;
    attributes.verb = LS_SLICE("create");
    return ls_authorizer_check(escalation->authorizer, escalation->arena, &attributes);
}

const struct ls_write_guard *ls_escalation_guard(struct ls_arena *arena,
                                                 struct ls_authorizer *authorizer,
                                                 const struct ls_attributes *request)
{
    LS_ASSERT(request->user);
    struct escalation *escalation = LS_ARENA_NEW(arena, struct escalation);
    *escalation = (struct escalation){
        .guard = {.self = escalation, .changes = guard_changes, .creates = guard_creates},
        .arena = arena,
        .authorizer = authorizer,
        .request = *request,
    };
    return &escalation->guard;
}
