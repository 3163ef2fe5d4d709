#include "sandbox/access/defaults.h"

#include <string.h>

#include "value/build.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"
#define READ       "get list watch"
#define WRITE      "create delete deletecollection patch update"
#define READ_WRITE "create delete deletecollection get list patch update watch"

/* Words with spaces between. Without groups the words are paths. */
struct default_rule {
    const char *groups; /* "core" is the group "" */
    const char *words;
    const char *verbs;
};

static const struct default_rule cluster_admin_rules[] = {
    {"*", "*", "*"},
    {NULL, "*", "*"},
};
static const struct default_rule discovery_rules[] = {
    {NULL,
     "/api /api/* /apis /apis/* /healthz /livez /openapi /openapi/* /readyz /version"
     " /version/",
     "get"},
};
static const struct default_rule monitoring_rules[] = {
    {NULL,
     "/flagz /healthz /healthz/* /livez /livez/* /metrics /metrics/slis /readyz /readyz/*"
     " /statusz",
     "get"},
    {"core", "nodes/metrics", "get"},
};
static const struct default_rule basic_user_rules[] = {
    {"authorization.k8s.io", "selfsubjectaccessreviews selfsubjectrulesreviews", "create"},
    {"authentication.k8s.io", "selfsubjectreviews", "create"},
};
static const struct default_rule public_info_viewer_rules[] = {
    {NULL, "/healthz /livez /readyz /version /version/", "get"},
};
static const struct default_rule aggregate_to_admin_rules[] = {
    {"authorization.k8s.io", "localsubjectaccessreviews", "create"},
    {"rbac.authorization.k8s.io", "rolebindings roles", READ_WRITE},
};
static const struct default_rule aggregate_to_edit_rules[] = {
    {"core", "pods/attach pods/exec pods/portforward pods/proxy secrets services/proxy", READ},
    {"core", "serviceaccounts", "impersonate"},
    {"core", "pods pods/attach pods/exec pods/portforward pods/proxy", WRITE},
    {"core", "pods/eviction", "create"},
    {"core",
     "configmaps persistentvolumeclaims replicationcontrollers replicationcontrollers/scale"
     " secrets serviceaccounts services services/proxy",
     WRITE},
    {"core", "serviceaccounts/token", "create"},
    {"core events.k8s.io", "events", WRITE},
    {"apps",
     "daemonsets deployments deployments/rollback deployments/scale replicasets"
     " replicasets/scale statefulsets statefulsets/scale",
     WRITE},
    {"autoscaling", "horizontalpodautoscalers", WRITE},
    {"batch", "cronjobs jobs", WRITE},
    {"extensions",
     "daemonsets deployments deployments/rollback deployments/scale ingresses"
     " networkpolicies replicasets replicasets/scale replicationcontrollers/scale",
     WRITE},
    {"policy", "poddisruptionbudgets", WRITE},
    {"networking.k8s.io", "ingresses networkpolicies", WRITE},
    {"coordination.k8s.io", "leases", READ_WRITE},
    {"resource.k8s.io", "resourceclaims resourceclaimtemplates", WRITE},
};
static const struct default_rule aggregate_to_view_rules[] = {
    {"core",
     "configmaps endpoints persistentvolumeclaims persistentvolumeclaims/status pods"
     " replicationcontrollers replicationcontrollers/scale serviceaccounts services"
     " services/status",
     READ},
    {"core",
     "bindings limitranges namespaces/status pods/log pods/status"
     " replicationcontrollers/status resourcequotas resourcequotas/status",
     READ},
    {"core", "namespaces", READ},
    {"core events.k8s.io", "events", READ},
    {"discovery.k8s.io", "endpointslices", READ},
    {"apps",
     "controllerrevisions daemonsets daemonsets/status deployments deployments/scale"
     " deployments/status replicasets replicasets/scale replicasets/status statefulsets"
     " statefulsets/scale statefulsets/status",
     READ},
    {"autoscaling", "horizontalpodautoscalers horizontalpodautoscalers/status", READ},
    {"batch", "cronjobs cronjobs/status jobs jobs/status", READ},
    {"extensions",
     "daemonsets daemonsets/status deployments deployments/scale deployments/status"
     " ingresses ingresses/status networkpolicies replicasets replicasets/scale"
     " replicasets/status replicationcontrollers/scale",
     READ},
    {"policy", "poddisruptionbudgets poddisruptionbudgets/status", READ},
    {"networking.k8s.io", "ingresses ingresses/status networkpolicies", READ},
    {"resource.k8s.io", "resourceclaims resourceclaims/status resourceclaimtemplates", READ},
};
static const struct default_rule auth_delegator_rules[] = {
    {"authentication.k8s.io", "tokenreviews", "create"},
    {"authorization.k8s.io", "subjectaccessreviews", "create"},
};
static const struct default_rule service_account_issuer_discovery_rules[] = {
    {NULL,
     "/.well-known/openid-configuration /.well-known/openid-configuration/ /openid/v1/jwks"
     " /openid/v1/jwks/",
     "get"},
};

#define RULES(rows) (rows), LS_COUNT(rows)

