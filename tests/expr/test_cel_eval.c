/* Evaluation: a table of expressions and their results, checked and unchecked. */
#include "expr/cel/cel.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "value/json.h"

static const char object[] =
    "{\"spec\":{\"replicas\":3,\"paused\":false,\"ratio\":1.5,\"none\":null,\"empty\":[]},"
    "\"metadata\":{\"name\":\"web\",\"labels\":{\"app\":\"web\",\"a/b\":\"c\"}},"
    "\"status\":{\"replicas\":3,\"conditions\":[{\"type\":\"Available\",\"status\":\"True\"},"
    "{\"type\":\"Progressing\",\"status\":\"False\",\"reason\":\"Stuck\"}]}}";

struct outcome {
    struct ls_arena arena;
    const struct ls_obj *obj;
    const struct ls_cel_program *program;
    struct ls_cel_run run;
    char text[1000];
    uint32_t offset;
};

static void outcome_release(struct outcome *outcome)
{
    ls_cel_release(outcome->program);
    ls_obj_unref(outcome->obj);
    ls_arena_release(&outcome->arena);
}

static const struct ls_cel_variable variables[] = {
    {{"self", 4}, &ls_cel_dyn},
    {{"a.b", 3}, &ls_cel_int},
    {{"com.example.y", 13}, &ls_cel_int},
    {{"absent", 6}, &ls_cel_dyn},
};

static void outcome_say(struct outcome *outcome, struct ls_term term)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_term_print(&text, term);
    snprintf(outcome->text, sizeof outcome->text, "%s", ls_buf_text(&text));
    if (ls_term_is_error(term))
        outcome->offset = term.failure->offset;
}

static void outcome_refused(struct outcome *outcome, const struct ls_cel_issues *issues)
{
    CHECK(issues->count > 0);
    snprintf(outcome->text, sizeof outcome->text, "refused: %s", issues->at[0].text);
    outcome->offset = issues->at[0].offset;
}

static void evaluate(struct outcome *outcome, const struct ls_cel_env *asked, const char *text)
{
    struct ls_err err = {0};
    struct ls_cel_env env = *asked;
    struct ls_cel_issues issues = {.arena = &outcome->arena};
    env.variables = variables;
    env.variable_count = LS_COUNT(variables);
    CHECK_OK(ls_json_parse(ls_slice_of(object), NULL, &outcome->obj, &err), err);
    struct ls_term values[LS_COUNT(variables)] = {ls_term_of_node(ls_obj_root(outcome->obj), NULL),
                                                  ls_term_int(7), ls_term_int(42),
                                                  (struct ls_term){.kind = LS_TERM_ERROR}};
    if (ls_cel_compile(&outcome->arena, &env, ls_slice_of(text), &outcome->program, &issues)) {
        outcome_refused(outcome, &issues);
        return;
    }
    outcome->run.arena = &outcome->arena;
    outcome->run.values = values;
    outcome_say(outcome, ls_cel_eval(outcome->program, &outcome->run));
}

struct row {
    const char *text, *want;
};

static void rows_check(const struct ls_cel_env *env, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct outcome outcome LS_AUTO(outcome_release) = {0};
        evaluate(&outcome, env, rows[i].text);
        if (strcmp(outcome.text, rows[i].want) != 0)
            print_message("in: %s\n", rows[i].text);
        CHECK_STR(outcome.text, rows[i].want);
    }
}

