/* What names stand for: containers, dotted variables, types, variables of loops. */
#include "../check.h"
#include "support_check.h"

struct row {
    const char *container;
    const char *expression;
    const char *answer;
};

static const struct row names[] = {
    {"", "x", "int"},
    {"", "com.example.x", "string"},
    {"", "a.b.c", "double"},
    {"", "a.b.c.d", "1:6: type 'double' does not support field selection"},
    {"", "a.b", "1:1: undeclared reference to 'a' (in container '')"},
    {"com.example", "x", "string"},
    {"com.example", ".x", "int"},
    {"com.example", "y.z", "bytes"},
    {"com.example.deeper", "x", "string"},
    {"com.example", "y", "bool"},
    {"com", "example.x", "string"},
    {"org", "x", "int"},
    {"org", "q", "1:1: undeclared reference to 'q' (in container 'org')"},
    {"com.example", "size('a')", "int"},
    {"com.example", "foo('a')", "1:4: undeclared reference to 'foo' (in container 'com.example')"},
    {"com.example", "int", "type(int)"},
    /* Variables of loops hide what is outside, dotted names too. */
    {"com.example", "[1].map(x, x)", "list(int)"},
    {"com.example", "['a'].map(x, .x)", "list(int)"},
    {"com.example", "[{'z': 1}].map(y, y.z)", "list(int)"},
    {"", "[1].map(x, ['a'].map(x, x))", "list(list(string))"},
    {"", "[1].map(i, i) == [i]", "1:19: undeclared reference to 'i' (in container '')"},
    {"", "any.foo.bar[0].baz", "dyn"},
    {"", "any.map(x, x.y)", "list(dyn)"},
    {"", "any.size() + 1", "int"},
    {"", "any + 1", "int"},
    {"", "any + any", "dyn"},
};

TEST(names_are_searched_in_their_container_first)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    const struct ls_cel_variable variables[] = {
        {LS_SLICE("x"), &ls_cel_int},
        {LS_SLICE("com.example.x"), &ls_cel_string},
        {LS_SLICE("com.example.y.z"), &ls_cel_bytes},
        {LS_SLICE("com.y"), &ls_cel_bool},
        {LS_SLICE("a.b.c"), &ls_cel_double},
        {LS_SLICE("any"), &ls_cel_dyn},
    };
    stage.env.variables = variables;
    stage.env.variable_count = LS_COUNT(variables);
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        stage.env.container = ls_slice_of(names[i].container);
        CHECK_STR(stage_check(&stage, names[i].expression),
                  ls_arena_printf(&stage.arena, "%s => %s", names[i].expression, names[i].answer));
    }
}

TEST(an_expression_comes_to_the_wanted_type)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    stage.env.result = &ls_cel_bool;
    CHECK_STR(stage_check(&stage, "self.s == 'a'"), "self.s == 'a' => bool");
    CHECK_STR(stage_check(&stage, "dyn(1)"), "dyn(1) => dyn");
    CHECK_STR(stage_check(&stage, "self.s"),
              "self.s => 1:5: expected type 'bool' but found 'string'");
}

/* Once a loop was entered cel-go allows them anywhere. */
TEST(numbers_of_two_kinds_compare_where_the_environment_says_so)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    CHECK_STR(stage_check(&stage, "1 < 1.5"), "1 < 1.5 => bool");
    stage.env.has_mixed_compare = false;
    CHECK_STR(stage_check(&stage, "1 < 1.5"),
              "1 < 1.5 => 1:3: found no matching overload for '_<_' applied to '(int, double)'");
    CHECK_STR(stage_check(&stage, "1.0 < 1.5"), "1.0 < 1.5 => bool");
    CHECK_STR(stage_check(&stage, "[1].all(x, x < 1.5)"), "[1].all(x, x < 1.5) => bool");
}

/* Tables say what each node stands for. */
TEST(nodes_know_their_variables_and_overloads)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    static const struct ls_cel_syntax syntax = {.macros = 0};
    struct ls_cel_tree tree;
    struct ls_cel_checked checked;
    struct ls_cel_issues issues = {.arena = &stage.arena, .source = LS_SLICE("self.s + dyn('a')")};
    CHECK_INT(ls_cel_parse(issues.source, &syntax, &tree, &issues), LS_OK);
    CHECK_INT(ls_cel_check(&stage.env, &tree, &checked, &issues), LS_OK);
    const struct ls_cel_node *plus = tree.root, *field = plus->call.args[0];
    CHECK_STR(checked.overloads[plus->id][0]->id, "add_string");
    CHECK(!checked.overloads[plus->id][1]);
    CHECK(checked.variables[field->select.operand->id] == &stage.variables[0]);
    CHECK(!checked.variables[field->id]);
    CHECK(checked.type->kind == LS_CEL_STRING);
}
