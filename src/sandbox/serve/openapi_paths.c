/* Paths of a kind: operations with their parameters and bodies. */
#include "sandbox/serve/openapi_parts.h"

#include <string.h>

#define PATCH_SCHEMA "io.k8s.apimachinery.pkg.apis.meta.v1.Patch"

enum action { LIST, GET, POST, PUT, PATCH, DELETE, DELETE_ALL, ACTION_COUNT };

static const struct {
    const char *method;
    const char *name; /* x-kubernetes-action */
    unsigned can;
} actions[ACTION_COUNT] = {
    [LIST] = {"get", "list", LS_CAN_LIST},
    [GET] = {"get", "get", LS_CAN_GET},
    [POST] = {"post", "post", LS_CAN_CREATE},
    [PUT] = {"put", "put", LS_CAN_UPDATE},
    [PATCH] = {"patch", "patch", LS_CAN_PATCH},
    [DELETE] = {"delete", "delete", LS_CAN_DELETE},
    [DELETE_ALL] = {"delete", "deletecollection", LS_CAN_DELETE_COLLECTION},
};

#define OF(action) LS_BIT(action)
enum {
    OF_COLLECTION = OF(LIST) | OF(POST) | OF(DELETE_ALL),
    OF_ITEM = OF(GET) | OF(PUT) | OF(PATCH) | OF(DELETE),
    OF_LISTS = OF(LIST) | OF(DELETE_ALL),
    OF_WRITES = OF(POST) | OF(PUT) | OF(PATCH),
    OF_DELETES = OF(DELETE) | OF(DELETE_ALL),
};

static const struct {
    const char *name;
    const char *type;
    unsigned of;
} parameters[] = {
    {"allowWatchBookmarks", "boolean", OF(LIST)},
    {"continue", "string", OF_LISTS},
    {"dryRun", "string", OF_WRITES | OF_DELETES},
    {"fieldManager", "string", OF_WRITES},
    {"fieldSelector", "string", OF_LISTS},
    {"fieldValidation", "string", OF_WRITES},
    {"force", "boolean", OF(PATCH)},
    {"gracePeriodSeconds", "integer", OF_DELETES},
    {"labelSelector", "string", OF_LISTS},
    {"limit", "integer", OF_LISTS},
    {"orphanDependents", "boolean", OF_DELETES},
    {"propagationPolicy", "string", OF_DELETES},
    {"resourceVersion", "string", OF_LISTS},
    {"resourceVersionMatch", "string", OF_LISTS},
    {"sendInitialEvents", "boolean", OF_LISTS},
    {"timeoutSeconds", "integer", OF_LISTS},
    {"watch", "boolean", OF(LIST)},
};

/* One path with its request and response. */
struct openapi_paths_place {
    enum ls_openapi_version version;
    const char *path;
    unsigned actions; /* OF(action), or-ed */
    const char *schema;
    const char *list_schema; /* v2 only */
    const char *group;
    const char *api_version;
    const char *kind;
    bool is_custom;
    bool has_name;
    bool has_namespace;
};

static bool is_v2(const struct openapi_paths_place *place)
{
    return place->version == LS_OPENAPI_V2;
}

static void parameter_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                           const char *name, const char *in, const char *type)
{
    ls_emit_open(out, NULL, '{');
    ls_emit_text(out, "name", name);
    ls_emit_text(out, "in", in);
    if (strcmp(in, "path") == 0)
        ls_emit_json(out, "required", "true");
    if (!is_v2(place))
        ls_emit_open(out, "schema", '{');
    ls_emit_text(out, "type", type);
    ls_emit_json(out, "uniqueItems", "true");
    if (!is_v2(place))
        ls_emit_close(out, '}');
    ls_emit_close(out, '}');
}

static void schema_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                        const char *schema)
{
    ls_emit_open(out, "schema", '{');
    ls_emit_ref(out, place->version, schema);
    ls_emit_close(out, '}');
}

