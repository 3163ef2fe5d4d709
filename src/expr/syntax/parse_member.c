/* The half of the parser below the operators: literals, names, calls, selections, indexes. */
#include "expr/syntax/parser.h"

#include "expr/syntax/literal.h"
#include "expr/syntax/macro.h"
#include "expr/term/escape.h"

static struct ls_arena *arena_of(struct ls_cel_parser *parser)
{
    return parser->builder.issues->arena;
}

/* Is there a ?, and is optional syntax on? */
static bool accept_optional(struct ls_cel_parser *parser, uint32_t offset, const char *as)
{
    if (!ls_cel_accept(parser, LS_CEL_TOKEN_QUESTION))
        return false;
    if (!parser->syntax->has_optional)
        (void)ls_cel_build_wrong(&parser->builder, offset, "unsupported syntax '%s'", as);
    return true;
}

static struct ls_cel_nodes parse_args(struct ls_cel_parser *parser)
{
    struct ls_cel_nodes args = {0};
    if (ls_cel_accept(parser, LS_CEL_TOKEN_RPAREN))
        return args;
    do
        ls_cel_nodes_add(&parser->builder, &args, ls_cel_parse_expr(parser));
    while (ls_cel_accept(parser, LS_CEL_TOKEN_COMMA));
    ls_cel_expect(parser, LS_CEL_TOKEN_RPAREN);
    return args;
}

/* Starts at the parenthesis. */
static const struct ls_cel_node *parse_call(struct ls_cel_parser *parser, struct ls_slice name,
                                            const struct ls_cel_node *target)
{
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, ls_cel_here(parser));
    parser->at++;
    struct ls_cel_macro_call call = {.builder = &parser->builder,
                                     .offset = mark.offset,
                                     .name = name,
                                     .target = target,
                                     .args = parse_args(parser)};
    const struct ls_cel_node *expanded = NULL;
    if (!parser->is_broken && !parser->builder.is_over)
        expanded = ls_cel_macro_expand(parser->syntax->macros, &call);
    if (expanded != NULL)
        return expanded;
    return ls_cel_build_call(&parser->builder, mark, name, target, call.args);
}

/* A field's name, quoted or not. */
static struct ls_slice parse_field(struct ls_cel_parser *parser)
{
    struct ls_slice name = ls_cel_text(parser);
    uint32_t offset = ls_cel_here(parser);
    if (ls_cel_accept(parser, LS_CEL_TOKEN_NAME))
        return name;
    if (ls_cel_accept(parser, LS_CEL_TOKEN_QUOTED_NAME)) {
        if (!parser->syntax->has_quoted_names)
            (void)ls_cel_build_wrong(&parser->builder, offset, "unsupported syntax: '`'");
        return (struct ls_slice){name.at + 1, name.len - 2};
    }
    (void)ls_cel_break(parser);
    return LS_SLICE("");
}

static const struct ls_cel_node *optional_field(struct ls_cel_parser *parser, uint32_t dot,
                                                const struct ls_cel_node *operand)
{
    uint32_t offset = ls_cel_here(parser);
    struct ls_term name = {.kind = LS_TERM_STRING, .text = parse_field(parser)};
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(&parser->builder, &args, operand);
    ls_cel_nodes_add(
        &parser->builder, &args,
        ls_cel_build_literal(&parser->builder, ls_cel_mark(&parser->builder, offset), name));
    return ls_cel_build_call(&parser->builder, ls_cel_mark(&parser->builder, dot),
                             LS_SLICE(LS_CEL_OP_OPT_FIELD), NULL, args);
}

/* Starts at the dot. */
static const struct ls_cel_node *parse_select(struct ls_cel_parser *parser,
                                              const struct ls_cel_node *operand)
{
    uint32_t dot = ls_cel_here(parser);
    parser->at++;
    if (accept_optional(parser, dot, ".?"))
        return optional_field(parser, dot, operand);
    bool is_name = ls_cel_peek(parser, 0) == LS_CEL_TOKEN_NAME;
    struct ls_slice name = parse_field(parser);
    if (is_name && ls_cel_peek(parser, 0) == LS_CEL_TOKEN_LPAREN)
        return parse_call(parser, name, operand);
    return ls_cel_build_select(&parser->builder, ls_cel_mark(&parser->builder, dot), operand, name,
                               false);
}

/* Starts at the bracket. */
static const struct ls_cel_node *parse_index(struct ls_cel_parser *parser,
                                             const struct ls_cel_node *operand)
{
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, ls_cel_here(parser));
    parser->at++;
    bool is_optional = accept_optional(parser, mark.offset, "[?");
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(&parser->builder, &args, operand);
    ls_cel_nodes_add(&parser->builder, &args, ls_cel_parse_expr(parser));
    ls_cel_expect(parser, LS_CEL_TOKEN_RBRACKET);
    struct ls_slice name = is_optional ? LS_SLICE(LS_CEL_OP_OPT_INDEX) : LS_SLICE(LS_CEL_OP_INDEX);
    return ls_cel_build_call(&parser->builder, mark, name, NULL, args);
}

