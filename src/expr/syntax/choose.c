/* Picks the way at a choice of the grammar by the tokens ahead (grammar.h). */
#include "expr/syntax/grammar.h"

#define T(kind) LS_CEL_TOKEN_BIT(LS_CEL_TOKEN_##kind)

struct ahead {
    const struct ls_cel_tokens *tokens;
    size_t at;
    size_t wrong;
};

static enum ls_cel_token_kind kind_at(const struct ahead *ahead, size_t i)
{
    size_t last = ahead->tokens->count - 1;
    return ahead->tokens->at[LS_MIN(ahead->at + i, last)].kind;
}

static bool fits(const struct ahead *ahead, size_t i, uint64_t tokens)
{
    return (LS_CEL_TOKEN_BIT(kind_at(ahead, i)) & tokens) != 0;
}

static bool begins(const struct ahead *ahead, size_t i, enum ls_cel_rule rule)
{
    return fits(ahead, i, ls_cel_tokens_at(ls_cel_rules[rule]));
}

static int no_way(struct ahead *ahead, size_t wrong)
{
    ahead->wrong = wrong;
    return 0;
}

static int choose_operator(const struct ahead *ahead, int binding)
{
    if (fits(ahead, 0, T(STAR) | T(SLASH) | T(PERCENT)))
        return binding <= 2 ? 1 : 2;
    return fits(ahead, 0, T(PLUS) | T(MINUS)) && binding <= 1 ? 1 : 2;
}

/* A minus before a number is part of it. */
static int choose_minus(struct ahead *ahead)
{
    if (fits(ahead, 1, T(INT) | T(FLOAT)))
        return 1;
    return begins(ahead, 1, LS_CEL_RULE_MEMBER) ? 3 : no_way(ahead, 1);
}

static int choose_unary(struct ahead *ahead)
{
    if (fits(ahead, 0, T(EXCLAM)))
        return 2;
    if (fits(ahead, 0, T(MINUS)))
        return choose_minus(ahead);
    return begins(ahead, 0, LS_CEL_RULE_MEMBER) ? 1 : no_way(ahead, 0);
}

static int choose_more_minus(struct ahead *ahead)
{
    if (!fits(ahead, 0, T(MINUS)))
        return begins(ahead, 0, LS_CEL_RULE_MEMBER) ? 2 : no_way(ahead, 0);
    return begins(ahead, 1, LS_CEL_RULE_MEMBER) ? 1 : no_way(ahead, 1);
}

static int choose_suffix_kind(struct ahead *ahead)
{
    if (fits(ahead, 0, T(LBRACKET)))
        return 3;
    if (fits(ahead, 1, T(NAME)))
        return fits(ahead, 2, T(LPAREN)) ? 2 : 1;
    return fits(ahead, 1, T(QUESTION) | T(QUOTED_NAME)) ? 1 : no_way(ahead, 1);
}

/* A name, a call, or a struct literal, by what follows the names. */
static int choose_named(struct ahead *ahead)
{
    size_t i = fits(ahead, 0, T(DOT)) ? 1 : 0;
    if (!fits(ahead, i, T(NAME)))
        return no_way(ahead, i);
    if (fits(ahead, i + 1, T(LPAREN)))
        return 2;
    for (i++; fits(ahead, i, T(DOT)) && fits(ahead, i + 1, T(NAME)); i += 2)
        ;
    return fits(ahead, i, T(LBRACE)) ? 6 : 1;
}

static int choose_primary(struct ahead *ahead)
{
    switch (kind_at(ahead, 0)) {
    case LS_CEL_TOKEN_DOT:
    case LS_CEL_TOKEN_NAME:
        return choose_named(ahead);
    case LS_CEL_TOKEN_LPAREN:
        return 3;
    case LS_CEL_TOKEN_LBRACKET:
        return 4;
    case LS_CEL_TOKEN_LBRACE:
        return 5;
    default:
        return begins(ahead, 0, LS_CEL_RULE_LITERAL) ? 7 : no_way(ahead, 0);
    }
}

static int choose_literal(struct ahead *ahead)
{
    size_t i = fits(ahead, 0, T(MINUS)) ? 1 : 0;
    if (fits(ahead, i, T(INT)))
        return 1;
    if (fits(ahead, i, T(FLOAT)))
        return 2;
    if (i > 0 || !begins(ahead, 0, LS_CEL_RULE_LITERAL))
        return no_way(ahead, i);
    return 3;
}

static int choose_name(struct ahead *ahead)
{
    if (fits(ahead, 0, T(NAME)))
        return 1;
    return fits(ahead, 0, T(QUOTED_NAME)) ? 2 : no_way(ahead, 0);
}

static int choose(enum ls_cel_choice choice, struct ahead *ahead, int binding)
{
    switch (choice) {
    case LS_CEL_CHOICE_RELATION:
        return binding <= 1 && fits(ahead, 0, ls_cel_rules[LS_CEL_RULE_RELATION][3].tokens) ? 1 : 2;
    case LS_CEL_CHOICE_CALC:
        return choose_operator(ahead, binding);
    case LS_CEL_CHOICE_CALC_OPERATOR:
        return fits(ahead, 0, T(PLUS) | T(MINUS)) ? 2 : 1;
    case LS_CEL_CHOICE_UNARY:
        return choose_unary(ahead);
    case LS_CEL_CHOICE_MINUS:
        return choose_more_minus(ahead);
    case LS_CEL_CHOICE_SUFFIX:
        return fits(ahead, 0, T(DOT) | T(LBRACKET)) ? 1 : 2;
    case LS_CEL_CHOICE_SUFFIX_KIND:
        return choose_suffix_kind(ahead);
    case LS_CEL_CHOICE_PRIMARY:
        return choose_primary(ahead);
    case LS_CEL_CHOICE_ITEMS:
        return fits(ahead, 0, T(COMMA)) && begins(ahead, 1, LS_CEL_RULE_ITEM) ? 1 : 2;
    case LS_CEL_CHOICE_FIELDS:
        return fits(ahead, 0, T(COMMA)) && begins(ahead, 1, LS_CEL_RULE_FIELD) ? 1 : 2;
    case LS_CEL_CHOICE_NAME:
        return choose_name(ahead);
    case LS_CEL_CHOICE_LITERAL:
        return choose_literal(ahead);
    }
    return 0;
}

int ls_cel_choose(enum ls_cel_choice choice, const struct ls_cel_tokens *tokens, size_t at,
                  int binding, size_t *wrong)
{
    LS_ASSERT(choice <= LS_CEL_CHOICE_LITERAL);
    LS_ASSERT(at < tokens->count);
    struct ahead ahead = {.tokens = tokens, .at = at};
    int way = choose(choice, &ahead, binding);
    *wrong = ahead.wrong;
    return way;
}
