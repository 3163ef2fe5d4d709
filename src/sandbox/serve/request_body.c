#include "sandbox/serve/request_body.h"

#include <string.h>

#include "net/limits.h"
#include "sandbox/kinds/registry.h"

static struct ls_slice content_type(const struct ls_api_request *request)
{
    return ls_header_find(request->asked->headers, request->asked->header_count, "content-type");
}

/* ---- objects ---- */

static bool registry_knows(void *self, struct ls_slice api_version, struct ls_slice kind,
                           const struct ls_api_type **type)
{
    const struct ls_kind *known = ls_registry_kind(self, api_version, kind);
    if (known)
        *type = known->type;
    return known != NULL;
}

/* The type of the body of a subresource, by the group's name among the types. */
static const struct ls_api_type *type_of_subresource(const struct ls_api_request *request)
{
    const struct ls_subresource *sub = request->subresource;
    struct ls_slice rest;
    struct ls_slice group = ls_slice_cut(ls_slice_of(sub->group), '.', &rest);
    const char *name = ls_arena_printf(
        request->arena, "io.k8s.api.%.*s.%s.%s", LS_ARG(group.len > 0 ? group : LS_SLICE("core")),
        sub->version && sub->version[0] ? sub->version : "v1", sub->kind);
    return ls_api_type_find(name);
}

static bool takes_own_kind(const struct ls_api_request *request)
{
    return !request->subresource ||
           strcmp(request->subresource->kind, request->kind->resource.kind) == 0;
}

const struct ls_failure *ls_body_object(struct ls_api_request *request,
                                        struct ls_strict_errors *strict, struct ls_node *out)
{
    LS_ASSERT(request->kind);
    const struct ls_resource *resource = &request->kind->resource;
    const struct ls_subresource *sub = request->subresource;
    struct ls_body_expected expected = {.group = resource->group,
                                        .version = resource->version,
                                        .kind = resource->kind,
                                        .type = request->kind->type,
                                        .knows = registry_knows,
                                        .self = request->cluster->registry};
    if (!takes_own_kind(request)) {
        bool has_group = sub->version && sub->version[0];
        expected.group = has_group ? sub->group : resource->group;
        expected.version = has_group ? sub->version : resource->version;
        expected.kind = sub->kind;
        expected.type = type_of_subresource(request);
        if (strcmp(sub->kind, "Eviction") == 0)
            expected.also = "policy/v1beta1";
    }
    return ls_body_read(request->arena, content_type(request), request->asked->body, &expected,
                        strict, out);
}

const struct ls_failure *ls_body_delete_options(struct ls_api_request *request, struct ls_node *out)
{
    struct ls_body_expected expected = {
        .group = "meta.k8s.io",
        .version = "v1",
        .kind = "DeleteOptions",
        .type = ls_api_type_find("io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"),
        .takes_any_group = true,
    };
    if (request->asked->body.len == 0) {
        *out = LS_ABSENT;
        return NULL;
    }
    struct ls_node value;
    const struct ls_failure *failure = ls_body_read(request->arena, content_type(request),
                                                    request->asked->body, &expected, NULL, &value);
    struct ls_err err;
    if (!failure && ls_round_trip(request->arena, value, expected.type, NULL, out, &err))
        failure = ls_failure_bad_request(request->arena, "%s", err.text);
    return failure;
}

/* ---- patches ---- */

static const struct {
    const char *type;
    enum ls_patch patch;
    const char *wanted; /* the Go type that the patch is decoded into */
} patches[] = {
    {"application/json-patch+json", LS_PATCH_JSON, "[]handlers.jsonPatchOp"},
    {"application/merge-patch+json", LS_PATCH_MERGE, "map[string]interface {}"},
    {"application/strategic-merge-patch+json", LS_PATCH_STRATEGIC, "map[string]interface {}"},
    {"application/apply-patch+yaml", LS_PATCH_APPLY, "map[string]interface {}"},
};

const struct ls_failure *ls_body_patch_type(struct ls_api_request *request, enum ls_patch *out)
{
    struct ls_slice type = ls_body_media_type(request->arena, content_type(request));
    bool is_custom = request->kind->is_custom;
    for (size_t i = 0; i < LS_COUNT(patches); i++) {
        if (!ls_slice_is(type, patches[i].type))
            continue;
        *out = patches[i].patch;
        if (!is_custom || *out != LS_PATCH_STRATEGIC)
            return NULL;
    }
    if (is_custom)
        return ls_body_unsupported(request->arena,
                                   "application/json-patch+json, application/merge-patch+json, "
                                   "application/apply-patch+yaml");
    struct ls_failure *failure = LS_ARENA_NEW(request->arena, struct ls_failure);
    *failure = (struct ls_failure){.code = 415,
                                   .reason = "UnsupportedMediaType",
                                   .message = "415: Unsupported Media Type",
                                   .has_details = true};
    return failure;
}

