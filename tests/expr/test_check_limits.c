/* Expressions made to be hard to check: types that double, nest, or hold themselves. */
#include "../check.h"
#include "support_check.h"
#include "expr/limits.h"

static void repeat(struct ls_buf *out, const char *text, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ls_buf_add_text(out, text);
}

static const char *check_buf(struct stage *stage, const struct ls_buf *text)
{
    return stage_check(stage, ls_buf_text(text));
}

/* Each loop makes a map of the one before, twice: 2^n types in writing. */
static void doubling(struct ls_buf *out, size_t count)
{
    ls_buf_add_text(out, "[1]");
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, ".map(x%zu, {x%zu: x%zu})", i, i, i);
}

TEST(types_that_double_are_refused)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf few LS_AUTO(ls_buf_release) = {0}, many LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage, STAGE_BOUND);
    doubling(&few, 2);
    CHECK_HAS(check_buf(&stage, &few), "=> list(map(map(int, int), map(int, int)))");
    doubling(&many, 40);
    CHECK_HAS(check_buf(&stage, &many), "types in this expression are too large to check");
}

TEST(types_that_double_are_refused_in_mistakes_too)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage, STAGE_BOUND);
    doubling(&text, 40);
    ls_buf_add_text(&text, ".foo + 1");
    CHECK_HAS(check_buf(&stage, &text), "types in this expression are too large to check");
}

TEST(lists_nest_as_deep_as_expressions_do)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    enum { DEPTH = 200 };
    stage_init(&stage, STAGE_BOUND);
    repeat(&text, "[", DEPTH);
    repeat(&text, "]", DEPTH);
    CHECK_HAS(check_buf(&stage, &text), "list(list(");
    CHECK_HAS(check_buf(&stage, &text), "(dyn))");
}

/* A variable never stands for a type that holds it. */
TEST(no_type_holds_itself)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    CHECK_HAS(stage_check(&stage, "[].map(x, [x]) + []"), "=> list(list(dyn))");
    CHECK_HAS(stage_check(&stage, "[[]] + [[[]]]"), "=> list(list(list(dyn)))");
    CHECK_HAS(stage_check(&stage, "[].all(x, [x] == x)"),
              "=> 1:15: found no matching overload for '_==_' applied to '(list(dyn), dyn)'");
}

TEST(a_long_expression_is_checked_in_good_time)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage, STAGE_BOUND);
    ls_buf_add_text(&text, "[1");
    repeat(&text, ", self.items[0].num + size([1, 2][0] == 1 ? 'a' : 'b')", 1500);
    ls_buf_add_text(&text, "]");
    CHECK_HAS(check_buf(&stage, &text), "=> list(int)");
    ls_buf_clear(&text);
    ls_buf_add_text(&text, "self.mm");
    repeat(&text, ".a", 200);
    CHECK_HAS(check_buf(&stage, &text), "=> 1:12: type 'string' does not support field selection");
}

TEST(only_so_many_mistakes_are_reported)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage, STAGE_BOUND);
    ls_buf_add_text(&text, "[a");
    repeat(&text, ", a", 500);
    ls_buf_add_text(&text, "]");
    const char *answer = check_buf(&stage, &text);
    size_t count = 0;
    for (const char *at = answer; *at; at++)
        count += *at == '|';
    CHECK(count > 10 && count <= LS_CEL_ISSUES_MAX);
}
