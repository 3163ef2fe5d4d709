/* The position of a mistake in the file, even inside an expression of several lines. */
#include "health/rule/rule_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/ascii.h"

/* Columns count characters: true for every byte of a UTF-8 character except the first. */
static bool is_inside(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static size_t offset_of(struct ls_slice text, struct ls_position place)
{
    size_t at = 0;
    for (uint32_t line = 1; line < place.line && at < text.len; at++)
        line += text.at[at] == '\n';
    for (uint32_t column = 1; column < place.column && at < text.len; column++) {
        at++;
        while (at < text.len && is_inside(text.at[at]))
            at++;
    }
    return at;
}

/* Skips the tag and the anchor of a scalar: !!str, &name. */
static size_t skip_properties(struct ls_slice text, size_t at)
{
    while (at < text.len && (text.at[at] == '!' || text.at[at] == '&')) {
        while (at < text.len && !ls_ascii_is_space(text.at[at]))
            at++;
        while (at < text.len && ls_ascii_is_space(text.at[at]))
            at++;
    }
    return at;
}

/* The first character of a scalar's value: after its quote, or below the line of its | or >. */
static size_t scalar_begin(struct ls_slice text, size_t at, char *quote)
{
    *quote = '\0';
    at = skip_properties(text, at);
    if (at >= text.len)
        return text.len;
    char first = text.at[at];
    if (first == '"' || first == '\'') {
        *quote = first;
        return at + 1;
    }
    if (first != '|' && first != '>')
        return at;
    while (at < text.len && text.at[at] != '\n')
        at++;
    return at;
}

/* The reader only removes white space and quotes: the n-th character of the value that is no white
 * space is the n-th one of the text. */
static size_t marks_before(struct ls_slice value, size_t offset)
{
    size_t marks = 0;
    for (size_t i = 0; i < offset && i < value.len; i++)
        marks += !ls_ascii_is_space(value.at[i]) && !is_inside(value.at[i]);
    return marks;
}

/* How many bytes one character of the value takes in the text: `''`, `\"`, `\u00e4`, or itself. */
static size_t mark_bytes(struct ls_slice text, size_t at, char quote)
{
    if (quote == '\'' && text.at[at] == '\'')
        return 2;
    if (quote != '"' || text.at[at] != '\\' || at + 1 == text.len)
        return 1;
    switch (text.at[at + 1]) {
    case 'x':
        return 4;
    case 'u':
        return 6;
    case 'U':
        return 10;
    default:
        return 2;
    }
}

/* ` `, `\t`, a continued line: white space in the value. */
static bool is_space_escape(struct ls_slice text, size_t at, char quote)
{
    static const char spaces[] = {'n', 'r', 't', ' ', '\n', '\r', '\t'};
    return quote == '"' && text.at[at] == '\\' && at + 1 < text.len &&
           memchr(spaces, text.at[at + 1], sizeof spaces) != NULL;
}

static size_t skip_marks(struct ls_slice text, size_t at, size_t marks, char quote)
{
    while (at < text.len) {
        bool is_mark = !ls_ascii_is_space(text.at[at]) && !is_inside(text.at[at]) &&
                       !is_space_escape(text, at, quote);
        if (is_mark && marks-- == 0)
            return at;
        at += mark_bytes(text, at, quote);
    }
    return text.len;
}

static struct ls_position place_at(struct ls_slice text, size_t end)
{
    struct ls_position place = {1, 1};
    for (size_t i = 0; i < end && i < text.len; i++) {
        bool is_break = text.at[i] == '\n';
        place.line += is_break;
        place.column = is_break ? 1 : place.column + !is_inside(text.at[i]);
    }
    return place;
}

static struct ls_position place_inside(const struct ls_rule_file *file, struct ls_node node,
                                       struct ls_position place, size_t offset)
{
    char quote;
    struct ls_slice value = ls_node_string(node);
    size_t begin = scalar_begin(file->text, offset_of(file->text, place), &quote);
    size_t marks = marks_before(value, offset), all = marks_before(value, value.len);
    /* An error at the end is placed right after the last character. */
    bool is_end = marks == all && marks > 0;
    size_t end = skip_marks(file->text, begin, is_end ? marks - 1 : marks, quote) + is_end;
    return place_at(file->text, end);
}

/* The nearest position before the value where its key is written; else that of the value. */
static struct ls_position place_of_key(struct ls_slice text, struct ls_slice key,
                                       struct ls_position value)
{
    for (size_t at = offset_of(text, value) + 1; at-- > 0 && key.len > 0;)
        if (key.len <= text.len - at && memcmp(text.at + at, key.at, key.len) == 0)
            return place_at(text, at);
    return value;
}

LS_FORMAT(4, 0)
static enum ls_code fail_at(const struct ls_rule_file *file, struct ls_position place,
                            struct ls_err *err, const char *format, va_list args)
{
    char text[LS_ERR_TEXT_BYTES];
    vsnprintf(text, sizeof text, format, args);
    return ls_fail(err, LS_E_INVALID, "%s:%" PRIu32 ":%" PRIu32 ": %s", file->name, place.line,
                   place.column, text);
}

enum ls_code ls_rule_fail(const struct ls_rule_file *file, struct ls_node node, size_t offset,
                          struct ls_err *err, const char *format, ...)
{
    struct ls_position place = {1, 1};
    if (ls_obj_position(file->document, node, &place) && ls_node_is_string(node))
        place = place_inside(file, node, place, offset);
    va_list args;
    va_start(args, format);
    enum ls_code code = fail_at(file, place, err, format, args);
    va_end(args);
    return code;
}

enum ls_code ls_rule_fail_member(const struct ls_rule_file *file, const struct ls_iter *member,
                                 struct ls_err *err, const char *format, ...)
{
    struct ls_position place = {1, 1};
    if (ls_obj_position(file->document, member->value, &place))
        place = place_of_key(file->text, member->key, place);
    va_list args;
    va_start(args, format);
    enum ls_code code = fail_at(file, place, err, format, args);
    va_end(args);
    return code;
}
