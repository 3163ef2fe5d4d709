#include "value/go_text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "value/members.h"

const char *ls_go_type_name(enum ls_type type)
{
    switch (type) {
    case LS_TYPE_BOOL:
        return "bool";
    case LS_TYPE_INT:
        return "int64";
    case LS_TYPE_NUMBER:
        return "float64";
    case LS_TYPE_STRING:
        return "string";
    case LS_TYPE_LIST:
        return "[]interface {}";
    case LS_TYPE_MAP:
        return "map[string]interface {}";
    case LS_TYPE_ABSENT:
    case LS_TYPE_NULL:
        break;
    }
    return "<nil>";
}

/* U+2028 and U+2029 are the bytes E2 80 A8 and E2 80 A9. */
static bool is_separator(struct ls_slice text, size_t i)
{
    return text.len - i >= 3 && memcmp(text.at + i, "\xE2\x80", 2) == 0 &&
           (text.at[i + 2] == '\xA8' || text.at[i + 2] == '\xA9');
}

/* NULL: the byte needs no escape. */
static const char *byte_escape(char c, bool is_value, char scratch[8])
{
    switch (c) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    case '\r':
        return "\\r";
    case '\t':
        return "\\t";
    case '\b':
    case '\f':
        if (is_value)
            return c == '\b' ? "\\b" : "\\f";
        LS_FALLTHROUGH;
    default:
        if ((unsigned char)c >= 0x20 && !(is_value && (c == '<' || c == '>' || c == '&')))
            return NULL;
        snprintf(scratch, 8, "\\u%04x", (unsigned)(unsigned char)c);
        return scratch;
    }
}

static void json_string_print(struct ls_buf *out, struct ls_slice text, bool is_value)
{
    char scratch[8];
    ls_buf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        const char *escape = byte_escape(text.at[i], is_value, scratch);
        if (escape) {
            ls_buf_add_text(out, escape);
        } else if (is_value && is_separator(text, i)) {
            ls_buf_add_text(out, text.at[i + 2] == '\xA8' ? "\\u2028" : "\\u2029");
            i += 2;
        } else {
            ls_buf_add_char(out, text.at[i]);
        }
    }
    ls_buf_add_char(out, '"');
}

/* The fewest digits that read back as the same number, as "d.ddde+dd". */
static void shortest_print(char *text, size_t bytes, double number)
{
    for (int digits = 0; digits <= 16; digits++) {
        snprintf(text, bytes, "%.*e", digits, number);
        if (strtod(text, NULL) == number)
            return;
    }
}

static int exponent_of(const char *text)
{
    return (int)strtol(strchr(text, 'e') + 1, NULL, 10);
}

/* The digits of "d.ddde+dd" with the point where the exponent says. */
static void positional_print(struct ls_buf *out, const char *text)
{
    char digits[32];
    int count = 0;
    int exponent = exponent_of(text);
    for (const char *at = text; *at != 'e'; at++) {
        if (*at >= '0' && *at <= '9')
            digits[count++] = *at;
    }
    if (*text == '-')
        ls_buf_add_char(out, '-');
    if (exponent < 0)
        ls_buf_add_text(out, "0.");
    for (int i = exponent + 1; i < 0; i++)
        ls_buf_add_char(out, '0');
    for (int i = 0; i < count || i <= exponent; i++) {
        ls_buf_add_char(out, i < count ? digits[i] : '0');
        if (i == exponent && i + 1 < count)
            ls_buf_add_char(out, '.');
    }
}

void ls_go_print_positional(struct ls_buf *out, double number)
{
    LS_ASSERT(isfinite(number));
    char text[40];
    shortest_print(text, sizeof text, number);
    positional_print(out, text);
}

/* Decimal exponents from which on a number is written with one. */
struct notation {
    int low;
    int high;
    bool is_short; /* 1e-7, else 1e-07 */
};
static const struct notation in_json = {-7, 21, true};
static const struct notation in_paths = {-7, 21, false};
static const struct notation in_words = {-5, 6, false};

static void double_print(struct ls_buf *out, double value, struct notation notation)
{
    char text[40];
    shortest_print(text, sizeof text, value);
    int exponent = exponent_of(text);
    if (exponent > notation.low && exponent < notation.high)
        positional_print(out, text);
    else if (notation.is_short && exponent < 0 && exponent > -10)
        ls_buf_printf(out, "%.*s%d", (int)(strchr(text, 'e') + 1 - text), text, exponent);
    else
        ls_buf_add_text(out, text);
}

