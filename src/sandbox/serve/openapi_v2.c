/* The OpenAPI v2 document: all kinds in one, from the same rows as the documents of v3. */
#include "sandbox/serve/openapi.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/serve/openapi_parts.h"
#include "sandbox/types/table_types.h"

#define LIST_META "io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta"

static void reference_emit(struct ls_buf *out, const char *key, const char *name)
{
    ls_emit_open(out, key, '{');
    ls_emit_ref(out, LS_OPENAPI_V2, name);
    ls_emit_close(out, '}');
}

static void list_properties_emit(struct ls_buf *out, const char *item)
{
    ls_emit_open(out, "properties", '{');
    ls_emit_json(out, "apiVersion", "{\"type\":\"string\"}");
    ls_emit_open(out, "items", '{');
    ls_emit_text(out, "type", "array");
    reference_emit(out, "items", item);
    ls_emit_close(out, '}');
    ls_emit_json(out, "kind", "{\"type\":\"string\"}");
    reference_emit(out, "metadata", LIST_META);
    ls_emit_close(out, '}');
}

/* The list type of a kind, which has no rows: all are alike. */
static void list_emit(struct ls_buf *out, const struct ls_kind *kind)
{
    struct ls_buf item LS_AUTO(ls_buf_release) = {0}, name LS_AUTO(ls_buf_release) = {0};
    const struct ls_resource *resource = &kind->resource;
    ls_openapi_print_name(&item, kind);
    ls_buf_printf(&name, "%sList", ls_buf_text(&item));
    ls_emit_open(out, ls_buf_text(&name), '{');
    ls_emit_text(out, "type", "object");
    ls_emit_json(out, "required", "[\"items\"]");
    list_properties_emit(out, ls_buf_text(&item));
    ls_emit_open(out, "x-kubernetes-group-version-kind", '[');
    ls_emit_gvk(out, NULL, resource->group, resource->version, kind->list_kind);
    ls_emit_close(out, ']');
    ls_emit_close(out, '}');
}

static void definitions_emit(struct ls_buf *out, const struct ls_registry *registry)
{
    struct ls_openapi_types *types = ls_openapi_types_new(LS_OPENAPI_V2);
    const struct ls_kind *kind;
    ls_openapi_need(types, &ls_api_meta_v1_ListMeta);
    ls_emit_open(out, "definitions", '{');
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        ls_openapi_need_kind(types, kind);
        if (!kind->type)
            ls_openapi_emit_custom(out, LS_OPENAPI_V2, kind);
        if (kind->resource.can & LS_CAN_LIST)
            list_emit(out, kind);
    }
    ls_openapi_emit_types(out, registry, types);
    ls_emit_close(out, '}');
    ls_openapi_types_free(types);
}

void ls_openapi_v2(struct ls_buf *out, const struct ls_registry *registry)
{
    LS_ASSERT(out->len == 0);
    const struct ls_kind *kind;
    ls_emit_open(out, NULL, '{');
    ls_emit_text(out, "swagger", "2.0");
    ls_emit_json(out, "info", "{\"title\":\"Kubernetes\",\"version\":\"1.36\"}");
    ls_emit_open(out, "paths", '{');
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++)
        ls_openapi_emit_paths(out, LS_OPENAPI_V2, kind);
    ls_emit_close(out, '}');
    definitions_emit(out, registry);
    ls_emit_close(out, '}');
}
