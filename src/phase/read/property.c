#include "phase/read/property.h"

#include <string.h>

#include "phase/read/limits.h"

/* ---- parsing ---- */

static bool has_control(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.at[i] < ' ')
            return true;
    }
    return false;
}

struct reader {
    struct ls_arena *arena;
    struct ls_slice text;
    size_t at;
    struct ls_err *err;
};

static enum ls_code refuse(struct reader *reader, size_t at, const char *what)
{
    return ls_fail(reader->err, LS_E_INVALID, "at byte %zu: %s", at + 1, what);
}

static struct ls_slice taken_from(const struct reader *reader, size_t start)
{
    return (struct ls_slice){reader->text.at + start, reader->at - start};
}

/* Behind the quote that closes the one at `at`; SIZE_MAX: it stays open. */
static size_t quote_end(struct ls_slice text, size_t at)
{
    char quote = text.at[at];
    for (size_t i = at + 1; i < text.len; i++) {
        if (text.at[i] == '\\')
            i++;
        else if (text.at[i] == quote)
            return i + 1;
    }
    return SIZE_MAX;
}

/* Behind the bracket that closes the one at `at`, quotes and brackets inside it passed over. */
static size_t bracket_end(struct ls_slice text, size_t at, const char *open, const char *close)
{
    size_t depth = 0;
    for (size_t i = at; i < text.len;) {
        char c = text.at[i];
        size_t next = c == '"' || c == '\'' ? quote_end(text, i) : i + 1;
        if (next == SIZE_MAX)
            return SIZE_MAX;
        depth += ls_char_is_any(c, open);
        depth -= ls_char_is_any(c, close);
        if (depth == 0)
            return next;
        i = next;
    }
    return SIZE_MAX;
}

/* ---- paths ---- */

/* Up to the '=' that separates: one in brackets, or behind a backslash, belongs to the path. */
static enum ls_code take_path(struct reader *reader, struct ls_slice *out)
{
    size_t start = reader->at;
    while (reader->at < reader->text.len && !ls_char_is_any(reader->text.at[reader->at], "=,")) {
        size_t end = reader->at + 1;
        if (reader->text.at[reader->at] == '\\')
            end++;
        else if (reader->text.at[reader->at] == '[')
            end = bracket_end(reader->text, reader->at, "[", "]");
        if (end == SIZE_MAX)
            return refuse(reader, reader->at, "the bracket, or a quote in it, is not closed");
        reader->at = LS_MIN(end, reader->text.len);
    }
    *out = taken_from(reader, start);
    return LS_OK;
}

static enum ls_code check_path(struct reader *reader, struct ls_slice path, struct ls_slice value)
{
    if (path.len == 0)
        return ls_fail(reader->err, LS_E_INVALID,
                       "there is no path before the =: write one, as in .status.ready=true");
    if (path.at[0] == '{' && path.at[path.len - 1] == '}')
        return ls_fail(reader->err, LS_E_INVALID, "leave the braces away: %.*s=%.*s",
                       (int)path.len - 2, path.at + 1, LS_ARG(value));
    if (path.at[0] == '{')
        return ls_fail(reader->err, LS_E_INVALID,
                       "leave the braces away: write only the path, as in .status.ready=true");
    if (!strchr(".[$@\"", path.at[0]))
        return ls_fail(reader->err, LS_E_INVALID, "a path begins with a dot: .%.*s=%.*s",
                       LS_ARG(path), LS_ARG(value));
    return LS_OK;
}

static enum ls_code path_compile(struct reader *reader, struct ls_slice path,
                                 const struct ls_jsonpath_template **out)
{
    size_t start = (size_t)(path.at - reader->text.at);
    struct ls_slice braces = ls_slice_of(ls_arena_printf(reader->arena, "{%.*s}", LS_ARG(path)));
    size_t at = 0;
    if (ls_jsonpath_template_compile(reader->arena, braces, out, &at, reader->err))
        return ls_context(reader->err, "at byte %zu", start + LS_MAX(at, 1));
    if (!ls_jsonpath_template_is_path(*out, &at))
        return refuse(reader, start + LS_MAX(at, 1) - 1,
                      "only a path can stand here, as in .status.ready=true: no braces, words, "
                      "numbers or texts outside of brackets");
    return LS_OK;
}

/* ---- values ---- */

/* In quotes, what has a backslash before it. */
static bool escape_add(char c, struct ls_buf *out)
{
    static const char letters[] = "n\nr\rt\t\\\\\"\"''";
    for (size_t i = 0; i + 1 < sizeof letters; i += 2) {
        if (letters[i] == c) {
            ls_buf_add_char(out, letters[i + 1]);
            return true;
        }
    }
    return false;
}

