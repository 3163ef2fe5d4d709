/* Schemas of the built-in types, printed from their rows. */
#include "sandbox/serve/openapi_parts.h"

#include <string.h>

#include "base/mem.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/types/table_types.h"

#define META "io.k8s.apimachinery.pkg.apis.meta.v1."
#define CRD  "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1."

/* The schema of a form: a type, or a reference to a schema of its own. */
struct openapi_types_form_row {
    const char *type;
    const char *format;
    const char *item_default; /* of items and members; NULL: none */
    const char *name;
    const char *schema;
    const char *v2_schema; /* NULL: the same */
};

/* clang-format off */
static const struct openapi_types_form_row form_rows[] = {
    [LS_API_FORM_STRING]            = {"string",  NULL,     "\"\"",  NULL, NULL, NULL},
    [LS_API_FORM_BOOL]              = {"boolean", NULL,     "false", NULL, NULL, NULL},
    [LS_API_FORM_INT32]             = {"integer", "int32",  "0",     NULL, NULL, NULL},
    [LS_API_FORM_INT64]             = {"integer", "int64",  "0",     NULL, NULL, NULL},
    [LS_API_FORM_DOUBLE]            = {"number",  "double", "0",     NULL, NULL, NULL},
    [LS_API_FORM_BYTES]             = {"string",  "byte",   NULL,    NULL, NULL, NULL},
    [LS_API_FORM_TIME]              = {.name = META "Time",
                                   .schema = "{\"type\":\"string\",\"format\":\"date-time\"}"},
    [LS_API_FORM_MICRO_TIME]        = {.name = META "MicroTime",
                                   .schema = "{\"type\":\"string\",\"format\":\"date-time\"}"},
    [LS_API_FORM_QUANTITY]          = {.name = "io.k8s.apimachinery.pkg.api.resource.Quantity",
                                   .schema = "{\"oneOf\":[{\"type\":\"string\"},"
                                             "{\"type\":\"number\"}]}",
                                   .v2_schema = "{\"type\":\"string\"}"},
    [LS_API_FORM_INT_OR_STRING]     = {.name = "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
                                   .schema = "{\"format\":\"int-or-string\",\"oneOf\":["
                                             "{\"type\":\"integer\"},{\"type\":\"string\"}]}",
                                   .v2_schema = "{\"type\":\"string\","
                                                "\"format\":\"int-or-string\"}"},
    [LS_API_FORM_DURATION]          = {.name = META "Duration", .schema = "{\"type\":\"string\"}"},
    [LS_API_FORM_SCHEMA_OR_BOOL]    = {.name = CRD "JSONSchemaPropsOrBool", .schema = "{}"},
    [LS_API_FORM_SCHEMA_OR_LIST]    = {.name = CRD "JSONSchemaPropsOrArray", .schema = "{}"},
    [LS_API_FORM_SCHEMA_OR_STRINGS] = {.name = CRD "JSONSchemaPropsOrStringArray", .schema = "{}"},
};
/* What LS_API_FORM_RAW is depends on its Go type. */
static const struct {
    const char *go_type;
    struct openapi_types_form_row row;
} raw_rows[] = {
    {"runtime.RawExtension", {.name = "io.k8s.apimachinery.pkg.runtime.RawExtension",
                              .schema = "{\"type\":\"object\"}"}},
    {"v1.FieldsV1",          {.name = META "FieldsV1", .schema = "{\"type\":\"object\"}"}},
    {"v1.JSON",              {.name = CRD "JSON", .schema = "{}"}},
};
/* Kinds that are only used as bodies. */
static const struct {
    const char *group;
    const char *version;
    const struct ls_api_type *type;
} body_rows[] = {
    {"",                      "v1", &ls_api_core_v1_Binding},
    {"",                      "v1", &ls_api_meta_v1_DeleteOptions},
    {"",                      "v1", &ls_api_meta_v1_Status},
    {"authentication.k8s.io", "v1", &ls_api_authentication_v1_TokenRequest},
    {"autoscaling",           "v1", &ls_api_autoscaling_v1_Scale},
    {"policy",                "v1", &ls_api_policy_v1_Eviction},
};
/* clang-format on */

const struct ls_api_type *ls_openapi_body_type(const char *group, const char *kind)
{
    if (!group || !kind)
        return NULL;
    for (size_t i = 0; i < LS_COUNT(body_rows); i++) {
        if (strcmp(body_rows[i].group, group) == 0 && strcmp(body_rows[i].type->go_name, kind) == 0)
            return body_rows[i].type;
    }
    return NULL;
}

/* ---- what a document needs ---- */

struct ls_openapi_types *ls_openapi_types_new(enum ls_openapi_version version)
{
    LS_ASSERT(version <= LS_OPENAPI_V3);
    struct ls_openapi_types *types = LS_NEW(struct ls_openapi_types);
    types->version = version;
    types->is_needed = LS_NEW_ARRAY(bool, ls_api_type_count);
    types->queue = LS_NEW_ARRAY(size_t, ls_api_type_count);
    return types;
}

