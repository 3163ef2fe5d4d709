/* Written by tools/api-types from Kubernetes 1.36.3; edits are lost. */
#include "sandbox/types/table.h"

/* clang-format off */
static const struct ls_api_field batch_v1_CronJob[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_batch_v1_CronJobSpec, .number = 2,
     .flags = OMIT_EMPTY | REQUIRED, .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_batch_v1_CronJobStatus, .number = 3,
     .flags = OMIT_EMPTY, .default_json = "{}"},
};
TYPE(batch_v1_CronJob, "io.k8s.api.batch.v1.CronJob", "CronJob")

static const struct ls_api_field batch_v1_CronJobSpec[] = {
    {"schedule", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\""},
    {"timeZone", FORM(STRING), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"startingDeadlineSeconds", FORM(INT64), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"concurrencyPolicy", FORM(STRING), .number = 3, .flags = OMIT_EMPTY, .choices = NAMES("Allow",
     "Forbid", "Replace"), .go_type = "v1.ConcurrencyPolicy"},
    {"suspend", FORM(BOOL), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"jobTemplate", FORM(STRUCT), .type = &ls_api_batch_v1_JobTemplateSpec, .number = 5,
     .flags = REQUIRED, .default_json = "{}"},
    {"successfulJobsHistoryLimit", FORM(INT32), .number = 6, .flags = POINTER | OMIT_EMPTY},
    {"failedJobsHistoryLimit", FORM(INT32), .number = 7, .flags = POINTER | OMIT_EMPTY},
};
TYPE(batch_v1_CronJobSpec, "io.k8s.api.batch.v1.CronJobSpec", "CronJobSpec")

static const struct ls_api_field batch_v1_CronJobStatus[] = {
    {"active", LIST(STRUCT), .type = &ls_api_core_v1_ObjectReference, .number = 1,
     .flags = OMIT_EMPTY},
    {"lastScheduleTime", FORM(TIME), .number = 4, .flags = POINTER | OMIT_EMPTY},
    {"lastSuccessfulTime", FORM(TIME), .number = 5, .flags = POINTER | OMIT_EMPTY},
};
TYPE(batch_v1_CronJobStatus, "io.k8s.api.batch.v1.CronJobStatus", "CronJobStatus")

