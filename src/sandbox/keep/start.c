#include "sandbox/keep/start.h"

#include <string.h>

#include "value/json.h"

/* clang-format off */
#define ROLE(name, labels, rest) \
    "{\"metadata\":{\"name\":\"" name "\",\"labels\":{\"kubernetes.io/bootstrapping\":\"rbac-defaults\"" labels "}," \
    "\"annotations\":{\"rbac.authorization.kubernetes.io/autoupdate\":\"true\"}}," rest "}"
#define AGGREGATE(to) \
    "\"aggregationRule\":{\"clusterRoleSelectors\":[{\"matchLabels\":{\"rbac.authorization.k8s.io/aggregate-to-" to "\":\"true\"}}]}"
#define READ_VERBS "[\"get\",\"list\",\"watch\"]"
#define WRITE_VERBS "[\"create\",\"delete\",\"deletecollection\",\"patch\",\"update\"]"
#define CORE_THINGS \
    "\"configmaps\",\"endpoints\",\"persistentvolumeclaims\",\"pods\",\"replicationcontrollers\",\"serviceaccounts\",\"services\""
#define APPS_THINGS "\"daemonsets\",\"deployments\",\"deployments/scale\",\"replicasets\",\"replicasets/scale\",\"statefulsets\",\"statefulsets/scale\""
#define VIEW_RULES \
    "{\"apiGroups\":[\"\"],\"resources\":[" CORE_THINGS ",\"events\",\"limitranges\",\"namespaces\",\"pods/log\",\"resourcequotas\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"apps\"],\"resources\":[\"controllerrevisions\"," APPS_THINGS "],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"batch\"],\"resources\":[\"cronjobs\",\"jobs\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"autoscaling\"],\"resources\":[\"horizontalpodautoscalers\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"policy\"],\"resources\":[\"poddisruptionbudgets\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"networking.k8s.io\"],\"resources\":[\"ingresses\",\"networkpolicies\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"discovery.k8s.io\"],\"resources\":[\"endpointslices\"],\"verbs\":" READ_VERBS "}"
#define EDIT_RULES \
    "{\"apiGroups\":[\"\"],\"resources\":[\"secrets\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"\"],\"resources\":[" CORE_THINGS ",\"secrets\",\"pods/attach\",\"pods/exec\",\"pods/portforward\",\"pods/proxy\",\"services/proxy\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"\"],\"resources\":[\"pods/eviction\",\"serviceaccounts/token\"],\"verbs\":[\"create\"]}," \
    "{\"apiGroups\":[\"apps\"],\"resources\":[" APPS_THINGS ",\"deployments/rollback\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"batch\"],\"resources\":[\"cronjobs\",\"jobs\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"autoscaling\"],\"resources\":[\"horizontalpodautoscalers\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"policy\"],\"resources\":[\"poddisruptionbudgets\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"networking.k8s.io\"],\"resources\":[\"ingresses\",\"networkpolicies\"],\"verbs\":" WRITE_VERBS "}," \
    "{\"apiGroups\":[\"coordination.k8s.io\"],\"resources\":[\"leases\"],\"verbs\":" READ_VERBS "}," \
    "{\"apiGroups\":[\"coordination.k8s.io\"],\"resources\":[\"leases\"],\"verbs\":" WRITE_VERBS "}"
#define ADMIN_RULES \
    "{\"apiGroups\":[\"authorization.k8s.io\"],\"resources\":[\"localsubjectaccessreviews\"],\"verbs\":[\"create\"]}," \
    "{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"rolebindings\",\"roles\"]," \
    "\"verbs\":[\"create\",\"delete\",\"deletecollection\",\"get\",\"list\",\"patch\",\"update\",\"watch\"]}"

