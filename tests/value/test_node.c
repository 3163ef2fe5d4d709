/* Reading values: what is there, what is not, and what is of another type. */
#include "support_value.h"

#include <math.h>
#include <string.h>

static const char pod[] = "{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"labels\":{\"app."
                          "kubernetes.io/name\":\"w\"}},"
                          "\"spec\":{\"containers\":[{\"name\":\"a\",\"ports\":[80,443]},{\"name\":"
                          "\"b\"}],\"nice\":-1.5},"
                          "\"big\":9223372036854775807,\"on\":true,\"off\":false,\"none\":null,"
                          "\"f:kind\":{\"k:{\\\"a\\\":1}\":{}}}";

TEST(members_are_found_by_path)
{
    static const struct {
        const char *path;
        const char *json;
    } cases[] = {
        {"kind", "\"Pod\""},
        {".kind", "\"Pod\""},
        {"metadata.name", "\"web\""},
        {".spec.nice", "-1.5"},
        {"f:kind", "{\"k:{\\\"a\\\":1}\":{}}"},
        {"missing", "null"},
        {"metadata.missing.deeper.still", "null"},
        {"kind.name", "null"},
        {"none.name", "null"},
        {"spec.containers.name", "null"},
        {"f:missing", "null"},
        {"kin", "null"},
        {"kinds", "null"},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(pod);
    for (size_t i = 0; i < LS_COUNT(cases); i++)
        CHECK_STR(json_of(ls_node_at(ls_obj_root(obj), cases[i].path)), cases[i].json);
    CHECK(ls_node_at(ls_obj_root(obj), "").word == ls_obj_root(obj).word);
    CHECK(ls_node_is_absent(ls_node_at(ls_obj_root(obj), "missing")));
}

TEST(keys_with_dots_are_found_by_get)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(pod);
    struct ls_node labels = ls_node_at(ls_obj_root(obj), "metadata.labels");
    CHECK_STR(ls_node_text(ls_node_get(labels, LS_SLICE("app.kubernetes.io/name"))), "w");
    CHECK(ls_node_is_absent(ls_node_get(labels, LS_SLICE(""))));
    struct ls_node fields = ls_node_at(ls_obj_root(obj), "f:kind");
    CHECK(ls_node_is_map(ls_node_get(fields, LS_SLICE("k:{\"a\":1}"))));
}

TEST(every_type_is_distinguished)
{
    static const struct {
        const char *json;
        enum ls_type type;
        const char *name;
    } cases[] = {
        {"null", LS_TYPE_NULL, "null"},    {"true", LS_TYPE_BOOL, "boolean"},
        {"7", LS_TYPE_INT, "integer"},     {"9223372036854775807", LS_TYPE_INT, "integer"},
        {"7.0", LS_TYPE_NUMBER, "number"}, {"9223372036854775808", LS_TYPE_NUMBER, "number"},
        {"-0", LS_TYPE_NUMBER, "number"},  {"\"x\"", LS_TYPE_STRING, "string"},
        {"[]", LS_TYPE_LIST, "list"},      {"{}", LS_TYPE_MAP, "map"},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(cases[i].json);
        CHECK_INT(ls_node_type(ls_obj_root(obj)), cases[i].type);
        CHECK_STR(ls_type_name(ls_node_type(ls_obj_root(obj))), cases[i].name);
    }
    CHECK_INT(ls_node_type(LS_ABSENT), LS_TYPE_ABSENT);
    CHECK_STR(ls_type_name(LS_TYPE_ABSENT), "nothing");
}

