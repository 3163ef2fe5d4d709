#include "sandbox/serve/subresources.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/ops/bind.h"
#include "sandbox/serve/request_body.h"
#include "sandbox/serve/eviction.h"
#include "sandbox/serve/log.h"
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/token_request.h"

const struct ls_failure *ls_parent_get(struct ls_api_request *request, const struct ls_obj **out)
{
    struct ls_op_call call = ls_request_call(request);
    call.subresource = LS_SLICE("");
    return ls_op_get(&call, out);
}

/* ---- subresources that need real containers ---- */

static void handle_refused(struct ls_api_request *request)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_failure *failure = ls_parent_get(request, &object);
    if (!failure)
        failure = ls_failure_bad_request(
            request->arena,
            "%.*s is not possible: the sandbox simulates its workloads, no container runs",
            LS_ARG(request->at.subresource));
    ls_reply_failure(request, failure);
}

/* ---- bindings ---- */

static void handle_binding(struct ls_api_request *request)
{
    struct ls_op_call call = ls_request_call(request);
    struct ls_write_options options = {0};
    struct ls_written written = {0};
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure =
        ls_write_options_read(request->arena, &request->query, LS_WRITE_CREATE, &options);
    call.subresource = LS_SLICE("");
    call.is_dry_run = options.is_dry_run;
    if (!failure)
        failure = ls_body_object(request, &call.strict, &body);
    if (request->kind->is_virtual) { /* the older form: POST bindings, whose body names the pod */
        call.kind = ls_registry_resource(request->cluster->registry, LS_SLICE(""), LS_SLICE("v1"),
                                         LS_SLICE("pods"));
        call.name = ls_node_string(ls_node_at(body, "metadata.name"));
    }
    if (!failure)
        failure = ls_op_bind(&call, body, &written);
    if (!failure)
        ls_obj_unref(written.object);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_success(request, 201);
}

/* ---- the table ---- */

static const struct {
    const char *resource;
    const char *subresource;
    enum ls_api_verb verb; /* LS_API_NONE: any */
    ls_handler *handler;
} rows[] = {
    {"pods", "log", LS_API_GET, ls_handle_log},
    {"pods", "exec", LS_API_NONE, handle_refused},
    {"pods", "attach", LS_API_NONE, handle_refused},
    {"pods", "portforward", LS_API_NONE, handle_refused},
    {"pods", "proxy", LS_API_NONE, handle_refused},
    {"services", "proxy", LS_API_NONE, handle_refused},
    {"nodes", "proxy", LS_API_NONE, handle_refused},
    {"pods", "binding", LS_API_CREATE, handle_binding},
    {"bindings", "", LS_API_CREATE, handle_binding},
    {"pods", "eviction", LS_API_CREATE, ls_handle_eviction},
    {"serviceaccounts", "token", LS_API_CREATE, ls_handle_token},
};

ls_handler *ls_subresource_handler(const struct ls_api_request *request)
{
    LS_ASSERT(request->kind);
    if (request->at.group.len > 0)
        return NULL;
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (ls_slice_is(request->at.resource, rows[i].resource) &&
            ls_slice_is(request->at.subresource, rows[i].subresource) &&
            (rows[i].verb == LS_API_NONE || rows[i].verb == request->verb))
            return rows[i].handler;
    }
    return NULL;
}