static const struct ls_api_field batch_v1_Job[] = {
    {"kind", FORM(STRING), .flags = OMIT_EMPTY},
    {"apiVersion", FORM(STRING), .flags = OMIT_EMPTY},
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_batch_v1_JobSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"status", FORM(STRUCT), .type = &ls_api_batch_v1_JobStatus, .number = 3, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(batch_v1_Job, "io.k8s.api.batch.v1.Job", "Job")

static const struct ls_api_field batch_v1_JobCondition[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.JobConditionType"},
    {"status", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.ConditionStatus"},
    {"lastProbeTime", FORM(TIME), .number = 3, .flags = OMIT_EMPTY},
    {"lastTransitionTime", FORM(TIME), .number = 4, .flags = OMIT_EMPTY},
    {"reason", FORM(STRING), .number = 5, .flags = OMIT_EMPTY},
    {"message", FORM(STRING), .number = 6, .flags = OMIT_EMPTY},
};
TYPE(batch_v1_JobCondition, "io.k8s.api.batch.v1.JobCondition", "JobCondition")

static const struct ls_api_field batch_v1_JobSpec[] = {
    {"parallelism", FORM(INT32), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"completions", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"activeDeadlineSeconds", FORM(INT64), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"podFailurePolicy", FORM(STRUCT), .type = &ls_api_batch_v1_PodFailurePolicy, .number = 11,
     .flags = POINTER | OMIT_EMPTY},
    {"successPolicy", FORM(STRUCT), .type = &ls_api_batch_v1_SuccessPolicy, .number = 16,
     .flags = POINTER | OMIT_EMPTY},
    {"backoffLimit", FORM(INT32), .number = 7, .flags = POINTER | OMIT_EMPTY},
    {"backoffLimitPerIndex", FORM(INT32), .number = 12, .flags = POINTER | OMIT_EMPTY},
    {"maxFailedIndexes", FORM(INT32), .number = 13, .flags = POINTER | OMIT_EMPTY},
    {"selector", FORM(STRUCT), .type = &ls_api_meta_v1_LabelSelector, .number = 4,
     .flags = POINTER | OMIT_EMPTY},
    {"manualSelector", FORM(BOOL), .number = 5, .flags = POINTER | OMIT_EMPTY},
    {"template", FORM(STRUCT), .type = &ls_api_core_v1_PodTemplateSpec, .number = 6,
     .flags = REQUIRED, .default_json = "{}"},
    {"ttlSecondsAfterFinished", FORM(INT32), .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"completionMode", FORM(STRING), .number = 9, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Indexed", "NonIndexed"), .go_type = "v1.CompletionMode"},
    {"suspend", FORM(BOOL), .number = 10, .flags = POINTER | OMIT_EMPTY},
    {"podReplacementPolicy", FORM(STRING), .number = 14, .flags = POINTER | OMIT_EMPTY,
     .choices = NAMES("Failed", "TerminatingOrFailed"), .go_type = "v1.PodReplacementPolicy"},
    {"managedBy", FORM(STRING), .number = 15, .flags = POINTER | OMIT_EMPTY},
};
TYPE(batch_v1_JobSpec, "io.k8s.api.batch.v1.JobSpec", "JobSpec")

static const struct ls_api_field batch_v1_JobStatus[] = {
    {"conditions", LIST(STRUCT), .type = &ls_api_batch_v1_JobCondition, .number = 1,
     .flags = OMIT_EMPTY | PATCH_MERGE, .patch_key = "type"},
    {"startTime", FORM(TIME), .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"completionTime", FORM(TIME), .number = 3, .flags = POINTER | OMIT_EMPTY},
    {"active", FORM(INT32), .number = 4, .flags = OMIT_EMPTY},
    {"succeeded", FORM(INT32), .number = 5, .flags = OMIT_EMPTY},
    {"failed", FORM(INT32), .number = 6, .flags = OMIT_EMPTY},
    {"terminating", FORM(INT32), .number = 11, .flags = POINTER | OMIT_EMPTY},
    {"completedIndexes", FORM(STRING), .number = 7, .flags = OMIT_EMPTY},
    {"failedIndexes", FORM(STRING), .number = 10, .flags = POINTER | OMIT_EMPTY},
    {"uncountedTerminatedPods", FORM(STRUCT), .type = &ls_api_batch_v1_UncountedTerminatedPods,
     .number = 8, .flags = POINTER | OMIT_EMPTY},
    {"ready", FORM(INT32), .number = 9, .flags = POINTER | OMIT_EMPTY},
};
TYPE(batch_v1_JobStatus, "io.k8s.api.batch.v1.JobStatus", "JobStatus")

static const struct ls_api_field batch_v1_JobTemplateSpec[] = {
    {"metadata", FORM(STRUCT), .type = &ls_api_meta_v1_ObjectMeta, .number = 1, .flags = OMIT_EMPTY,
     .default_json = "{}"},
    {"spec", FORM(STRUCT), .type = &ls_api_batch_v1_JobSpec, .number = 2, .flags = OMIT_EMPTY,
     .default_json = "{}"},
};
TYPE(batch_v1_JobTemplateSpec, "io.k8s.api.batch.v1.JobTemplateSpec", "JobTemplateSpec")

static const struct ls_api_field batch_v1_PodFailurePolicy[] = {
    {"rules", LIST(STRUCT), .type = &ls_api_batch_v1_PodFailurePolicyRule, .number = 1,
     .flags = REQUIRED},
};
TYPE(batch_v1_PodFailurePolicy, "io.k8s.api.batch.v1.PodFailurePolicy", "PodFailurePolicy")

static const struct ls_api_field batch_v1_PodFailurePolicyOnExitCodesRequirement[] = {
    {"containerName", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"operator", FORM(STRING), .number = 2, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("In", "NotIn"), .go_type = "v1.PodFailurePolicyOnExitCodesOperator"},
    {"values", LIST(INT32), .number = 3, .flags = REQUIRED, .list_kind = LS_LIST_SET},
};
TYPE(batch_v1_PodFailurePolicyOnExitCodesRequirement, "io.k8s.api.batch.v1.PodFailurePolicyOnExitCodesRequirement", "PodFailurePolicyOnExitCodesRequirement")

static const struct ls_api_field batch_v1_PodFailurePolicyOnPodConditionsPattern[] = {
    {"type", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .go_type = "v1.PodConditionType"},
    {"status", FORM(STRING), .number = 2, .default_json = "\"\"", .go_type = "v1.ConditionStatus"},
};
TYPE(batch_v1_PodFailurePolicyOnPodConditionsPattern, "io.k8s.api.batch.v1.PodFailurePolicyOnPodConditionsPattern", "PodFailurePolicyOnPodConditionsPattern")

static const struct ls_api_field batch_v1_PodFailurePolicyRule[] = {
    {"action", FORM(STRING), .number = 1, .flags = REQUIRED, .default_json = "\"\"",
     .choices = NAMES("Count", "FailIndex", "FailJob", "Ignore"),
     .go_type = "v1.PodFailurePolicyAction"},
    {"onExitCodes", FORM(STRUCT), .type = &ls_api_batch_v1_PodFailurePolicyOnExitCodesRequirement,
     .number = 2, .flags = POINTER | OMIT_EMPTY},
    {"onPodConditions", LIST(STRUCT),
     .type = &ls_api_batch_v1_PodFailurePolicyOnPodConditionsPattern, .number = 3,
     .flags = OMIT_EMPTY},
};
TYPE(batch_v1_PodFailurePolicyRule, "io.k8s.api.batch.v1.PodFailurePolicyRule", "PodFailurePolicyRule")

static const struct ls_api_field batch_v1_SuccessPolicy[] = {
    {"rules", LIST(STRUCT), .type = &ls_api_batch_v1_SuccessPolicyRule, .number = 1,
     .flags = REQUIRED},
};
TYPE(batch_v1_SuccessPolicy, "io.k8s.api.batch.v1.SuccessPolicy", "SuccessPolicy")

static const struct ls_api_field batch_v1_SuccessPolicyRule[] = {
    {"succeededIndexes", FORM(STRING), .number = 1, .flags = POINTER | OMIT_EMPTY},
    {"succeededCount", FORM(INT32), .number = 2, .flags = POINTER | OMIT_EMPTY},
};
TYPE(batch_v1_SuccessPolicyRule, "io.k8s.api.batch.v1.SuccessPolicyRule", "SuccessPolicyRule")

static const struct ls_api_field batch_v1_UncountedTerminatedPods[] = {
    {"succeeded", LIST(STRING), .number = 1, .flags = OMIT_EMPTY, .list_kind = LS_LIST_SET,
     .go_type = "types.UID"},
    {"failed", LIST(STRING), .number = 2, .flags = OMIT_EMPTY, .list_kind = LS_LIST_SET,
     .go_type = "types.UID"},
};
TYPE(batch_v1_UncountedTerminatedPods, "io.k8s.api.batch.v1.UncountedTerminatedPods", "UncountedTerminatedPods")
