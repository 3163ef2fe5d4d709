#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/kinds/rules.h"

static const struct ls_default spec_defaults[] = {LS_DEFAULT_INT("replicas", 1)};

static void replica_set_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, spec_defaults);
    ls_pod_template_default(ls_shape_made(spec, "template"));
}

/* Selector and labels come from the template when there are none. */
static void controller_default(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    struct ls_shape pod_template = ls_shape_at(spec, "template");
    struct ls_node labels =
        ls_shape_value(ls_shape_at(ls_shape_at(pod_template, "metadata"), "labels"));
    ls_shape_fill(spec, spec_defaults);
    if (ls_node_count(labels) > 0) {
        struct ls_shape metadata = ls_shape_at(object, "metadata");
        if (ls_shape_count(ls_shape_at(spec, "selector")) == 0)
            ls_shape_set(spec, "selector", labels);
        if (ls_shape_count(ls_shape_at(metadata, "labels")) == 0)
            ls_shape_set(metadata, "labels", labels);
    }
    if (ls_shape_is_there(pod_template))
        ls_pod_template_default(pod_template);
}

static void pod_template_default(const struct ls_admission *admission)
{
    ls_pod_template_default(ls_shape_made(ls_shape_of(admission), "template"));
}

static const char *const replication_controller_selectable[] = {"status.replicas", NULL};

const struct ls_kind_rules ls_rules_replica_set = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = replica_set_default,
};

const struct ls_kind_rules ls_rules_replication_controller = {
    .generation = LS_GENERATION_SPEC,
    .orphans_by_default = true,
    .has_status = true,
    .selectable = replication_controller_selectable,
    .defaults = controller_default,
};

const struct ls_kind_rules ls_rules_pod_template = {
    .generation = LS_GENERATION_ALL,
    .defaults = pod_template_default,
};
