#include "sandbox/access/authorizer.h"

#include "base/buf.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/access/bindings.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/store/store.h"
#include "value/go_text.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"

struct ls_authorizer {
    struct ls_bindings *bindings;
    struct ls_collection *roles;
    struct ls_collection *cluster_roles;
};

struct ls_authorizer *ls_authorizer_new(struct ls_cluster *cluster)
{
    LS_ASSERT(cluster->store);
    struct ls_authorizer *authorizer = LS_NEW(struct ls_authorizer);
    authorizer->bindings = ls_bindings_new(cluster);
    authorizer->roles = ls_store_collection(cluster->store, RBAC_GROUP, "roles");
    authorizer->cluster_roles = ls_store_collection(cluster->store, RBAC_GROUP, "clusterroles");
    return authorizer;
}

void ls_authorizer_free(struct ls_authorizer *authorizer)
{
    if (!authorizer)
        return;
    ls_bindings_free(authorizer->bindings);
    ls_free(authorizer);
}

bool ls_authorizer_role(const struct ls_authorizer *authorizer, struct ls_node role_ref,
                        struct ls_slice namespace_name, struct ls_node *rules)
{
    bool is_role = ls_node_string_is(ls_node_get(role_ref, LS_SLICE("kind")), "Role");
    struct ls_object_key key = {.namespace_name = is_role ? namespace_name : LS_SLICE(""),
                                .name = ls_node_string(ls_node_get(role_ref, LS_SLICE("name")))};
    const struct ls_obj *role =
        ls_collection_get(is_role ? authorizer->roles : authorizer->cluster_roles, key);
    *rules = role ? ls_node_get(ls_obj_root(role), LS_SLICE("rules")) : LS_ABSENT;
    return role != NULL;
}

/* ---- errors ---- */

/* The bound roles that are missing, each once. */
struct missing_roles {
    LS_VEC(const char *) texts;
};

static void missing_add(struct missing_roles *missing, struct ls_arena *arena,
                        struct ls_node role_ref)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool is_role = ls_node_string_is(ls_node_get(role_ref, LS_SLICE("kind")), "Role");
    ls_buf_printf(&text, "%s." RBAC_GROUP " ", is_role ? "role" : "clusterrole");
    ls_go_quote(&text, ls_node_string(ls_node_get(role_ref, LS_SLICE("name"))));
    ls_buf_add_text(&text, " not found");
    for (size_t i = 0; i < missing->texts.count; i++) {
        if (ls_slice_is(ls_buf_slice(&text), missing->texts.at[i]))
            return;
    }
    ls_vec_push(&missing->texts, ls_arena_dup(arena, ls_buf_slice(&text)));
}

/* As Go prints several errors: one alone, more in brackets. */
static const char *missing_take(struct missing_roles *missing, struct ls_arena *arena,
                                const char *before)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    size_t count = missing->texts.count;
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(&out, "%s%s", i > 0 ? ", " : "", missing->texts.at[i]);
    ls_vec_release(&missing->texts);
    if (count == 0)
        return "";
    return ls_arena_printf(arena, "%s%s%s%s", before, count > 1 ? "[" : "", ls_buf_text(&out),
                           count > 1 ? "]" : "");
}

/* ---- decisions ---- */

/* `RoleBinding "b/shop" of Role "r" to User "jane"` */
static const char *allowed_by(struct ls_arena *arena, struct ls_node binding,
                              const struct ls_user *user)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_buf subject LS_AUTO(ls_buf_release) = {0};
    struct ls_node by = ls_binding_subject(binding, user);
    struct ls_slice namespace_name = ls_node_string(ls_node_at(binding, "metadata.namespace"));
    struct ls_slice name = ls_node_string(ls_node_at(binding, "metadata.name"));
    struct ls_slice account = ls_node_string(ls_node_at(by, "namespace"));
    const char *slash = namespace_name.len > 0 ? "/" : "";
    ls_buf_printf(&subject, "%s", ls_node_text(ls_node_at(by, "name")));
    if (ls_node_string_is(ls_node_at(by, "kind"), "ServiceAccount"))
        ls_buf_printf(&subject, "/%.*s", LS_ARG(account.len > 0 ? account : namespace_name));
    ls_buf_printf(&out, "RBAC: allowed by %sRoleBinding ", namespace_name.len > 0 ? "" : "Cluster");
    ls_go_quote(&out, ls_slice_of(ls_arena_printf(arena, "%.*s%s%.*s", LS_ARG(name), slash,
                                                  LS_ARG(namespace_name))));
    ls_buf_printf(&out, " of %s ", ls_node_text(ls_node_at(binding, "roleRef.kind")));
    ls_go_quote(&out, ls_node_string(ls_node_at(binding, "roleRef.name")));
    ls_buf_printf(&out, " to %s ", ls_node_text(ls_node_at(by, "kind")));
    ls_go_quote(&out, ls_buf_slice(&subject));
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