static void decimal_print(struct ls_buf *out, struct ls_node number, struct notation notation)
{
    double value = ls_node_double(number, 0);
    if (isfinite(value))
        double_print(out, value, notation);
    else /* no double holds it: the text is kept */
        ls_buf_add_slice(out, ls_node_number_text(number));
}

static void plain_print(struct ls_buf *out, struct ls_node scalar, struct notation notation)
{
    switch (ls_node_type(scalar)) {
    case LS_TYPE_BOOL:
        ls_buf_add_text(out, ls_node_bool(scalar, false) ? "true" : "false");
        return;
    case LS_TYPE_INT:
        ls_buf_printf(out, "%lld", (long long)ls_node_int(scalar, 0));
        return;
    case LS_TYPE_NUMBER:
        decimal_print(out, scalar, notation);
        return;
    default:
        ls_buf_add_text(out, "null");
        return;
    }
}

void ls_go_print_name(struct ls_buf *out, struct ls_slice name)
{
    json_string_print(out, name, false);
}

void ls_go_print_scalar(struct ls_buf *out, struct ls_node scalar)
{
    if (ls_node_is_string(scalar))
        json_string_print(out, ls_node_string(scalar), true);
    else
        plain_print(out, scalar, in_paths);
}

/* What %q escapes past ASCII: controls, spaces, marks without a shape, private and unpaired ones.
 * Of the characters that Unicode has not assigned only the last planes are escaped. */
static bool is_shown(uint32_t character)
{
    static const uint32_t hidden[][2] = {
        {0x7f, 0xa0},     {0xad, 0xad},     {0x61c, 0x61c},      {0x1680, 0x1680}, {0x180e, 0x180e},
        {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x206f},    {0x3000, 0x3000}, {0xd800, 0xf8ff},
        {0xfeff, 0xfeff}, {0xfff0, 0xfffb}, {0xe0000, 0x10ffff},
    };
    for (size_t i = 0; i < LS_COUNT(hidden); i++) {
        if (character >= hidden[i][0] && character <= hidden[i][1])
            return false;
    }
    return character >= ' ' && !ls_utf8_is_control(character);
}

/* One character as %q has it. */
static void character_quote(struct ls_buf *out, struct ls_slice bytes, uint32_t character)
{
    static const char letters[] = "\aa\bb\ff\nn\rr\tt\vv\"\"\\\\";
    const char *letter = character && character < 0x80 ? strchr(letters, (int)character) : NULL;
    if (letter && (letter - letters) % 2 == 0)
        ls_buf_printf(out, "\\%c", letter[1]);
    else if (is_shown(character))
        ls_buf_add_slice(out, bytes);
    else
        ls_buf_printf(out,
                      character < 0x80      ? "\\x%02x"
                      : character < 0x10000 ? "\\u%04x"
                                            : "\\U%08x",
                      (unsigned)character);
}

void ls_go_quote(struct ls_buf *out, struct ls_slice text)
{
    ls_buf_add_char(out, '"');
    while (text.len > 0) {
        uint32_t character = 0;
        size_t len = ls_utf8_decode(text, &character);
        if (len > 0)
            character_quote(out, (struct ls_slice){text.at, len}, character);
        else
            ls_buf_printf(out, "\\x%02x", (unsigned)(unsigned char)*text.at);
        text = ls_slice_from(text, len > 0 ? len : 1);
    }
    ls_buf_add_char(out, '"');
}

void ls_go_quote_scalar(struct ls_buf *out, struct ls_node scalar)
{
    if (ls_node_is_string(scalar))
        ls_go_quote(out, ls_node_string(scalar));
    else
        plain_print(out, scalar, in_words);
}

void ls_go_print_double(struct ls_buf *out, double number)
{
    LS_ASSERT(isfinite(number));
    double_print(out, number, in_json);
}

void ls_go_show_double(struct ls_buf *out, double number)
{
    LS_ASSERT(isfinite(number));
    double_print(out, number, in_words);
}

static void json_print(struct ls_buf *out, struct ls_node node, bool is_sorted);

static void json_member_print(struct ls_buf *out, size_t i, struct ls_slice key,
                              struct ls_node value, bool is_sorted)
{
    if (i > 0)
        ls_buf_add_char(out, ',');
    json_string_print(out, key, true);
    ls_buf_add_char(out, ':');
    json_print(out, value, is_sorted);
}

static void json_map_print(struct ls_buf *out, struct ls_node map, bool is_sorted)
{
    size_t count = 0;
    ls_buf_add_char(out, '{');
    if (is_sorted) {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, map);
        for (; count < members.count; count++)
            json_member_print(out, count, members.at[count].key, members.at[count].value, true);
    } else {
        LS_EACH (it, map)
            json_member_print(out, count++, it.key, it.value, false);
    }
    ls_buf_add_char(out, '}');
}

