#include "sandbox/serve/authorize.h"

#include <string.h>

#include "sandbox/access/authorizer.h"
#include "sandbox/access/escalation.h"
#include "sandbox/access/impersonation.h"
#include "sandbox/kinds/text_rule.h"
#include "sandbox/serve/impersonate.h"
#include "sandbox/serve/request.h"
#include "sandbox/serve/serve_impl.h"
#include "value/field_selector.h"

/* ---- what is asked ---- */

/* On a resource; other methods have no verb. */
static const struct {
    const char *method;
    const char *on_one;
    const char *on_all;
} verbs[] = {
    /* clang-format off */
    {"GET",    "get",    "list"},
    {"HEAD",   "get",    "list"},
    {"POST",   "create", "create"},
    {"PUT",    "update", "update"},
    {"PATCH",  "patch",  "patch"},
    {"DELETE", "delete", "deletecollection"},
    /* clang-format on */
};

static struct ls_slice resource_verb(const struct ls_api_request *request)
{
    if (request->verb == LS_API_WATCH)
        return LS_SLICE("watch");
    for (size_t i = 0; i < LS_COUNT(verbs); i++) {
        if (ls_slice_is(request->asked->method, verbs[i].method))
            return ls_slice_of(request->at.name.len > 0 ? verbs[i].on_one : verbs[i].on_all);
    }
    return LS_SLICE("");
}

/* A list or watch of the one object that its fieldSelector names is about that object. */
static struct ls_slice selected_name(const struct ls_api_request *request)
{
    struct ls_slice text = ls_query_get(&request->query, "fieldSelector");
    struct ls_field_selector fields = {0};
    if (text.len == 0 || ls_field_selector_parse(request->arena, text, &fields, NULL))
        return LS_SLICE("");
    for (size_t i = 0; i < fields.term_count; i++) {
        const struct ls_field_term *term = &fields.terms[i];
        if (strcmp(term->field, "metadata.name") == 0 && !term->is_negated &&
            ls_text_flaws(LS_TEXT_PATH_SEGMENT, term->value).count == 0)
            return term->value;
    }
    return LS_SLICE("");
}

static struct ls_slice resource_name(const struct ls_api_request *request)
{
    bool is_read = request->verb == LS_API_LIST || request->verb == LS_API_WATCH;
    return request->at.name.len == 0 && is_read ? selected_name(request) : request->at.name;
}

static struct ls_slice lower(struct ls_arena *arena, struct ls_slice text)
{
    char *copy = ls_arena_dup(arena, text);
    for (char *at = copy; *at; at++)
        *at = *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
    return ls_slice_of(copy);
}

/* Who asks for what; borrows from the request. */
static struct ls_attributes request_attributes(const struct ls_api_request *request)
{
    const struct ls_api_path *at = &request->at;
    struct ls_attributes attributes = {.user = &request->user,
                                       .is_resource = at->is_api && at->resource.len > 0};
    if (!attributes.is_resource) {
        attributes.verb = lower(request->arena, request->asked->method);
        attributes.path = request->path;
        return attributes;
    }
    attributes.verb = resource_verb(request);
    attributes.group = at->group;
    attributes.resource = at->resource;
    attributes.subresource = at->subresource;
    attributes.name = resource_name(request);
    /* A namespace is in itself: who may get namespaces in it may get it. */
    attributes.namespace_name =
        ls_slice_is(at->resource, "namespaces") ? at->name : at->namespace_name;
    return attributes;
}

/* ---- whether it is allowed ---- */

static const struct ls_failure *impersonate(struct ls_api_request *request)
{
    struct ls_authorizer *authorizer = request->serve->authorizer;
    struct ls_user wanted;
    const struct ls_failure *failure =
        ls_impersonation_read(request->arena, request->asked, &wanted);
    if (failure || wanted.name.len == 0)
        return failure;
    if (!authorizer) {
        ls_impersonated(request->arena, &wanted, &request->user);
        return NULL;
    }
    struct ls_user requestor = request->user;
    struct ls_attributes attributes = request_attributes(request);
    attributes.user = &requestor;
    return ls_impersonate(authorizer, request->arena, &attributes, &wanted, &request->user);
}

const struct ls_failure *ls_request_authorize(struct ls_api_request *request)
{
    struct ls_authorizer *authorizer = request->serve->authorizer;
    if (!authorizer && ls_user_is_anonymous(&request->user))
        return NULL; /* routing refuses it where it is refused */
    const struct ls_failure *failure = impersonate(request);
    if (failure || !authorizer)
        return failure;
    struct ls_attributes attributes = request_attributes(request);
    return ls_authorizer_check(authorizer, request->arena, &attributes);
}

const struct ls_write_guard *ls_request_guard(struct ls_api_request *request)
{
    struct ls_authorizer *authorizer = request->serve->authorizer;
    if (!authorizer || ls_user_is_in(&request->user, LS_GROUP_MASTERS))
        return NULL;
    struct ls_attributes attributes = request_attributes(request);
    return ls_escalation_guard(request->arena, authorizer, &attributes);
}