static const char *go_json_name(enum ls_type type)
{
    switch (type) {
    case LS_TYPE_STRING:
        return "string";
    case LS_TYPE_BOOL:
        return "bool";
    case LS_TYPE_LIST:
        return "array";
    case LS_TYPE_MAP:
        return "object";
    default:
        return "number";
    }
}

/* One operation of a JSON patch. */
static const char *operation_error(struct ls_arena *arena, struct ls_node operation)
{
    static const char *const texts[] = {"op", "path", "from"};
    if (!ls_node_is_map(operation) && !ls_node_is_null(operation))
        return ls_arena_printf(
            arena, "json: cannot unmarshal %s into Go value of type handlers.jsonPatchOp",
            go_json_name(ls_node_type(operation)));
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_node text = ls_node_get(operation, ls_slice_of(texts[i]));
        if (!ls_node_is_absent(text) && !ls_node_is_null(text) && !ls_node_is_string(text))
            return ls_arena_printf(
                arena,
                "json: cannot unmarshal %s into Go struct field jsonPatchOp.%s of type string",
                go_json_name(ls_node_type(text)), texts[i]);
    }
    return NULL;
}

/* Strict errors of a JSON patch; unknown members come before duplicate ones. */
static void operation_strict_errors(struct ls_strict_errors *strict, struct ls_node body)
{
    size_t index = 0;
    struct ls_strict_errors repeated = *strict;
    *strict = (struct ls_strict_errors){.arena = repeated.arena};
    LS_EACH (operation, body) {
        LS_EACH (it, operation.value) {
            if (!ls_slice_is(it.key, "op") && !ls_slice_is(it.key, "path") &&
                !ls_slice_is(it.key, "from") && !ls_slice_is(it.key, "value"))
                ls_strict_errors_add(strict, "json patch unknown field \"[%zu].%.*s\"", index,
                                     LS_ARG(it.key));
        }
        index++;
    }
    for (size_t i = 0; i < repeated.count; i++)
        ls_strict_errors_add(strict, "json patch %s", repeated.at[i]);
}

/* Go's error for a patch of the wrong shape; NULL: the shape is right. */
static const char *shape_error(struct ls_arena *arena, enum ls_patch patch, struct ls_node body)
{
    enum ls_type wanted = patch == LS_PATCH_JSON ? LS_TYPE_LIST : LS_TYPE_MAP;
    enum ls_type type = ls_node_type(body);
    if (type == LS_TYPE_NULL || type == LS_TYPE_ABSENT)
        return NULL;
    if (type != wanted)
        return ls_arena_printf(arena, "json: cannot unmarshal %s into Go value of type %s",
                               go_json_name(type), patches[patch].wanted);
    if (patch != LS_PATCH_JSON)
        return NULL;
    const char *why = NULL;
    LS_EACH (it, body)
        why = why ? why : operation_error(arena, it.value);
    return why;
}

static const char *error_prefix(enum ls_patch patch, bool is_shape)
{
    switch (patch) {
    case LS_PATCH_STRATEGIC:
        return "";
    case LS_PATCH_APPLY:
        return is_shape ? "error decoding YAML: error unmarshaling JSON: while decoding JSON: "
                        : "error decoding YAML: error converting YAML to JSON: ";
    default:
        return "error decoding patch: ";
    }
}

/* `null` means an empty patch where it is not an error. */
static struct ls_node empty_patch(struct ls_arena *arena, enum ls_patch patch)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (patch == LS_PATCH_JSON)
        ls_build_list(&build);
    else
        ls_build_map(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

const struct ls_failure *ls_body_patch(struct ls_api_request *request, enum ls_patch patch,
                                       struct ls_strict_errors *strict, struct ls_node *out)
{
    LS_ASSERT(patch <= LS_PATCH_APPLY);
    struct ls_arena *arena = request->arena;
    struct ls_slice bytes = request->asked->body;
    struct ls_node body = LS_ABSENT;
    const char *why = "";
    if (bytes.len > LS_NET_BODY_BYTES_MAX)
        return ls_failure_new(arena, 413, "RequestEntityTooLarge",
                              "Request entity too large: limit is %d", LS_NET_BODY_BYTES_MAX);
    bool is_apply = patch == LS_PATCH_APPLY;
    bool is_read = is_apply ? ls_body_read_yaml(arena, bytes, strict, &body, &why)
                            : ls_body_read_json(arena, bytes, strict, &body, &why);
    if (!is_read)
        return ls_failure_bad_request(arena, "%s%s", error_prefix(patch, false), why);
    why = shape_error(arena, patch, body);
    if (why)
        return ls_failure_bad_request(arena, "%s%s", error_prefix(patch, true), why);
    if (patch == LS_PATCH_JSON)
        operation_strict_errors(strict, body);
    bool is_null = !ls_node_is_map(body) && !ls_node_is_list(body);
    if (is_null && patch == LS_PATCH_MERGE)
        return ls_failure_bad_request(arena, "Invalid JSON Patch");
    if (is_null && is_apply)
        return ls_failure_bad_request(arena, "invalid object type: /, Kind=");
    *out = is_null ? empty_patch(arena, patch) : body;
    return NULL;
}
