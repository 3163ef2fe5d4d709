/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field apiextensions_v1_CustomResourceColumnDefinition[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"type", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"format", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"description", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"priority", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"jsonPath", FORM(STRING), .number = 6, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(apiextensions_v1_CustomResourceColumnDefinition, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceColumnDefinition", "CustomResourceColumnDefinition")

static const struct ls_api_field apiextensions_v1_CustomResourceConversion[] = {
    {"strategy", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConversionStrategyType"},
    {"webhook", FORM(STRUCT), .type = &ls_api_apiextensions_v1_WebhookConversion, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceConversion, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion", "CustomResourceConversion")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinition[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionSpec,
     .number = 2, .flags = REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(apiextensions_v1_CustomResourceDefinition, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinition", "CustomResourceDefinition")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinitionCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.CustomResourceDefinitionConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"observedGeneration", FORM(INT64), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceDefinitionCondition, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionCondition", "CustomResourceDefinitionCondition")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinitionNames[] = {
    {"plural", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"singular", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"shortNames", LIST(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"kind", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\""},
    {"listKind", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"categories", LIST(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceDefinitionNames, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionNames", "CustomResourceDefinitionNames")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinitionSpec[] = {
    {"group", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"names", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionNames,
     .number = 3, .flags = REQUIRED, .default_json = "{}"},
    {"scope", FORM(STRING), .number = 4, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceScope"},
    {"versions", LIST(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionVersion,
     .number = 7, .flags = REQUIRED},
    {"conversion", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceConversion,
     .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"preserveUnknownFields", FORM(BOOL), .number = 10, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceDefinitionSpec, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec", "CustomResourceDefinitionSpec")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinitionStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionCondition,
     .number = 1, .list_kind = LS_LIST_MAP, .keys = NAMES("type")},
    {"acceptedNames", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceDefinitionNames,
     .number = 2, .default_json = "{}"},
    {"storedVersions", LIST(STRING), .number = 3},
    {"observedGeneration", FORM(INT64), .number = 4, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceDefinitionStatus, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionStatus", "CustomResourceDefinitionStatus")

static const struct ls_api_field apiextensions_v1_CustomResourceDefinitionVersion[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"served", FORM(BOOL), .number = 2, .flags = REQUIRED, .default_json = "false"},
    {"storage", FORM(BOOL), .number = 3, .flags = REQUIRED, .default_json = "false"},
    {"deprecated", FORM(BOOL), .number = 7, .flags = OMIT_EMPTY},
    {"deprecationWarning", FORM(STRING), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"schema", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceValidation, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"subresources", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceSubresources,
     .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"additionalPrinterColumns", LIST(STRUCT),
     .type = &ls_api_apiextensions_v1_CustomResourceColumnDefinition, .number = 6,
     .flags = OMIT_EMPTY},
    {"selectableFields", LIST(STRUCT), .type = &ls_api_apiextensions_v1_SelectableField,
     .number = 9, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceDefinitionVersion, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionVersion", "CustomResourceDefinitionVersion")

static const struct ls_api_field apiextensions_v1_CustomResourceSubresourceScale[] = {
    {"specReplicasPath", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"statusReplicasPath", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"labelSelectorPath", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceSubresourceScale, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceScale", "CustomResourceSubresourceScale")

EMPTY_TYPE(apiextensions_v1_CustomResourceSubresourceStatus, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresourceStatus", "CustomResourceSubresourceStatus")

static const struct ls_api_field apiextensions_v1_CustomResourceSubresources[] = {
    {"status", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceSubresourceStatus,
     .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"scale", FORM(STRUCT), .type = &ls_api_apiextensions_v1_CustomResourceSubresourceScale,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceSubresources, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceSubresources", "CustomResourceSubresources")

static const struct ls_api_field apiextensions_v1_CustomResourceValidation[] = {
    {"openAPIV3Schema", FORM(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_CustomResourceValidation, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceValidation", "CustomResourceValidation")

static const struct ls_api_field apiextensions_v1_ExternalDocumentation[] = {
    {"description", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"url", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_ExternalDocumentation, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation", "ExternalDocumentation")

static const struct ls_api_field apiextensions_v1_JSONSchemaProps[] = {
    {"id", FORM(STRING), .number = 1, .flags = OMIT_EMPTY},
    {"$schema", FORM(STRING), .number = 2, .flags = OMIT_EMPTY, .go_type = "v1.JSONSchemaURL"},
    {"$ref", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"description", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"type", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"format", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
    {"title", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"default", FORM(RAW), .number = 8, .flags = POINTER | OMIT_EMPTY, .go_type = "v1.JSON"},
    {"maximum", FORM(DOUBLE), .number = 9, .flags = POINTER | OMIT_EMPTY},
    {"exclusiveMaximum", FORM(BOOL), .number = 10, .flags = OMIT_EMPTY},
    {"minimum", FORM(DOUBLE), .number = 11, .flags = POINTER | OMIT_EMPTY},
    {"exclusiveMinimum", FORM(BOOL), .number = 12, .flags = OMIT_EMPTY},
    {"maxLength", FORM(INT64), .number = 13, .flags = POINTER | OMIT_EMPTY},
    {"minLength", FORM(INT64), .number = 14, .flags = POINTER | OMIT_EMPTY},
    {"pattern", FORM(STRING), .number = 15, .flags = OMIT_EMPTY},
    {"maxItems", FORM(INT64), .number = 16, .flags = POINTER | OMIT_EMPTY},
    {"minItems", FORM(INT64), .number = 17, .flags = POINTER | OMIT_EMPTY},
    {"uniqueItems", FORM(BOOL), .number = 18, .flags = OMIT_EMPTY},
    {"multipleOf", FORM(DOUBLE), .number = 19, .flags = POINTER | OMIT_EMPTY},
    {"enum", LIST(RAW), .number = 20, .flags = OMIT_EMPTY, .go_type = "v1.JSON"},
    {"maxProperties", FORM(INT64), .number = 21, .flags = POINTER | OMIT_EMPTY},
    {"minProperties", FORM(INT64), .number = 22, .flags = POINTER | OMIT_EMPTY},
    {"required", LIST(STRING), .number = 23, .flags = OMIT_EMPTY},
    {"items", FORM(SCHEMA_OR_LIST), .number = 24, .flags = POINTER | OMIT_EMPTY},
    {"allOf", LIST(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 25,
     .flags = OMIT_EMPTY},
    {"oneOf", LIST(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 26,
     .flags = OMIT_EMPTY},
    {"anyOf", LIST(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 27,
     .flags = OMIT_EMPTY},
    {"not", FORM(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 28,
     .flags = POINTER | OMIT_EMPTY},
    {"properties", MAP(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 29,
     .flags = OMIT_EMPTY},
    {"additionalProperties", FORM(SCHEMA_OR_BOOL), .number = 30, .flags = POINTER | OMIT_EMPTY},
    {"patternProperties", MAP(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps,
     .number = 31, .flags = OMIT_EMPTY},
    {"dependencies", MAP(SCHEMA_OR_STRINGS), .number = 32, .flags = OMIT_EMPTY,
     .go_whole = "v1.JSONSchemaDependencies"},
    {"additionalItems", FORM(SCHEMA_OR_BOOL), .number = 33, .flags = POINTER | OMIT_EMPTY},
    {"definitions", MAP(STRUCT), .type = &ls_api_apiextensions_v1_JSONSchemaProps, .number = 34,
     .flags = OMIT_EMPTY, .go_whole = "v1.JSONSchemaDefinitions"},
    {"externalDocs", FORM(STRUCT), .type = &ls_api_apiextensions_v1_ExternalDocumentation,
     .number = 35, .flags = POINTER | OMIT_EMPTY},
    {"example", FORM(RAW), .number = 36, .flags = POINTER | OMIT_EMPTY, .go_type = "v1.JSON"},
    {"nullable", FORM(BOOL), .number = 37, .flags = OMIT_EMPTY},
    {"x-kubernetes-preserve-unknown-fields", FORM(BOOL), .number = 38,
     .flags = POINTER | OMIT_EMPTY},
    {"x-kubernetes-embedded-resource", FORM(BOOL), .number = 39, .flags = OMIT_EMPTY},
    {"x-kubernetes-int-or-string", FORM(BOOL), .number = 40, .flags = OMIT_EMPTY},
    {"x-kubernetes-list-map-keys", LIST(STRING), .number = 41, .flags = OMIT_EMPTY},
    {"x-kubernetes-list-type", FORM(STRING), .number = 42, .flags = POINTER | OMIT_EMPTY},
    {"x-kubernetes-map-type", FORM(STRING), .number = 43, .flags = POINTER | OMIT_EMPTY},
    {"x-kubernetes-validations", LIST(STRUCT), .type = &ls_api_apiextensions_v1_ValidationRule,
     .number = 44, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("rule"), .patch_key = "rule", .go_whole = "v1.ValidationRules"},
};
TYPE(apiextensions_v1_JSONSchemaProps, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps", "JSONSchemaProps")

static const struct ls_api_field apiextensions_v1_SelectableField[] = {
    {"jsonPath", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(apiextensions_v1_SelectableField, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.SelectableField", "SelectableField")

static const struct ls_api_field apiextensions_v1_ServiceReference[] = {
    {"namespace", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"path", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"port", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_ServiceReference, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ServiceReference", "ServiceReference")

static const struct ls_api_field apiextensions_v1_ValidationRule[] = {
    {"rule", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"message", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
    {"messageExpression", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("FieldValueDuplicate", "FieldValueForbidden", "FieldValueInvalid",
     "FieldValueRequired"), .go_type = "v1.FieldValueErrorReason"},
    {"fieldPath", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"optionalOldSelf", FORM(BOOL), .number = 6, .flags = POINTER | OMIT_EMPTY},
};
TYPE(apiextensions_v1_ValidationRule, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule", "ValidationRule")

static const struct ls_api_field apiextensions_v1_WebhookClientConfig[] = {
    {"url", FORM(STRING), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"service", FORM(STRUCT), .type = &ls_api_apiextensions_v1_ServiceReference, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"caBundle", FORM(BYTES), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(apiextensions_v1_WebhookClientConfig, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookClientConfig", "WebhookClientConfig")

static const struct ls_api_field apiextensions_v1_WebhookConversion[] = {
    {"clientConfig", FORM(STRUCT), .type = &ls_api_apiextensions_v1_WebhookClientConfig,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"conversionReviewVersions", LIST(STRING), .number = 3, .flags = REQUIRED},
};
TYPE(apiextensions_v1_WebhookConversion, "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.WebhookConversion", "WebhookConversion")
