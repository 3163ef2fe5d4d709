/* Ranks: the whole table, walked. */
#include "phase/read/rank.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"

/* Helm v4's install order, as its documentation has it. */
static const char helm[] =
    "PriorityClass, Namespace, NetworkPolicy, ResourceQuota, LimitRange, PodSecurityPolicy, "
    "PodDisruptionBudget, ServiceAccount, Secret, SecretList, ConfigMap, StorageClass, "
    "PersistentVolume, PersistentVolumeClaim, CustomResourceDefinition, ClusterRole, "
    "ClusterRoleList, ClusterRoleBinding, ClusterRoleBindingList, Role, RoleList, RoleBinding, "
    "RoleBindingList, Service, DaemonSet, Pod, ReplicationController, ReplicaSet, Deployment, "
    "HorizontalPodAutoscaler, StatefulSet, Job, CronJob, IngressClass, Ingress, APIService, "
    "MutatingWebhookConfiguration, ValidatingWebhookConfiguration";

TEST(the_table_is_helms_install_order)
{
    struct ls_buf row LS_AUTO(ls_buf_release) = {0};
    unsigned count = 0;
    for (const char *kind; (kind = ls_rank_kind(count)) != NULL; count++) {
        ls_buf_printf(&row, "%s%s", count > 0 ? ", " : "", kind);
        CHECK_INT(ls_rank_of(ls_slice_of(kind)), count);
    }
    CHECK_STR(ls_buf_text(&row), helm);
    CHECK_INT(count, 38);
}

TEST(kinds_that_helm_does_not_name_come_last)
{
    static const char *const kinds[] = {"MyResource", "",     "deployment",
                                        "Pods",       "PodX", "EndpointSlice"};
    for (size_t i = 0; i < LS_COUNT(kinds); i++)
        CHECK_INT(ls_rank_of(ls_slice_of(kinds[i])), LS_RANK_UNKNOWN);
}

TEST(only_crds_and_core_namespaces_are_ground)
{
    static const struct {
        const char *group, *kind;
        bool is_ground;
    } rows[] = {
        {"", "Namespace", true},
        {"apiextensions.k8s.io", "CustomResourceDefinition", true},
        {"example.com", "Namespace", false},
        {"", "CustomResourceDefinition", false},
        {"apiextensions.k8s.io", "Namespace", false},
        {"", "Pod", false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_INT(
            ls_rank_is_ground(&(struct ls_resource){.group = rows[i].group, .kind = rows[i].kind}),
            rows[i].is_ground);
}
