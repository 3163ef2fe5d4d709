/* Errors of the YAML reader, with line, column and advice. */
#include "value/yaml_read.h"

#include <stdio.h>
#include <string.h>

#include "value/limits.h"

/* Advice on common problems, by the message of libyaml. A row with a character is only for texts
 * that have it at the place of the problem. */
static const struct yaml_fail_advice {
    const char *problem;
    char at;
    const char *text;
} advices[] = {
    {"found character that cannot start any token", '\t', "indent with spaces, not with tabs"},
    {"found character that cannot start any token", '@', "put values that begin with @ in quotes"},
    {"found character that cannot start any token", '`', "put values that begin with ` in quotes"},
    {"found character that cannot start any token", '%', "put values that begin with % in quotes"},
    {"found a tab character that violates indentation", 0, "indent with spaces, not with tabs"},
    {"mapping values are not allowed in this context", 0,
     "check the indentation, and put a value that holds ': ' in quotes"},
    {"did not find expected key", 0, "check the indentation of this line and the one before"},
    {"did not find expected '-' indicator", 0, "check the indentation of this line"},
    {"could not find expected ':'", 0, "a key needs ': ' behind it"},
    {"found undefined tag handle", 0, "put values that begin with ! in quotes"},
    {"found unexpected end of stream", 0, "the text stops in the middle of a value"},
    {"control characters are not allowed", 0, "write it as an escape in double quotes"},
    {"invalid leading UTF-8 octet", 0, "the text is not UTF-8"},
    {"invalid trailing UTF-8 octet", 0, "the text is not UTF-8"},
    {"invalid length of a UTF-8 sequence", 0, "the text is not UTF-8"},
    {"invalid Unicode character", 0, "the text is not UTF-8"},
    {"incomplete UTF-8 octet sequence", 0, "the text stops in the middle of a character"},
};

/* What libyaml was doing, where it says more than the problem does. */
static const char *context_of(const yaml_parser_t *parser)
{
    bool is_plain =
        parser->context && strcmp(parser->context, "while scanning for the next token") == 0;
    return is_plain ? NULL : parser->context;
}

/* The first byte of the character at a place, NUL when there is none. */
static char byte_at(struct ls_slice text, yaml_mark_t mark)
{
    struct ls_slice line = {0};
    for (size_t i = 0; i <= mark.line; i++)
        line = ls_slice_cut(text, '\n', &text);
    size_t column = 0;
    for (size_t i = 0; i < line.len; i++) {
        bool is_first = ((unsigned char)line.at[i] & 0xc0) != 0x80;
        if (is_first && column++ == mark.column)
            return line.at[i];
    }
    return '\0';
}

static const char *advice_find(const char *problem, char at)
{
    for (size_t i = 0; i < LS_COUNT(advices); i++) {
        if (strcmp(advices[i].problem, problem) == 0 && (!advices[i].at || advices[i].at == at))
            return advices[i].text;
    }
    return NULL;
}

static const char *name_of(const struct ls_yaml *yaml)
{
    return yaml->options.name ? yaml->options.name : "YAML";
}

enum ls_code ls_yaml_fail(const struct ls_yaml *yaml, yaml_mark_t mark, enum ls_code code,
                          struct ls_err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(err, code, format, args); /* the context below has the same code */
    va_end(args);
    return ls_context(err, "%s:%zu:%zu", name_of(yaml), mark.line + 1, mark.column + 1);
}

enum ls_code ls_yaml_fail_key(const struct ls_yaml *yaml, const yaml_event_t *event,
                              struct ls_err *err)
{
    return ls_yaml_fail(yaml, event->start_mark, LS_E_INVALID, err,
                        "a key is a map or a list: keys are strings");
}

/* libyaml gives the place of bytes that it cannot decode as a byte offset. */
static yaml_mark_t mark_of_byte(struct ls_slice text, size_t offset)
{
    yaml_mark_t mark = {0};
    for (size_t i = 0; i < LS_MIN(offset, text.len); i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '\n') {
            mark.line++;
            mark.column = 0;
        } else if ((c & 0xc0) != 0x80) {
            mark.column++;
        }
    }
    return mark;
}

static enum ls_code fail_reader(const struct ls_yaml *yaml, struct ls_err *err)
{
    const yaml_parser_t *parser = &yaml->parser;
    if (ls_yaml_has_many_tag_lines(yaml))
        return ls_yaml_fail(yaml, parser->mark, LS_E_TOO_BIG, err,
                            "the document has more than %d %%TAG lines", LS_YAML_TAG_LINES_MAX);
    yaml_mark_t mark = mark_of_byte(yaml->text, parser->problem_offset);
    const char *advice = advice_find(parser->problem, '\0');
    char value[24] = "";
    if (parser->problem_value >= 0)
        snprintf(value, sizeof value, ": 0x%02X", (unsigned)parser->problem_value);
    return ls_yaml_fail(yaml, mark, LS_E_INVALID, err, "%s%s%s%s", parser->problem, value,
                        advice ? "; " : "", advice ? advice : "");
}

enum ls_code ls_yaml_fail_syntax(const struct ls_yaml *yaml, struct ls_err *err)
{
    LS_ASSERT(yaml->parser.error != YAML_NO_ERROR);
    const yaml_parser_t *parser = &yaml->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return ls_fail(err, LS_E_TOO_BIG, "%s: libyaml ran out of memory", name_of(yaml));
    if (parser->error == YAML_READER_ERROR)
        return fail_reader(yaml, err);
    yaml_mark_t mark = parser->problem_mark;
    const char *context = context_of(parser);
    const char *advice = advice_find(parser->problem, byte_at(yaml->text, mark));
    char since[40] = "";
    if (context && parser->context_mark.line != mark.line)
        snprintf(since, sizeof since, " that begins on line %zu", parser->context_mark.line + 1);
    return ls_yaml_fail(yaml, mark, LS_E_INVALID, err, "%s%s%s%s%s%s", parser->problem,
                        context ? " " : "", context ? context : "", since, advice ? "; " : "",
                        advice ? advice : "");
}
