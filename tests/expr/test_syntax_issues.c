/* What is wrong with an expression: cel-go's sentences and places, which kube-apiserver shows. */
#include "expr/syntax/parse.h"

#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "check.h"
#include "expr/limits.h"
#include "support_tree.h"

/* What an operand may begin with. */
#define OPERAND                                                                                    \
    "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, "       \
    "STRING, BYTES, IDENTIFIER}"

/* The issues of an expression in one line: places and sentences, "S:" for "Syntax error:". */
static const char *issues_of(struct ls_arena *arena, const char *text,
                             const struct ls_cel_syntax *syntax)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_cel_issues issues = {.arena = arena};
    struct ls_cel_tree tree;
    if (!ls_cel_parse(ls_slice_of(text), syntax, &tree, &issues))
        return "fine";
    for (size_t i = 0; i < issues.count; i++) {
        static const char syntax_error[] = "Syntax error: ";
        const struct ls_cel_issue *issue = &issues.at[i];
        uint32_t line = 0, column = 0;
        ls_cel_place(issues.source, issue->offset, &line, &column);
        bool is_syntax = strncmp(issue->text, syntax_error, sizeof syntax_error - 1) == 0;
        ls_buf_printf(&out, "%s%u:%u: %s%s", i > 0 ? "; " : "", line, column,
                      is_syntax ? "S: " : "",
                      issue->text + (is_syntax ? sizeof syntax_error - 1 : 0));
    }
    return ls_arena_dup(arena, ls_buf_slice(&out));
}

struct row {
    const char *text, *issues;
};

static void check_rows(const struct row *rows, size_t count, bool has_optional)
{
    const struct ls_cel_syntax syntax = {
        .macros = ~0u, .has_optional = has_optional, .has_quoted_names = has_optional};
    for (size_t i = 0; i < count; i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(issues_of(&arena, rows[i].text, &syntax), rows[i].issues);
    }
}

