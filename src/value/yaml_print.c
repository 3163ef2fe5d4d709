#include "value/yaml.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/vec.h"
#include "value/limits.h"
#include "value/yaml_print.h"
#include "value/yaml_scalar.h"

struct yaml_print_member {
    struct ls_slice key;
    struct ls_node value;
};

struct printer {
    struct ls_buf *out;
    size_t start; /* of our text in out */
    enum ls_yaml_order order;
    LS_VEC(struct yaml_print_member)
    members; /* of all maps that are being printed, innermost last */
};

static void print_node(struct printer *printer, struct ls_node node, size_t indent);

static size_t line_column(const struct printer *printer)
{
    size_t column = 0;
    for (size_t i = printer->out->len; i > printer->start && printer->out->at[i - 1] != '\n'; i--)
        column += ((unsigned char)printer->out->at[i - 1] & 0xc0) != 0x80;
    return column;
}

static bool is_at_line_start(const struct printer *printer)
{
    const struct ls_buf *out = printer->out;
    return out->len == printer->start || out->at[out->len - 1] == '\n';
}

static void begin_line(struct printer *printer, size_t indent)
{
    if (!is_at_line_start(printer))
        ls_buf_add_char(printer->out, '\n');
    for (size_t i = 0; i < indent; i++)
        ls_buf_add_char(printer->out, ' ');
}

static void print_string(struct printer *printer, struct ls_slice text, size_t indent, bool is_key)
{
    struct ls_yaml_place place = {
        .indent = indent + LS_YAML_INDENT,
        .column = line_column(printer),
        .is_key = is_key,
    };
    ls_yaml_print_string(printer->out, text, place);
}

static bool is_block(struct ls_node node)
{
    return ls_node_count(node) > 0;
}

/* The value of a key on this line: maps and lists begin on the next, lists without indentation. */
static void print_after_key(struct printer *printer, struct ls_node value, size_t indent)
{
    ls_buf_add_char(printer->out, ':');
    if (!is_block(value)) {
        ls_buf_add_char(printer->out, ' ');
        print_node(printer, value, indent);
        return;
    }
    size_t inner = indent + (ls_node_is_map(value) ? LS_YAML_INDENT : 0);
    begin_line(printer, inner);
    print_node(printer, value, inner);
}

/* A value behind "- ", "? " or ": ", on the same line. */
static void print_behind(struct printer *printer, const char *mark, struct ls_node value,
                         size_t indent)
{
    ls_buf_add_text(printer->out, mark);
    print_node(printer, value, is_block(value) ? indent + LS_YAML_INDENT : indent);
}

/* Without any of the characters that YAML 1.1 takes for the end of a line. */
static bool is_one_line(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '\n' || text.at[i] == '\r')
            return false;
        struct ls_slice rest = ls_slice_from(text, i);
        if ((unsigned char)text.at[i] >= 0x80 &&
            (ls_slice_starts(rest, "\xc2\x85") || ls_slice_starts(rest, "\xe2\x80\xa8") ||
             ls_slice_starts(rest, "\xe2\x80\xa9")))
            return false;
    }
    return true;
}

static void print_member(struct printer *printer, struct yaml_print_member member, size_t indent)
{
    if (member.key.len <= LS_YAML_SIMPLE_KEY_MAX && is_one_line(member.key)) {
        print_string(printer, member.key, indent, true);
        print_after_key(printer, member.value, indent);
        return;
    }
    ls_buf_add_text(printer->out, "? ");
    print_string(printer, member.key, indent, false);
    begin_line(printer, indent);
    print_behind(printer, ": ", member.value, indent);
}

static int member_compare(const void *a, const void *b)
{
    const struct yaml_print_member *left = a, *right = b;
    return ls_yaml_key_compare(left->key, right->key);
}

static void print_map(struct printer *printer, struct ls_node map, size_t indent)
{
    size_t first = printer->members.count;
    LS_EACH (it, map) {
        ls_vec_push(&printer->members, (struct yaml_print_member){it.key, it.value});
    }
    size_t end = printer->members.count;
    LS_ASSERT(end > first); /* an empty map is printed in flow form */
    if (printer->order == LS_YAML_SORTED)
        qsort(printer->members.at + first, end - first, sizeof(struct yaml_print_member),
              member_compare);
    for (size_t i = first; i < end; i++) {
        if (i > first)
            begin_line(printer, indent);
        print_member(printer, printer->members.at[i], indent);
    }
    printer->members.count = first;
}

static void print_list(struct printer *printer, struct ls_node list, size_t indent)
{
    bool is_first = true;
    LS_EACH (it, list) {
        if (!is_first)
            begin_line(printer, indent);
        is_first = false;
        print_behind(printer, "- ", it.value, indent);
    }
}

/* The first line of the node starts at the cursor; a block's further lines at indent, a scalar's
 * one step deeper. */
static void print_node(struct printer *printer, struct ls_node node, size_t indent)
{
    switch (ls_node_type(node)) {
    case LS_TYPE_ABSENT:
    case LS_TYPE_NULL:
        ls_buf_add_text(printer->out, "null");
        break;
    case LS_TYPE_BOOL:
        ls_buf_add_text(printer->out, ls_node_bool(node, false) ? "true" : "false");
        break;
    case LS_TYPE_INT:
        ls_buf_printf(printer->out, "%" PRId64, ls_node_int(node, 0));
        break;
    case LS_TYPE_NUMBER:
        ls_yaml_decimal_print(printer->out, ls_node_number_text(node));
        break;
    case LS_TYPE_STRING:
        print_string(printer, ls_node_string(node), indent, false);
        break;
    case LS_TYPE_LIST:
        if (is_block(node))
            print_list(printer, node, indent);
        else
            ls_buf_add_text(printer->out, "[]");
        break;
    case LS_TYPE_MAP:
        if (is_block(node))
            print_map(printer, node, indent);
        else
            ls_buf_add_text(printer->out, "{}");
        break;
    }
}

void ls_yaml_print(struct ls_buf *out, struct ls_node node, enum ls_yaml_order order)
{
    LS_ASSERT(order < LS_YAML_ORDER_COUNT);
    struct printer printer = {.out = out, .start = out->len, .order = order};
    print_node(&printer, node, 0);
    begin_line(&printer, 0);
    ls_vec_release(&printer.members);
}
