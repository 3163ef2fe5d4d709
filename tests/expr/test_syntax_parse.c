/* CEL text to trees: a table of expressions with the tree each becomes. */
#include "expr/syntax/parse.h"

#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "expr/limits.h"
#include "support_tree.h"

struct row {
    const char *text, *tree;
};

static void check_rows(const struct row *rows, size_t count, bool has_marks)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(tree_of(&arena, rows[i].text, has_marks), rows[i].tree);
    }
}

TEST(literals_have_their_values)
{
    static const struct row rows[] = {
        {"0", "0"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775807", "9223372036854775807"},
        {"0x7fffffffffffffff", "9223372036854775807"},
        {"-0x8000000000000000", "-9223372036854775808"},
        {"- 1", "-1"},
        {"18446744073709551615u", "18446744073709551615u"},
        {"0xFFU", "255u"},
        {"1.5", "d1.5"},
        {".5", "d0.5"},
        {"-2e-3", "d-0.002"},
        {"1E+2", "d100"},
        {"1e-400", "d0"},
        {"true", "true"},
        {"false", "false"},
        {"null", "null"},
        {"''", "\"\""},
        {"\"a\"", "\"a\""},
        {"'a\\n\\t\\\\\\'\\\"\\`\\?'", "\"a\\x0a\\x09\\x5c'\\x22`?\""},
        {"'\\a\\b\\f\\r\\v'", "\"\\x07\\x08\\x0c\\x0d\\x0b\""},
        {"'\\x41\\X42\\103\\u0044\\U00000045'", "\"ABCDE\""},
        {"'\\xff'", "\"\\xc3\\xbf\""},
        {"b'\\xff\\377'", "b\"\\xff\\xff\""},
        {"b'\xc3\xbf'", "b\"\\xc3\\xbf\""},
        {"r'\\n'", "\"\\x5cn\""},
        {"R\"\\\"", "\"\\x5c\""},
        {"br'\\n'", "b\"\\x5cn\""},
        {"BR\"\"\"a\"b\"\"\"", "b\"a\\x22b\""},
        {"'''a\n'b'\r\nc'''", "\"a\\x0a'b'\\x0ac\""},
        {"\"\"\"\"\"\"", "\"\""},
        {"r'''a\rb'''", "\"a\\x0ab\""},
    };
    check_rows(rows, LS_COUNT(rows), false);
}

TEST(operators_bind_as_the_language_says)
{
    static const struct row rows[] = {
        {"a + b * c - d", "_-_(_+_(a, _*_(b, c)), d)"},
        {"a - b - c", "_-_(_-_(a, b), c)"},
        {"a / b % c * d", "_*_(_%_(_/_(a, b), c), d)"},
        {"a < b == c", "_==_(_<_(a, b), c)"},
        {"a in b", "@in(a, b)"},
        {"a <= b && c >= d || e != f", "_||_(_&&_(_<=_(a, b), _>=_(c, d)), _!=_(e, f))"},
        {"a ? b : c ? d : e", "_?_:_(a, b, _?_:_(c, d, e))"},
        {"a || b ? c && d : e", "_?_:_(_||_(a, b), _&&_(c, d), e)"},
        {"!a", "!_(a)"},
        {"!!a", "a"},
        {"!!!a.b", "!_(a.b)"},
        {"-a", "-_(a)"},
        {"--a", "a"},
        {"-(1)", "-_(1)"},
        {"1 - -1", "_-_(1, -1)"},
        {"1 -1", "_-_(1, 1)"},
        {"-1.abs()", "-1.abs()"},
        {"(a + b) * c", "_*_(_+_(a, b), c)"},
        {"1 // one\n + 2", "_+_(1, 2)"},
        {"\t1\f+\r\n2 //", "_+_(1, 2)"},
    };
    check_rows(rows, LS_COUNT(rows), false);
}

TEST(long_chains_of_logic_are_balanced)
{
    static const struct row rows[] = {
        {"a && b && c", "_&&_(_&&_(a, b), c)"},
        {"a || b || c || d", "_||_(_||_(a, b), _||_(c, d))"},
        {"a && b && c && d && e", "_&&_(_&&_(_&&_(a, b), c), _&&_(d, e))"},
    };
    check_rows(rows, LS_COUNT(rows), false);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 5000; i++)
        ls_buf_add_text(&text, i == 0 ? "a" : " && a");
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK(tree_of(&arena, ls_buf_text(&text), false)[0] == '_');
}

