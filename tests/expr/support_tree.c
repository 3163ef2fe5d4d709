#include "support_tree.h"

static void quoted_print(struct ls_buf *out, struct ls_slice text)
{
    ls_buf_add_char(out, '"');
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c < ' ' || c >= 0x7f || c == '"' || c == '\\')
            ls_buf_printf(out, "\\x%02x", c);
        else
            ls_buf_add_char(out, (char)c);
    }
    ls_buf_add_char(out, '"');
}

static void literal_print(struct ls_buf *out, struct ls_term term)
{
    switch (term.kind) {
    case LS_TERM_BOOL:
        ls_buf_add_text(out, term.truth ? "true" : "false");
        break;
    case LS_TERM_INT:
        ls_buf_printf(out, "%lld", (long long)term.integer);
        break;
    case LS_TERM_UINT:
        ls_buf_printf(out, "%lluu", (unsigned long long)term.natural);
        break;
    case LS_TERM_DOUBLE:
        ls_buf_printf(out, "d%.17g", term.real);
        break;
    case LS_TERM_STRING:
        quoted_print(out, term.text);
        break;
    case LS_TERM_BYTES:
        ls_buf_add_char(out, 'b');
        quoted_print(out, term.text);
        break;
    default:
        ls_buf_add_text(out, "null");
    }
}

static void call_print(struct ls_buf *out, const struct ls_cel_node *node, bool has_marks)
{
    if (node->call.target != NULL) {
        tree_print(out, node->call.target, has_marks);
        ls_buf_add_char(out, '.');
    }
    ls_buf_printf(out, "%.*s(", LS_ARG(node->call.name));
    for (size_t i = 0; i < node->call.arg_count; i++) {
        ls_buf_add_text(out, i > 0 ? ", " : "");
        tree_print(out, node->call.args[i], has_marks);
    }
    ls_buf_add_char(out, ')');
}

static void entries_print(struct ls_buf *out, const struct ls_cel_node *node, bool has_marks)
{
    bool is_list = node->kind == LS_CEL_NODE_LIST;
    ls_buf_printf(out, "%.*s%s", LS_ARG(node->entries.type_name), is_list ? "[" : "{");
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        ls_buf_printf(out, "%s%s", i > 0 ? ", " : "", entry->is_optional ? "?" : "");
        if (entry->key != NULL)
            tree_print(out, entry->key, has_marks);
        ls_buf_printf(out, "%.*s%s", LS_ARG(entry->name), is_list ? "" : ": ");
        tree_print(out, entry->value, has_marks);
    }
    ls_buf_add_char(out, is_list ? ']' : '}');
}

static void fold_print(struct ls_buf *out, const struct ls_cel_fold *fold, bool has_marks)
{
    ls_buf_printf(out, "fold(%.*s", LS_ARG(fold->var));
    if (fold->var2.len > 0)
        ls_buf_printf(out, ", %.*s", LS_ARG(fold->var2));
    ls_buf_add_text(out, " in ");
    tree_print(out, fold->range, has_marks);
    ls_buf_printf(out, "; %.*s = ", LS_ARG(fold->accu));
    tree_print(out, fold->init, has_marks);
    const struct ls_cel_node *const parts[] = {fold->condition, fold->step, fold->result};
    for (size_t i = 0; i < LS_COUNT(parts); i++) {
        ls_buf_add_text(out, "; ");
        tree_print(out, parts[i], has_marks);
    }
    ls_buf_add_char(out, ')');
}

static void select_print(struct ls_buf *out, const struct ls_cel_node *node, bool has_marks)
{
    tree_print(out, node->select.operand, has_marks);
    ls_buf_printf(out, node->select.is_test ? ".?%.*s~" : ".%.*s", LS_ARG(node->select.name));
}

void tree_print(struct ls_buf *out, const struct ls_cel_node *node, bool has_marks)
{
    switch (node->kind) {
    case LS_CEL_NODE_LITERAL:
        literal_print(out, node->literal);
        break;
    case LS_CEL_NODE_IDENT:
        ls_buf_add_slice(out, node->name);
        break;
    case LS_CEL_NODE_SELECT:
        select_print(out, node, has_marks);
        break;
    case LS_CEL_NODE_CALL:
        call_print(out, node, has_marks);
        break;
    case LS_CEL_NODE_FOLD:
        fold_print(out, node->fold, has_marks);
        break;
    default:
        entries_print(out, node, has_marks);
    }
    if (has_marks)
        ls_buf_printf(out, "#%u@%u", node->id, node->offset);
}

const char *tree_of_slice(struct ls_arena *arena, struct ls_slice text,
                          const struct ls_cel_syntax *syntax, bool has_marks)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_cel_issues issues = {.arena = arena};
    struct ls_cel_tree tree;
    if (ls_cel_parse(text, syntax, &tree, &issues))
        ls_cel_issues_print(&out, &issues);
    else
        tree_print(&out, tree.root, has_marks);
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

const char *tree_of(struct ls_arena *arena, const char *text, bool has_marks)
{
    const struct ls_cel_syntax syntax = {
        .macros = ~0u, .has_optional = true, .has_quoted_names = true};
    return tree_of_slice(arena, ls_slice_of(text), &syntax, has_marks);
}
