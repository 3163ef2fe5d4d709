#include "expr/syntax/issue.h"

#include <string.h>

#include "base/utf8.h"
#include "expr/limits.h"

/* A longer line is not shown, as in cel-go. */
enum { SNIPPET_BYTES_MAX = 16384 };

static void grow(struct ls_cel_issues *issues)
{
    size_t cap = issues->cap == 0 ? 4 : issues->cap * 2;
    struct ls_cel_issue *grown = LS_ARENA_ARRAY(issues->arena, struct ls_cel_issue, cap);
    if (issues->count > 0)
        memcpy(grown, issues->at, issues->count * sizeof *grown);
    issues->at = grown;
    issues->cap = cap;
}

void ls_cel_issue_add(struct ls_cel_issues *issues, uint32_t offset, const char *format, ...)
{
    LS_ASSERT(issues->arena);
    LS_ASSERT(issues->count <= LS_CEL_ISSUES_MAX);
    if (issues->count == LS_CEL_ISSUES_MAX) {
        issues->cut_count++;
        return;
    }
    if (issues->count == issues->cap)
        grow(issues);
    va_list args;
    va_start(args, format);
    char *text = ls_arena_vprintf(issues->arena, format, args);
    va_end(args);
    issues->at[issues->count++] = (struct ls_cel_issue){.offset = offset, .text = text};
}

static size_t char_bytes(struct ls_slice text, size_t i)
{
    uint32_t character;
    size_t bytes = ls_utf8_decode(ls_slice_from(text, i), &character);
    return bytes == 0 ? 1 : bytes;
}

static size_t line_start(struct ls_slice source, uint32_t offset)
{
    size_t start = LS_MIN(offset, source.len);
    while (start > 0 && source.at[start - 1] != '\n')
        start--;
    return start;
}

void ls_cel_place(struct ls_slice source, uint32_t offset, uint32_t *line, uint32_t *column)
{
    LS_ASSERT(offset != LS_CEL_NOWHERE);
    size_t start = line_start(source, offset);
    *line = 1;
    for (size_t i = 0; i < start; i++)
        *line += source.at[i] == '\n';
    *column = source.len == 0 ? 0 : 1; /* an empty text has no first character */
    for (size_t i = start; i < offset && i < source.len; i += char_bytes(source, i))
        ++*column;
}

/* A mark of the width of the character above: full width for a character of several bytes. */
static void mark_print(struct ls_buf *out, size_t bytes, const char *narrow, const char *wide)
{
    ls_buf_add_text(out, bytes > 1 ? wide : narrow);
}

static void caret_line_print(struct ls_buf *out, struct ls_slice line, size_t at)
{
    size_t i = 0;
    for (size_t bytes; i < at && i < line.len; i += bytes) {
        bytes = char_bytes(line, i);
        mark_print(out, bytes, ".", "\xef\xbc\x8e");
    }
    mark_print(out, i < line.len ? char_bytes(line, i) : 0, "^", "\xef\xbc\xbe");
}

/* Without the newline at the end. */
static bool snippet_print(struct ls_buf *out, struct ls_slice source, uint32_t offset)
{
    if (offset == LS_CEL_NOWHERE || source.len == 0)
        return false;
    size_t start = line_start(source, offset);
    struct ls_slice rest = ls_slice_from(source, start);
    struct ls_slice unused;
    struct ls_slice line = ls_slice_cut(rest, '\n', &unused);
    if (line.len > SNIPPET_BYTES_MAX)
        return false;
    ls_buf_add_text(out, " | ");
    for (size_t i = 0; i < line.len; i++)
        ls_buf_add_char(out, line.at[i] == '\t' ? ' ' : line.at[i]);
    ls_buf_add_text(out, "\n | ");
    caret_line_print(out, line, offset - start);
    return true;
}

void ls_cel_caret_print(struct ls_buf *out, struct ls_slice source, uint32_t offset)
{
    if (snippet_print(out, source, offset))
        ls_buf_add_char(out, '\n');
}

static void issue_print(struct ls_buf *out, struct ls_slice source,
                        const struct ls_cel_issue *issue)
{
    uint32_t line = 0, column = 0;
    if (issue->offset == LS_CEL_NOWHERE) {
        ls_buf_printf(out, "ERROR: <input>:-1:0: %s", issue->text);
        return;
    }
    ls_cel_place(source, issue->offset, &line, &column);
    ls_buf_printf(out, "ERROR: <input>:%u:%u: %s", line, column, issue->text);
    struct ls_buf snippet LS_AUTO(ls_buf_release) = {0};
    if (snippet_print(&snippet, source, issue->offset))
        ls_buf_printf(out, "\n%s", ls_buf_text(&snippet));
}

/* An issue without a place comes first. */
static uint64_t order_of(const struct ls_cel_issue *issue)
{
    return issue->offset == LS_CEL_NOWHERE ? 0 : issue->offset + UINT64_C(1);
}

/* Insertion sort, which is stable; there are at most LS_CEL_ISSUES_MAX. */
static void sort(struct ls_cel_issue *at, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct ls_cel_issue issue = at[i];
        size_t hole = i;
        for (; hole > 0 && order_of(&at[hole - 1]) > order_of(&issue); hole--)
            at[hole] = at[hole - 1];
        at[hole] = issue;
    }
}

void ls_cel_issues_print(struct ls_buf *out, const struct ls_cel_issues *issues)
{
    LS_ASSERT(issues->count <= LS_CEL_ISSUES_MAX);
    struct ls_cel_issue sorted[LS_CEL_ISSUES_MAX];
    if (issues->count > 0)
        memcpy(sorted, issues->at, issues->count * sizeof *sorted);
    sort(sorted, issues->count);
    for (size_t i = 0; i < issues->count; i++) {
        if (i > 0)
            ls_buf_add_char(out, '\n');
        issue_print(out, issues->source, &sorted[i]);
    }
    if (issues->cut_count > 0)
        ls_buf_printf(out, "\n%zu more errors were truncated", issues->cut_count);
}
