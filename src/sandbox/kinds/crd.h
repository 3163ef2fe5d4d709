#pragma once
/*
 * CustomResourceDefinitions: their defaults and their validation, in kube-apiserver's words.
 */
#include "sandbox/kinds/kind.h"

/* Groups under k8s.io and kubernetes.io belong to the community: their definitions need the
 * annotation api-approved.kubernetes.io. */
struct ls_crd_approval {
    bool is_needed;
    bool is_approved;
    bool is_acceptable; /* approved, or marked as unapproved */
    bool is_missing;
    const char *reason; /* of the condition KubernetesAPIApprovalPolicyConformant */
    const char *message;
};
struct ls_crd_approval ls_crd_approval(struct ls_arena *arena, struct ls_node definition);

/* Functions of struct ls_kind_rules. */
void ls_crd_validate(const struct ls_admission *admission, struct ls_node object,
                     struct ls_field_errors *errors);
