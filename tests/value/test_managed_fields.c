/* managedFields: entries in and out, their order, who is the same, the cap on Updates. */
#include "support_merge.h"

#include <string.h>

#include "value/limits.h"
#include "value/managed_fields.h"

static struct ls_managed_fields managed_in(struct ls_arena *arena, const char *json)
{
    struct ls_managed_fields managed = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_managed_fields_parse(arena, node_in(arena, json), &managed, &err), err);
    return managed;
}

static const char *managed_text(struct ls_managed_fields managed)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_managed_fields_build(&build, managed);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    return json_of(ls_obj_root(obj));
}

TEST(a_list_prints_as_it_was_read)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const char *text =
        "[{\"manager\":\"kubectl\",\"operation\":\"Apply\",\"apiVersion\":\"apps/v1\",\"time\":"
        "\"2026-11-15T10:00:00Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:spec\":"
        "{\"f:replicas\":{}}}},{\"manager\":\"kube-controller-manager\",\"operation\":\"Update\","
        "\"apiVersion\":\"apps/v1\",\"time\":\"2026-11-15T10:00:01Z\",\"fieldsType\":\"FieldsV1\","
        "\"fieldsV1\":{\"f:status\":{\"f:replicas\":{}}},\"subresource\":\"status\"}]";
    CHECK_STR(managed_text(managed_in(&arena, text)), text);
    CHECK_STR(managed_text(managed_in(&arena, "[]")), "[]");
    CHECK_STR(managed_text(managed_in(&arena, "null")), "[]");
}

#define ENTRY(manager, operation, version, rest)                                                   \
    "{\"manager\":\"" manager "\",\"operation\":\"" operation "\",\"apiVersion\":\"" version       \
    "\",\"fieldsType\":\"FieldsV1\"" rest "}"
#define FIELDS(name) ",\"fieldsV1\":{\"f:" name "\":{}}"
#define TIME(second) ",\"time\":\"2026-11-15T10:00:" second "Z\""

/* The order of the entries, as `manager operation version subresource`. */
static const char *order_of(struct ls_arena *arena, struct ls_managed_fields managed)
{
    static struct ls_buf text;
    struct ls_managed_fields sorted = managed_in(arena, managed_text(managed));
    ls_buf_clear(&text);
    for (size_t i = 0; i < sorted.count; i++) {
        ls_managed_entry_show(&text, &sorted.entries[i]);
        ls_buf_add_char(&text, '\n');
    }
    return ls_buf_text(&text);
}

TEST(entries_are_sorted_as_the_server_sorts_them)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_fields managed = managed_in(
        &arena,
        "[" ENTRY("z", "Update", "v1", FIELDS("a")) "," ENTRY("b", "Update", "v1", TIME("02")) "," ENTRY(
            "c", "Update", "v1",
            TIME(
                "01")) "," ENTRY("a", "Update", "v2",
                                 TIME(
                                     "01")) "," ENTRY("a", "Update", "v1",
                                                      TIME(
                                                          "01")) "," ENTRY("a", "Update", "v1",
                                                                           TIME(
                                                                               "01") ",\"subreso"
                                                                                     "urce\":"
                                                                                     "\"status"
                                                                                     "\"") "," ENTRY("y",
                                                                                                     "Apply",
                                                                                                     "v1",
                                                                                                     TIME(
                                                                                                         "09")) "]");
    CHECK_STR(order_of(&arena, managed),
              "\"y\"\n\"z\" using v1\n\"a\" using v1\n\"a\" with subresource \"status\" using v1\n"
              "\"a\" using v2\n\"c\" using v1\n\"b\" using v1\n");
}

TEST(of_two_entries_for_the_same_the_last_counts)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_fields managed =
        managed_in(&arena, "[" ENTRY("a", "Apply", "v1", FIELDS("x")) "," ENTRY(
                               "a", "Apply", "v2",
                               FIELDS("y")) "," ENTRY("a", "Update", "v1",
                                                      FIELDS("p")) "," ENTRY("a", "Update", "v2",
                                                                             FIELDS("q")) "]");
    CHECK_INT(managed.count, 3);
    CHECK(ls_slice_is(managed.entries[0].api_version, "v2"));
    CHECK_STR(set_text(managed.entries[0].fields), "{\"f:y\":{}}");
}

