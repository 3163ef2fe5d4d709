/* Parses templates: parts, and everything in braces except brackets (parse_bracket.c). */
#include "expr/path/parse.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "expr/limits.h"
#include "value/build.h"
#include "value/regex.h"

/* ---- helpers ---- */

enum ls_code ls_jsonpath_refuse(struct jsonpath_parser *parser, size_t at, const char *format, ...)
{
    ptrdiff_t place = (ptrdiff_t)at + parser->shift;
    size_t mistake = place > 0 ? (size_t)place : 0;
    parser->mistake_at = mistake < parser->end ? mistake : parser->end;
    va_list args;
    va_start(args, format);
    enum ls_code code = ls_fail_v(parser->err, LS_E_INVALID, format, args);
    va_end(args);
    return code;
}

struct jsonpath_node *ls_jsonpath_append(struct jsonpath_parser *parser, struct jsonpath_list *list,
                                         enum jsonpath_kind kind, size_t at)
{
    LS_ASSERT(kind <= JSONPATH_IDENTIFIER);
    struct jsonpath_node *node = LS_ARENA_NEW(parser->arena, struct jsonpath_node);
    ptrdiff_t place = (ptrdiff_t)at + parser->shift;
    *node = (struct jsonpath_node){.kind = kind, .at = place > 0 ? (size_t)place : 0};
    if (list->last)
        list->last->next = node;
    else
        list->first = node;
    list->last = node;
    return node;
}

static struct jsonpath_list *part_append(struct jsonpath_parser *parser)
{
    struct jsonpath_part *part = LS_ARENA_NEW(parser->arena, struct jsonpath_part);
    *part = (struct jsonpath_part){0};
    if (parser->last)
        parser->last->next = part;
    else
        parser->first = part;
    parser->last = part;
    return &part->nodes;
}

static struct ls_slice rest_of(const struct jsonpath_parser *parser)
{
    return ls_slice_from(parser->text, parser->at);
}

static struct ls_slice taken_from(const struct jsonpath_parser *parser, size_t start)
{
    return (struct ls_slice){parser->text.at + start, parser->at - start};
}

/* '\0' at the end; the text itself has none. */
static char peek(const struct jsonpath_parser *parser)
{
    return parser->at < parser->text.len ? parser->text.at[parser->at] : '\0';
}

static bool ends_name(char c)
{
    return c == '\0' || ls_char_is_any(c, " \t\r\n.,[]$@{}");
}

/* Does the text begin with a character of the class? Used beyond ASCII only; *regex is compiled on
 * first use. */
static bool begins_with(struct ls_slice text, const char *pattern, struct ls_regex **regex)
{
    uint32_t character = 0;
    size_t len = ls_utf8_decode(text, &character);
    if (!*regex && ls_regex_new(ls_slice_of(pattern), regex, NULL))
        return false;
    return ls_regex_search(*regex, (struct ls_slice){text.at, len});
}

static bool begins_digit(const struct jsonpath_parser *parser)
{
    struct ls_slice text = rest_of(parser);
    if (text.len == 0 || (unsigned char)*text.at < 0x80)
        return text.len > 0 && *text.at >= '0' && *text.at <= '9';
    return begins_with(text, "^\\p{Nd}", &parser->shared->digit);
}

static bool begins_word(const struct jsonpath_parser *parser)
{
    struct ls_slice text = rest_of(parser);
    if (text.len == 0 || (unsigned char)*text.at < 0x80)
        return text.len > 0 && (ls_char_is_any((*text.at | 0x20), "abcdefghijklmnopqrstuvwxyz") ||
                                *text.at == '_' || begins_digit(parser));
    return begins_with(text, "^[\\pL\\p{Nd}]", &parser->shared->word);
}

static size_t character_bytes(struct ls_slice text)
{
    uint32_t character = 0;
    size_t len = ls_utf8_decode(text, &character);
    return len > 0 ? len : 1;
}

static void value_set(struct jsonpath_parser *parser, struct jsonpath_node *node,
                      struct ls_build *build)
{
    node->value =
        (struct jsonpath_value){ls_build_arena(build, parser->arena), JSONPATH_OF_TEMPLATE};
}

/* ---- inside braces ---- */

/* As Go's %#U: U+0009, or U+003D '=' for a printable character. */
static enum ls_code refuse_character(struct jsonpath_parser *parser)
{
    struct ls_slice rest = rest_of(parser);
    uint32_t character = 0;
    size_t len = ls_utf8_decode(rest, &character);
    struct ls_regex *shown = NULL;
    bool is_shown = character < 0x80 ? character >= ' ' && character != 0x7f
                                     : begins_with(rest, "^[\\pL\\pM\\pN\\pP\\pS]", &shown);
    ls_regex_free(shown);
    if (!is_shown)
        return ls_jsonpath_refuse(parser, parser->at, "unrecognized character in action: U+%04X",
                                  (unsigned)character);
    return ls_jsonpath_refuse(parser, parser->at, "unrecognized character in action: U+%04X '%.*s'",
                              (unsigned)character, (int)len, rest.at);
}

