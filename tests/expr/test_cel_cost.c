/*
 * Costs: what kube-apiserver 1.36 counts for each expression (cel-go 0.26 with the estimator of
 * k8s.io/apiserver, over the same values), and what the limits stop.
 */
#include "expr/cel/cel.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "value/json.h"

static const char values_json[] =
    "{\"self\":{\"spec\":{\"replicas\":3,\"name\":\"web\",\"list\":[1,2,3],\"tags\":[\"a\",\"bb\","
    "\"ccc\"],\"obj\":{\"k\":\"v\"},\"flag\":true,\"none\":null,\"ratio\":1.5},\"status\":{"
    "\"conditions\":[{\"type\":\"Available\",\"status\":\"True\"},{\"type\":\"Progressing\","
    "\"status\":\"False\",\"reason\":\"Stuck\"}],\"replicas\":3}},"
    "\"s\":\"hello wörld, this is a longer string\",\"l\":[3,1,2,5,4],"
    "\"ls\":[\"alpha\",\"beta\",\"gamma delta "
    "epsilon\"],\"m\":{\"a\":1,\"b\":2},\"i\":7,\"b\":true}";

static const struct ls_cel_type ints = {.kind = LS_CEL_LIST, .item = &ls_cel_int};
static const struct ls_cel_type texts = {.kind = LS_CEL_LIST, .item = &ls_cel_string};
static const struct ls_cel_type counts = {
    .kind = LS_CEL_MAP, .key = &ls_cel_string, .item = &ls_cel_int};
static const struct ls_cel_variable variables[] = {
    {{"self", 4}, &ls_cel_dyn}, {{"s", 1}, &ls_cel_string}, {{"l", 1}, &ints},
    {{"ls", 2}, &texts},        {{"m", 1}, &counts},        {{"i", 1}, &ls_cel_int},
    {{"b", 1}, &ls_cel_bool},
};

struct stage {
    struct ls_arena arena;
    const struct ls_obj *obj;
    struct ls_cel_env env;
    struct ls_term values[LS_COUNT(variables)];
    struct ls_cel_run run;
};

static void stage_init(struct stage *stage)
{
    struct ls_err err = {0};
    *stage = (struct stage){0};
    ls_cel_env_kubernetes(&stage->env);
    stage->env.variables = variables;
    stage->env.variable_count = LS_COUNT(variables);
    CHECK_OK(ls_json_parse(ls_slice_of(values_json), NULL, &stage->obj, &err), err);
    for (size_t i = 0; i < LS_COUNT(variables); i++)
        stage->values[i] =
            ls_term_of_node(ls_node_get(ls_obj_root(stage->obj), variables[i].name), NULL);
}

static void stage_release(struct stage *stage)
{
    ls_obj_unref(stage->obj);
    ls_arena_release(&stage->arena);
}

/* The answer lives until the stage's arena is reset. */
static struct ls_term stage_eval(struct stage *stage, const char *text)
{
    struct ls_cel_issues issues = {.arena = &stage->arena};
    const struct ls_cel_program *program = NULL;
    if (ls_cel_compile(&stage->arena, &stage->env, ls_slice_of(text), &program, &issues)) {
        print_message("%s: %s\n", text, issues.at[0].text);
        CHECK(program);
    }
    stage->run.arena = &stage->arena;
    stage->run.values = stage->values;
    struct ls_term term = ls_cel_eval(program, &stage->run);
    ls_cel_release(program);
    return term;
}

struct row {
    const char *text;
    uint64_t cost;
};

static void rows_check(const struct row *rows, size_t count)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < count; i++) {
        ls_arena_reset(&stage.arena);
        stage_eval(&stage, rows[i].text);
        if (stage.run.cost != rows[i].cost)
            print_message("cost of %s\n", rows[i].text);
        CHECK_INT(stage.run.cost, rows[i].cost);
    }
}

