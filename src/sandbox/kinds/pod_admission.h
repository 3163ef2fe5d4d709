#pragma once
/*
 * What the admission plugins ServiceAccount, Priority and DefaultTolerationSeconds of kube-
 * apiserver do to a pod.
 */
#include "sandbox/kinds/kind.h"

/* On an update: restores fields that the update left out, and adds tolerations again. */
void ls_pod_readmit(const struct ls_admission *admission);
/* Refuses a pod whose service account or priority class does not exist. */
const struct ls_failure *ls_pod_admit(const struct ls_admission *admission);