void ls_openapi_types_free(struct ls_openapi_types *types)
{
    if (!types)
        return;
    ls_free(types->is_needed);
    ls_free(types->queue);
    ls_free(types);
}

static size_t raw_kind(const struct ls_api_field *field)
{
    for (size_t i = 1; i < LS_COUNT(raw_rows); i++) {
        if (strcmp(raw_rows[i].go_type, field->go_type) == 0)
            return i;
    }
    return 0;
}

static void types_add(struct ls_openapi_types *types, const struct ls_api_type *type)
{
    LS_ASSERT(types->queued_count < ls_api_type_count);
    size_t place = ls_api_type_index(type);
    if (types->is_needed[place])
        return;
    types->is_needed[place] = true;
    types->queue[types->queued_count++] = place;
}

void ls_openapi_need(struct ls_openapi_types *types, const struct ls_api_type *type)
{
    LS_ASSERT(types->queued_count == 0);
    types_add(types, type);
    while (types->queued_count) {
        const struct ls_api_type *next = ls_api_types[types->queue[--types->queued_count]];
        for (size_t i = 0; i < next->field_count; i++) {
            const struct ls_api_field *field = &next->fields[i];
            types->leaf_forms |= LS_BIT(field->form);
            if (field->form == LS_API_FORM_RAW)
                types->raw_kinds |= LS_BIT(raw_kind(field));
            if (field->type)
                types_add(types, field->type);
        }
    }
}

void ls_openapi_need_kind(struct ls_openapi_types *types, const struct ls_kind *kind)
{
    ls_openapi_need(types, &ls_api_meta_v1_ObjectMeta);
    ls_openapi_need(types, &ls_api_meta_v1_DeleteOptions);
    ls_openapi_need(types, &ls_api_meta_v1_Status);
    if (kind->type)
        ls_openapi_need(types, kind->type);
    for (size_t i = 0; i < kind->resource.subresource_count; i++) {
        const struct ls_subresource *subresource = &kind->resource.subresources[i];
        const struct ls_api_type *type =
            ls_openapi_body_type(subresource->group, subresource->kind);
        if (type)
            ls_openapi_need(types, type);
    }
}

/* ---- one field ---- */

static void choices_emit(struct ls_buf *out, const struct ls_api_field *field)
{
    if (!field->choices)
        return;
    ls_emit_open(out, "enum", '[');
    for (const char *const *choice = field->choices; *choice; choice++)
        ls_emit_text(out, NULL, *choice);
    ls_emit_close(out, ']');
}

static void default_emit(struct ls_buf *out, enum ls_openapi_version version, const char *fallback)
{
    if (fallback && version != LS_OPENAPI_V2)
        ls_emit_json(out, "default", fallback);
}

static const struct openapi_types_form_row *form_row_of(const struct ls_api_field *field)
{
    return field->form == LS_API_FORM_RAW ? &raw_rows[raw_kind(field)].row
                                          : &form_rows[field->form];
}

/* Members of the schema of one value. A reference stands alone, or in allOf beside a default. */
static void value_emit(struct ls_buf *out, enum ls_openapi_version version,
                       const struct ls_api_field *field, const char *fallback)
{
    const char *name = field->type ? field->type->name : form_row_of(field)->name;
    bool is_item = field->shape != LS_SHAPE_ONE;
    if (name && (version == LS_OPENAPI_V2 || (is_item && !fallback))) {
        ls_emit_ref(out, version, name);
        return;
    }
    if (!name) {
        ls_emit_text(out, "type", form_row_of(field)->type);
        if (form_row_of(field)->format)
            ls_emit_text(out, "format", form_row_of(field)->format);
    }
    default_emit(out, version, fallback);
    choices_emit(out, field);
    if (name) {
        ls_emit_open(out, "allOf", '[');
        ls_emit_open(out, NULL, '{');
        ls_emit_ref(out, version, name);
        ls_emit_close(out, '}');
        ls_emit_close(out, ']');
    }
}

static void item_emit(struct ls_buf *out, enum ls_openapi_version version, const char *key,
                      const struct ls_api_field *field)
{
    ls_emit_open(out, key, '{');
    value_emit(out, version, field, field->type ? "{}" : form_row_of(field)->item_default);
    ls_emit_close(out, '}');
}

static void list_marks_emit(struct ls_buf *out, const struct ls_api_field *field)
{
    static const char *const kinds[] = {
        [LS_LIST_ATOMIC] = "atomic", [LS_LIST_SET] = "set", [LS_LIST_MAP] = "map"};
    ls_emit_text(out, "x-kubernetes-list-type", kinds[field->list_kind]);
    if (!field->keys)
        return;
    ls_emit_open(out, "x-kubernetes-list-map-keys", '[');
    for (const char *const *key = field->keys; *key; key++)
        ls_emit_text(out, NULL, *key);
    ls_emit_close(out, ']');
}

