#pragma once
/*
 * What `lockstep plan` shows, for the other verbs that can show it: apply and delete with
 * --dry-run.
 */
#include "cli/rollout.h"

/* The goal is one of the two plans; nothing is written. */
enum ls_exit ls_plan_main(struct ls_rollout *rollout);
