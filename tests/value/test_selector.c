#include <string.h>

#include "value/json.h"
#include "value/limits.h"
#include "value/selector.h"
#include "check.h"

struct print_row {
    const char *text;
    const char *printed;
};

/* Printed by k8s.io/apimachinery 0.36 for the same texts. */
static const struct print_row print_rows[] = {
    {"", ""},
    {"  \t\n", ""},
    {"a", "a"},
    {"!a", "!a"},
    {"a=", "a="},
    {"a=b", "a=b"},
    {" a == b ", "a==b"},
    {"a!=b", "a!=b"},
    {"b,a", "a,b"},
    {"b=1,a=2,!c", "a=2,b=1,!c"},
    {"b=2,b,!b", "b=2,b,!b"},
    {"x in (b,a,b)", "x in (a,b)"},
    {"x in (a)", "x in (a)"},
    {"x in ()", "x in ()"},
    {"x in (,)", "x in ()"},
    {"x notin(foo,,baz)", "x notin (,baz,foo)"},
    {"x in (foo,,baz),y,z notin ()", "x in (,baz,foo),y,z notin ()"},
    {"in in (in,notin)", "in in (in,notin)"},
    {"notin", "notin"},
    {"!in", "!in"},
    {"a>1", "a>1"},
    {"a<10,a>1", "a<10,a>1"},
    {"app.kubernetes.io/name=web", "app.kubernetes.io/name=web"},
    {"a=,b=", "a=,b="},
    {"a!=,b", "a!=,b"},
};

TEST(selectors_print_canonically)
{
    for (size_t i = 0; i < LS_COUNT(print_rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_selector selector;
        struct ls_err err;
        CHECK_OK(ls_selector_parse(&arena, ls_slice_of(print_rows[i].text), &selector, &err), err);
        ls_selector_print(&out, &selector);
        CHECK_STR(ls_buf_text(&out), print_rows[i].printed);
    }
}

/* The text, and the error that the reader gets. */
static const char *const wrong_rows[][2] = {
    {"a,", "selector 'a,': it ends where a label key was expected"},
    {",a", "character 1: expected a label key, found ','"},
    {"a,,b", "character 3: expected a label key, found ','"},
    {"!", "it ends where a label key was expected"},
    {"!!a", "character 2: expected a label key, found '!'"},
    {"!a=b", "character 3: expected ',' or the end, found '='"},
    {"a b", "character 3: expected one of = == != in notin < > or ',', found 'b'"},
    {"a=b c", "character 5: expected ',' or the end, found 'c'"},
    {"a===b", "character 4: expected a value, found '='"},
    {"a=(b)", "character 3: expected a value, found '('"},
    {"a in", "it ends where '(' and a list of values was expected"},
    {"a in b", "character 6: expected '(' and a list of values, found 'b'"},
    {"a in (b", "it ends where ',' or ')' was expected"},
    {"a in (b c)", "character 9: expected ',' or ')', found 'c'"},
    {"a in (b,(", "character 9: expected ',' or ')', found '('"},
    {"a)", "found ')'"},
    {"ok,-a=b", "character 4: label key '-a'"},
    {"a=-b", "character 1: label 'a': label value '-b' must be letters"},
    {"a=b/c", "label value 'b/c'"},
    {"a>b", "compare with a whole number, not 'b'"},
    {"a<", "compare with a whole number"},
    {"a/b/c=d", "after '/'"},
    {"\xff=1", "must be letters"},
};

TEST(wrong_selectors_say_where_and_what)
{
    for (size_t i = 0; i < LS_COUNT(wrong_rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_selector selector;
        struct ls_err err;
        CHECK_CODE(ls_selector_parse(&arena, ls_slice_of(wrong_rows[i][0]), &selector, &err),
                   LS_E_INVALID, err);
        CHECK_HAS(err.text, wrong_rows[i][1]);
    }
}

TEST(a_zero_byte_ends_nothing)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_selector selector;
    struct ls_err err;
    CHECK_CODE(ls_selector_parse(&arena, LS_SLICE("a\0=b"), &selector, &err), LS_E_INVALID, err);
}

TEST(sizes_are_bounded)
{
    static char text[LS_SELECTOR_BYTES_MAX + 2];
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_selector selector;
    struct ls_err err;
    memset(text, ' ', sizeof text);
    CHECK_CODE(ls_selector_parse(&arena, (struct ls_slice){text, LS_SELECTOR_BYTES_MAX + 1},
                                 &selector, &err),
               LS_E_TOO_BIG, err);
    for (size_t i = 0; i < LS_SELECTOR_TERMS_MAX + 1; i++)
        memcpy(text + 2 * i, "a,", 2);
    CHECK_CODE(ls_selector_parse(&arena,
                                 (struct ls_slice){text, 2 * (LS_SELECTOR_TERMS_MAX + 1) - 1},
                                 &selector, &err),
               LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "more than 1024 terms");
}

static const struct ls_obj *json_of(const char *text)
{
    const struct ls_obj *obj;
    struct ls_err err;
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

struct match_row {
    const char *selector;
    bool is_match;
};

static const char match_labels[] = "{\"app\":\"web\",\"tier\":\"front\",\"n\":\"5\",\"e\":\"\"}";
static const struct match_row match_rows[] = {
    {"", true},
    {"app", true},
    {"nope", false},
    {"!app", false},
    {"!nope", true},
    {"app=web", true},
    {"app==web", true},
    {"app=api", false},
    {"nope=web", false},
    {"app!=web", false},
    {"app!=api", true},
    {"nope!=web", true},
    {"e=", true},
    {"nope=", false},
    {"e!=", false},
    {"app in (api,web)", true},
    {"app in (api)", false},
    {"nope in (a)", false},
    {"app notin (api)", true},
    {"app notin (api,web)", false},
    {"nope notin (a)", true},
    {"n>4", true},
    {"n>5", false},
    {"n<6", true},
    {"n<5", false},
    {"app>1", false},
    {"nope<1", false},
    {"app=web,tier=front", true},
    {"app=web,tier=back", false},
};

TEST(matching)
{
    const struct ls_obj *labels LS_AUTO(ls_obj_unref_at) = json_of(match_labels);
    for (size_t i = 0; i < LS_COUNT(match_rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_selector selector;
        struct ls_err err;
        CHECK_OK(ls_selector_parse(&arena, ls_slice_of(match_rows[i].selector), &selector, &err),
                 err);
        if (ls_selector_match(&selector, ls_obj_root(labels)) != match_rows[i].is_match)
            CHECK_STR(match_rows[i].selector, "a row that holds");
    }
}

struct node_row {
    const char *json;
    const char *printed; /* NULL: selects nothing */
};

static const struct node_row node_rows[] = {
    {"null", NULL},
    {"{}", ""},
    {"{\"matchLabels\":{},\"matchExpressions\":[]}", ""},
    {"{\"matchLabels\":{\"b\":\"1\",\"a\":\"\"}}", "a=,b=1"},
    {"{\"matchLabels\":{\"z\":\"1\"},\"matchExpressions\":["
     "{\"key\":\"b\",\"operator\":\"In\",\"values\":[\"y\",\"x\"]},"
     "{\"key\":\"c\",\"operator\":\"NotIn\",\"values\":[\"x\"]},"
     "{\"key\":\"d\",\"operator\":\"Exists\"},"
     "{\"key\":\"a\",\"operator\":\"DoesNotExist\",\"values\":[]}]}",
     "!a,b in (x,y),c notin (x),d,z=1"},
};

TEST(selectors_come_from_manifests)
{
    for (size_t i = 0; i < LS_COUNT(node_rows); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of(node_rows[i].json);
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_selector selector;
        struct ls_err err;
        CHECK_OK(ls_selector_from_node(&arena, ls_obj_root(obj), &selector, &err), err);
        ls_selector_print(&out, &selector);
        CHECK_STR(ls_buf_text(&out), node_rows[i].printed ? node_rows[i].printed : "");
        CHECK(selector.is_nothing == !node_rows[i].printed);
    }
}

static const char *const wrong_nodes[][2] = {
    {"[]", "a selector is a map"},
    {"{\"matchLabels\":[]}", "matchLabels: labels must be a map, not a list"},
    {"{\"matchLabels\":{\"a\":1}}", "matchLabels: label 'a' must be a string"},
    {"{\"matchLabels\":{\"a\":\"-\"}}", "matchLabels: label 'a': label value '-'"},
    {"{\"matchExpressions\":{}}", "matchExpressions must be a list"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\"},{\"key\":\"a\"}]}",
     "matchExpressions[1]: operator '' is unknown; use In, NotIn, Exists or DoesNotExist"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Gt\",\"values\":[\"1\"]}]}",
     "operator 'Gt' is unknown"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\"}]}", "at least one value"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[]}]}",
     "label 'a': it needs at least one value"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"In\",\"values\":[1]}]}",
     "values must be strings"},
    {"{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"Exists\",\"values\":[\"1\"]}]}",
     "it takes no value"},
    {"{\"matchExpressions\":[{\"operator\":\"Exists\"}]}", "label key ''"},
};

