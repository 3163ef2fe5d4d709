/* JSONPath text to steps. What is understood is what the API server's own reader understands, but
 * for unions, ranges with `{range}`, and filters inside filters. */
#include "expr/path/jsonpath_steps.h"
#include "expr/limits.h"
#include "value/build.h"
#include "value/number.h"

#include <string.h>

struct reader {
    struct ls_arena *arena;
    struct ls_slice text;
    size_t at;
    struct jsonpath_step *steps;
    size_t count;
    bool is_inside_filter;
    bool has_descent;
    struct ls_err *err;
};

static enum ls_code read_path(struct reader *reader);

static enum ls_code refuse(struct reader *reader, size_t at, const char *what)
{
    return ls_fail(reader->err, LS_E_INVALID, "JSONPath %.*s: at byte %zu %s", LS_ARG(reader->text),
                   at + 1, what);
}

static char peek(const struct reader *reader)
{
    return reader->at < reader->text.len ? reader->text.at[reader->at] : '\0';
}

static bool at_end(const struct reader *reader)
{
    return reader->at >= reader->text.len;
}

static void skip_space(struct reader *reader)
{
    while (peek(reader) == ' ')
        reader->at++;
}

static enum ls_code push(struct reader *reader, struct jsonpath_step step)
{
    if (reader->count == LS_JSONPATH_STEPS_MAX)
        return ls_fail(reader->err, LS_E_TOO_BIG, "JSONPath has more than %d steps",
                       LS_JSONPATH_STEPS_MAX);
    reader->steps[reader->count++] = step;
    return LS_OK;
}

static bool ends_name(char c)
{
    return c == '\0' || ls_char_is_any(c, " \t\r\n.,[]$@{}");
}

/* A backslash takes the next character as it is: annotations.example\.com/owner */
static enum ls_code read_name(struct reader *reader)
{
    char *name = ls_arena_alloc(reader->arena, reader->text.len - reader->at + 1);
    size_t len = 0;
    size_t start = reader->at;
    while (!at_end(reader) && !ends_name(peek(reader))) {
        if (peek(reader) == '\\')
            reader->at++;
        if (!at_end(reader))
            name[len++] = reader->text.at[reader->at++];
    }
    if (reader->at == start)
        return refuse(reader, start, "a field name is expected");
    struct jsonpath_step step = {.kind = JSONPATH_FIELD, .name = {name, len}};
    if (ls_slice_is(step.name, "*"))
        step = (struct jsonpath_step){.kind = JSONPATH_ALL};
    return push(reader, step);
}

static enum ls_code read_dot(struct reader *reader)
{
    reader->at++;
    if (peek(reader) != '.')
        return read_name(reader);
    reader->at++;
    /* Each descent multiplies the work by the size of the object. */
    if (reader->has_descent)
        return refuse(reader, reader->at, "a second `..` is not allowed");
    reader->has_descent = true;
    if (push(reader, (struct jsonpath_step){.kind = JSONPATH_DESCEND}))
        return reader->err->code;
    return peek(reader) == '[' || at_end(reader) ? LS_OK : read_name(reader);
}

/* ['a'] is .a with the same escapes, so a dot inside leads on unless it has a backslash. */
static enum ls_code read_quoted_key(struct reader *reader, struct ls_slice inside)
{
    struct reader inner = *reader;
    inner.text = (struct ls_slice){inside.at + 1, inside.len - 2};
    inner.at = 0;
    do {
        if (read_name(&inner))
            return reader->err->code;
        if (!at_end(&inner) && peek(&inner) != '.')
            return refuse(reader, reader->at, "the key has a character that needs a backslash");
        inner.at++;
    } while (inner.at < inner.text.len);
    reader->count = inner.count;
    return LS_OK;
}

static enum ls_code read_range(struct reader *reader, struct ls_slice inside)
{
    struct jsonpath_range range = {.by = 1};
    struct ls_slice rest;
    struct ls_slice part = ls_slice_cut(inside, ':', &rest);
    bool is_good = part.len == 0 || ls_slice_to_i64(part, &range.from);
    range.is_index = rest.at == NULL;
    if (range.is_index)
        is_good = is_good && part.len > 0;
    part = ls_slice_cut(rest, ':', &rest);
    range.has_to = part.len > 0;
    is_good = is_good && (part.len == 0 || ls_slice_to_i64(part, &range.to));
    is_good = is_good && (rest.len == 0 || ls_slice_to_i64(rest, &range.by));
    if (!is_good || range.by <= 0)
        return refuse(reader, reader->at, "an index, a range, '*' or a quoted key is expected");
    return push(reader, (struct jsonpath_step){.kind = JSONPATH_RANGE, .range = range});
}

/* The steps so far, out of the reader's own array. */
static const struct ls_jsonpath *path_of(const struct reader *reader)
{
    struct ls_jsonpath *path = LS_ARENA_NEW(reader->arena, struct ls_jsonpath);
    struct jsonpath_step *steps =
        LS_ARENA_ARRAY(reader->arena, struct jsonpath_step, reader->count + 1);
    if (reader->count > 0)
        memcpy(steps, reader->steps, reader->count * sizeof *steps);
    *path = (struct ls_jsonpath){steps, reader->count};
    return path;
}

/* One side of a filter's comparison, as a path of its own. */
static enum ls_code read_side(struct reader *reader, struct ls_slice text,
                              const struct ls_jsonpath **out)
{
    struct jsonpath_step steps[LS_JSONPATH_STEPS_MAX];
    struct reader side = {.arena = reader->arena,
                          .text = text,
                          .steps = steps,
                          .is_inside_filter = true,
                          .has_descent = true,
                          .err = reader->err};
    if (read_path(&side))
        return reader->err->code;
    *out = path_of(&side);
    return LS_OK;
}

