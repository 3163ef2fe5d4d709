#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

static void amounts_fill(struct ls_shape into, struct ls_node from)
{
    LS_EACH (it, from) {
        const char *name = ls_arena_dup(&into.space->arena, it.key);
        if (!ls_shape_has(into, name))
            ls_shape_set(into, name, it.value);
    }
}

/* A container's limit is at most max, its request what it is limited to, at least min. */
static void limit_default(struct ls_shape limit)
{
    if (!ls_node_string_is(ls_shape_get(limit, "type"), "Container"))
        return;
    struct ls_node max = ls_shape_value(ls_shape_at(limit, "max"));
    struct ls_node min = ls_shape_value(ls_shape_at(limit, "min"));
    struct ls_shape limits = ls_shape_made(limit, "default");
    amounts_fill(limits, max);
    struct ls_shape requests = ls_shape_made(limit, "defaultRequest");
    amounts_fill(requests, ls_shape_value(limits));
    amounts_fill(requests, min);
    if (ls_shape_count(limits) == 0)
        ls_shape_drop(limit, "default");
    if (ls_shape_count(requests) == 0)
        ls_shape_drop(limit, "defaultRequest");
}

static void limit_range_default(const struct ls_admission *admission)
{
    struct ls_shape limits = ls_shape_at(ls_shape_at(ls_shape_of(admission), "spec"), "limits");
    LS_EACH_SHAPE (limit, limits)
        limit_default(limit);
}

const struct ls_kind_rules ls_rules_limit_range = {
    .put_creates = true,
    .defaults = limit_range_default,
};

const struct ls_kind_rules ls_rules_resource_quota = {
    .has_status = true,
};
