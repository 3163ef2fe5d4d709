#pragma once
/*
 * Validation of the spec of a Job, its own or the template of a CronJob.
 */
#include "sandbox/kinds/spot.h"

void ls_job_spec_check(const struct ls_spot *spec);
/* Parts of the spec: podFailurePolicy and successPolicy. */
void ls_job_failure_policy_check(const struct ls_spot *spec);
void ls_job_success_policy_check(const struct ls_spot *spec);
