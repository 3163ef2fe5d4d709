/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field node_v1_Overhead[] = {
    {"podFixed", MAP(QUANTITY), .number = 1, .flags = OMIT_EMPTY, .go_whole = "v1.ResourceList"},
};
TYPE(node_v1_Overhead, "io.k8s.api.node.v1.Overhead", "Overhead")

static const struct ls_api_field node_v1_RuntimeClass[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"handler", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"overhead", FORM(STRUCT), .type = &ls_api_node_v1_Overhead, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"scheduling", FORM(STRUCT), .type = &ls_api_node_v1_Scheduling, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(node_v1_RuntimeClass, "io.k8s.api.node.v1.RuntimeClass", "RuntimeClass")

static const struct ls_api_field node_v1_Scheduling[] = {
    {"nodeSelector", MAP(STRING), .number = 1, .flags = OMIT_EMPTY | ATOMIC},
    {"tolerations", LIST(STRUCT), .type = &ls_api_core_v1_Toleration, .number = 2,
     .flags = OMIT_EMPTY},
};
TYPE(node_v1_Scheduling, "io.k8s.api.node.v1.Scheduling", "Scheduling")
