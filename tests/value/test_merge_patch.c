/* JSON merge patch: the table of RFC 7386, what a map keeps, and patches made from two values. */
#include "support_value.h"

#include <stdio.h>

#include "value/merge_patch.h"

static const struct {
    const char *target;
    const char *patch;
    const char *result;
} applied[] = {
    /* RFC 7386, appendix A. */
    {"{\"a\":\"b\"}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"b\":\"c\"}", "{\"a\":\"b\",\"b\":\"c\"}"},
    {"{\"a\":\"b\"}", "{\"a\":null}", "{}"},
    {"{\"a\":\"b\",\"b\":\"c\"}", "{\"a\":null}", "{\"b\":\"c\"}"},
    {"{\"a\":[\"b\"]}", "{\"a\":\"c\"}", "{\"a\":\"c\"}"},
    {"{\"a\":\"c\"}", "{\"a\":[\"b\"]}", "{\"a\":[\"b\"]}"},
    {"{\"a\":{\"b\":\"c\"}}", "{\"a\":{\"b\":\"d\",\"c\":null}}", "{\"a\":{\"b\":\"d\"}}"},
    {"{\"a\":[{\"b\":\"c\"}]}", "{\"a\":[1]}", "{\"a\":[1]}"},
    {"[\"a\",\"b\"]", "[\"c\",\"d\"]", "[\"c\",\"d\"]"},
    {"{\"a\":\"b\"}", "[\"c\"]", "[\"c\"]"},
    {"{\"a\":\"foo\"}", "null", "null"},
    {"{\"a\":\"foo\"}", "\"bar\"", "\"bar\""},
    {"{\"e\":null}", "{\"a\":1}", "{\"e\":null,\"a\":1}"},
    {"[1,2]", "{\"a\":\"b\",\"c\":null}", "{\"a\":\"b\"}"},
    {"{}", "{\"a\":{\"bb\":{\"ccc\":null}}}", "{\"a\":{\"bb\":{}}}"},
    /* Section 3: the document about a title and an author. */
    {"{\"title\":\"Goodbye!\",\"author\":{\"givenName\":\"John\",\"familyName\":\"Doe\"},"
     "\"tags\":[\"example\",\"sample\"],\"content\":\"This will be unchanged\"}",
     "{\"title\":\"Hello!\",\"phoneNumber\":\"+01-123-456-7890\",\"author\":{\"familyName\":null},"
     "\"tags\":[\"example\"]}",
     "{\"title\":\"Hello!\",\"author\":{\"givenName\":\"John\"},\"tags\":[\"example\"],"
     "\"content\":\"This will be unchanged\",\"phoneNumber\":\"+01-123-456-7890\"}"},
    /* Nulls inside lists are values. */
    {"{\"a\":[1]}", "{\"a\":[null,{\"b\":null}]}", "{\"a\":[null,{\"b\":null}]}"},
    /* Numbers lose nothing on the way. */
    {"{\"a\":9223372036854775807,\"b\":1.10}", "{\"c\":18446744073709551616}",
     "{\"a\":9223372036854775807,\"b\":1.10,\"c\":18446744073709551616}"},
    {"{\"b\":1,\"a\":2}", "{}", "{\"b\":1,\"a\":2}"},
};

TEST(a_patch_is_applied_as_the_rfc_says)
{
    for (size_t i = 0; i < LS_COUNT(applied); i++) {
        const struct ls_obj *target LS_AUTO(ls_obj_unref_at) = obj_of(applied[i].target);
        const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of(applied[i].patch);
        const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_merge_patch_apply(ls_obj_root(target), ls_obj_root(patch), &result, &err), err);
        CHECK_STR(json_of(ls_obj_root(result)), applied[i].result);
    }
}

TEST(a_patch_makes_what_is_not_there_yet)
{
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = obj_of("{\"a\":{\"b\":1,\"c\":null}}");
    const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_INT(ls_merge_patch_apply(LS_ABSENT, ls_obj_root(patch), &result, NULL), LS_OK);
    CHECK_STR(json_of(ls_obj_root(result)), "{\"a\":{\"b\":1}}");
}

TEST(large_maps_are_matched_whatever_their_order)
{
    struct ls_buf target LS_AUTO(ls_buf_release) = {0};
    struct ls_buf patch LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < 500; i++) {
        ls_buf_printf(&target, "%s\"key%d\":%d", i ? "," : "{", i, i);
        ls_buf_printf(&patch, "%s\"key%d\":%s", i ? "," : "{", 499 - i, i % 2 ? "null" : "-1");
    }
    ls_buf_add_char(&target, '}');
    ls_buf_add_char(&patch, '}');
    const struct ls_obj *from LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&target));
    const struct ls_obj *change LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&patch));
    const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_INT(ls_merge_patch_apply(ls_obj_root(from), ls_obj_root(change), &result, NULL), LS_OK);
    CHECK_INT(ls_node_count(ls_obj_root(result)), 250);
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(result), "key1"), 0), -1);
    CHECK(ls_node_is_absent(ls_node_at(ls_obj_root(result), "key0")));
}
