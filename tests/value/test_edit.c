/* Edits: the new value differs where it was asked to, and nowhere else. */
#include "support_value.h"

#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "value/edit.h"
#include "value/limits.h"

/* value NULL: delete. */
static const struct {
    const char *before, *path, *value, *after;
} cases[] = {
    {"{\"a\":1,\"b\":2,\"c\":3}", "b", "9", "{\"a\":1,\"b\":9,\"c\":3}"},
    {"{\"a\":1,\"b\":2,\"c\":3}", ".b", NULL, "{\"a\":1,\"c\":3}"},
    {"{\"a\":1}", "a", NULL, "{}"},
    {"{\"a\":1}", "b", "{\"x\":[]}", "{\"a\":1,\"b\":{\"x\":[]}}"},
    {"{}", "metadata.labels.app", "\"web\"", "{\"metadata\":{\"labels\":{\"app\":\"web\"}}}"},
    {"{\"metadata\":{\"labels\":null}}", "metadata.labels.app", "\"web\"",
     "{\"metadata\":{\"labels\":{\"app\":\"web\"}}}"},
    {"{\"a\":{\"b\":{\"c\":1,\"d\":2}},\"z\":[1]}", "a.b.c", "\"new\"",
     "{\"a\":{\"b\":{\"c\":\"new\",\"d\":2}},\"z\":[1]}"},
    {"{\"a\":{\"b\":{\"c\":1,\"d\":2}}}", "a.b.d", NULL, "{\"a\":{\"b\":{\"c\":1}}}"},
    {"{\"a\":[1,2,3]}", "a[1]", "{}", "{\"a\":[1,{},3]}"},
    {"{\"a\":[1,2,3]}", "a[0]", NULL, "{\"a\":[2,3]}"},
    {"{\"a\":[1,2,3]}", "a[3]", "4", "{\"a\":[1,2,3,4]}"},
    {"{\"a\":[{\"n\":1},{\"n\":2}]}", "a[1].n", "7", "{\"a\":[{\"n\":1},{\"n\":7}]}"},
    {"{}", "a[0].b", "1", "{\"a\":[{\"b\":1}]}"},
    {"{\"x\":{\"a.b/c\":1}}", "x[\"a.b/c\"]", "2", "{\"x\":{\"a.b/c\":2}}"},
    {"{}", "[\"a\\\"b\"]", "2", "{\"a\\\"b\":2}"},
    {"{}", "[\"\"]", "2", "{\"\":2}"},
    {"[[1],[2]]", "[1][0]", "9", "[[1],[9]]"},
    {"{\"a\":1}", "", "[7]", "[7]"},
    {"{\"f:a\":{},\"a\":1}", "f:a", "1", "{\"f:a\":1,\"a\":1}"},
    /* Deleting what is not there. */
    {"{\"a\":1}", "b.c.d", NULL, "{\"a\":1}"},
    {"{\"a\":1}", "a.c", NULL, "{\"a\":1}"},
    {"{\"a\":[1]}", "a[5]", NULL, "{\"a\":[1]}"},
    {"{\"a\":[1]}", "a.b", NULL, "{\"a\":[1]}"},
    {"{\"a\":null}", "a.b", NULL, "{\"a\":null}"},
    {"7", "a", NULL, "7"},
};

TEST(one_edit_does_what_the_table_says)
{
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = obj_of(cases[i].before);
        const struct ls_obj *value LS_AUTO(ls_obj_unref_at) =
            cases[i].value ? obj_of(cases[i].value) : NULL;
        const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_edit_set(ls_obj_root(before), cases[i].path, ls_obj_root(value), &after, &err),
                 err);
        CHECK_STR(json_of(ls_obj_root(after)), cases[i].after);
        CHECK_STR(json_of(ls_obj_root(before)), cases[i].before);
    }
}

static const struct {
    const char *before, *path, *error;
} refused[] = {
    {"{\"a\":{\"b\":\"x\"}}", "a.b.c", ".a.b is not a map; its type is string"},
    {"{\"a\":{\"b\":7}}", "a.b[0]", ".a.b is not a list; its type is integer"},
    {"{\"a\":[1]}", "a.b", ".a is not a map; its type is list"},
    {"{\"a\":{}}", "a[0]", ".a is not a list; its type is map"},
    {"[1]", "[2]", "[2] is past the end of the list; the index behind its last item appends"},
    {"{}", "a[1]", ".a[1] is past the end of the list; the index behind its last item appends"},
    {"7", "a", ". is not a map; its type is integer"},
    {"{}", "a..b", "path a..b: a name is missing at character 3"},
    {"{}", "a[x]", "path a[x]: an index or a quoted key is missing at character 4"},
    {"{}", "a[-1]", "path a[-1]: an index or a quoted key is missing at character 5"},
    {"{}", "a[1", "path a[1: a ] is missing at character 4"},
    {"{}", "a[\"b]", "path a[\"b]: a closing quote is missing at character 6"},
    {"{}", "a[1]b", "path a[1]b: a dot is missing at character 5"},
};

