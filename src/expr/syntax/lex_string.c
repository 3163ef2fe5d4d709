/* Finds the end of string and bytes literals (token.h). */
#include "expr/syntax/token.h"

#include "base/utf8.h"

/* How one form of a string is written. */
struct lex_string_form {
    char quote;
    bool is_raw;
    bool is_triple; /* may hold line breaks, ends at the first three quotes */
};

static int char_at(struct ls_slice text, size_t i)
{
    return i < text.len ? (unsigned char)text.at[i] : -1;
}

static bool is_hex(int c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_octal(int c)
{
    return c >= '0' && c <= '7';
}

static size_t hex_digits_after(int letter)
{
    switch (letter) {
    case 'x':
    case 'X':
        return 2;
    case 'u':
        return 4;
    case 'U':
        return 8;
    default:
        return 0;
    }
}

/* Moves past the escape whose backslash is at i; false: *i is the invalid character. */
static bool skip_escape(struct ls_slice text, size_t *i)
{
    int letter = char_at(text, ++*i);
    size_t digits = hex_digits_after(letter);
    bool is_octal_escape = letter >= '0' && letter <= '3';
    if (digits == 0 && !is_octal_escape && !ls_char_is_any(letter, "abfnrtv\"'\\?`"))
        return false;
    ++*i;
    for (size_t left = digits; left > 0; left--, ++*i) {
        if (!is_hex(char_at(text, *i)))
            return false;
    }
    for (size_t left = is_octal_escape ? 2 : 0; left > 0; left--, ++*i) {
        if (!is_octal(char_at(text, *i)))
            return false;
    }
    return true;
}

static bool is_closing(struct ls_slice text, size_t i, const struct lex_string_form *form)
{
    if (char_at(text, i) != form->quote)
        return false;
    return !form->is_triple ||
           (char_at(text, i + 1) == form->quote && char_at(text, i + 2) == form->quote);
}

/* From after the opening quotes to after the closing ones; false: it does not close, and *i is
 * where that shows. */
static bool skip_body(struct ls_slice text, size_t *i, const struct lex_string_form *form)
{
    while (!is_closing(text, *i, form)) {
        int c = char_at(text, *i);
        if (c < 0 || (!form->is_triple && (c == '\n' || c == '\r')))
            return false;
        if (c == '\\' && !form->is_raw) {
            if (!skip_escape(text, i))
                return false;
            continue;
        }
        uint32_t character;
        size_t bytes = ls_utf8_decode(ls_slice_from(text, *i), &character);
        if (bytes == 0)
            return false;
        *i += bytes;
    }
    *i += form->is_triple ? 3 : 1;
    return true;
}

static bool has_three_quotes(struct ls_slice text, size_t i)
{
    int c = char_at(text, i);
    return char_at(text, i + 1) == c && char_at(text, i + 2) == c;
}

size_t ls_cel_scan_string(struct ls_slice text, bool *is_bytes, size_t *reach)
{
    size_t start = 0;
    *is_bytes = ls_char_is_any(char_at(text, 0), "bB");
    if (*is_bytes)
        start++;
    struct lex_string_form form = {.is_raw = ls_char_is_any(char_at(text, start), "rR")};
    if (form.is_raw)
        start++;
    if (!ls_char_is_any(char_at(text, start), "'\""))
        return 0;
    form.quote = text.at[start];
    form.is_triple = has_three_quotes(text, start);
    size_t i = start + 3;
    if (form.is_triple && skip_body(text, &i, &form))
        return i;
    form.is_triple = false; /* three quotes that never close are an empty string and one quote */
    i = start + 1;
    bool is_closed = skip_body(text, &i, &form);
    *reach = i;
    return is_closed ? i : 0;
}
