#include "sandbox/types/repeats.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "sandbox/types/limits.h"
#include "value/json.h"

/* What the value that comes next is to Go. */
struct target {
    const struct ls_api_type *type;   /* a struct */
    const struct ls_api_field *field; /* the form of items and map values */
    enum ls_api_shape shape;
    bool is_any;   /* interface{}: every map below is looked at */
    bool is_apart; /* decoded on its own: nothing is told */
};

struct teller {
    const char *at;
    const char *end;
    struct ls_buf path;
    struct ls_strays *strays;
};

static void tell_value(struct teller *in, struct target target);

static void skip_space(struct teller *in)
{
    while (in->at < in->end && (*in->at == ' ' || (*in->at >= '\t' && *in->at <= '\r')))
        in->at++;
}

static bool take(struct teller *in, char c)
{
    skip_space(in);
    if (in->at >= in->end || *in->at != c)
        return false;
    in->at++;
    return true;
}

/* The string at the cursor, with its quotes. */
static struct ls_slice take_string(struct teller *in)
{
    const char *begin = in->at++;
    while (in->at < in->end && *in->at != '"')
        in->at += *in->at == '\\' ? 2 : 1;
    in->at++;
    return (struct ls_slice){begin, (size_t)(in->at - begin)};
}

static void skip_value(struct teller *in)
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

static void tell(struct teller *in, const char *what, struct ls_slice key)
{
    ls_strays_add(in->strays, "%s field \"%.*s%s%.*s\"", what, LS_ARG(ls_buf_slice(&in->path)),
                  in->path.len > 0 ? "." : "", LS_ARG(key));
}

static void path_add(struct teller *in, struct ls_slice key)
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
        target.is_apart = true;
    return target;
}

static struct target target_of(const struct ls_api_field *field)
{
    if (field->shape == LS_SHAPE_ONE)
        return element_of(field);
    return (struct target){.field = field, .shape = (enum ls_api_shape)field->shape};
}

/* A member whose key is in `path` already. */
static void tell_member(struct teller *in, struct target around, const struct ls_api_field *field)
{
    if (around.is_any)
        tell_value(in, around);
    else if (field)
        tell_value(in, target_of(field));
    else if (around.shape == LS_SHAPE_MAP_LISTS)
        skip_value(in);
    else
        tell_value(in, element_of(around.field));
}

static void tell_struct_member(struct teller *in, struct target target, struct ls_slice key,
                               bool *seen)
{
    const struct ls_api_field *field = ls_api_field_find(target.type, key);
    if (!field) {
        tell(in, "unknown", key);
        skip_value(in);
        return;
    }
    if (seen[field - target.type->fields])
        tell(in, "duplicate", key);
    seen[field - target.type->fields] = true;
    path_add(in, key);
    tell_member(in, target, field);
}

static void tell_map_member(struct teller *in, struct target target, struct ls_slice key,
                            struct ls_map *seen)
{
    static char mark;
    if (ls_map_put(seen, key, &mark))
        tell(in, "duplicate", key);
    path_add(in, key);
    tell_member(in, target, NULL);
}

/* Behind the opening brace. */
static void tell_members(struct teller *in, struct target target)
{
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
            tell_struct_member(in, target, key, seen_fields);
        else
            tell_map_member(in, target, key, seen_keys);
        in->path.len = path_len;
        (void)take(in, ',');
        skip_space(in);
    }
    ls_map_free(seen_keys);
}

static void tell_items(struct teller *in, struct target target)
{
    size_t path_len = in->path.len;
    for (size_t i = 0; !take(in, ']') && in->at < in->end; i++) {
        ls_buf_printf(&in->path, "[%zu]", i);
        tell_value(in, target.is_any ? target : element_of(target.field));
        in->path.len = path_len;
        (void)take(in, ',');
    }
}

static void tell_value(struct teller *in, struct target target)
{
    skip_space(in);
    bool is_map = *in->at == '{';
    bool is_list = *in->at == '[';
    bool wants_map = target.type || target.shape == LS_SHAPE_MAP ||
                     target.shape == LS_SHAPE_MAP_LISTS || target.is_any;
    bool wants_list = target.shape == LS_SHAPE_LIST || target.is_any;
    if (target.is_apart || !((is_map && wants_map) || (is_list && wants_list))) {
        skip_value(in);
        return;
    }
    in->at++;
    if (is_map)
        tell_members(in, target);
    else
        tell_items(in, target);
}

void ls_repeats_tell(struct ls_slice text, const struct ls_api_type *type, struct ls_strays *strays)
{
    struct teller in = {.at = text.at, .end = text.at + text.len, .strays = strays};
    tell_value(&in, (struct target){.type = type, .is_any = !type});
    ls_buf_release(&in.path);
}
