/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field discovery_v1_Endpoint[] = {
    {"addresses", LIST(STRING), .number = 1, .flags = REQUIRED, .list_kind = LS_LIST_SET},
    {"conditions", FORM(STRUCT), .type = &ls_api_discovery_v1_EndpointConditions, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"hostname", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"targetRef", FORM(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"deprecatedTopology", MAP(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"nodeName", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"zone", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"hints", FORM(STRUCT), .type = &ls_api_discovery_v1_EndpointHints, .number = 8,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(discovery_v1_Endpoint, "io.k8s.api.discovery.v1.Endpoint", "Endpoint")

static const struct ls_api_field discovery_v1_EndpointConditions[] = {
    {"ready", FORM(BOOL), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"serving", FORM(BOOL), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"terminating", FORM(BOOL), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(discovery_v1_EndpointConditions, "io.k8s.api.discovery.v1.EndpointConditions", "EndpointConditions")

static const struct ls_api_field discovery_v1_EndpointHints[] = {
    {"forZones", LIST(STRUCT), .type = &ls_api_discovery_v1_ForZone, .number = 1,
     .flags = OMIT_EMPTY},
    {"forNodes", LIST(STRUCT), .type = &ls_api_discovery_v1_ForNode, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(discovery_v1_EndpointHints, "io.k8s.api.discovery.v1.EndpointHints", "EndpointHints")

static const struct ls_api_field discovery_v1_EndpointPort[] = {
    {"name", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"protocol", FORM(STRING), .number = 2, .flags = POINTER | OMIT_EMPTY, .choices = NAMES("SCTP",
     "TCP", "UDP"), .go_type = "v1.Protocol"},
    {"port", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"appProtocol", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
ATOMIC_TYPE(discovery_v1_EndpointPort, "io.k8s.api.discovery.v1.EndpointPort", "EndpointPort")

static const struct ls_api_field discovery_v1_EndpointSlice[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"addressType", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("FQDN", "IPv4", "IPv6"), .go_type = "v1.AddressType"},
    {"endpoints", LIST(STRUCT), .type = &ls_api_discovery_v1_Endpoint, .number = 2},
    {"ports", LIST(STRUCT), .type = &ls_api_discovery_v1_EndpointPort, .number = 3},
};
TYPE(discovery_v1_EndpointSlice, "io.k8s.api.discovery.v1.EndpointSlice", "EndpointSlice")

static const struct ls_api_field discovery_v1_ForNode[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(discovery_v1_ForNode, "io.k8s.api.discovery.v1.ForNode", "ForNode")

static const struct ls_api_field discovery_v1_ForZone[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(discovery_v1_ForZone, "io.k8s.api.discovery.v1.ForZone", "ForZone")
