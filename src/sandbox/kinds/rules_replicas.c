#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_pod_template = {
    .generation = LS_GENERATION_ALL,
};

static const char *const replication_controller_selectable[] = {"status.replicas", NULL};

const struct ls_kind_rules ls_rules_replication_controller = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = replication_controller_selectable,
};

const struct ls_kind_rules ls_rules_replica_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
};
