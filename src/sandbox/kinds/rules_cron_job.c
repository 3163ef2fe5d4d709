#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_TEXT("concurrencyPolicy", "Allow"),
    LS_DEFAULT_BOOL("suspend", false),
    LS_DEFAULT_INT("successfulJobsHistoryLimit", 3),
    LS_DEFAULT_INT("failedJobsHistoryLimit", 1),
};

static void cron_job_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    struct ls_shape job = ls_shape_made(ls_shape_made(spec, "jobTemplate"), "spec");
    ls_pod_template_default(ls_shape_made(job, "template"));
}

const struct ls_kind_rules ls_rules_cron_job = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = cron_job_default,
};
