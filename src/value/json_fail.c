/* Errors of the JSON reader, with line and column. */
#include "value/json_read.h"

#include <stdio.h>
#include <string.h>

static bool begins_character(char byte)
{
    return ((unsigned char)byte & 0xC0) != 0x80;
}

struct ls_position ls_json_position(struct ls_json_lines *lines, const char *at)
{
    LS_ASSERT(at >= lines->counted_to);
    const char *from = lines->counted_to;
    const char *newline;
    while ((newline = memchr(from, '\n', (size_t)(at - from)))) {
        lines->line++;
        lines->column = 1;
        from = newline + 1;
    }
    for (; from < at; from++)
        lines->column += begins_character(*from);
    lines->counted_to = at;
    return (struct ls_position){lines->line, lines->column};
}

enum ls_code ls_json_fail_at(struct ls_json_reader *in, const char *at, enum ls_code code,
                             const char *format, ...)
{
    LS_ASSERT(at >= in->begin);
    LS_ASSERT(at <= in->end);
    struct ls_json_lines lines = {
        .counted_to = in->begin, .line = in->options.first_line, .column = 1};
    struct ls_position position = ls_json_position(&lines, at);
    char sentence[LS_ERR_TEXT_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    return ls_fail(in->err, code, "%s:%u:%u: %s", in->options.name, position.line, position.column,
                   sentence);
}

enum ls_code ls_json_fail(struct ls_json_reader *in, const char *sentence)
{
    return ls_json_fail_at(in, in->at, LS_E_INVALID, "%s", sentence);
}

enum ls_code ls_json_fail_expected(struct ls_json_reader *in, const char *wanted)
{
    if (in->at == in->end)
        return ls_json_fail_at(in, in->at, LS_E_INVALID, "the text ends where %s is expected",
                               wanted);
    if (*in->at > ' ' && *in->at <= '~')
        return ls_json_fail_at(in, in->at, LS_E_INVALID, "%s is expected, not %c", wanted, *in->at);
    return ls_json_fail_at(in, in->at, LS_E_INVALID, "%s is expected, not byte 0x%02X", wanted,
                           (unsigned char)*in->at);
}
