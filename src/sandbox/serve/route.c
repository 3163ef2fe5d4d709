#include "sandbox/serve/route.h"

#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/non_resource.h"
#include "sandbox/serve/handlers.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/review.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/serve/subresources.h"

/* ---- refusals ---- */

static void refuse(struct ls_api_request *request, int code, const char *reason,
                   const char *message)
{
    struct ls_failure failure = {
        .code = code, .reason = reason, .message = message, .has_details = true};
    ls_reply_failure(request, &failure);
}

static void route_not_found(struct ls_api_request *request)
{
    refuse(request, 404, "NotFound", "the server could not find the requested resource");
}

void ls_route_not_allowed(struct ls_api_request *request)
{
    refuse(request, 405, "MethodNotAllowed",
           "the server does not allow this method on the requested resource");
}

void ls_route_no_page(struct ls_api_request *request)
{
    ls_reply_text(request, 404, "text/plain; charset=utf-8", LS_SLICE("404 page not found\n"));
}

/* ---- who may ---- */

/* Without roles that say who may do what, only what everybody may read is open to strangers. */
static bool is_stranger(const struct ls_api_request *request)
{
    return !request->serve->authorizer && ls_user_is_anonymous(&request->user);
}

static void forbid_resource(struct ls_api_request *request)
{
    const struct ls_resource *resource = &request->kind->resource;
    const struct ls_api_path *at = &request->at;
    const char *where = at->namespace_name.len > 0
                            ? ls_arena_printf(request->arena, "in the namespace \"%.*s\"",
                                              LS_ARG(at->namespace_name))
                            : "at the cluster scope";
    const char *sub = at->subresource.len > 0 ? "/" : "";
    const char *why = ls_arena_printf(
        request->arena, "User \"%.*s\" cannot %s resource \"%s%s%.*s\" in API group \"%s\" %s",
        LS_ARG(request->user.name), ls_api_verb_name(request->verb), resource->plural, sub,
        LS_ARG(at->subresource), resource->group, where);
    ls_reply_failure(
        request, ls_failure_forbidden(request->arena, ls_kind_about(request->kind, at->name), why));
}

static void forbid_path(struct ls_api_request *request)
{
    char *method = ls_arena_dup(request->arena, request->asked->method);
    for (char *at = method; *at; at++)
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    refuse(request, 403, "Forbidden",
           ls_arena_printf(request->arena, "forbidden: User \"%.*s\" cannot %s path \"%.*s\"",
                           LS_ARG(request->user.name), method, LS_ARG(request->path)));
}

/* ---- the form of the answer ---- */

static bool wants_pretty(const struct ls_api_request *request)
{
    const struct ls_asked *asked = request->asked;
    struct ls_slice pretty = ls_query_get(&request->query, "pretty");
    if (pretty.len > 0)
        return ls_slice_is(pretty, "1") || ls_slice_is_nocase(pretty, "true") ||
               ls_slice_is_nocase(pretty, "t");
    struct ls_slice agent = ls_header_find(asked->headers, asked->header_count, "user-agent");
    return ls_slice_starts(agent, "curl") || ls_slice_starts(agent, "Wget") ||
           ls_slice_starts(agent, "Mozilla/5.0");
}

static const struct ls_failure *include_read(struct ls_api_request *request)
{
    struct ls_slice text = ls_query_get(&request->query, "includeObject");
    if (request->form.as != LS_AS_TABLE || text.len == 0 || ls_slice_is(text, "Metadata"))
        return NULL;
    request->form.include = ls_slice_is(text, "None") ? LS_INCLUDE_NONE : LS_INCLUDE_OBJECT;
    if (ls_slice_is(text, "None") || ls_slice_is(text, "Object"))
        return NULL;
    return ls_failure_bad_request(request->arena,
                                  "Unable to convert to Table as requested: includeObject: Invalid "
                                  "value: \"%.*s\": must be 'Metadata', 'Object', 'None', or empty",
                                  LS_ARG(text));
}

