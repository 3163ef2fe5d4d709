/* The YAML printer: strings, in the quotes that they need. */
#include "value/yaml_print.h"

#include <string.h>

#include "base/utf8.h"
#include "value/yaml_scalar.h"

enum style { STYLE_PLAIN, STYLE_SINGLE, STYLE_DOUBLE, STYLE_BLOCK };

/* What a text holds that some styles cannot show. */
struct traits {
    bool has_break; /* a line feed */
    bool has_edge;  /* space or line feed at either end */
    bool ends_in_space;
    bool space_at_break; /* a line that ends in space */
    bool has_indicator;  /* would be read as punctuation */
    bool has_unprintable;
};

static bool is_printable(uint32_t c)
{
    if (c == '\n' || (c >= 0x20 && c <= 0x7e))
        return true;
    /* Line separators and the byte order mark are invisible: escaped. So is everything past the
     * basic plane, as kubectl does. */
    return c >= 0xa0 && c <= 0xfffd && c != 0x2028 && c != 0x2029 && c != 0xfeff;
}

static bool is_blank_at(struct ls_slice text, size_t i)
{
    return i >= text.len || text.at[i] == ' ' || text.at[i] == '\t';
}

static bool starts_with_indicator(struct ls_slice text)
{
    if (ls_slice_starts(text, "---") || ls_slice_starts(text, "..."))
        return true;
    if (ls_char_is_any(text.at[0], "?:-"))
        return is_blank_at(text, 1);
    return ls_char_is_any(text.at[0], "#,[]{}&*!|>'\"%@`");
}

static bool is_indicator_at(struct ls_slice text, size_t i)
{
    if (text.at[i] == ':')
        return is_blank_at(text, i + 1);
    return text.at[i] == '#' && (text.at[i - 1] == ' ' || text.at[i - 1] == '\n');
}

static void traits_add(struct traits *traits, struct ls_slice text, size_t i, uint32_t c)
{
    traits->has_unprintable |= !is_printable(c);
    if (c == '\n') {
        traits->has_break = true;
        traits->space_at_break |= i > 0 && text.at[i - 1] == ' ';
    }
    if (i > 0)
        traits->has_indicator |= is_indicator_at(text, i);
}

static struct traits traits_of(struct ls_slice text)
{
    char first = text.at[0], last = text.at[text.len - 1];
    struct traits traits = {
        .has_indicator = first != '\0' && starts_with_indicator(text),
        .has_edge = first == ' ' || first == '\n' || last == ' ' || last == '\n',
        .ends_in_space = last == ' ',
    };
    for (size_t i = 0, width; i < text.len; i += width) {
        uint32_t c = (unsigned char)text.at[i];
        width = c < 0x80 ? 1 : ls_utf8_decode(ls_slice_from(text, i), &c);
        LS_ASSERT(width > 0);
        traits_add(&traits, text, i, c);
    }
    return traits;
}

/* Would the text without quotes be read as something else than this string? */
static bool means_something_else(struct ls_slice text, bool is_key)
{
    return ls_yaml_resolve(text).kind != LS_YAML_STRING || ls_yaml_is_base60(text) ||
           (is_key && ls_slice_is(text, "<<"));
}

static enum style style_of(struct ls_slice text, bool is_key)
{
    if (text.len == 0)
        return STYLE_DOUBLE;
    struct traits traits = traits_of(text);
    if (traits.has_unprintable || traits.space_at_break)
        return STYLE_DOUBLE;
    if (traits.has_break)
        return traits.ends_in_space || is_key ? STYLE_DOUBLE : STYLE_BLOCK;
    if (means_something_else(text, is_key))
        return STYLE_DOUBLE;
    return traits.has_edge || traits.has_indicator ? STYLE_SINGLE : STYLE_PLAIN;
}

/* A string on its way to the output, with the column that decides where a line is broken. */
struct writer {
    struct ls_buf *out;
    struct ls_slice text;
    struct ls_yaml_place place;
    size_t column;
};

static void put(struct writer *writer, const char *bytes, size_t len)
{
    ls_buf_add(writer->out, bytes, len);
    for (size_t i = 0; i < len; i++)
        writer->column += ((unsigned char)bytes[i] & 0xc0) != 0x80;
}

static void break_line(struct writer *writer)
{
    ls_buf_add_char(writer->out, '\n');
    for (size_t i = 0; i < writer->place.indent; i++)
        ls_buf_add_char(writer->out, ' ');
    writer->column = writer->place.indent;
}

/* May the space at i become a line break? It must be past the width, inside the text, and not after
 * another one. */
