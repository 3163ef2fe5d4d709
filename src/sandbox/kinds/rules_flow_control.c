#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/kinds/workload_validate.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default flow_defaults[] = {LS_DEFAULT_INT("matchingPrecedence", 1000)};
static const struct ls_default limited_defaults[] = {
    LS_DEFAULT_INT("nominalConcurrencyShares", 30),
    LS_DEFAULT_INT("lendablePercent", 0),
};
static const struct ls_default exempt_defaults[] = {
    LS_DEFAULT_INT("nominalConcurrencyShares", 0),
    LS_DEFAULT_INT("lendablePercent", 0),
};
static const struct ls_default queuing_defaults[] = {
    LS_DEFAULT_INT("queues", 64),
    LS_DEFAULT_INT("handSize", 8),
    LS_DEFAULT_INT("queueLengthLimit", 50),
};

static void zero_drop(struct ls_shape map, const char *key)
{
    if (ls_node_int(ls_shape_get(map, key), 1) == 0)
        ls_shape_drop(map, key);
}

static void flow_schema_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    zero_drop(spec, "matchingPrecedence");
    ls_shape_fill(spec, flow_defaults);
}

static void priority_level_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    struct ls_shape limited = ls_shape_at(spec, "limited");
    struct ls_shape queuing = ls_shape_at(ls_shape_at(limited, "limitResponse"), "queuing");
    if (ls_node_string_is(ls_shape_get(spec, "type"), "Exempt"))
        ls_shape_fill(ls_shape_made(spec, "exempt"), exempt_defaults);
    ls_shape_fill(limited, limited_defaults);
    for (size_t i = 0; i < LS_COUNT(queuing_defaults); i++)
        zero_drop(queuing, queuing_defaults[i].key);
    ls_shape_fill(queuing, queuing_defaults);
}

static void priority_level_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_complaints *complaints)
{
    struct ls_spot level = ls_spot_root(object, complaints);
    struct ls_spot type = ls_spot_at(&level, "spec.type");
    struct ls_node name = ls_node_at(object, "metadata.name");
    if (ls_writes_object(admission) &&
        ls_node_string_is(name, "exempt") != ls_node_string_is(type.value, "Exempt"))
        ls_spot_invalid(&type, "must be 'Exempt' if and only if `name` is 'exempt'");
}

const struct ls_kind_rules ls_rules_flow_schema = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = flow_schema_default,
};

const struct ls_kind_rules ls_rules_priority_level_configuration = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = priority_level_default,
    .validate = priority_level_validate,
};
