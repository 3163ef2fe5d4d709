/* Field sets: fieldsV1 in and out, the algebra, questions, walks. */
#include "support_merge.h"

#include <string.h>

#include "value/limits.h"

static const struct {
    const char *read;
    const char *printed; /* NULL: as read */
} texts[] = {
    {"{}", NULL},
    {"{\"f:a\":{}}", NULL},
    {"{\"f:a\":{\"f:b\":{}}}", NULL},
    {"{\"f:a\":{\".\":{},\"f:b\":{}}}", NULL},
    /* "." alone says no more than {}. */
    {"{\"f:a\":{\".\":{}}}", "{\"f:a\":{}}"},
    {"{\".\":{},\"f:a\":{}}", "{\"f:a\":{}}"},
    /* Sorted: f, k, v, i; names and keys by bytes, values by kind and size. */
    {"{\"i:1\":{},\"v:\\\"x\\\"\":{},\"v:3\":{},\"k:{\\\"name\\\":\\\"b\\\"}\":{},\"f:b\":{},"
     "\"k:{\\\"name\\\":\\\"a\\\"}\":{},\"f:a\":{\"f:z\":{},\".\":{},\"f:y\":{}}}",
     "{\"f:a\":{\".\":{},\"f:y\":{},\"f:z\":{}},\"f:b\":{},\"k:{\\\"name\\\":\\\"a\\\"}\":{},"
     "\"k:{\\\"name\\\":\\\"b\\\"}\":{},\"v:3\":{},\"v:\\\"x\\\"\":{},\"i:1\":{}}"},
    /* The same element in two texts is one. */
    {"{\"v:1.0\":{\"f:a\":{}},\"v:1\":{\"f:b\":{}}}", "{\"v:1\":{\"f:a\":{},\"f:b\":{}}}"},
    /* Kinds from the future are skipped. */
    {"{\"f:a\":{\"x:new\":{\"f:b\":{}}},\"z:\":{}}", "{\"f:a\":{}}"},
    {"{\"f:a\":null}", "{\"f:a\":{}}"},
    /* What kube-apiserver wrote for a Deployment. */
    {"{\"f:metadata\":{\"f:labels\":{\".\":{},\"f:app\":{}}},\"f:spec\":{\"f:replicas\":{},"
     "\"f:template\":{\"f:spec\":{\"f:containers\":{\"k:{\\\"name\\\":\\\"web\\\"}\":{\".\":{},"
     "\"f:image\":{},\"f:name\":{},\"f:ports\":{\".\":{},\"k:{\\\"containerPort\\\":80,"
     "\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:containerPort\":{}}}}}}}}}",
     NULL},
};

TEST(a_set_prints_as_the_server_prints_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        const char *expected = texts[i].printed ? texts[i].printed : texts[i].read;
        struct ls_field_set set = set_in(&arena, texts[i].read);
        CHECK_STR(set_text(set), expected);
        struct ls_build build LS_AUTO(ls_build_release) = {0};
        ls_field_set_build(&build, set);
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
        CHECK_STR(json_of(ls_obj_root(obj)), expected);
    }
}

static const struct {
    const char *text;
    enum ls_code code;
    const char *why;
} refused[] = {
    {"[]", LS_E_INVALID, "expected a map, got list"},
    {"{\"f:a\":1}", LS_E_INVALID, "f:a: expected a map, got integer"},
    {"{\"f:a\":{\"f:b\":{\"noprefix\":{}}}}", LS_E_INVALID,
     "f:a: f:b: noprefix: it has no colon after its first letter"},
    {"{\"k:{\":{}}", LS_E_INVALID, "k:{: "},
};

TEST(what_is_no_set_is_refused_with_its_place)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(refused[i].text);
        struct ls_field_set set = {0};
        struct ls_err err = {0};
        CHECK_CODE(ls_field_set_parse(&arena, ls_obj_root(obj), &set, &err), refused[i].code, err);
        CHECK_HAS(err.text, refused[i].why);
        CHECK(ls_field_set_is_empty(set));
    }
}