static bool is_break_point(const struct writer *writer, size_t i)
{
    struct ls_slice text = writer->text;
    return text.at[i] == ' ' && !writer->place.is_key && writer->column > LS_YAML_WIDTH && i > 0 &&
           i + 1 < text.len && text.at[i - 1] != ' ';
}

static size_t char_bytes(struct ls_slice text, size_t i)
{
    size_t end = i + 1;
    while (end < text.len && ((unsigned char)text.at[end] & 0xc0) == 0x80)
        end++;
    return end - i;
}

/* Plain or in single quotes: a line is broken only at a space between two other characters, since
 * spaces at the ends of a line are lost on reading. */
static void write_folded(struct writer *writer, bool doubles_quotes)
{
    struct ls_slice text = writer->text;
    for (size_t i = 0, width; i < text.len; i += width) {
        width = char_bytes(text, i);
        if (is_break_point(writer, i) && text.at[i + 1] != ' ') {
            break_line(writer);
            continue;
        }
        if (doubles_quotes && text.at[i] == '\'')
            put(writer, "'", 1);
        put(writer, text.at + i, width);
    }
}

/* Backslash and a letter, for the characters that have one. */
static char escape_letter(uint32_t c)
{
    static const char letters[] = {
        [0] = '0',  [7] = 'a',  [8] = 'b',  [9] = 't',   [10] = 'n',    [11] = 'v',
        [12] = 'f', [13] = 'r', [27] = 'e', ['"'] = '"', ['\\'] = '\\', [0x85] = 'N',
    };
    if (c == 0x2028 || c == 0x2029)
        return c == 0x2028 ? 'L' : 'P';
    return c < sizeof letters ? letters[c] : '\0';
}

static void put_escape(struct writer *writer, uint32_t c)
{
    char text[] = {'\\', escape_letter(c)};
    if (text[1]) {
        put(writer, text, sizeof text);
        return;
    }
    put(writer, c <= 0xff ? "\\x" : c <= 0xffff ? "\\u" : "\\U", 2);
    for (int shift = c <= 0xff ? 4 : c <= 0xffff ? 12 : 28; shift >= 0; shift -= 4)
        put(writer, &"0123456789ABCDEF"[c >> shift & 0xf], 1);
}

static void write_escaped(struct writer *writer)
{
    struct ls_slice text = writer->text;
    for (size_t i = 0, width; i < text.len; i += width) {
        uint32_t c = 0;
        width = ls_utf8_decode(ls_slice_from(text, i), &c);
        LS_ASSERT(width > 0);
        if (!is_printable(c) || c == '\n' || c == '"' || c == '\\') {
            put_escape(writer, c);
        } else if (is_break_point(writer, i)) {
            break_line(writer);
            if (text.at[i + 1] == ' ')
                put(writer, "\\", 1); /* or the spaces that begin the line would be lost */
        } else {
            put(writer, text.at + i, width);
        }
    }
}

static void write_block(struct writer *writer)
{
    struct ls_slice text = writer->text;
    put(writer, "|", 1);
    /* The reader takes the indentation from the first line with text: written out when that is
     * wrong. */
    if (text.at[0] == ' ' || text.at[0] == '\n')
        put(writer, "2", 1);
    bool ends_in_break = text.at[text.len - 1] == '\n';
    bool ends_in_breaks = ends_in_break && (text.len == 1 || text.at[text.len - 2] == '\n');
    put(writer, ends_in_breaks ? "+" : "-", ends_in_breaks || !ends_in_break);
    while (text.len > 0) {
        struct ls_slice line = ls_slice_cut(text, '\n', &text);
        if (line.len > 0)
            break_line(writer);
        else
            ls_buf_add_char(writer->out, '\n');
        put(writer, line.at, line.len);
    }
    if (ends_in_break)
        ls_buf_add_char(writer->out, '\n');
}

void ls_yaml_print_string(struct ls_buf *out, struct ls_slice text, struct ls_yaml_place place)
{
    struct writer writer = {out, text, place, place.column};
    switch (style_of(text, place.is_key)) {
    case STYLE_PLAIN:
        write_folded(&writer, false);
        break;
    case STYLE_SINGLE:
        put(&writer, "'", 1);
        write_folded(&writer, true);
        put(&writer, "'", 1);
        break;
    case STYLE_DOUBLE:
        put(&writer, "\"", 1);
        write_escaped(&writer);
        put(&writer, "\"", 1);
        break;
    case STYLE_BLOCK:
        write_block(&writer);
        break;
    }
}