static const char *patch_strategy(unsigned flags)
{
    if (flags & LS_FIELD_PATCH_REPLACE)
        return "replace";
    if (!(flags & LS_FIELD_PATCH_RETAIN_KEYS))
        return flags & LS_FIELD_PATCH_MERGE ? "merge" : NULL;
    return flags & LS_FIELD_PATCH_MERGE ? "merge,retainKeys" : "retainKeys";
}

static void marks_emit(struct ls_buf *out, const struct ls_api_field *field)
{
    if (field->shape == LS_SHAPE_LIST)
        list_marks_emit(out, field);
    if (field->flags & (LS_FIELD_ATOMIC | LS_FIELD_GRANULAR))
        ls_emit_text(out, "x-kubernetes-map-type",
                     field->flags & LS_FIELD_ATOMIC ? "atomic" : "granular");
    if (field->patch_key)
        ls_emit_text(out, "x-kubernetes-patch-merge-key", field->patch_key);
    if (patch_strategy(field->flags))
        ls_emit_text(out, "x-kubernetes-patch-strategy", patch_strategy(field->flags));
}

static void field_emit(struct ls_buf *out, enum ls_openapi_version version,
                       const struct ls_api_field *field)
{
    ls_emit_open(out, field->name, '{');
    if (field->shape == LS_SHAPE_ONE) {
        value_emit(out, version, field, field->default_json);
    } else {
        ls_emit_text(out, "type", field->shape == LS_SHAPE_LIST ? "array" : "object");
        default_emit(out, version, field->default_json);
    }
    if (field->shape == LS_SHAPE_LIST) {
        item_emit(out, version, "items", field);
    } else if (field->shape == LS_SHAPE_MAP) {
        item_emit(out, version, "additionalProperties", field);
    } else if (field->shape == LS_SHAPE_MAP_LISTS) {
        ls_emit_open(out, "additionalProperties", '{');
        ls_emit_text(out, "type", "array");
        item_emit(out, version, "items", field);
        ls_emit_close(out, '}');
    }
    marks_emit(out, field);
    ls_emit_close(out, '}');
}

/* ---- one type ---- */

static void required_emit(struct ls_buf *out, const struct ls_api_type *type)
{
    bool is_open = false;
    for (size_t i = 0; i < type->field_count; i++) {
        if (!(type->fields[i].flags & LS_FIELD_REQUIRED))
            continue;
        if (!is_open)
            ls_emit_open(out, "required", '[');
        is_open = true;
        ls_emit_text(out, NULL, type->fields[i].name);
    }
    if (is_open)
        ls_emit_close(out, ']');
}

/* x-kubernetes-group-version-kind, if the type is a kind. */
static void kinds_emit(struct ls_buf *out, const struct ls_registry *registry,
                       const struct ls_api_type *type)
{
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (kind->type != type)
            continue;
        ls_emit_open(out, "x-kubernetes-group-version-kind", '[');
        ls_emit_gvk(out, NULL, kind->resource.group, kind->resource.version, kind->resource.kind);
        ls_emit_close(out, ']');
        return;
    }
    for (size_t i = 0; i < LS_COUNT(body_rows); i++) {
        if (body_rows[i].type != type)
            continue;
        ls_emit_open(out, "x-kubernetes-group-version-kind", '[');
        ls_emit_gvk(out, NULL, body_rows[i].group, body_rows[i].version, type->go_name);
        ls_emit_close(out, ']');
    }
}

static void type_emit(struct ls_buf *out, enum ls_openapi_version version,
                      const struct ls_registry *registry, const struct ls_api_type *type)
{
    ls_emit_open(out, type->name, '{');
    ls_emit_text(out, "type", "object");
    required_emit(out, type);
    if (type->field_count) {
        ls_emit_open(out, "properties", '{');
        for (size_t i = 0; i < type->field_count; i++)
            field_emit(out, version, &type->fields[i]);
        ls_emit_close(out, '}');
    }
    if (type->is_atomic)
        ls_emit_text(out, "x-kubernetes-map-type", "atomic");
    kinds_emit(out, registry, type);
    ls_emit_close(out, '}');
}

static void leaf_emit(struct ls_buf *out, enum ls_openapi_version version,
                      const struct openapi_types_form_row *row)
{
    bool is_v2 = version == LS_OPENAPI_V2 && row->v2_schema;
    ls_emit_json(out, row->name, is_v2 ? row->v2_schema : row->schema);
}

void ls_openapi_emit_types(struct ls_buf *out, const struct ls_registry *registry,
                           const struct ls_openapi_types *types)
{
    for (size_t i = 0; i < ls_api_type_count; i++) {
        if (types->is_needed[i])
            type_emit(out, types->version, registry, ls_api_types[i]);
    }
    for (size_t i = 0; i < LS_COUNT(form_rows); i++) {
        if (form_rows[i].name && types->leaf_forms & LS_BIT(i))
            leaf_emit(out, types->version, &form_rows[i]);
    }
    for (size_t i = 0; i < LS_COUNT(raw_rows); i++) {
        if (types->raw_kinds & LS_BIT(i))
            leaf_emit(out, types->version, &raw_rows[i].row);
    }
    ls_emit_json(out, META "Patch", "{\"type\":\"object\"}");
}
