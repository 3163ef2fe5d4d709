/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field coordination_v1_Lease[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_coordination_v1_LeaseSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(coordination_v1_Lease, "io.k8s.api.coordination.v1.Lease", "Lease")

static const struct ls_api_field coordination_v1_LeaseSpec[] = {
    {"holderIdentity", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"leaseDurationSeconds", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"acquireTime", FORM(MICRO_TIME), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"renewTime", FORM(MICRO_TIME), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"leaseTransitions", FORM(INT32), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"strategy", FORM(STRING), .number = 6, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v1.CoordinatedLeaseStrategy"},
    {"preferredHolder", FORM(STRING), .number = 7, .flags = POINTER | OMIT_EMPTY},
};
TYPE(coordination_v1_LeaseSpec, "io.k8s.api.coordination.v1.LeaseSpec", "LeaseSpec")
