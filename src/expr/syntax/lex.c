/* Splits the text of an expression into tokens (token.h). */
#include "expr/syntax/token.h"

#include <string.h>

#include "base/utf8.h"
#include "expr/limits.h"

struct list {
    struct ls_cel_token *at;
    size_t count, cap;
};

struct lexer {
    struct ls_slice text;
    size_t at;
    struct ls_cel_issues *issues;
    struct list tokens, skipped;
};

/* clang-format off */
static const char *const names[LS_CEL_TOKEN_KIND_COUNT] = {
    "<EOF>", "'=='", "'!='", "'in'", "'<'", "'<='", "'>='", "'>'", "'&&'", "'||'", "'['", "']'",
    "'{'", "'}'", "'('", "')'", "'.'", "','", "'-'", "'!'", "'?'", "':'", "'+'", "'*'", "'/'",
    "'%'", "'true'", "'false'", "'null'", "NUM_FLOAT", "NUM_INT", "NUM_UINT", "STRING", "BYTES",
    "IDENTIFIER", "ESC_IDENTIFIER",
};

/* Longer ones before their prefixes. */
static const struct {
    const char *text;
    enum ls_cel_token_kind kind;
} signs[] = {
    {"==", LS_CEL_TOKEN_EQUAL}, {"!=", LS_CEL_TOKEN_NOT_EQUAL}, {"<=", LS_CEL_TOKEN_LESS_EQUAL},
    {">=", LS_CEL_TOKEN_GREATER_EQUAL}, {"&&", LS_CEL_TOKEN_AND}, {"||", LS_CEL_TOKEN_OR},
    {"<", LS_CEL_TOKEN_LESS}, {">", LS_CEL_TOKEN_GREATER}, {"[", LS_CEL_TOKEN_LBRACKET},
    {"]", LS_CEL_TOKEN_RBRACKET}, {"{", LS_CEL_TOKEN_LBRACE}, {"}", LS_CEL_TOKEN_RBRACE},
    {"(", LS_CEL_TOKEN_LPAREN}, {")", LS_CEL_TOKEN_RPAREN}, {".", LS_CEL_TOKEN_DOT},
    {",", LS_CEL_TOKEN_COMMA}, {"-", LS_CEL_TOKEN_MINUS}, {"!", LS_CEL_TOKEN_EXCLAM},
    {"?", LS_CEL_TOKEN_QUESTION}, {":", LS_CEL_TOKEN_COLON}, {"+", LS_CEL_TOKEN_PLUS},
    {"*", LS_CEL_TOKEN_STAR}, {"/", LS_CEL_TOKEN_SLASH}, {"%", LS_CEL_TOKEN_PERCENT},
};

static const struct {
    const char *text;
    enum ls_cel_token_kind kind;
} words[] = {
    {"in", LS_CEL_TOKEN_IN}, {"true", LS_CEL_TOKEN_TRUE}, {"false", LS_CEL_TOKEN_FALSE},
    {"null", LS_CEL_TOKEN_NULL},
};
/* clang-format on */

static int char_at(const struct lexer *lexer, size_t i)
{
    return i < lexer->text.len ? (unsigned char)lexer->text.at[i] : -1;
}

