/* JSON patch: every operation of RFC 6902 as kube-apiserver takes it, what is refused and how it is
 * said, limits. */
#include "support_value.h"

#include <string.h>

#include "value/json_patch.h"
#include "value/limits.h"

static const struct {
    const char *target;
    const char *patch;
    const char *result;
} applied[] = {
    /* RFC 6902, appendix A. */
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\"}]",
     "{\"foo\":\"bar\",\"baz\":\"qux\"}"},
    {"{\"foo\":[\"bar\",\"baz\"]}", "[{\"op\":\"add\",\"path\":\"/foo/1\",\"value\":\"qux\"}]",
     "{\"foo\":[\"bar\",\"qux\",\"baz\"]}"},
    {"{\"baz\":\"qux\",\"foo\":\"bar\"}", "[{\"op\":\"remove\",\"path\":\"/baz\"}]",
     "{\"foo\":\"bar\"}"},
    {"{\"foo\":[\"bar\",\"qux\",\"baz\"]}", "[{\"op\":\"remove\",\"path\":\"/foo/1\"}]",
     "{\"foo\":[\"bar\",\"baz\"]}"},
    {"{\"baz\":\"qux\",\"foo\":\"bar\"}",
     "[{\"op\":\"replace\",\"path\":\"/baz\",\"value\":\"boo\"}]",
     "{\"baz\":\"boo\",\"foo\":\"bar\"}"},
    {"{\"foo\":{\"bar\":\"baz\",\"waldo\":\"fred\"},\"qux\":{\"corge\":\"grault\"}}",
     "[{\"op\":\"move\",\"from\":\"/foo/waldo\",\"path\":\"/qux/thud\"}]",
     "{\"foo\":{\"bar\":\"baz\"},\"qux\":{\"corge\":\"grault\",\"thud\":\"fred\"}}"},
    {"{\"foo\":[\"all\",\"grass\",\"cows\",\"eat\"]}",
     "[{\"op\":\"move\",\"from\":\"/foo/1\",\"path\":\"/foo/3\"}]",
     "{\"foo\":[\"all\",\"cows\",\"eat\",\"grass\"]}"},
    {"{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}",
     "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"qux\"},"
     "{\"op\":\"test\",\"path\":\"/foo/1\",\"value\":2}]",
     "{\"baz\":\"qux\",\"foo\":[\"a\",2,\"c\"]}"},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/child\",\"value\":{\"grandchild\":{}}}]",
     "{\"foo\":\"bar\",\"child\":{\"grandchild\":{}}}"},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz\",\"value\":\"qux\",\"xyz\":123}]",
     "{\"foo\":\"bar\",\"baz\":\"qux\"}"},
    {"{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":10}]",
     "{\"/\":9,\"~1\":10}"},
    {"{\"foo\":[\"bar\"]}", "[{\"op\":\"add\",\"path\":\"/foo/-\",\"value\":[\"abc\",\"def\"]}]",
     "{\"foo\":[\"bar\",[\"abc\",\"def\"]]}"},
    /* Adding what is there replaces it; adding at the end of a list by its count is allowed. */
    {"{\"a\":1}", "[{\"op\":\"add\",\"path\":\"/a\",\"value\":2}]", "{\"a\":2}"},
    {"[1]", "[{\"op\":\"add\",\"path\":\"/1\",\"value\":2}]", "[1,2]"},
    {"[]", "[{\"op\":\"add\",\"path\":\"/-\",\"value\":null}]", "[null]"},
    /* The whole value. */
    {"{\"a\":1}", "[{\"op\":\"replace\",\"path\":\"\",\"value\":7}]", "7"},
    {"{\"a\":1}", "[{\"op\":\"test\",\"path\":\"\",\"value\":{\"a\":1.0}}]", "{\"a\":1}"},
    {"{\"a\":1}", "[{\"op\":\"move\",\"from\":\"\",\"path\":\"\"}]", "{\"a\":1}"},
    {"{\"a\":1}", "[]", "{\"a\":1}"},
    /* Names that could be taken for something else: empty, an index, with slash and tilde. */
    {"{\"\":{\"0\":1}}", "[{\"op\":\"replace\",\"path\":\"//0\",\"value\":2}]", "{\"\":{\"0\":2}}"},
    {"{\"m\":{\"a/b\":1,\"c~d\":2}}",
     "[{\"op\":\"remove\",\"path\":\"/m/a~1b\"},{\"op\":\"remove\",\"path\":\"/m/c~0d\"}]",
     "{\"m\":{}}"},
    {"{\"m\":{}}",
     "[{\"op\":\"add\",\"path\":\"/m/01\",\"value\":1},"
     "{\"op\":\"add\",\"path\":\"/m/-\",\"value\":2}]",
     "{\"m\":{\"01\":1,\"-\":2}}"},
    /* A copy is a value of its own. */
    {"{\"a\":{\"x\":[1]}}",
     "[{\"op\":\"add\",\"path\":\"/a/x/-\",\"value\":2},{\"op\":\"copy\",\"from\":\"/a\","
     "\"path\":\"/b\"},{\"op\":\"remove\",\"path\":\"/a/x/0\"}]",
     "{\"a\":{\"x\":[2]},\"b\":{\"x\":[1,2]}}"},
    /* A move onto itself, and a list used after it shrank. */
    {"{\"a\":[1,2]}", "[{\"op\":\"move\",\"from\":\"/a/0\",\"path\":\"/a/0\"}]", "{\"a\":[1,2]}"},
    {"[1,2,3]",
     "[{\"op\":\"remove\",\"path\":\"/0\"},{\"op\":\"remove\",\"path\":\"/0\"},"
     "{\"op\":\"test\",\"path\":\"/0\",\"value\":3},{\"op\":\"remove\",\"path\":\"/0\"}]",
     "[]"},
    {"{\"a\":{\"b\":[1,{\"c\":2}]}}",
     "[{\"op\":\"add\",\"path\":\"/a/b/1/d\",\"value\":3},{\"op\":\"test\",\"path\":\"/a\","
     "\"value\":{\"b\":[1,{\"d\":3,\"c\":2}]}}]",
     "{\"a\":{\"b\":[1,{\"c\":2,\"d\":3}]}}"},
};