static const struct row language[] = {
    {"1", 0},
    {"i", 1},
    {"i + 1", 2},
    {"self.spec.replicas", 3},
    {"self.spec.replicas == self.status.replicas", 7},
    {"self.spec['replicas'] == 3", 4},
    {"self['spec']['replicas'] + 1 == 4", 5},
    {"self.spec.list[0]", 4},
    {"self.spec.list[i - 7]", 6},
    {"l[i - 7]", 4},
    {"l[l[1]]", 3},
    {"self.spec.list[self.spec.list[0]]", 7},
    {"self.spec.missing", 3},
    {"has(self.spec)", 1},
    {"has(self.spec.replicas)", 2},
    {"has(self.spec.missing)", 2},
    {"has(self.spec.replicas) && self.spec.replicas > 1", 6},
    {"self.status.conditions.exists(c, c.type == 'Available' && c.status == 'True')", 17},
    {"self.status.conditions.all(c, c.type != '')", 14},
    {"self.status.conditions.filter(c, has(c.reason)).map(c, c.reason)", 34},
    {"self.status.conditions.exists_one(c, c.type == 'Available')", 13},
    {"self.status.conditions.map(c, c.status == 'True', c.type)", 24},
    {"l.all(x, x > 0)", 27},
    {"l.exists(x, x > 4)", 29},
    {"l.map(x, x * 2)", 72},
    {"l.filter(x, x > 2)", 51},
    {"l.map(x, [x, x])", 122},
    {"l.map(x, {'a': x})", 217},
    {"l.map(x, l.map(y, x + y))", 447},
    {"[1, 2, 3]", 0},
    {"[i, 2, 3]", 11},
    {"[]", 0},
    {"{'a': 1}", 0},
    {"{'a': i}", 31},
    {"{'a': 1}.a", 2},
    {"{'a': i}.a", 33},
    {"[1, 2, 3][1]", 2},
    {"[i][0]", 13},
    {"b ? i : i + 1", 1},
    {"b ? 1 : 2", 1},
    {"b ? self.spec : self.status", 2},
    {"(b ? self.spec : self.status).replicas", 3},
    {"b ? self.spec.name : s", 3},
    {"(b ? s : s) == s", 6},
    {"!b", 2},
    {"b && b", 2},
    {"b || b", 1},
    {"!b || b", 3},
    {"b == true", 2},
    {"s == s", 6},
    {"s == ''", 1},
    {"s != 'hello'", 2},
    {"s + s", 10},
    {"s + 'abc'", 5},
    {"s.startsWith('hello')", 5},
    {"s.endsWith('x')", 5},
    {"s.contains('this')", 5},
    {"s.matches('^hello.*$')", 13},
    {"s.matches(s)", 38},
    {"s.size()", 2},
    {"size(s)", 2},
    {"size(l)", 2},
    {"size(m)", 2},
    {"s < 'z'", 2},
    {"s >= 'a'", 2},
    {"i < 8", 2},
    {"i < 8.5", 2},
    {"1 in l", 6},
    {"7 in [1, 2, 7]", 0},
    {"i in [1, 2, 7]", 1},
    {"i in []", 0},
    {"i in [i, 1]", 14},
    {"'a' in m", 2},
    {"s in ls", 5},
    {"'alpha' in ['alpha', 'beta']", 0},
    {"m.a", 2},
    {"m['a'] + m.b", 5},
    {"m.all(k, m[k] > 0)", 14},
    {"m.exists(k, k == 'b')", 14},
    {"m.map(k, k)", 28},
    {"int('5')", 0},
    {"int(self.spec.ratio)", 4},
    {"string(i)", 2},
    {"string(i) + 'a'", 3},
    {"double(i) + 1.0", 3},
    {"duration('1h') > duration('30m')", 1},
    {"timestamp('2024-01-01T00:00:00Z') < timestamp('2025-01-01T00:00:00Z')", 1},
    {"timestamp('2024-01-01T00:00:00Z').getFullYear()", 1},
    {"bytes(s)", 5},
    {"bytes('abc') == b'abc'", 1},
    {"type(i) == int", 3},
    {"type(i)", 2},
    {"dyn(i) == 7", 3},
    {"dyn(i) + dyn(i)", 5},
    {"dyn(s) + dyn(s)", 5},
    {"self.spec.name + self.spec.name", 7},
    {"self.spec.name == 'web'", 4},
    {"self.spec.name.startsWith('w')", 4},
    {"self.spec.tags.exists(t, t.startsWith('b'))", 19},
    {"'web' in self.spec.tags", 4},
    {"self.spec == self.spec", 5},
    {"self.spec.list == [1, 2, 3]", 4},
    {"l == l", 3},
    {"m == {'a': 1, 'b': 2}", 2},
    {"-i", 2},
    {"i * 2 - 3", 3},
    {"i / 0", 2},
    {"i % 2 == 1 || i / 0 > 1", 3},
    {"i / 0 > 1 || true", 3},
    {"i / 0 > 1 && true", 3},
    {"s.lowerAscii()", 5},
    {"s.upperAscii() == 'X'", 6},
    {"s.replace('o', '0')", 9},
    {"s.split(' ')", 9},
    {"s.split(' ').size()", 10},
    {"ls.join(',')", 7},
    {"ls.join()", 7},
    {"s.substring(3)", 5},
    {"s.trim()", 5},
    {"s.indexOf('w')", 4},
    {"s.charAt(1)", 2},
    {"'%d %s'.format([i, s])", 13},
    {"s.find('[a-z]+')", 9},
    {"s.findAll('[a-z]+')", 9},
    {"s.findAll('[a-z]+', 2)", 9},
    {"l.isSorted()", 6},
    {"l.sum()", 6},
    {"l.min() == 1", 7},
    {"l.max()", 6},
    {"ls.isSorted()", 2},
    {"l.indexOf(2)", 6},
    {"ls.indexOf('beta')", 2},
    {"l.slice(1, 3)", 14},
    {"l.sort()", 62},
    {"ls.sort()", 30},
    {"l.distinct()", 62},
    {"l.reverse()", 17},
    {"lists.range(5)", 16},
    {"[[1], [2]].flatten()", 13},
    {"[[i], [2]].flatten()", 34},
    {"[[i], [2]].flatten(2)", 36},
    {"ls.sortBy(x, x.size())", 75},
    {"sets.contains(l, [1, 2])", 12},
    {"sets.intersects(l, [9])", 7},
    {"sets.equivalent(l, l)", 53},
    {"self.?spec.replicas", 3},
    {"self.?spec.replicas.orValue(1)", 3},
    {"self.?missing.replicas.orValue(1)", 1},
    {"self.?missing.replicas", 1},
    {"self.spec.?replicas.hasValue()", 4},
    {"optional.of(i).value()", 3},
    {"optional.none().or(optional.of(i))", 3},
    {"optional.of(i).or(optional.of(i)).hasValue()", 3},
    {"{?'a': self.?missing}", 31},
    {"self.?spec.optMap(x, x.replicas)", 9},
    {"self.?missing.optMap(x, x.replicas)", 3},
    {"l[?0].orValue(1)", 2},
    {"l[?9].orValue(1)", 1},
    {"l[?i].orValue(1)", 1},
    {"l.all(a, c, c > 0)", 27},
    {"m.all(k, v, v > 0)", 12},
    {"l.transformList(a, c, c * 2)", 72},
    {"l.transformList(a, c, a > 1, c * 2)", 54},
    {"m.transformMap(k, v, v + 1)", 12},
    {"m.transformMap(k, v, v > 1, v + 1)", 11},
    {"m.transformMapEntry(k, v, {k: v})", 70},
    {"l.exists(a, c, c == 2)", 23},
    {"l.existsOne(a, c, c == 2)", 15},
    {"b ? (b ? s : s) : s", 2},
    {"(b ? l : l)[0]", 2},
    {"(b ? (b ? self : self) : self).spec.name", 4},
    {"[1, 2, i].exists(x, x == i)", 33},
    {"[1, 2, 3].all(x, x in l)", 31},
    {"l.filter(x, x in [1, 2]).size() == 2", 35},
    {"self.spec.tags.map(t, t + 'x').join('-')", 49},
    {"s.matches('a') || s.matches('b')", 5},
    {"self.status.conditions[0].type", 5},
    {"self.status.conditions[i - 7].type == 'Available'", 8},
    {"size(self.status.conditions.filter(c, c.status == 'True')) == 1", 25},
    {"self.spec.flag ? self.spec.replicas > 1 : self.spec.replicas == 0", 7},
    {"has(self.spec.obj.k) && self.spec.obj.k.startsWith('v')", 8},
    {"has(self.status.conditions) && self.status.conditions.size() > 0", 7},
    {"self.spec.none == null", 4},
    {"has(self.spec.none)", 2},
    {"string(self.spec.replicas) + '/' + string(self.status.replicas)", 10},
    {"l.map(x, string(x)).join(',') == '3,1,2,5,4'", 75},
    {"b'abc' + b'def'", 1},
    {"bytes(s).size()", 6},
    {"string(b'abc')", 0},
    {"strings.quote(s)", 5},
    {"l + l", 3},
    {"l + [1]", 2},
    {"ls + ['x']", 2},
    {"[l, l].map(x, x.size()).sum()", 43},
    {"timestamp('2024-01-01T00:00:00Z') + duration('1h')", 1},
    {"duration('90s').getSeconds()", 1},
    {"int(timestamp('2024-01-01T00:00:00Z'))", 0},
    {"uint(i) + 1u", 3},
    {"1.0 < 2", 1},
    {"self.spec.list.exists(x, x > i) || has(self.spec.name)", 27},
};

