/* Templates: the case files under tests/cases/jsonpath/, places of mistakes, limits, and the few
 * answers that differ from client-go's on purpose. */
#include "expr/path/template.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cases.h"
#include "check.h"
#include "expr/limits.h"
#include "source_dir.h"
#include "value/json.h"

static const struct ls_obj *object_read(const char *name)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    char path[256];
    (void)snprintf(path, sizeof path, LS_SOURCE_DIR "/tests/cases/jsonpath/%s.json", name);
    CHECK_OK(ls_file_read(path, 1u << 20, &text, &err), err);
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    return obj;
}

static const struct ls_obj *json_read(const char *json)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    return obj;
}

/* ---- case files ---- */

static void answer_print(struct ls_slice text, struct ls_node root,
                         const struct ls_jsonpath_options *options, struct ls_buf *said)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_jsonpath_template *source = NULL;
    struct ls_err err = {0};
    if (ls_jsonpath_template_compile(&arena, text, &source, NULL, &err)) {
        ls_buf_printf(said, "refused: %s", err.text);
    } else if (ls_jsonpath_template_print(source, root, options, &out, NULL, &err)) {
        ls_buf_printf(said, "fails: %s", err.text);
        CHECK_INT(out.len, 0);
    } else {
        ls_json_print_string(said, ls_buf_slice(&out));
    }
}

static void run_case(const struct case_row *row)
{
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    struct ls_slice text;
    struct ls_slice name = ls_slice_cut(row->input, '\n', &text);
    char name_text[64];
    (void)snprintf(name_text, sizeof name_text, "%.*s", LS_ARG(name));
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = object_read(name_text);
    struct ls_jsonpath_options options = {.refuses_missing = row->is_strict};
    while (text.len > 0 && text.at[text.len - 1] == '\n')
        text.len--;
    ls_buf_add_text(&said, "==> ");
    answer_print(text, ls_obj_root(obj), &options, &said);
    if (strcmp(ls_buf_text(&said), row->expected) != 0)
        fprintf(stderr, "%s\n", row->title);
    CHECK_STR(ls_buf_text(&said), row->expected);
}

TEST(case_files)
{
    CHECK(cases_run("jsonpath", run_case) >= 230);
}

/* ---- where a mistake is ---- */

