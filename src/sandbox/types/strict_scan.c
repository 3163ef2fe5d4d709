#include "sandbox/types/strict_scan.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "sandbox/types/limits.h"
#include "value/json.h"

/* What Go decodes the next value into. */
struct target {
    const struct ls_api_type *type;   /* a struct */
    const struct ls_api_field *field; /* the form of items and map values */
    enum ls_api_shape shape;
    bool is_any;           /* interface{}: every map below is checked */
    bool is_decoded_alone; /* decoded on its own: nothing below is reported */
};

struct strict_scan {
    const char *at;
    const char *end;
    struct ls_buf path;
    struct ls_strict_errors *strict;
};

static void scan_value(struct strict_scan *in, struct target target);

static void skip_space(struct strict_scan *in)
{
    while (in->at < in->end && (*in->at == ' ' || (*in->at >= '\t' && *in->at <= '\r')))
        in->at++;
}

static bool take(struct strict_scan *in, char c)
{
    skip_space(in);
    if (in->at >= in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

/* The string at the cursor, with its quotes. */
static struct ls_slice take_string(struct strict_scan *in)
{
    LS_ASSERT(in->at < in->end);
    const char *begin = in->at++;
    while (in->at < in->end && *in->at != '"')
        in->at += *in->at == '\\' ? 2 : 1;
    in->at++;
    return (struct ls_slice){begin, (size_t)(in->at - begin)};
}

static void skip_value(struct strict_scan *in)
{
    size_t depth = 0;
    skip_space(in);
    do {
        if (*in->at == '"') {
            (void)take_string(in);
        } else {
            depth += *in->at == '{' || *in->at == '[';
            depth -= *in->at == '}' || *in->at == ']';
            in->at++;
        }
        if (depth == 0 && in->at < in->end && ls_char_is_any(*in->at, ",]} \t\r\n"))
            return;
    } while (in->at < in->end);
}

/* The key without quotes and escapes, in `out`. */
static struct ls_slice key_text(struct ls_slice quoted, struct ls_buf *out)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_slice plain = {quoted.at + 1, quoted.len - 2};
    ls_buf_clear(out);
    if (ls_slice_find(plain, '\\') == SIZE_MAX || ls_json_parse(quoted, NULL, &obj, NULL))
        return plain;
    ls_buf_add_slice(out, ls_node_string(ls_obj_root(obj)));
    return ls_buf_slice(out);
}

static void report(struct strict_scan *in, const char *what, struct ls_slice key)
{
    LS_ASSERT(key.at);
    ls_strict_errors_add(in->strict, "%s field \"%.*s%s%.*s\"", what,
                         LS_ARG(ls_buf_slice(&in->path)), in->path.len > 0 ? "." : "", LS_ARG(key));
}

static void path_add(struct strict_scan *in, struct ls_slice key)
{
    if (in->path.len > 0)
        ls_buf_add_char(&in->path, '.');
    ls_buf_add_slice(&in->path, key);
}

static struct target element_of(const struct ls_api_field *field)
{
    struct target target = {.field = field};
    if (field->form == LS_API_FORM_STRUCT)
        target.type = field->type;
    else
        target.is_decoded_alone = true;
    return target;
}

static struct target target_of(const struct ls_api_field *field)
{
    if (field->shape == LS_SHAPE_ONE)
        return element_of(field);
    return (struct target){.field = field, .shape = (enum ls_api_shape)field->shape};
}

/* Scans a member whose key is in `path` already. */
static void scan_member(struct strict_scan *in, struct target around,
                        const struct ls_api_field *field)
{
    if (around.is_any)
        scan_value(in, around);
    else if (field)
        scan_value(in, target_of(field));
    else if (around.shape == LS_SHAPE_MAP_LISTS)
        skip_value(in);
    else
        scan_value(in, element_of(around.field));
}

static void scan_struct_member(struct strict_scan *in, struct target target, struct ls_slice key,
                               bool *seen)
{
    const struct ls_api_field *field = ls_api_field_find(target.type, key);
    if (!field) {
        report(in, "unknown", key);
        skip_value(in);
        return;
    }
    if (seen[field - target.type->fields])
        report(in, "duplicate", key);
    seen[field - target.type->fields] = true;
    path_add(in, key);
    scan_member(in, target, field);
}

static void scan_map_member(struct strict_scan *in, struct target target, struct ls_slice key,
                            struct ls_map *seen)
{
    static char mark;
    if (ls_map_put(seen, key, &mark))
        report(in, "duplicate", key);
    path_add(in, key);
    scan_member(in, target, NULL);
}

/* Scans the members that follow the opening brace. */
static void scan_members(struct strict_scan *in, struct target target)
{
    LS_ASSERT(!target.type || target.type->field_count <= LS_API_FIELDS_MAX);
    bool seen_fields[LS_API_FIELDS_MAX] = {false};
    struct ls_map *seen_keys =
        target.type ? NULL
                    : ls_map_new(ls_hash_bytes(0, in->at, LS_MIN((size_t)(in->end - in->at), 256)));
    struct ls_buf unescaped LS_AUTO(ls_buf_release) = {0};
    size_t path_len = in->path.len;
    while (!take(in, '}') && in->at < in->end) {
        struct ls_slice key = key_text(take_string(in), &unescaped);
        (void)take(in, ':');
        skip_space(in);
        if (target.type)
            scan_struct_member(in, target, key, seen_fields);
        else
            scan_map_member(in, target, key, seen_keys);
        in->path.len = path_len;
        (void)take(in, ',');
        skip_space(in);
    }
    ls_map_free(seen_keys);
}

static void scan_items(struct strict_scan *in, struct target target)
{
    size_t path_len = in->path.len;
    for (size_t i = 0; !take(in, ']') && in->at < in->end; i++) {
        ls_buf_printf(&in->path, "[%zu]", i);
        scan_value(in, target.is_any ? target : element_of(target.field));
        in->path.len = path_len;
        (void)take(in, ',');
    }
}

static void scan_value(struct strict_scan *in, struct target target)
{
    skip_space(in);
    bool is_map = *in->at == '{';
    bool is_list = *in->at == '[';
    bool wants_map = target.type || target.shape == LS_SHAPE_MAP ||
                     target.shape == LS_SHAPE_MAP_LISTS || target.is_any;
    bool wants_list = target.shape == LS_SHAPE_LIST || target.is_any;
    if (target.is_decoded_alone || !((is_map && wants_map) || (is_list && wants_list))) {
        skip_value(in);
        return;
    }
    in->at++;
    if (is_map)
        scan_members(in, target);
    else
        scan_items(in, target);
}

static void scan_text(struct ls_slice text, struct target target, struct ls_strict_errors *strict)
{
    LS_ASSERT(text.len > 0);
    struct strict_scan in = {.at = text.at, .end = text.at + text.len, .strict = strict};
    scan_value(&in, target);
    ls_buf_release(&in.path);
}

void ls_strict_scan(struct ls_slice text, const struct ls_api_type *type,
                    struct ls_strict_errors *strict)
{
    LS_ASSERT(type && strict);
    scan_text(text, (struct target){.type = type}, strict);
}

void ls_strict_scan_untyped(struct ls_slice text, struct ls_strict_errors *strict)
{
    LS_ASSERT(strict);
    scan_text(text, (struct target){.is_any = true}, strict);
}