static void json_list_print(struct ls_buf *out, struct ls_node list, bool is_sorted)
{
    size_t count = 0;
    ls_buf_add_char(out, '[');
    LS_EACH (it, list) {
        if (count++ > 0)
            ls_buf_add_char(out, ',');
        json_print(out, it.value, is_sorted);
    }
    ls_buf_add_char(out, ']');
}

static void json_print(struct ls_buf *out, struct ls_node node, bool is_sorted)
{
    if (ls_node_is_map(node))
        json_map_print(out, node, is_sorted);
    else if (ls_node_is_list(node))
        json_list_print(out, node, is_sorted);
    else if (ls_node_is_string(node))
        json_string_print(out, ls_node_string(node), true);
    else
        plain_print(out, node, in_json);
}

void ls_go_print_json(struct ls_buf *out, struct ls_node node)
{
    json_print(out, node, false);
}

void ls_go_print_json_sorted(struct ls_buf *out, struct ls_node node)
{
    json_print(out, node, true);
}

static void map_words_print(struct ls_buf *out, struct ls_node map)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    ls_buf_add_text(out, "map[");
    for (size_t i = 0; i < members.count; i++) {
        ls_buf_add_text(out, i > 0 ? " " : "");
        ls_buf_printf(out, "%.*s:", LS_ARG(members.at[i].key));
        ls_go_print_words(out, members.at[i].value);
    }
    ls_buf_add_char(out, ']');
}

void ls_go_print_words(struct ls_buf *out, struct ls_node node)
{
    if (ls_node_is_map(node)) {
        map_words_print(out, node);
    } else if (ls_node_is_list(node)) {
        size_t count = 0;
        ls_buf_add_char(out, '[');
        LS_EACH (it, node) {
            ls_buf_add_text(out, count++ > 0 ? " " : "");
            ls_go_print_words(out, it.value);
        }
        ls_buf_add_char(out, ']');
    } else if (ls_node_is_string(node)) {
        ls_buf_add_slice(out, ls_node_string(node));
    } else if (ls_node_is_null(node)) {
        ls_buf_add_text(out, "<nil>");
    } else {
        plain_print(out, node, in_words);
    }
}

static void map_print(struct ls_buf *out, struct ls_node map, bool is_syntax)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    ls_buf_add_text(out, is_syntax ? "map[string]interface {}{" : "map[");
    for (size_t i = 0; i < members.count; i++) {
        if (i)
            ls_buf_add_text(out, is_syntax ? ", " : " ");
        if (is_syntax)
            ls_go_quote(out, members.at[i].key);
        else
            ls_buf_add_slice(out, members.at[i].key);
        ls_buf_add_char(out, ':');
        if (is_syntax)
            ls_go_print_syntax(out, members.at[i].value);
        else
            ls_go_print_value(out, members.at[i].value);
    }
    ls_buf_add_char(out, is_syntax ? '}' : ']');
}

void ls_go_print_value(struct ls_buf *out, struct ls_node node)
{
    bool is_first = true;
    if (ls_node_is_map(node)) {
        map_print(out, node, false);
    } else if (ls_node_is_list(node)) {
        ls_buf_add_char(out, '[');
        LS_EACH (it, node) {
            ls_buf_add_text(out, is_first ? "" : " ");
            ls_go_print_value(out, it.value);
            is_first = false;
        }
        ls_buf_add_char(out, ']');
    } else if (ls_node_is_string(node)) {
        ls_buf_add_slice(out, ls_node_string(node));
    } else if (ls_node_is_null(node) || ls_node_is_absent(node)) {
        ls_buf_add_text(out, "<nil>");
    } else {
        ls_go_print_scalar(out, node);
    }
}

void ls_go_print_syntax(struct ls_buf *out, struct ls_node node)
{
    bool is_first = true;
    if (ls_node_is_map(node)) {
        map_print(out, node, true);
    } else if (ls_node_is_list(node)) {
        ls_buf_add_text(out, "[]interface {}{");
        LS_EACH (it, node) {
            ls_buf_add_text(out, is_first ? "" : ", ");
            ls_go_print_syntax(out, it.value);
            is_first = false;
        }
        ls_buf_add_char(out, '}');
    } else if (ls_node_is_null(node) || ls_node_is_absent(node)) {
        ls_buf_add_text(out, "interface {}(nil)");
    } else {
        ls_go_quote_scalar(out, node);
    }
}
