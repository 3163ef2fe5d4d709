#include "phase/read/rank.h"

/* Helm v4's install order. */
static const char *const kinds[] = {
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
};
_Static_assert(LS_COUNT(kinds) < LS_RANK_UNKNOWN, "a kind without a rank stands behind all");

unsigned ls_rank_of(struct ls_slice kind)
{
    for (unsigned i = 0; i < LS_COUNT(kinds); i++) {
        if (ls_slice_is(kind, kinds[i]))
            return i;
    }
    return LS_RANK_UNKNOWN;
}

const char *ls_rank_kind(unsigned rank)
{
    return rank < LS_COUNT(kinds) ? kinds[rank] : NULL;
}

bool ls_rank_is_ground(const struct ls_resource *resource)
{
    return ls_resource_is(resource, "", "Namespace") || ls_resource_is_crd(resource);
}

bool ls_rank_leans(const struct ls_resource *resource)
{
    return ls_resource_is(resource, "", "Service") ||
           ls_resource_is(resource, "networking.k8s.io", "Ingress") ||
           ls_resource_is(resource, "apiregistration.k8s.io", "APIService");
}
