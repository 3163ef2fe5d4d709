#pragma once
/*
 * What every namespace has: the ServiceAccount `default` and the ConfigMap `kube-root-ca.crt`. Both
 * are made again when somebody deletes them.
 */
#include "sandbox/keep/step.h"

void ls_service_account_ensure(const struct ls_keep_step *step, struct ls_slice namespace_name);
void ls_root_ca_ensure(const struct ls_keep_step *step, struct ls_slice namespace_name);
