#include "phase/read/ignore.h"

#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "base/vec.h"
#include "phase/read/limits.h"
#include "phase/words.h"
#include "value/build.h"

struct parse {
    struct ls_arena *arena;
    struct ls_slice whole; /* the path that is being read, for errors */
    struct ls_slice rest;
    struct ls_build values;
    struct ls_err *err;
};

static void parse_release(struct parse *parse)
{
    ls_build_release(&parse->values);
}

static enum ls_code fail(struct parse *parse, const char *why)
{
    return ls_fail(parse->err, LS_E_INVALID, "%.*s: %s",
                   LS_ARG(ls_utf8_front(parse->whole, LS_VALUE_SHOWN_BYTES_MAX)), why);
}

static bool next_is(const struct parse *parse, const char *any)
{
    return parse->rest.len > 0 && strchr(any, parse->rest.at[0]) != NULL;
}

static char take(struct parse *parse)
{
    char c = parse->rest.at[0];
    parse->rest = ls_slice_from(parse->rest, 1);
    return c;
}

/* Up to one of `ends`; what follows a backslash is taken as it is. */
static struct ls_slice take_until(struct parse *parse, const char *ends)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    while (parse->rest.len > 0 && !next_is(parse, ends)) {
        char c = take(parse);
        if (c == '\\' && parse->rest.len > 0)
            c = take(parse);
        ls_buf_add_char(&text, c);
    }
    return ls_slice_of(ls_arena_dup(parse->arena, ls_buf_slice(&text)));
}

static enum ls_code take_quoted(struct parse *parse, struct ls_slice *out)
{
    char ends[] = {take(parse), '\0'};
    *out = take_until(parse, ends);
    if (parse->rest.len == 0)
        return fail(parse, "a quote is not closed");
    (void)take(parse);
    return LS_OK;
}

/* ---- one step ---- */

static enum ls_code read_name(struct parse *parse, struct ls_field_element *out)
{
    const char *from = parse->rest.at;
    struct ls_slice name = take_until(parse, ".[");
    size_t written = (size_t)(parse->rest.at - from);
    if (name.len == 0)
        return fail(parse, "a name is missing behind the dot");
    if (written == name.len && ls_slice_find(name, '/') != SIZE_MAX)
        return fail(parse, "a name with a slash stands in brackets and quotes, as in "
                           ".metadata.annotations[\"example.com/a\"]");
    *out = ls_field_name(name);
    return LS_OK;
}

/* "web", 80, true */
static enum ls_code read_value(struct parse *parse, struct ls_node *out)
{
    struct ls_slice text = {0};
    int64_t number = 0;
    if (next_is(parse, "\"'")) {
        if (take_quoted(parse, &text))
            return parse->err->code;
        ls_build_string(&parse->values, text);
    } else {
        text = ls_slice_trim(take_until(parse, ",]"));
        if (ls_slice_is(text, "true") || ls_slice_is(text, "false"))
            ls_build_bool(&parse->values, ls_slice_is(text, "true"));
        else if (ls_slice_to_i64(text, &number))
            ls_build_int(&parse->values, number);
        else
            return fail(parse, "the value of a key is a text in quotes, a number, true or false");
    }
    *out = ls_build_arena(&parse->values, parse->arena);
    return LS_OK;
}

static int key_compare(const void *a, const void *b)
{
    return ls_slice_compare(((const struct ls_field_key *)a)->name,
                            ((const struct ls_field_key *)b)->name);
}

/* name="web",port=80] */
static enum ls_code read_keys(struct parse *parse, struct ls_field_element *out)
{
    struct ls_field_key *keys =
        LS_ARENA_ARRAY(parse->arena, struct ls_field_key, LS_IGNORE_KEYS_MAX);
    uint32_t count = 0;
    do {
        if (count == LS_IGNORE_KEYS_MAX)
            return fail(parse, "an item has too many keys");
        keys[count].name = ls_slice_trim(take_until(parse, "=,]"));
        if (!next_is(parse, "=") || keys[count].name.len == 0)
            return fail(parse, "an item of a list is named by its keys, as in [name=\"web\"]");
        (void)take(parse);
        if (read_value(parse, &keys[count].value))
            return parse->err->code;
        count++;
    } while (next_is(parse, ",") && take(parse));
    qsort(keys, count, sizeof *keys, key_compare);
    *out = (struct ls_field_element){.kind = LS_FIELD_KEY, .key_count = count, .keys = keys};
    return LS_OK;
}