static enum ls_code read_literal(struct reader *reader, struct ls_slice text, struct ls_node *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char quote = text.len > 0 ? text.at[0] : '\0';
    if (quote == '"' || quote == '\'') {
        if (text.len < 2 || text.at[text.len - 1] != quote)
            return refuse(reader, reader->at, "a string is not closed");
        ls_build_string(&build, (struct ls_slice){text.at + 1, text.len - 2});
    } else if (ls_slice_is(text, "true") || ls_slice_is(text, "false")) {
        ls_build_bool(&build, ls_slice_is(text, "true"));
    } else if (ls_number_is_valid(text)) {
        ls_build_number(&build, text);
    } else {
        return refuse(reader, reader->at, "a string, a number, true, false or @ is expected");
    }
    *out = ls_build_arena(&build, reader->arena);
    return LS_OK;
}

static const struct {
    const char *sign;
    enum jsonpath_compare compare;
} signs[] = {
    {"==", JSONPATH_EQUAL},         {"!=", JSONPATH_NOT_EQUAL},
    {"<=", JSONPATH_LESS_OR_EQUAL}, {">=", JSONPATH_GREATER_OR_EQUAL},
    {"<", JSONPATH_LESS},           {">", JSONPATH_GREATER},
};

static enum ls_code read_sign(struct reader *reader, struct ls_slice text, size_t *len,
                              enum jsonpath_compare *out)
{
    for (size_t i = 0; i < LS_COUNT(signs); i++) {
        if (ls_slice_starts(text, signs[i].sign)) {
            *len = strlen(signs[i].sign);
            *out = signs[i].compare;
            return LS_OK;
        }
    }
    return refuse(reader, reader->at, "the comparison is not known");
}

static enum ls_code read_filter(struct reader *reader, struct ls_slice inside)
{
    struct jsonpath_step step = {.kind = JSONPATH_FILTER};
    if (reader->is_inside_filter)
        return refuse(reader, reader->at, "a filter inside a filter is not supported");
    size_t sign_at = 0;
    while (sign_at < inside.len && !ls_char_is_any(inside.at[sign_at], "!<>="))
        sign_at++;
    struct ls_slice left = ls_slice_trim((struct ls_slice){inside.at, sign_at});
    if (read_side(reader, left, &step.filter.left))
        return reader->err->code;
    if (sign_at == inside.len)
        return push(reader, step);

    size_t sign_len = 0;
    struct ls_slice rest = ls_slice_from(inside, sign_at);
    if (read_sign(reader, rest, &sign_len, &step.filter.compare))
        return reader->err->code;
    struct ls_slice right = ls_slice_trim(ls_slice_from(rest, sign_len));
    bool is_path = right.len > 0 && (right.at[0] == '@' || right.at[0] == '$');
    if (is_path ? read_side(reader, right, &step.filter.right)
                : read_literal(reader, right, &step.filter.value))
        return reader->err->code;
    return push(reader, step);
}

/* Where the bracket that is open closes; quotes hide it. */
static size_t find_close(const struct reader *reader, const char *close)
{
    char quote = '\0';
    size_t len = strlen(close);
    for (size_t i = reader->at; i + len <= reader->text.len; i++) {
        char c = reader->text.at[i];
        if (quote == '\0' && memcmp(reader->text.at + i, close, len) == 0)
            return i;
        if (quote != '\0' ? c == quote : c == '"' || c == '\'')
            quote = quote != '\0' ? '\0' : c;
    }
    return reader->text.len;
}

static enum ls_code read_bracket(struct reader *reader)
{
    bool is_filter = ls_slice_starts(ls_slice_from(reader->text, reader->at), "[?(");
    reader->at += is_filter ? 3 : 1;
    const char *close = is_filter ? ")]" : "]";
    size_t end = find_close(reader, close);
    if (end == reader->text.len)
        return refuse(reader, reader->at, "a bracket is not closed");
    struct ls_slice inside = {reader->text.at + reader->at, end - reader->at};
    enum ls_code code;
    if (is_filter)
        code = read_filter(reader, inside);
    else if (ls_slice_is(inside, "*"))
        code = push(reader, (struct jsonpath_step){.kind = JSONPATH_ALL});
    else if (inside.len > 2 && inside.at[0] == '\'' && inside.at[inside.len - 1] == '\'')
        code = read_quoted_key(reader, inside);
    else
        code = read_range(reader, inside);
    reader->at = end + strlen(close);
    return code;
}

static enum ls_code read_path(struct reader *reader)
{
    skip_space(reader);
    if (peek(reader) == '$' || peek(reader) == '@')
        reader->at++;
    for (skip_space(reader); !at_end(reader); skip_space(reader)) {
        char c = peek(reader);
        if (c != '.' && c != '[')
            return refuse(reader, reader->at, "`.` or `[` is expected");
        if (c == '.' ? read_dot(reader) : read_bracket(reader))
            return reader->err->code;
    }
    return LS_OK;
}

enum ls_code ls_jsonpath_compile(struct ls_arena *arena, struct ls_slice text,
                                 const struct ls_jsonpath **out, struct ls_err *err)
{
    struct ls_err own = {0};
    if (text.len > LS_JSONPATH_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "JSONPath has %zu bytes, the limit is %d", text.len,
                       LS_JSONPATH_BYTES_MAX);
    struct jsonpath_step steps[LS_JSONPATH_STEPS_MAX];
    struct reader reader = {.arena = arena,
                            .text = ls_arena_slice(arena, text),
                            .steps = steps,
                            .err = err != NULL ? err : &own};
    if (read_path(&reader))
        return reader.err->code;
    *out = path_of(&reader);
    return LS_OK;
}
