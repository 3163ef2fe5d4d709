/* `lockstep get`: the objects of all targets, one by one as they arrive (get.h). */
#include "cli/get.h"

struct target_run {
    const struct ls_get *get;
    const struct ls_get_target *target;
    const struct ls_get_sink *sink;
    enum ls_form form;
    bool has_begun;
};

static void list_begin(void *self)
{
    struct target_run *run = self;
    run->sink->begin(run->sink->self, run->has_begun);
    run->has_begun = true;
}

static bool list_object(void *self, const struct ls_obj *obj)
{
    struct target_run *run = self;
    return run->sink->object(run->sink->self, run->target->resource, obj);
}

static enum ls_code target_list(struct target_run *run, struct ls_err *err)
{
    const struct ls_get *get = run->get;
    struct ls_selection selection = {
        .resource = run->target->resource,
        .namespace_name = ls_get_namespace(get, run->target->resource),
        .labels = get->labels,
        .fields = get->fields,
        .form = run->form,
    };
    struct ls_list_hooks hooks = {.self = run, .begin = list_begin, .object = list_object};
    return ls_connection_list(get->connection, &selection, &hooks, err);
}

static void target_answered(void *self, const struct ls_answer *answer)
{
    if (answer->code)
        return;
    list_begin(self);
    (void)list_object(self, answer->obj);
}

static enum ls_code target_get(struct target_run *run, struct ls_err *err)
{
    const struct ls_get *get = run->get;
    struct ls_call_spec ask = {
        .verb = LS_VERB_GET,
        .place = {.resource = run->target->resource,
                  .namespace_name = ls_get_namespace(get, run->target->resource),
                  .name = run->target->name},
        .form = run->form,
    };
    return ls_connection_ask(get->connection, &ask, target_answered, run, err);
}

enum ls_code ls_get_each(struct ls_get *get, enum ls_form form, const struct ls_get_sink *sink)
{
    LS_ASSERT(sink->begin && sink->object);
    enum ls_code code = LS_OK;
    for (size_t i = 0; i < get->targets.count && code != LS_E_CANCELLED; i++) {
        struct target_run run = {get, &get->targets.at[i], sink, form, false};
        struct ls_err err = {0};
        code = run.target->name ? target_get(&run, &err) : target_list(&run, &err);
        if (code)
            ls_get_failed(get, &err);
    }
    return code == LS_E_CANCELLED ? code : LS_OK;
}