/* The first binding of the namespace that allows it; absent: none. */
static struct ls_node binding_allowing(struct ls_authorizer *authorizer, struct ls_arena *arena,
                                       const struct ls_attributes *attributes,
                                       struct ls_slice namespace_name,
                                       struct missing_roles *missing)
{
    struct ls_bindings_found found =
        ls_bindings_find(authorizer->bindings, arena, attributes->user, namespace_name);
    for (size_t i = 0; i < found.count; i++) {
        struct ls_node rules, binding = ls_obj_root(found.at[i]);
        struct ls_node role_ref = ls_node_get(binding, LS_SLICE("roleRef"));
        if (!ls_authorizer_role(authorizer, role_ref, namespace_name, &rules))
            missing_add(missing, arena, role_ref);
        LS_EACH (it, rules) {
            if (ls_rule_allows(it.value, attributes))
                return binding;
        }
    }
    return LS_ABSENT;
}

/* The binding that allows it. A member of system:masters needs none. */
static struct ls_node allowing(struct ls_authorizer *authorizer, struct ls_arena *arena,
                               const struct ls_attributes *attributes,
                               struct missing_roles *missing)
{
    struct ls_node binding = binding_allowing(authorizer, arena, attributes, LS_SLICE(""), missing);
    if (!ls_node_is_absent(binding) || attributes->namespace_name.len == 0)
        return binding;
    return binding_allowing(authorizer, arena, attributes, attributes->namespace_name, missing);
}

struct ls_access_decision ls_authorizer_decide(struct ls_authorizer *authorizer,
                                               struct ls_arena *arena,
                                               const struct ls_attributes *attributes)
{
    LS_ASSERT(attributes->user);
    struct missing_roles missing = {0};
    if (ls_user_is_in(attributes->user, LS_GROUP_MASTERS))
        return (struct ls_access_decision){.is_allowed = true, .reason = ""};
    struct ls_node binding = allowing(authorizer, arena, attributes, &missing);
    const char *errors = missing_take(&missing, arena, "RBAC: ");
    if (ls_node_is_absent(binding))
        return (struct ls_access_decision){.is_allowed = false, .reason = errors};
    return (struct ls_access_decision){.is_allowed = true,
                                       .reason = allowed_by(arena, binding, attributes->user)};
}

const struct ls_failure *ls_authorizer_check(struct ls_authorizer *authorizer,
                                             struct ls_arena *arena,
                                             const struct ls_attributes *attributes)
{
    LS_ASSERT(attributes->user);
    struct missing_roles missing = {0};
    if (ls_user_is_in(attributes->user, LS_GROUP_MASTERS))
        return NULL;
    struct ls_node binding = allowing(authorizer, arena, attributes, &missing);
    const char *errors = missing_take(&missing, arena, "RBAC: ");
    return ls_node_is_absent(binding) ? ls_attributes_forbidden(arena, attributes, errors) : NULL;
}

/* ---- rules ---- */

struct rule_list {
    LS_VEC(struct ls_node) rules;
};

static void rules_collect(struct ls_authorizer *authorizer, struct ls_arena *arena,
                          const struct ls_user *user, struct ls_slice namespace_name,
                          struct rule_list *out, struct missing_roles *missing)
{
    struct ls_bindings_found found =
        ls_bindings_find(authorizer->bindings, arena, user, namespace_name);
    for (size_t i = 0; i < found.count; i++) {
        struct ls_node rules, role_ref = ls_node_get(ls_obj_root(found.at[i]), LS_SLICE("roleRef"));
        if (!ls_authorizer_role(authorizer, role_ref, namespace_name, &rules))
            missing_add(missing, arena, role_ref);
        LS_EACH (it, rules)
            ls_vec_push(&out->rules, it.value);
    }
}

struct ls_access_rules ls_authorizer_rules(struct ls_authorizer *authorizer, struct ls_arena *arena,
                                           const struct ls_user *user,
                                           struct ls_slice namespace_name)
{
    struct rule_list list = {0};
    struct missing_roles missing = {0};
    rules_collect(authorizer, arena, user, LS_SLICE(""), &list, &missing);
    if (namespace_name.len > 0)
        rules_collect(authorizer, arena, user, namespace_name, &list, &missing);
    struct ls_node *rules = LS_ARENA_ARRAY(arena, struct ls_node, list.rules.count);
    for (size_t i = 0; i < list.rules.count; i++)
        rules[i] = list.rules.at[i];
    struct ls_access_rules out = {.rules = {rules, list.rules.count},
                                  .errors = missing_take(&missing, arena, "")};
    ls_vec_release(&list.rules);
    return out;
}
