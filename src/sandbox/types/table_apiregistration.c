/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field apiregistration_v1_APIService[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apiregistration_v1_APIServiceSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apiregistration_v1_APIServiceStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apiregistration_v1_APIService, "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIService", "APIService")

static const struct ls_api_field apiregistration_v1_APIServiceCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.APIServiceConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(apiregistration_v1_APIServiceCondition, "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceCondition", "APIServiceCondition")

static const struct ls_api_field apiregistration_v1_APIServiceSpec[] = {
    {"service", FORM(STRUCT), .type = &ls_api_apiregistration_v1_ServiceReference, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"group", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"version", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"insecureSkipTLSVerify", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"caBundle", FORM(BYTES), .number = 5, .flags = OMIT_EMPTY},
    {"groupPriorityMinimum", FORM(INT32), .number = 7, .flags = REQUIRED, .default_json = "0"},
    {"versionPriority", FORM(INT32), .number = 8, .flags = REQUIRED, .default_json = "0"},
};
TYPE(apiregistration_v1_APIServiceSpec, "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceSpec", "APIServiceSpec")

static const struct ls_api_field apiregistration_v1_APIServiceStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_apiregistration_v1_APIServiceCondition,
     .number = 1, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("type"), .patch_key = "type"},
};
TYPE(apiregistration_v1_APIServiceStatus, "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.APIServiceStatus", "APIServiceStatus")

static const struct ls_api_field apiregistration_v1_ServiceReference[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"name", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"port", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiregistration_v1_ServiceReference, "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference", "ServiceReference")
