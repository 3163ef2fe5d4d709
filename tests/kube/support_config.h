#pragma once
/* Configurations for tests: one server, and a user written as YAML. */
#include "kube/config.h"

/* user is a YAML flow map, such as "{token: t}"; cluster likewise, or NULL for https://api.test. */
struct ls_kube_config *config_make(const char *user, const char *cluster);
/* A user with a plugin: the script runs as `/bin/sh -c SCRIPT`. */
struct ls_kube_config *config_make_exec(const char *script, const char *more);
void config_free_at(struct ls_kube_config **config);
