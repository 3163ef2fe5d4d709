/*
 * The errors of kube-apiserver for invalid label selectors. The parser itself is value/selector.h,
 * whose errors are for users of a command line.
 */
#include "sandbox/serve/select.h"

#include <string.h>

#include "base/ascii.h"
#include "base/buf.h"
#include "sandbox/kinds/text_rule.h"
#include "value/go_text.h"

struct label_selector_check {
    struct ls_arena *arena;
    struct ls_slice rest;
    struct ls_slice token; /* empty: the end */
    bool is_word;
    const char *error; /* the first one; the rest is skipped */
};

static bool is_symbol(char c)
{
    return ls_char_is_any(c, "=!(),<>");
}

static void check_advance(struct label_selector_check *check)
{
    struct ls_slice text = check->rest;
    while (text.len > 0 && ls_ascii_is_space(text.at[0]))
        text = ls_slice_from(text, 1);
    size_t len = 0;
    check->is_word = text.len > 0 && !is_symbol(text.at[0]);
    if (check->is_word) {
        while (len < text.len && !ls_ascii_is_space(text.at[len]) && !is_symbol(text.at[len]))
            len++;
    } else if (text.len > 0) {
        bool is_pair = text.len > 1 && ls_char_is_any(text.at[0], "=!") && text.at[1] == '=';
        len = is_pair ? 2 : 1;
    }
    check->token = (struct ls_slice){text.at, len};
    check->rest = ls_slice_from(text, len);
}

static bool at_end(const struct label_selector_check *check)
{
    return check->token.len == 0;
}

static bool at_token(const struct label_selector_check *check, const char *token)
{
    return ls_slice_is(check->token, token);
}

static void found(struct label_selector_check *check, const char *prefix, const char *expected)
{
    check->error =
        ls_arena_printf(check->arena, "%sfound '%.*s'%s", prefix, LS_ARG(check->token), expected);
}

#define REQUIREMENT "unable to parse requirement: "

/* Prints the flaws of one text after its path; several paths are in brackets. */
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

static void key_check(struct label_selector_check *check, struct ls_slice key)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_KEY, key);
    flaws_add(&out, "<nil>", key, &flaws);
    if (out.len > 0)
        check->error = ls_arena_printf(check->arena, REQUIREMENT "%s", ls_buf_text(&out));
}

struct values {
    struct ls_slice at[64]; /* each once, sorted; further ones are not checked */
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

static void values_check(struct label_selector_check *check, struct ls_slice key,
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
        flaws_add(&out, ls_arena_printf(check->arena, "values[%zu]", i), values->at[i], &no_number);
        flawed++;
    }
    for (size_t i = 0; i < values->count; i++) {
        struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_VALUE, values->at[i]);
        flaws_add(&out, ls_arena_printf(check->arena, "values[%zu][%.*s]", i, LS_ARG(key)),
                  values->at[i], &flaws);
        flawed += flaws.count > 0;
    }
    if (flawed > 0)
        check->error = ls_arena_printf(check->arena, REQUIREMENT "%s%s%s", flawed > 1 ? "[" : "",
                                       ls_buf_text(&out), flawed > 1 ? "]" : "");
}

/* The values in parentheses, up to the closing one. */
static void list_read(struct label_selector_check *check, struct values *values)
{
    for (;;) {
        if (check->is_word) {
            values_add(values, check->token);
            check_advance(check);
            if (at_token(check, ")"))
                return;
            if (!at_token(check, ",")) {
                found(check, REQUIREMENT, ", expected: ',' or ')'");
                return;
            }
        } else if (at_token(check, ",")) {
            if (values->count == 0)
                values_add(values, LS_SLICE(""));
            check_advance(check);
            if (at_token(check, ",") || at_token(check, ")"))
                values_add(values, LS_SLICE(""));
            if (at_token(check, ")"))
                return;
        } else {
            found(check, REQUIREMENT, ", expected: ',', or identifier");
            return;
        }
    }
}

static void set_read(struct label_selector_check *check, struct values *values)
{
    if (!at_token(check, "(")) {
        found(check, REQUIREMENT, " expected: '('");
        return;
    }
    check_advance(check);
    if (at_token(check, ")")) {
        values_add(values, LS_SLICE(""));
    } else if (check->is_word || at_token(check, ",")) {
        list_read(check, values);
    } else {
        found(check, REQUIREMENT, ", expected: ',', ')' or identifier");
    }
    if (!check->error)
        check_advance(check);
}

static void exact_read(struct label_selector_check *check, struct values *values)
{
    if (at_end(check) || at_token(check, ",")) {
        values_add(values, LS_SLICE(""));
    } else if (check->is_word) {
        values_add(values, check->token);
        check_advance(check);
    } else {
        found(check, REQUIREMENT, ", expected: identifier");
    }
}

static bool at_operator(const struct label_selector_check *check)
{
    static const char *const operators[] = {"in", "notin", "=", "==", "!=", ">", "<"};
    for (size_t i = 0; i < LS_COUNT(operators); i++) {
        if (at_token(check, operators[i]))
            return true;
    }
    return false;
}

static void restriction_read(struct label_selector_check *check, struct ls_slice key)
{
    struct values values = {0};
    if (!at_operator(check)) {
        found(check, REQUIREMENT, ", expected: in, notin, =, ==, !=, gt, lt");
        return;
    }
    bool is_set = check->is_word;
    bool is_number = at_token(check, "<") || at_token(check, ">");
    check_advance(check);
    if (is_set)
        set_read(check, &values);
    else
        exact_read(check, &values);
    if (!check->error)
        values_check(check, key, &values, is_number);
}

static void requirement_read(struct label_selector_check *check)
{
    bool is_negated = at_token(check, "!");
    if (is_negated)
        check_advance(check);
    if (!check->is_word) {
        found(check, REQUIREMENT, ", expected: identifier");
        return;
    }
    struct ls_slice key = check->token;
    key_check(check, key);
    check_advance(check);
    if (!check->error && !is_negated && !at_end(check) && !at_token(check, ","))
        restriction_read(check, key);
}

const char *ls_selector_error(struct ls_arena *arena, struct ls_slice text)
{
    struct label_selector_check check = {.arena = arena, .rest = text};
    check_advance(&check);
    if (!at_end(&check) && !check.is_word && !at_token(&check, "!"))
        found(&check, "", ", expected: !, identifier, or 'end of string'");
    while (!check.error && !at_end(&check)) {
        requirement_read(&check);
        if (check.error || at_end(&check))
            break;
        if (!at_token(&check, ",")) {
            found(&check, "", ", expected: ',' or 'end of string'");
            break;
        }
        check_advance(&check);
        if (!check.is_word && !at_token(&check, "!"))
            found(&check, "", ", expected: identifier after ','");
    }
    return check.error;
}