static struct ls_slice without_backslashes(struct ls_arena *arena, struct ls_slice text)
{
    char *out = ls_arena_alloc(arena, text.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '\\')
            out[len++] = text.at[i];
    }
    return (struct ls_slice){out, len};
}

/* The bytes of a string as children: no object has such a list. */
static struct ls_node bytes_of(struct jsonpath_parser *parser)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!ls_node_is_absent(parser->shared->bytes))
        return parser->shared->bytes;
    ls_build_list(&build);
    for (int64_t byte = 0; byte <= UINT8_MAX; byte++)
        ls_build_int(&build, byte);
    ls_build_end(&build);
    parser->shared->bytes = ls_build_arena(&build, parser->arena);
    return parser->shared->bytes;
}

/* After the dot. A backslash keeps the next character from ending the name. */
static void read_field(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    size_t start = parser->at;
    while (!ends_name(peek(parser))) {
        if (peek(parser) == '\\')
            parser->at++;
        if (parser->at < parser->text.len)
            parser->at += character_bytes(rest_of(parser));
    }
    struct ls_slice name = taken_from(parser, start);
    if (ls_slice_is(name, "*"))
        ls_jsonpath_append(parser, list, JSONPATH_WILDCARD, start)->value.node = bytes_of(parser);
    else
        ls_jsonpath_append(parser, list, JSONPATH_FIELD, start)->name =
            without_backslashes(parser->arena, name);
}

static enum ls_code read_descent(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    if (list->last && list->last->kind == JSONPATH_DESCENT)
        return ls_jsonpath_refuse(parser, parser->at, "invalid multiple recursive descent");
    (void)ls_jsonpath_append(parser, list, JSONPATH_DESCENT, parser->at);
    parser->at += 2;
    if (begins_word(parser))
        read_field(parser, list);
    return LS_OK;
}

static bool double_read(struct ls_slice text, double *out)
{
    char digits[LS_JSONPATH_NUMBER_BYTES_MAX + 1];
    char *end = NULL;
    if (text.len == 0 || text.len > LS_JSONPATH_NUMBER_BYTES_MAX)
        return false;
    memcpy(digits, text.at, text.len);
    digits[text.len] = '\0';
    double number = strtod(digits, &end);
    if (*end != '\0' || end == digits || !isfinite(number))
        return false;
    *out = number;
    return true;
}

/* "%.17g" gives every double back. */
static void number_build(struct ls_build *build, double number)
{
    char text[32];
    int len = snprintf(text, sizeof text, "%.17g", number);
    LS_ASSERT(len > 0 && (size_t)len < sizeof text);
    /* A whole double stays a double: 2.0 and 2 cannot be compared. */
    if (!strpbrk(text, ".e"))
        len += snprintf(text + len, sizeof text - (size_t)len, ".0");
    ls_build_number(build, (struct ls_slice){text, (size_t)len});
}

static enum ls_code read_number(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    size_t start = parser->at;
    if (peek(parser) == '+' || peek(parser) == '-')
        parser->at++;
    while (peek(parser) == '.' || begins_digit(parser))
        parser->at += character_bytes(rest_of(parser));
    struct ls_slice text = taken_from(parser, start);
    struct ls_slice digits = *text.at == '+' ? ls_slice_from(text, 1) : text;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    int64_t whole = 0;
    double number = 0;
    if (ls_slice_to_i64(digits, &whole))
        ls_build_int(&build, whole);
    else if (double_read(text, &number))
        number_build(&build, number);
    else
        return ls_jsonpath_refuse(parser, start, "cannot parse number %.*s", LS_ARG(text));
    value_set(parser, ls_jsonpath_append(parser, list, JSONPATH_LITERAL, start), &build);
    return LS_OK;
}

static void read_identifier(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    size_t start = parser->at;
    while (!ends_name(peek(parser)))
        parser->at++;
    struct ls_slice name = taken_from(parser, start);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!ls_slice_is(name, "true") && !ls_slice_is(name, "false")) {
        ls_jsonpath_append(parser, list, JSONPATH_IDENTIFIER, start)->name = name;
        return;
    }
    ls_build_bool(&build, ls_slice_is(name, "true"));
    value_set(parser, ls_jsonpath_append(parser, list, JSONPATH_LITERAL, start), &build);
}

static void text_append(struct jsonpath_parser *parser, struct jsonpath_list *list, size_t at,
                        struct ls_slice text)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_string(&build, text);
    value_set(parser, ls_jsonpath_append(parser, list, JSONPATH_TEXT, at), &build);
}