TEST(a_patch_is_applied_as_the_rfc_says)
{
    for (size_t i = 0; i < LS_COUNT(applied); i++) {
        const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(applied[i].target);
        const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of(applied[i].patch);
        const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_json_patch_apply(ls_obj_root(target), ls_obj_root(patch), &result, &err), err);
        CHECK_STR(json_of(ls_obj_root(result)), applied[i].result);
        CHECK_STR(json_of(ls_obj_root(target)), applied[i].target);
    }
}

static const struct {
    const char *target;
    const char *patch;
    enum ls_code code;
    const char *text;
} refused[] = {
    {"{}", "{}", LS_E_INVALID, "a JSON patch is a list of operations, got map"},
    {"{}", "[1]", LS_E_INVALID, "operation 1 of 1: expected a map, got integer"},
    {"{}", "[{\"path\":\"/a\"}]", LS_E_INVALID, "operation 1 of 1: \"op\" is missing or no string"},
    {"{}", "[{\"op\":\"ADD\",\"path\":\"/a\"}]", LS_E_INVALID,
     "operation 1 of 1: \"ADD\" is none of add, remove, replace, move, copy, test"},
    {"{}", "[{\"op\":\"add\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add : \"path\" is missing or no string"},
    {"{\"a\":1}", "[{\"op\":\"move\",\"path\":\"/a\"}]", LS_E_INVALID,
     "operation 1 of 1: move /a: \"from\" is missing or no string"},
    {"{}", "[{\"op\":\"add\",\"path\":\"a\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add a: \"path\": the path does not start with /"},
    {"{}", "[{\"op\":\"add\",\"path\":\"/~2\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /~2: \"path\": the path has a ~ that is neither ~0 nor ~1"},
    {"{}", "[{\"op\":\"add\",\"path\":\"/~\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /~: \"path\": the path has a ~ that is neither ~0 nor ~1"},
    /* A.8, A.9, A.12, A.15 of RFC 6902. */
    {"{\"baz\":\"qux\"}", "[{\"op\":\"test\",\"path\":\"/baz\",\"value\":\"bar\"}]", LS_E_CONFLICT,
     "operation 1 of 1: test /baz: the value there is not the one given"},
    {"{\"foo\":\"bar\"}", "[{\"op\":\"add\",\"path\":\"/baz/bat\",\"value\":\"qux\"}]",
     LS_E_INVALID, "operation 1 of 1: add /baz/bat: there is no member \"baz\""},
    {"{\"/\":9,\"~1\":10}", "[{\"op\":\"test\",\"path\":\"/~01\",\"value\":\"10\"}]", LS_E_CONFLICT,
     "operation 1 of 1: test /~01: the value there is not the one given"},
    /* Indexes. */
    {"[1,2]", "[{\"op\":\"remove\",\"path\":\"/-\"}]", LS_E_INVALID,
     "operation 1 of 1: remove /-: \"-\" is no index of a list"},
    {"[1,2]", "[{\"op\":\"replace\",\"path\":\"/-\",\"value\":3}]", LS_E_INVALID,
     "operation 1 of 1: replace /-: \"-\" is no index of a list"},
    {"[1,2]", "[{\"op\":\"remove\",\"path\":\"/2\"}]", LS_E_INVALID,
     "operation 1 of 1: remove /2: the list has 2 items, there is none at 2"},
    {"[1,2]", "[{\"op\":\"add\",\"path\":\"/3\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /3: the list has 2 items, there is none at 3"},
    {"[1]", "[{\"op\":\"add\",\"path\":\"/99999999999999999999\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /99999999999999999999: \"99999999999999999999\" is no index of a list"},
    {"[[1]]", "[{\"op\":\"add\",\"path\":\"/-/0\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /-/0: \"-\" is no index of a list"},
    /* Places that are not there. */
    {"{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"/b\"}]", LS_E_INVALID,
     "operation 1 of 1: remove /b: there is no member \"b\""},
    {"{\"a\":\"x\"}", "[{\"op\":\"add\",\"path\":\"/a/b\",\"value\":1}]", LS_E_INVALID,
     "operation 1 of 1: add /a/b: \"b\" leads into a value of type string"},
    {"{\"a\":1}", "[{\"op\":\"copy\",\"from\":\"/b/x\",\"path\":\"/c\"}]", LS_E_INVALID,
     "operation 1 of 1: copy /c: from: there is no member \"b\""},
    {"{\"a\":1}", "[{\"op\":\"add\",\"path\":\"\",\"value\":[7]}]", LS_E_INVALID,
     "operation 1 of 1: add : the whole value can only be replaced"},
    {"{\"a\":1}", "[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/b\"}]", LS_E_INVALID,
     "operation 1 of 1: copy /b: the whole value cannot be copied"},
    {"{\"a\":1}", "[{\"op\":\"remove\",\"path\":\"\"}]", LS_E_INVALID,
     "operation 1 of 1: remove : the whole value cannot be removed"},
    {"{\"a\":{\"b\":1}}", "[{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/a/b\"}]", LS_E_INVALID,
     "operation 1 of 1: move /a/b: a value cannot move into itself"},
    {"{\"a\":{\"b\":1}}", "[{\"op\":\"move\",\"from\":\"\",\"path\":\"/a/c\"}]", LS_E_INVALID,
     "operation 1 of 1: move /a/c: a value cannot move into itself"},
    /* The number of the operation counts from 1; values never show. */
    {"{\"data\":{\"password\":\"s3cret\"}}",
     "[{\"op\":\"add\",\"path\":\"/x\",\"value\":1},"
     "{\"op\":\"test\",\"path\":\"/data/password\",\"value\":\"wrong\"},"
     "{\"op\":\"remove\",\"path\":\"/x\"}]",
     LS_E_CONFLICT, "operation 2 of 3: test /data/password: the value there is not the one given"},
};

