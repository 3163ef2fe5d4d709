#pragma once
/*
 * What the admission plugins of kube-apiserver do to a new pod: ServiceAccount, Priority and
 * DefaultTolerationSeconds.
 */
#include "sandbox/kinds/kind.h"

/* On an update: what was left out of it, and tolerations once more. */
void ls_pod_readmit(const struct ls_admission *admission);
/* Refuses a pod whose service account or priority class is not there. */
const struct ls_failure *ls_pod_admit(const struct ls_admission *admission);
