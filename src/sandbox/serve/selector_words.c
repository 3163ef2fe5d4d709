/*
 * Label selectors that cannot be read, in the words of kube-apiserver. The parser itself is
 * value/selector.h, whose errors speak to people at a command line; clients of the API see these.
 */
#include "sandbox/serve/select.h"

#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/text_rule.h"
#include "value/go_text.h"

struct serve_words {
    struct ls_arena *arena;
    struct ls_slice rest;
    struct ls_slice token; /* empty: the end */
    bool is_word;
    const char *trouble; /* the first one; the rest is not looked at */
};

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_symbol(char c)
{
    return ls_char_is_any(c, "=!(),<>");
}

static void words_advance(struct serve_words *words)
{
    struct ls_slice text = words->rest;
    while (text.len > 0 && is_space(text.at[0]))
        text = ls_slice_from(text, 1);
    size_t len = 0;
    words->is_word = text.len > 0 && !is_symbol(text.at[0]);
    if (words->is_word) {
        while (len < text.len && !is_space(text.at[len]) && !is_symbol(text.at[len]))
            len++;
    } else if (text.len > 0) {
        bool is_pair = text.len > 1 && ls_char_is_any(text.at[0], "=!") && text.at[1] == '=';
        len = is_pair ? 2 : 1;
    }
    words->token = (struct ls_slice){text.at, len};
    words->rest = ls_slice_from(text, len);
}

static bool at_end(const struct serve_words *words)
{
    return words->token.len == 0;
}

static bool at_token(const struct serve_words *words, const char *token)
{
    return ls_slice_is(words->token, token);
}

static void found(struct serve_words *words, const char *prefix, const char *expected)
{
    words->trouble =
        ls_arena_printf(words->arena, "%sfound '%.*s'%s", prefix, LS_ARG(words->token), expected);
}

#define REQUIREMENT "unable to parse requirement: "

/* Flaws of one text under its path; several paths make a list in brackets. */
static void flaws_add(struct ls_buf *out, const char *path, struct ls_slice text,
                      const struct ls_text_flaws *flaws)
{
    if (flaws->count == 0)
        return;
    ls_buf_printf(out, "%s%s: Invalid value: ", out->len > 0 ? ", " : "", path);
    ls_go_quote(out, text);
    for (size_t i = 0; i < flaws->count; i++)
        ls_buf_printf(out, "%s%s", i > 0 ? "; " : ": ", flaws->at[i]);
}

static void key_check(struct serve_words *words, struct ls_slice key)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_KEY, key);
    flaws_add(&out, "<nil>", key, &flaws);
    if (out.len > 0)
        words->trouble = ls_arena_printf(words->arena, REQUIREMENT "%s", ls_buf_text(&out));
}

struct values {
    struct ls_slice at[64]; /* each once, sorted; more are not looked at */
    size_t count;
};

static void values_add(struct values *values, struct ls_slice value)
{
    size_t at = 0;
    while (at < values->count && ls_slice_compare(values->at[at], value) < 0)
        at++;
    bool is_there = at < values->count && ls_slice_equal(values->at[at], value);
    if (is_there || values->count == LS_COUNT(values->at))
        return;
    memmove(&values->at[at + 1], &values->at[at], (values->count - at) * sizeof values->at[0]);
    values->at[at] = value;
    values->count++;
}

static void values_check(struct serve_words *words, struct ls_slice key,
                         const struct values *values, bool is_number)
{
    static const struct ls_text_flaws no_number = {
        {"for 'Gt', 'Lt' operators, the value must be an integer"}, 1};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    int64_t number;
    size_t flawed = 0;
    for (size_t i = 0; is_number && i < values->count; i++) {
        if (ls_slice_to_i64(values->at[i], &number))
            continue;
        flaws_add(&out, ls_arena_printf(words->arena, "values[%zu]", i), values->at[i], &no_number);
        flawed++;
    }
    for (size_t i = 0; i < values->count; i++) {
        struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_VALUE, values->at[i]);
        flaws_add(&out, ls_arena_printf(words->arena, "values[%zu][%.*s]", i, LS_ARG(key)),
                  values->at[i], &flaws);
        flawed += flaws.count > 0;
    }
    if (flawed > 0)
        words->trouble = ls_arena_printf(words->arena, REQUIREMENT "%s%s%s", flawed > 1 ? "[" : "",
                                         ls_buf_text(&out), flawed > 1 ? "]" : "");
}

