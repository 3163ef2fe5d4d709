/* `condition`: a condition of this type has this status. */
#include "health/probe/kinds.h"

#include "value/go_text.h"

struct condition {
    struct ls_slice type;
    struct ls_slice status;
};

static enum ls_code condition_compile(const struct ls_probe_make *make, const void **out,
                                      struct ls_err *err)
{
    struct condition *self = LS_ARENA_NEW(make->arena, struct condition);
    if (ls_probe_text(make, "type", &self->type, err))
        return err->code;
    /* The API server writes the default; a file may leave it out. */
    self->status = LS_SLICE("True");
    if (!ls_node_is_absent(ls_node_at(make->spec, "status")) &&
        ls_probe_text(make, "status", &self->status, err))
        return err->code;
    *out = self;
    return LS_OK;
}

/* As Go prints it with %s: a value that is no string is marked. */
static const char *status_text(struct ls_arena *arena, struct ls_node status)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    enum ls_type type = ls_node_type(status);
    if (type == LS_TYPE_STRING)
        return ls_arena_dup(arena, ls_node_string(status));
    if (type == LS_TYPE_ABSENT || type == LS_TYPE_NULL)
        return "%!s(<nil>)";
    ls_go_print_value(&text, status);
    if (type == LS_TYPE_LIST || type == LS_TYPE_MAP)
        return ls_arena_dup(arena, ls_buf_slice(&text));
    return ls_arena_printf(arena, "%%!s(%s=%s)", ls_go_type_name(type), ls_buf_text(&text));
}

static struct ls_probe_answer condition_read(const struct condition *self, struct ls_arena *arena,
                                             struct ls_node object, struct ls_node condition)
{
    struct ls_node status = ls_node_at(condition, "status");
    if (ls_probe_is_outdated(ls_node_at(condition, "observedGeneration"), object))
        return ls_probe_says(LS_PROBE_UNKNOWN, arena, ".status.condition[\"%.*s\"] outdated",
                             LS_ARG(self->type));
    bool is_met = ls_node_is_string(status) && ls_slice_equal(ls_node_string(status), self->status);
    return ls_probe_says(is_met ? LS_PROBE_TRUE : LS_PROBE_FALSE, arena,
                         ".status.condition[\"%.*s\"] is %s", LS_ARG(self->type),
                         status_text(arena, status));
}

static struct ls_probe_answer condition_ask(const void *of, struct ls_arena *arena,
                                            struct ls_node object)
{
    const struct condition *self = of;
    struct ls_node conditions = ls_node_at(object, "status.conditions");
    if (ls_node_is_absent(conditions))
        return (struct ls_probe_answer){LS_PROBE_UNKNOWN, "missing .status.conditions"};
    if (!ls_node_is_list(conditions))
        return (struct ls_probe_answer){LS_PROBE_UNKNOWN, "malformed .status.conditions"};
    LS_EACH (it, conditions) {
        struct ls_node type = ls_node_at(it.value, "type");
        if (!ls_node_is_map(it.value))
            return (struct ls_probe_answer){LS_PROBE_UNKNOWN, "malformed .status.conditions"};
        if (ls_node_is_string(type) && ls_slice_equal(ls_node_string(type), self->type))
            return condition_read(self, arena, object, it.value);
    }
    return ls_probe_says(LS_PROBE_UNKNOWN, arena, "missing .status.condition[\"%.*s\"]",
                         LS_ARG(self->type));
}

const struct ls_probe_kind ls_probe_condition = {
    .member = "condition", .compile = condition_compile, .ask = condition_ask};
