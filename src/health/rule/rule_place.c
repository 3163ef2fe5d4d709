/* Where a mistake stands in the file, even inside an expression that goes over several lines. */
#include "health/rule/rule_impl.h"

#include <inttypes.h>
#include <stdio.h>

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t offset_of(struct ls_slice text, struct ls_position place)
{
    size_t at = 0;
    for (uint32_t line = 1; line < place.line && at < text.len; at++)
        line += text.at[at] == '\n';
    size_t end = at + place.column - 1;
    return end < text.len ? end : text.len;
}

/* The first character of what a scalar says: behind its quote, or below the line of its | or >. */
static size_t scalar_begin(struct ls_slice text, size_t at, char *quote)
{
    *quote = '\0';
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

/* The reader folds white space and quotes away, never anything else: so the n-th character of the
 * value that is no space is the n-th one of the text. */
static size_t marks_before(struct ls_slice value, size_t offset)
{
    size_t marks = 0;
    for (size_t i = 0; i < offset && i < value.len; i++)
        marks += !is_space(value.at[i]);
    return marks;
}

static size_t skip_marks(struct ls_slice text, size_t at, size_t marks, char quote)
{
    for (; at < text.len; at++) {
        if (is_space(text.at[at]))
            continue;
        if (marks-- == 0)
            return at;
        bool is_pair =
            (quote == '\'' && text.at[at] == '\'') || (quote == '"' && text.at[at] == '\\');
        at += is_pair;
    }
    return text.len;
}

static struct ls_position place_at(struct ls_slice text, size_t end)
{
    struct ls_position place = {1, 1};
    for (size_t i = 0; i < end && i < text.len; i++) {
        bool is_break = text.at[i] == '\n';
        place.line += is_break;
        place.column = is_break ? 1 : place.column + 1;
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
    /* What is missing at the end is missed right behind the last character. */
    bool is_end = marks == all && marks > 0;
    size_t end = skip_marks(file->text, begin, is_end ? marks - 1 : marks, quote) + is_end;
    return place_at(file->text, end);
}

enum ls_code ls_rule_fail(const struct ls_rule_file *file, struct ls_node node, size_t offset,
                          struct ls_err *err, const char *format, ...)
{
    char text[LS_ERR_TEXT_BYTES];
    struct ls_position place = {1, 1};
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (ls_obj_position(file->document, node, &place) && ls_node_is_string(node))
        place = place_inside(file, node, place, offset);
    return ls_fail(err, LS_E_INVALID, "%s:%" PRIu32 ":%" PRIu32 ": %s", file->name, place.line,
                   place.column, text);
}
