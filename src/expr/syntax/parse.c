#include "expr/syntax/parse.h"

#include "base/vec.h"
#include "expr/limits.h"
#include "expr/syntax/parser.h"

/* Operators of two operands by how tightly they bind; all are left-associative. */
static const struct {
    enum ls_cel_token_kind token;
    int binding;
    const char *name;
} operators[] = {
    {LS_CEL_TOKEN_LESS, 1, "_<_"},           {LS_CEL_TOKEN_LESS_EQUAL, 1, "_<=_"},
    {LS_CEL_TOKEN_GREATER_EQUAL, 1, "_>=_"}, {LS_CEL_TOKEN_GREATER, 1, "_>_"},
    {LS_CEL_TOKEN_EQUAL, 1, "_==_"},         {LS_CEL_TOKEN_NOT_EQUAL, 1, "_!=_"},
    {LS_CEL_TOKEN_IN, 1, LS_CEL_OP_IN},      {LS_CEL_TOKEN_PLUS, 2, "_+_"},
    {LS_CEL_TOKEN_MINUS, 2, "_-_"},          {LS_CEL_TOKEN_STAR, 3, "_*_"},
    {LS_CEL_TOKEN_SLASH, 3, "_/_"},          {LS_CEL_TOKEN_PERCENT, 3, "_%_"},
};

bool ls_cel_accept(struct ls_cel_parser *parser, enum ls_cel_token_kind kind)
{
    if (ls_cel_peek(parser, 0) != kind)
        return false;
    if (kind != LS_CEL_TOKEN_END)
        parser->at++;
    return true;
}

const struct ls_cel_node *ls_cel_break(struct ls_cel_parser *parser)
{
    LS_ASSERT(parser->tokens.count > 0);
    parser->is_broken = true;
    parser->at = parser->tokens.count - 1;
    struct ls_term nothing = {.kind = LS_TERM_NULL};
    return ls_cel_build_literal(&parser->builder, (struct ls_cel_mark){0}, nothing);
}

void ls_cel_expect(struct ls_cel_parser *parser, enum ls_cel_token_kind kind)
{
    LS_ASSERT(kind < LS_CEL_TOKEN_KIND_COUNT);
    if (!ls_cel_accept(parser, kind))
        (void)ls_cel_break(parser);
}

/* An odd number of signs is one operator, at the first sign; an even number is none. */
static const struct ls_cel_node *parse_signs(struct ls_cel_parser *parser,
                                             enum ls_cel_token_kind sign, const char *name)
{
    uint32_t offset = ls_cel_here(parser);
    size_t count = 0;
    while (ls_cel_accept(parser, sign))
        count++;
    if (count % 2 == 0)
        return ls_cel_parse_member(parser);
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, offset);
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(&parser->builder, &args, ls_cel_parse_member(parser));
    return ls_cel_build_call(&parser->builder, mark, ls_slice_of(name), NULL, args);
}

static bool is_negative_number(const struct ls_cel_parser *parser)
{
    enum ls_cel_token_kind next = ls_cel_peek(parser, 1);
    return ls_cel_peek(parser, 0) == LS_CEL_TOKEN_MINUS &&
           (next == LS_CEL_TOKEN_INT || next == LS_CEL_TOKEN_FLOAT);
}

static const struct ls_cel_node *parse_unary(struct ls_cel_parser *parser)
{
    if (ls_cel_peek(parser, 0) == LS_CEL_TOKEN_EXCLAM)
        return parse_signs(parser, LS_CEL_TOKEN_EXCLAM, LS_CEL_OP_NOT);
    if (ls_cel_peek(parser, 0) == LS_CEL_TOKEN_MINUS && !is_negative_number(parser))
        return parse_signs(parser, LS_CEL_TOKEN_MINUS, LS_CEL_OP_NEGATE);
    return ls_cel_parse_member(parser);
}

static size_t operator_here(const struct ls_cel_parser *parser)
{
    size_t i = 0;
    while (i < LS_COUNT(operators) && operators[i].token != ls_cel_peek(parser, 0))
        i++;
    return i;
}

/* Operands joined by operators that bind at least as tightly as `binding`. */
static const struct ls_cel_node *parse_binary(struct ls_cel_parser *parser, int binding)
{
    const struct ls_cel_node *left = parse_unary(parser);
    size_t op = operator_here(parser);
    while (op < LS_COUNT(operators) && operators[op].binding >= binding &&
           !parser->builder.is_over) {
        struct ls_cel_mark mark = ls_cel_mark(&parser->builder, ls_cel_here(parser));
        struct ls_cel_nodes args = {0};
        parser->at++;
        ls_cel_nodes_add(&parser->builder, &args, left);
        ls_cel_nodes_add(&parser->builder, &args, parse_binary(parser, operators[op].binding + 1));
        left =
            ls_cel_build_call(&parser->builder, mark, ls_slice_of(operators[op].name), NULL, args);
        op = operator_here(parser);
    }
    return left;
}

static const struct ls_cel_node *parse_relation(struct ls_cel_parser *parser)
{
    return parse_binary(parser, 1);
}

/* Terms of && or ||, and the marks of the operators between them. */
struct chain {
    struct ls_cel_builder *builder;
    struct ls_slice name;
    const struct ls_cel_node *const *terms;
    const struct ls_cel_mark *marks;
};

/* A long chain becomes a balanced tree, as in cel-go: its meaning does not depend on the order, and
 * the depth stays small. */