/* Expected texts were compared with structured-merge-diff v6.4.2. */
static const struct {
    const char *a;
    const char *b;
    const char *both;
    const char *shared;
    const char *only_a;
    const char *without; /* b takes what is below along */
} algebra[] = {
    {"{}", "{}", "{}", "{}", "{}", "{}"},
    {"{\"f:a\":{}}", "{}", "{\"f:a\":{}}", "{}", "{\"f:a\":{}}", "{\"f:a\":{}}"},
    {"{}", "{\"f:a\":{}}", "{\"f:a\":{}}", "{}", "{}", "{}"},
    {"{\"f:a\":{}}", "{\"f:a\":{}}", "{\"f:a\":{}}", "{\"f:a\":{}}", "{}", "{}"},
    {"{\"f:a\":{},\"f:b\":{}}", "{\"f:b\":{},\"f:c\":{}}", "{\"f:a\":{},\"f:b\":{},\"f:c\":{}}",
     "{\"f:b\":{}}", "{\"f:a\":{}}", "{\"f:a\":{}}"},
    /* A parent and what is below it are apart, but for `without`. */
    {"{\"f:a\":{\"f:b\":{}}}", "{\"f:a\":{}}", "{\"f:a\":{\".\":{},\"f:b\":{}}}", "{}",
     "{\"f:a\":{\"f:b\":{}}}", "{}"},
    {"{\"f:a\":{}}", "{\"f:a\":{\"f:b\":{}}}", "{\"f:a\":{\".\":{},\"f:b\":{}}}", "{}",
     "{\"f:a\":{}}", "{\"f:a\":{}}"},
    {"{\"f:a\":{\".\":{},\"f:b\":{},\"f:c\":{}}}", "{\"f:a\":{\".\":{},\"f:b\":{}}}",
     "{\"f:a\":{\".\":{},\"f:b\":{},\"f:c\":{}}}", "{\"f:a\":{\".\":{},\"f:b\":{}}}",
     "{\"f:a\":{\"f:c\":{}}}", "{}"},
    {"{\"f:a\":{\".\":{},\"f:b\":{\"f:c\":{}}}}", "{\"f:a\":{\"f:b\":{}}}",
     "{\"f:a\":{\".\":{},\"f:b\":{\".\":{},\"f:c\":{}}}}", "{}",
     "{\"f:a\":{\".\":{},\"f:b\":{\"f:c\":{}}}}", "{\"f:a\":{}}"},
    {"{\"f:l\":{\"k:{\\\"n\\\":1}\":{\".\":{},\"f:x\":{}},\"v:2\":{}}}",
     "{\"f:l\":{\"k:{\\\"n\\\":1.0}\":{\"f:x\":{}},\"v:\\\"2\\\"\":{}}}",
     "{\"f:l\":{\"k:{\\\"n\\\":1}\":{\".\":{},\"f:x\":{}},\"v:2\":{},\"v:\\\"2\\\"\":{}}}",
     "{\"f:l\":{\"k:{\\\"n\\\":1}\":{\"f:x\":{}}}}",
     "{\"f:l\":{\"k:{\\\"n\\\":1}\":{},\"v:2\":{}}}",
     "{\"f:l\":{\"k:{\\\"n\\\":1}\":{},\"v:2\":{}}}"},
};

TEST(sets_are_united_and_taken_apart)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(algebra); i++) {
        struct ls_field_set a = set_in(&arena, algebra[i].a), b = set_in(&arena, algebra[i].b);
        CHECK_STR(set_text(ls_field_set_union(&arena, a, b)), algebra[i].both);
        CHECK_STR(set_text(ls_field_set_intersection(&arena, a, b)), algebra[i].shared);
        CHECK_STR(set_text(ls_field_set_difference(&arena, a, b)), algebra[i].only_a);
        CHECK_STR(set_text(ls_field_set_without(&arena, a, b)), algebra[i].without);
        CHECK_STR(set_text(a), algebra[i].a);
    }
}

TEST(the_laws_of_sets_hold)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(algebra); i++) {
        struct ls_field_set a = set_in(&arena, algebra[i].a), b = set_in(&arena, algebra[i].b);
        struct ls_field_set both = ls_field_set_union(&arena, a, b);
        struct ls_field_set shared = ls_field_set_intersection(&arena, a, b);
        struct ls_field_set rest = ls_field_set_difference(&arena, a, b);
        CHECK(ls_field_set_equal(both, ls_field_set_union(&arena, b, a)));
        CHECK(ls_field_set_equal(a, ls_field_set_union(&arena, rest, shared)));
        CHECK(ls_field_set_is_empty(ls_field_set_intersection(&arena, rest, b)));
        CHECK(ls_field_set_is_subset(shared, a) && ls_field_set_is_subset(shared, b));
        CHECK(ls_field_set_is_subset(a, both) && ls_field_set_is_subset(b, both));
        CHECK_INT(ls_field_set_count(both), ls_field_set_count(rest) + ls_field_set_count(b));
        CHECK_INT(ls_field_set_is_subset(a, b), ls_field_set_is_empty(rest));
    }
}