static bool is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_hex(int c)
{
    return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static size_t skip_while(const struct lexer *lexer, size_t i, bool (*is_one)(int c))
{
    while (is_one(char_at(lexer, i)))
        i++;
    return i;
}

/* Adds a token from here to `end`, and moves there. */
static void list_add(struct lexer *lexer, struct list *list, enum ls_cel_token_kind kind,
                     size_t end)
{
    if (list->count == list->cap) {
        list->cap = list->cap == 0 ? 32 : list->cap * 2;
        struct ls_cel_token *grown =
            LS_ARENA_ARRAY(lexer->issues->arena, struct ls_cel_token, list->cap);
        if (list->count > 0)
            memcpy(grown, list->at, list->count * sizeof *grown);
        list->at = grown;
    }
    list->at[list->count++] = (struct ls_cel_token){
        .kind = kind, .offset = (uint32_t)lexer->at, .len = (uint32_t)(end - lexer->at)};
    lexer->at = end;
}

static void add_token(struct lexer *lexer, enum ls_cel_token_kind kind, size_t end)
{
    list_add(lexer, &lexer->tokens, kind, end);
}

/* White space and comments. */
static void skip_blank(struct lexer *lexer)
{
    for (;;) {
        int c = char_at(lexer, lexer->at);
        if (c == '/' && char_at(lexer, lexer->at + 1) == '/') {
            while (c >= 0 && c != '\n')
                c = char_at(lexer, ++lexer->at);
        } else if (c == ' ' || (c != '\v' && c >= '\t' && c <= '\r')) {
            lexer->at++;
        } else {
            return;
        }
    }
}

/* The end of an exponent that begins at i; i where there is none. */
static size_t skip_exponent(const struct lexer *lexer, size_t i)
{
    int c = char_at(lexer, i);
    if (c != 'e' && c != 'E')
        return i;
    size_t digits = i + 1;
    if (char_at(lexer, digits) == '+' || char_at(lexer, digits) == '-')
        digits++;
    return is_digit(char_at(lexer, digits)) ? skip_while(lexer, digits, is_digit) : i;
}

static void lex_whole(struct lexer *lexer, size_t end)
{
    int c = char_at(lexer, end);
    bool is_uint = c == 'u' || c == 'U';
    add_token(lexer, is_uint ? LS_CEL_TOKEN_UINT : LS_CEL_TOKEN_INT, is_uint ? end + 1 : end);
}

static bool lex_number(struct lexer *lexer)
{
    size_t at = lexer->at;
    if (char_at(lexer, at) == '0' && char_at(lexer, at + 1) == 'x' &&
        is_hex(char_at(lexer, at + 2))) {
        lex_whole(lexer, skip_while(lexer, at + 2, is_hex));
        return true;
    }
    size_t whole = skip_while(lexer, at, is_digit);
    size_t end = whole;
    if (char_at(lexer, end) == '.' && is_digit(char_at(lexer, end + 1)))
        end = skip_while(lexer, end + 1, is_digit);
    else if (whole == at)
        return false;
    end = skip_exponent(lexer, end);
    if (end > whole)
        add_token(lexer, LS_CEL_TOKEN_FLOAT, end);
    else
        lex_whole(lexer, end);
    return true;
}

static bool is_name_char(int c)
{
    return is_letter(c) || is_digit(c);
}

static bool lex_name(struct lexer *lexer)
{
    if (!is_letter(char_at(lexer, lexer->at)))
        return false;
    size_t end = skip_while(lexer, lexer->at, is_name_char);
    struct ls_slice name = {lexer->text.at + lexer->at, end - lexer->at};
    enum ls_cel_token_kind kind = LS_CEL_TOKEN_NAME;
    for (size_t i = 0; i < LS_COUNT(words); i++) {
        if (ls_slice_is(name, words[i].text))
            kind = words[i].kind;
    }
    add_token(lexer, kind, end);
    return true;
}

static bool lex_string(struct lexer *lexer, size_t *reach)
{
    bool is_bytes = false;
    size_t len = ls_cel_scan_string(ls_slice_from(lexer->text, lexer->at), &is_bytes, reach);
    if (len > 0)
        add_token(lexer, is_bytes ? LS_CEL_TOKEN_BYTES : LS_CEL_TOKEN_STRING, lexer->at + len);
    return len > 0;
}

static bool is_quoted_name_char(int c)
{
    return is_name_char(c) || ls_char_is_any(c, ".-/ ");
}

static bool lex_quoted_name(struct lexer *lexer, size_t *reach)
{
    if (char_at(lexer, lexer->at) != '`')
        return false;
    size_t end = skip_while(lexer, lexer->at + 1, is_quoted_name_char);
    *reach = end - lexer->at;
    if (char_at(lexer, end) != '`' || end == lexer->at + 1)
        return false;
    add_token(lexer, LS_CEL_TOKEN_QUOTED_NAME, end + 1);
    return true;
}

static bool lex_sign(struct lexer *lexer, size_t *reach)
{
    struct ls_slice rest = ls_slice_from(lexer->text, lexer->at);
    for (size_t i = 0; i < LS_COUNT(signs); i++) {
        struct ls_slice sign = ls_slice_of(signs[i].text);
        if (ls_slice_starts(rest, signs[i].text)) {
            add_token(lexer, signs[i].kind, lexer->at + sign.len);
            return true;
        }
        if (sign.len == 2 && rest.at[0] == sign.at[0])
            *reach = 1;
    }
    return false;
}

static size_t char_bytes(const struct lexer *lexer, size_t i)
{
    uint32_t character;
    size_t bytes = 0;
    if (i < lexer->text.len)
        bytes = ls_utf8_decode(ls_slice_from(lexer->text, i), &character);
    return bytes == 0 && i < lexer->text.len ? 1 : bytes;
}

/* Skips an unfinished token and the character that broke it; lexing continues after both. */
static void skip_wrong(struct lexer *lexer, size_t reach)
{
    size_t end = lexer->at + reach;
    end += char_bytes(lexer, end);
    ls_cel_issue_add(lexer->issues, (uint32_t)lexer->at,
                     "Syntax error: token recognition error at: '%.*s'", (int)(end - lexer->at),
                     lexer->text.at + lexer->at);
    list_add(lexer, &lexer->skipped, LS_CEL_TOKEN_KIND_COUNT, end);
}

static void lex_one(struct lexer *lexer)
{
    size_t reach = 0;
    if (!lex_string(lexer, &reach) && !lex_name(lexer) && !lex_number(lexer) &&
        !lex_quoted_name(lexer, &reach) && !lex_sign(lexer, &reach))
        skip_wrong(lexer, reach);
}

void ls_cel_lex(struct ls_slice source, struct ls_cel_tokens *out, struct ls_cel_issues *issues)
{
    LS_ASSERT(source.len <= LS_CEL_BYTES_MAX);
    LS_ASSERT(issues->arena);
    struct lexer lexer = {.text = source, .issues = issues};
    for (skip_blank(&lexer); lexer.at < source.len; skip_blank(&lexer))
        lex_one(&lexer);
    add_token(&lexer, LS_CEL_TOKEN_END, lexer.at);
    *out = (struct ls_cel_tokens){.source = source,
                                  .at = lexer.tokens.at,
                                  .count = lexer.tokens.count,
                                  .skipped = lexer.skipped.at,
                                  .skipped_count = lexer.skipped.count};
}

struct ls_slice ls_cel_token_text(const struct ls_cel_tokens *tokens, size_t i)
{
    LS_ASSERT(i < tokens->count);
    const struct ls_cel_token *token = &tokens->at[i];
    if (token->kind == LS_CEL_TOKEN_END)
        return LS_SLICE("<EOF>");
    return (struct ls_slice){tokens->source.at + token->offset, token->len};
}

const char *ls_cel_token_name(enum ls_cel_token_kind kind)
{
    LS_ASSERT(kind < LS_CEL_TOKEN_KIND_COUNT);
    return names[kind];
}
