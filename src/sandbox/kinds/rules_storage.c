#include "sandbox/kinds/rules.h"

const struct ls_kind_rules ls_rules_csi_driver = {
    .generation = LS_GENERATION_SPEC,
};

const struct ls_kind_rules ls_rules_csi_node = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_csi_storage_capacity = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_storage_class = {
    .generation = LS_GENERATION_NONE,
};

const struct ls_kind_rules ls_rules_volume_attachment = {
    .has_status = true,
};

const struct ls_kind_rules ls_rules_volume_attributes_class = {
    .generation = LS_GENERATION_NONE,
};
