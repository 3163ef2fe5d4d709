/*
 * Stand-ins for rooms that are still being built, so that the server can be started without them.
 * Each goes when its room has landed.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "sandbox/keep/keep.h"
#include "sandbox/kinds/columns.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/ops/call.h"
#include "sandbox/serve/select.h"
#include "sandbox/serve/watch.h"
#include "sandbox/store/store.h"
#include "sandbox/types/body.h"
#include "sandbox/workload/workload.h"

#define WEAK __attribute__((weak))

static const struct ls_failure *later(struct ls_arena *arena)
{
    return ls_failure_new(arena, 501, "", "not built yet");
}

WEAK const struct ls_failure *ls_op_get(struct ls_call *call, const struct ls_obj **out)
{
    struct ls_object_key key = {call->namespace_name, call->name};
    const struct ls_obj *object = ls_shelf_get(call->kind->shelf, key);
    if (!object)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    *out = ls_obj_ref(object);
    return NULL;
}
WEAK const struct ls_failure *ls_op_create(struct ls_call *call, struct ls_node body,
                                           struct ls_written *out)
{
    (void)body;
    (void)out;
    return later(call->arena);
}
WEAK const struct ls_failure *ls_op_update(struct ls_call *call, struct ls_node body,
                                           struct ls_written *out)
{
    (void)body;
    (void)out;
    return later(call->arena);
}
WEAK const struct ls_failure *ls_op_patch(struct ls_call *call, enum ls_patch patch,
                                          struct ls_node body, struct ls_written *out)
{
    (void)patch;
    (void)body;
    (void)out;
    return later(call->arena);
}
WEAK const struct ls_failure *
ls_op_delete(struct ls_call *call, const struct ls_delete_options *options, struct ls_deleted *out)
{
    (void)options;
    (void)out;
    return later(call->arena);
}
WEAK const struct ls_failure *ls_body_read(struct ls_arena *arena, struct ls_slice content_type,
                                           struct ls_slice bytes, const struct ls_body_wish *wish,
                                           struct ls_strays *strays, struct ls_node *out)
{
    (void)content_type;
    (void)bytes;
    (void)wish;
    (void)strays;
    (void)out;
    return later(arena);
}
WEAK struct ls_slice ls_body_media_type(struct ls_arena *arena, struct ls_slice content_type)
{
    (void)arena;
    return content_type;
}
WEAK const struct ls_failure *ls_body_unsupported(struct ls_arena *arena, const char *accepted)
{
    (void)accepted;
    return later(arena);
}
WEAK bool ls_body_read_json(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                            const char **why)
{
    (void)arena;
    (void)bytes;
    (void)out;
    *why = "not built yet";
    return false;
}
WEAK bool ls_body_read_yaml(struct ls_arena *arena, struct ls_slice bytes, struct ls_node *out,
                            const char **why)
{
    return ls_body_read_json(arena, bytes, out, why);
}
struct ls_watches {
    int nothing;
};
WEAK struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                       const struct ls_watches_options *options)
{
    (void)cluster;
    (void)options;
    return LS_NEW(struct ls_watches);
}
WEAK void ls_watches_free(struct ls_watches *watches)
{
    ls_free(watches);
}
WEAK size_t ls_watches_count(const struct ls_watches *watches)
{
    (void)watches;
    return 0;
}
WEAK const struct ls_failure *ls_watch_start(struct ls_watches *watches,
                                             struct ls_api_request *request,
                                             const struct ls_list_options *options)
{
    (void)watches;
    (void)options;
    return later(request->arena);
}
WEAK size_t ls_kind_column_count(const struct ls_kind *kind)
{
    (void)kind;
    return 1;
}
WEAK struct ls_column ls_kind_column(const struct ls_kind *kind, size_t i)
{
    (void)kind;
    (void)i;
    return (struct ls_column){"Name", "string", "name", "", 0};
}
WEAK void ls_kind_cells(const struct ls_kind *kind, struct ls_build *build, struct ls_node object,
                        int64_t now_ms)
{
    (void)kind;
    (void)now_ms;
    ls_build_text(build, ls_node_text(ls_node_at(object, "metadata.name")));
}
WEAK struct ls_keep *ls_keep_new(struct ls_cluster *cluster)
{
    (void)cluster;
    return NULL;
}
WEAK void ls_keep_free(struct ls_keep *keep)
{
    (void)keep;
}
WEAK struct ls_workload *ls_workload_new(struct ls_cluster *cluster, size_t node_count)
{
    (void)cluster;
    (void)node_count;
    return NULL;
}
WEAK void ls_workload_free(struct ls_workload *workload)
{
    (void)workload;
}
WEAK struct ls_node ls_custom_openapi(const struct ls_kind *kind)
{
    (void)kind;
    return LS_ABSENT;
}
WEAK const char *ls_selector_words(struct ls_arena *arena, struct ls_slice text)
{
    (void)text;
    return ls_arena_printf(arena, "unable to parse requirement");
}
