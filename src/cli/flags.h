#pragma once
/*
 * The flags of every verb, in the groups in which help shows them. Parser, help, manual pages,
 * docs/manual/commands.md and shell completion all read these rows.
 *
 * The value of a row says what is allowed: of lower-case words with | between (`auto|always|never`)
 * one, FILE, PATH and DIR are files, SET is a set, anything else is free. A value in brackets, as
 * [=client|server], may be left out.
 */
#include "cli/verb.h"

extern const struct ls_flag_group ls_help_groups[];
extern const struct ls_flag_group ls_version_groups[];
extern const struct ls_flag_group ls_sandbox_groups[];
extern const struct ls_flag_group ls_get_groups[];
extern const struct ls_flag_group ls_api_resources_groups[];
extern const struct ls_flag_group ls_doctor_groups[];
extern const struct ls_flag_group ls_completion_groups[];
extern const struct ls_flag_group ls_apply_groups[];
extern const struct ls_flag_group ls_delete_groups[];
extern const struct ls_flag_group ls_plan_groups[];
extern const struct ls_flag_group ls_rehearse_groups[];
extern const struct ls_flag_group ls_status_groups[];
extern const struct ls_flag_group ls_wait_groups[];
extern const struct ls_flag_group ls_list_groups[];
extern const struct ls_flag_group ls_replay_groups[];
extern const struct ls_flag_group ls_eval_groups[];
extern const struct ls_flag_group ls_health_groups[];
