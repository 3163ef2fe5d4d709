#include "sandbox/serve/openapi.h"

#include <inttypes.h>
#include <string.h>

#include "base/map.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/openapi_parts.h"
#include "value/json.h"

static bool is_of(const struct ls_kind *kind, struct ls_slice group, struct ls_slice version)
{
    return ls_slice_is(group, kind->resource.group) && ls_slice_is(version, kind->resource.version);
}

/* ---- the index ---- */

/* A hash of everything that a document depends on: this program, the kinds, the schemas of custom
 * kinds. */
static uint64_t version_hash(const struct ls_registry *registry, struct ls_slice group,
                             struct ls_slice version)
{
    struct ls_buf made_of LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&made_of, LS_VERSION);
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (!is_of(kind, group, version))
            continue;
        ls_buf_printf(&made_of, " %s %s %x %zu %d", kind->resource.plural, kind->resource.kind,
                      kind->resource.can, kind->resource.subresource_count,
                      kind->resource.is_namespaced);
        if (kind->is_custom)
            ls_json_print(&made_of, ls_custom_openapi(kind), LS_JSON_COMPACT);
    }
    return ls_hash_bytes(0, made_of.at, made_of.len);
}

static void version_emit(struct ls_buf *out, const struct ls_registry *registry,
                         const struct ls_resource *resource)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&path, resource->group[0] ? "apis/%s/%s" : "api%s/%s", resource->group,
                  resource->version);
    ls_emit_open(out, ls_buf_text(&path), '{');
    uint64_t hash =
        version_hash(registry, ls_slice_of(resource->group), ls_slice_of(resource->version));
    ls_buf_printf(out, "\"serverRelativeURL\":\"/openapi/v3/%s?hash=%016" PRIX64 "\"",
                  ls_buf_text(&path), hash);
    ls_emit_close(out, '}');
}

void ls_openapi_index(struct ls_buf *out, const struct ls_registry *registry)
{
    LS_ASSERT(out->len == 0);
    ls_emit_open(out, NULL, '{');
    ls_emit_open(out, "paths", '{');
    const struct ls_kind *kind, *before = NULL;
    /* Kinds of one group-version are adjacent. */
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); before = kind, i++) {
        if (!before ||
            !is_of(before, ls_slice_of(kind->resource.group), ls_slice_of(kind->resource.version)))
            version_emit(out, registry, &kind->resource);
    }
    ls_emit_close(out, '}');
    ls_emit_close(out, '}');
}

/* ---- one document ---- */

static void schemas_emit(struct ls_buf *out, const struct ls_registry *registry,
                         struct ls_slice group, struct ls_slice version)
{
    struct ls_openapi_types *types = ls_openapi_types_new(LS_OPENAPI_V3);
    ls_emit_open(out, "schemas", '{');
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (!is_of(kind, group, version))
            continue;
        ls_openapi_need_kind(types, kind);
        if (!kind->type)
            ls_openapi_emit_custom(out, LS_OPENAPI_V3, kind);
    }
    ls_openapi_emit_types(out, registry, types);
    ls_emit_close(out, '}');
    ls_openapi_types_free(types);
}

bool ls_openapi_document(struct ls_buf *out, const struct ls_registry *registry,
                         struct ls_slice group, struct ls_slice version)
{
    LS_ASSERT(out->len == 0);
    if (!ls_registry_has_version(registry, group, version))
        return false;
    ls_emit_open(out, NULL, '{');
    ls_emit_text(out, "openapi", "3.0.0");
    ls_emit_json(out, "info", "{\"title\":\"Kubernetes\",\"version\":\"1.36\"}");
    ls_emit_open(out, "paths", '{');
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (is_of(kind, group, version))
            ls_openapi_emit_paths(out, LS_OPENAPI_V3, kind);
    }
    ls_emit_close(out, '}');
    ls_emit_open(out, "components", '{');
    schemas_emit(out, registry, group, version);
    ls_emit_close(out, '}');
    ls_emit_close(out, '}');
    return true;
}
