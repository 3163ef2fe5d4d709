#pragma once
/*
 * When a cron schedule comes due. Times are UTC. Pure.
 */
#include <stdint.h>

#include "sandbox/kinds/cron_schedule.h"

/* The first time after `after_ms`; 0: there is none within the next years (30 February). */
int64_t ls_cron_next_ms(const struct ls_cron_schedule *schedule, int64_t after_ms);
