#include "sandbox/serve/handlers.h"

#include "base/utf8.h"
#include "sandbox/serve/authorize.h"
#include "sandbox/serve/request_body.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/list.h"
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/serve/subresources.h"
#include "sandbox/store/store.h"

/* ---- calls ---- */

/* The printable part of User-Agent before its slash. */
struct ls_slice ls_request_manager(const struct ls_api_request *request, struct ls_slice given)
{
    struct ls_slice rest;
    const struct ls_asked *asked = request->asked;
    if (given.len > 0)
        return given;
    struct ls_slice agent = ls_header_find(asked->headers, asked->header_count, "user-agent");
    struct ls_slice program = ls_slice_cut(agent, '/', &rest);
    if (!ls_utf8_is_valid(program))
        return LS_SLICE("unknown");
    program = ls_utf8_front(program, LS_SERVE_MANAGER_BYTES_MAX);
    return program.len > 0 ? program : LS_SLICE("unknown");
}

struct ls_op_call ls_request_call(struct ls_api_request *request)
{
    LS_ASSERT(request->kind);
    return (struct ls_op_call){
        .cluster = request->cluster,
        .arena = request->arena,
        .kind = request->kind,
        .subresource = request->at.subresource,
        .namespace_name = request->at.namespace_name,
        .name = request->at.name,
        .manager = ls_request_manager(request, LS_SLICE("")),
        .strict = {.arena = request->arena},
        .warnings = request->warnings,
    };
}

static struct ls_op_call write_call(struct ls_api_request *request,
                                    const struct ls_write_options *options)
{
    struct ls_op_call call = ls_request_call(request);
    call.manager = ls_request_manager(request, options->manager);
    call.fields = options->fields;
    call.is_dry_run = options->is_dry_run;
    call.is_forced = options->is_forced;
    call.guard = ls_request_guard(request);
    return call;
}

static void reply_written(struct ls_api_request *request, struct ls_op_call *call,
                          const struct ls_failure *failure, const struct ls_written *written)
{
    request->warnings = call->warnings;
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_object(request, written->is_created ? 201 : 200, ls_obj_root(written->object));
    if (!failure)
        ls_obj_unref(written->object);
}

/* ---- reads ---- */

/* A read may ask for a minimum revision; ours is the newest, unless this API server lags. */
static const struct ls_failure *revision_check(struct ls_api_request *request, int64_t *newest)
{
    struct ls_slice text = ls_query_get(&request->query, "resourceVersion");
    int64_t revision = 0;
    *newest = ls_request_newest(request, text);
    if (text.len == 0)
        return NULL;
    if (!ls_slice_to_i64(text, &revision) || revision < 0)
        return ls_revision_failure(request->arena, text);
    return revision > *newest ? ls_revision_too_large(request->arena, revision, *newest) : NULL;
}

static void handle_get(struct ls_api_request *request)
{
    struct ls_op_call call = ls_request_call(request);
    const struct ls_obj *object = NULL;
    int64_t newest = 0;
    const struct ls_failure *failure = revision_check(request, &newest);
    if (!failure)
        failure = ls_op_get_at(&call, newest, &object);
    if (failure) {
        ls_reply_failure(request, failure);
        return;
    }
    ls_reply_object(request, 200, ls_obj_root(object));
    ls_obj_unref(object);
}

static void handle_list(struct ls_api_request *request)
{
    struct ls_list_query options;
    struct ls_page page = {0};
    const struct ls_failure *failure =
        ls_list_query_read(request->arena, &request->query, &options);
    if (!failure)
        failure = ls_list_page(request, &options, &page);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_list(request, &page);
}

static void handle_watch(struct ls_api_request *request)
{
    struct ls_list_query options;
    const struct ls_failure *failure =
        ls_list_query_read(request->arena, &request->query, &options);
    if (!failure)
        failure = ls_watch_start(request->serve->watches, request, &options);
    if (failure)
        ls_reply_failure(request, failure);
}

/* ---- writes ---- */

typedef const struct ls_failure *write_op(struct ls_op_call *call, struct ls_node body,
                                          struct ls_written *out);

static void handle_body(struct ls_api_request *request, enum ls_write_kind kind, write_op *op)
{
    struct ls_write_options options = {0};
    struct ls_written written = {0};
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure =
        ls_write_options_read(request->arena, &request->query, kind, &options);
    struct ls_op_call call = write_call(request, &options);
    if (!failure)
        failure = ls_body_object(request, &call.strict, &body);
    if (!failure)
        failure = op(&call, body, &written);
    reply_written(request, &call, failure, &written);
}

static void handle_create(struct ls_api_request *request)
{
    handle_body(request, LS_WRITE_CREATE, ls_op_create);
}

static void handle_update(struct ls_api_request *request)
{
    handle_body(request, LS_WRITE_UPDATE, ls_op_update);
}

/* The real server reads a patch after it found the object, so 404 comes before errors of the
 * patch. */
static const struct ls_failure *patch_error(struct ls_op_call *call, enum ls_patch patch,
                                            const struct ls_failure *failure)
{
    const struct ls_obj *object = NULL;
    if (patch == LS_PATCH_APPLY)
        return failure;
    const struct ls_failure *missing = ls_op_get(call, &object);
    if (!missing)
        ls_obj_unref(object);
    return missing ? missing : failure;
}