TEST(costs_are_those_of_the_api_server)
{
    rows_check(language, LS_COUNT(language));
}

/* Errors have a cost too: what was evaluated before, and the step that failed. */
static const struct row mistakes[] = {
    {"m[['a', 'b'][2]]", 3},
    {"self.spec.list[m['']]", 5},
    {"m[''.substring(5)]", 2},
    {"ls[i].find('[a-l]+')", 2},
    {"self.spec.list[?(true ? 1 : i)]", 4},
    {"m[(b ? 'a' : 'x')]", 3},
    {"l[i] + i", 4},
    {"s.replace(ls[i], s)", 3},
    {"s.replace(s, ls[i])", 12},
    {"{'p': 9223372036854775807}.transformMap(k, v, v + 1)", 6},
};

TEST(mistakes_cost_what_led_to_them)
{
    rows_check(mistakes, LS_COUNT(mistakes));
}

static const struct row kubernetes[] = {
    {"url('https://example.com/path?q=1')", 3},
    {"url('https://example.com:80/path').getHost()", 4},
    {"url('https://example.com') == url('https://example.com')", 5},
    {"isURL('https://x')", 1},
    {"quantity('100m')", 1},
    {"quantity('100m').isLessThan(quantity('1'))", 3},
    {"quantity('1') == quantity('1000m')", 3},
    {"quantity('1') != quantity('1000m')", 3},
    {"quantity('1').add(quantity('2')).asInteger()", 4},
    {"isQuantity('100Mi')", 1},
    {"quantity('1.5').asApproximateFloat()", 2},
    {"ip('192.168.0.1')", 2},
    {"ip('192.168.0.1').family()", 3},
    {"ip('192.168.0.1') == ip('192.168.0.1')", 5},
    {"ip('192.168.0.1') != ip('192.168.0.2')", 5},
    {"isIP('1.2.3.4')", 1},
    {"ip.isCanonical('::1')", 1},
    {"cidr('192.168.0.0/24').containsIP('192.168.0.1')", 5},
    {"cidr('192.168.0.0/24').containsIP(ip('192.168.0.1'))", 5},
    {"cidr('192.168.0.0/24').containsCIDR('192.168.0.0/25')", 7},
    {"cidr('192.168.0.0/24').containsCIDR(cidr('192.168.0.0/25'))", 7},
    {"cidr('192.168.0.0/24').ip()", 3},
    {"cidr('192.168.0.0/24').prefixLength()", 3},
    {"cidr('192.168.0.0/24') != cidr('192.168.0.0/24')", 5},
    {"format.dns1123Label().validate('abc')", 9},
    {"format.named('dns1123Label').hasValue()", 2},
    {"!format.dns1123Label().validate('abc').hasValue()", 11},
    {"semver('1.2.3').major()", 2},
    {"isSemver('1.2.3')", 1},
    {"semver('1.2.3') == semver('1.2.3')", 3},
    {"semver('1.2.3').compareTo(semver('1.2.4'))", 3},
};

