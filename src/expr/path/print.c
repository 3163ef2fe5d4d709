#include "expr/path/print.h"

#include "value/go_text.h"

enum { JSON_INDENT = 4 };

static void value_print(struct ls_buf *out, struct jsonpath_value value)
{
    struct ls_node node = value.node;
    if (value.origin == JSONPATH_OF_NOTHING)
        ls_buf_add_text(out, "<no value>");
    else if (ls_node_is_map(node) || ls_node_is_list(node))
        ls_go_print_json_sorted(out, node);
    else if (ls_node_is_null(node))
        ls_buf_add_text(out, "null");
    else
        ls_go_print_words(out, node);
}

void ls_jsonpath_print_text(struct ls_buf *out, const struct jsonpath_value *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ' ');
        value_print(out, values[i]);
    }
}

static void line_begin(struct ls_buf *out, size_t depth)
{
    ls_buf_printf(out, "\n%*s", (int)(depth * JSON_INDENT), "");
}

/* One character outside of strings; `next` is the one after it. */
static size_t sign_indent(struct ls_buf *out, char sign, char next, size_t depth)
{
    bool is_open = sign == '{' || sign == '[';
    bool is_close = sign == '}' || sign == ']';
    bool was_open = out->len > 0 && ls_char_is_any(out->at[out->len - 1], "{[");
    if (is_close) {
        depth--;
        if (!was_open)
            line_begin(out, depth);
    }
    ls_buf_add_char(out, sign);
    if (sign == ':')
        ls_buf_add_char(out, ' ');
    if (is_open)
        depth++;
    if (sign == ',' || (is_open && next != ']' && next != '}'))
        line_begin(out, depth);
    return depth;
}

/* Compact JSON, indented as Go does it. */
static void json_indent(struct ls_buf *out, struct ls_slice json)
{
    bool is_string = false;
    size_t depth = 0;
    for (size_t i = 0; i < json.len; i++) {
        char c = json.at[i];
        if (c == '"')
            is_string = !is_string;
        if (is_string && c == '\\') {
            ls_buf_add_char(out, c);
            ls_buf_add_char(out, json.at[++i]);
        } else if (is_string || c == '"' || !ls_char_is_any(c, "{}[]:,")) {
            ls_buf_add_char(out, c);
        } else {
            depth = sign_indent(out, c, i + 1 < json.len ? json.at[i + 1] : '\0', depth);
        }
    }
}

void ls_jsonpath_print_json(struct ls_buf *out, const struct jsonpath_value *values, size_t count)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_char(&json, '[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            ls_buf_add_char(&json, ',');
        ls_go_print_json_sorted(&json, values[i].node);
    }
    ls_buf_add_char(&json, ']');
    json_indent(out, ls_buf_slice(&json));
    ls_buf_add_char(out, '\n');
}
