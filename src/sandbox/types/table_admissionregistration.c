/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field admissionregistration_v1_ApplyConfiguration[] = {
    {"expression", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(admissionregistration_v1_ApplyConfiguration, "io.k8s.api.admissionregistration.v1.ApplyConfiguration", "ApplyConfiguration")

static const struct ls_api_field admissionregistration_v1_AuditAnnotation[] = {
    {"key", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"valueExpression", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(admissionregistration_v1_AuditAnnotation, "io.k8s.api.admissionregistration.v1.AuditAnnotation", "AuditAnnotation")

static const struct ls_api_field admissionregistration_v1_ExpressionWarning[] = {
    {"fieldRef", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"warning", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(admissionregistration_v1_ExpressionWarning, "io.k8s.api.admissionregistration.v1.ExpressionWarning", "ExpressionWarning")

static const struct ls_api_field admissionregistration_v1_JSONPatch[] = {
    {"expression", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
};
TYPE(admissionregistration_v1_JSONPatch, "io.k8s.api.admissionregistration.v1.JSONPatch", "JSONPatch")

static const struct ls_api_field admissionregistration_v1_MatchCondition[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"expression", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(admissionregistration_v1_MatchCondition, "io.k8s.api.admissionregistration.v1.MatchCondition", "MatchCondition")

static const struct ls_api_field admissionregistration_v1_MatchResources[] = {
    {"namespaceSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"objectSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"resourceRules", LIST(STRUCT),
     .type = &ls_api_admissionregistration_v1_NamedRuleWithOperations, .number = 3,
     .flags = OMIT_EMPTY},
    {"excludeResourceRules", LIST(STRUCT),
     .type = &ls_api_admissionregistration_v1_NamedRuleWithOperations, .number = 4,
     .flags = OMIT_EMPTY},
    {"matchPolicy", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Equivalent", "Exact"), .go_type = "v1.MatchPolicyType"},
};
ATOMIC_TYPE(admissionregistration_v1_MatchResources, "io.k8s.api.admissionregistration.v1.MatchResources", "MatchResources")

static const struct ls_api_field admissionregistration_v1_MutatingAdmissionPolicy[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_MutatingAdmissionPolicySpec,
     .number = 2, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(admissionregistration_v1_MutatingAdmissionPolicy, "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicy", "MutatingAdmissionPolicy")

static const struct ls_api_field admissionregistration_v1_MutatingAdmissionPolicyBinding[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT),
     .type = &ls_api_admissionregistration_v1_MutatingAdmissionPolicyBindingSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(admissionregistration_v1_MutatingAdmissionPolicyBinding, "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding")

static const struct ls_api_field admissionregistration_v1_MutatingAdmissionPolicyBindingSpec[] = {
    {"policyName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"paramRef", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ParamRef, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"matchResources", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_MatchResources,
     .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(admissionregistration_v1_MutatingAdmissionPolicyBindingSpec, "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicyBindingSpec", "MutatingAdmissionPolicyBindingSpec")

static const struct ls_api_field admissionregistration_v1_MutatingAdmissionPolicySpec[] = {
    {"paramKind", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ParamKind, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"matchConstraints", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_MatchResources,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"variables", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_Variable, .number = 3,
     .flags = OMIT_EMPTY},
    {"mutations", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_Mutation, .number = 4,
     .flags = OMIT_EMPTY},
    {"failurePolicy", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Fail", "Ignore"), .go_type = "v1.FailurePolicyType"},
    {"matchConditions", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_MatchCondition,
     .number = 6, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
    {"reinvocationPolicy", FORM(STRING), .number = 7, .flags = OMIT_EMPTY,
     .choices = NAMES("IfNeeded", "Never"), .go_type = "v1.ReinvocationPolicyType"},
};
TYPE(admissionregistration_v1_MutatingAdmissionPolicySpec, "io.k8s.api.admissionregistration.v1.MutatingAdmissionPolicySpec", "MutatingAdmissionPolicySpec")

static const struct ls_api_field admissionregistration_v1_MutatingWebhook[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"clientConfig", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_WebhookClientConfig,
     .number = 2, .flags = REQUIRED, .default_json = "{}"},
    {"rules", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_RuleWithOperations,
     .number = 3, .flags = OMIT_EMPTY},
    {"failurePolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Fail", "Ignore"), .go_type = "v1.FailurePolicyType"},
    {"matchPolicy", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Equivalent", "Exact"), .go_type = "v1.MatchPolicyType"},
    {"namespaceSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
    {"objectSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"sideEffects", FORM(STRING), .number = 6, .flags = POINTER | REQUIRED, .choices = NAMES("None",
     "NoneOnDryRun", "Some", "Unknown"), .go_type = "v1.SideEffectClass"},
    {"timeoutSeconds", FORM(INT32), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"admissionReviewVersions", LIST(STRING), .number = 8, .flags = REQUIRED},
    {"reinvocationPolicy", FORM(STRING), .number = 10, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("IfNeeded", "Never"), .go_type = "v1.ReinvocationPolicyType"},
    {"matchConditions", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_MatchCondition,
     .number = 12, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
};
TYPE(admissionregistration_v1_MutatingWebhook, "io.k8s.api.admissionregistration.v1.MutatingWebhook", "MutatingWebhook")

static const struct ls_api_field admissionregistration_v1_MutatingWebhookConfiguration[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"webhooks", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_MutatingWebhook,
     .number = 2, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
};
TYPE(admissionregistration_v1_MutatingWebhookConfiguration, "io.k8s.api.admissionregistration.v1.MutatingWebhookConfiguration", "MutatingWebhookConfiguration")

static const struct ls_api_field admissionregistration_v1_Mutation[] = {
    {"patchType", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("ApplyConfiguration", "JSONPatch"), .go_type = "v1.PatchType"},
    {"applyConfiguration", FORM(STRUCT),
     .type = &ls_api_admissionregistration_v1_ApplyConfiguration, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"jsonPatch", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_JSONPatch, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(admissionregistration_v1_Mutation, "io.k8s.api.admissionregistration.v1.Mutation", "Mutation")

static const struct ls_api_field admissionregistration_v1_NamedRuleWithOperations[] = {
    {"resourceNames", LIST(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"operations", LIST(STRING), .number = 1, .inside = 2, .flags = OMIT_EMPTY,
     .choices = NAMES("*", "CONNECT", "CREATE", "DELETE", "UPDATE"), .go_type = "v1.OperationType",
     .go_inside = "RuleWithOperations"},
    {"apiGroups", LIST(STRING), .number = 1, .inside = 2 | 2 << 8, .flags = OMIT_EMPTY,
     .go_inside = "RuleWithOperations.Rule"},
    {"apiVersions", LIST(STRING), .number = 2, .inside = 2 | 2 << 8, .flags = OMIT_EMPTY,
     .go_inside = "RuleWithOperations.Rule"},
    {"resources", LIST(STRING), .number = 3, .inside = 2 | 2 << 8, .flags = OMIT_EMPTY,
     .go_inside = "RuleWithOperations.Rule"},
    {"scope", FORM(STRING), .number = 4, .inside = 2 | 2 << 8, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("*", "Cluster", "Namespaced"), .go_type = "v1.ScopeType",
     .go_inside = "RuleWithOperations.Rule"},
};
ATOMIC_TYPE(admissionregistration_v1_NamedRuleWithOperations, "io.k8s.api.admissionregistration.v1.NamedRuleWithOperations", "NamedRuleWithOperations")

static const struct ls_api_field admissionregistration_v1_ParamKind[] = {
    {"apiVersion", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"kind", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(admissionregistration_v1_ParamKind, "io.k8s.api.admissionregistration.v1.ParamKind", "ParamKind")

static const struct ls_api_field admissionregistration_v1_ParamRef[] = {
    {"name", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"namespace", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"parameterNotFoundAction", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.ParameterNotFoundActionType"},
};
ATOMIC_TYPE(admissionregistration_v1_ParamRef, "io.k8s.api.admissionregistration.v1.ParamRef", "ParamRef")

static const struct ls_api_field admissionregistration_v1_RuleWithOperations[] = {
    {"operations", LIST(STRING), .number = 1, .flags = OMIT_EMPTY, .choices = NAMES("*", "CONNECT",
     "CREATE", "DELETE", "UPDATE"), .go_type = "v1.OperationType"},
    {"apiGroups", LIST(STRING), .number = 1, .inside = 2, .flags = OMIT_EMPTY, .go_inside = "Rule"},
    {"apiVersions", LIST(STRING), .number = 2, .inside = 2, .flags = OMIT_EMPTY,
     .go_inside = "Rule"},
    {"resources", LIST(STRING), .number = 3, .inside = 2, .flags = OMIT_EMPTY, .go_inside = "Rule"},
    {"scope", FORM(STRING), .number = 4, .inside = 2, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("*", "Cluster", "Namespaced"), .go_type = "v1.ScopeType",
     .go_inside = "Rule"},
};
TYPE(admissionregistration_v1_RuleWithOperations, "io.k8s.api.admissionregistration.v1.RuleWithOperations", "RuleWithOperations")

static const struct ls_api_field admissionregistration_v1_ServiceReference[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"port", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(admissionregistration_v1_ServiceReference, "io.k8s.api.admissionregistration.v1.ServiceReference", "ServiceReference")

static const struct ls_api_field admissionregistration_v1_TypeChecking[] = {
    {"expressionWarnings", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_ExpressionWarning,
     .number = 1, .flags = OMIT_EMPTY},
};
TYPE(admissionregistration_v1_TypeChecking, "io.k8s.api.admissionregistration.v1.TypeChecking", "TypeChecking")

static const struct ls_api_field admissionregistration_v1_ValidatingAdmissionPolicy[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ValidatingAdmissionPolicySpec,
     .number = 2, .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT),
     .type = &ls_api_admissionregistration_v1_ValidatingAdmissionPolicyStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(admissionregistration_v1_ValidatingAdmissionPolicy, "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicy", "ValidatingAdmissionPolicy")

static const struct ls_api_field admissionregistration_v1_ValidatingAdmissionPolicyBinding[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT),
     .type = &ls_api_admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec, .number = 2,
     .flags = OMIT_EMPTY | REQUIRED, .default_json = "{}"},
};
TYPE(admissionregistration_v1_ValidatingAdmissionPolicyBinding, "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBinding", "ValidatingAdmissionPolicyBinding")

static const struct ls_api_field admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec[] = {
    {"policyName", FORM(STRING), .number = 1, .flags = OMIT_EMPTY | REQUIRED},
    {"paramRef", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ParamRef, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"matchResources", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_MatchResources,
     .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"validationActions", LIST(STRING), .number = 4, .flags = OMIT_EMPTY | REQUIRED,
     .list_kind = LS_LIST_SET, .choices = NAMES("Audit", "Deny", "Warn"),
     .go_type = "v1.ValidationAction"},
};
TYPE(admissionregistration_v1_ValidatingAdmissionPolicyBindingSpec, "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyBindingSpec", "ValidatingAdmissionPolicyBindingSpec")

static const struct ls_api_field admissionregistration_v1_ValidatingAdmissionPolicySpec[] = {
    {"paramKind", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ParamKind, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"matchConstraints", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_MatchResources,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"validations", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_Validation, .number = 3,
     .flags = OMIT_EMPTY},
    {"failurePolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Fail", "Ignore"), .go_type = "v1.FailurePolicyType"},
    {"auditAnnotations", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_AuditAnnotation,
     .number = 5, .flags = OMIT_EMPTY},
    {"matchConditions", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_MatchCondition,
     .number = 6, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
    {"variables", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_Variable, .number = 7,
     .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP, .keys = NAMES("name"),
     .patch_key = "name"},
};
TYPE(admissionregistration_v1_ValidatingAdmissionPolicySpec, "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicySpec", "ValidatingAdmissionPolicySpec")

static const struct ls_api_field admissionregistration_v1_ValidatingAdmissionPolicyStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = OMIT_EMPTY},
    {"typeChecking", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_TypeChecking,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"conditions", LIST(STRUCT), .type = &ls_api_meta_v1_Condition, .number = 3,
     .flags = OMIT_EMPTY, .list_kind = LS_LIST_MAP, .keys = NAMES("type")},
};
TYPE(admissionregistration_v1_ValidatingAdmissionPolicyStatus, "io.k8s.api.admissionregistration.v1.ValidatingAdmissionPolicyStatus", "ValidatingAdmissionPolicyStatus")

static const struct ls_api_field admissionregistration_v1_ValidatingWebhook[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"clientConfig", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_WebhookClientConfig,
     .number = 2, .flags = REQUIRED, .default_json = "{}"},
    {"rules", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_RuleWithOperations,
     .number = 3, .flags = OMIT_EMPTY},
    {"failurePolicy", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Fail", "Ignore"), .go_type = "v1.FailurePolicyType"},
    {"matchPolicy", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Equivalent", "Exact"), .go_type = "v1.MatchPolicyType"},
    {"namespaceSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
    {"objectSelector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 10,
     .flags = POINTER | OMIT_EMPTY},
    {"sideEffects", FORM(STRING), .number = 6, .flags = POINTER | REQUIRED, .choices = NAMES("None",
     "NoneOnDryRun", "Some", "Unknown"), .go_type = "v1.SideEffectClass"},
    {"timeoutSeconds", FORM(INT32), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"admissionReviewVersions", LIST(STRING), .number = 8, .flags = REQUIRED},
    {"matchConditions", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_MatchCondition,
     .number = 11, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
};
TYPE(admissionregistration_v1_ValidatingWebhook, "io.k8s.api.admissionregistration.v1.ValidatingWebhook", "ValidatingWebhook")

static const struct ls_api_field admissionregistration_v1_ValidatingWebhookConfiguration[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"webhooks", LIST(STRUCT), .type = &ls_api_admissionregistration_v1_ValidatingWebhook,
     .number = 2, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("name"), .patch_key = "name"},
};
TYPE(admissionregistration_v1_ValidatingWebhookConfiguration, "io.k8s.api.admissionregistration.v1.ValidatingWebhookConfiguration", "ValidatingWebhookConfiguration")

static const struct ls_api_field admissionregistration_v1_Validation[] = {
    {"expression", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.StatusReason"},
    {"messageExpression", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(admissionregistration_v1_Validation, "io.k8s.api.admissionregistration.v1.Validation", "Validation")

static const struct ls_api_field admissionregistration_v1_Variable[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"expression", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
};
ATOMIC_TYPE(admissionregistration_v1_Variable, "io.k8s.api.admissionregistration.v1.Variable", "Variable")

static const struct ls_api_field admissionregistration_v1_WebhookClientConfig[] = {
    {"url", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"service", FORM(STRUCT), .type = &ls_api_admissionregistration_v1_ServiceReference,
     .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"caBundle", FORM(BYTES), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(admissionregistration_v1_WebhookClientConfig, "io.k8s.api.admissionregistration.v1.WebhookClientConfig", "WebhookClientConfig")
