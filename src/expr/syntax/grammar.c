#include "expr/syntax/grammar.h"

#define T(kind) LS_CEL_TOKEN_BIT(LS_CEL_TOKEN_##kind)
#define MATCH(set)                                                                                 \
    {                                                                                              \
        .op = LS_CEL_STEP_MATCH, .tokens = (set)                                                   \
    }
#define CALL(rule)                                                                                 \
    {                                                                                              \
        .op = LS_CEL_STEP_CALL, .to = LS_CEL_RULE_##rule                                           \
    }
#define TIGHT(rule, b)                                                                             \
    {                                                                                              \
        .op = LS_CEL_STEP_CALL, .to = LS_CEL_RULE_##rule, .binding = (b)                           \
    }
#define SYNC                                                                                       \
    {                                                                                              \
        .op = LS_CEL_STEP_SYNC                                                                     \
    }
#define RESYNC                                                                                     \
    {                                                                                              \
        .op = LS_CEL_STEP_RESYNC                                                                   \
    }
#define IF(n)                                                                                      \
    {                                                                                              \
        .op = LS_CEL_STEP_IF, .to = (n)                                                            \
    }
#define LOOP(c, n)                                                                                 \
    {                                                                                              \
        .op = LS_CEL_STEP_LOOP, .to = (n), .choice = LS_CEL_CHOICE_##c                             \
    }
#define PICK(c, n)                                                                                 \
    {                                                                                              \
        .op = LS_CEL_STEP_PICK, .to = (n), .choice = LS_CEL_CHOICE_##c                             \
    }
#define JUMP(n)                                                                                    \
    {                                                                                              \
        .op = LS_CEL_STEP_JUMP, .to = (n)                                                          \
    }
#define BACK(n)                                                                                    \
    {                                                                                              \
        .op = LS_CEL_STEP_BACK, .to = (n)                                                          \
    }
#define DONE                                                                                       \
    {                                                                                              \
        .op = LS_CEL_STEP_DONE                                                                     \
    }

#define COMPARISONS                                                                                \
    (T(LESS) | T(LESS_EQUAL) | T(GREATER_EQUAL) | T(GREATER) | T(EQUAL) | T(NOT_EQUAL) | T(IN))
#define PRODUCTS (T(STAR) | T(SLASH) | T(PERCENT))
#define SUMS     (T(PLUS) | T(MINUS))

/* clang-format off */
/* expr END */
static const struct ls_cel_step start_rule[] = {CALL(EXPR), MATCH(T(END)), DONE};
/* or ('?' or ':' expr)? */
static const struct ls_cel_step expr_rule[] = {
    CALL(OR), SYNC, IF(4), MATCH(T(QUESTION)), CALL(OR), MATCH(T(COLON)), CALL(EXPR), DONE};
/* and ('||' and)* */
static const struct ls_cel_step or_rule[] = {
    CALL(AND), SYNC, IF(3), MATCH(T(OR)), CALL(AND), BACK(4), DONE};
static const struct ls_cel_step and_rule[] = {
    CALL(RELATION), SYNC, IF(3), MATCH(T(AND)), CALL(RELATION), BACK(4), DONE};
static const struct ls_cel_step relation_rule[] = {
    CALL(CALC), SYNC, LOOP(RELATION, 3), MATCH(COMPARISONS), TIGHT(RELATION, 2), BACK(4), DONE};
static const struct ls_cel_step calc_rule[] = {
    CALL(UNARY), SYNC, LOOP(CALC, 10),
    SYNC, PICK(CALC_OPERATOR, 2), JUMP(1), JUMP(3),
    MATCH(PRODUCTS), TIGHT(CALC, 3), BACK(8),
    MATCH(SUMS), TIGHT(CALC, 2), BACK(11),
    DONE};
