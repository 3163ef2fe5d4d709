/* Which kind has which columns. */
#include "sandbox/columns/cells.h"

#include <string.h>

/* clang-format off */
static const struct {
    const char *group;
    const char *kind;
    const struct ls_columns *columns;
} rows[] = {
    {"", "ConfigMap",             &ls_columns_config_map},
    {"", "Endpoints",             &ls_columns_endpoints},
    {"", "Event",                 &ls_columns_event},
    {"", "Namespace",             &ls_columns_namespace},
    {"", "Node",                  &ls_columns_node},
    {"", "PersistentVolume",      &ls_columns_volume},
    {"", "PersistentVolumeClaim", &ls_columns_volume_claim},
    {"", "Pod",                   &ls_columns_pod},
    {"", "PodTemplate",           &ls_columns_pod_template},
    {"", "ReplicationController", &ls_columns_replication_controller},
    {"", "ResourceQuota",         &ls_columns_resource_quota},
    {"", "Secret",                &ls_columns_secret},
    {"", "Service",               &ls_columns_service},
    {"", "ServiceAccount",        &ls_columns_service_account},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicy",          &ls_columns_mutating_policy},
    {"admissionregistration.k8s.io", "MutatingAdmissionPolicyBinding",   &ls_columns_policy_binding},
    {"admissionregistration.k8s.io", "MutatingWebhookConfiguration",     &ls_columns_webhooks},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicy",        &ls_columns_validating_policy},
    {"admissionregistration.k8s.io", "ValidatingAdmissionPolicyBinding", &ls_columns_policy_binding},
    {"admissionregistration.k8s.io", "ValidatingWebhookConfiguration",   &ls_columns_webhooks},
    {"apiregistration.k8s.io", "APIService", &ls_columns_api_service},
    {"apps", "ControllerRevision", &ls_columns_controller_revision},
    {"apps", "DaemonSet",          &ls_columns_daemon_set},
    {"apps", "Deployment",         &ls_columns_deployment},
    {"apps", "ReplicaSet",         &ls_columns_replica_set},
    {"apps", "StatefulSet",        &ls_columns_stateful_set},
    {"autoscaling", "HorizontalPodAutoscaler", &ls_columns_autoscaler},
    {"autoscaling", "Scale",                   &ls_columns_scale},
    {"batch", "CronJob", &ls_columns_cron_job},
    {"batch", "Job",     &ls_columns_job},
    {"coordination.k8s.io", "Lease", &ls_columns_lease},
    {"discovery.k8s.io", "EndpointSlice", &ls_columns_endpoint_slice},
    {"events.k8s.io", "Event", &ls_columns_event},
    {"flowcontrol.apiserver.k8s.io", "FlowSchema",                 &ls_columns_flow_schema},
    {"flowcontrol.apiserver.k8s.io", "PriorityLevelConfiguration", &ls_columns_priority_level},
    {"networking.k8s.io", "IPAddress",     &ls_columns_ip_address},
    {"networking.k8s.io", "Ingress",       &ls_columns_ingress},
    {"networking.k8s.io", "IngressClass",  &ls_columns_ingress_class},
    {"networking.k8s.io", "NetworkPolicy", &ls_columns_network_policy},
    {"networking.k8s.io", "ServiceCIDR",   &ls_columns_service_cidr},
    {"node.k8s.io", "RuntimeClass", &ls_columns_runtime_class},
    {"policy", "PodDisruptionBudget", &ls_columns_disruption_budget},
    {"rbac.authorization.k8s.io", "ClusterRoleBinding", &ls_columns_role_binding},
    {"rbac.authorization.k8s.io", "RoleBinding",        &ls_columns_role_binding},
    {"scheduling.k8s.io", "PriorityClass", &ls_columns_priority_class},
    {"storage.k8s.io", "CSIDriver",             &ls_columns_csi_driver},
    {"storage.k8s.io", "CSINode",               &ls_columns_csi_node},
    {"storage.k8s.io", "StorageClass",          &ls_columns_storage_class},
    {"storage.k8s.io", "VolumeAttachment",      &ls_columns_volume_attachment},
    {"storage.k8s.io", "VolumeAttributesClass", &ls_columns_attributes_class},
};
/* clang-format on */

const struct ls_columns *ls_columns_of(const char *group, const char *kind)
{
    LS_ASSERT(group && kind);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (strcmp(rows[i].group, group) == 0 && strcmp(rows[i].kind, kind) == 0)
            return rows[i].columns;
    }
    return NULL;
}
