#pragma once
/*
 * What each verb runs. One file per verb: apply.c, delete.c, plan.c, rehearse.c, status.c (status
 * and wait), list.c, replay.c, health.c, get.c, eval.c, api_resources.c, sandbox.c, doctor.c,
 * completion.c,
 * version.c, help_verb.c.
 */
#include "cli/verb.h"

enum ls_exit ls_cli_verb_apply(const struct ls_args *args);
enum ls_exit ls_cli_verb_delete(const struct ls_args *args);
enum ls_exit ls_cli_verb_plan(const struct ls_args *args);
enum ls_exit ls_cli_verb_rehearse(const struct ls_args *args);
enum ls_exit ls_cli_verb_status(const struct ls_args *args);
enum ls_exit ls_cli_verb_wait(const struct ls_args *args);
enum ls_exit ls_cli_verb_list(const struct ls_args *args);
enum ls_exit ls_cli_verb_replay(const struct ls_args *args);
enum ls_exit ls_cli_verb_health(const struct ls_args *args);
enum ls_exit ls_cli_verb_get(const struct ls_args *args);
enum ls_exit ls_cli_verb_eval(const struct ls_args *args);
enum ls_exit ls_cli_verb_api_resources(const struct ls_args *args);
enum ls_exit ls_cli_verb_sandbox(const struct ls_args *args);
enum ls_exit ls_cli_verb_doctor(const struct ls_args *args);
enum ls_exit ls_cli_verb_completion(const struct ls_args *args);
enum ls_exit ls_cli_verb_version(const struct ls_args *args);
enum ls_exit ls_cli_verb_help(const struct ls_args *args);
