#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_INT("replicas", 1),
    LS_DEFAULT_TEXT("podManagementPolicy", "OrderedReady"),
    LS_DEFAULT_MAP("updateStrategy"),
    LS_DEFAULT_INT("revisionHistoryLimit", 10),
    LS_DEFAULT_MAP("persistentVolumeClaimRetentionPolicy"),
};
static const struct ls_default strategy_defaults[] = {LS_DEFAULT_TEXT("type", "RollingUpdate")};
static const struct ls_default rolling_defaults[] = {LS_DEFAULT_INT("partition", 0)};
static const struct ls_default retention_defaults[] = {
    LS_DEFAULT_TEXT("whenDeleted", "Retain"),
    LS_DEFAULT_TEXT("whenScaled", "Retain"),
};
static const struct ls_default claim_defaults[] = {
    LS_DEFAULT_TEXT("kind", "PersistentVolumeClaim"),
    LS_DEFAULT_TEXT("apiVersion", "v1"),
    LS_DEFAULT_MAP("status"),
};
static const struct ls_default claim_status_defaults[] = {LS_DEFAULT_TEXT("phase", "Pending")};

static void claim_default(struct ls_shape claim)
{
    ls_shape_fill(claim, claim_defaults);
    ls_shape_fill(ls_shape_at(claim, "status"), claim_status_defaults);
    ls_claim_spec_default(ls_shape_made(claim, "spec"));
}

static void stateful_set_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    struct ls_shape strategy = ls_shape_at(spec, "updateStrategy");
    ls_shape_fill(strategy, strategy_defaults);
    if (ls_node_string_is(ls_shape_get(strategy, "type"), "RollingUpdate"))
        ls_shape_fill(ls_shape_made(strategy, "rollingUpdate"), rolling_defaults);
    ls_shape_fill(ls_shape_at(spec, "persistentVolumeClaimRetentionPolicy"), retention_defaults);
    struct ls_shape claims = ls_shape_at(spec, "volumeClaimTemplates");
    LS_EACH_SHAPE (claim, claims)
        claim_default(claim);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

const struct ls_kind_rules ls_rules_stateful_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .name_rule = "label",
    .defaults = stateful_set_default,
};

const struct ls_kind_rules ls_rules_controller_revision = {
    .generation = LS_GENERATION_NONE,
};
