/* Finds and words the mistakes of a broken expression as cel-go's generated parser does, since
 * kube-apiserver shows its sentences. It walks the grammar; where a token does not fit, it drops
 * one, inserts one, or gives up the rule and skips to what may follow it. Further mistakes are
 * reported only once a token fits again. */
#include <string.h>

#include "expr/syntax/grammar.h"
#include "expr/syntax/parser.h"
#include "base/vec.h"
#include "expr/limits.h"

/* As in cel-go. */
enum { RECOVERIES_MAX = 30, SKIPPED_TOKENS_MAX = 256 };

struct frame {
    const struct ls_cel_step *step; /* where its caller continues */
    int binding;
};

struct diagnose_walk {
    const struct ls_cel_tokens *tokens;
    struct ls_cel_issues *issues;
    size_t at;
    const struct ls_cel_step *step;
    LS_VEC(struct frame) frames;
    bool is_quiet; /* no token fitted since the last mistake */
    bool is_over;
    int recoveries;
    /* Where the last rule was given up: the same place twice consumes a token, so that it
     * terminates. */
    size_t given_up_at;
    LS_VEC(const struct ls_cel_step *) given_up_steps;
    /* The tokens that fitted and those that were inserted; of no use once a rule was given up. */
    LS_VEC(struct ls_cel_token) repaired;
    bool is_beyond_repair;
};

static uint64_t bit_at(const struct diagnose_walk *walk, size_t ahead)
{
    size_t i = LS_MIN(walk->at + ahead, walk->tokens->count - 1);
    return LS_CEL_TOKEN_BIT(walk->tokens->at[i].kind);
}

static void consume(struct diagnose_walk *walk)
{
    if (walk->at + 1 < walk->tokens->count)
        walk->at++;
}

/* Adds the tokens that may follow in the callers as long as `set` lets the rule end. */
static uint64_t in_context(const struct diagnose_walk *walk, uint64_t set)
{
    uint64_t last = set;
    for (size_t i = walk->frames.count; i > 1 && (last & LS_CEL_TOKENS_EMPTY) != 0; i--) {
        last = ls_cel_tokens_at(walk->frames.at[i - 1].step);
        set |= last;
    }
    if ((last & LS_CEL_TOKENS_EMPTY) != 0)
        set |= LS_CEL_TOKEN_BIT(LS_CEL_TOKEN_END);
    return set & ~LS_CEL_TOKENS_EMPTY;
}

static uint64_t expected(const struct diagnose_walk *walk)
{
    return in_context(walk, ls_cel_tokens_at(walk->step));
}

/* The tokens that may follow any of the open rules. */
static uint64_t recovery_set(const struct diagnose_walk *walk)
{
    uint64_t set = 0;
    for (size_t i = walk->frames.count; i > 1; i--)
        set |= ls_cel_tokens_at(walk->frames.at[i - 1].step);
    return set & ~LS_CEL_TOKENS_EMPTY;
}

static void set_print(struct ls_buf *out, uint64_t set)
{
    bool is_one = (set & (set - 1)) == 0;
    const char *comma = "";
    ls_buf_add_text(out, is_one ? "" : "{");
    for (int kind = 0; kind < LS_CEL_TOKEN_KIND_COUNT; kind++) {
        if ((set & LS_CEL_TOKEN_BIT(kind)) == 0)
            continue;
        ls_buf_printf(out, "%s%s", comma, ls_cel_token_name((enum ls_cel_token_kind)kind));
        comma = ", ";
    }
    ls_buf_add_text(out, is_one ? "" : "}");
}

static void text_print(struct ls_buf *out, struct ls_slice text)
{
    static const char plain[] = "\t\n\r", letters[] = "tnr";
    ls_buf_add_char(out, '\'');
    for (size_t i = 0; i < text.len; i++) {
        const char *found = text.at[i] == '\0' ? NULL : strchr(plain, text.at[i]);
        if (found != NULL)
            ls_buf_printf(out, "\\%c", letters[found - plain]);
        else
            ls_buf_add_char(out, text.at[i]);
    }
    ls_buf_add_char(out, '\'');
}

static void token_print(struct ls_buf *out, const struct diagnose_walk *walk)
{
    text_print(out, ls_cel_token_text(walk->tokens, walk->at));
}