static const struct ls_cel_node *parse_list(struct ls_cel_parser *parser)
{
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, ls_cel_here(parser));
    struct ls_cel_entries entries = {0};
    parser->at++;
    bool has_more = ls_cel_peek(parser, 0) != LS_CEL_TOKEN_COMMA;
    while (has_more && ls_cel_peek(parser, 0) != LS_CEL_TOKEN_RBRACKET) {
        struct ls_cel_entry entry = {0};
        entry.is_optional = accept_optional(parser, ls_cel_here(parser), "?");
        entry.value = ls_cel_parse_expr(parser);
        ls_cel_entries_add(&parser->builder, &entries, entry);
        has_more = ls_cel_peek(parser, 0) == LS_CEL_TOKEN_COMMA &&
                   ls_cel_peek(parser, 1) != LS_CEL_TOKEN_RBRACKET;
        if (has_more)
            parser->at++;
    }
    (void)ls_cel_accept(parser, LS_CEL_TOKEN_COMMA);
    ls_cel_expect(parser, LS_CEL_TOKEN_RBRACKET);
    return ls_cel_build_entries(&parser->builder, mark, LS_CEL_NODE_LIST, LS_SLICE(""), entries);
}

/* One entry of a map, or of a struct, whose key is the name of a field. In cel-go the colon has an
 * id. */
static struct ls_cel_entry parse_entry(struct ls_cel_parser *parser, bool is_map)
{
    struct ls_cel_entry entry = {0};
    (void)ls_cel_mark(&parser->builder, ls_cel_here(parser));
    entry.is_optional = accept_optional(parser, ls_cel_here(parser), "?");
    if (is_map)
        entry.key = ls_cel_parse_expr(parser);
    else
        entry.name = parse_field(parser);
    entry.offset = ls_cel_here(parser);
    ls_cel_expect(parser, LS_CEL_TOKEN_COLON);
    entry.value = ls_cel_parse_expr(parser);
    return entry;
}

/* Starts at the brace. */
static const struct ls_cel_node *parse_braces(struct ls_cel_parser *parser, bool is_map,
                                              struct ls_slice type_name)
{
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, ls_cel_here(parser));
    struct ls_cel_entries entries = {0};
    parser->at++;
    bool has_more = ls_cel_peek(parser, 0) != LS_CEL_TOKEN_COMMA;
    while (has_more && ls_cel_peek(parser, 0) != LS_CEL_TOKEN_RBRACE) {
        ls_cel_entries_add(&parser->builder, &entries, parse_entry(parser, is_map));
        has_more = ls_cel_peek(parser, 0) == LS_CEL_TOKEN_COMMA &&
                   ls_cel_peek(parser, 1) != LS_CEL_TOKEN_RBRACE;
        if (has_more)
            parser->at++;
    }
    (void)ls_cel_accept(parser, LS_CEL_TOKEN_COMMA);
    ls_cel_expect(parser, LS_CEL_TOKEN_RBRACE);
    return ls_cel_build_entries(&parser->builder, mark,
                                is_map ? LS_CEL_NODE_MAP : LS_CEL_NODE_STRUCT, type_name, entries);
}

/* The number of tokens from the first name of a.b.c{ to its brace; 0: there is no brace. */
static size_t struct_name_tokens(const struct ls_cel_parser *parser)
{
    size_t ahead = 1;
    while (ls_cel_peek(parser, ahead) == LS_CEL_TOKEN_DOT &&
           ls_cel_peek(parser, ahead + 1) == LS_CEL_TOKEN_NAME)
        ahead += 2;
    return ls_cel_peek(parser, ahead) == LS_CEL_TOKEN_LBRACE ? ahead : 0;
}

static const struct ls_cel_node *parse_struct(struct ls_cel_parser *parser, size_t name_tokens,
                                              const char *leading_dot)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&name, leading_dot);
    for (; name_tokens > 0; name_tokens--, parser->at++)
        ls_buf_add_slice(&name, ls_cel_text(parser));
    return parse_braces(parser, false, ls_arena_slice(arena_of(parser), ls_buf_slice(&name)));
}

/* A name, a call of a function, or the name of a struct literal. */
static const struct ls_cel_node *parse_name(struct ls_cel_parser *parser)
{
    uint32_t start = ls_cel_here(parser);
    bool has_dot = ls_cel_accept(parser, LS_CEL_TOKEN_DOT);
    if (ls_cel_peek(parser, 0) != LS_CEL_TOKEN_NAME)
        return ls_cel_break(parser);
    size_t name_tokens = struct_name_tokens(parser);
    if (name_tokens > 0)
        return parse_struct(parser, name_tokens, has_dot ? "." : "");
    struct ls_slice name = ls_cel_text(parser);
    uint32_t offset = ls_cel_here(parser);
    parser->at++;
    bool is_reserved = ls_cel_is_reserved(name); /* fields may still have such a name */
    if (has_dot && !is_reserved)
        name = ls_slice_of(ls_arena_printf(arena_of(parser), ".%.*s", LS_ARG(name)));
    bool is_call = ls_cel_peek(parser, 0) == LS_CEL_TOKEN_LPAREN;
    const struct ls_cel_node *node = NULL;
    if (is_call)
        node = parse_call(parser, name, NULL);
    if (is_reserved)
        return ls_cel_build_wrong(&parser->builder, start, "reserved identifier: %.*s",
                                  LS_ARG(name));
    if (is_call)
        return node;
    return ls_cel_build_ident(&parser->builder, ls_cel_mark(&parser->builder, offset), name);
}