/* Chooses the form of the response; false: refused (406, 400) and answered. */
static bool choose_form(struct ls_api_request *request, const struct ls_offer *offer)
{
    const struct ls_asked *asked = request->asked;
    struct ls_slice accept = ls_header_find(asked->headers, asked->header_count, "accept");
    bool is_list = request->verb == LS_API_LIST || request->verb == LS_API_WATCH;
    enum ls_accept result = ls_accept_choose(accept, offer, &request->form);
    if (result == LS_ACCEPT_NO_TYPE && offer->is_unrouted)
        result = LS_ACCEPT_NO_FORM;
    if (request->form.text == LS_TEXT_JSON && wants_pretty(request) && !offer->is_stream)
        request->form.text = LS_TEXT_PRETTY;
    if (result == LS_ACCEPT_GOOD) {
        const struct ls_failure *failure = include_read(request);
        if (failure)
            ls_reply_failure(request, failure);
        return failure == NULL;
    }
    struct ls_failure failure = {.code = 406,
                                 .reason = "NotAcceptable",
                                 .message = ls_accept_message(result, is_list, offer->is_stream),
                                 .has_details = result == LS_ACCEPT_NO_TYPE};
    ls_reply_failure(request, &failure);
    return false;
}

/* ---- discovery ---- */

static bool is_get(const struct ls_api_request *request)
{
    return ls_slice_is(request->asked->method, "GET");
}

/* /apis and /apis/GROUP answer any method; the real server routes the rest more strictly. */
static void discover(struct ls_api_request *request)
{
    static const struct ls_offer offer = {.has_discovery = true, .is_unrouted = true};
    static const struct ls_offer core_offer = {.has_discovery = true};
    static const struct ls_offer group_offer = {.is_unrouted = true};
    static const struct ls_offer plain = {0};
    const struct ls_api_path *at = &request->at;
    bool is_core =
        ls_slice_starts(request->path, "/api") && !ls_slice_starts(request->path, "/apis");
    bool is_top = at->version.len == 0 && at->group.len == 0;
    bool is_group = at->version.len == 0 && !is_top;
    if (!is_get(request) && (is_core || at->version.len > 0)) {
        ls_route_not_allowed(request);
        return;
    }
    request->verb = LS_API_GET;
    if (!choose_form(request, is_group  ? &group_offer
                              : !is_top ? &plain
                              : is_core ? &core_offer
                                        : &offer))
        return;
    if (is_top && is_core)
        ls_discovery_core(request->serve->discovery, request);
    else if (is_top)
        ls_discovery_groups(request->serve->discovery, request);
    else if (is_group)
        ls_discovery_group(request);
    else
        ls_discovery_resources(request);
}

/* ---- resources ---- */

/* True: the path has a namespace exactly where the kind needs one. */
static bool has_right_scope(const struct ls_api_request *request)
{
    bool has_namespace = request->at.namespace_name.len > 0;
    if (!request->kind->resource.is_namespaced)
        return !has_namespace;
    return has_namespace || request->at.name.len == 0;
}

/* Collections of all namespaces are read-only. */
static bool is_allowed(const struct ls_api_request *request)
{
    const struct ls_resource *resource = &request->kind->resource;
    unsigned can = request->subresource ? request->subresource->can : resource->can;
    bool is_everywhere = resource->is_namespaced && request->at.namespace_name.len == 0;
    bool is_write = request->verb == LS_API_CREATE || request->verb == LS_API_DELETE_COLLECTION;
    if (is_everywhere && is_write)
        return false;
    if (request->verb == LS_API_CREATE && request->at.name.len > 0 && !request->subresource)
        return false;
    return (can & ls_api_verb_can(request->verb)) != 0;
}

/* An undeclared subresource of a custom kind is answered like a missing object. */
static bool is_undeclared(const struct ls_api_request *request)
{
    return request->kind->is_custom && request->at.subresource.len > 0 && !request->subresource;
}

