#pragma once
/*
 * What must hold of the spec of a Job, its own or the template of a CronJob.
 */
#include "sandbox/kinds/spot.h"

void ls_job_spec_check(const struct ls_spot *spec);
/* Its parts: when the failure of a pod is the Job's, and when enough pods have succeeded. */
void ls_job_failure_policy_check(const struct ls_spot *spec);
void ls_job_success_policy_check(const struct ls_spot *spec);