TEST(costs_of_what_kubernetes_adds)
{
    rows_check(kubernetes, LS_COUNT(kubernetes));
}

/* As in cel-go, the limit is the last cost that passes. */
TEST(the_limit_stops_an_evaluation)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.run.cost_max = 7;
    CHECK(stage_eval(&stage, "self.spec.replicas == self.status.replicas").truth);
    CHECK_INT(stage.run.cost, 7);
    stage.run.cost_max = 6;
    struct ls_term term = stage_eval(&stage, "self.spec.replicas == self.status.replicas");
    CHECK_STR(term.failure->text, "operation cancelled: actual cost limit exceeded");
    CHECK(term.failure->is_over_cost);
    /* No operator hides it. */
    term = stage_eval(&stage, "l.all(x, l.all(y, x + y > 0)) || true");
    CHECK(ls_term_is_error(term) && term.failure->is_over_cost);
}

/* Without a limit each would take hours, or all memory. */
TEST(no_expression_gets_away)
{
    static const char *const endless[] = {
        "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(a, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(b, [1, 2, 3, 4,"
        " 5, 6, 7, 8, 9, 10].all(c, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(d, [1, 2, 3, 4, 5, 6, 7, 8,"
        " 9, 10].all(e, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].all(f, a + b + c + d + e + f > 0))))))",
        "lists.range(1000).map(a, lists.range(1000).map(b, lists.range(1000)))",
        "lists.range(1000000000)",
        "lists.range(100000).map(x, lists.range(100000))",
        "lists.range(30).map(x, s + s).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x)"
        ".map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x)"
        ".map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x).map(x, x + x)",
        "lists.range(100).map(x, s).join(s).replace('', s).replace('', s).replace('', s)",
        "lists.range(60000).map(x, lists.range(60000).exists(y, y == x))",
    };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < LS_COUNT(endless); i++) {
        struct ls_term term = stage_eval(&stage, endless[i]);
        if (!ls_term_is_error(term))
            print_message("%s\n", endless[i]);
        CHECK(ls_term_is_error(term));
        CHECK_STR(term.failure->text, "operation cancelled: actual cost limit exceeded");
        CHECK(stage.arena.used_bytes < 200u * 1024 * 1024);
        ls_arena_release(&stage.arena);
    }
}

