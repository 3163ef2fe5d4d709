/* Parts of a version of a definition other than its schema: subresources, columns, selectable
 * fields, deprecation. */
#include <ctype.h>
#include <string.h>

#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/seen.h"

/* A path must begin with a dot; its target is not checked. */
static bool check_path(const struct ls_spot *path)
{
    if (ls_slice_starts(ls_spot_text(path), "."))
        return true;
    ls_spot_invalid(path, "must be a simple json path starting with .");
    return false;
}

static void check_scale_path(const struct ls_spot *path, const char *under, const char *or_under,
                             const char *rule)
{
    struct ls_slice text = ls_spot_text(path);
    if (check_path(path) && !ls_slice_starts(text, under) && !ls_slice_starts(text, or_under))
        ls_spot_invalid(path, "should be a json path under %s", rule);
}

void ls_crd_check_subresources(const struct ls_spot *subresources)
{
    struct ls_spot scale = ls_spot_at(subresources, "scale");
    struct ls_spot spec = ls_spot_at(&scale, "specReplicasPath");
    struct ls_spot status = ls_spot_at(&scale, "statusReplicasPath");
    struct ls_spot selector = ls_spot_at(&scale, "labelSelectorPath");
    if (!ls_spot_is_there(&scale))
        return;
    if (ls_spot_needed(&spec))
        check_scale_path(&spec, ".spec.", ".spec.", ".spec");
    if (ls_spot_needed(&status))
        check_scale_path(&status, ".status.", ".status.", ".status");
    if (ls_spot_text(&selector).len > 0)
        check_scale_path(&selector, ".spec.", ".status.", "either .spec or .status");
}

static const char *const column_types[] = {"boolean", "date", "integer", "number", "string"};
static const char *const column_formats[] = {"byte",  "date",  "date-time", "double",
                                             "float", "int32", "int64",     "password"};

static void check_column(const struct ls_spot *column)
{
    struct ls_spot name = ls_spot_at(column, "name"), type = ls_spot_at(column, "type");
    struct ls_spot format = ls_spot_at(column, "format");
    /* The server names the member differently here. */
    struct ls_spot path = ls_crd_spot(column, "JSONPath", ls_node_at(column->value, "jsonPath"));
    (void)ls_spot_needed(&name);
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must be one of boolean,date,integer,number,string");
    else if (!ls_slice_is_any(ls_spot_text(&type), column_types, LS_COUNT(column_types)))
        ls_spot_invalid(&type, "must be one of boolean,date,integer,number,string");
    if (ls_spot_text(&format).len > 0 &&
        !ls_slice_is_any(ls_spot_text(&format), column_formats, LS_COUNT(column_formats)))
        ls_spot_invalid(&format,
                        "must be one of byte,date,date-time,double,float,int32,int64,password");
    if (ls_spot_needed(&path))
        (void)check_path(&path);
}

void ls_crd_check_columns(const struct ls_spot *columns)
{
    LS_EACH_ITEM (column, columns)
        check_column(&column);
}

/* Follows dotted names through a schema. NULL: *out is the field's schema. */
static const char *follow_fields(struct ls_arena *arena, struct ls_slice path,
                                 struct ls_node schema, struct ls_node *out)
{
    while (path.len > 0) {
        if (path.at[0] == '[')
            return "array notation is not allowed";
        if (path.at[0] != '.') {
            size_t end = 0;
            while (end < path.len && !ls_char_is_any(path.at[end], ".[]"))
                end++;
            return ls_arena_printf(arena, "expected [ or . but got: %.*s",
                                   (int)LS_MAX(end, (size_t)1), path.at);
        }
        size_t end = 1;
        while (end < path.len && !ls_char_is_any(path.at[end], ".[]"))
            end++;
        if (path.len == 1)
            return "unexpected end of JSON path";
        struct ls_slice name = {path.at + 1, LS_MAX(end, (size_t)2) - 1};
        struct ls_node properties = ls_node_at(schema, "properties");
        schema = ls_node_count(properties) > 0 ? ls_node_get(properties, name)
                                               : ls_node_at(schema, "additionalProperties");
        if (!ls_node_is_map(schema))
            return "does not refer to a valid field";
        path = ls_slice_from(path, name.len + 1);
    }
    *out = schema;
    return NULL;
}

static void check_selectable_field(const struct ls_spot *path, struct ls_node schema,
                                   struct ls_seen *earlier)
{
    struct ls_node found = LS_ABSENT;
    struct ls_slice text = ls_spot_text(path);
    const char *why = follow_fields(path->errors->arena, text, schema, &found);
    if (why != NULL) {
        ls_spot_invalid(path, "is an invalid path: %s", why);
        return;
    }
    struct ls_slice type = ls_node_string(ls_node_at(found, "type"));
    if (ls_slice_is(text, ".metadata") || ls_slice_starts(text, ".metadata."))
        ls_spot_invalid(path, "must not point to fields in metadata");
    if (!ls_slice_is(type, "string") && !ls_slice_is(type, "boolean") &&
        !ls_slice_is(type, "integer"))
        ls_spot_invalid(path, "must point to a field of type string, boolean or integer. Enum "
                              "string fields and strings with formats are allowed.");
    if (!ls_seen_add(earlier, text))
        ls_spot_duplicate(path);
}

void ls_crd_check_selectable(const struct ls_spot *fields, struct ls_node schema)
{
    enum { SELECTABLE_FIELDS_MAX = 8 };
    size_t count = ls_node_count(fields->value);
    struct ls_seen earlier LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (field, fields) {
        struct ls_spot path = ls_spot_at(&field, "jsonPath");
        if (ls_spot_needed(&path))
            check_selectable_field(&path, schema, &earlier);
    }
    if (count > SELECTABLE_FIELDS_MAX)
        ls_field_error_add(fields->errors, LS_FIELD_ERROR_TOO_MANY, ls_spot_path(fields),
                           ls_arena_printf(fields->errors->arena, "%zu", count),
                           "must have at most %d items", SELECTABLE_FIELDS_MAX);
}

void ls_crd_check_deprecation(const struct ls_spot *version)
{
    enum { WARNING_BYTES_MAX = 256 };
    struct ls_spot warning = ls_spot_at(version, "deprecationWarning");
    struct ls_slice text = ls_spot_text(&warning);
    if (!ls_spot_is_there(&warning))
        return;
    if (!ls_node_bool(ls_node_at(version->value, "deprecated"), false)) {
        ls_spot_invalid(&warning, "can only be set for deprecated versions");
        return;
    }
    if (text.len > WARNING_BYTES_MAX)
        ls_spot_invalid(&warning, "must be <= 256 characters long");
    if (text.len == 0)
        ls_spot_invalid(&warning, "must not be an empty string");
    for (size_t i = 0; i < text.len; i++) {
        if (iscntrl((unsigned char)text.at[i])) {
            ls_spot_invalid(&warning,
                            "must only contain printable UTF-8 characters; non-printable "
                            "character found at index %zu",
                            i);
            return;
        }
    }
}
