/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field networking_v1_HTTPIngressPath[] = {
    {"path", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"pathType", FORM(STRING), .number = 3, .flags = POINTER | REQUIRED, .choices = NAMES("Exact",
     "ImplementationSpecific", "Prefix"), .go_type = "v1.PathType"},
    {"backend", FORM(STRUCT), .type = &ls_api_networking_v1_IngressBackend, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(networking_v1_HTTPIngressPath, "io.k8s.api.networking.v1.HTTPIngressPath", "HTTPIngressPath")

static const struct ls_api_field networking_v1_HTTPIngressRuleValue[] = {
    {"paths", LIST(STRUCT), .type = &ls_api_networking_v1_HTTPIngressPath, .number = 1,
     .flags = REQUIRED},
};
TYPE(networking_v1_HTTPIngressRuleValue, "io.k8s.api.networking.v1.HTTPIngressRuleValue", "HTTPIngressRuleValue")

static const struct ls_api_field networking_v1_IPAddress[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_networking_v1_IPAddressSpec, .number = 2,
     .flags = OMIT_EMPTY | REQUIRED, .default_json = "{}"},
};
TYPE(networking_v1_IPAddress, "io.k8s.api.networking.v1.IPAddress", "IPAddress")

static const struct ls_api_field networking_v1_IPAddressSpec[] = {
    {"parentRef", FORM(STRUCT), .type = &ls_api_networking_v1_ParentReference, .number = 1,
     .flags = POINTER | OMIT_EMPTY | REQUIRED},
};
TYPE(networking_v1_IPAddressSpec, "io.k8s.api.networking.v1.IPAddressSpec", "IPAddressSpec")

static const struct ls_api_field networking_v1_IPBlock[] = {
    {"cidr", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"except", LIST(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(networking_v1_IPBlock, "io.k8s.api.networking.v1.IPBlock", "IPBlock")

static const struct ls_api_field networking_v1_Ingress[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_networking_v1_IngressSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_networking_v1_IngressStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_Ingress, "io.k8s.api.networking.v1.Ingress", "Ingress")

static const struct ls_api_field networking_v1_IngressBackend[] = {
    {"service", FORM(STRUCT), .type = &ls_api_networking_v1_IngressServiceBackend, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"resource", FORM(STRUCT), .type = &ls_api_core_v1_TypedLocalObjectReference, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_IngressBackend, "io.k8s.api.networking.v1.IngressBackend", "IngressBackend")

static const struct ls_api_field networking_v1_IngressClass[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_networking_v1_IngressClassSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_IngressClass, "io.k8s.api.networking.v1.IngressClass", "IngressClass")

static const struct ls_api_field networking_v1_IngressClassParametersReference[] = {
    {"apiGroup", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"kind", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
    {"scope", FORM(STRING), .number = 4, .flags = POINTER},
    {"namespace", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_IngressClassParametersReference, "io.k8s.api.networking.v1.IngressClassParametersReference", "IngressClassParametersReference")

static const struct ls_api_field networking_v1_IngressClassSpec[] = {
    {"controller", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"parameters", FORM(STRUCT), .type = &ls_api_networking_v1_IngressClassParametersReference,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_IngressClassSpec, "io.k8s.api.networking.v1.IngressClassSpec", "IngressClassSpec")

static const struct ls_api_field networking_v1_IngressLoadBalancerIngress[] = {
    {"ip", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"hostname", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"ports", LIST(STRUCT), .type = &ls_api_networking_v1_IngressPortStatus, .number = 4,
     .flags = OMIT_EMPTY},
};
TYPE(networking_v1_IngressLoadBalancerIngress, "io.k8s.api.networking.v1.IngressLoadBalancerIngress", "IngressLoadBalancerIngress")

static const struct ls_api_field networking_v1_IngressLoadBalancerStatus[] = {
    {"ingress", LIST(STRUCT), .type = &ls_api_networking_v1_IngressLoadBalancerIngress, .number = 1,
     .flags = OMIT_EMPTY},
};
TYPE(networking_v1_IngressLoadBalancerStatus, "io.k8s.api.networking.v1.IngressLoadBalancerStatus", "IngressLoadBalancerStatus")

static const struct ls_api_field networking_v1_IngressPortStatus[] = {
    {"port", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"protocol", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("SCTP", "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"error", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_IngressPortStatus, "io.k8s.api.networking.v1.IngressPortStatus", "IngressPortStatus")

static const struct ls_api_field networking_v1_IngressRule[] = {
    {"host", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"http", FORM(STRUCT), .type = &ls_api_networking_v1_HTTPIngressRuleValue, .number = 1,
     .inside = 2, .flags = POINTER | OMIT_EMPTY, .go_inside = "IngressRuleValue"},
};
TYPE(networking_v1_IngressRule, "io.k8s.api.networking.v1.IngressRule", "IngressRule")

static const struct ls_api_field networking_v1_IngressServiceBackend[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"port", FORM(STRUCT), .type = &ls_api_networking_v1_ServiceBackendPort, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_IngressServiceBackend, "io.k8s.api.networking.v1.IngressServiceBackend", "IngressServiceBackend")

static const struct ls_api_field networking_v1_IngressSpec[] = {
    {"ingressClassName", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"defaultBackend", FORM(STRUCT), .type = &ls_api_networking_v1_IngressBackend, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"tls", LIST(STRUCT), .type = &ls_api_networking_v1_IngressTLS, .number = 2,
     .flags = OMIT_EMPTY},
    {"rules", LIST(STRUCT), .type = &ls_api_networking_v1_IngressRule, .number = 3,
     .flags = OMIT_EMPTY},
};
TYPE(networking_v1_IngressSpec, "io.k8s.api.networking.v1.IngressSpec", "IngressSpec")

static const struct ls_api_field networking_v1_IngressStatus[] = {
    {"loadBalancer", FORM(STRUCT), .type = &ls_api_networking_v1_IngressLoadBalancerStatus,
     .number = 1, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_IngressStatus, "io.k8s.api.networking.v1.IngressStatus", "IngressStatus")

static const struct ls_api_field networking_v1_IngressTLS[] = {
    {"hosts", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"secretName", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(networking_v1_IngressTLS, "io.k8s.api.networking.v1.IngressTLS", "IngressTLS")

static const struct ls_api_field networking_v1_NetworkPolicy[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_networking_v1_NetworkPolicySpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_NetworkPolicy, "io.k8s.api.networking.v1.NetworkPolicy", "NetworkPolicy")

static const struct ls_api_field networking_v1_NetworkPolicyEgressRule[] = {
    {"ports", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyPort, .number = 1,
     .flags = OMIT_EMPTY},
    {"to", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyPeer, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(networking_v1_NetworkPolicyEgressRule, "io.k8s.api.networking.v1.NetworkPolicyEgressRule", "NetworkPolicyEgressRule")

static const struct ls_api_field networking_v1_NetworkPolicyIngressRule[] = {
    {"ports", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyPort, .number = 1,
     .flags = OMIT_EMPTY},
    {"from", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyPeer, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(networking_v1_NetworkPolicyIngressRule, "io.k8s.api.networking.v1.NetworkPolicyIngressRule", "NetworkPolicyIngressRule")

static const struct ls_api_field networking_v1_NetworkPolicyPeer[] = {
    {"podSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"namespaceSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"ipBlock", FORM(STRUCT), .type = &ls_api_networking_v1_IPBlock, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_NetworkPolicyPeer, "io.k8s.api.networking.v1.NetworkPolicyPeer", "NetworkPolicyPeer")

static const struct ls_api_field networking_v1_NetworkPolicyPort[] = {
    {"protocol", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY, .choices = NAMES("SCTP",
     "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"port", FORM(INT_OR_STRING), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"endPort", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(networking_v1_NetworkPolicyPort, "io.k8s.api.networking.v1.NetworkPolicyPort", "NetworkPolicyPort")

static const struct ls_api_field networking_v1_NetworkPolicySpec[] = {
    {"podSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .default_json = "{}"},
    {"ingress", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyIngressRule, .number = 2,
     .flags = OMIT_EMPTY},
    {"egress", LIST(STRUCT), .type = &ls_api_networking_v1_NetworkPolicyEgressRule, .number = 3,
     .flags = OMIT_EMPTY},
    {"policyTypes", LIST(STRING), .number = 4, .flags = OMIT_EMPTY, .choices = NAMES("Egress",
     "Ingress"), .go_type = "v1.PolicyType"},
};
TYPE(networking_v1_NetworkPolicySpec, "io.k8s.api.networking.v1.NetworkPolicySpec", "NetworkPolicySpec")

static const struct ls_api_field networking_v1_ParentReference[] = {
    {"group", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"resource", FORM(STRING), .number = 2, .flags = OMIT_EMPTY | REQUIRED},
    {"namespace", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 4, .flags = OMIT_EMPTY | REQUIRED},
};
TYPE(networking_v1_ParentReference, "io.k8s.api.networking.v1.ParentReference", "ParentReference")

static const struct ls_api_field networking_v1_ServiceBackendPort[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"number", FORM(INT32), .number = 2, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(networking_v1_ServiceBackendPort, "io.k8s.api.networking.v1.ServiceBackendPort", "ServiceBackendPort")

static const struct ls_api_field networking_v1_ServiceCIDR[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_networking_v1_ServiceCIDRSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_networking_v1_ServiceCIDRStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(networking_v1_ServiceCIDR, "io.k8s.api.networking.v1.ServiceCIDR", "ServiceCIDR")

static const struct ls_api_field networking_v1_ServiceCIDRSpec[] = {
    {"cidrs", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(networking_v1_ServiceCIDRSpec, "io.k8s.api.networking.v1.ServiceCIDRSpec", "ServiceCIDRSpec")

static const struct ls_api_field networking_v1_ServiceCIDRStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_meta_v1_Condition, .number = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(networking_v1_ServiceCIDRStatus, "io.k8s.api.networking.v1.ServiceCIDRStatus", "ServiceCIDRStatus")
