/* Schemas of custom kinds: as declared, with the members that every object has. */
#include "sandbox/serve/openapi_parts.h"

#include "sandbox/kinds/custom.h"

#define OBJECT_META "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"

/* The group's labels from last to first, then version and kind. */
void ls_openapi_print_name(struct ls_buf *out, const struct ls_kind *kind)
{
    if (kind->type) {
        ls_buf_add_text(out, kind->type->name);
        return;
    }
    struct ls_slice group = ls_slice_of(kind->resource.group);
    for (size_t end = group.len, i = group.len; i-- > 0;) {
        if (i > 0 && group.at[i - 1] != '.')
            continue;
        ls_buf_add(out, group.at + i, end - i);
        ls_buf_add_char(out, '.');
        end = i ? i - 1 : 0;
    }
    ls_buf_printf(out, "%s.%s", kind->resource.version, kind->resource.kind);
}

static void schema_emit(struct ls_buf *out, enum ls_openapi_version version, struct ls_node schema,
                        bool is_root);

static bool is_marked(struct ls_node schema, const char *mark)
{
    return ls_node_bool(ls_node_get(schema, ls_slice_of(mark)), false);
}

/* In v2 a schema that is nullable or preserves unknown fields allows any value: clients of v2
 * refuse other members beside a type. */
static bool is_any(enum ls_openapi_version version, struct ls_node schema)
{
    return version == LS_OPENAPI_V2 && (is_marked(schema, "nullable") ||
                                        is_marked(schema, "x-kubernetes-preserve-unknown-fields"));
}

static void metadata_emit(struct ls_buf *out, enum ls_openapi_version version)
{
    ls_emit_open(out, "metadata", '{');
    if (version == LS_OPENAPI_V3) {
        ls_emit_open(out, "allOf", '[');
        ls_emit_open(out, NULL, '{');
    }
    ls_emit_ref(out, version, OBJECT_META);
    if (version == LS_OPENAPI_V3) {
        ls_emit_close(out, '}');
        ls_emit_close(out, ']');
    }
    ls_emit_close(out, '}');
}

/* apiVersion, kind and metadata have their standard schemas, whatever was declared. */
static void properties_emit(struct ls_buf *out, enum ls_openapi_version version,
                            struct ls_node schema, bool is_object)
{
    struct ls_node properties = ls_node_get(schema, LS_SLICE("properties"));
    if (!is_object && !ls_node_is_map(properties))
        return;
    ls_emit_open(out, "properties", '{');
    if (is_object) {
        ls_emit_json(out, "apiVersion", "{\"type\":\"string\"}");
        ls_emit_json(out, "kind", "{\"type\":\"string\"}");
        metadata_emit(out, version);
    }
    LS_EACH (it, properties) {
        if (is_object && (ls_slice_is(it.key, "apiVersion") || ls_slice_is(it.key, "kind") ||
                          ls_slice_is(it.key, "metadata")))
            continue;
        ls_emit_key(out, it.key);
        schema_emit(out, version, it.value, false);
    }
    ls_emit_close(out, '}');
}

/* `required`, and apiVersion and kind for an embedded object. */
static void required_emit(struct ls_buf *out, struct ls_node required, bool is_embedded)
{
    if (!is_embedded && !ls_node_count(required))
        return;
    ls_emit_open(out, "required", '[');
    LS_EACH (it, required)
        ls_emit_node(out, NULL, it.value);
    if (is_embedded) {
        ls_emit_text(out, NULL, "kind");
        ls_emit_text(out, NULL, "apiVersion");
    }
    ls_emit_close(out, ']');
}

/* Members that have a function of their own. */
static bool is_apart(struct ls_slice key)
{
    return ls_slice_is(key, "properties") || ls_slice_is(key, "required") ||
           ls_slice_is(key, "items") || ls_slice_is(key, "additionalProperties");
}

/* Members that v2 does not have. */
static bool is_v3_alone(struct ls_node schema, struct ls_slice key)
{
    static const char *const keys[] = {"default", "nullable", "allOf", "anyOf", "oneOf", "not"};
    for (size_t i = 0; i < LS_COUNT(keys); i++) {
        if (ls_slice_is(key, keys[i]))
            return true;
    }
    return ls_slice_is(key, "type") &&
           (is_any(LS_OPENAPI_V2, schema) || is_marked(schema, "x-kubernetes-int-or-string"));
}

static void nested_emit(struct ls_buf *out, enum ls_openapi_version version, struct ls_node schema,
                        const char *key)
{
    struct ls_node nested = ls_node_get(schema, ls_slice_of(key));
    if (ls_node_is_absent(nested))
        return;
    ls_emit_key(out, ls_slice_of(key));
    if (ls_node_is_map(nested))
        schema_emit(out, version, nested, false);
    else
        ls_emit_node(out, NULL, nested);
}

/* The schemas of the values inside. */
static void inside_emit(struct ls_buf *out, enum ls_openapi_version version, struct ls_node schema,
                        bool is_object)
{
    if (is_any(version, schema))
        return;
    properties_emit(out, version, schema, is_object);
    nested_emit(out, version, schema, "items");
    nested_emit(out, version, schema, "additionalProperties");
    if (version == LS_OPENAPI_V3 && is_marked(schema, "x-kubernetes-int-or-string") &&
        ls_node_is_absent(ls_node_get(schema, LS_SLICE("anyOf"))))
        ls_emit_json(out, "anyOf", "[{\"type\":\"integer\"},{\"type\":\"string\"}]");
}

static void schema_emit(struct ls_buf *out, enum ls_openapi_version version, struct ls_node schema,
                        bool is_root)
{
    bool is_embedded = is_marked(schema, "x-kubernetes-embedded-resource");
    if (!is_root)
        ls_emit_open(out, NULL, '{');
    LS_EACH (it, schema) {
        if (is_apart(it.key) || (version == LS_OPENAPI_V2 && is_v3_alone(schema, it.key)))
            continue;
        ls_emit_key(out, it.key);
        ls_emit_node(out, NULL, it.value);
    }
    required_emit(out, ls_node_get(schema, LS_SLICE("required")),
                  is_embedded && !is_any(version, schema));
    inside_emit(out, version, schema, is_root || is_embedded);
    if (!is_root)
        ls_emit_close(out, '}');
}

void ls_openapi_emit_custom(struct ls_buf *out, enum ls_openapi_version version,
                            const struct ls_kind *kind)
{
    LS_ASSERT(kind->is_custom);
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_openapi_print_name(&name, kind);
    struct ls_node schema = ls_custom_openapi(kind);
    ls_emit_open(out, ls_buf_text(&name), '{');
    if (is_any(version, schema) || ls_node_is_absent(ls_node_get(schema, LS_SLICE("type"))))
        ls_emit_text(out, "type", "object");
    if (!is_any(version, schema))
        schema_emit(out, version, schema, true);
    ls_emit_open(out, "x-kubernetes-group-version-kind", '[');
    ls_emit_gvk(out, NULL, kind->resource.group, kind->resource.version, kind->resource.kind);
    ls_emit_close(out, ']');
    ls_emit_close(out, '}');
}
