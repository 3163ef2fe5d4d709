#pragma once
/* The grammar of CEL as a table of steps, private to this folder: diagnose.c walks it to find which
 * tokens could have stood where one is wrong. A rule is a list of steps that ends with DONE. */
#include "expr/syntax/token.h"

enum ls_cel_rule {
    LS_CEL_RULE_START,
    LS_CEL_RULE_EXPR,
    LS_CEL_RULE_OR,
    LS_CEL_RULE_AND,
    LS_CEL_RULE_RELATION,
    LS_CEL_RULE_CALC,
    LS_CEL_RULE_UNARY,
    LS_CEL_RULE_MEMBER,
    LS_CEL_RULE_PRIMARY,
    LS_CEL_RULE_ARGS,
    LS_CEL_RULE_ITEMS,
    LS_CEL_RULE_FIELDS,
    LS_CEL_RULE_FIELD,
    LS_CEL_RULE_PAIRS,
    LS_CEL_RULE_NAME,
    LS_CEL_RULE_ITEM,
    LS_CEL_RULE_LITERAL,
    LS_CEL_RULE_COUNT
};

enum ls_cel_step_op {
    LS_CEL_STEP_MATCH,  /* one of `tokens` */
    LS_CEL_STEP_CALL,   /* rule `to`, with operators that bind at least as tightly as `binding` */
    LS_CEL_STEP_SYNC,   /* before a choice: the token must fit one way or the other */
    LS_CEL_STEP_RESYNC, /* the same after one turn of a loop that needs at least one */
    LS_CEL_STEP_IF,     /* go on when the next token fits, else skip `to` steps */
    LS_CEL_STEP_LOOP,   /* the same where one token does not decide: `choice` */
    LS_CEL_STEP_PICK,   /* jump through one of the next `to` steps, by `choice` */
    LS_CEL_STEP_JUMP,   /* skip `to` steps */
    LS_CEL_STEP_BACK,   /* go back `to` steps */
    LS_CEL_STEP_DONE
};

enum ls_cel_choice {
    LS_CEL_CHOICE_RELATION, /* another operator, or the end? */
    LS_CEL_CHOICE_CALC,
    LS_CEL_CHOICE_CALC_OPERATOR,
    LS_CEL_CHOICE_UNARY,
    LS_CEL_CHOICE_MINUS,
    LS_CEL_CHOICE_SUFFIX, /* another .x or [x]? */
    LS_CEL_CHOICE_SUFFIX_KIND,
    LS_CEL_CHOICE_PRIMARY,
    LS_CEL_CHOICE_ITEMS, /* an item after the comma, or only the comma? */
    LS_CEL_CHOICE_FIELDS,
    LS_CEL_CHOICE_NAME,
    LS_CEL_CHOICE_LITERAL,
};

struct ls_cel_step {
    enum ls_cel_step_op op;
    int to;
    uint64_t tokens; /* one bit per kind */
    enum ls_cel_choice choice;
    int binding;
};
extern const struct ls_cel_step *const ls_cel_rules[LS_CEL_RULE_COUNT];

#define LS_CEL_TOKEN_BIT(kind) (UINT64_C(1) << (kind))
/* In a set of tokens: the rule may end here. */
#define LS_CEL_TOKENS_EMPTY (UINT64_C(1) << 63)

/* The tokens that may come at a step, with LS_CEL_TOKENS_EMPTY where none is required. */
uint64_t ls_cel_tokens_at(const struct ls_cel_step *step);

/* Decides a choice: LOOP gives 1 (continue) or 2 (end), PICK the number of the jump from 1; 0: no
 * way fits, and *wrong is how many tokens ahead that shows. */
int ls_cel_choose(enum ls_cel_choice choice, const struct ls_cel_tokens *tokens, size_t at,
                  int binding, size_t *wrong);
