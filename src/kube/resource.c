#include "kube/resource.h"

#include <string.h>

static const struct {
    const char *verb;
    enum ls_can can;
} can_rows[] = {
    {"get", LS_CAN_GET},       {"list", LS_CAN_LIST},
    {"watch", LS_CAN_WATCH},   {"create", LS_CAN_CREATE},
    {"update", LS_CAN_UPDATE}, {"patch", LS_CAN_PATCH},
    {"delete", LS_CAN_DELETE}, {"deletecollection", LS_CAN_DELETE_COLLECTION},
};

bool ls_gvk_split(struct ls_slice api_version, struct ls_slice *group, struct ls_slice *version)
{
    struct ls_slice rest;
    struct ls_slice first = ls_slice_cut(api_version, '/', &rest);
    bool is_core = rest.at == NULL;
    struct ls_slice last = is_core ? first : rest;
    if (last.len == 0 || (!is_core && first.len == 0) || ls_slice_find(last, '/') != SIZE_MAX)
        return false;
    *group = is_core ? LS_SLICE("") : first;
    *version = last;
    return true;
}

enum ls_code ls_gvk_of(struct ls_node object, struct ls_gvk *out, struct ls_err *err)
{
    struct ls_node api_version = ls_node_get(object, LS_SLICE("apiVersion"));
    struct ls_node kind = ls_node_get(object, LS_SLICE("kind"));
    if (!ls_node_is_map(object))
        return ls_fail(err, LS_E_INVALID, "this is no Kubernetes object: it is not a map");
    if (!ls_node_is_string(api_version))
        return ls_fail(err, LS_E_INVALID, "apiVersion is missing");
    if (ls_node_string(kind).len == 0)
        return ls_fail(err, LS_E_INVALID, "kind is missing");
    struct ls_gvk found = {.kind = ls_node_string(kind)};
    if (!ls_gvk_split(ls_node_string(api_version), &found.group, &found.version))
        return ls_fail(err, LS_E_INVALID, "apiVersion \"%.80s\" is not VERSION or GROUP/VERSION",
                       ls_node_text(api_version));
    *out = found;
    return LS_OK;
}

bool ls_resource_is(const struct ls_resource *resource, const char *group, const char *kind)
{
    return strcmp(resource->kind, kind) == 0 && strcmp(resource->group, group) == 0;
}

bool ls_resource_is_crd(const struct ls_resource *resource)
{
    return ls_resource_is(resource, "apiextensions.k8s.io", "CustomResourceDefinition");
}

const struct ls_subresource *ls_resource_subresource(const struct ls_resource *resource,
                                                     struct ls_slice name)
{
    for (size_t i = 0; i < resource->subresource_count; i++) {
        if (ls_slice_is(name, resource->subresources[i].name))
            return &resource->subresources[i];
    }
    return NULL;
}

static bool list_holds(const char *const *list, size_t count, struct ls_slice text)
{
    for (size_t i = 0; i < count; i++) {
        if (ls_slice_is_nocase(text, list[i]))
            return true;
    }
    return false;
}

bool ls_resource_is_in_category(const struct ls_resource *resource, struct ls_slice category)
{
    return list_holds(resource->categories, resource->category_count, category);
}

bool ls_resource_has_short_name(const struct ls_resource *resource, struct ls_slice name)
{
    return list_holds(resource->short_names, resource->short_name_count, name);
}

void ls_resource_print(struct ls_buf *out, const struct ls_resource *resource)
{
    ls_buf_add_text(out, resource->plural);
    if (resource->group[0] != '\0')
        ls_buf_printf(out, ".%s", resource->group);
}

unsigned ls_can_of(struct ls_slice verb)
{
    for (size_t i = 0; i < LS_COUNT(can_rows); i++) {
        if (ls_slice_is(verb, can_rows[i].verb))
            return can_rows[i].can;
    }
    return 0;
}

const char *ls_can_name(enum ls_can can)
{
    for (size_t i = 0; i < LS_COUNT(can_rows); i++) {
        if (can_rows[i].can == can)
            return can_rows[i].verb;
    }
    return "unknown";
}