static void serve_resource(struct ls_api_request *request)
{
    struct ls_offer offer = {.has_table = true, .is_stream = request->verb == LS_API_WATCH};
    if (is_stranger(request)) {
        forbid_resource(request);
        return;
    }
    if (request->kind->is_custom && ls_custom_warning(request->kind))
        ls_response_warnings_add(&request->warnings, request->arena, "%s",
                                 ls_custom_warning(request->kind));
    ls_handler *handler = ls_subresource_handler(request);
    if (!handler && !is_undeclared(request) && !is_allowed(request)) {
        ls_route_not_allowed(request);
        return;
    }
    if (!choose_form(request, &offer))
        return;
    if (ls_slice_is(request->at.name, ".") || ls_slice_is(request->at.name, "..")) {
        const char *name = ls_arena_dup(request->arena, request->at.name);
        ls_reply_failure(request,
                         ls_failure_bad_request(request->arena,
                                                "Name parameter invalid: \"%s\": may not be '%s'",
                                                name, name));
        return;
    }
    if (is_undeclared(request)) {
        ls_reply_failure(
            request,
            ls_failure_not_found(request->arena, ls_kind_about(request->kind, request->at.name)));
        return;
    }
    if (!handler && request->kind->is_virtual)
        handler = ls_review_handler(request->kind);
    (handler ? handler : ls_handler_of(request->verb))(request);
}

static bool is_custom_group(const struct ls_registry *registry, struct ls_slice group)
{
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (ls_slice_is(group, kind->resource.group))
            return kind->is_custom;
    }
    return false;
}

/* Custom groups have another handler in the real server, which answers with plain text. */
static void nothing_there(struct ls_api_request *request)
{
    if (is_custom_group(request->cluster->registry, request->at.group))
        ls_route_no_page(request);
    else
        route_not_found(request);
}

static bool find_resource(struct ls_api_request *request)
{
    const struct ls_api_path *at = &request->at;
    request->kind =
        ls_registry_resource(request->cluster->registry, at->group, at->version, at->resource);
    if (!request->kind || !has_right_scope(request))
        return false;
    if (at->subresource.len == 0)
        return true;
    request->subresource = ls_resource_subresource(&request->kind->resource, at->subresource);
    return request->subresource != NULL || request->kind->is_custom ||
           ls_subresource_handler(request) != NULL;
}

/* Adds a warning to every request on a deprecated version or kind. */
static void warn_of_version(struct ls_api_request *request)
{
    const struct ls_kind *kind = request->kind;
    const char *warning = kind->is_custom ? ls_custom_warning(kind) : kind->deprecation;
    if (warning)
        ls_response_warnings_add(&request->warnings, request->arena, "%s", warning);
}

static void route_api(struct ls_api_request *request)
{
    const struct ls_registry *registry = request->cluster->registry;
    const struct ls_api_path *at = &request->at;
    bool is_top = at->group.len == 0 && at->version.len == 0;
    bool has_group = is_top || ls_registry_has_group(registry, at->group);
    bool has_version = at->version.len == 0 ||
                       (has_group && ls_registry_has_version(registry, at->group, at->version));
    if (is_stranger(request) && !(has_version && at->resource.len > 0)) {
        forbid_path(request);
    } else if (!has_group) {
        ls_route_no_page(request);
    } else if (!has_version) {
        nothing_there(request);
    } else if (at->resource.len == 0 && at->name.len == 0) {
        discover(request);
    } else if (find_resource(request)) {
        warn_of_version(request);
        serve_resource(request);
    } else {
        request->kind = NULL;
        nothing_there(request);
    }
}

void ls_route(struct ls_api_request *request)
{
    LS_ASSERT(request->exchange);
    LS_ASSERT(!request->kind);
    if (request->at.is_api) {
        route_api(request);
        return;
    }
    const struct ls_non_resource *non_resource = ls_non_resource_find(request->path);
    if (is_stranger(request) && !(non_resource && non_resource->is_open)) {
        forbid_path(request);
    } else if (non_resource) {
        request->non_resource = non_resource->path;
        non_resource->serve(request);
    } else {
        ls_route_no_page(request);
    }
}
