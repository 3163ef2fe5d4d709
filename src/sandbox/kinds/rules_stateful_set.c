/* Rules of StatefulSet and ControllerRevision. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/pod_warnings.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/workload_validate.h"

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_INT("replicas", 1),
    LS_DEFAULT_TEXT("podManagementPolicy", "OrderedReady"),
    LS_DEFAULT_INT("revisionHistoryLimit", 10),
    LS_DEFAULT_MAP("persistentVolumeClaimRetentionPolicy"),
};
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
    ls_strategy_default(spec, "updateStrategy", rolling_defaults, LS_COUNT(rolling_defaults));
    ls_shape_fill(ls_shape_at(spec, "persistentVolumeClaimRetentionPolicy"), retention_defaults);
    struct ls_shape claims = ls_shape_at(spec, "volumeClaimTemplates");
    LS_EACH_SHAPE (claim, claims)
        claim_default(claim);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

static void strategy_check(const struct ls_spot *strategy)
{
    struct ls_spot type = ls_spot_at(strategy, "type");
    struct ls_spot rolling = ls_spot_at(strategy, "rollingUpdate");
    struct ls_spot partition = ls_spot_at(&rolling, "partition");
    struct ls_arena *arena = strategy->errors->arena;
    const char *shown = "null"; /* as Go prints its struct */
    if (ls_spot_is_there(&rolling))
        shown = ls_arena_printf(arena, "{\"Partition\":%lld,\"MaxUnavailable\":null}",
                                (long long)ls_node_int(partition.value, 0));
    if (ls_node_string_is(type.value, "RollingUpdate"))
        ls_spot_not_negative(&partition);
    else if (!ls_node_string_is(type.value, "OnDelete"))
        ls_spot_invalid_as(strategy,
                           ls_arena_printf(arena, "{\"Type\":\"%s\",\"RollingUpdate\":%s}",
                                           ls_node_text(type.value), shown),
                           "must be 'RollingUpdate' or 'OnDelete'");
    else if (ls_spot_is_there(&rolling))
        ls_spot_invalid_as(&rolling, shown, "only allowed for updateStrategy 'RollingUpdate'");
}

static void retention_check(const struct ls_spot *retention)
{
    static const char *const policies[] = {"Retain", "Delete"};
    LS_SPOT_CHOICE(LS_SPOT_AT(retention, "whenDeleted"), policies);
    LS_SPOT_CHOICE(LS_SPOT_AT(retention, "whenScaled"), policies);
}

/* The volumes of a pod: those of the claims first, then the template's with other names. */
static struct ls_node volumes_with_claims(struct ls_draft_space *space, struct ls_node claims,
                                          struct ls_node volumes)
{
    struct ls_shape all = {space, ls_draft_empty(space, LS_TYPE_LIST)};
    struct ls_seen claimed LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH (it, claims) {
        struct ls_node name = ls_node_at(it.value, "metadata.name");
        if (!ls_seen_add(&claimed, ls_node_string(name)))
            continue;
        struct ls_shape volume = {space, ls_draft_empty(space, LS_TYPE_MAP)};
        ls_shape_set(volume, "name", name);
        ls_shape_set_empty(volume, "persistentVolumeClaim", LS_TYPE_MAP);
        ls_shape_set(ls_shape_at(volume, "persistentVolumeClaim"), "claimName", name);
        ls_shape_append(all, ls_shape_value(volume));
    }
    LS_EACH (it, volumes) {
        if (!ls_seen_has(&claimed, ls_node_string(ls_node_get(it.value, LS_SLICE("name")))))
            ls_shape_append(all, it.value);
    }
    return ls_shape_value(all);
}

static struct ls_node template_with_claims(struct ls_arena *arena, struct ls_node spec)
{
    struct ls_draft_space space LS_AUTO(ls_draft_space_release) = {0};
    struct ls_node claims = ls_node_get(spec, LS_SLICE("volumeClaimTemplates"));
    struct ls_node pod_template = ls_node_get(spec, LS_SLICE("template"));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (ls_node_is_absent(pod_template) || ls_node_count(claims) == 0)
        return pod_template;
    struct ls_shape shape = {&space, ls_draft_of(&space, pod_template)};
    ls_shape_set(ls_shape_made(shape, "spec"), "volumes",
                 volumes_with_claims(&space, claims, ls_node_at(pod_template, "spec.volumes")));
    ls_draft_build(shape.draft, &build);
    return ls_build_arena(&build, arena);
}

static void claims_check(const struct ls_spot *spec)
{
    struct ls_spot claims = ls_spot_at(spec, "volumeClaimTemplates");
    LS_EACH_ITEM (claim, &claims) {
        ls_claim_spec_check(LS_SPOT_AT(&claim, "spec"));
    }
}

