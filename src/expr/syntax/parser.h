#pragma once
/*
 * The parser's own types, private to this folder: its position among the tokens, and its two halves
 * that call each other (operators in parse.c, their operands in parse_member.c).
 *
 * The first token that does not fit breaks it: it moves to the end, where every loop ends, and its
 * result is not used.
 */
#include "expr/syntax/builder.h"
#include "expr/syntax/token.h"

struct ls_cel_parser {
    struct ls_cel_builder builder;
    struct ls_cel_tokens tokens;
    size_t at;
    const struct ls_cel_syntax *syntax;
    uint32_t nesting; /* depth of nested expressions */
    bool is_broken;
};

static inline enum ls_cel_token_kind ls_cel_peek(const struct ls_cel_parser *parser, size_t ahead)
{
    size_t i = LS_MIN(parser->at + ahead, parser->tokens.count - 1);
    return parser->tokens.at[i].kind;
}
static inline uint32_t ls_cel_here(const struct ls_cel_parser *parser)
{
    return parser->tokens.at[parser->at].offset;
}
static inline struct ls_slice ls_cel_text(const struct ls_cel_parser *parser)
{
    return ls_cel_token_text(&parser->tokens, parser->at);
}
/* Moves past the token when it is of the kind. */
bool ls_cel_accept(struct ls_cel_parser *parser, enum ls_cel_token_kind kind);
/* The same; the parser is broken when it is not. */
void ls_cel_expect(struct ls_cel_parser *parser, enum ls_cel_token_kind kind);
const struct ls_cel_node *ls_cel_break(struct ls_cel_parser *parser);

const struct ls_cel_node *ls_cel_parse_expr(struct ls_cel_parser *parser);
const struct ls_cel_node *ls_cel_parse_member(struct ls_cel_parser *parser);
/* Reports what is wrong with tokens that are no expression: at least one issue. Returns them
 * repaired where possible: parsing these finds mistakes of other kinds. */
struct ls_cel_tokens ls_cel_diagnose(const struct ls_cel_tokens *tokens,
                                     struct ls_cel_issues *issues);
