#pragma once
/*
 * What must hold of the spec of a Job, its own or the template of a CronJob.
 */
#include "sandbox/kinds/spot.h"

void ls_job_spec_check(const struct ls_spot *spec);