TEST(members_calls_and_collections)
{
    static const struct row rows[] = {
        {"a.b.c", "a.b.c"},
        {".a.b", ".a.b"},
        {"a.`b-c`.d", "a.b-c.d"},
        {"a.`b.c/d e`", "a.b.c/d e"},
        {"a.for.in_", "a.for.in_"},
        {"a[0]['x']", "_[_](_[_](a, 0), \"x\")"},
        {"f()", "f()"},
        {".f(1, a)", ".f(1, a)"},
        {"a.f(1).g()", "a.f(1).g()"},
        {"[]", "[]"},
        {"[,]", "[]"},
        {"[1, 2,]", "[1, 2]"},
        {"{}", "{}"},
        {"{,}", "{}"},
        {"{'a': 1, 2: b,}", "{\"a\": 1, 2: b}"},
        {"a.?b", "_?._(a, \"b\")"},
        {"a.?`b-c`", "_?._(a, \"b-c\")"},
        {"a[?b]", "_[?_](a, b)"},
        {"[?a, b]", "[?a, b]"},
        {"{?'a': b}", "{?\"a\": b}"},
        {"T{}", "T{}"},
        {"a.b.T{x: 1, ?`y-z`: 2,}", "a.b.T{x: 1, ?y-z: 2}"},
        {".a.T{x: 1}", ".a.T{x: 1}"},
        {"a.b{}.c", "a.b{}.c"},
    };
    check_rows(rows, LS_COUNT(rows), false);
}

/* Where cel-go points: a select at its dot, a call at its parenthesis, an operator at itself. */
TEST(nodes_have_the_ids_and_places_of_cel_go)
{
    static const struct row rows[] = {
        {"1 + -2", "_+_(1#1@0, -2#3@4)#2@2"},
        {"a.b(c)[d]", "_[_](a#1@0.b(c#3@4)#2@3, d#5@7)#4@6"},
        {"!a ? b : c", "_?_:_(!_(a#2@1)#1@0, b#4@5, c#5@9)#3@3"},
        {"a && b || c", "_||_(_&&_(a#1@0, b#2@5)#3@2, c#4@10)#5@7"},
        {"{a: [b]}", "{a#3@1: [b#5@5]#4@4}#1@0"},
        {"a.?b", "_?._(a#1@0, \"b\"#2@3)#3@1"},
        {"x.y{z: 1}", "x.y{z: 1#3@7}#1@3"},
        {"has(a.b)", "a#2@4.?b~#4@3"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

static char *repeated(const char *piece, int count, const char *rest)
{
    struct ls_buf out = {0};
    for (int i = 0; i < count; i++)
        ls_buf_add_text(&out, piece);
    ls_buf_add_text(&out, rest);
    return ls_buf_take(&out);
}

TEST(limits_are_issues)
{
    static const struct {
        const char *piece, *rest;
        int fits, fails;
        const char *issue;
    } rows[] = {
        {"(", "1", 0, LS_CEL_DEPTH_MAX + 1, "recursion limit exceeded: 250"},
        {"[", "1", 0, LS_CEL_DEPTH_MAX + 1, "recursion limit exceeded: 250"},
        {"1+", "1", LS_CEL_DEPTH_MAX - 1, LS_CEL_DEPTH_MAX, "max recursion depth exceeded"},
        {"a.", "b", LS_CEL_DEPTH_MAX - 1, LS_CEL_DEPTH_MAX, "max recursion depth exceeded"},
        {"!", "b", LS_CEL_CHARS_MAX - 1, LS_CEL_CHARS_MAX,
         "expression code point size exceeds limit: size: 100001, limit 100000"},
        {"true?true:", "b", LS_CEL_DEPTH_MAX - 1, LS_CEL_DEPTH_MAX,
         "recursion limit exceeded: 250"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        char *fits LS_AUTO(ls_free_at) = repeated(rows[i].piece, rows[i].fits, rows[i].rest);
        char *fails LS_AUTO(ls_free_at) = repeated(rows[i].piece, rows[i].fails, rows[i].rest);
        CHECK(strncmp(tree_of(&arena, fits, false), "ERROR", 5) != 0);
        CHECK_HAS(tree_of(&arena, fails, false), rows[i].issue);
    }
}

/* Each optMap copies its operand, so a chain of them doubles with every link. */
TEST(macros_that_multiply_are_stopped)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf chain LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&chain, "a");
    for (int i = 0; i < 40; i++)
        ls_buf_add_text(&chain, ".optMap(x, x)");
    CHECK_HAS(tree_of(&arena, ls_buf_text(&chain), false), "max expression size exceeded");
}
