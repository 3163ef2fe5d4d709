/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field autoscaling_v2_ContainerResourceMetricSource[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"target", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricTarget, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"container", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(autoscaling_v2_ContainerResourceMetricSource, "io.k8s.api.autoscaling.v2.ContainerResourceMetricSource", "ContainerResourceMetricSource")

static const struct ls_api_field autoscaling_v2_ContainerResourceMetricStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"current", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricValueStatus, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"container", FORM(STRING), .number = 3, .flags = REQUIRED, .default_json = "\"\""},
};
TYPE(autoscaling_v2_ContainerResourceMetricStatus, "io.k8s.api.autoscaling.v2.ContainerResourceMetricStatus", "ContainerResourceMetricStatus")

static const struct ls_api_field autoscaling_v2_CrossVersionObjectReference[] = {
    {"kind", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"name", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\""},
    {"apiVersion", FORM(STRING), .number = 3, .flags = OMIT_EMPTY},
};
TYPE(autoscaling_v2_CrossVersionObjectReference, "io.k8s.api.autoscaling.v2.CrossVersionObjectReference", "CrossVersionObjectReference")

static const struct ls_api_field autoscaling_v2_ExternalMetricSource[] = {
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"target", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricTarget, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ExternalMetricSource, "io.k8s.api.autoscaling.v2.ExternalMetricSource", "ExternalMetricSource")

static const struct ls_api_field autoscaling_v2_ExternalMetricStatus[] = {
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"current", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricValueStatus, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ExternalMetricStatus, "io.k8s.api.autoscaling.v2.ExternalMetricStatus", "ExternalMetricStatus")