TEST(edits_that_cannot_be_are_refused)
{
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = obj_of("1");
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = obj_of(refused[i].before);
        const struct ls_obj *after = NULL;
        struct ls_err err = {0};
        CHECK_CODE(
            ls_edit_set(ls_obj_root(before), refused[i].path, ls_obj_root(value), &after, &err),
            LS_E_INVALID, err);
        CHECK_STR(err.text, refused[i].error);
        CHECK(after == NULL);
    }
}

TEST(the_whole_value_cannot_be_deleted)
{
    const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = obj_of("{}");
    const struct ls_obj *after = NULL;
    struct ls_err err = {0};
    CHECK_CODE(ls_edit_set(ls_obj_root(before), "", LS_ABSENT, &after, &err), LS_E_INVALID, err);
}

/* From a list of [path, value]; an item without a value deletes. */
static size_t edits_of(struct ls_arena *arena, struct ls_node list, struct ls_edit edits[16])
{
    struct ls_err err = {0};
    size_t count = 0;
    LS_EACH (it, list) {
        struct ls_slice path = ls_node_string(ls_node_item(it.value, 0));
        CHECK_OK(ls_path_parse(arena, path, &edits[count].path, &err), err);
        edits[count++].value = ls_node_item(it.value, 1);
    }
    return count;
}

static const char *edited(const char *before, const char *edits_json)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(before);
    const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = obj_of(edits_json);
    struct ls_edit edits[16];
    size_t count = edits_of(&arena, ls_obj_root(list), edits);
    struct ls_err err = {0};
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_edit_apply(ls_obj_root(obj), edits, count, &after, &err), err);
    return json_of(ls_obj_root(after));
}

TEST(many_edits_are_done_in_one_pass)
{
    static const struct {
        const char *before, *edits, *after;
    } many[] = {
        {"{\"a\":1}", "[]", "{\"a\":1}"},
        {"{\"a\":1,\"b\":{\"c\":2}}", "[[\"b.c\",3],[\"a\"],[\"d.e\",4],[\"d.f\",5]]",
         "{\"b\":{\"c\":3},\"d\":{\"e\":4,\"f\":5}}"},
        {"{\"l\":[1,2,3,4]}", "[[\"l[0]\"],[\"l[2]\"],[\"l[3]\",9],[\"l[4]\",10],[\"l[5]\",11]]",
         "{\"l\":[2,9,10,11]}"},
        /* The later edit sees what the earlier one did. */
        {"{\"a\":{\"x\":1}}", "[[\"a\",{\"y\":2}],[\"a.z\",3]]", "{\"a\":{\"y\":2,\"z\":3}}"},
        {"{\"a\":{\"x\":1}}", "[[\"a.z\",3],[\"a\",{\"y\":2}]]", "{\"a\":{\"y\":2}}"},
        {"{\"a\":{\"x\":1}}", "[[\"a\"],[\"a.z\",3]]", "{\"a\":{\"z\":3}}"},
        {"{\"a\":{\"x\":1}}", "[[\"a.z\",3],[\"a\"]]", "{}"},
        {"{\"a\":1}", "[[\"b\",1],[\"b\"]]", "{\"a\":1}"},
        {"{}", "[[\"b.c\",1],[\"b.c\"]]", "{\"b\":{}}"},
        /* Edits of one place need not stand together. */
        {"{\"a\":{\"x\":0},\"b\":0}", "[[\"a.x\",1],[\"b\",2],[\"a.y\",3],[\"c\",4],[\"a.x\",5]]",
         "{\"a\":{\"x\":5,\"y\":3},\"b\":2,\"c\":4}"},
        {"{\"a\":{},\"l\":[0]}",
         "[[\"l[0].x\"],[\"a.b[0]\",1],[\"l[1]\",2],[\"a.c\"],[\"a.b[1]\",3]]",
         "{\"a\":{\"b\":[1,3]},\"l\":[0,2]}"},
        {"{\"a\":1}", "[[\"a\",{}],[\"a.b\",{}],[\"a.b.c\",2]]", "{\"a\":{\"b\":{\"c\":2}}}"},
    };
    for (size_t i = 0; i < LS_COUNT(many); i++)
        CHECK_STR(edited(many[i].before, many[i].edits), many[i].after);
}

