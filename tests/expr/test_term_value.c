/* Terms: how each prints, which are equal, which come first, and what a lens makes of a tape. */
#include "expr/term/term.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "value/build.h"
#include "value/json.h"

static struct ls_arena arena;

static struct ls_term text(const char *at)
{
    return ls_term_string(ls_slice_of(at));
}

static struct ls_term time_of(int64_t seconds, int32_t ns)
{
    return ls_term_timestamp((struct ls_time){seconds, ns});
}

static const char *printed(struct ls_term term)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_term_print(&out, term);
    return ls_arena_dup(&arena, ls_buf_slice(&out));
}

static struct ls_term json(const char *at, const struct ls_cel_type *lens)
{
    static const struct ls_obj *kept[64];
    static size_t kept_count;
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(at), NULL, &obj, &err), err);
    size_t slot = kept_count++ % LS_COUNT(kept);
    ls_obj_unref(kept[slot]);
    kept[slot] = obj;
    return ls_term_of_node(ls_obj_root(obj), lens);
}

static struct ls_term list_of(size_t count, const struct ls_term *items)
{
    struct ls_term *copy = LS_ARENA_ARRAY(&arena, struct ls_term, count + 1);
    memcpy(copy, items, count * sizeof *items);
    return ls_term_list(&arena, copy, count);
}
#define LIST(...)                                                                                  \
    list_of(sizeof((struct ls_term[]){__VA_ARGS__}) / sizeof(struct ls_term),                      \
            (struct ls_term[]){__VA_ARGS__})

TEST(a_term_is_small)
{
    CHECK_INT(sizeof(struct ls_term), 24);
}