static void report(struct diagnose_walk *walk, size_t at, const struct ls_buf *what)
{
    ls_cel_issue_add(walk->issues, walk->tokens->at[at].offset, "Syntax error: %s",
                     ls_buf_text(what));
}

/* False until a token fits again after an earlier mistake. */
static bool begin_mistake(struct diagnose_walk *walk)
{
    bool is_first = !walk->is_quiet;
    walk->is_quiet = true;
    return is_first;
}

static void note_fit(struct diagnose_walk *walk)
{
    walk->is_quiet = false;
    walk->given_up_at = SIZE_MAX;
    ls_vec_clear(&walk->given_up_steps);
}

/* problem: "extraneous input" or "mismatched input". */
static void report_input(struct diagnose_walk *walk, const char *problem)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    if (!begin_mistake(walk))
        return;
    ls_buf_printf(&what, "%s ", problem);
    token_print(&what, walk);
    ls_buf_add_text(&what, " expecting ");
    set_print(&what, expected(walk));
    report(walk, walk->at, &what);
}

static void report_missing(struct diagnose_walk *walk)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    if (!begin_mistake(walk))
        return;
    ls_buf_add_text(&what, "missing ");
    set_print(&what, expected(walk));
    ls_buf_add_text(&what, " at ");
    token_print(&what, walk);
    report(walk, walk->at, &what);
}

/* A keyword after a dot has its own message. */
static bool is_keyword_field(struct ls_slice text)
{
    static const char *const words[] = {"true", "false", "null"};
    return text.len > 1 && ls_slice_is_any(ls_slice_from(text, 1), words, LS_COUNT(words));
}

/* White space and comments between two tokens, without the characters that made no token. */
static void gap_print(struct ls_buf *out, const struct ls_cel_tokens *tokens, uint32_t from,
                      uint32_t to)
{
    for (size_t i = 0; i < tokens->skipped_count; i++) {
        const struct ls_cel_token *skipped = &tokens->skipped[i];
        if (skipped->offset < from || skipped->offset >= to)
            continue;
        ls_buf_add(out, tokens->source.at + from, skipped->offset - from);
        from = skipped->offset + skipped->len;
    }
    ls_buf_add(out, tokens->source.at + from, to - from);
}

/* The source from one token to another, without the end of the expression. */
static void span_print(struct ls_buf *out, const struct diagnose_walk *walk, size_t first,
                       size_t last)
{
    const struct ls_cel_token *at = walk->tokens->at;
    ls_buf_add_slice(out, ls_cel_token_text(walk->tokens, first));
    for (size_t i = first + 1; i <= last; i++) {
        gap_print(out, walk->tokens, at[i - 1].offset + at[i - 1].len, at[i].offset);
        if (at[i].kind != LS_CEL_TOKEN_END)
            ls_buf_add_slice(out, ls_cel_token_text(walk->tokens, i));
    }
}

static void report_no_alternative(struct diagnose_walk *walk, size_t wrong)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0}, span LS_AUTO(ls_buf_release) = {0};
    size_t last = LS_MIN(walk->at + wrong, walk->tokens->count - 1);
    if (!begin_mistake(walk))
        return;
    span_print(&span, walk, walk->at, last);
    if (is_keyword_field(ls_buf_slice(&span))) {
        ls_buf_printf(&what, "mismatched input '%s' expecting IDENTIFIER", span.at + 1);
    } else {
        ls_buf_add_text(&what, "no viable alternative at input ");
        text_print(&what, ls_buf_slice(&span));
    }
    report(walk, last, &what);
}

static void skip_until(struct diagnose_walk *walk, uint64_t set)
{
    for (int left = SKIPPED_TOKENS_MAX;; left--) {
        if ((bit_at(walk, 0) & (set | LS_CEL_TOKEN_BIT(LS_CEL_TOKEN_END))) != 0)
            return;
        if (left == 0) {
            ls_cel_issue_add(walk->issues, LS_CEL_NOWHERE,
                             "error recovery token lookahead limit exceeded: %d",
                             SKIPPED_TOKENS_MAX);
            walk->is_over = true;
            return;
        }
        consume(walk);
    }
}