TEST(values_are_read_or_fall_back)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(pod);
    struct ls_node root = ls_obj_root(obj);
    CHECK_INT(ls_node_int(ls_node_at(root, "big"), 3), INT64_MAX);
    CHECK_INT(ls_node_int(ls_node_at(root, "kind"), 3), 3);
    CHECK_INT(ls_node_int(ls_node_at(root, "spec.nice"), 3), 3);
    CHECK(ls_node_bool(ls_node_at(root, "on"), false));
    CHECK(!ls_node_bool(ls_node_at(root, "off"), true));
    CHECK(ls_node_bool(ls_node_at(root, "none"), true));
    CHECK_STR(ls_node_text(ls_node_at(root, "kind")), "Pod");
    CHECK_STR(ls_node_text(ls_node_at(root, "big")), "");
    CHECK_INT(ls_node_string(LS_ABSENT).len, 0);
    CHECK(ls_node_string_is(ls_node_at(root, "kind"), "Pod"));
    CHECK(!ls_node_string_is(ls_node_at(root, "kind"), "Pods"));
    CHECK(!ls_node_string_is(ls_node_at(root, "missing"), ""));
    CHECK(ls_node_is_null(ls_node_at(root, "none")));
    CHECK(!ls_node_is_null(ls_node_at(root, "missing")));
    CHECK_STR(ls_node_number_text(ls_node_at(root, "spec.nice")).at, "-1.5");
    CHECK_INT(ls_node_number_text(ls_node_at(root, "big")).len, 0);
}

TEST(numbers_read_as_doubles)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of("[3,-1.5,1e400,\"3\"]");
    struct ls_node list = ls_obj_root(obj);
    CHECK(ls_node_double(ls_node_item(list, 0), 0) == 3.0);
    CHECK(ls_node_double(ls_node_item(list, 1), 0) == -1.5);
    CHECK(isinf(ls_node_double(ls_node_item(list, 2), 0)));
    CHECK(ls_node_double(ls_node_item(list, 3), 9) == 9.0);
}

TEST(lists_and_maps_are_walked_in_order)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"b\":[1,[2],3],\"a\":{},\"c\":\"x\"}");
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    LS_EACH (member, ls_obj_root(obj)) {
        ls_buf_printf(&seen, "%.*s=%s ", LS_ARG(member.key), json_of(member.value));
        LS_EACH (item, member.value) {
            ls_buf_printf(&seen, "<%s> ", json_of(item.value));
        }
    }
    CHECK_STR(ls_buf_text(&seen), "b=[1,[2],3] <1> <[2]> <3> a={} c=\"x\" ");
    CHECK_INT(ls_node_count(ls_obj_root(obj)), 3);
    CHECK_INT(ls_node_count(ls_node_at(ls_obj_root(obj), "b")), 3);
    CHECK_INT(ls_node_count(ls_node_at(ls_obj_root(obj), "c")), 0);
    CHECK_INT(ls_node_count(LS_ABSENT), 0);
}

TEST(items_are_reached_by_index)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(pod);
    struct ls_node containers = ls_node_at(ls_obj_root(obj), "spec.containers");
    CHECK_STR(ls_node_text(ls_node_at(ls_node_item(containers, 1), "name")), "b");
    CHECK(ls_node_is_absent(ls_node_item(containers, 2)));
    CHECK(ls_node_is_absent(ls_node_item(LS_ABSENT, 0)));
    CHECK_STR(json_of(ls_node_item(ls_obj_root(obj), 0)), "\"Pod\"");
}

TEST(depth_counts_maps_and_lists)
{
    static const struct {
        const char *json;
        size_t depth;
    } cases[] = {{"1", 0}, {"[]", 1}, {"{\"a\":{}}", 2}, {"[1,[2,[3]],{\"a\":4}]", 3}};
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(cases[i].json);
        CHECK_INT(ls_node_depth(ls_obj_root(obj)), cases[i].depth);
    }
    CHECK_INT(ls_node_depth(LS_ABSENT), 0);
}

TEST(an_obj_lives_as_long_as_someone_holds_it)
{
    const struct ls_obj *obj = obj_of("{\"a\":\"x\"}");
    const struct ls_obj *second = ls_obj_ref(obj);
    ls_obj_unref_at(&obj);
    CHECK(obj == NULL);
    CHECK_STR(ls_node_text(ls_node_at(ls_obj_root(second), "a")), "x");
    CHECK(ls_obj_bytes(second) < 64);
    ls_obj_unref(second);
    ls_obj_unref(NULL);
    CHECK(ls_obj_ref(NULL) == NULL);
    CHECK(ls_node_is_absent(ls_obj_root(NULL)));
}