static const struct start_object {
    const char *group;
    const char *plural;
    const char *namespace_name;
    const char *json;
} start_objects[] = {
    {"", "namespaces", "", "{\"metadata\":{\"name\":\"kube-system\"}}"},
    {"", "namespaces", "", "{\"metadata\":{\"name\":\"kube-public\"}}"},
    {"", "namespaces", "", "{\"metadata\":{\"name\":\"kube-node-lease\"}}"},
    {"", "namespaces", "", "{\"metadata\":{\"name\":\"default\"}}"},
    {"scheduling.k8s.io", "priorityclasses", "",
     "{\"metadata\":{\"name\":\"system-node-critical\"},\"value\":2000001000,\"description\":"
     "\"Used for system critical pods that must not be moved from their current node.\"}"},
    {"scheduling.k8s.io", "priorityclasses", "",
     "{\"metadata\":{\"name\":\"system-cluster-critical\"},\"value\":2000000000,\"description\":"
     "\"Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.\"}"},
    {"rbac.authorization.k8s.io", "clusterroles", "",
     ROLE("cluster-admin", "",
          "\"rules\":[{\"verbs\":[\"*\"],\"apiGroups\":[\"*\"],\"resources\":[\"*\"]},{\"verbs\":[\"*\"],\"nonResourceURLs\":[\"*\"]}]")},
    {"rbac.authorization.k8s.io", "clusterroles", "",
     ROLE("admin", "", AGGREGATE("admin") ",\"rules\":[" ADMIN_RULES "," EDIT_RULES "," VIEW_RULES "]")},
    {"rbac.authorization.k8s.io", "clusterroles", "",
     ROLE("edit", ",\"rbac.authorization.k8s.io/aggregate-to-admin\":\"true\"",
          AGGREGATE("edit") ",\"rules\":[" EDIT_RULES "," VIEW_RULES "]")},
    {"rbac.authorization.k8s.io", "clusterroles", "",
     ROLE("view", ",\"rbac.authorization.k8s.io/aggregate-to-edit\":\"true\"",
          AGGREGATE("view") ",\"rules\":[" VIEW_RULES "]")},
    {"rbac.authorization.k8s.io", "clusterrolebindings", "",
     ROLE("cluster-admin", "",
          "\"subjects\":[{\"kind\":\"Group\",\"apiGroup\":\"rbac.authorization.k8s.io\",\"name\":\"system:masters\"}],"
          "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"cluster-admin\"}")},
    {"", "services", "default",
     "{\"metadata\":{\"name\":\"kubernetes\",\"labels\":{\"component\":\"apiserver\",\"provider\":\"kubernetes\"}},"
     "\"spec\":{\"type\":\"ClusterIP\",\"clusterIP\":\"10.0.0.1\",\"sessionAffinity\":\"None\","
     "\"ports\":[{\"name\":\"https\",\"protocol\":\"TCP\",\"port\":443,\"targetPort\":6443}]}}"},
    {"discovery.k8s.io", "endpointslices", "default",
     "{\"metadata\":{\"name\":\"kubernetes\",\"labels\":{\"kubernetes.io/service-name\":\"kubernetes\"}},"
     "\"addressType\":\"IPv4\",\"endpoints\":[{\"addresses\":[\"192.0.2.1\"],\"conditions\":{\"ready\":true}}],"
     "\"ports\":[{\"name\":\"https\",\"protocol\":\"TCP\",\"port\":6443}]}"},
};
/* clang-format on */

static void object_make(const struct ls_keep_step *step, const struct start_object *start)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_kind *kind = ls_keep_step_kind(step, start->group, start->plural);
    enum ls_code code = ls_json_parse(ls_slice_of(start->json), NULL, &object, NULL);
    LS_ASSERT(code == LS_OK);
    if (kind)
        ls_keep_step_create(step, kind, ls_slice_of(start->namespace_name), ls_obj_root(object));
}

void ls_start_objects(const struct ls_keep_step *step)
{
    /* Where roles are enforced they are made in full, by access/defaults.c. */
    for (size_t i = 0; i < LS_COUNT(start_objects); i++) {
        bool is_role = strcmp(start_objects[i].group, "rbac.authorization.k8s.io") == 0;
        if (!is_role || !step->cluster->has_rbac)
            object_make(step, &start_objects[i]);
    }
}