static struct ls_field_path path_of(struct ls_arena *arena, const char *const *texts_of_path)
{
    enum { STEPS_MAX = 4 };
    struct ls_field_element *steps = LS_ARENA_ARRAY(arena, struct ls_field_element, STEPS_MAX);
    size_t count = 0;
    for (; count < STEPS_MAX && texts_of_path[count]; count++) {
        struct ls_err err = {0};
        CHECK_OK(
            ls_field_element_parse(arena, ls_slice_of(texts_of_path[count]), &steps[count], &err),
            err);
    }
    return (struct ls_field_path){steps, count};
}

static const struct {
    const char *path[5];
    bool is_member;
    bool is_covered;
} questions[] = {
    {{NULL}, false, false},
    {{"f:a"}, false, false},
    {{"f:a", "f:b"}, true, true},
    {{"f:a", "f:b", "f:c"}, false, true},
    {{"f:a", "f:z"}, false, false},
    {{"f:list"}, true, true},
    {{"f:list", "k:{\"n\":1}"}, true, true},
    {{"f:list", "k:{\"n\":1}", "f:x"}, true, true},
    {{"f:list", "k:{\"n\":1}", "f:y"}, false, false},
    {{"f:list", "k:{\"n\":2}"}, false, false},
    {{"f:nothing"}, false, false},
};

TEST(a_set_knows_its_members_and_what_they_cover)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_set set =
        set_in(&arena, "{\"f:a\":{\"f:b\":{}},\"f:list\":{\".\":{},\"k:{\\\"n\\\":1}\":{\".\":{},"
                       "\"f:x\":{}}}}");
    for (size_t i = 0; i < LS_COUNT(questions); i++) {
        struct ls_field_path path = path_of(&arena, questions[i].path);
        CHECK_INT(ls_field_set_has(set, path), questions[i].is_member);
        CHECK_INT(ls_field_set_covers(set, path), questions[i].is_covered);
    }
    CHECK_INT(ls_field_set_count(set), 4);
}

TEST(a_set_of_one_path_has_that_path)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_path path = path_of(&arena, (const char *const[]){"f:a", "v:1", "f:b", NULL});
    CHECK_STR(set_text(ls_field_set_of(&arena, path)), "{\"f:a\":{\"v:1\":{\"f:b\":{}}}}");
    CHECK(ls_field_set_is_empty(ls_field_set_of(&arena, (struct ls_field_path){0})));
}

static void path_append(void *self, struct ls_field_path path)
{
    struct ls_buf *text = self;
    ls_field_path_show(text, path);
    ls_buf_add_char(text, ' ');
}

TEST(a_walk_meets_every_member_of_a_level_before_what_is_below)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_field_set set = set_in(&arena, "{\"f:a\":{\"f:x\":{\"f:y\":{}}},\"f:b\":{\".\":{},"
                                             "\"f:c\":{}},\"f:d\":{}}");
    ls_field_set_each(set, path_append, &text);
    CHECK_STR(ls_buf_text(&text), ".b .d .a.x.y .b.c ");
}

TEST(a_level_sorts_and_unites_what_it_is_given)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_level level = {0};
    struct ls_field_set empty = {0};
    for (size_t i = 0; i < 40; i++) {
        char name = (char)('a' + (39 - i) % 20);
        ls_field_level_add(&arena, &level,
                           ls_field_name(ls_arena_slice(&arena, (struct ls_slice){&name, 1})), true,
                           empty);
    }
    ls_field_level_add(&arena, &level, ls_field_name(LS_SLICE("nobody")), false, empty);
    struct ls_field_set set = ls_field_level_set(&arena, &level);
    CHECK_INT(set.count, 20);
    CHECK(ls_slice_is(set.entries[0].element.name, "a"));
    CHECK(ls_slice_is(set.entries[19].element.name, "t"));
}

TEST(too_many_entries_are_refused)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_build_map(&build);
    for (int i = 0; i <= LS_FIELD_SET_ENTRIES_MAX; i++) {
        ls_buf_clear(&key);
        ls_buf_printf(&key, "f:%d", i);
        ls_build_key(&build, ls_buf_slice(&key));
        ls_build_map(&build);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_field_set set;
    struct ls_err err = {0};
    CHECK_CODE(ls_field_set_parse(&arena, ls_obj_root(obj), &set, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the field set has more than 1048576 entries");
}