TEST(tokens_that_do_not_fit)
{
    static const struct row rows[] = {
        {"", "1:0: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"1 +", "1:4: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"a.", "1:3: S: no viable alternative at input '.'"},
        {"(a", "1:3: S: missing ')' at '<EOF>'"},
        {"a)", "1:2: S: extraneous input ')' expecting <EOF>"},
        {"[1,2", "1:5: S: mismatched input '<EOF>' expecting {']', ','}"},
        {"[1,,2]", "1:4: S: mismatched input ',' expecting ']'"},
        {"[1 2]", "1:4: S: extraneous input '2' expecting {']', ','}"},
        {"{a b}", "1:4: S: missing ':' at 'b'"},
        {"{a:}", "1:4: S: mismatched input '}' expecting " OPERAND ""},
        {"{\"a\":1", "1:7: S: mismatched input '<EOF>' expecting {'}', ','}"},
        {"{\"a\",}", "1:5: S: mismatched input ',' expecting ':'"},
        {"f(a b)", "1:5: S: extraneous input 'b' expecting ')'"},
        {"f(a,)", "1:5: S: mismatched input ')' expecting " OPERAND ""},
        {"f(", "1:3: S: mismatched input '<EOF>' expecting {'[', '{', '(', ')', '.', '-', '!', "
               "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"},
        {"a b", "1:3: S: extraneous input 'b' expecting <EOF>"},
        {"a b c", "1:3: S: mismatched input 'b' expecting <EOF>"},
        {"1 + * 2", "1:5: S: extraneous input '*' expecting " OPERAND ""},
        {"a = b",
         "1:3: S: token recognition error at: '= '; 1:5: S: extraneous input 'b' expecting <EOF>"},
        {"a & b",
         "1:3: S: token recognition error at: '& '; 1:5: S: extraneous input 'b' expecting <EOF>"},
        {"'abc", "1:1: S: token recognition error at: ''abc'; 1:5: S: mismatched input '<EOF>' "
                 "expecting " OPERAND ""},
        {"'a\nb'",
         "1:1: S: token recognition error at: ''a\n'; 2:2: S: token recognition error at: '''"},
        {"\"\\q\"", "1:1: S: token recognition error at: '\"\\q'; 1:4: S: token recognition error "
                    "at: '\"'; 1:5: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"a ? b", "1:6: S: mismatched input '<EOF>' expecting ':'"},
        {"a ? b :", "1:8: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"a ?\? b", "1:4: S: extraneous input '?' expecting " OPERAND
                    "; 1:7: S: mismatched input '<EOF>' expecting ':'"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

TEST(more_tokens_that_do_not_fit)
{
    static const struct row rows[] = {
        {"a.true", "1:3: S: mismatched input 'true' expecting IDENTIFIER"},
        {"a.null", "1:3: S: mismatched input 'null' expecting IDENTIFIER"},
        {"a.in", "1:3: S: no viable alternative at input '.in'; 1:5: S: mismatched input '<EOF>' "
                 "expecting " OPERAND ""},
        {".", "1:2: S: no viable alternative at input '.'"},
        {"-", "1:2: S: no viable alternative at input '-'; 1:2: S: mismatched input '<EOF>' "
              "expecting " OPERAND ""},
        {"!", "1:2: S: extraneous input '<EOF>' expecting " OPERAND ""},
        {"!)", "1:2: S: extraneous input ')' expecting " OPERAND ""},
        {"-1.", "1:4: S: no viable alternative at input '.'"},
        {"a[", "1:3: S: mismatched input '<EOF>' expecting {'[', '{', '(', '.', '-', '!', '?', "
               "'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"},
        {"a[]",
         "1:3: S: mismatched input ']' expecting {'[', '{', '(', '.', '-', '!', '?', 'true', "
         "'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"},
        {"a[1 2]", "1:5: S: extraneous input '2' expecting ']'"},
        {"a.b{c}", "1:6: S: mismatched input '}' expecting ':'"},
        {"T{1:2}",
         "1:3: S: mismatched input '1' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}"},
        {"a. b. ", "1:7: S: no viable alternative at input '. '"},
        {"a\n.\n", "3:1: S: no viable alternative at input '.\\n'"},
        {"1a", "1:2: S: extraneous input 'a' expecting <EOF>"},
        {"0x", "1:2: S: extraneous input 'x' expecting <EOF>"},
        {"1e", "1:2: S: extraneous input 'e' expecting <EOF>"},
        {"a.1", "1:2: S: extraneous input '.1' expecting <EOF>"},
        {"a.`b$`", "1:3: S: token recognition error at: '`b$'; 1:6: S: token recognition error at: "
                   "'`'; 1:7: S: no viable alternative at input '.'"},
        {"`a`", "1:1: S: mismatched input '`a`' expecting " OPERAND ""},
        {"&& a", "1:1: S: extraneous input '&&' expecting " OPERAND ""},
        {"a || ||", "1:6: S: mismatched input '||' expecting " OPERAND
                    "; 1:8: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"a ? b : c : d", "1:11: S: mismatched input ':' expecting <EOF>"},
        {"in a", "1:1: S: extraneous input 'in' expecting " OPERAND ""},
        {"((a)", "1:5: S: missing ')' at '<EOF>'"},
        {"f()(", "1:4: S: extraneous input '(' expecting <EOF>"},
        {"self.x > 0 &&", "1:14: S: mismatched input '<EOF>' expecting " OPERAND ""},
        {"self.all(x, x > )", "1:17: S: mismatched input ')' expecting " OPERAND ""},
        {"()", "1:2: S: mismatched input ')' expecting " OPERAND ""},
        {"a.?", "1:4: S: mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}; 1:4: "
                "unsupported ident kind"},
        {"a.?1", "1:4: S: mismatched input '1' expecting {IDENTIFIER, ESC_IDENTIFIER}; 1:4: "
                 "unsupported ident kind"},
        {"a@b",
         "1:2: S: token recognition error at: '@'; 1:3: S: extraneous input 'b' expecting <EOF>"},
        {"1 $ + 2", "1:3: S: token recognition error at: '$'"},
        {"a;b",
         "1:2: S: token recognition error at: ';'; 1:3: S: extraneous input 'b' expecting <EOF>"},
        {"#", "1:1: S: token recognition error at: '#'; 1:2: S: mismatched input '<EOF>' "
              "expecting " OPERAND ""},
        {"{1:2,3}", "1:7: S: mismatched input '}' expecting ':'"},
        {"(1,2)", "1:3: S: mismatched input ',' expecting ')'"},
        {"a===b", "1:4: S: token recognition error at: '=b'; 1:6: S: mismatched input '<EOF>' "
                  "expecting " OPERAND ""},
        {"- -", "1:4: S: no viable alternative at input '-'; 1:4: S: mismatched input '<EOF>' "
                "expecting " OPERAND ""},
        {"!-a", "1:3: S: no viable alternative at input '-a'"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

TEST(literals_and_names_that_mean_nothing)
{
    static const struct row rows[] = {
        {"9223372036854775808", "1:1: invalid int literal"},
        {"1 + -9223372036854775809", "1:5: invalid int literal"},
        {"0x10000000000000000", "1:1: invalid int literal"},
        {"18446744073709551616u", "1:1: invalid uint literal"},
        {"1e999", "1:1: invalid double literal"},
        {"'\\ud800'", "1:1: invalid unicode code point"},
        {"'\\U00110000'", "1:1: invalid unicode code point"},
        {"b'\\u0041'", "1:1: unable to unescape string"},
        {"if", "1:1: reserved identifier: if"},
        {".if", "1:1: reserved identifier: if"},
        {"a + while(1)", "1:5: reserved identifier: while"},
        {"let + const", "1:1: reserved identifier: let; 1:7: reserved identifier: const"},
        {"a.if.while", "fine"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

/* Wrong tokens are repaired where possible; the rest is checked all the same. */
TEST(mistakes_of_both_kinds)
{
    static const struct row rows[] = {
        {"if +* has(1)", "1:5: S: extraneous input '*' expecting " OPERAND
                         "; 1:1: reserved identifier: if; 1:11: invalid argument to has() macro"},
        {"(has(1)", "1:8: S: missing ')' at '<EOF>'; 1:6: invalid argument to has() macro"},
        {"{a if}", "1:4: S: missing ':' at 'if'; 1:4: reserved identifier: if"},
        {"if $ + 1", "1:4: S: token recognition error at: '$'; 1:1: reserved identifier: if"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

TEST(optional_syntax_where_it_is_off)
{
    static const struct row rows[] = {
        {"a.?b", "1:2: unsupported syntax '.?'"},    {"a[?b]", "1:2: unsupported syntax '[?'"},
        {"[1, ?a]", "1:5: unsupported syntax '?'"},  {"{?'a': b}", "1:2: unsupported syntax '?'"},
        {"a.`b-c`", "1:3: unsupported syntax: '`'"},
    };
    check_rows(rows, LS_COUNT(rows), false);
}

TEST(macros_with_wrong_arguments)
{
    static const struct row rows[] = {
        {"has(a)", "1:5: invalid argument to has() macro"},
        {"has(a[0])", "1:6: invalid argument to has() macro"},
        {"[1].all(1, true)", "1:9: argument must be a simple name"},
        {"[1].exists(x.y, true)", "1:13: argument must be a simple name"},
        {"[1].exists_one(2, true)", "1:16: argument must be a simple name"},
        {"[1].map(1, x)", "1:9: argument is not an identifier"},
        {"[1].filter('x', x)", "1:12: argument is not an identifier"},
        {"[1].map(__result__, 1)", "1:9: iteration variable overwrites accumulator variable"},
        {"[1].all(i, i, true)", "1:12: duplicate variable name: i"},
        {"[1].transformList(1, v, v)", "1:19: argument must be a simple name"},
        {"{}.transformMap(k, __result__, k)",
         "1:20: iteration variable overwrites accumulator variable"},
        {"cel.bind(a.b, 1, 2)", "1:11: cel.bind() variable names must be simple identifiers"},
        {"a.optMap(1, 2)", "1:10: optMap() variable name must be a simple identifier"},
        {"a.optFlatMap(1, 2)", "1:14: optFlatMap() variable name must be a simple identifier"},
        {"math.least()", "1:1: math.least() requires at least one argument"},
        {"math.greatest('a')", "1:15: math.greatest() invalid single argument value"},
        {"math.greatest([])", "1:15: math.greatest() invalid single argument value"},
        {"math.least(1, [2])", "1:15: math.least() simple literal arguments must be numeric"},
        {"1.sortBy(x, x)", "1:1: sortBy can only be applied to a list, identifier, comprehension, "
                           "call or select expression"},
        {"cel.block(1, 2)", "1:11: cel.block requires the first arg to be a list literal"},
        {"cel.index(-1)", "1:11: cel.index requires a single non-negative int constant arg"},
        {"cel.iterVar(0, a)", "1:16: cel.iterVar requires two non-negative int constant args"},
    };
    check_rows(rows, LS_COUNT(rows), true);
}

TEST(issues_are_printed_with_a_caret)
{
    static const struct row rows[] = {
        {"1 + $",
         "ERROR: <input>:1:5: Syntax error: token recognition error at: '$'\n"
         " | 1 + $\n"
         " | ....^\n"
         "ERROR: <input>:1:6: Syntax error: mismatched input '<EOF>' expecting " OPERAND "\n"
         " | 1 + $\n"
         " | .....^"},
        {"a\n\t+ if\n+ 1", "ERROR: <input>:2:4: reserved identifier: if\n"
                           " |  + if\n"
                           " | ...^"},
        /* Full-width marks below what takes several bytes. */
        {"'\xc3\xa9' + if", "ERROR: <input>:1:7: reserved identifier: if\n"
                            " | '\xc3\xa9' + if\n"
                            " | .\xef\xbc\x8e....^"},
        {"\xc3\xa9",
         "ERROR: <input>:1:1: Syntax error: token recognition error at: '\xc3\xa9'\n"
         " | \xc3\xa9\n"
         " | \xef\xbc\xbe\n"
         "ERROR: <input>:1:2: Syntax error: mismatched input '<EOF>' expecting " OPERAND "\n"
         " | \xc3\xa9\n"
         " | \xef\xbc\x8e^"},
        {"", "ERROR: <input>:1:0: Syntax error: mismatched input '<EOF>' expecting " OPERAND},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        CHECK_STR(tree_of(&arena, rows[i].text, false), rows[i].issues);
    }
}

TEST(there_is_an_end_to_issues)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_CEL_ISSUES_MAX + 5; i++)
        ls_buf_add_text(&text, i == 0 ? "if" : " + if");
    CHECK_HAS(tree_of(&arena, ls_buf_text(&text), false), "\n5 more errors were truncated");
    ls_buf_clear(&text);
    for (int i = 0; i < 40; i++)
        ls_buf_add_text(&text, "{a b ");
    CHECK_HAS(tree_of(&arena, ls_buf_text(&text), false),
              "Syntax error: error recovery attempt limit exceeded: 30");
    ls_buf_clear(&text);
    ls_buf_add_text(&text, "a");
    for (int i = 0; i < 300; i++)
        ls_buf_add_text(&text, " a");
    CHECK_HAS(tree_of(&arena, ls_buf_text(&text), false),
              "<input>:-1:0: error recovery token lookahead limit exceeded: 256");
}

/* A line too long to show is left out. */
TEST(long_lines_have_no_caret)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char *text = ls_arena_alloc(&arena, 20001);
    memset(text, ' ', 20000);
    memcpy(text, "if", 2);
    CHECK_STR(tree_of(&arena, text, false), "ERROR: <input>:1:1: reserved identifier: if");
}
