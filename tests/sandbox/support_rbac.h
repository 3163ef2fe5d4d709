#pragma once
/* A sandbox that enforces roles, and requests of its users. */
#include "support_sandbox.h"

#define RBAC_V1    "/apis/rbac.authorization.k8s.io/v1/"
#define IN_DEFAULT "namespaces/default/"

/* The texts of roles and bindings. */
#define RBAC_SUBJECT(kind, name) "{\"kind\":\"" kind "\",\"name\":\"" name "\"}"
#define RBAC_BINDING(name, subjects, kind, role)                                                   \
    "{\"metadata\":{\"name\":\"" name "\"},\"subjects\":[" subjects "],\"roleRef\":{\"apiGroup\":" \
    "\"rbac.authorization.k8s.io\",\"kind\":\"" kind "\",\"name\":\"" role "\"}}"
#define RBAC_ROLE(name, rules) "{\"metadata\":{\"name\":\"" name "\"},\"rules\":[" rules "]}"
#define RBAC_RULE(verbs, resources)                                                                \
    "{\"apiGroups\":[\"\"],\"resources\":[" resources "],\"verbs\":[" verbs "]}"

#define TYPE_MERGE "content-type: application/merge-patch+json\n"
#define TYPE_APPLY "content-type: application/apply-patch+yaml\n"

/* A request as another user, by impersonation; `type` is a header line. Returns the status. */
int rbac_ask_typed(struct front *front, const char *user, const char *type, const char *method,
                   const char *target, const char *body);
int rbac_ask(struct front *front, const char *user, const char *method, const char *target,
             const char *body);
/* The admin creates an object, which must succeed. */
void rbac_make(struct front *front, const char *target, const char *body);