TEST(a_patch_that_does_not_fit_says_where_and_why)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(refused[i].target);
        const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of(refused[i].patch);
        const struct ls_obj *result = NULL;
        struct ls_err err = {0};
        CHECK_CODE(ls_json_patch_apply(ls_obj_root(target), ls_obj_root(patch), &result, &err),
                   refused[i].code, err);
        CHECK_STR(err.text, refused[i].text);
        CHECK(result == NULL);
    }
}

/* `count` operations of one text each, with the separator between them. */
static const struct ls_obj *patch_repeated(const char *operation, size_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(&text, "%c%s", i ? ',' : '[', operation);
    ls_buf_add_char(&text, ']');
    return obj_of(ls_buf_text(&text));
}

static enum ls_code apply_repeated(const char *target_text, const char *operation, size_t count,
                                   struct ls_err *err)
{
    const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(target_text);
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = patch_repeated(operation, count);
    const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
    return ls_json_patch_apply(ls_obj_root(target), ls_obj_root(patch), &result, err);
}

TEST(ten_thousand_operations_are_the_limit)
{
    struct ls_err err = {0};
    const char *add = "{\"op\":\"add\",\"path\":\"/-\",\"value\":1}";
    CHECK_OK(apply_repeated("[]", add, LS_PATCH_OPERATIONS_MAX, &err), err);
    CHECK_CODE(apply_repeated("[]", add, LS_PATCH_OPERATIONS_MAX + 1, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "the patch has 10001 operations, the limit is 10000");
}

TEST(copies_cannot_blow_a_value_up)
{
    struct ls_err err = {0};
    /* Each doubles the value: 40 of them would need a terabyte. */
    CHECK_CODE(apply_repeated("{\"a\":[\"0123456789\"]}",
                              "{\"op\":\"copy\",\"from\":\"/a\",\"path\":\"/a/-\"}", 40, &err),
               LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the copies of this patch add more than 3145728 bytes");
}

TEST(a_patch_cannot_nest_deeper_than_the_limit)
{
    struct ls_err err = {0};
    const char *wrap = "{\"op\":\"add\",\"path\":\"/b\",\"value\":{}},"
                       "{\"op\":\"move\",\"from\":\"/a\",\"path\":\"/b/a\"},"
                       "{\"op\":\"move\",\"from\":\"/b\",\"path\":\"/a\"}";
    CHECK_OK(apply_repeated("{\"a\":{}}", wrap, 500, &err), err);
    CHECK_CODE(apply_repeated("{\"a\":{}}", wrap, 1000, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the result would be nested deeper than 512");
}

TEST(a_pointer_has_at_most_as_many_parts_as_a_value_has_levels)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    ls_buf_add_text(&text, "{\"op\":\"remove\",\"path\":\"");
    for (int i = 0; i < 513; i++)
        ls_buf_add_text(&text, "/a");
    ls_buf_add_text(&text, "\"}");
    CHECK_CODE(apply_repeated("{}", ls_buf_text(&text), 1, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the path has 513 parts, the limit is 512");
}

TEST(an_error_may_be_left_unread)
{
    CHECK_INT(apply_repeated("{}", "{\"op\":\"remove\",\"path\":\"/a\"}", 1, NULL), LS_E_INVALID);
}

/* Each insertion in front moves the whole list. */
TEST(work_on_long_lists_is_limited)
{
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    struct ls_buf patch LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_PATCH_STEPS_MAX / LS_PATCH_OPERATIONS_MAX + 100; i++)
        ls_buf_add_text(&list, i ? ",0" : "[0");
    ls_buf_add_char(&list, ']');
    for (int i = 0; i < LS_PATCH_OPERATIONS_MAX; i++)
        ls_buf_printf(&patch, "%c{\"op\":\"add\",\"path\":\"/0\",\"value\":1}", i ? ',' : '[');
    ls_buf_add_char(&patch, ']');
    const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&list));
    const struct ls_obj *operations LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&patch));
    const struct ls_obj *patched LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_CODE(ls_json_patch_apply(ls_obj_root(target), ls_obj_root(operations), &patched, &err),
               LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "too many operations on long lists and maps; send it in parts");
}