static void template_check(const struct ls_spot *spec)
{
    struct ls_spot selector = ls_spot_at(spec, "selector");
    struct ls_spot pod_template =
        ls_spot_showing(spec, "template", template_with_claims(spec->errors->arena, spec->value));
    struct ls_spot labels =
        ls_spot_showing(&pod_template, "labels", ls_node_at(pod_template.value, "metadata.labels"));
    ls_workload_selector_check(&selector, "statefulset");
    if (!ls_workload_selector_reads(&selector)) {
        ls_spot_invalid(&selector, "%s", "");
    } else {
        ls_workload_labels_check(&selector, &pod_template);
        ls_pod_template_check(&pod_template);
        /* The real server reports it twice. */
        ls_labels_check(&labels);
    }
    ls_workload_restart_check(&pod_template, "StatefulSet");
}

static void stateful_set_validate(const struct ls_admission *admission, struct ls_node object,
                                  struct ls_field_errors *errors)
{
    static const char *const changeable[] = {"replicas",
                                             "ordinals",
                                             "template",
                                             "updateStrategy",
                                             "revisionHistoryLimit",
                                             "persistentVolumeClaimRetentionPolicy",
                                             "minReadySeconds"};
    struct ls_spot set = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&set, "spec");
    struct ls_spot management = ls_spot_at(&spec, "podManagementPolicy");
    struct ls_spot replicas = ls_spot_at(&spec, "replicas");
    if (!ls_writes_object(admission))
        return;
    if (!ls_node_string_is(management.value, "OrderedReady") &&
        !ls_node_string_is(management.value, "Parallel"))
        ls_spot_invalid(&management, "must be 'OrderedReady' or 'Parallel'");
    strategy_check(LS_SPOT_AT(&spec, "updateStrategy"));
    retention_check(LS_SPOT_AT(&spec, "persistentVolumeClaimRetentionPolicy"));
    if (ls_admission_creates(admission))
        claims_check(&spec);
    ls_spot_not_negative(&replicas);
    ls_spot_not_negative(LS_SPOT_AT(&spec, "minReadySeconds"));
    ls_spot_not_negative(LS_SPOT_AT(&spec, "ordinals.start"));
    if (ls_admission_creates(admission))
        ls_spot_optional_text(LS_SPOT_AT(&spec, "serviceName"), LS_TEXT_DNS_LABEL);
    template_check(&spec);
    if (!ls_admission_creates(admission) &&
        !ls_members_equal(spec.value, ls_node_get(admission->old, LS_SLICE("spec")), changeable,
                          LS_COUNT(changeable)))
        ls_spot_forbidden(&spec,
                          "updates to statefulset spec for fields other than 'replicas', "
                          "'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', "
                          "'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are "
                          "forbidden");
}

static void controller_revision_validate(const struct ls_admission *admission,
                                         struct ls_node object, struct ls_field_errors *errors)
{
    struct ls_spot history = ls_spot_root(object, errors);
    struct ls_spot data = ls_spot_at(&history, "data");
    ls_spot_not_negative(LS_SPOT_AT(&history, "revision"));
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&data, ls_node_get(admission->old, LS_SLICE("data")));
    else if (!ls_spot_is_there(&data))
        ls_spot_required(&data, "data is mandatory");
    else if (!ls_node_is_map(data.value))
        ls_spot_required(&data, "data must be a valid JSON object");
}

static void stateful_set_warn(const struct ls_admission *admission, struct ls_node object,
                              struct ls_response_warnings *warnings)
{
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot root = ls_spot_root(object, &places);
    struct ls_spot claims = ls_spot_at(&root, "spec.volumeClaimTemplates");
    struct ls_spot history = ls_spot_at(&root, "spec.revisionHistoryLimit");
    ls_template_warn(admission, object, "spec.template", warnings);
    LS_EACH_ITEM (claim, &claims) {
        /* The real server leaves `spec` out of the path. */
        struct ls_spot spec = claim;
        spec.value = ls_node_get(claim.value, LS_SLICE("spec"));
        ls_claim_spec_warn(&spec, warnings);
    }
    if (admission->subresource.len == 0 && ls_node_int(history.value, 0) < 0)
        ls_response_warnings_add(
            warnings, admission->arena,
            "spec.revisionHistoryLimit: a negative value retains all historical "
            "revisions; a value >= 0 is recommended");
}

const struct ls_kind_rules ls_rules_stateful_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .name_rule = LS_TEXT_DNS_LABEL,
    .defaults = stateful_set_default,
    .validate = stateful_set_validate,
    .warn = stateful_set_warn,
};

const struct ls_kind_rules ls_rules_controller_revision = {
    .generation = LS_GENERATION_NONE,
    .validate = controller_revision_validate,
};
