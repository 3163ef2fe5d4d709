/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field scheduling_v1_PriorityClass[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"value", FORM(INT32), .number = 2, .default_json = "0"},
    {"globalDefault", FORM(BOOL), .number = 3, .flags = OMIT_EMPTY},
    {"description", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"preemptionPolicy", FORM(STRING), .number = 5, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Never", "PreemptLowerPriority"), .go_type = "v1.PreemptionPolicy"},
};
TYPE(scheduling_v1_PriorityClass, "io.k8s.api.scheduling.v1.PriorityClass", "PriorityClass")