/* The rules of a role that aggregates others are filled in by aggregation.h. */
static const struct default_role {
    const char *name;
    const char *aggregates_to; /* "admin": its label is aggregate-to-admin; NULL: none */
    const char *aggregates;    /* "view": it collects roles with that label; NULL: it has rules */
    const struct default_rule *rules;
    size_t rule_count;
} default_roles[] = {
    {"cluster-admin", NULL, NULL, RULES(cluster_admin_rules)},
    {"system:discovery", NULL, NULL, RULES(discovery_rules)},
    {"system:monitoring", NULL, NULL, RULES(monitoring_rules)},
    {"system:basic-user", NULL, NULL, RULES(basic_user_rules)},
    {"system:public-info-viewer", NULL, NULL, RULES(public_info_viewer_rules)},
    {"admin", NULL, "admin", NULL, 0},
    {"edit", "admin", "edit", NULL, 0},
    {"view", "edit", "view", NULL, 0},
    {"system:aggregate-to-admin", "admin", NULL, RULES(aggregate_to_admin_rules)},
    {"system:aggregate-to-edit", "edit", NULL, RULES(aggregate_to_edit_rules)},
    {"system:aggregate-to-view", "view", NULL, RULES(aggregate_to_view_rules)},
    {"system:auth-delegator", NULL, NULL, RULES(auth_delegator_rules)},
    {"system:service-account-issuer-discovery", NULL, NULL,
     RULES(service_account_issuer_discovery_rules)},
};

/* A binding has the name of its role. */
static const struct default_binding {
    const char *role;
    const char *groups;
} default_bindings[] = {
    {"cluster-admin", "system:masters"},
    {"system:monitoring", "system:monitoring"},
    {"system:discovery", "system:authenticated"},
    {"system:public-info-viewer", "system:authenticated system:unauthenticated"},
    {"system:basic-user", "system:authenticated"},
    {"system:service-account-issuer-discovery", "system:serviceaccounts"},
};

/* ---- roles ---- */

static void words_build(struct ls_build *build, const char *key, const char *words)
{
    struct ls_slice rest = ls_slice_of(words);
    ls_build_key(build, ls_slice_of(key));
    ls_build_list(build);
    while (rest.at) {
        struct ls_slice word = ls_slice_cut(rest, ' ', &rest);
        ls_build_string(build, ls_slice_is(word, "core") ? LS_SLICE("") : word);
    }
    ls_build_end(build);
}

static void rules_build(struct ls_build *build, const struct default_role *role)
{
    ls_build_key(build, LS_SLICE("rules"));
    ls_build_list(build);
    for (size_t i = 0; i < role->rule_count; i++) {
        const struct default_rule *rule = &role->rules[i];
        ls_build_map(build);
        words_build(build, "verbs", rule->verbs);
        if (rule->groups)
            words_build(build, "apiGroups", rule->groups);
        words_build(build, rule->groups ? "resources" : "nonResourceURLs", rule->words);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static void label_build(struct ls_build *build, const char *to)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&key, RBAC_GROUP "/aggregate-to-%s", to);
    ls_build_key(build, ls_buf_slice(&key));
    ls_build_text(build, "true");
}

static void aggregation_build(struct ls_build *build, const char *from)
{
    ls_build_key(build, LS_SLICE("aggregationRule"));
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("clusterRoleSelectors"));
    ls_build_list(build);
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("matchLabels"));
    ls_build_map(build);
    label_build(build, from);
    ls_build_end(build);
    ls_build_end(build);
    ls_build_end(build);
    ls_build_end(build);
}

static void metadata_build(struct ls_build *build, const char *name, const char *aggregates_to)
{
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    ls_build_member_text(build, "name", name);
    ls_build_key(build, LS_SLICE("labels"));
    ls_build_map(build);
    ls_build_member_text(build, "kubernetes.io/bootstrapping", "rbac-defaults");
    if (aggregates_to)
        label_build(build, aggregates_to);
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("annotations"));
    ls_build_map(build);
    ls_build_member_text(build, "rbac.authorization.kubernetes.io/autoupdate", "true");
    ls_build_end(build);
    ls_build_end(build);
}

static void object_make(const struct ls_keep_step *step, const char *plural, struct ls_build *build)
{
    const struct ls_kind *kind = ls_keep_step_kind(step, RBAC_GROUP, plural);
    bool is_made =
        ls_keep_step_create(step, kind, LS_SLICE(""), ls_build_arena(build, step->arena));
    LS_ASSERT(is_made);
}

static void role_make(const struct ls_keep_step *step, const struct default_role *role)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    metadata_build(&build, role->name, role->aggregates_to);
    if (role->aggregates)
        aggregation_build(&build, role->aggregates);
    else
        rules_build(&build, role);
    ls_build_end(&build);
    object_make(step, "clusterroles", &build);
}

/* ---- bindings ---- */

static void subject_build(struct ls_build *build, struct ls_slice group)
{
    ls_build_map(build);
    ls_build_member_text(build, "kind", "Group");
    ls_build_member_text(build, "apiGroup", RBAC_GROUP);
    ls_build_member_string(build, "name", group);
    ls_build_end(build);
}

static void binding_make(const struct ls_keep_step *step, const struct default_binding *binding)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_slice rest = ls_slice_of(binding->groups);
    ls_build_map(&build);
    metadata_build(&build, binding->role, NULL);
    ls_build_key(&build, LS_SLICE("subjects"));
    ls_build_list(&build);
    while (rest.at)
        subject_build(&build, ls_slice_cut(rest, ' ', &rest));
    ls_build_end(&build);
    ls_build_key(&build, LS_SLICE("roleRef"));
    ls_build_map(&build);
    ls_build_member_text(&build, "apiGroup", RBAC_GROUP);
    ls_build_member_text(&build, "kind", "ClusterRole");
    ls_build_member_text(&build, "name", binding->role);
    ls_build_end(&build);
    ls_build_end(&build);
    object_make(step, "clusterrolebindings", &build);
}

void ls_access_defaults(const struct ls_keep_step *step)
{
    for (size_t i = 0; i < LS_COUNT(default_roles); i++)
        role_make(step, &default_roles[i]);
    for (size_t i = 0; i < LS_COUNT(default_bindings); i++)
        binding_make(step, &default_bindings[i]);
}