static const struct ls_cel_node *balance(const struct chain *chain, size_t low, size_t high)
{
    size_t middle = (low + high + 1) / 2;
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(chain->builder, &args,
                     middle == low ? chain->terms[middle] : balance(chain, low, middle - 1));
    ls_cel_nodes_add(chain->builder, &args,
                     middle == high ? chain->terms[middle + 1] : balance(chain, middle + 1, high));
    return ls_cel_build_call(chain->builder, chain->marks[middle], chain->name, NULL, args);
}

typedef const struct ls_cel_node *(*term_fn)(struct ls_cel_parser *parser);

static const struct ls_cel_node *parse_chain(struct ls_cel_parser *parser,
                                             enum ls_cel_token_kind op, const char *name,
                                             term_fn parse_term)
{
    const struct ls_cel_node *first = parse_term(parser);
    if (ls_cel_peek(parser, 0) != op)
        return first;
    struct ls_cel_nodes terms = {0};
    LS_VEC(struct ls_cel_mark) marks = {0};
    ls_cel_nodes_add(&parser->builder, &terms, first);
    for (uint32_t at = ls_cel_here(parser); ls_cel_accept(parser, op); at = ls_cel_here(parser)) {
        ls_cel_nodes_add(&parser->builder, &terms, parse_term(parser));
        ls_vec_push(&marks, ls_cel_mark(&parser->builder, at));
    }
    LS_ASSERT(marks.at != NULL);
    struct chain chain = {&parser->builder, ls_slice_of(name), terms.at, marks.at};
    const struct ls_cel_node *node = balance(&chain, 0, marks.count - 1);
    ls_vec_release(&marks);
    return node;
}

static const struct ls_cel_node *parse_and(struct ls_cel_parser *parser)
{
    return parse_chain(parser, LS_CEL_TOKEN_AND, LS_CEL_OP_AND, parse_relation);
}

static const struct ls_cel_node *parse_or(struct ls_cel_parser *parser)
{
    return parse_chain(parser, LS_CEL_TOKEN_OR, LS_CEL_OP_OR, parse_and);
}

static const struct ls_cel_node *parse_ternary(struct ls_cel_parser *parser)
{
    const struct ls_cel_node *condition = parse_or(parser);
    uint32_t offset = ls_cel_here(parser);
    if (!ls_cel_accept(parser, LS_CEL_TOKEN_QUESTION))
        return condition;
    struct ls_cel_mark mark = ls_cel_mark(&parser->builder, offset);
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(&parser->builder, &args, condition);
    ls_cel_nodes_add(&parser->builder, &args, parse_or(parser));
    ls_cel_expect(parser, LS_CEL_TOKEN_COLON);
    ls_cel_nodes_add(&parser->builder, &args, ls_cel_parse_expr(parser));
    return ls_cel_build_call(&parser->builder, mark, LS_SLICE(LS_CEL_OP_TERNARY), NULL, args);
}

const struct ls_cel_node *ls_cel_parse_expr(struct ls_cel_parser *parser)
{
    if (parser->is_broken || parser->builder.is_over)
        return ls_cel_break(parser);
    if (++parser->nesting > LS_CEL_DEPTH_MAX) {
        ls_cel_issue_add(parser->builder.issues, LS_CEL_NOWHERE,
                         "expression recursion limit exceeded: %d", LS_CEL_DEPTH_MAX);
        parser->builder.is_over = true;
        return ls_cel_break(parser);
    }
    const struct ls_cel_node *node = parse_ternary(parser);
    parser->nesting--;
    return node;
}

static size_t count_characters(struct ls_slice text)
{
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++)
        count += ((unsigned char)text.at[i] & 0xC0) != 0x80;
    return count;
}

static const struct ls_cel_node *parse_tokens(struct ls_cel_parser *parser)
{
    const struct ls_cel_node *root = ls_cel_parse_expr(parser);
    ls_cel_expect(parser, LS_CEL_TOKEN_END);
    return root;
}

/* Reports the mistakes of syntax first, then the others, as cel-go does. */
static void report_broken(const struct ls_cel_parser *parser, size_t lexed_count)
{
    struct ls_cel_issues *issues = parser->builder.issues;
    struct ls_cel_parser again = {.builder = {.issues = issues}, .syntax = parser->syntax};
    issues->count = lexed_count;
    issues->cut_count = 0;
    again.tokens = ls_cel_diagnose(&parser->tokens, issues);
    (void)parse_tokens(&again);
}

enum ls_code ls_cel_parse(struct ls_slice text, const struct ls_cel_syntax *syntax,
                          struct ls_cel_tree *out, struct ls_cel_issues *issues)
{
    LS_ASSERT(issues->arena);
    size_t characters = count_characters(text);
    if (characters > LS_CEL_CHARS_MAX || text.len > LS_CEL_BYTES_MAX) {
        ls_cel_issue_add(issues, LS_CEL_NOWHERE,
                         "expression code point size exceeds limit: size: %zu, limit %d",
                         characters, LS_CEL_CHARS_MAX);
        return LS_E_TOO_BIG;
    }
    struct ls_cel_parser parser = {.builder = {.issues = issues}, .syntax = syntax};
    issues->source = ls_arena_slice(issues->arena, text);
    ls_cel_lex(issues->source, &parser.tokens, issues);
    size_t lexed_count = issues->count;
    const struct ls_cel_node *root = parse_tokens(&parser);
    if (parser.builder.is_over)
        return LS_E_TOO_BIG;
    if (parser.is_broken && issues->cut_count == 0)
        report_broken(&parser, lexed_count);
    if (issues->count > 0)
        return LS_E_INVALID;
    LS_ASSERT(!parser.is_broken);
    *out = (struct ls_cel_tree){issues->source, root, parser.builder.id};
    return LS_OK;
}