/* One more recovery; false when there were too many. */
static bool may_recover(struct diagnose_walk *walk)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    if (walk->recoveries++ < RECOVERIES_MAX)
        return true;
    ls_buf_printf(&what, "error recovery attempt limit exceeded: %d", RECOVERIES_MAX);
    report(walk, walk->at, &what);
    walk->is_over = true;
    return false;
}

static bool was_given_up_here(const struct diagnose_walk *walk)
{
    if (walk->given_up_at != walk->at)
        return false;
    for (size_t i = 0; i < walk->given_up_steps.count; i++) {
        if (walk->given_up_steps.at[i] == walk->step)
            return true;
    }
    return false;
}

/* cel-go reports a field without a name once more. */
static void report_no_name(struct diagnose_walk *walk)
{
    const struct ls_cel_step *next = ls_vec_last(&walk->frames)->step;
    bool is_select = next->op == LS_CEL_STEP_BACK && next[-1].to == LS_CEL_RULE_NAME;
    if (is_select && next[-1].op == LS_CEL_STEP_CALL)
        ls_cel_issue_add(walk->issues, walk->tokens->at[walk->at].offset, "unsupported ident kind");
}

static void leave_rule(struct diagnose_walk *walk)
{
    walk->step = ls_vec_pop(&walk->frames).step;
}

/* Repairs a rule that is given up: a missing operand may be anything. */
static void repair_rule(struct diagnose_walk *walk)
{
    const struct ls_cel_step *unary = ls_cel_rules[LS_CEL_RULE_UNARY];
    struct ls_cel_token operand = {.kind = LS_CEL_TOKEN_NULL,
                                   .offset = walk->tokens->at[walk->at].offset};
    if (walk->step == unary || walk->step == unary + 1)
        ls_vec_push(&walk->repaired, operand);
    else
        walk->is_beyond_repair = true;
}

/* The rule cannot continue: skip to a token that may follow it, and return to its caller. */
static void give_up_rule(struct diagnose_walk *walk)
{
    if (!may_recover(walk))
        return;
    report_no_name(walk);
    repair_rule(walk);
    if (was_given_up_here(walk))
        consume(walk);
    walk->given_up_at = walk->at;
    ls_vec_push(&walk->given_up_steps, walk->step);
    skip_until(walk, recovery_set(walk));
    leave_rule(walk);
}

/* Keeps the token as part of the repaired expression. */
static void keep(struct diagnose_walk *walk)
{
    ls_vec_push(&walk->repaired, walk->tokens->at[walk->at]);
    consume(walk);
}

/* Inserts the one token that the step wants. */
static void insert_missing(struct diagnose_walk *walk)
{
    struct ls_cel_token token = {.offset = walk->tokens->at[walk->at].offset};
    while (LS_CEL_TOKEN_BIT(token.kind) != walk->step->tokens &&
           token.kind < LS_CEL_TOKEN_KIND_COUNT)
        token.kind++;
    if (token.kind >= LS_CEL_TOKEN_FLOAT)
        walk->is_beyond_repair = true; /* an unknown name or value */
    ls_vec_push(&walk->repaired, token);
}

/* Drops the token when the next one fits. */
static bool drop_extraneous(struct diagnose_walk *walk)
{
    if ((bit_at(walk, 1) & expected(walk)) == 0)
        return false;
    report_input(walk, "extraneous input");
    consume(walk);
    note_fit(walk);
    return true;
}

static void match(struct diagnose_walk *walk)
{
    if ((bit_at(walk, 0) & walk->step->tokens) != 0) {
        note_fit(walk);
        keep(walk);
        walk->step++;
        return;
    }
    if (!may_recover(walk))
        return;
    if (drop_extraneous(walk)) {
        keep(walk);
        walk->step++;
    } else if ((bit_at(walk, 0) & in_context(walk, ls_cel_tokens_at(walk->step + 1))) != 0) {
        report_missing(walk);
        insert_missing(walk);
        walk->step++;
    } else {
        report_input(walk, "mismatched input");
        give_up_rule(walk);
    }
}