TEST(mistakes_have_a_place)
{
    static const struct {
        const char *text, *mark; /* the sign under the place */
    } rows[] = {
        {"{.a", "^"},
        {"ab {.a} {.b", "        ^"},
        {"{.a[}", "   ^"},
        {"{.a[?(@.b}", "   ^"},
        {"{.a[?(@.b)}", "          ^"},
        {"{.a[?(@.b==#)]}", "           ^"},
        {"{.a[?(@.b==\"x)]}", "   ^"},
        {"{.a[0,x]}", "      ^"},
        {"{.a['b', 'c#]}", "         ^"},
        {"{.a['b #']}", "       ^"},
        {"{.a \"x}", "    ^"},
        {"{.a}{\"\\q\"}", "     ^"},
        {"{.a 1.2.3}", "    ^"},
        {"{.a..[0]....b}", "          ^"},
        {"{.a[1:99999999999999999999]}", "      ^"},
        {"{.a}\t{#}", "      ^"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_jsonpath_template *source = NULL;
        struct ls_err err = {0};
        size_t at = SIZE_MAX;
        CHECK_CODE(
            ls_jsonpath_template_compile(&arena, ls_slice_of(rows[i].text), &source, &at, &err),
            LS_E_INVALID, err);
        check_int((long long)at, (long long)strlen(rows[i].mark) - 1, rows[i].text, __FILE__,
                  __LINE__);
        CHECK(source == NULL);
    }
}

TEST(what_fails_on_an_object_has_a_place_too)
{
    static const struct {
        const char *text, *mark;
    } rows[] = {
        {"{.id}{.x.y}", "         ^"},         {"{[0].id[1]}", "        ^"},
        {"{[*].id[?(@.a)]}", "          ^"},   {"x{[?(@.x<\"a\")]}", "     ^"},
        {"{[0]['id','q.r']}", "           ^"}, {"{[0].id word}", "        ^"},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        json_read("[{\"id\":\"i\",\"x\":1},{\"id\":\"j\",\"x\":{}}]");
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        const struct ls_jsonpath_template *source = NULL;
        struct ls_err err = {0};
        size_t at = SIZE_MAX;
        struct ls_jsonpath_options options = {.refuses_missing = i > 0};
        CHECK_OK(
            ls_jsonpath_template_compile(&arena, ls_slice_of(rows[i].text), &source, &at, &err),
            err);
        if (i == 0) {
            CHECK_OK(
                ls_jsonpath_template_print(source, ls_obj_root(obj), &options, &out, &at, &err),
                err);
            continue;
        }
        CHECK_CODE(ls_jsonpath_template_print(source, ls_obj_root(obj), &options, &out, &at, &err),
                   LS_E_INVALID, err);
        check_int((long long)at, (long long)strlen(rows[i].mark) - 1, rows[i].text, __FILE__,
                  __LINE__);
    }
}

/* ---- what differs from client-go ---- */

/* It ends with a panic on the first five, and shows the value itself in the next two. A text that
 * is no UTF-8 has no place in an object, nor in what is compared with one. */
TEST(some_answers_differ_on_purpose)
{
    static const struct {
        const char *object, *text, *answer;
    } rows[] = {
        {"{\"a\":[]}", "{range .a[*]}{[0]}{end}", "fails: nothing is not array or slice"},
        {"{\"a\":[]}", "{range .a[*]}{@[*].x}{end}", "fails: nothing is not array or slice"},
        {"null", "{[0]}", "fails: nothing is not array or slice"},
        {"[null]", "{range [*]}{@[0]}{end}", "fails: nothing is not array or slice"},
        {"null", "{[?(@.a)]}", "fails: nothing is not array or slice and cannot be filtered"},
        {"{\"password\":\"hunter2\"}", "{.password[?(@.a)]}",
         "fails: string is not array or slice and cannot be filtered"},
        {"{\"data\":{\"password\":\"hunter2\"}}", "{.data[?(@.a)]}",
         "fails: map[string]interface {} is not array or slice and cannot be filtered"},
        {"{}", "{\"\\xff\"}", "refused: unquote string \"\\xff\" error invalid syntax"},
        {"{}", "\xff", "refused: JSONPath is no text: it has bytes that are none in UTF-8"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_read(rows[i].object);
        struct ls_buf said LS_AUTO(ls_buf_release) = {0};
        answer_print(ls_slice_of(rows[i].text), ls_obj_root(obj), NULL, &said);
        CHECK_STR(ls_buf_text(&said), rows[i].answer);
    }
}

/* ---- as JSON, relaxed, as paths ---- */

TEST(results_print_as_json_lists)
{
    static const struct {
        const char *text, *json;
    } rows[] = {
        {"{.a}", "[\n    {\n        \"b\": [\n            1,\n            \"x\\\"}\"\n        ],\n"
                 "        \"c\": {},\n        \"d\": []\n    }\n]\n"},
        {"{.a.b[*]}", "[\n    1,\n    \"x\\\"}\"\n]\n"},
        {"{.missing}", "[]\n"},
        {"x{.e}", "[\n    \"x\"\n]\n[\n    null\n]\n"},
        {"{range .none[*]}{@}{end}", ""},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        json_read("{\"a\":{\"d\":[],\"c\":{},\"b\":[1,\"x\\\"}\"]},\"e\":null}");
    struct ls_jsonpath_options options = {.is_json = true};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        const struct ls_jsonpath_template *source = NULL;
        struct ls_err err = {0};
        CHECK_OK(
            ls_jsonpath_template_compile(&arena, ls_slice_of(rows[i].text), &source, NULL, &err),
            err);
        CHECK_OK(ls_jsonpath_template_print(source, ls_obj_root(obj), &options, &out, NULL, &err),
                 err);
        CHECK_STR(ls_buf_text(&out), rows[i].json);
    }
}

TEST(paths_may_lack_braces_and_dot)
{
    static const struct {
        const char *text, *whole; /* NULL: refused */
    } rows[] = {
        {"a.b", "{.a.b}"},     {".a.b", "{.a.b}"}, {"{a.b}", "{.a.b}"}, {"{.a.b}", "{.a.b}"},
        {"..a", "{..a}"},      {"", ""},           {"{", NULL},         {"{}", NULL},
        {"{a}{b}", NULL},      {"a}", NULL},       {".", "{..}"},       {"{.}", "{..}"},
        {"[0].a", "{.[0].a}"}, {"$.a", "{.$.a}"},  {"{a", NULL},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_slice whole = {0};
        struct ls_err err = {0};
        enum ls_code code =
            ls_jsonpath_template_relax(&arena, ls_slice_of(rows[i].text), &whole, &err);
        check_int(code == LS_OK, rows[i].whole != NULL, rows[i].text, __FILE__, __LINE__);
        if (code)
            CHECK_HAS(err.text, "unexpected path string, expected a 'name1.name2'");
        else
            CHECK(ls_slice_is(whole, rows[i].whole));
    }
}

TEST(a_path_differs_from_a_template)
{
    static const struct {
        const char *text;
        bool is_path;
        size_t at;
    } rows[] = {
        {"{.a[0]..b['c','d'][?(@.e==1)].*}", true, 0},
        {"{@}", true, 0},
        {"{.a word}", false, 4},
        {"{.a 1}", false, 4},
        {"{.a}{.b}", false, 0},
        {"{.a}x", false, 4},
        {"", false, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_jsonpath_template *source = NULL;
        struct ls_err err = {0};
        size_t at = SIZE_MAX;
        CHECK_OK(
            ls_jsonpath_template_compile(&arena, ls_slice_of(rows[i].text), &source, NULL, &err),
            err);
        CHECK_INT(ls_jsonpath_template_is_path(source, &at), rows[i].is_path);
        CHECK_INT(at, rows[i].at);
    }
}

static void note_result(void *self, size_t part, struct ls_node value)
{
    ls_buf_printf(self, "%zu:", part);
    ls_json_print(self, value, LS_JSON_COMPACT);
    ls_buf_add_char(self, ' ');
}

TEST(results_come_with_the_part_they_are_of)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf found LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_read("{\"a\":[1,2],\"t\":\"x\"}");
    const struct ls_jsonpath_template *source = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_jsonpath_template_compile(&arena,
                                          LS_SLICE("{.a[*]}-{range .a[*]}{@}{end}{.t.*}{.none}"),
                                          &source, NULL, &err),
             err);
    /* Twice: a run leaves nothing behind, unlike client-go's, whose second one begins at the last
     * range. */
    for (int i = 0; i < 2; i++) {
        ls_buf_clear(&found);
        CHECK_OK(ls_jsonpath_template_find(source, ls_obj_root(obj), NULL, note_result, &found,
                                           NULL, &err),
                 err);
        CHECK_STR(ls_buf_text(&found), "0:1 0:2 1:\"-\" 2:1 3:2 4:120 ");
    }
}

/* ---- limits ---- */

static void limit_check(const char *text, const char *json, const char *said)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_read(json);
    const struct ls_jsonpath_template *source = NULL;
    struct ls_err err = {0};
    enum ls_code code =
        ls_jsonpath_template_compile(&arena, ls_slice_of(text), &source, NULL, &err);
    if (!code)
        code = ls_jsonpath_template_print(source, ls_obj_root(obj), NULL, &out, NULL, &err);
    CHECK_CODE(code, LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, said);
    CHECK_INT(out.len, 0);
}

