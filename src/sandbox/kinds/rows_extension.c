/* Rows of admissionregistration.k8s.io, apiextensions.k8s.io and apiregistration.k8s.io. */
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/rules.h"

static const struct ls_kind_row admissionregistration_rows[] = {
    {
        .kind = "MutatingAdmissionPolicy",
        .plural = "mutatingadmissionpolicies",
        .category = "api-extensions",
        .rules = &ls_rules_admission_policy,
    },
    {
        .kind = "MutatingAdmissionPolicyBinding",
        .plural = "mutatingadmissionpolicybindings",
        .category = "api-extensions",
        .rules = &ls_rules_admission_policy_binding,
    },
    {
        .kind = "MutatingWebhookConfiguration",
        .plural = "mutatingwebhookconfigurations",
        .category = "api-extensions",
        .rules = &ls_rules_webhook_configuration,
    },
    {
        .kind = "ValidatingAdmissionPolicy",
        .plural = "validatingadmissionpolicies",
        .category = "api-extensions",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_admission_policy,
    },
    {
        .kind = "ValidatingAdmissionPolicyBinding",
        .plural = "validatingadmissionpolicybindings",
        .category = "api-extensions",
        .rules = &ls_rules_admission_policy_binding,
    },
    {
        .kind = "ValidatingWebhookConfiguration",
        .plural = "validatingwebhookconfigurations",
        .category = "api-extensions",
        .rules = &ls_rules_webhook_configuration,
    },
};
const struct ls_group_rows ls_kind_rows_admissionregistration =
    LS_GROUP_ROWS("admissionregistration.k8s.io", "v1", "io.k8s.api.admissionregistration.v1.",
                  admissionregistration_rows);

static const struct ls_kind_row apiextensions_rows[] = {
    {
        .kind = "CustomResourceDefinition",
        .plural = "customresourcedefinitions",
        .short_names = {"crd", "crds"},
        .category = "api-extensions",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_custom_resource_definition,
    },
};
const struct ls_group_rows ls_kind_rows_apiextensions =
    LS_GROUP_ROWS("apiextensions.k8s.io", "v1",
                  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.", apiextensions_rows);

static const struct ls_kind_row apiregistration_rows[] = {
    {
        .kind = "APIService",
        .plural = "apiservices",
        .category = "api-extensions",
        .flags = LS_ROW_STATUS,
        .rules = &ls_rules_api_service,
    },
};
const struct ls_group_rows ls_kind_rows_apiregistration =
    LS_GROUP_ROWS("apiregistration.k8s.io", "v1",
                  "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1.", apiregistration_rows);