TEST(wrong_selectors_in_manifests_say_which_part)
{
    for (size_t i = 0; i < LS_COUNT(wrong_nodes); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of(wrong_nodes[i][0]);
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_selector selector;
        struct ls_err err;
        CHECK_CODE(ls_selector_from_node(&arena, ls_obj_root(obj), &selector, &err), LS_E_INVALID,
                   err);
        CHECK_HAS(err.text, wrong_nodes[i][1]);
    }
}

TEST(nothing_everything_and_plain_labels)
{
    const struct ls_obj *labels LS_AUTO(ls_obj_unref_at) = json_of(match_labels);
    const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) = json_of("{\"app\":\"web\"}");
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_selector selector;
    struct ls_err err;
    CHECK_OK(ls_selector_from_node(&arena, LS_ABSENT, &selector, &err), err);
    CHECK(!ls_selector_is_everything(&selector));
    CHECK(!ls_selector_match(&selector, ls_obj_root(labels)));
    CHECK_OK(ls_selector_parse(&arena, LS_SLICE(""), &selector, &err), err);
    CHECK(ls_selector_is_everything(&selector));
    CHECK(ls_selector_match(&selector, LS_ABSENT));
    CHECK_OK(ls_selector_from_labels(&arena, LS_ABSENT, &selector, &err), err);
    CHECK(!ls_selector_match(&selector, ls_obj_root(labels)));
    CHECK_OK(ls_selector_from_labels(&arena, ls_obj_root(wanted), &selector, &err), err);
    CHECK(ls_selector_match(&selector, ls_obj_root(labels)));
    CHECK(!ls_selector_match(&selector, LS_ABSENT));
}

TEST(labels_are_refused_though_nobody_reads_why)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *labels LS_AUTO(ls_obj_unref_at) = json_of("{\"a\":\"not a value\"}");
    struct ls_selector selector;
    CHECK_INT(ls_selector_from_labels(&arena, ls_obj_root(labels), &selector, NULL), LS_E_INVALID);
}