static const struct ls_api_field autoscaling_v2_HPAScalingPolicy[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v2.HPAScalingPolicyType"},
    {"value", FORM(INT32), .number = 2, .flags = REQUIRED, .default_json = "0"},
    {"periodSeconds", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
};
TYPE(autoscaling_v2_HPAScalingPolicy, "io.k8s.api.autoscaling.v2.HPAScalingPolicy", "HPAScalingPolicy")

static const struct ls_api_field autoscaling_v2_HPAScalingRules[] = {
    {"stabilizationWindowSeconds", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"selectPolicy", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY,
     .go_type = "v2.ScalingPolicySelect"},
    {"policies", LIST(STRUCT), .type = &ls_api_autoscaling_v2_HPAScalingPolicy, .number = 2,
     .flags = OMIT_EMPTY},
    {"tolerance", FORM(QUANTITY), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_HPAScalingRules, "io.k8s.api.autoscaling.v2.HPAScalingRules", "HPAScalingRules")

static const struct ls_api_field autoscaling_v2_HorizontalPodAutoscaler[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_autoscaling_v2_HorizontalPodAutoscalerSpec, .number = 2,
     .flags = OMIT_EMPTY | REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_autoscaling_v2_HorizontalPodAutoscalerStatus,
     .number = 3, .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(autoscaling_v2_HorizontalPodAutoscaler, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscaler", "HorizontalPodAutoscaler")

static const struct ls_api_field autoscaling_v2_HorizontalPodAutoscalerBehavior[] = {
    {"scaleUp", FORM(STRUCT), .type = &ls_api_autoscaling_v2_HPAScalingRules, .number = 1,
     .flags = POINTER | OMIT_EMPTY},
    {"scaleDown", FORM(STRUCT), .type = &ls_api_autoscaling_v2_HPAScalingRules, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_HorizontalPodAutoscalerBehavior, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerBehavior", "HorizontalPodAutoscalerBehavior")

static const struct ls_api_field autoscaling_v2_HorizontalPodAutoscalerCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v2.HorizontalPodAutoscalerConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastTransitionTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 4, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
};
TYPE(autoscaling_v2_HorizontalPodAutoscalerCondition, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerCondition", "HorizontalPodAutoscalerCondition")

static const struct ls_api_field autoscaling_v2_HorizontalPodAutoscalerSpec[] = {
    {"scaleTargetRef", FORM(STRUCT), .type = &ls_api_autoscaling_v2_CrossVersionObjectReference,
     .number = 1, .flags = REQUIRED, .default_json = "{}"},
    {"minReplicas", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"maxReplicas", FORM(INT32), .number = 3, .flags = REQUIRED, .default_json = "0"},
    {"metrics", LIST(STRUCT), .type = &ls_api_autoscaling_v2_MetricSpec, .number = 4,
     .flags = OMIT_EMPTY},
    {"behavior", FORM(STRUCT), .type = &ls_api_autoscaling_v2_HorizontalPodAutoscalerBehavior,
     .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_HorizontalPodAutoscalerSpec, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec", "HorizontalPodAutoscalerSpec")

static const struct ls_api_field autoscaling_v2_HorizontalPodAutoscalerStatus[] = {
    {"observedGeneration", FORM(INT64), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"lastScaleTime", FORM(TIME), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"currentReplicas", FORM(INT32), .number = 3, .flags = OMIT_EMPTY},
    {"desiredReplicas", FORM(INT32), .number = 4, .flags = REQUIRED, .default_json = "0"},
    {"currentMetrics", LIST(STRUCT), .type = &ls_api_autoscaling_v2_MetricStatus, .number = 5},
    {"conditions", LIST(STRUCT), .type = &ls_api_autoscaling_v2_HorizontalPodAutoscalerCondition,
     .number = 6, .flags = OMIT_EMPTY | PATCH_MERGE, .list_kind = LS_LIST_MAP,
     .keys = NAMES("type"), .patch_key = "type"},
};
TYPE(autoscaling_v2_HorizontalPodAutoscalerStatus, "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus", "HorizontalPodAutoscalerStatus")

static const struct ls_api_field autoscaling_v2_MetricIdentifier[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_MetricIdentifier, "io.k8s.api.autoscaling.v2.MetricIdentifier", "MetricIdentifier")

static const struct ls_api_field autoscaling_v2_MetricSpec[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v2.MetricSourceType"},
    {"object", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ObjectMetricSource, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"pods", FORM(STRUCT), .type = &ls_api_autoscaling_v2_PodsMetricSource, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"resource", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ResourceMetricSource, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"containerResource", FORM(STRUCT),
     .type = &ls_api_autoscaling_v2_ContainerResourceMetricSource, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"external", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ExternalMetricSource, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_MetricSpec, "io.k8s.api.autoscaling.v2.MetricSpec", "MetricSpec")

static const struct ls_api_field autoscaling_v2_MetricStatus[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v2.MetricSourceType"},
    {"object", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ObjectMetricStatus, .number = 2,
     .flags = POINTER | OMIT_EMPTY},
    {"pods", FORM(STRUCT), .type = &ls_api_autoscaling_v2_PodsMetricStatus, .number = 3,
     .flags = POINTER | OMIT_EMPTY},
    {"resource", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ResourceMetricStatus, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"containerResource", FORM(STRUCT),
     .type = &ls_api_autoscaling_v2_ContainerResourceMetricStatus, .number = 7,
     .flags = POINTER | OMIT_EMPTY},
    {"external", FORM(STRUCT), .type = &ls_api_autoscaling_v2_ExternalMetricStatus, .number = 5,
     .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_MetricStatus, "io.k8s.api.autoscaling.v2.MetricStatus", "MetricStatus")

static const struct ls_api_field autoscaling_v2_MetricTarget[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v2.MetricTargetType"},
    {"value", FORM(QUANTITY), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"averageValue", FORM(QUANTITY), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"averageUtilization", FORM(INT32), .number = 4, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_MetricTarget, "io.k8s.api.autoscaling.v2.MetricTarget", "MetricTarget")

static const struct ls_api_field autoscaling_v2_MetricValueStatus[] = {
    {"value", FORM(QUANTITY), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"averageValue", FORM(QUANTITY), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"averageUtilization", FORM(INT32), .number = 3, .flags = POINTER | OMIT_EMPTY},
};
TYPE(autoscaling_v2_MetricValueStatus, "io.k8s.api.autoscaling.v2.MetricValueStatus", "MetricValueStatus")

static const struct ls_api_field autoscaling_v2_ObjectMetricSource[] = {
    {"describedObject", FORM(STRUCT), .type = &ls_api_autoscaling_v2_CrossVersionObjectReference,
     .number = 1, .flags = REQUIRED, .default_json = "{}"},
    {"target", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricTarget, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 3,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ObjectMetricSource, "io.k8s.api.autoscaling.v2.ObjectMetricSource", "ObjectMetricSource")

static const struct ls_api_field autoscaling_v2_ObjectMetricStatus[] = {
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"current", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricValueStatus, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
    {"describedObject", FORM(STRUCT), .type = &ls_api_autoscaling_v2_CrossVersionObjectReference,
     .number = 3, .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ObjectMetricStatus, "io.k8s.api.autoscaling.v2.ObjectMetricStatus", "ObjectMetricStatus")

static const struct ls_api_field autoscaling_v2_PodsMetricSource[] = {
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"target", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricTarget, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_PodsMetricSource, "io.k8s.api.autoscaling.v2.PodsMetricSource", "PodsMetricSource")

static const struct ls_api_field autoscaling_v2_PodsMetricStatus[] = {
    {"metric", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricIdentifier, .number = 1,
     .flags = REQUIRED, .default_json = "{}"},
    {"current", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricValueStatus, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_PodsMetricStatus, "io.k8s.api.autoscaling.v2.PodsMetricStatus", "PodsMetricStatus")

static const struct ls_api_field autoscaling_v2_ResourceMetricSource[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"target", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricTarget, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ResourceMetricSource, "io.k8s.api.autoscaling.v2.ResourceMetricSource", "ResourceMetricSource")

static const struct ls_api_field autoscaling_v2_ResourceMetricStatus[] = {
    {"name", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ResourceName"},
    {"current", FORM(STRUCT), .type = &ls_api_autoscaling_v2_MetricValueStatus, .number = 2,
     .flags = REQUIRED, .default_json = "{}"},
};
TYPE(autoscaling_v2_ResourceMetricStatus, "io.k8s.api.autoscaling.v2.ResourceMetricStatus", "ResourceMetricStatus")