static const struct ls_cel_node *parse_parenthesis(struct ls_cel_parser *parser)
{
    parser->at++;
    const struct ls_cel_node *node = ls_cel_parse_expr(parser);
    ls_cel_expect(parser, LS_CEL_TOKEN_RPAREN);
    return node;
}

static bool read_literal(struct ls_cel_parser *parser, bool is_negative, struct ls_term *out,
                         const char **why)
{
    struct ls_slice text = ls_cel_text(parser);
    switch (ls_cel_peek(parser, 0)) {
    case LS_CEL_TOKEN_INT:
        *why = "invalid int literal";
        out->kind = LS_TERM_INT;
        return ls_cel_read_int(text, is_negative, &out->integer);
    case LS_CEL_TOKEN_UINT:
        *why = "invalid uint literal";
        out->kind = LS_TERM_UINT;
        return ls_cel_read_uint(text, &out->natural);
    case LS_CEL_TOKEN_FLOAT:
        *why = "invalid double literal";
        out->kind = LS_TERM_DOUBLE;
        return ls_cel_read_double(text, is_negative, &out->real);
    case LS_CEL_TOKEN_STRING:
        out->kind = LS_TERM_STRING;
        return ls_cel_unquote(arena_of(parser), text, false, &out->text, why);
    case LS_CEL_TOKEN_BYTES:
        out->kind = LS_TERM_BYTES;
        return ls_cel_unquote(arena_of(parser), text, true, &out->text, why);
    case LS_CEL_TOKEN_TRUE:
    case LS_CEL_TOKEN_FALSE:
        out->kind = LS_TERM_BOOL;
        out->truth = ls_cel_peek(parser, 0) == LS_CEL_TOKEN_TRUE;
        return true;
    default:
        out->kind = LS_TERM_NULL;
        return true;
    }
}

static const struct ls_cel_node *parse_literal(struct ls_cel_parser *parser)
{
    uint32_t offset = ls_cel_here(parser);
    bool is_negative = ls_cel_accept(parser, LS_CEL_TOKEN_MINUS);
    enum ls_cel_token_kind kind = ls_cel_peek(parser, 0);
    if (is_negative && kind != LS_CEL_TOKEN_INT && kind != LS_CEL_TOKEN_FLOAT)
        return ls_cel_break(parser);
    struct ls_term literal = {.kind = LS_TERM_NULL};
    const char *why = "";
    bool is_fine = read_literal(parser, is_negative, &literal, &why);
    parser->at++;
    if (!is_fine)
        return ls_cel_build_wrong(&parser->builder, offset, "%s", why);
    return ls_cel_build_literal(&parser->builder, ls_cel_mark(&parser->builder, offset), literal);
}

static const struct ls_cel_node *parse_primary(struct ls_cel_parser *parser)
{
    switch (ls_cel_peek(parser, 0)) {
    case LS_CEL_TOKEN_DOT:
    case LS_CEL_TOKEN_NAME:
        return parse_name(parser);
    case LS_CEL_TOKEN_LPAREN:
        return parse_parenthesis(parser);
    case LS_CEL_TOKEN_LBRACKET:
        return parse_list(parser);
    case LS_CEL_TOKEN_LBRACE:
        return parse_braces(parser, true, LS_SLICE(""));
    case LS_CEL_TOKEN_MINUS:
    case LS_CEL_TOKEN_INT:
    case LS_CEL_TOKEN_UINT:
    case LS_CEL_TOKEN_FLOAT:
    case LS_CEL_TOKEN_STRING:
    case LS_CEL_TOKEN_BYTES:
    case LS_CEL_TOKEN_TRUE:
    case LS_CEL_TOKEN_FALSE:
    case LS_CEL_TOKEN_NULL:
        return parse_literal(parser);
    default:
        return ls_cel_break(parser);
    }
}

const struct ls_cel_node *ls_cel_parse_member(struct ls_cel_parser *parser)
{
    const struct ls_cel_node *node = parse_primary(parser);
    for (;;) {
        enum ls_cel_token_kind next = ls_cel_peek(parser, 0);
        if (parser->builder.is_over || (next != LS_CEL_TOKEN_DOT && next != LS_CEL_TOKEN_LBRACKET))
            return node;
        node = next == LS_CEL_TOKEN_DOT ? parse_select(parser, node) : parse_index(parser, node);
    }
}