static void add_times(struct ls_buf *out, const char *text, int times)
{
    for (int i = 0; i < times; i++)
        ls_buf_add_text(out, text);
}

TEST(work_is_bounded)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf deep LS_AUTO(ls_buf_release) = {0};
    const char *steps = "JSONPath takes more than 1000000 steps on this object";
    add_times(&deep, "[", 60);
    add_times(&deep, "]", 60);
    ls_buf_add_text(&text, "{");
    add_times(&text, "..[*]", 12);
    ls_buf_add_text(&text, "}");
    limit_check(ls_buf_text(&text), ls_buf_text(&deep), steps);

    ls_buf_clear(&text);
    ls_buf_add_text(&text, "{");
    add_times(&text, "['a','a']", 30);
    ls_buf_add_text(&text, "}");
    struct ls_buf nest LS_AUTO(ls_buf_release) = {0};
    add_times(&nest, "{\"a\":", 40);
    ls_buf_add_text(&nest, "1");
    add_times(&nest, "}", 40);
    limit_check(ls_buf_text(&text), ls_buf_text(&nest), steps);

    /* Ranges without an end go through what follows them twice. */
    ls_buf_clear(&text);
    add_times(&text, "{range @}", 30);
    limit_check(ls_buf_text(&text), "[]", steps);
    add_times(&text, "{range @}", 3);
    limit_check(ls_buf_text(&text), "[]", "JSONPath: ranges are more than 32 deep");

    /* What is printed counts by its size. */
    ls_buf_clear(&nest);
    ls_buf_add_text(&nest, "[\"");
    add_times(&nest, "0123456789", 5000);
    ls_buf_add_text(&nest, "\"]");
    ls_buf_clear(&text);
    add_times(&text, "{@}", 2000);
    limit_check(ls_buf_text(&text), ls_buf_text(&nest), steps);
}

TEST(templates_have_limits)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    add_times(&text, "0123456789", LS_JSONPATH_BYTES_MAX / 10 + 1);
    limit_check(ls_buf_text(&text), "{}", "bytes, the limit is 65536");
}

TEST(a_list_gets_the_work_it_needs)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_jsonpath_template *source = NULL;
    struct ls_err err = {0};
    ls_buf_add_text(&json, "{\"items\":[1");
    add_times(&json, ",1", 600000);
    ls_buf_add_text(&json, "]}");
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_read(ls_buf_text(&json));
    struct ls_jsonpath_options options = {.work_max = LS_JSONPATH_LIST_WORK_MAX};
    CHECK_OK(ls_jsonpath_template_compile(&arena, LS_SLICE("{range .items[*]}{@}{end}"), &source,
                                          NULL, &err),
             err);
    CHECK_CODE(ls_jsonpath_template_print(source, ls_obj_root(obj), NULL, &out, NULL, &err),
               LS_E_TOO_BIG, err);
    CHECK_OK(ls_jsonpath_template_print(source, ls_obj_root(obj), &options, &out, NULL, &err), err);
    CHECK_INT(out.len, 600001);
}
