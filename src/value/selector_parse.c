/* Label selectors from text. */
#include "value/selector_build.h"

#include <string.h>

#include "base/ascii.h"
#include "value/limits.h"

enum selector_token {
    TOKEN_END,
    TOKEN_WORD, /* also `in` and `notin`, which are keys or values where no operator is allowed */
    TOKEN_COMMA,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_NOT,
    TOKEN_EQUAL,
    TOKEN_EQUAL_TWICE,
    TOKEN_UNEQUAL,
    TOKEN_GREATER,
    TOKEN_LESS,
};

struct selector_parser {
    struct ls_slice text;
    size_t next_at; /* behind the current token */
    size_t at;
    enum selector_token token;
    struct ls_slice word; /* the current token as written */
    struct ls_selector_build build;
};

enum { SELECTOR_SHOWN_BYTES_MAX = 200 };

static bool selector_is_symbol(char c)
{
    return ls_char_is_any(c, "=!(),<>");
}

static enum selector_token selector_symbol(const char *at, size_t left, size_t *len)
{
    bool is_double = left > 1 && at[1] == '=' && (at[0] == '=' || at[0] == '!');
    *len = is_double ? 2 : 1;
    switch (at[0]) {
    case '=':
        return is_double ? TOKEN_EQUAL_TWICE : TOKEN_EQUAL;
    case '!':
        return is_double ? TOKEN_UNEQUAL : TOKEN_NOT;
    case '(':
        return TOKEN_OPEN;
    case ')':
        return TOKEN_CLOSE;
    case ',':
        return TOKEN_COMMA;
    case '<':
        return TOKEN_LESS;
    default:
        return TOKEN_GREATER;
    }
}

static void selector_advance(struct selector_parser *parser)
{
    struct ls_slice text = parser->text;
    size_t at = parser->next_at, len = 0;
    while (at < text.len && ls_ascii_is_space(text.at[at]))
        at++;
    if (at == text.len) {
        parser->token = TOKEN_END;
    } else if (selector_is_symbol(text.at[at])) {
        parser->token = selector_symbol(text.at + at, text.len - at, &len);
    } else {
        parser->token = TOKEN_WORD;
        while (at + len < text.len && !ls_ascii_is_space(text.at[at + len]) &&
               !selector_is_symbol(text.at[at + len]))
            len++;
    }
    parser->at = at;
    parser->next_at = at + len;
    parser->word = (struct ls_slice){ls_slice_from(text, at).at, len};
}

static enum ls_code selector_unexpected(const struct selector_parser *parser, const char *expected,
                                        struct ls_err *err)
{
    if (parser->token == TOKEN_END)
        return ls_fail(err, LS_E_INVALID, "it ends where %s was expected", expected);
    return ls_fail(err, LS_E_INVALID, "character %zu: expected %s, found '%.*s'", parser->at + 1,
                   expected, (int)LS_MIN(parser->word.len, SELECTOR_SHOWN_BYTES_MAX),
                   parser->word.at);
}

static bool selector_operator(const struct selector_parser *parser, enum ls_selector_op *out)
{
    switch (parser->token) {
    case TOKEN_EQUAL:
        *out = LS_SELECTOR_EQUAL;
        return true;
    case TOKEN_EQUAL_TWICE:
        *out = LS_SELECTOR_EQUAL_TWICE;
        return true;
    case TOKEN_UNEQUAL:
        *out = LS_SELECTOR_UNEQUAL;
        return true;
    case TOKEN_GREATER:
        *out = LS_SELECTOR_GREATER;
        return true;
    case TOKEN_LESS:
        *out = LS_SELECTOR_LESS;
        return true;
    default:
        *out = ls_slice_is(parser->word, "in") ? LS_SELECTOR_IN : LS_SELECTOR_NOT_IN;
        return ls_slice_is(parser->word, "in") || ls_slice_is(parser->word, "notin");
    }
}