static void sync(struct diagnose_walk *walk)
{
    uint64_t set = ls_cel_tokens_at(walk->step);
    if (walk->is_quiet || (set & (bit_at(walk, 0) | LS_CEL_TOKENS_EMPTY)) != 0) {
        walk->step++;
    } else if (walk->step->op == LS_CEL_STEP_RESYNC) {
        report_input(walk, "extraneous input");
        skip_until(walk, expected(walk) | recovery_set(walk));
        walk->step++;
    } else if (drop_extraneous(walk)) {
        walk->step++;
    } else {
        report_input(walk, "mismatched input");
        give_up_rule(walk);
    }
}

static void branch(struct diagnose_walk *walk)
{
    const struct ls_cel_step *step = walk->step;
    size_t wrong = 0;
    int way = ls_cel_choose(step->choice, walk->tokens, walk->at,
                            ls_vec_last(&walk->frames)->binding, &wrong);
    if (way == 0) {
        report_no_alternative(walk, wrong);
        give_up_rule(walk);
    } else if (step->op == LS_CEL_STEP_PICK) {
        walk->step += way;
    } else {
        walk->step += way == 1 ? 1 : 1 + step->to;
    }
}

static void enter_rule(struct diagnose_walk *walk)
{
    const struct ls_cel_step *call = walk->step;
    ls_vec_push(&walk->frames, (struct frame){.step = call + 1, .binding = call->binding});
    walk->step = ls_cel_rules[call->to];
}

static void step_once(struct diagnose_walk *walk)
{
    const struct ls_cel_step *step = walk->step;
    switch (step->op) {
    case LS_CEL_STEP_MATCH:
        match(walk);
        break;
    case LS_CEL_STEP_CALL:
        enter_rule(walk);
        break;
    case LS_CEL_STEP_SYNC:
    case LS_CEL_STEP_RESYNC:
        sync(walk);
        break;
    case LS_CEL_STEP_IF:
        walk->step += (ls_cel_tokens_at(step + 1) & bit_at(walk, 0)) != 0 ? 1 : 1 + step->to;
        break;
    case LS_CEL_STEP_LOOP:
    case LS_CEL_STEP_PICK:
        branch(walk);
        break;
    case LS_CEL_STEP_JUMP:
        walk->step += 1 + step->to;
        break;
    case LS_CEL_STEP_BACK:
        walk->step -= step->to;
        break;
    case LS_CEL_STEP_DONE:
        leave_rule(walk);
        break;
    }
}

/* The repaired tokens; the original ones where there is no repair. */
static struct ls_cel_tokens repaired_tokens(const struct diagnose_walk *walk)
{
    struct ls_cel_tokens repaired = *walk->tokens;
    const struct ls_cel_token end = walk->tokens->at[walk->tokens->count - 1];
    if (walk->is_beyond_repair || walk->is_over)
        return repaired;
    struct ls_cel_token *at =
        LS_ARENA_ARRAY(walk->issues->arena, struct ls_cel_token, walk->repaired.count + 1);
    if (walk->repaired.count > 0)
        memcpy(at, walk->repaired.at, walk->repaired.count * sizeof *at);
    at[walk->repaired.count] = end;
    repaired.at = at;
    repaired.count = walk->repaired.count + 1;
    return repaired;
}

struct ls_cel_tokens ls_cel_diagnose(const struct ls_cel_tokens *tokens,
                                     struct ls_cel_issues *issues)
{
    LS_ASSERT(tokens->count > 0);
    LS_ASSERT(tokens->at[tokens->count - 1].kind == LS_CEL_TOKEN_END);
    static const struct ls_cel_step begin[] = {{.op = LS_CEL_STEP_CALL, .to = LS_CEL_RULE_START},
                                               {.op = LS_CEL_STEP_DONE}};
    struct diagnose_walk walk = {.tokens = tokens, .issues = issues, .step = begin};
    walk.given_up_at = SIZE_MAX;
    do
        step_once(&walk);
    while (walk.frames.count > 0 && !walk.is_over);
    LS_ASSERT(issues->count > 0);
    struct ls_cel_tokens repaired = repaired_tokens(&walk);
    ls_vec_release(&walk.frames);
    ls_vec_release(&walk.given_up_steps);
    ls_vec_release(&walk.repaired);
    return repaired;
}