/* Thirty doublings of a value: cheap to build, since parts are shared, and too much to walk. */
static void doublings_write(struct ls_buf *out, const char *first, bool is_nested, const char *last)
{
    ls_buf_printf(out, "cel.bind(v0, %s, ", first);
    for (int i = 1; i <= 30; i++) {
        ls_buf_printf(out, "cel.bind(v%d, ", i);
        if (is_nested)
            ls_buf_printf(out, "[v%d, v%d]", i - 1, i - 1);
        else
            ls_buf_printf(out, "v%d + v%d", i - 1, i - 1);
        ls_buf_add_text(out, ", ");
    }
    ls_buf_add_text(out, last);
    for (int i = 0; i <= 30; i++)
        ls_buf_add_char(out, ')');
}

TEST(doublings_are_stopped)
{
    static const struct {
        const char *first;
        bool is_nested;
        const char *last;
    } rows[] = {
        {"'a'", false, "v30.size()"},
        {"b'a'", false, "v30.size()"},
        {"[1]", false, "v30.size()"},
        {"[1]", true, "v30 == [v29, v29]"},
        {"[]", true, "v30 == [v29, [v28, v28]]"},
        {"['a']", true, "v30.flatten(40).size()"},
        {"[1]", true, "[v30].indexOf([1])"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        stage_init(&stage);
        stage.env.libraries |= LS_CEL_LIBS(LS_CEL_LIB_BINDINGS);
        stage.env.is_unchecked = true;
        doublings_write(&text, rows[i].first, rows[i].is_nested, rows[i].last);
        struct ls_term term = stage_eval(&stage, ls_buf_text(&text));
        if (!ls_term_is_error(term))
            print_message("%s\n", rows[i].last);
        CHECK(ls_term_is_error(term) && term.failure->is_over_cost);
        CHECK(stage.arena.used_bytes < 200u * 1024 * 1024);
    }
}

/* Runs release what they use: nothing grows with their number. */
TEST(runs_leave_nothing_behind)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_arena scratch LS_AUTO(ls_arena_release) = {0};
    stage_init(&stage);
    struct ls_cel_issues issues = {.arena = &stage.arena};
    const struct ls_cel_program *program = NULL;
    CHECK_INT(ls_cel_compile(&stage.arena, &stage.env,
                             LS_SLICE("l.map(x, string(x)).join(',').matches('^[0-9,]+$')"),
                             &program, &issues),
              LS_OK);
    stage.run = (struct ls_cel_run){.arena = &scratch, .values = stage.values};
    size_t before = stage.arena.used_bytes, first = 0;
    for (int i = 0; i < 100; i++) {
        ls_arena_reset(&scratch);
        CHECK(ls_cel_eval(program, &stage.run).truth);
        first = i == 0 ? scratch.used_bytes : first;
        CHECK_INT(scratch.used_bytes, first);
    }
    CHECK_INT(stage.arena.used_bytes, before);
    ls_cel_release(program);
}
