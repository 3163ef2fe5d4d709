/* Values made call by call. */
#include "support_value.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "value/build.h"

/* Ends the build and gives its JSON. */
static const char *built(struct ls_build *build)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(build);
    return json_of(ls_obj_root(obj));
}

TEST(every_kind_of_value_is_built)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_obj *part LS_AUTO(ls_obj_unref_at) = obj_of("{\"x\":[1,2]}");
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("list"));
    ls_build_list(&build);
    ls_build_null(&build);
    ls_build_bool(&build, true);
    ls_build_int(&build, INT64_MIN);
    ls_build_number(&build, LS_SLICE("42"));
    ls_build_number(&build, LS_SLICE("-0"));
    ls_build_number(&build, LS_SLICE("1.50"));
    ls_build_string(&build, (struct ls_slice){0});
    ls_build_text(&build, "text");
    ls_build_end(&build);
    ls_build_member(&build, "part", ls_obj_root(part));
    ls_build_member_text(&build, "name", "n");
    ls_build_end(&build);
    CHECK_STR(built(&build), "{\"list\":[null,true,-9223372036854775808,42,-0,1.50,\"\",\"text\"],"
                             "\"part\":{\"x\":[1,2]},\"name\":\"n\"}");
}

TEST(a_build_is_used_again)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    for (int i = 0; i < 3; i++) {
        ls_build_int(&build, i);
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
        CHECK_INT(ls_node_int(ls_obj_root(obj), -1), i);
    }
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("unfinished"));
    ls_build_clear(&build);
    ls_build_text(&build, "fresh");
    CHECK_STR(built(&build), "\"fresh\"");
}

TEST(the_last_of_equal_keys_wins)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "a", "1");
    ls_build_member_text(&build, "b", "2");
    ls_build_member_text(&build, "a", "3");
    size_t member = 99;
    struct ls_slice key = {0};
    CHECK(ls_build_repeats(&build, &member, &key));
    CHECK_INT(member, 2);
    CHECK(ls_slice_is(key, "a"));
    ls_build_end(&build);
    CHECK_STR(built(&build), "{\"b\":\"2\",\"a\":\"3\"}");
}

TEST(repeats_are_found_past_many_members)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    size_t member = 0;
    struct ls_slice key = {0};
    for (int i = 0; i < 200; i++) {
        char name[32];
        snprintf(name, sizeof name, "name-%d", i);
        CHECK(!ls_build_repeats(&build, &member, &key));
        ls_build_member_text(&build, name, "x");
    }
    CHECK(!ls_build_repeats(&build, &member, &key));
    ls_build_member_text(&build, "name-7", "y");
    CHECK(ls_build_repeats(&build, &member, &key));
    CHECK_INT(member, 200);
    CHECK(ls_slice_is(key, "name-7"));
    ls_build_end(&build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    CHECK_INT(ls_node_count(ls_obj_root(obj)), 200);
    CHECK_STR(ls_node_text(ls_node_at(ls_obj_root(obj), "name-7")), "y");
}

TEST(a_value_is_built_into_an_arena)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    ls_build_text(&build, "a longer text than one word");
    ls_build_end(&build);
    struct ls_node node = ls_build_arena(&build, &arena);
    ls_build_int(&build, 1);
    CHECK_STR(json_of(node), "[\"a longer text than one word\"]");
    CHECK_STR(built(&build), "1");
}

TEST(positions_belong_to_the_value_that_follows)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_at(&build, 1, 2);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("a"));
    ls_build_at(&build, 3, 4);
    ls_build_text(&build, "x");
    ls_build_key(&build, LS_SLICE("b"));
    ls_build_text(&build, "y");
    ls_build_end(&build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_position at = {0};
    CHECK(ls_obj_position(obj, ls_obj_root(obj), &at));
    CHECK(at.line == 1 && at.column == 2);
    CHECK(ls_obj_position(obj, ls_node_at(ls_obj_root(obj), "a"), &at));
    CHECK(at.line == 3 && at.column == 4);
    CHECK(!ls_obj_position(obj, ls_node_at(ls_obj_root(obj), "b"), &at));
}

TEST(a_build_with_room_for_megabytes_makes_small_values)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_reserve(&build, 4 << 20);
    ls_build_text(&build, "small");
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    CHECK(ls_obj_bytes(obj) < 64);
    CHECK_STR(json_of(ls_obj_root(obj)), "\"small\"");
}