/* member | '!'+ member | '-'+ member */
static const struct ls_cel_step unary_rule[] = {
    SYNC, PICK(UNARY, 3), JUMP(2), JUMP(3), JUMP(9),
    CALL(MEMBER), DONE,
    SYNC, MATCH(T(EXCLAM)), RESYNC, IF(1), BACK(3), CALL(MEMBER), DONE,
    SYNC, MATCH(T(MINUS)), RESYNC, LOOP(MINUS, 1), BACK(3), CALL(MEMBER), DONE};
/* primary ('.' '?'? name | '.' IDENTIFIER '(' args? ')' | '[' '?'? expr ']')* */
static const struct ls_cel_step member_rule[] = {
    CALL(PRIMARY), SYNC, LOOP(SUFFIX, 26),
    SYNC, PICK(SUFFIX_KIND, 3), JUMP(2), JUMP(7), JUMP(14),
    MATCH(T(DOT)), SYNC, IF(1), MATCH(T(QUESTION)), CALL(NAME), BACK(12),
    MATCH(T(DOT)), MATCH(T(NAME)), MATCH(T(LPAREN)), SYNC, IF(1), CALL(ARGS), MATCH(T(RPAREN)),
    BACK(20),
    MATCH(T(LBRACKET)), SYNC, IF(1), MATCH(T(QUESTION)), CALL(EXPR), MATCH(T(RBRACKET)), BACK(27),
    DONE};
static const struct ls_cel_step primary_rule[] = {
    SYNC, PICK(PRIMARY, 7), JUMP(6), JUMP(10), JUMP(19), JUMP(22), JUMP(30), JUMP(38), JUMP(55),
    /* '.'? IDENTIFIER */
    SYNC, IF(1), MATCH(T(DOT)), MATCH(T(NAME)), DONE,
    /* '.'? IDENTIFIER '(' args? ')' */
    SYNC, IF(1), MATCH(T(DOT)), MATCH(T(NAME)), MATCH(T(LPAREN)), SYNC, IF(1), CALL(ARGS),
    MATCH(T(RPAREN)), DONE,
    /* '(' expr ')' */
    MATCH(T(LPAREN)), CALL(EXPR), MATCH(T(RPAREN)), DONE,
    /* '[' items? ','? ']' */
    MATCH(T(LBRACKET)), SYNC, IF(1), CALL(ITEMS), SYNC, IF(1), MATCH(T(COMMA)),
    MATCH(T(RBRACKET)), DONE,
    /* '{' pairs? ','? '}' */
    MATCH(T(LBRACE)), SYNC, IF(1), CALL(PAIRS), SYNC, IF(1), MATCH(T(COMMA)),
    MATCH(T(RBRACE)), DONE,
    /* '.'? IDENTIFIER ('.' IDENTIFIER)* '{' fields? ','? '}' */
    SYNC, IF(1), MATCH(T(DOT)), MATCH(T(NAME)), SYNC, IF(3), MATCH(T(DOT)), MATCH(T(NAME)),
    BACK(4), MATCH(T(LBRACE)), SYNC, IF(1), CALL(FIELDS), SYNC, IF(1), MATCH(T(COMMA)),
    MATCH(T(RBRACE)), DONE,
    CALL(LITERAL), DONE};
static const struct ls_cel_step args_rule[] = {
    CALL(EXPR), SYNC, IF(3), MATCH(T(COMMA)), CALL(EXPR), BACK(4), DONE};
static const struct ls_cel_step items_rule[] = {
    CALL(ITEM), SYNC, LOOP(ITEMS, 3), MATCH(T(COMMA)), CALL(ITEM), BACK(4), DONE};
static const struct ls_cel_step fields_rule[] = {
    CALL(FIELD), MATCH(T(COLON)), CALL(EXPR), SYNC, LOOP(FIELDS, 5), MATCH(T(COMMA)), CALL(FIELD),
    MATCH(T(COLON)), CALL(EXPR), BACK(6), DONE};
