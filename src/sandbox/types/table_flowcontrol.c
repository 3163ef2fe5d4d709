/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field flowcontrol_v1_ExemptPriorityLevelConfiguration[] = {
    {"nominalConcurrencyShares", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"lendablePercent", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(flowcontrol_v1_ExemptPriorityLevelConfiguration, "io.k8s.api.flowcontrol.v1.ExemptPriorityLevelConfiguration", "ExemptPriorityLevelConfiguration")

static const struct ls_api_field flowcontrol_v1_FlowDistinguisherMethod[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.FlowDistinguisherMethodType"},
};
TYPE(flowcontrol_v1_FlowDistinguisherMethod, "io.k8s.api.flowcontrol.v1.FlowDistinguisherMethod", "FlowDistinguisherMethod")

static const struct ls_api_field flowcontrol_v1_FlowSchema[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_FlowSchemaSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_FlowSchemaStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(flowcontrol_v1_FlowSchema, "io.k8s.api.flowcontrol.v1.FlowSchema", "FlowSchema")

static const struct ls_api_field flowcontrol_v1_FlowSchemaCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = OMIT_EMPTY,
     .go_type = "v1.FlowSchemaConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(flowcontrol_v1_FlowSchemaCondition, "io.k8s.api.flowcontrol.v1.FlowSchemaCondition", "FlowSchemaCondition")

static const struct ls_api_field flowcontrol_v1_FlowSchemaSpec[] = {
    {"priorityLevelConfiguration", FORM(STRUCT),
     .type = &ls_api_flowcontrol_v1_PriorityLevelConfigurationReference, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"matchingPrecedence", FORM(INT32), .number = 2, .default_json = "0"},
    {"distinguisherMethod", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_FlowDistinguisherMethod,
     .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"rules", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_PolicyRulesWithSubjects, .number = 4,
     .flags = OMIT_EMPTY},
};
TYPE(flowcontrol_v1_FlowSchemaSpec, "io.k8s.api.flowcontrol.v1.FlowSchemaSpec", "FlowSchemaSpec")

static const struct ls_api_field flowcontrol_v1_FlowSchemaStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_FlowSchemaCondition, .number = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("type"),
     .patch_key = "type"},
};
TYPE(flowcontrol_v1_FlowSchemaStatus, "io.k8s.api.flowcontrol.v1.FlowSchemaStatus", "FlowSchemaStatus")

static const struct ls_api_field flowcontrol_v1_GroupSubject[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(flowcontrol_v1_GroupSubject, "io.k8s.api.flowcontrol.v1.GroupSubject", "GroupSubject")

static const struct ls_api_field flowcontrol_v1_LimitResponse[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.LimitResponseType"},
    {"queuing", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_QueuingConfiguration, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(flowcontrol_v1_LimitResponse, "io.k8s.api.flowcontrol.v1.LimitResponse", "LimitResponse")

static const struct ls_api_field flowcontrol_v1_LimitedPriorityLevelConfiguration[] = {
    {"nominalConcurrencyShares", FORM(INT32), .number = 1, .flags = POINTER},
    {"limitResponse", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_LimitResponse, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"lendablePercent", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"borrowingLimitPercent", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(flowcontrol_v1_LimitedPriorityLevelConfiguration, "io.k8s.api.flowcontrol.v1.LimitedPriorityLevelConfiguration", "LimitedPriorityLevelConfiguration")

static const struct ls_api_field flowcontrol_v1_NonResourcePolicyRule[] = {
    {"verbs", LIST(STRING), .number = 1, .flags = REQUIRED, .list_kind = LS_LIST_SET},
    {"nonResourceURLs", LIST(STRING), .number = 6, .flags = REQUIRED, .list_kind = LS_LIST_SET},
};
TYPE(flowcontrol_v1_NonResourcePolicyRule, "io.k8s.api.flowcontrol.v1.NonResourcePolicyRule", "NonResourcePolicyRule")

static const struct ls_api_field flowcontrol_v1_PolicyRulesWithSubjects[] = {
    {"subjects", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_Subject, .number = 1,
     .flags = REQUIRED},
    {"resourceRules", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_ResourcePolicyRule, .number = 2,
     .flags = OMIT_EMPTY},
    {"nonResourceRules", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_NonResourcePolicyRule,
     .number = 3, .flags = OMIT_EMPTY},
};
TYPE(flowcontrol_v1_PolicyRulesWithSubjects, "io.k8s.api.flowcontrol.v1.PolicyRulesWithSubjects", "PolicyRulesWithSubjects")

static const struct ls_api_field flowcontrol_v1_PriorityLevelConfiguration[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_PriorityLevelConfigurationSpec,
     .number = 2, .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_PriorityLevelConfigurationStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(flowcontrol_v1_PriorityLevelConfiguration, "io.k8s.api.flowcontrol.v1.PriorityLevelConfiguration", "PriorityLevelConfiguration")

static const struct ls_api_field flowcontrol_v1_PriorityLevelConfigurationCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = OMIT_EMPTY,
     .go_type = "v1.PriorityLevelConfigurationConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(flowcontrol_v1_PriorityLevelConfigurationCondition, "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationCondition", "PriorityLevelConfigurationCondition")

static const struct ls_api_field flowcontrol_v1_PriorityLevelConfigurationReference[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(flowcontrol_v1_PriorityLevelConfigurationReference, "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationReference", "PriorityLevelConfigurationReference")

static const struct ls_api_field flowcontrol_v1_PriorityLevelConfigurationSpec[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.PriorityLevelEnablement"},
    {"limited", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_LimitedPriorityLevelConfiguration,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"exempt", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_ExemptPriorityLevelConfiguration,
     .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(flowcontrol_v1_PriorityLevelConfigurationSpec, "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationSpec", "PriorityLevelConfigurationSpec")

static const struct ls_api_field flowcontrol_v1_PriorityLevelConfigurationStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_flowcontrol_v1_PriorityLevelConfigurationCondition,
     .number = 1, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("type"), .patch_key = "type"},
};
TYPE(flowcontrol_v1_PriorityLevelConfigurationStatus, "io.k8s.api.flowcontrol.v1.PriorityLevelConfigurationStatus", "PriorityLevelConfigurationStatus")

static const struct ls_api_field flowcontrol_v1_QueuingConfiguration[] = {
    {"queues", FORM(INT32), .number = 1, .default_json = "0"},
    {"handSize", FORM(INT32), .number = 2, .default_json = "0"},
    {"queueLengthLimit", FORM(INT32), .number = 3, .default_json = "0"},
};
TYPE(flowcontrol_v1_QueuingConfiguration, "io.k8s.api.flowcontrol.v1.QueuingConfiguration", "QueuingConfiguration")

static const struct ls_api_field flowcontrol_v1_ResourcePolicyRule[] = {
    {"verbs", LIST(STRING), .number = 1, .flags = REQUIRED, .list_kind = LS_LIST_SET},
    {"apiGroups", LIST(STRING), .number = 2, .flags = REQUIRED, .list_kind = LS_LIST_SET},
    {"resources", LIST(STRING), .number = 3, .flags = REQUIRED, .list_kind = LS_LIST_SET},
    {"clusterScope", FORM(BOOL), .number = 4, .flags = OMIT_EMPTY},
    {"namespaces", LIST(STRING), .number = 5, .list_kind = LS_LIST_SET},
};
TYPE(flowcontrol_v1_ResourcePolicyRule, "io.k8s.api.flowcontrol.v1.ResourcePolicyRule", "ResourcePolicyRule")

static const struct ls_api_field flowcontrol_v1_ServiceAccountSubject[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(flowcontrol_v1_ServiceAccountSubject, "io.k8s.api.flowcontrol.v1.ServiceAccountSubject", "ServiceAccountSubject")

static const struct ls_api_field flowcontrol_v1_Subject[] = {
    {"kind", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.SubjectKind"},
    {"user", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_UserSubject, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"group", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_GroupSubject, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"serviceAccount", FORM(STRUCT), .type = &ls_api_flowcontrol_v1_ServiceAccountSubject,
     .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(flowcontrol_v1_Subject, "io.k8s.api.flowcontrol.v1.Subject", "Subject")

static const struct ls_api_field flowcontrol_v1_UserSubject[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(flowcontrol_v1_UserSubject, "io.k8s.api.flowcontrol.v1.UserSubject", "UserSubject")