static enum ls_code read_quote(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    size_t start = parser->at;
    char quote = peek(parser);
    do {
        parser->at++;
        if (parser->at >= parser->text.len || peek(parser) == '\n')
            return ls_jsonpath_refuse(parser, start, "unterminated quoted string");
    } while (peek(parser) != quote || parser->text.at[parser->at - 1] == '\\');
    parser->at++;
    struct ls_slice quoted = taken_from(parser, start);
    struct ls_slice text;
    if (!ls_jsonpath_unquote(parser->arena, quoted, &text))
        return ls_jsonpath_refuse(parser, start, "unquote string %.*s error invalid syntax",
                                  LS_ARG(quoted));
    text_append(parser, list, start, text);
    return LS_OK;
}

static enum ls_code read_plain(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    char c = peek(parser);
    switch (c) {
    case ' ':
    case '@':
    case '$':
        parser->at++;
        return LS_OK;
    case '[':
        return ls_jsonpath_parse_array(parser, list);
    case '"':
    case '\'':
        return read_quote(parser, list);
    case '.':
        parser->at++;
        read_field(parser, list);
        return LS_OK;
    default:
        break;
    }
    if (c == '+' || c == '-' || begins_digit(parser))
        return read_number(parser, list);
    if (!begins_word(parser))
        return refuse_character(parser);
    read_identifier(parser, list);
    return LS_OK;
}

/* From after the opening brace to after the closing one. */
static enum ls_code read_braces(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    size_t open = parser->at - 1;
    while (peek(parser) != '}') {
        struct ls_slice rest = rest_of(parser);
        enum ls_code code;
        if (rest.len == 0 || *rest.at == '\n' || *rest.at == '\r')
            return ls_jsonpath_refuse(parser, open, "unclosed action");
        if (ls_slice_starts(rest, "[?("))
            code = ls_jsonpath_parse_filter(parser, list);
        else if (ls_slice_starts(rest, ".."))
            code = read_descent(parser, list);
        else
            code = read_plain(parser, list);
        if (code)
            return code;
    }
    parser->at++;
    return LS_OK;
}

/* All parts of the text. */
static enum ls_code parse_parts(struct jsonpath_parser *parser)
{
    LS_ASSERT(parser->at == 0);
    while (parser->at < parser->text.len) {
        size_t start = parser->at;
        size_t brace = ls_slice_find(rest_of(parser), '{');
        parser->at = brace == SIZE_MAX ? parser->text.len : start + brace;
        if (parser->at > start)
            text_append(parser, part_append(parser), start, taken_from(parser, start));
        if (brace == SIZE_MAX)
            return LS_OK;
        parser->at++;
        if (read_braces(parser, part_append(parser)))
            return parser->err->code;
    }
    return LS_OK;
}

enum ls_code ls_jsonpath_parse_inside(struct jsonpath_parser *outer,
                                      const struct jsonpath_inside *inside,
                                      struct jsonpath_list *out)
{
    if (outer->depth >= LS_JSONPATH_DEPTH_MAX)
        return ls_fail(outer->err, LS_E_TOO_BIG, "JSONPath: brackets are more than %d deep",
                       LS_JSONPATH_DEPTH_MAX);
    struct jsonpath_parser parser = {.arena = outer->arena,
                                     .end = outer->end,
                                     .depth = outer->depth + 1,
                                     .shared = outer->shared,
                                     .err = outer->err};
    parser.text = ls_slice_of(ls_arena_printf(outer->arena, "{%s%.*s%s}", inside->prefix,
                                              LS_ARG(inside->text), inside->suffix));
    parser.shift =
        outer->shift + (inside->text.at - outer->text.at) - 1 - (ptrdiff_t)strlen(inside->prefix);
    enum ls_code code = parse_parts(&parser);
    if (code) {
        outer->mistake_at = parser.mistake_at;
        return code;
    }
    LS_ASSERT(parser.first);
    *out = parser.first->nodes;
    return LS_OK;
}

static void shared_release(struct jsonpath_shared *shared)
{
    ls_regex_free(shared->digit);
    ls_regex_free(shared->word);
}

enum ls_code ls_jsonpath_template_compile(struct ls_arena *arena, struct ls_slice text,
                                          const struct ls_jsonpath_template **out,
                                          size_t *mistake_at, struct ls_err *err)
{
    struct ls_err own = {0};
    struct jsonpath_shared shared LS_AUTO(shared_release) = {0};
    struct jsonpath_parser parser = {
        .arena = arena, .end = text.len, .shared = &shared, .err = err ? err : &own};
    if (text.len > LS_JSONPATH_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "JSONPath has %zu bytes, the limit is %d", text.len,
                       LS_JSONPATH_BYTES_MAX);
    if (!ls_utf8_is_valid(text) || ls_slice_find(text, '\0') != SIZE_MAX)
        return ls_fail(err, LS_E_INVALID,
                       "JSONPath is no text: it has bytes that are none in UTF-8");
    parser.text = ls_arena_slice(arena, text);
    enum ls_code code = parse_parts(&parser);
    if (code && mistake_at)
        *mistake_at = parser.mistake_at;
    if (code)
        return code;
    struct ls_jsonpath_template *source = LS_ARENA_NEW(arena, struct ls_jsonpath_template);
    source->first = parser.first;
    *out = source;
    return LS_OK;
}
