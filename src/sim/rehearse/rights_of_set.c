/* Rights by the Roles and bindings of a set alone (rights.h): these are created in a simulated
 * cluster by its administrator, and that cluster is asked. */
#include <string.h>

#include "kube/wait.h"
#include "sim/rehearse/rights.h"
#include "sim/sim.h"
#include "value/build.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"

static const struct ls_resource role_kinds[] = {
    {.group = RBAC_GROUP,
     .version = "v1",
     .kind = "Role",
     .plural = "roles",
     .is_namespaced = true},
    {.group = RBAC_GROUP, .version = "v1", .kind = "ClusterRole", .plural = "clusterroles"},
    {.group = RBAC_GROUP,
     .version = "v1",
     .kind = "RoleBinding",
     .plural = "rolebindings",
     .is_namespaced = true},
    {.group = RBAC_GROUP,
     .version = "v1",
     .kind = "ClusterRoleBinding",
     .plural = "clusterrolebindings"},
};
static const struct ls_resource namespaces = {
    .group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces"};
static const struct ls_resource reviews = {.group = "authorization.k8s.io",
                                           .version = "v1",
                                           .kind = "SubjectAccessReview",
                                           .plural = "subjectaccessreviews"};

struct set_rights {
    struct ls_sim *sim;
    const struct ls_rehearse_user *user;
};

static void set_rights_release(struct set_rights *rights)
{
    ls_sim_free(rights->sim);
}

/* ---- the roles ---- */

static const struct ls_resource *role_kind_of(struct ls_node object)
{
    struct ls_gvk gvk;
    if (ls_gvk_of(object, &gvk, NULL) || !ls_slice_is(gvk.group, RBAC_GROUP))
        return NULL;
    for (size_t i = 0; i < LS_COUNT(role_kinds); i++) {
        if (ls_slice_is(gvk.kind, role_kinds[i].kind))
            return &role_kinds[i];
    }
    return NULL;
}

/* One that is there already is as good. */
static void namespace_create(const struct set_rights *rights, const char *name)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_member_text(&build, "kind", "Namespace");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", name);
    ls_build_end(&build);
    ls_build_end(&build);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    (void)!ls_call_wait(ls_sim_observer(rights->sim),
                        &(struct ls_call_spec){.verb = LS_VERB_CREATE,
                                               .place = {.resource = &namespaces},
                                               .body = ls_obj_root(body)},
                        NULL, NULL);
}

/* A role that the server refuses gives no rights; that it is refused, the rollout shows. */
static void role_create(const struct set_rights *rights, struct ls_node object,
                        const char *namespace_name)
{
    const struct ls_resource *kind = role_kind_of(object);
    struct ls_node space = ls_node_at(object, "metadata.namespace");
    if (!kind)
        return;
    if (ls_node_is_string(space))
        namespace_name = ls_node_text(space);
    if (kind->is_namespaced)
        namespace_create(rights, namespace_name);
    (void)!ls_call_wait(
        ls_sim_observer(rights->sim),
        &(struct ls_call_spec){
            .verb = LS_VERB_CREATE,
            .place = {.resource = kind,
                      .namespace_name = kind->is_namespaced ? namespace_name : NULL},
            .body = object},
        NULL, NULL);
}

/* ---- asking ---- */

/* The groups that follow from a name, as the server's own authenticators give them. */
static void groups_build(struct ls_build *build, const struct ls_rehearse_user *user)
{
    struct ls_slice rest = ls_slice_of(user->name);
    struct ls_buf group LS_AUTO(ls_buf_release) = {0};
    ls_build_key(build, LS_SLICE("groups"));
    ls_build_list(build);
    for (size_t i = 0; i < user->group_count; i++)
        ls_build_text(build, user->groups[i]);
    ls_build_text(build, "system:authenticated");
    if (ls_slice_starts(rest, "system:serviceaccount:")) {
        rest = ls_slice_from(rest, strlen("system:serviceaccount:"));
        ls_build_text(build, "system:serviceaccounts");
        ls_buf_printf(&group, "system:serviceaccounts:%.*s",
                      LS_ARG(ls_slice_cut(rest, ':', &rest)));
        ls_build_text(build, ls_buf_text(&group));
    }
    ls_build_end(build);
}

static const struct ls_obj *review_make(const struct ls_rehearse_user *user,
                                        const struct ls_right *right)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "authorization.k8s.io/v1");
    ls_build_member_text(&build, "kind", reviews.kind);
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    ls_build_member_text(&build, "user", user->name);
    groups_build(&build, user);
    ls_build_key(&build, LS_SLICE("resourceAttributes"));
    ls_build_map(&build);
    ls_build_member_text(&build, "group", right->group);
    ls_build_member_text(&build, "resource", right->plural);
    ls_build_member_text(&build, "verb", right->verb);
    ls_build_member_text(&build, "namespace", right->namespace_name);
    ls_build_member_text(&build, "name", right->name);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static bool may(void *self, const struct ls_right *right)
{
    const struct set_rights *rights = self;
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = review_make(rights->user, right);
    const struct ls_obj *answer LS_AUTO(ls_obj_unref_at) = NULL;
    enum ls_code code = ls_call_wait(ls_sim_observer(rights->sim),
                                     &(struct ls_call_spec){.verb = LS_VERB_CREATE,
                                                            .place = {.resource = &reviews},
                                                            .body = ls_obj_root(body)},
                                     &answer, NULL);
    return !code && ls_node_bool(ls_node_at(ls_obj_root(answer), "status.allowed"), false);
}

void ls_rehearse_rights_of_set(struct ls_rehearsal *rehearsal, const struct ls_manifests *manifests,
                               const char *namespace_name, const struct ls_rehearse_user *user)
{
    struct set_rights rights LS_AUTO(set_rights_release) = {
        .sim = ls_sim_new(&(struct ls_sim_options){.is_bare = true}), .user = user};
    LS_ASSERT(user->name);
    for (size_t i = 0; i < manifests->list.count; i++)
        role_create(&rights, manifests->list.at[i].object, namespace_name);
    ls_rehearse_rights_check(rehearsal, user->name, may, &rights);
}
