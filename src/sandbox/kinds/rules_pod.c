#include "sandbox/kinds/rules.h"

static const char *const pod_selectable[] = {"spec.nodeName",
                                             "spec.restartPolicy",
                                             "spec.schedulerName",
                                             "spec.serviceAccountName",
                                             "spec.hostNetwork",
                                             "status.phase",
                                             "status.podIP",
                                             "status.podIPs",
                                             "status.nominatedNodeName",
                                             NULL};

const struct ls_kind_rules ls_rules_pod = {
    .generation = LS_GENERATION_SPEC,
    .is_graceful = true,
    .has_status = true,
    .selectable = pod_selectable,
};