static enum ls_code read_brackets(struct parse *parse, struct ls_field_element *out)
{
    struct ls_slice name = {0};
    (void)take(parse);
    if (next_is(parse, "\"'")) {
        if (take_quoted(parse, &name))
            return parse->err->code;
        *out = ls_field_name(name);
    } else if (read_keys(parse, out)) {
        return parse->err->code;
    }
    if (!next_is(parse, "]"))
        return fail(parse, "a bracket is not closed");
    (void)take(parse);
    return LS_OK;
}

/* ---- one path ---- */

static bool is_at(const struct ls_field_path *path, size_t i, const char *name)
{
    return i < path->count && path->at[i].kind == LS_FIELD_NAME &&
           ls_slice_is(path->at[i].name, name);
}

/* What an object is known by is never ignored. */
static const char *needed(const struct ls_field_path *path)
{
    if (is_at(path, 0, "apiVersion") || is_at(path, 0, "kind"))
        return "it says what the object is";
    if (!is_at(path, 0, "metadata"))
        return NULL;
    bool is_map = is_at(path, 1, "labels") || is_at(path, 1, "annotations");
    if (path->count == 1 || is_at(path, 1, "name") || is_at(path, 1, "namespace"))
        return "it holds the object's name";
    if (is_map && path->count == 2)
        return "lockstep's own marks stand there: name the keys one by one";
    bool is_mark =
        path->at[2].kind == LS_FIELD_NAME && (ls_slice_is(path->at[2].name, LS_LABEL_PART_OF) ||
                                              ls_slice_starts(path->at[2].name, LS_NOTE_PREFIX));
    return is_map && is_mark ? "by it lockstep knows the object" : NULL;
}

static enum ls_code read_path(struct parse *parse, struct ls_field_path *out)
{
    struct ls_field_element *at =
        LS_ARENA_ARRAY(parse->arena, struct ls_field_element, LS_IGNORE_STEPS_MAX);
    size_t count = 0;
    if (!next_is(parse, ".["))
        return fail(parse, "a path begins with a dot, as in .spec.replicas");
    while (parse->rest.len > 0) {
        if (count == LS_IGNORE_STEPS_MAX)
            return fail(parse, "the path is too long");
        bool is_name = next_is(parse, ".");
        if (is_name)
            (void)take(parse);
        if (is_name ? read_name(parse, &at[count]) : read_brackets(parse, &at[count]))
            return parse->err->code;
        count++;
        if (parse->rest.len > 0 && !next_is(parse, ".["))
            return fail(parse, "behind a bracket comes a dot, another bracket, or a comma");
    }
    *out = (struct ls_field_path){at, count};
    const char *why = needed(out);
    return why ? fail(parse, why) : LS_OK;
}

/* ---- all of them ---- */

/* Up to the next comma or line end that stands in no brackets and no quotes. */
static struct ls_slice take_path(struct ls_slice *rest)
{
    size_t len = 0;
    size_t depth = 0;
    char quote = '\0';
    for (; len < rest->len; len++) {
        char c = rest->at[len];
        if (c == '\\')
            len++;
        else if (quote != '\0')
            quote = c == quote ? '\0' : quote;
        else if (depth > 0 && (c == '"' || c == '\''))
            quote = c;
        else if (c == '\n' || (c == ',' && depth == 0))
            break;
        else
            depth += (size_t)(c == '[') - (size_t)(c == ']' && depth > 0);
    }
    len = LS_MIN(len, rest->len);
    struct ls_slice path = {rest->at, len};
    *rest = ls_slice_from(*rest, LS_MIN(len + 1, rest->len));
    return ls_slice_trim(path);
}

enum ls_code ls_ignore_parse(struct ls_arena *arena, struct ls_slice text, struct ls_wishes *out,
                             struct ls_err *err)
{
    struct ls_field_path *paths = LS_ARENA_ARRAY(arena, struct ls_field_path, LS_IGNORED_MAX);
    struct parse parse LS_AUTO(parse_release) = {.arena = arena, .err = err};
    size_t count = 0;
    while (text.len > 0) {
        parse.whole = parse.rest = take_path(&text);
        if (parse.whole.len == 0)
            continue;
        if (count == LS_IGNORED_MAX)
            return ls_fail(err, LS_E_TOO_BIG, "more than %d fields", LS_IGNORED_MAX);
        if (read_path(&parse, &paths[count]))
            return err->code;
        count++;
    }
    out->ignored = paths;
    out->ignored_count = count;
    return LS_OK;
}