static const struct ls_cel_step field_rule[] = {
    SYNC, IF(1), MATCH(T(QUESTION)), CALL(NAME), DONE};
static const struct ls_cel_step pairs_rule[] = {
    CALL(ITEM), MATCH(T(COLON)), CALL(EXPR), SYNC, LOOP(ITEMS, 5), MATCH(T(COMMA)), CALL(ITEM),
    MATCH(T(COLON)), CALL(EXPR), BACK(6), DONE};
static const struct ls_cel_step name_rule[] = {
    SYNC, PICK(NAME, 2), JUMP(1), JUMP(2), MATCH(T(NAME)), DONE, MATCH(T(QUOTED_NAME)), DONE};
static const struct ls_cel_step item_rule[] = {
    SYNC, IF(1), MATCH(T(QUESTION)), CALL(EXPR), DONE};
static const struct ls_cel_step literal_rule[] = {
    SYNC, PICK(LITERAL, 3), JUMP(2), JUMP(6), JUMP(10),
    SYNC, IF(1), MATCH(T(MINUS)), MATCH(T(INT)), DONE,
    SYNC, IF(1), MATCH(T(MINUS)), MATCH(T(FLOAT)), DONE,
    MATCH(T(UINT) | T(STRING) | T(BYTES) | T(TRUE) | T(FALSE) | T(NULL)), DONE};

const struct ls_cel_step *const ls_cel_rules[LS_CEL_RULE_COUNT] = {
    [LS_CEL_RULE_START] = start_rule,       [LS_CEL_RULE_EXPR] = expr_rule,
    [LS_CEL_RULE_OR] = or_rule,             [LS_CEL_RULE_AND] = and_rule,
    [LS_CEL_RULE_RELATION] = relation_rule, [LS_CEL_RULE_CALC] = calc_rule,
    [LS_CEL_RULE_UNARY] = unary_rule,       [LS_CEL_RULE_MEMBER] = member_rule,
    [LS_CEL_RULE_PRIMARY] = primary_rule,   [LS_CEL_RULE_ARGS] = args_rule,
    [LS_CEL_RULE_ITEMS] = items_rule,       [LS_CEL_RULE_FIELDS] = fields_rule,
    [LS_CEL_RULE_FIELD] = field_rule,       [LS_CEL_RULE_PAIRS] = pairs_rule,
    [LS_CEL_RULE_NAME] = name_rule,         [LS_CEL_RULE_ITEM] = item_rule,
    [LS_CEL_RULE_LITERAL] = literal_rule,
};
/* clang-format on */

static uint64_t tokens_of_jumps(const struct ls_cel_step *pick)
{
    uint64_t tokens = 0;
    for (int i = 1; i <= pick->to; i++)
        tokens |= ls_cel_tokens_at(pick + i);
    return tokens;
}

/* Terminates: no rule begins with itself and no loop turns without a token. */
uint64_t ls_cel_tokens_at(const struct ls_cel_step *step)
{
    switch (step->op) {
    case LS_CEL_STEP_MATCH:
        return step->tokens;
    case LS_CEL_STEP_CALL:
        return ls_cel_tokens_at(ls_cel_rules[step->to]);
    case LS_CEL_STEP_SYNC:
    case LS_CEL_STEP_RESYNC:
        return ls_cel_tokens_at(step + 1);
    case LS_CEL_STEP_IF:
    case LS_CEL_STEP_LOOP:
        return ls_cel_tokens_at(step + 1) | ls_cel_tokens_at(step + 1 + step->to);
    case LS_CEL_STEP_PICK:
        return tokens_of_jumps(step);
    case LS_CEL_STEP_JUMP:
        return ls_cel_tokens_at(step + 1 + step->to);
    case LS_CEL_STEP_BACK:
        return ls_cel_tokens_at(step - step->to);
    case LS_CEL_STEP_DONE:
        break;
    }
    return LS_CEL_TOKENS_EMPTY;
}