static void content_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                         const char *type, const char *schema)
{
    ls_emit_open(out, type, '{');
    schema_emit(out, place, schema);
    ls_emit_close(out, '}');
}

/* ---- bodies ---- */

static const char *const patch_types[] = {
    "application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json",
    "application/strategic-merge-patch+json"};

/* Custom kinds have no strategic patches; that type is last. */
static size_t patch_type_count(const struct openapi_paths_place *place)
{
    return LS_COUNT(patch_types) - place->is_custom;
}

static const char *body_schema(const struct openapi_paths_place *place, enum action action)
{
    if (action == PATCH)
        return PATCH_SCHEMA;
    return OF(action) & OF_DELETES ? "io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions"
                                   : place->schema;
}

static void body_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                      enum action action)
{
    if (action == GET || action == LIST)
        return;
    ls_emit_open(out, "requestBody", '{');
    ls_emit_open(out, "content", '{');
    if (action != PATCH)
        content_emit(out, place, "*/*", body_schema(place, action));
    for (size_t i = 0; action == PATCH && i < patch_type_count(place); i++)
        content_emit(out, place, patch_types[i], PATCH_SCHEMA);
    ls_emit_close(out, '}');
    if (OF(action) & OF_WRITES)
        ls_emit_json(out, "required", "true");
    ls_emit_close(out, '}');
}

/* In v2 a body is a parameter. */
static void body_parameter_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                                enum action action)
{
    if (action == GET || action == LIST)
        return;
    ls_emit_open(out, NULL, '{');
    ls_emit_text(out, "name", "body");
    ls_emit_text(out, "in", "body");
    if (OF(action) & OF_WRITES)
        ls_emit_json(out, "required", "true");
    schema_emit(out, place, body_schema(place, action));
    ls_emit_close(out, '}');
}

/* Media types, which v2 lists per operation instead of per body. */
static void types_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                       enum action action)
{
    ls_emit_open(out, "consumes", '[');
    if (action != PATCH)
        ls_emit_text(out, NULL, "*/*");
    for (size_t i = 0; action == PATCH && i < patch_type_count(place); i++)
        ls_emit_text(out, NULL, patch_types[i]);
    ls_emit_close(out, ']');
    ls_emit_json(out, "produces", "[\"application/json\",\"application/yaml\"]");
    ls_emit_json(out, "schemes", "[\"https\"]");
}

static void responses_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                           enum action action)
{
    const char *schema =
        OF(action) & OF_DELETES ? "io.k8s.apimachinery.pkg.apis.meta.v1.Status" : place->schema;
    ls_emit_open(out, "responses", '{');
    ls_emit_open(out, "200", '{');
    ls_emit_text(out, "description", "OK");
    if (is_v2(place)) {
        schema_emit(out, place, action == LIST ? place->list_schema : schema);
    } else if (action != LIST) {
        ls_emit_open(out, "content", '{');
        content_emit(out, place, "application/json", schema);
        ls_emit_close(out, '}');
    }
    ls_emit_close(out, '}');
    ls_emit_close(out, '}');
}

/* ---- operations ---- */

static void parameters_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                            enum action action)
{
    ls_emit_open(out, "parameters", '[');
    if (is_v2(place))
        body_parameter_emit(out, place, action);
    for (size_t i = 0; i < LS_COUNT(parameters); i++) {
        if (parameters[i].of & OF(action))
            parameter_emit(out, place, parameters[i].name, "query", parameters[i].type);
    }
    ls_emit_close(out, ']');
}

static void operation_emit(struct ls_buf *out, const struct openapi_paths_place *place,
                           enum action action)
{
    ls_emit_open(out, actions[action].method, '{');
    if (is_v2(place))
        types_emit(out, place, action);
    parameters_emit(out, place, action);
    if (!is_v2(place))
        body_emit(out, place, action);
    responses_emit(out, place, action);
    ls_emit_text(out, "x-kubernetes-action", actions[action].name);
    ls_emit_gvk(out, "x-kubernetes-group-version-kind", place->group, place->api_version,
                place->kind);
    ls_emit_close(out, '}');
}

