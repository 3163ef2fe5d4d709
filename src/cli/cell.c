#include "cli/cell.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli/limits.h"
#include "value/members.h"

enum { DIGITS_MAX = 17, NUMBER_BYTES_MAX = 40, EXPONENT_MIN = -4, EXPONENT_MAX = 21 };

/* ---- text ---- */

static void control_print(struct ls_buf *out, uint32_t character)
{
    if (character < 0x20)
        ls_buf_printf(out, "^%c", (int)character + '@');
    else if (character == 0x7f)
        ls_buf_add_text(out, "^?");
    else
        ls_buf_printf(out, "\\u%04" PRIx32, character);
}

void ls_cell_print_text(struct ls_buf *out, struct ls_slice text)
{
    while (text.len > 0) {
        uint32_t character = 0;
        size_t bytes = ls_utf8_decode(text, &character);
        bool is_plain = character == '\t' || !ls_utf8_is_control(character);
        bytes = bytes ? bytes : 1;
        if (is_plain)
            ls_buf_add(out, text.at, bytes);
        else
            control_print(out, character);
        text = ls_slice_from(text, bytes);
    }
}

static void string_print(struct ls_buf *out, struct ls_slice text)
{
    size_t end = 0;
    while (end < text.len && !ls_char_is_any(text.at[end], "\f\n\r"))
        end++;
    ls_cell_print_text(out, (struct ls_slice){text.at, end});
    if (end < text.len)
        ls_buf_add_text(out, "...");
}

/* ---- numbers ---- */

/* The fewest digits that read back as the same number; exponents only far from the point. */
static void double_print(struct ls_buf *out, double value)
{
    char text[NUMBER_BYTES_MAX];
    int digits = 0;
    do
        snprintf(text, sizeof text, "%.*e", digits, value);
    while (strtod(text, NULL) != value && ++digits < DIGITS_MAX);
    const char *e = strchr(text, 'e');
    int exponent = e ? (int)strtol(e + 1, NULL, 10) : 0;
    if (exponent < EXPONENT_MIN || exponent >= EXPONENT_MAX)
        ls_buf_add_text(out, text);
    else
        ls_buf_printf(out, "%.*f", LS_MAX(digits - exponent, 0), value);
}

/* ---- what holds other values ---- */

static void value_print(struct ls_buf *out, struct ls_node value, unsigned depth);

static void map_print(struct ls_buf *out, struct ls_node map, unsigned depth)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    ls_buf_add_text(out, "map[");
    for (size_t i = 0; i < members.count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ' ');
        ls_cell_print_text(out, members.at[i].key);
        ls_buf_add_char(out, ':');
        value_print(out, members.at[i].value, depth + 1);
    }
    ls_buf_add_char(out, ']');
}

static void list_print(struct ls_buf *out, struct ls_node list, unsigned depth)
{
    const char *before = "[";
    LS_EACH (it, list) {
        ls_buf_add_text(out, before);
        value_print(out, it.value, depth + 1);
        before = " ";
    }
    ls_buf_add_text(out, before[0] == '[' ? "[]" : "]");
}

static void value_print(struct ls_buf *out, struct ls_node value, unsigned depth)
{
    switch (depth < LS_CELL_DEPTH_MAX ? ls_node_type(value) : LS_TYPE_ABSENT) {
    case LS_TYPE_STRING:
        ls_cell_print_text(out, ls_node_string(value));
        break;
    case LS_TYPE_BOOL:
        ls_buf_add_text(out, ls_node_bool(value, false) ? "true" : "false");
        break;
    case LS_TYPE_INT:
        ls_buf_printf(out, "%" PRId64, ls_node_int(value, 0));
        break;
    case LS_TYPE_NUMBER:
        double_print(out, ls_node_double(value, 0));
        break;
    case LS_TYPE_LIST:
        list_print(out, value, depth);
        break;
    case LS_TYPE_MAP:
        map_print(out, value, depth);
        break;
    case LS_TYPE_NULL:
        ls_buf_add_text(out, "<nil>");
        break;
    case LS_TYPE_ABSENT:
        ls_buf_add_text(out, "...");
        break;
    }
}

void ls_cell_print(struct ls_buf *out, struct ls_node cell)
{
    if (ls_node_is_string(cell))
        string_print(out, ls_node_string(cell));
    else if (!ls_node_is_null(cell) && !ls_node_is_absent(cell))
        value_print(out, cell, 0);
}