static const struct {
    const char *list;
    enum ls_code code;
    const char *why;
} refused[] = {
    {"{}", LS_E_INVALID, "managedFields is a list, got map"},
    {"[{}]", LS_E_INVALID, "managedFields: entry 1: operation is neither Apply nor Update"},
    {"[" ENTRY("a", "Apply", "v1", "") "," ENTRY("a", "Delete", "v1", "") "]", LS_E_INVALID,
     "managedFields: entry 2: operation is neither Apply nor Update"},
    {"[" ENTRY("a", "Apply", "", "") "]", LS_E_INVALID,
     "managedFields: entry 1: apiVersion is missing"},
    {"[{\"operation\":\"Apply\",\"apiVersion\":\"v1\"}]", LS_E_INVALID,
     "managedFields: entry 1: fieldsType is not FieldsV1"},
    {"[" ENTRY("a", "Apply", "v1", ",\"fieldsV1\":{\"f:a\":1}") "]", LS_E_INVALID,
     "managedFields: entry 1: fieldsV1: f:a: expected a map, got integer"},
};

TEST(an_entry_that_makes_no_sense_is_refused_with_its_number)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct ls_managed_fields managed;
        struct ls_err err = {0};
        CHECK_CODE(
            ls_managed_fields_parse(&arena, node_in(&arena, refused[i].list), &managed, &err),
            refused[i].code, err);
        CHECK_STR(err.text, refused[i].why);
    }
}

TEST(too_many_entries_are_refused)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i <= LS_MANAGED_ENTRIES_MAX; i++)
        ls_buf_printf(&text, "%c{}", i ? ',' : '[');
    ls_buf_add_char(&text, ']');
    struct ls_managed_fields managed;
    struct ls_err err = {0};
    CHECK_CODE(ls_managed_fields_parse(&arena, node_in(&arena, ls_buf_text(&text)), &managed, &err),
               LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "managedFields has 16385 entries, the limit is 16384");
}

/* Many are found by a lookup, few by comparison: the rule is the same. */
TEST(among_many_entries_for_the_same_the_last_counts_too)
{
    enum { MANAGERS = 3000, NUMBER = 17 };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    static const char *const form = "%s{\"manager\":\"m%d\",\"operation\":\"%s\",\"apiVersion\":"
                                    "\"v%d\",\"fieldsType\":\"FieldsV1\"}";
    for (int i = 0; i < MANAGERS; i++) {
        const char *operation = i % 2 ? "Apply" : "Update";
        ls_buf_printf(&text, form, i ? "," : "[", i, operation, 1);
    }
    ls_buf_printf(&text, form, ",", NUMBER, "Apply", 2);      /* the same in another version */
    ls_buf_printf(&text, form, ",", NUMBER + 1, "Update", 2); /* another one */
    ls_buf_add_char(&text, ']');
    struct ls_managed_fields managed;
    struct ls_err err = {0};
    CHECK_OK(ls_managed_fields_parse(&arena, node_in(&arena, ls_buf_text(&text)), &managed, &err),
             err);
    CHECK_INT(managed.count, MANAGERS + 1);
    CHECK(ls_slice_is(managed.entries[NUMBER].api_version, "v2"));
    CHECK(ls_slice_is(managed.entries[NUMBER + 1].api_version, "v1"));
}

/* Twelve Updates of v1, two of them with one older than all of v2, and an Apply. */
static struct ls_managed_fields many_updaters(struct ls_arena *arena, int count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "[" ENTRY("applier", "Apply", "v1", FIELDS("z")) "," ENTRY(
                               "other", "Update", "v2", TIME("00") FIELDS("o")));
    for (int i = 0; i < count; i++)
        ls_buf_printf(&text,
                      ",{\"manager\":\"u%02d\",\"operation\":\"Update\",\"apiVersion\":\"v1\","
                      "\"time\":\"2026-11-15T10:00:%02dZ\",\"fieldsType\":\"FieldsV1\","
                      "\"fieldsV1\":{\"f:f%02d\":{}}}",
                      i, i + 1, i);
    ls_buf_add_char(&text, ']');
    return managed_in(arena, ls_buf_text(&text));
}

TEST(few_updaters_stay_apart)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_fields managed = many_updaters(&arena, 9);
    struct ls_managed_fields capped =
        ls_managed_fields_cap(&arena, managed, LS_MANAGED_UPDATERS_MAX);
    CHECK_STR(managed_text(capped), managed_text(managed));
}

TEST(the_oldest_updaters_become_ancient_changes)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_fields capped =
        ls_managed_fields_cap(&arena, many_updaters(&arena, 12), LS_MANAGED_UPDATERS_MAX);
    CHECK_INT(capped.count, 11);
    const struct ls_managed_entry *ancient = NULL;
    for (size_t i = 0; i < capped.count; i++) {
        if (ls_slice_is(capped.entries[i].manager, "ancient-changes"))
            ancient = &capped.entries[i];
    }
    CHECK(ancient != NULL);
    CHECK_STR(set_text(ancient->fields), "{\"f:f00\":{},\"f:f01\":{},\"f:f02\":{},\"f:f03\":{}}");
    CHECK(ls_slice_is(ancient->time, "2026-11-15T10:00:04Z"));
}