/* What stands between the parentheses, up to the closing one. */
static void list_read(struct serve_words *words, struct values *values)
{
    for (;;) {
        if (words->is_word) {
            values_add(values, words->token);
            words_advance(words);
            if (at_token(words, ")"))
                return;
            if (!at_token(words, ",")) {
                found(words, REQUIREMENT, ", expected: ',' or ')'");
                return;
            }
        } else if (at_token(words, ",")) {
            if (values->count == 0)
                values_add(values, LS_SLICE(""));
            words_advance(words);
            if (at_token(words, ",") || at_token(words, ")"))
                values_add(values, LS_SLICE(""));
            if (at_token(words, ")"))
                return;
        } else {
            found(words, REQUIREMENT, ", expected: ',', or identifier");
            return;
        }
    }
}

static void set_read(struct serve_words *words, struct values *values)
{
    if (!at_token(words, "(")) {
        found(words, REQUIREMENT, " expected: '('");
        return;
    }
    words_advance(words);
    if (at_token(words, ")")) {
        values_add(values, LS_SLICE(""));
    } else if (words->is_word || at_token(words, ",")) {
        list_read(words, values);
    } else {
        found(words, REQUIREMENT, ", expected: ',', ')' or identifier");
    }
    if (!words->trouble)
        words_advance(words);
}

static void exact_read(struct serve_words *words, struct values *values)
{
    if (at_end(words) || at_token(words, ",")) {
        values_add(values, LS_SLICE(""));
    } else if (words->is_word) {
        values_add(values, words->token);
        words_advance(words);
    } else {
        found(words, REQUIREMENT, ", expected: identifier");
    }
}

static bool at_operator(const struct serve_words *words)
{
    static const char *const operators[] = {"in", "notin", "=", "==", "!=", ">", "<"};
    for (size_t i = 0; i < LS_COUNT(operators); i++) {
        if (at_token(words, operators[i]))
            return true;
    }
    return false;
}

static void restriction_read(struct serve_words *words, struct ls_slice key)
{
    struct values values = {0};
    if (!at_operator(words)) {
        found(words, REQUIREMENT, ", expected: in, notin, =, ==, !=, gt, lt");
        return;
    }
    bool is_set = words->is_word;
    bool is_number = at_token(words, "<") || at_token(words, ">");
    words_advance(words);
    if (is_set)
        set_read(words, &values);
    else
        exact_read(words, &values);
    if (!words->trouble)
        values_check(words, key, &values, is_number);
}

static void requirement_read(struct serve_words *words)
{
    bool is_negated = at_token(words, "!");
    if (is_negated)
        words_advance(words);
    if (!words->is_word) {
        found(words, REQUIREMENT, ", expected: identifier");
        return;
    }
    struct ls_slice key = words->token;
    key_check(words, key);
    words_advance(words);
    if (!words->trouble && !is_negated && !at_end(words) && !at_token(words, ","))
        restriction_read(words, key);
}

const char *ls_selector_words(struct ls_arena *arena, struct ls_slice text)
{
    struct serve_words words = {.arena = arena, .rest = text};
    words_advance(&words);
    if (!at_end(&words) && !words.is_word && !at_token(&words, "!"))
        found(&words, "", ", expected: !, identifier, or 'end of string'");
    while (!words.trouble && !at_end(&words)) {
        requirement_read(&words);
        if (words.trouble || at_end(&words))
            break;
        if (!at_token(&words, ",")) {
            found(&words, "", ", expected: ',' or 'end of string'");
            break;
        }
        words_advance(&words);
        if (!words.is_word && !at_token(&words, "!"))
            found(&words, "", ", expected: identifier after ','");
    }
    return words.trouble;
}