static const struct row everywhere[] = {
    {"self.spec.replicas == self.status.replicas", "true"},
    {"self.status.conditions.exists(c, c.type == 'Available' && c.status == 'True')", "true"},
    {"self.status.conditions.filter(c, has(c.reason)).map(c, c.reason)", "[\"Stuck\"]"},
    {"self.metadata.labels['a/b'] + self['metadata']['name']", "\"cweb\""},
    {"self.spec.missing", "error: no such key: missing"},
    {"self.status.conditions[5].type", "error: index out of bounds: 5"},
    {"self.status.conditions[1].type", "\"Progressing\""},
    {"has(self.spec.missing) || has(self.spec.replicas)", "true"},
    {"has(self.spec.missing.deeper)", "error: no such key: missing"},
    {"has(self.spec.none)", "true"},
    {"self.spec.none == null", "true"},
    {"1 / 0 == 1 || true", "true"},
    {"true || 1 / 0 == 1", "true"},
    {"1 / 0 == 1 && false", "false"},
    {"1 / 0 == 1 || false", "error: division by zero"},
    {"false || 1 / 0 == 1", "error: division by zero"},
    {"true ? 1 : 1 / 0", "1"},
    {"false ? 1 / 0 : 2", "2"},
    {"(true ? self.spec : self.status).replicas", "3"},
    {"self.status.conditions[self.spec.replicas - 2].type", "\"Progressing\""},
    {"[1, 2, 3].map(x, x * 2)", "[2, 4, 6]"},
    {"[1, 2, 3].map(x, x > 1, x * 2)", "[4, 6]"},
    {"{'a': 1, 'b': 2}.map(k, k)", "[\"a\", \"b\"]"},
    {"[1, 2, 3].all(x, x > 0)", "true"},
    {"[1, 2, 3].exists_one(x, x > 2)", "true"},
    {"[1, 'a'].exists(x, x == 'a')", "true"},
    {"[[1, 2], [3]].map(x, x.map(y, [y, x.size()]))", "[[[1, 2], [2, 2]], [[3, 1]]]"},
    {"3 in [1, 2, 3]", "true"},
    {"4 in self.status.conditions.map(c, size(c))", "false"},
    {"'app' in self.metadata.labels", "true"},
    {"[].map(x, x)", "[]"},
    {"{'a': [1]}.a[0]", "1"},
    {"{1: 'x'}[1]", "\"x\""},
    {"type(1)", "int"},
    {"type(self) == map", "true"},
    {"a.b + 1", "8"},
    {"absent", "error: no such attribute(s): absent"},
    {"!true", "false"},
    {"self.spec == {'replicas': 3, 'paused': false, 'ratio': 1.5, 'none': null, 'empty': []}",
     "true"},
    {"size(self.metadata.labels) + size('é')", "3"},
};

TEST(expressions_come_to_what_the_language_says)
{
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    rows_check(&env, everywhere, LS_COUNT(everywhere));
    env.is_unchecked = true;
    rows_check(&env, everywhere, LS_COUNT(everywhere));
}