TEST(terms_print_as_an_expression_would)
{
    const struct {
        struct ls_term term;
        const char *want;
    } rows[] = {
        {ls_term_null(), "null"},
        {ls_term_bool(true), "true"},
        {ls_term_int(INT64_MIN), "-9223372036854775808"},
        {ls_term_uint(UINT64_MAX), "18446744073709551615u"},
        {ls_term_double(1), "1.0"},
        {ls_term_double(-0.0), "-0.0"},
        {ls_term_double(0.1), "0.1"},
        {ls_term_double(1e21), "1e+21"},
        {ls_term_double(1.5e-9), "1.5e-9"},
        {ls_term_double(NAN), "double(\"NaN\")"},
        {ls_term_double(-INFINITY), "double(\"-Infinity\")"},
        {text("a\"b\\c\n\x01é"), "\"a\\\"b\\\\c\\n\\x01é\""},
        {ls_term_bytes(LS_SLICE("a\xff\0\"")), "b\"a\\xff\\x00\\\"\""},
        {time_of(0, 0), "timestamp(\"1970-01-01T00:00:00Z\")"},
        {time_of(1, 120000000), "timestamp(\"1970-01-01T00:00:01.12Z\")"},
        {ls_term_duration(90000000000), "duration(\"90s\")"},
        {ls_term_duration(-1500000000), "duration(\"-1.5s\")"},
        {ls_term_duration(INT64_MIN), "duration(\"-9223372036.854775808s\")"},
        {ls_term_type(&ls_cel_null), "null_type"},
        {ls_term_type(&ls_cel_timestamp), "google.protobuf.Timestamp"},
        {ls_term_none(), "optional.none()"},
        {ls_term_some(&arena, ls_term_int(1)), "optional.of(1)"},
        {LIST(ls_term_int(1), text("x")), "[1, \"x\"]"},
        {json("{\"a\":[1,1.0,1.5,null],\"b\":{}}", NULL),
         "{\"a\": [1, 1.0, 1.5, null], \"b\": {}}"},
        {json("18446744073709551615", NULL), "18446744073709552000.0"},
        {ls_term_error(&arena, "no such key: %s", "x"), "error: no such key: x"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(printed(rows[i].term), rows[i].want);
}

TEST(numbers_meet_across_kinds)
{
    const struct {
        struct ls_term a, b;
        int order; /* 2: none */
    } rows[] = {
        {ls_term_int(1), ls_term_uint(1), 0},
        {ls_term_int(1), ls_term_double(1), 0},
        {ls_term_uint(1), ls_term_double(1.5), -1},
        {ls_term_int(-1), ls_term_uint(UINT64_MAX), -1},
        {ls_term_int(INT64_MAX), ls_term_uint(1u + (uint64_t)INT64_MAX), -1},
        /* As doubles, which is what the conformance suite asks for. */
        {ls_term_int(INT64_MAX), ls_term_double(9223372036854775808.0), 0},
        {ls_term_int(INT64_MAX), ls_term_double(9223372036854777857.0), -1},
        {ls_term_int(INT64_MIN), ls_term_double(-9223372036854777857.0), 1},
        {ls_term_uint(UINT64_MAX), ls_term_double(18446744073709590000.0), -1},
        {ls_term_uint(0), ls_term_double(-0.5), 1},
        {ls_term_int(0), ls_term_double(NAN), 2},
        {ls_term_double(NAN), ls_term_double(NAN), 2},
        {ls_term_double(INFINITY), ls_term_uint(UINT64_MAX), 1},
        {ls_term_bool(false), ls_term_bool(true), -1},
        {ls_term_bool(false), ls_term_int(0), 2},
        {text("a"), text("b"), -1},
        {text("a"), ls_term_bytes(LS_SLICE("a")), 2},
        {ls_term_bytes(LS_SLICE("\x80")), ls_term_bytes(LS_SLICE("a")), 1},
        {time_of(1, 5), time_of(1, 4), 1},
        {ls_term_duration(-1), ls_term_duration(1), -1},
        {ls_term_null(), ls_term_null(), 2},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int there = 2, back = 2;
        ls_term_compare(rows[i].a, rows[i].b, &there);
        ls_term_compare(rows[i].b, rows[i].a, &back);
        CHECK_INT(there == 2 ? 2 : (there > 0) - (there < 0), rows[i].order);
        CHECK_INT(back == 2 ? 2 : (back < 0) - (back > 0), rows[i].order);
    }
}

TEST(equality_is_by_value)
{
    static const struct ls_opaque_class none;
    const struct {
        struct ls_term a, b;
        bool is_equal;
    } rows[] = {
        {ls_term_null(), ls_term_null(), true},
        {ls_term_null(), ls_term_int(0), false},
        {ls_term_double(NAN), ls_term_double(NAN), false},
        {ls_term_double(-0.0), ls_term_double(0.0), true},
        {text("x"), text("x"), true},
        {json("[1,2]", NULL), LIST(ls_term_uint(1), ls_term_double(2)), true},
        {json("[1,2]", NULL), LIST(ls_term_int(2), ls_term_int(1)), false},
        {json("[1,2]", NULL), LIST(ls_term_int(1)), false},
        {LIST(ls_term_int(1)), json("[1,2]", NULL), false},
        {json("{\"a\":1,\"b\":[]}", NULL), json("{\"b\":[],\"a\":1.0}", NULL), true},
        {json("{\"a\":1}", NULL), json("{\"b\":1}", NULL), false},
        {json("{\"a\":1}", NULL), json("[1]", NULL), false},
        {ls_term_none(), ls_term_none(), true},
        {ls_term_none(), ls_term_some(&arena, ls_term_null()), false},
        {ls_term_some(&arena, ls_term_int(1)), ls_term_some(&arena, ls_term_uint(1)), true},
        {ls_term_type(&ls_cel_any_list), ls_term_type(ls_cel_list_of(&arena, &ls_cel_int)), true},
        {ls_term_type(&ls_cel_int), ls_term_type(&ls_cel_uint), false},
        {ls_term_opaque(&none, NULL), ls_term_int(0), false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_INT(ls_term_equal(rows[i].a, rows[i].b), rows[i].is_equal);
}

/* 60 lists of two, each the one before twice: 2^60 terms to walk. */
TEST(shared_parts_do_not_make_a_walk_endless)
{
    struct ls_term a = LIST(ls_term_int(1)), b = LIST(ls_term_int(1));
    for (int i = 0; i < 60; i++) {
        a = LIST(a, a);
        b = LIST(b, b);
    }
    uint64_t steps_left = 1000;
    ls_term_equal_within(a, b, &steps_left);
    CHECK_INT(steps_left, 0);
    CHECK(strlen(printed(a)) < 100u * 1000 * 1000);
}

TEST(maps_find_numbers_of_any_kind)
{
    for (size_t count = 1; count <= 40; count += 13) {
        struct ls_term *keys = LS_ARENA_ARRAY(&arena, struct ls_term, count);
        for (size_t i = 0; i < count; i++)
            keys[i] = i % 2 ? ls_term_uint(i) : ls_term_int((int64_t)i);
        struct ls_term map = ls_term_map(&arena, keys, keys, count), found;
        for (size_t i = 0; i < count; i++) {
            CHECK(ls_term_find(map, ls_term_int((int64_t)i), &found));
            CHECK(ls_term_find(map, ls_term_uint(i), &found));
            CHECK(ls_term_find(map, ls_term_double((double)i), &found));
            CHECK(!ls_term_find(map, ls_term_double((double)i + 0.5), &found));
            CHECK(!ls_term_find(map, text("0"), &found));
        }
        CHECK(!ls_term_find(map, ls_term_double(NAN), &found));
        CHECK(!ls_term_find(map, ls_term_double(1e300), &found));
    }
    /* Equal as doubles, yet two keys. */
    struct ls_term big[] = {ls_term_int(INT64_C(9007199254740993))}, found;
    struct ls_term map = ls_term_map(&arena, big, big, 1);
    CHECK(!ls_term_find(map, ls_term_double(9007199254740992.0), &found));
}

TEST(a_key_twice_is_a_mistake)
{
    struct ls_term keys[20];
    for (size_t i = 0; i < LS_COUNT(keys); i++)
        keys[i] = ls_term_int((int64_t)i);
    keys[2] = ls_term_uint(1);
    CHECK_STR(ls_term_map(&arena, keys, keys, 3).failure->text, "Failed with repeated key");
    CHECK_STR(ls_term_map(&arena, keys, keys, 20).failure->text, "Failed with repeated key");
    CHECK_INT(ls_term_count(ls_term_map(&arena, keys, keys, 2)), 2);
}

TEST(lists_and_maps_grow_without_changing_what_was)
{
    struct ls_arena room LS_AUTO(ls_arena_release) = {0};
    struct ls_term list = ls_term_list(&room, NULL, 0), at_100 = list;
    struct ls_term map = ls_term_map(&room, NULL, NULL, 0), map_at_100 = map;
    for (int64_t i = 0; i < 10000; i++) {
        struct ls_term *one = LS_ARENA_NEW(&room, struct ls_term);
        *one = ls_term_int(i);
        list = ls_term_concat(&room, list, ls_term_list(&room, one, 1));
        map = ls_term_insert(&room, map, *one, *one);
        if (i == 99) {
            at_100 = list;
            map_at_100 = map;
        }
    }
    struct ls_term other = ls_term_concat(&room, at_100, at_100), found;
    CHECK_INT(ls_term_count(list), 10000);
    CHECK_INT(ls_term_count(at_100), 100);
    CHECK_INT(ls_term_count(other), 200);
    CHECK_INT(ls_term_item(&room, list, 100).integer, 100);
    CHECK_INT(ls_term_item(&room, other, 100).integer, 0);
    CHECK_STR(ls_term_item(&room, list, 10000).failure->text, "index out of bounds: 10000");
    CHECK(ls_term_find(map, ls_term_int(9999), &found));
    CHECK(!ls_term_find(map_at_100, ls_term_int(100), &found));
    map_at_100 = ls_term_insert(&room, map_at_100, ls_term_int(100), text("mine"));
    CHECK(ls_term_find(map, ls_term_int(100), &found) && found.kind == LS_TERM_INT);
    CHECK_STR(ls_term_insert(&room, map, text("a"), ls_term_null()).kind == LS_TERM_MAP ? "map"
                                                                                        : "",
              "map");
    CHECK_STR(ls_term_insert(&room, map, ls_term_int(5), ls_term_null()).failure->text,
              "insert failed: key 5 already exists");
    CHECK(room.used_bytes < 8u * 1024 * 1024); /* linear in the items, not in their square */
}

static const struct ls_cel_type text_set = {
    .kind = LS_CEL_LIST, .item = &ls_cel_string, .list_as = LS_CEL_LIST_SET};
static const struct ls_cel_field item_fields[] = {
    {"name", {"name", 4}, &ls_cel_string},
    {"value", {"value", 5}, &ls_cel_double},
};
static const struct ls_cel_type item_type = {
    .kind = LS_CEL_OBJECT, .name = "Item", .fields = item_fields, .field_count = 2};
static const char *const item_keys[] = {"name"};
static const struct ls_cel_type keyed = {.kind = LS_CEL_LIST,
                                         .item = &item_type,
                                         .list_as = LS_CEL_LIST_KEYED,
                                         .list_keys = item_keys,
                                         .list_key_count = 1};

TEST(sets_and_keyed_lists_have_no_order)
{
    const struct {
        const char *a, *b;
        const struct ls_cel_type *lens;
        bool is_equal;
        const char *sum;
    } rows[] = {
        {"[\"a\",\"b\"]", "[\"b\",\"a\"]", &text_set, true, "[\"a\", \"b\"]"},
        {"[\"a\",\"b\"]", "[\"b\",\"c\"]", &text_set, false, "[\"a\", \"b\", \"c\"]"},
        {"[\"a\"]", "[\"a\",\"b\"]", &text_set, false, "[\"a\", \"b\"]"},
        {"[{\"name\":\"x\",\"value\":1},{\"name\":\"y\"}]",
         "[{\"name\":\"y\"},{\"name\":\"x\",\"value\":1}]", &keyed, true,
         "[{\"name\": \"x\", \"value\": 1.0}, {\"name\": \"y\"}]"},
        {"[{\"name\":\"x\",\"value\":1},{\"name\":\"y\"}]",
         "[{\"name\":\"x\",\"value\":2},{\"name\":\"z\"}]", &keyed, false,
         "[{\"name\": \"x\", \"value\": 2.0}, {\"name\": \"y\"}, {\"name\": \"z\"}]"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_term a = json(rows[i].a, rows[i].lens), b = json(rows[i].b, rows[i].lens);
        CHECK_INT(ls_term_equal(a, b), rows[i].is_equal);
        CHECK_STR(printed(ls_term_concat(&arena, a, b)), rows[i].sum);
    }
}

static const struct ls_cel_type item_set = {
    .kind = LS_CEL_LIST, .item = &item_type, .list_as = LS_CEL_LIST_SET};

TEST(large_sets_of_objects_are_compared_by_hash)
{
    enum { ITEMS = 100 * 1000 };
    struct ls_buf up LS_AUTO(ls_buf_release) = {0}, down LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < ITEMS; i++) {
        ls_buf_printf(&up, "%s{\"name\":\"n\",\"value\":%d}", i ? "," : "[", i);
        ls_buf_printf(&down, "%s{\"value\":%d.0,\"name\":\"n\"}", i ? "," : "[", ITEMS - 1 - i);
    }
    ls_buf_add_char(&up, ']');
    ls_buf_add_char(&down, ']');
    struct ls_term a = json(ls_buf_text(&up), &item_set), b = json(ls_buf_text(&down), &item_set);
    CHECK(ls_term_equal(a, b));
    CHECK_INT(ls_term_count(ls_term_concat(&arena, a, b)), ITEMS);
}

static const struct ls_cel_field lens_fields[] = {
    {"at", {"at", 2}, &ls_cel_timestamp},    {"blob", {"blob", 4}, &ls_cel_bytes},
    {"day", {"day", 3}, &ls_cel_timestamp},  {"foo__dash__bar", {"foo-bar", 7}, &ls_cel_string},
    {"ratio", {"ratio", 5}, &ls_cel_double}, {"wait", {"wait", 4}, &ls_cel_duration},
    {"zero", {"zero", 4}, &ls_cel_string},
};
static const struct ls_cel_type lens = {
    .kind = LS_CEL_OBJECT, .name = "Lens", .fields = lens_fields, .field_count = 7};

TEST(a_lens_reads_what_the_schema_says)
{
    struct ls_term object =
        json("{\"at\":\"2024-01-02T03:04:05.6+01:00\",\"day\":\"2024-01-02\",\"wait\":\"1m\","
             "\"ratio\":2,\"foo-bar\":\"x\",\"blob\":\"aGk=\",\"zero\":null,\"other\":1}",
             &lens);
    const struct {
        const char *name, *want;
    } rows[] = {
        {"at", "timestamp(\"2024-01-02T02:04:05.6Z\")"},
        {"day", "timestamp(\"2024-01-02T00:00:00Z\")"},
        {"wait", "duration(\"60s\")"},
        {"ratio", "2.0"},
        {"foo__dash__bar", "\"x\""},
        {"blob", "b\"hi\""},
        {"foo-bar", "none"}, /* known by its escaped name only */
        {"zero", "none"},    /* null in a field is no field */
        {"other", "none"},   /* the schema does not name it */
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_term found = ls_term_null();
        bool is_there = ls_term_field(object, ls_slice_of(rows[i].name), &found);
        CHECK_STR(is_there ? printed(found) : "none", rows[i].want);
    }
    struct ls_term blob = ls_term_null();
    CHECK(ls_term_field(object, LS_SLICE("blob"), &blob));
    CHECK(ls_term_equal(blob, ls_term_bytes(LS_SLICE("hi"))));
    CHECK_INT(ls_term_plain(&arena, blob).text.len, 2);
    CHECK_STR(printed(object), "{\"at\": timestamp(\"2024-01-02T02:04:05.6Z\"), \"day\": "
                               "timestamp(\"2024-01-02T00:00:00Z\"), \"wait\": duration(\"60s\"), "
                               "\"ratio\": 2.0, \"foo__dash__bar\": \"x\", \"blob\": b\"hi\"}");
    CHECK(ls_term_is_error(ls_term_of_node(LS_ABSENT, NULL)));
}

TEST(terms_become_json)
{
    struct ls_term keys[] = {text("n"), ls_term_int(1), ls_term_bool(true)};
    struct ls_term values[] = {ls_term_uint(7), ls_term_bytes(LS_SLICE("hi")),
                               LIST(time_of(0, 0), ls_term_duration(3601500000000),
                                    ls_term_double(2), json("{\"a\":null}", NULL))};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    CHECK(ls_term_build(&build, ls_term_map(&arena, keys, values, 3)));
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&out, ls_obj_root(obj), LS_JSON_COMPACT);
    CHECK_STR(ls_buf_text(&out), "{\"n\":7,\"1\":\"aGk=\",\"true\":[\"1970-01-01T00:00:00Z\","
                                 "\"3601.5s\",2,{\"a\":null}]}");
    CHECK(!ls_term_build(&build, LIST(ls_term_none())));
    ls_build_clear(&build);
    CHECK(!ls_term_build(&build, ls_term_double(NAN)));
    ls_build_clear(&build);
    struct ls_term twice[] = {ls_term_int(1), text("1")};
    CHECK(!ls_term_build(&build, ls_term_map(&arena, twice, values, 2)));
}

TEST(types_have_a_name_and_a_wording)
{
    const struct ls_cel_type quantity = {.kind = LS_CEL_OPAQUE, .name = "kubernetes.Quantity"};
    const struct {
        const struct ls_cel_type *type;
        const char *name, *words;
    } rows[] = {
        {&ls_cel_int, "int", "int"},
        {&ls_cel_null, "null_type", "null"},
        {&ls_cel_duration, "google.protobuf.Duration", "duration"},
        {ls_cel_list_of(&arena, &ls_cel_string), "list", "list(string)"},
        {ls_cel_map_of(&arena, &ls_cel_string, &ls_cel_dyn), "map", "map(string, dyn)"},
        {ls_cel_optional_of(&arena, ls_cel_list_of(&arena, &ls_cel_int)), "optional_type",
         "optional_type(list(int))"},
        {&quantity, "kubernetes.Quantity", "kubernetes.Quantity"},
        {&ls_cel_any_type, "type", "type"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        CHECK_STR(ls_cel_type_name(rows[i].type), rows[i].name);
        CHECK_STR(ls_cel_type_text(&arena, rows[i].type), rows[i].words);
    }
    CHECK(ls_cel_type_equal(ls_cel_list_of(&arena, &ls_cel_int),
                            ls_cel_list_of(&arena, &ls_cel_int)));
    CHECK(!ls_cel_type_equal(ls_cel_list_of(&arena, &ls_cel_int),
                             ls_cel_list_of(&arena, &ls_cel_uint)));
}