static enum ls_code take_quoted(struct reader *reader, struct ls_slice *out)
{
    size_t start = reader->at;
    size_t end = quote_end(reader->text, start);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (end == SIZE_MAX)
        return refuse(reader, start, "the quote is not closed");
    for (size_t i = start + 1; i + 1 < end; i++) {
        char c = reader->text.at[i];
        if (c != '\\')
            ls_buf_add_char(&text, c);
        else if (!escape_add(reader->text.at[++i], &text))
            return refuse(reader, i - 1,
                          "in quotes a backslash stands before a quote, a backslash, n, r or t");
    }
    reader->at = end;
    while (reader->at < reader->text.len && reader->text.at[reader->at] == ' ')
        reader->at++;
    if (reader->at < reader->text.len && reader->text.at[reader->at] != ',')
        return refuse(reader, reader->at, "behind the quoted value comes a comma or nothing");
    *out = ls_arena_slice(reader->arena, ls_buf_slice(&text));
    return LS_OK;
}

/* In quotes; a JSON map or list up to where it closes; or all up to the next comma. */
static enum ls_code take_value(struct reader *reader, struct ls_slice *out)
{
    size_t start = reader->at;
    char first = start < reader->text.len ? reader->text.at[start] : '\0';
    if (first == '"' || first == '\'')
        return take_quoted(reader, out);
    if (first == '{' || first == '[') {
        size_t end = bracket_end(reader->text, start, "{[", "}]");
        reader->at = end == SIZE_MAX ? start : end;
    }
    while (reader->at < reader->text.len && reader->text.at[reader->at] != ',')
        reader->at++;
    *out = taken_from(reader, start);
    return LS_OK;
}

/* ---- all of them ---- */

static enum ls_code take_property(struct reader *reader, struct ls_property *out)
{
    struct ls_slice path, value;
    if (take_path(reader, &path))
        return reader->err->code;
    if (reader->at == reader->text.len || reader->text.at[reader->at] == ',')
        return ls_fail(reader->err, LS_E_INVALID,
                       "\"%.*s\" has no =: write PATH=VALUE, with commas between; a value with a "
                       "comma stands in quotes",
                       LS_ARG(path));
    reader->at++;
    path = ls_slice_trim(path);
    if (take_value(reader, &value) || check_path(reader, path, value))
        return reader->err->code;
    *out = (struct ls_property){.path_text = path, .value = value};
    return path_compile(reader, path, &out->path);
}

static bool at_empty_part(const struct reader *reader)
{
    struct ls_slice rest;
    struct ls_slice part = ls_slice_cut(ls_slice_from(reader->text, reader->at), ',', &rest);
    return ls_slice_trim(part).len == 0;
}

/* An empty part is dropped, as KOTS does with the one behind a comma at the end. */
static void skip_empty_parts(struct reader *reader)
{
    while (reader->at < reader->text.len && at_empty_part(reader)) {
        while (reader->at < reader->text.len && reader->text.at[reader->at] != ',')
            reader->at++;
        reader->at += reader->at < reader->text.len;
    }
}

static enum ls_code take_properties(struct reader *reader, struct ls_property *out, size_t *count)
{
    for (skip_empty_parts(reader); reader->at < reader->text.len; skip_empty_parts(reader)) {
        if (*count == LS_PROPERTIES_MAX)
            return ls_fail(reader->err, LS_E_TOO_BIG, "there are more than %d properties",
                           LS_PROPERTIES_MAX);
        if (take_property(reader, &out[*count]))
            return reader->err->code;
        (*count)++;
        reader->at += reader->at < reader->text.len;
    }
    if (*count == 0)
        return ls_fail(reader->err, LS_E_INVALID,
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
    struct reader reader = {.arena = arena, .text = text, .err = err};
    if (take_properties(&reader, found, &count))
        return err->code;
    struct ls_property *properties = LS_ARENA_ARRAY(arena, struct ls_property, count);
    memcpy(properties, found, count * sizeof *properties);
    out->properties = properties;
    out->property_count = count;
    return LS_OK;
}

/* ---- printing ---- */

enum ls_code ls_property_print(const struct ls_property *property, struct ls_node object,
                               struct ls_buf *out, struct ls_err *err)
{
    struct ls_jsonpath_options options = {.refuses_missing = true};
    return ls_jsonpath_template_print(property->path, object, &options, out, NULL, err);
}

static bool property_holds(const struct ls_property *property, struct ls_node object)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err err = {0};
    if (ls_property_print(property, object, &text, &err) == LS_E_TOO_BIG)
        return false;
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