/* Lists and maps that are read often are cached; the answers stay the same. */
TEST(lists_and_maps_that_are_read_often)
{
    static const struct row rows[] = {
        {"lists.range(20).filter(i, self.status.conditions[i % 2].type == 'Available').size()",
         "10"},
        {"lists.range(20).map(i, self.status.conditions[i].type)", "error: index out of bounds: 2"},
        {"lists.range(20).filter(i, i > 15 && self.status.conditions[i - 19].status == 'True')",
         "error: index out of bounds: -1"},
        {"lists.range(20).all(i, self.metadata.labels[i % 2 == 0 ? 'app' : 'a/b'] != '')", "true"},
        {"lists.range(20).map(i, self.metadata.labels[?'a' + string(i)].orValue('-')).join()",
         "\"--------------------\""},
        {"lists.range(20).map(i, self.metadata.labels['x' + string(i - 11)])",
         "error: no such key: x-11"},
        {"lists.range(20).filter(i, (i < 15 ? 'app' : 'none') in self.metadata.labels).size()",
         "15"},
        {"self.all(k, self.all(l, self[k].all(m, self[l].all(n, has(self.spec)))))", "true"},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    rows_check(&env, rows, LS_COUNT(rows));
}

TEST(what_only_a_run_can_tell)
{
    static const struct row rows[] = {
        {"1 + 'a'", "error: no such overload"},
        {"size(1)", "error: no such overload: size"},
        {"'a'.nothing(1)", "error: no such overload: nothing(string, int)"},
        {"nothing()", "error: no such overload: nothing()"},
        {"unknown.field", "error: no such attribute(s): unknown"},
        {"{} + 1", "error: no such overload: _+_"},
        {"[1] < [2]", "error: no such overload: _<_"},
        {"-[1]", "error: no such overload: -_"},
        {"1.contains('a')", "error: no such overload"},
        {"1.all(i, v, true)", "error: unsupported comprehension range type: types.Int"},
        {"1 && true", "error: no such overload"},
        {"1 ? 2 : 3", "error: no such overload"},
        {"[1][1.5]", "error: unsupported index value 1.5 in list"},
        {"[1]['a']", "error: unsupported index type 'string' in list"},
        {"1.all(x, true)", "error: got 'types.Int', expected iterable type"},
        {"{1.5: 2}", "error: unsupported key type"},
        {"{null: 2}", "error: unsupported key type"},
        {"{'a': 1, 'a': 2}", "error: Failed with repeated key"},
        {"{1: 1, 1u: 2}", "error: Failed with repeated key"},
        {"{1: 1, 2u: 2}[2.0]", "2"},
        {"[?1]", "error: cannot initialize optional list element from non-optional value"},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    env.is_unchecked = true;
    rows_check(&env, rows, LS_COUNT(rows));
}

TEST(names_are_found_in_their_container)
{
    static const struct row rows[] = {
        {"y", "42"},
        {".com.example.y", "42"},
        {"example.y", "42"},
        {"[0].exists(y, y == 0)", "true"},
        {"[0].exists(y, .com.example.y == 42)", "true"},
        {"[{'b': 1}].exists(a, a.b == 1)", "true"},
        {"[1].map(y, [2].map(y, y))", "[[2]]"},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    env.container = LS_SLICE("com.example");
    rows_check(&env, rows, LS_COUNT(rows));
    env.is_unchecked = true;
    rows_check(&env, rows, LS_COUNT(rows));
}

TEST(optionals_carry_their_emptiness_along)
{
    static const struct row rows[] = {
        {"self.?spec.replicas", "optional.of(3)"},
        {"self.?missing.replicas", "optional.none()"},
        {"self.?missing.replicas.orValue(5)", "5"},
        {"self.?spec.?replicas.orValue(1 / 0)", "3"},
        {"self.spec.?missing.or(optional.of(1)).value()", "1"},
        {"has(self.?missing.replicas)", "false"},
        {"has(self.?spec.replicas)", "true"},
        {"self.status.conditions[?7].type", "optional.none()"},
        {"self.status.conditions[?0].type.orValue('')", "\"Available\""},
        {"[?self.?missing, ?self.spec.?replicas]", "[3]"},
        {"{?'a': self.?missing, ?'b': self.spec.?replicas}", "{\"b\": 3}"},
        {"optional.none().or(optional.of(2)).hasValue()", "true"},
        {"self.?spec.optMap(s, s.replicas + 1).orValue(0)", "4"},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    rows_check(&env, rows, LS_COUNT(rows));
    env.is_unchecked = true;
    rows_check(&env, rows, LS_COUNT(rows));
}

TEST(bindings_and_two_variables)
{
    static const struct row rows[] = {
        {"cel.bind(x, self.spec.replicas, x + x)", "6"},
        {"cel.bind(x, 1 / 0, true)", "true"}, /* x is not used */
        {"cel.bind(x, [1, 2].map(a, a + 1), [3, 4].map(b, x.map(c, b + c)))", "[[5, 6], [6, 7]]"},
        {"[1, 2].all(i, v, v == i + 1)", "true"},
        {"{'a': 1}.exists(k, v, k == 'a' && v == 1)", "true"},
        {"[7, 8].transformList(i, v, i > 0, v)", "[8]"},
        {"{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", "{\"a\": 2, \"b\": 3}"},
        {"['x', 'y'].transformMap(i, v, v)", "{0: \"x\", 1: \"y\"}"},
        {"['x', 'y'].transformMapEntry(i, v, {v: i})", "{\"x\": 0, \"y\": 1}"},
        {"['x', 'x'].transformMapEntry(i, v, {v: i})",
         "error: insert failed: key x already exists"},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    rows_check(&env, rows, LS_COUNT(rows));
    env.is_unchecked = true;
    rows_check(&env, rows, LS_COUNT(rows));
}

TEST(errors_have_a_place)
{
    static const struct {
        const char *text;
        uint32_t offset;
    } rows[] = {
        {"self.spec.missing == 1", 9},
        {"true && 1 / 0 > 1", 10},
        {"[1, 2].map(x, x / 0)", 16},
        {"{'a': 1}['b']", 8},
        {"self.spec.replicas.startsWith('a')", 29},
    };
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct outcome outcome LS_AUTO(outcome_release) = {0};
        evaluate(&outcome, &env, rows[i].text);
        CHECK_HAS(outcome.text, "error: ");
        CHECK_INT(outcome.offset, rows[i].offset);
    }
}

TEST(a_program_that_cannot_be_is_refused)
{
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    env.is_unchecked = true;
    struct outcome outcome LS_AUTO(outcome_release) = {0};
    evaluate(&outcome, &env, "1 + Name{a: 1}");
    CHECK_HAS(outcome.text, "refused: Name{...} builds a message");
    CHECK(!outcome.program);
    ls_cel_release(NULL);
}

TEST(the_wanted_type_is_reported)
{
    struct ls_cel_env env;
    ls_cel_env_probe(&env);
    env.is_unchecked = true;
    struct outcome outcome LS_AUTO(outcome_release) = {0};
    evaluate(&outcome, &env, "self.spec.replicas");
    CHECK_STR(outcome.text, "error: the expression came to a value of type int, it must be bool");
}

TEST(worlds_have_their_own_libraries)
{
    static const struct {
        const char *text;
        void (*env)(struct ls_cel_env *env);
        bool is_known;
    } rows[] = {
        {"cel.bind(x, 1, x) == 1", ls_cel_env_full, true},
        {"cel.bind(x, 1, x) == 1", ls_cel_env_kubernetes, false},
        {"math.greatest(1, 2) == 2", ls_cel_env_kubernetes, false},
        {"sets.contains([1, 2], [1])", ls_cel_env_kubernetes, true},
        {"sets.contains([1, 2], [1])", ls_cel_env_probe, false},
        {"1 < 1.5", ls_cel_env_kubernetes, true},
        {"1 < 1.5", ls_cel_env_probe, false},
        {"self.?spec.hasValue()", ls_cel_env_kubernetes, true},
        {"self.?spec.hasValue()", ls_cel_env_probe, false},
        {"quantity('1') == quantity('1000m')", ls_cel_env_kubernetes, true},
        {"quantity('1') == quantity('1000m')", ls_cel_env_probe, false},
        {"[1, 2].sum() == 3", ls_cel_env_probe, true},
        {"'abc'.find('b') == 'b'", ls_cel_env_probe, true},
        {"isURL('https://a')", ls_cel_env_probe, true},
        {"'A'.lowerAscii() == 'a'", ls_cel_env_probe, true},
        {"'%d'.format([1]) == '1'", ls_cel_env_probe, false},
        {"[1, 'a'] == []", ls_cel_env_probe, false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct outcome outcome LS_AUTO(outcome_release) = {0};
        struct ls_cel_env env;
        rows[i].env(&env);
        evaluate(&outcome, &env, rows[i].text);
        if (rows[i].is_known)
            CHECK_STR(outcome.text, "true");
        else
            CHECK_HAS(outcome.text, "refused: ");
    }
}