static void handle_patch(struct ls_api_request *request)
{
    struct ls_write_options options = {0};
    struct ls_written written = {0};
    struct ls_node body = LS_ABSENT;
    enum ls_patch patch = LS_PATCH_JSON;
    const struct ls_failure *failure = ls_body_patch_type(request, &patch);
    enum ls_write_kind kind = patch == LS_PATCH_APPLY ? LS_WRITE_APPLY : LS_WRITE_PATCH;
    if (!failure)
        failure = ls_write_options_read(request->arena, &request->query, kind, &options);
    struct ls_op_call call = write_call(request, &options);
    if (!failure && (failure = ls_body_patch(request, patch, &call.strict, &body)))
        failure = patch_error(&call, patch, failure);
    if (!failure)
        failure = ls_op_patch(&call, patch, body, &written);
    reply_written(request, &call, failure, &written);
}

/* ---- deletions ---- */

static void success_build(struct ls_build *build, const struct ls_api_request *request,
                          struct ls_node object)
{
    const struct ls_resource *resource = &request->kind->resource;
    ls_build_map(build);
    ls_build_member_text(build, "kind", "Status");
    ls_build_member_text(build, "apiVersion", "v1");
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    ls_build_end(build);
    ls_build_member_text(build, "status", "Success");
    ls_build_key(build, LS_SLICE("details"));
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("name"));
    ls_build_string(build, request->at.name);
    if (resource->group[0])
        ls_build_member_text(build, "group", resource->group);
    ls_build_member_text(build, "kind", resource->plural);
    ls_build_member(build, "uid", ls_node_at(object, "metadata.uid"));
    ls_build_end(build);
    ls_build_end(build);
}

static void reply_deleted(struct ls_api_request *request, const struct ls_deleted *deleted)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node object = ls_obj_root(deleted->object);
    if (deleted->is_gone && !deleted->shows_object) {
        success_build(&build, request, object);
        ls_reply_value(request, 200, ls_build_arena(&build, request->arena));
    } else {
        ls_reply_object(request, 200, object);
    }
    ls_obj_unref(deleted->object);
}

static const struct ls_failure *delete_options(struct ls_api_request *request,
                                               struct ls_op_call *call,
                                               struct ls_delete_options *out)
{
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure = ls_body_delete_options(request, &body);
    if (failure)
        return failure;
    return ls_delete_options_read(request->arena, &request->query, body, out, &call->is_dry_run);
}

static void handle_delete(struct ls_api_request *request)
{
    struct ls_op_call call = ls_request_call(request);
    struct ls_delete_options options;
    struct ls_deleted deleted = {0};
    const struct ls_failure *failure = delete_options(request, &call, &options);
    if (!failure)
        failure = ls_op_delete(&call, &options, &deleted);
    request->warnings = call.warnings;
    if (failure)
        ls_reply_failure(request, failure);
    else
        reply_deleted(request, &deleted);
}

/* An object that somebody else deleted meanwhile counts as deleted. */
static const struct ls_failure *delete_one(struct ls_op_call *call,
                                           const struct ls_delete_options *options,
                                           const struct ls_obj *object)
{
    struct ls_deleted deleted = {0};
    struct ls_node metadata = ls_node_at(ls_obj_root(object), "metadata");
    call->name = ls_node_string(ls_node_at(metadata, "name"));
    call->namespace_name = ls_node_string(ls_node_at(metadata, "namespace"));
    const struct ls_failure *failure = ls_op_delete(call, options, &deleted);
    if (!failure)
        ls_obj_unref(deleted.object);
    return failure && failure->code == 404 ? NULL : failure;
}

static const struct ls_failure *delete_page(struct ls_op_call *call,
                                            const struct ls_delete_options *options,
                                            const struct ls_page *page)
{
    const struct ls_failure *failure = NULL;
    for (size_t i = 0; i < page->count && !failure; i++)
        failure = delete_one(call, options, page->objects[i]);
    return failure;
}

static void handle_delete_collection(struct ls_api_request *request)
{
    struct ls_list_query selection;
    struct ls_page page = {0};
    struct ls_delete_options options;
    struct ls_op_call call = ls_request_call(request);
    const struct ls_failure *failure =
        ls_list_query_read(request->arena, &request->query, &selection);
    if (!failure)
        failure = delete_options(request, &call, &options);
    if (!failure)
        failure = ls_list_page(request, &selection, &page);
    for (size_t i = 0; i < page.count; i++)
        ls_obj_ref(page.objects[i]);
    if (!failure)
        failure = delete_page(&call, &options, &page);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_list(request, &page);
    for (size_t i = 0; i < page.count; i++)
        ls_obj_unref(page.objects[i]);
}

/* ---- the table ---- */

static const struct {
    ls_handler *handler;
    enum ls_can can;
} verbs[LS_API_COUNT] = {
    [LS_API_GET] = {handle_get, LS_CAN_GET},
    [LS_API_LIST] = {handle_list, LS_CAN_LIST},
    [LS_API_WATCH] = {handle_watch, LS_CAN_WATCH},
    [LS_API_CREATE] = {handle_create, LS_CAN_CREATE},
    [LS_API_UPDATE] = {handle_update, LS_CAN_UPDATE},
    [LS_API_PATCH] = {handle_patch, LS_CAN_PATCH},
    [LS_API_DELETE] = {handle_delete, LS_CAN_DELETE},
    [LS_API_DELETE_COLLECTION] = {handle_delete_collection, LS_CAN_DELETE_COLLECTION},
};

ls_handler *ls_handler_of(enum ls_api_verb verb)
{
    LS_ASSERT(verb < LS_API_COUNT);
    return verbs[verb].handler;
}

unsigned ls_api_verb_can(enum ls_api_verb verb)
{
    LS_ASSERT(verb < LS_API_COUNT);
    return verbs[verb].can;
}