static void place_emit(struct ls_buf *out, const struct openapi_paths_place *place)
{
    if (!place->actions)
        return;
    ls_emit_open(out, place->path, '{');
    for (unsigned action = 0; action < ACTION_COUNT; action++) {
        if (place->actions & OF(action))
            operation_emit(out, place, (enum action)action);
    }
    ls_emit_open(out, "parameters", '[');
    if (place->has_name)
        parameter_emit(out, place, "name", "path", "string");
    if (place->has_namespace)
        parameter_emit(out, place, "namespace", "path", "string");
    parameter_emit(out, place, "pretty", "query", "string");
    ls_emit_close(out, ']');
    ls_emit_close(out, '}');
}

static unsigned actions_of(unsigned can, unsigned among)
{
    unsigned result = 0;
    for (unsigned action = 0; action < ACTION_COUNT; action++) {
        if (actions[action].can & can)
            result |= OF(action);
    }
    return result & among;
}

/* The body of a subresource: a kind of its own, or that of the resource. */
static void subresource_emit(struct ls_buf *out, struct openapi_paths_place place,
                             const char *item_path, const struct ls_subresource *subresource)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&path, "%s/%s", item_path, subresource->name);
    const struct ls_api_type *type = ls_openapi_body_type(subresource->group, subresource->kind);
    if (type) {
        place.schema = type->name;
        place.group = subresource->group;
        place.api_version = subresource->version;
        place.kind = subresource->kind;
    }
    place.path = ls_buf_text(&path);
    place.actions = actions_of(subresource->can, OF_ITEM | OF(POST));
    place_emit(out, &place);
}

static void collection_print(struct ls_buf *out, const struct ls_resource *resource,
                             bool is_namespaced)
{
    ls_buf_add_text(out, resource->group[0] ? "/apis/" : "/api");
    ls_buf_printf(out, "%s/%s/", resource->group, resource->version);
    if (is_namespaced)
        ls_buf_add_text(out, "namespaces/{namespace}/");
    ls_buf_add_text(out, resource->plural);
}

void ls_openapi_emit_paths(struct ls_buf *out, enum ls_openapi_version version,
                           const struct ls_kind *kind)
{
    const struct ls_resource *resource = &kind->resource;
    struct ls_buf schema LS_AUTO(ls_buf_release) = {0}, path LS_AUTO(ls_buf_release) = {0},
                         list LS_AUTO(ls_buf_release) = {0};
    ls_openapi_print_name(&schema, kind);
    ls_buf_printf(&list, "%sList", ls_buf_text(&schema));
    struct openapi_paths_place place = {
        .version = version,
        .schema = ls_buf_text(&schema),
        .list_schema = ls_buf_text(&list),
        .group = resource->group,
        .api_version = resource->version,
        .kind = resource->kind,
        .is_custom = kind->is_custom,
    };
    if (resource->is_namespaced) {
        collection_print(&path, resource, false);
        place.path = ls_buf_text(&path);
        place.actions = actions_of(resource->can, OF(LIST));
        place_emit(out, &place);
        ls_buf_clear(&path);
    }
    collection_print(&path, resource, resource->is_namespaced);
    place.path = ls_buf_text(&path);
    place.has_namespace = resource->is_namespaced;
    place.actions = actions_of(resource->can, OF_COLLECTION);
    place_emit(out, &place);

    ls_buf_add_text(&path, "/{name}");
    place.path = ls_buf_text(&path);
    place.has_name = true;
    place.actions = actions_of(resource->can, OF_ITEM);
    place_emit(out, &place);
    for (size_t i = 0; i < resource->subresource_count; i++)
        subresource_emit(out, place, ls_buf_text(&path), &resource->subresources[i]);
}
