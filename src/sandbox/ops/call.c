#include "sandbox/ops/call.h"

#include <stdarg.h>

#include "sandbox/ops/scale.h"
#include "sandbox/ops/write.h"
#include "sandbox/store/store.h"
#include "value/build.h"
#include "value/time.h"

void ls_op_call_warn(struct ls_op_call *call, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(call->arena, format, args);
    va_end(args);
    ls_response_warnings_add(&call->warnings, call->arena, "%s", text);
}

bool ls_op_call_strict_pass(struct ls_op_call *call, const char **why)
{
    LS_ASSERT(call->fields <= LS_FIELDS_STRICT);
    struct ls_strict_errors *strict = &call->strict;
    if (call->fields == LS_FIELDS_IGNORE || strict->count == 0)
        return true;
    if (call->fields == LS_FIELDS_STRICT) {
        *why = ls_strict_errors_sentence(strict);
        return false;
    }
    for (size_t i = 0; i < strict->count; i++)
        ls_op_call_warn(call, "%s", strict->at[i]);
    strict->count = 0; /* a second pass over the same body must not report them again */
    return true;
}

struct ls_slice ls_now_text(struct ls_cluster *cluster, struct ls_arena *arena)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print(&text, ls_time_of_ms(ls_clock_wall_ms(cluster->world->clock)));
    return ls_arena_slice(arena, ls_buf_slice(&text));
}

const struct ls_obj *ls_op_call_show(struct ls_op_call *call, const struct ls_obj *stored)
{
    LS_ASSERT(stored);
    const struct ls_kind_view *view = call->kind->view;
    if (!view)
        return ls_obj_ref(stored);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, view->show(call->arena, call->kind, ls_obj_root(stored)));
    return ls_build_obj(&build);
}

const struct ls_failure *ls_op_get(struct ls_op_call *call, const struct ls_obj **out)
{
    return ls_op_get_at(call, ls_store_revision(call->cluster->store), out);
}

const struct ls_failure *ls_op_get_at(struct ls_op_call *call, int64_t revision,
                                      const struct ls_obj **out)
{
    struct ls_object_key key = {call->namespace_name, call->name};
    struct ls_collection *collection = call->kind->collection;
    const struct ls_obj *stored = revision < ls_store_revision(call->cluster->store)
                                      ? ls_collection_get_at(collection, key, revision)
                                      : ls_collection_get(collection, key);
    if (!stored)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    if (ls_slice_is(call->subresource, "scale"))
        return ls_scale_get(call, stored, out);
    *out = ls_op_call_show(call, stored);
    return NULL;
}