/* A map whose members were walked through is matched by key, not each with all. */
TEST(a_big_map_that_was_changed_is_compared)
{
    enum { MEMBERS = 100000 };
    struct ls_buf map LS_AUTO(ls_buf_release) = {0};
    struct ls_buf patch LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&patch, "[{\"op\":\"remove\",\"path\":\"/x\"},"
                            "{\"op\":\"test\",\"path\":\"\",\"value\":");
    for (int i = 0; i < MEMBERS; i++) {
        ls_buf_printf(&map, "%c\"k%d\":%d", i ? ',' : '{', i, i);
        ls_buf_printf(&patch, "%c\"k%d\":%d", i ? ',' : '{', MEMBERS - 1 - i, MEMBERS - 1 - i);
    }
    ls_buf_add_text(&map, ",\"x\":1}");
    ls_buf_add_text(&patch, "}}]");
    const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&map));
    const struct ls_obj *operations LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&patch));
    const struct ls_obj *patched LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_patch_apply(ls_obj_root(target), ls_obj_root(operations), &patched, &err),
             err);
    CHECK_INT(ls_node_count(ls_obj_root(patched)), MEMBERS);
}

/* As kube-apiserver 1.36.3 answered. */
TEST(a_patch_may_say_what_kube_apiserver_takes)
{
    static const struct {
        const char *patch;
        const char *outcome; /* NULL: refused */
    } rows[] = {
        {"[{\"op\":\"replace\",\"path\":\"/m/new\",\"value\":1}]",
         "{\"m\":{\"a\":1,\"new\":1},\"l\":[1,2]}"},
        {"[{\"op\":\"replace\",\"path\":\"/none/new\",\"value\":1}]", NULL},
        {"[{\"op\":\"copy\",\"from\":\"/m/none\",\"path\":\"/x\"}]",
         "{\"m\":{\"a\":1},\"l\":[1,2],\"x\":null}"},
        {"[{\"op\":\"test\",\"path\":\"/m/none\",\"value\":null}]",
         "{\"m\":{\"a\":1},\"l\":[1,2]}"},
        {"[{\"op\":\"test\",\"path\":\"/m/none\"}]", "{\"m\":{\"a\":1},\"l\":[1,2]}"},
        {"[{\"op\":\"test\",\"path\":\"/m/none\",\"value\":1}]", NULL},
        {"[{\"op\":\"test\",\"path\":\"/l/9\",\"value\":null}]", NULL},
        {"[{\"op\":\"add\",\"path\":\"/m/a\"}]", "{\"m\":{\"a\":null},\"l\":[1,2]}"},
        {"[{\"op\":\"remove\",\"path\":\"/l/-1\"}]", "{\"m\":{\"a\":1},\"l\":[1]}"},
        {"[{\"op\":\"remove\",\"path\":\"/l/-3\"}]", NULL},
        {"[{\"op\":\"replace\",\"path\":\"/l/-1\",\"value\":3}]", "{\"m\":{\"a\":1},\"l\":[1,3]}"},
        {"[{\"op\":\"replace\",\"path\":\"/l/01\",\"value\":3}]", "{\"m\":{\"a\":1},\"l\":[1,3]}"},
        {"[{\"op\":\"add\",\"path\":\"/l/-1\",\"value\":3}]", "{\"m\":{\"a\":1},\"l\":[1,2,3]}"},
        {"[{\"op\":\"remove\",\"path\":\"/m/none\"}]", NULL},
        {"[{\"op\":\"add\",\"path\":\"\",\"value\":{}}]", NULL},
        {"[{\"op\":\"copy\",\"from\":\"\",\"path\":\"/x\"}]", NULL},
        {"[{\"op\":\"replace\",\"path\":\"\",\"value\":{}}]", "{}"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_err err = {0};
        const struct ls_obj *out LS_AUTO(ls_obj_unref_at) = NULL;
        const struct ls_obj *target LS_AUTO(ls_obj_unref_at) =
            obj_of("{\"m\":{\"a\":1},\"l\":[1,2]}");
        const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of(rows[i].patch);
        enum ls_code code =
            ls_json_patch_apply(ls_obj_root(target), ls_obj_root(patch), &out, &err);
        CHECK_STR(code ? "refused" : json_of(ls_obj_root(out)),
                  rows[i].outcome ? rows[i].outcome : "refused");
    }
}
