#include "health/kind/rows.h"

#include "health/word/condition.h"

#define GATEWAY   "gateway.networking.k8s.io"
#define GATEWAY_X "gateway.networking.x-k8s.io"
#define ADMISSION "admissionregistration.k8s.io"
#define RBAC      "rbac.authorization.k8s.io"
#define FLOW      "flowcontrol.apiserver.k8s.io"

/* clang-format off */
static const struct ls_health_row rows[] = {
    /* group, kind, rule, companions, is finished, owns pods */
    {"", "Pod",                   ls_pod_judge,          ls_companion_query_own_events, ls_pod_is_finished, false},
    {"apps", "Deployment",        ls_deployment_judge,   ls_deployment_ask, NULL, true},
    {"apps", "ReplicaSet",        ls_replica_set_judge,  ls_workload_ask, NULL, true},
    {"apps", "StatefulSet",       ls_stateful_set_judge, ls_workload_ask, NULL, true},
    {"apps", "DaemonSet",         ls_daemon_set_judge,   ls_workload_ask, NULL, true},
    {"extensions", "Deployment",  ls_deployment_judge,   ls_deployment_ask, NULL, true},
    {"extensions", "ReplicaSet",  ls_replica_set_judge,  ls_workload_ask, NULL, true},
    {"extensions", "DaemonSet",   ls_daemon_set_judge,   ls_workload_ask, NULL, true},
    {"", "ReplicationController", ls_replica_set_judge,  ls_workload_ask, NULL, true},
    {"batch", "Job",              ls_job_judge,          ls_workload_ask, ls_job_is_finished, true},
    {"batch", "CronJob",          ls_cron_job_judge,     NULL, NULL, true},

    {"", "PersistentVolumeClaim", ls_claim_judge,        ls_companion_query_own_events, NULL, false},
    {"", "PersistentVolume",      ls_volume_judge,       NULL, NULL, false},
    {"storage.k8s.io", "VolumeAttachment", ls_attachment_judge, NULL, NULL, false},

    {"", "Service",               ls_service_judge,      ls_service_ask,  NULL, false},
    {"networking.k8s.io", "Ingress", ls_ingress_judge,   ls_ingress_ask,  NULL, false},
    {"extensions", "Ingress",     ls_ingress_judge,      ls_ingress_ask,  NULL, false},
    {"networking.k8s.io", "ServiceCIDR", ls_service_cidr_judge, NULL, NULL, false},

    {"", "Namespace",             ls_namespace_judge,    NULL, NULL, false},
    {"", "Node",                  ls_node_judge,         NULL, NULL, false},
    {"apiextensions.k8s.io", "CustomResourceDefinition", ls_crd_judge, NULL, NULL, false},
    {"apiregistration.k8s.io", "APIService", ls_api_service_judge, NULL, NULL, false},
    {"certificates.k8s.io", "CertificateSigningRequest", ls_signing_request_judge, NULL, NULL, false},

    {"autoscaling", "HorizontalPodAutoscaler", ls_autoscaler_judge, NULL, NULL, false},
    {"policy", "PodDisruptionBudget", ls_budget_judge,   NULL, NULL, false},
    {ADMISSION, "MutatingWebhookConfiguration",   ls_webhooks_judge, NULL, NULL, false},
    {ADMISSION, "ValidatingWebhookConfiguration", ls_webhooks_judge, NULL, NULL, false},
    {ADMISSION, "ValidatingAdmissionPolicy", ls_admission_policy_judge, NULL, NULL, false},
    {FLOW, "FlowSchema",          ls_flow_schema_judge,  NULL, NULL, false},

    {GATEWAY, "GatewayClass",     ls_gateway_class_judge, NULL, NULL, false},
    {GATEWAY, "Gateway",          ls_gateway_judge,      NULL, NULL, false},
    {GATEWAY, "ListenerSet",      ls_listener_set_judge, NULL, NULL, false},
    {GATEWAY_X, "XListenerSet",   ls_listener_set_judge, NULL, NULL, false},
    {GATEWAY, "HTTPRoute",        ls_route_judge,        NULL, NULL, false},
    {GATEWAY, "GRPCRoute",        ls_route_judge,        NULL, NULL, false},
    {GATEWAY, "TLSRoute",         ls_route_judge,        NULL, NULL, false},
    {GATEWAY, "TCPRoute",         ls_route_judge,        NULL, NULL, false},
    {GATEWAY, "UDPRoute",         ls_route_judge,        NULL, NULL, false},
    {GATEWAY, "BackendTLSPolicy", ls_gateway_policy_judge, NULL, NULL, false},
    {GATEWAY, "BackendTrafficPolicy", ls_gateway_policy_judge, NULL, NULL, false},
    {GATEWAY_X, "XBackendTrafficPolicy", ls_gateway_policy_judge, NULL, NULL, false},

    /* These only hold data or name something: there is nothing to wait for. */
    {"", "ConfigMap",             ls_plain_judge, NULL, NULL, false},
    {"", "Secret",                ls_plain_judge, NULL, NULL, false},
    {"", "ServiceAccount",        ls_plain_judge, NULL, NULL, false},
    {"", "Endpoints",             ls_plain_judge, NULL, NULL, false},
    {"", "Event",                 ls_plain_judge, NULL, NULL, false},
    {"", "LimitRange",            ls_plain_judge, NULL, NULL, false},
    {"", "ResourceQuota",         ls_plain_judge, NULL, NULL, false},
    {"", "PodTemplate",           ls_plain_judge, NULL, NULL, false},
    {"apps", "ControllerRevision", ls_plain_judge, NULL, NULL, false},
    {"discovery.k8s.io", "EndpointSlice", ls_plain_judge, NULL, NULL, false},
    {"events.k8s.io", "Event",    ls_plain_judge, NULL, NULL, false},
    {"coordination.k8s.io", "Lease", ls_plain_judge, NULL, NULL, false},
    {"networking.k8s.io", "IngressClass", ls_plain_judge, NULL, NULL, false},
    {"networking.k8s.io", "NetworkPolicy", ls_plain_judge, NULL, NULL, false},
    {"networking.k8s.io", "IPAddress", ls_plain_judge, NULL, NULL, false},
    {"node.k8s.io", "RuntimeClass", ls_plain_judge, NULL, NULL, false},
    {"scheduling.k8s.io", "PriorityClass", ls_plain_judge, NULL, NULL, false},
    {"storage.k8s.io", "StorageClass", ls_plain_judge, NULL, NULL, false},
    {"storage.k8s.io", "CSIDriver", ls_plain_judge, NULL, NULL, false},
    {"storage.k8s.io", "CSINode", ls_plain_judge, NULL, NULL, false},
    {"storage.k8s.io", "CSIStorageCapacity", ls_plain_judge, NULL, NULL, false},
    {"storage.k8s.io", "VolumeAttributesClass", ls_plain_judge, NULL, NULL, false},
    {RBAC, "Role",                ls_plain_judge, NULL, NULL, false},
    {RBAC, "RoleBinding",         ls_plain_judge, NULL, NULL, false},
    {RBAC, "ClusterRole",         ls_plain_judge, NULL, NULL, false},
    {RBAC, "ClusterRoleBinding",  ls_plain_judge, NULL, NULL, false},
    {ADMISSION, "ValidatingAdmissionPolicyBinding", ls_plain_judge, NULL, NULL, false},
    {ADMISSION, "MutatingAdmissionPolicy", ls_plain_judge, NULL, NULL, false},
    {ADMISSION, "MutatingAdmissionPolicyBinding", ls_plain_judge, NULL, NULL, false},
    {FLOW, "PriorityLevelConfiguration", ls_plain_judge, NULL, NULL, false},
    {"certificates.k8s.io", "ClusterTrustBundle", ls_plain_judge, NULL, NULL, false},
    {"resource.k8s.io", "DeviceClass", ls_plain_judge, NULL, NULL, false},
    {"resource.k8s.io", "ResourceSlice", ls_plain_judge, NULL, NULL, false},
    {"resource.k8s.io", "ResourceClaimTemplate", ls_plain_judge, NULL, NULL, false},
    {GATEWAY, "ReferenceGrant",   ls_plain_judge, NULL, NULL, false},
};
/* clang-format on */
static const struct ls_health_row any_kind = {"", "", NULL, NULL, NULL, false};

struct ls_verdict ls_plain_judge(const struct ls_health_input *input)
{
    (void)input;
    return ls_verdict_ready();
}

const struct ls_health_row *ls_health_row_find(struct ls_slice group, struct ls_slice kind)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        if (ls_slice_is(kind, rows[i].kind) && ls_slice_is(group, rows[i].group))
            return &rows[i];
    return &any_kind;
}

const struct ls_health_row *ls_health_row_of(struct ls_node object)
{
    return ls_health_row_find(ls_health_group(object), ls_node_string(ls_node_at(object, "kind")));
}

const struct ls_health_row *ls_health_rows(size_t *count)
{
    *count = LS_COUNT(rows);
    return rows;
}
