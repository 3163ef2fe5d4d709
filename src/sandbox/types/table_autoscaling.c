/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field autoscaling_v1_CrossVersionObjectReference[] = {
    {"kind", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"apiVersion", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
ATOMIC_TYPE(autoscaling_v1_CrossVersionObjectReference, "io.k8s.api.autoscaling.v1.CrossVersionObjectReference", "CrossVersionObjectReference")

static const struct ls_api_field autoscaling_v1_HorizontalPodAutoscaler[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_autoscaling_v1_HorizontalPodAutoscalerSpec, .number = 2,
     .flags = OMIT_EMPTY | REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_autoscaling_v1_HorizontalPodAutoscalerStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(autoscaling_v1_HorizontalPodAutoscaler, "io.k8s.api.autoscaling.v1.HorizontalPodAutoscaler", "HorizontalPodAutoscaler")

static const struct ls_api_field autoscaling_v1_HorizontalPodAutoscalerSpec[] = {
    {"scaleTargetRef", FORM(STRUCT), .type = &ls_api_autoscaling_v1_CrossVersionObjectReference,
     .number = 1, .flags = REQUIRED, .default_json = "{}"},
    {"minReplicas", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"maxReplicas", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"targetCPUUtilizationPercentage", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v1_HorizontalPodAutoscalerSpec, "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerSpec", "HorizontalPodAutoscalerSpec")

static const struct ls_api_field autoscaling_v1_HorizontalPodAutoscalerStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"lastScaleTime", FORM(TIME), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"currentReplicas", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"desiredReplicas", FORM(INT32), .number = 4, .flags = REQUIRED, .default_json = "0"},
    {"currentCPUUtilizationPercentage", FORM(INT32), .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v1_HorizontalPodAutoscalerStatus, "io.k8s.api.autoscaling.v1.HorizontalPodAutoscalerStatus", "HorizontalPodAutoscalerStatus")

static const struct ls_api_field autoscaling_v1_Scale[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_autoscaling_v1_ScaleSpec, .number = 2,
     .flags = OMIT_EMPTY, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_autoscaling_v1_ScaleStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(autoscaling_v1_Scale, "io.k8s.api.autoscaling.v1.Scale", "Scale")

static const struct ls_api_field autoscaling_v1_ScaleSpec[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = OMIT_EMPTY, .default_json = "0"},
};
TYPE(autoscaling_v1_ScaleSpec, "io.k8s.api.autoscaling.v1.ScaleSpec", "ScaleSpec")

static const struct ls_api_field autoscaling_v1_ScaleStatus[] = {
    {"replicas", FORM(INT32), .number = 1, .flags = REQUIRED, .default_json = "0"},
    {"selector", FORM(STRING), .number = 2, .flags = OMIT_EMPTY},
};
TYPE(autoscaling_v1_ScaleStatus, "io.k8s.api.autoscaling.v1.ScaleStatus", "ScaleStatus")
