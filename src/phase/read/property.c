#include "phase/read/property.h"

#include "phase/read/limits.h"
#include "value/go_text.h"

#include <string.h>

/* Parsing. */

static bool has_control(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.at[i] < ' ')
            return true;
    }
    return false;
}

/* What client-go's JSONPath knows beyond what is read here, by the sign that begins it. */
static const struct {
    const char *sign;
    const char *name;
} later[] = {
    {"[?(", "a filter"},
    {"{", "an expression in braces"},
    {"}", "an expression in braces"},
    {"\"", "a text"},
};

static enum ls_code refuse_later(struct ls_slice path, struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(later); i++) {
        if (!memmem(path.at, path.len, later[i].sign, strlen(later[i].sign)))
            continue;
        if (i == 0)
            return ls_fail(err, LS_E_INVALID,
                           "a filter [?( )] is not supported, its = would be taken for the one "
                           "before the value: name the item by its place, as in "
                           ".status.conditions[0].status=True");
        return ls_fail(err, LS_E_INVALID,
                       "%s is not supported: write only the path, as in .status.ready=true",
                       later[i].name);
    }
    return LS_OK;
}

static enum ls_code check_brackets(struct ls_slice path, struct ls_err *err)
{
    for (size_t i = 0; i < path.len; i++) {
        if (path.at[i] != '[' || i + 1 == path.len || path.at[i + 1] == '\'')
            continue;
        struct ls_slice rest;
        struct ls_slice inside = ls_slice_cut(ls_slice_from(path, i + 1), ']', &rest);
        if (ls_slice_find(inside, ':') != SIZE_MAX)
            return ls_fail(err, LS_E_INVALID,
                           "a range [%.*s] is not supported: name one item [0] or all [*]",
                           LS_ARG(ls_slice_trim(inside)));
    }
    return LS_OK;
}

static enum ls_code check_path(struct ls_slice path, struct ls_slice value, struct ls_err *err)
{
    if (path.len == 0)
        return ls_fail(err, LS_E_INVALID,
                       "there is no path before the =: write one, as in .status.ready=true");
    if (path.at[0] == '{' && path.at[path.len - 1] == '}')
        return ls_fail(err, LS_E_INVALID, "leave the braces away: %.*s=%.*s", (int)path.len - 2,
                       path.at + 1, LS_ARG(value));
    if (refuse_later(path, err) || check_brackets(path, err))
        return err->code;
    if (!strchr(".[$@", path.at[0]))
        return ls_fail(err, LS_E_INVALID, "a path begins with a dot: .%.*s=%.*s", LS_ARG(path),
                       LS_ARG(value));
    return LS_OK;
}

static enum ls_code part_parse(struct ls_arena *arena, struct ls_slice part,
                               struct ls_property *out, struct ls_err *err)
{
    struct ls_slice value;
    struct ls_slice path = ls_slice_trim(ls_slice_cut(part, '=', &value));
    if (!value.at && refuse_later(path, err))
        return err->code;
    if (!value.at)
        return ls_fail(err, LS_E_INVALID,
                       "\"%.*s\" has no =: write PATH=VALUE, with commas between; a value cannot "
                       "hold a comma",
                       LS_ARG(part));
    if (check_path(path, value, err))
        return err->code;
    *out = (struct ls_property){.path_text = path, .value = value};
    return ls_jsonpath_compile(arena, path, &out->path, err);
}

static enum ls_code parts_parse(struct ls_arena *arena, struct ls_slice text,
                                struct ls_property *out, size_t *count, struct ls_err *err)
{
    for (struct ls_slice rest = text; rest.at;) {
        struct ls_slice part = ls_slice_cut(rest, ',', &rest);
        if (ls_slice_trim(part).len == 0)
            continue; /* KOTS drops it, as behind a comma at the end */
        if (*count == LS_PROPERTIES_MAX)
            return ls_fail(err, LS_E_TOO_BIG, "there are more than %d properties",
                           LS_PROPERTIES_MAX);
        if (part_parse(arena, part, &out[*count], err))
            return err->code;
        (*count)++;
    }
    if (*count == 0)
        return ls_fail(err, LS_E_INVALID,
                       "there is no property: write PATH=VALUE, as in "
                       ".status.ready=true");
    return LS_OK;
}

enum ls_code ls_properties_parse(struct ls_arena *arena, struct ls_slice text,
                                 struct ls_wishes *out, struct ls_err *err)
{
    struct ls_property found[LS_PROPERTIES_MAX];
    size_t count = 0;
    if (text.len > LS_PROPERTIES_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the text has %zu bytes, the limit is %d", text.len,
                       LS_PROPERTIES_BYTES_MAX);
    if (has_control(text))
        return ls_fail(err, LS_E_INVALID,
                       "the text has a line break or another control character: write it on one "
                       "line, in quotes");
    if (parts_parse(arena, text, found, &count, err))
        return err->code;
    struct ls_property *properties = LS_ARENA_ARRAY(arena, struct ls_property, count);
    memcpy(properties, found, count * sizeof *properties);
    out->properties = properties;
    out->property_count = count;
    return LS_OK;
}

/* Printing. */

struct printer {
    struct ls_buf *out;
    size_t count;
};

/* Maps and lists print as JSON with sorted keys, as Go's encoder writes them. */
static void print_value(void *self, struct ls_node value)
{
    struct printer *printer = self;
    if (printer->count++ > 0)
        ls_buf_add_char(printer->out, ' ');
    if (ls_node_is_string(value))
        ls_buf_add_slice(printer->out, ls_node_string(value));
    else if (ls_node_type(value) == LS_TYPE_NUMBER)
        ls_go_show_double(printer->out, ls_node_double(value, 0));
    else
        ls_go_print_json_sorted(printer->out, value);
}

bool ls_property_print(const struct ls_property *property, struct ls_node object,
                       struct ls_buf *out)
{
    struct printer printer = {.out = out};
    size_t before = out->len;
    bool is_past = false;
    (void)ls_jsonpath_each_within(property->path, object, print_value, &printer, &is_past);
    if (is_past && out->at) {
        out->len = before;
        out->at[before] = '\0';
    }
    return printer.count > 0 && !is_past;
}

static bool property_holds(const struct ls_property *property, struct ls_node object)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    (void)ls_property_print(property, object, &text);
    return ls_slice_equal(ls_buf_slice(&text), property->value);
}

bool ls_properties_hold(const struct ls_wishes *wishes, struct ls_node object,
                        const struct ls_property **unmet)
{
    for (size_t i = 0; i < wishes->property_count; i++) {
        if (property_holds(&wishes->properties[i], object))
            continue;
        if (unmet)
            *unmet = &wishes->properties[i];
        return false;
    }
    return true;
}