/* `(a,b)`; an empty text between commas or parentheses is the empty value. */
static enum ls_code selector_values_parse(struct selector_parser *parser, struct ls_err *err)
{
    if (parser->token != TOKEN_OPEN)
        return selector_unexpected(parser, "'(' and a list of values", err);
    do {
        selector_advance(parser);
        ls_selector_build_value(&parser->build,
                                parser->token == TOKEN_WORD ? parser->word : LS_SLICE(""));
        if (parser->token == TOKEN_WORD)
            selector_advance(parser);
    } while (parser->token == TOKEN_COMMA);
    if (parser->token != TOKEN_CLOSE)
        return selector_unexpected(parser, "',' or ')'", err);
    selector_advance(parser);
    return LS_OK;
}

static enum ls_code selector_value_parse(struct selector_parser *parser, struct ls_err *err)
{
    bool is_empty = parser->token == TOKEN_END || parser->token == TOKEN_COMMA;
    if (!is_empty && parser->token != TOKEN_WORD)
        return selector_unexpected(parser, "a value", err);
    ls_selector_build_value(&parser->build, is_empty ? LS_SLICE("") : parser->word);
    if (!is_empty)
        selector_advance(parser);
    return LS_OK;
}

/* What follows a key. */
static enum ls_code selector_restriction_parse(struct selector_parser *parser,
                                               enum ls_selector_op *out, struct ls_err *err)
{
    if (parser->token == TOKEN_END || parser->token == TOKEN_COMMA) {
        *out = LS_SELECTOR_EXISTS;
        return LS_OK;
    }
    if (!selector_operator(parser, out))
        return selector_unexpected(parser, "one of = == != in notin < > or ','", err);
    selector_advance(parser);
    if (*out == LS_SELECTOR_IN || *out == LS_SELECTOR_NOT_IN)
        return selector_values_parse(parser, err);
    return selector_value_parse(parser, err);
}

static enum ls_code selector_term_parse(struct selector_parser *parser, struct ls_err *err)
{
    enum ls_selector_op op = LS_SELECTOR_ABSENT;
    enum ls_code code = LS_OK;
    bool is_negated = parser->token == TOKEN_NOT;
    if (is_negated)
        selector_advance(parser);
    if (parser->token != TOKEN_WORD)
        return selector_unexpected(parser, "a label key", err);
    struct ls_slice key = parser->word;
    size_t key_at = parser->at;
    selector_advance(parser);
    if (!is_negated)
        code = selector_restriction_parse(parser, &op, err);
    if (code)
        return code;
    if (ls_selector_build_term(&parser->build, key, op, err))
        return ls_context(err, "character %zu", key_at + 1);
    return LS_OK;
}

static enum ls_code selector_terms_parse(struct selector_parser *parser, struct ls_err *err)
{
    selector_advance(parser);
    while (parser->token != TOKEN_END) {
        enum ls_code code = selector_term_parse(parser, err);
        if (code)
            return code;
        if (parser->token == TOKEN_END)
            break;
        if (parser->token != TOKEN_COMMA)
            return selector_unexpected(parser, "',' or the end", err);
        selector_advance(parser);
        if (parser->token == TOKEN_END)
            return selector_unexpected(parser, "a label key", err);
    }
    return LS_OK;
}

enum ls_code ls_selector_parse(struct ls_arena *arena, struct ls_slice text,
                               struct ls_selector *out, struct ls_err *err)
{
    struct ls_err ignored = {0};
    err = err ? err : &ignored;
    if (text.len > LS_SELECTOR_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "selector has %zu bytes, the limit is %d", text.len,
                       LS_SELECTOR_BYTES_MAX);
    struct selector_parser parser = {.text = text, .build = {.arena = arena}};
    if (selector_terms_parse(&parser, err)) {
        ls_selector_build_release(&parser.build);
        return ls_context(err, "selector '%.*s'", (int)LS_MIN(text.len, SELECTOR_SHOWN_BYTES_MAX),
                          text.at);
    }
    *out = ls_selector_build_finish(&parser.build);
    return LS_OK;
}
