#pragma once
/*
 * What the admission plugins of kube-apiserver do to a new pod: ServiceAccount, Priority and
 * DefaultTolerationSeconds.
 */
#include "sandbox/kinds/kind.h"

/* What is done again on every update. */
void ls_pod_tolerate(const struct ls_admission *admission);
/* Refuses a pod whose service account or priority class is not there. */
const struct ls_failure *ls_pod_admit(const struct ls_admission *admission);