/* One wrong edit among good ones: nothing comes out. */
TEST(edits_are_done_all_or_none)
{
    static const char *const wrong[] = {
        "[[\"a\",1],[\"s.x\",1]]",          "[[\"n.m\",1],[\"l[7]\",1]]",
        "[[\"l[0].x\",1],[\"l[1]\",2]]",    "[[\"new.x\",1],[\"new[0]\",1],[\"a\"]]",
        "[[\"l[1].x\",1],[\"l[1][0]\",2]]",
    };
    for (size_t i = 0; i < LS_COUNT(wrong); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_obj *before LS_AUTO(ls_obj_unref_at) =
            obj_of("{\"s\":\"text\",\"l\":[\"x\"]}");
        const struct ls_obj *list LS_AUTO(ls_obj_unref_at) = obj_of(wrong[i]);
        struct ls_edit edits[16];
        size_t count = edits_of(&arena, ls_obj_root(list), edits);
        struct ls_err err = {0};
        const struct ls_obj *after = NULL;
        CHECK_CODE(ls_edit_apply(ls_obj_root(before), edits, count, &after, &err), LS_E_INVALID,
                   err);
        CHECK(after == NULL);
    }
}

TEST(text_is_set_in_one_call)
{
    const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = obj_of("{\"spec\":{}}");
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_edit_set_text(ls_obj_root(before), "spec.image", "web:1", &after, &err), err);
    CHECK_STR(json_of(ls_obj_root(after)), "{\"spec\":{\"image\":\"web:1\"}}");
}

TEST(depth_stays_within_its_limit)
{
    struct ls_buf deep LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_DEPTH_MAX; i++)
        ls_buf_add_char(&deep, '[');
    for (int i = 0; i < LS_DEPTH_MAX; i++)
        ls_buf_add_char(&deep, ']');
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&deep));
    const struct ls_obj *root LS_AUTO(ls_obj_unref_at) = obj_of("{}");
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_edit_set(ls_obj_root(root), "", ls_obj_root(value), &after, &err), err);
    const struct ls_obj *none = NULL;
    CHECK_CODE(ls_edit_set(ls_obj_root(root), "a", ls_obj_root(value), &none, &err), LS_E_TOO_BIG,
               err);
}

TEST(paths_are_printed_as_they_are_read)
{
    static const struct {
        const char *text, *printed;
    } paths[] = {
        {"", "."},
        {".", "."},
        {"a", ".a"},
        {".spec.containers[0].image", ".spec.containers[0].image"},
        {"a[\"b\"]", ".a.b"},
        {"a[\"b.c\"][\"\"][12]", ".a[\"b.c\"][\"\"][12]"},
    };
    for (size_t i = 0; i < LS_COUNT(paths); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        struct ls_path path = {0};
        struct ls_err err = {0};
        CHECK_OK(ls_path_parse(&arena, ls_slice_of(paths[i].text), &path, &err), err);
        ls_path_print(&out, path);
        CHECK_STR(ls_buf_text(&out), paths[i].printed);
    }
}

TEST(a_path_is_refused_though_nobody_reads_why)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_path path;
    CHECK_INT(ls_path_parse(&arena, LS_SLICE("a[\"\\q\"]"), &path, NULL), LS_E_INVALID);
}

TEST(paths_lead_to_values)
{
    static const struct {
        const char *path, *json;
    } found[] = {
        {"a[1].b", "3"}, {"a[0]", "1"}, {"a[2]", "null"}, {"a.b", "null"}, {"x[0]", "null"}};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"a\":[1,{\"b\":3}],\"x\":{\"y\":1}}");
    for (size_t i = 0; i < LS_COUNT(found); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_path path = {0};
        struct ls_err err = {0};
        CHECK_OK(ls_path_parse(&arena, ls_slice_of(found[i].path), &path, &err), err);
        CHECK_STR(json_of(ls_path_get(ls_obj_root(obj), path)), found[i].json);
    }
}

TEST(the_steps_of_a_path_have_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_path path = {0};
    struct ls_err err = {0};
    for (int i = 0; i < LS_DEPTH_MAX; i++)
        ls_buf_add_text(&text, ".a");
    CHECK_OK(ls_path_parse(&arena, ls_buf_slice(&text), &path, &err), err);
    ls_buf_add_text(&text, ".a");
    CHECK_CODE(ls_path_parse(&arena, ls_buf_slice(&text), &path, &err), LS_E_TOO_BIG, err);
}
