/* Server-side apply by several managers, step by step. Each step says who writes what, and what the
 * object and its owners are afterwards. */
#include "support_merge.h"

#include <string.h>

#include "value/limits.h"
#include "value/structured_merge.h"

enum { STEPS_MAX = 7, OWNERS_MAX = 4 };

struct step {
    const char *who;   /* `name` applies, `name!` applies with force, `name=` updates */
    const char *value; /* configuration or whole object */
    const char *object;
    const char *owners[OWNERS_MAX]; /* `name fieldsV1`, in the order they came */
    const char *error;              /* instead of object and owners */
};

struct story {
    const char *title;
    struct step steps[STEPS_MAX];
};

/* clang-format off */
static const struct story stories[] = {
    {"the first to apply owns what it says", {
        {"a", "{\"name\":\"x\",\"spec\":{\"a\":\"1\"}}", "{\"name\":\"x\",\"spec\":{\"a\":\"1\"}}",
         {"a {\"f:name\":{},\"f:spec\":{\"f:a\":{}}}"}, NULL}}},

    {"applying the same again changes nothing", {
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL},
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL}}},

    {"the same value may have two owners", {
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL},
        {"b", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}", "b {\"f:name\":{}}"}, NULL},
        /* What one of them gives up stays. */
        {"a", "{\"count\":1}", "{\"name\":\"x\",\"count\":1}", {"a {\"f:count\":{}}", "b {\"f:name\":{}}"}, NULL},
        {"b", "{}", "{\"count\":1}", {"a {\"f:count\":{}}"}, NULL}}},

    {"another value is a conflict", {
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL},
        {"b", "{\"name\":\"y\"}", NULL, {NULL}, "Apply failed with 1 conflict: conflict with \"a\": .name"},
        {"b!", "{\"name\":\"y\"}", "{\"name\":\"y\"}", {"b {\"f:name\":{}}"}, NULL},
        {"a", "{\"name\":\"z\"}", NULL, {NULL}, "Apply failed with 1 conflict: conflict with \"b\": .name"}}},

    {"conflicts are reported by manager", {
        {"z", "{\"name\":\"x\",\"items\":[{\"name\":\"i\",\"value\":\"1\"}]}",
         "{\"name\":\"x\",\"items\":[{\"name\":\"i\",\"value\":\"1\"}]}",
         {"z {\"f:items\":{\"k:{\\\"name\\\":\\\"i\\\"}\":{\".\":{},\"f:name\":{},\"f:value\":{}}},\"f:name\":{}}"}, NULL},
        {"u=", "{\"name\":\"x\",\"count\":1,\"items\":[{\"name\":\"i\",\"value\":\"1\"}]}",
         "{\"name\":\"x\",\"count\":1,\"items\":[{\"name\":\"i\",\"value\":\"1\"}]}",
         {"z {\"f:items\":{\"k:{\\\"name\\\":\\\"i\\\"}\":{\".\":{},\"f:name\":{},\"f:value\":{}}},\"f:name\":{}}",
          "u {\"f:count\":{}}"}, NULL},
        {"b", "{\"name\":\"y\",\"count\":2,\"items\":[{\"name\":\"i\",\"value\":\"2\"}]}", NULL, {NULL},
         "Apply failed with 3 conflicts: conflicts with \"u\" using v1:\n- .count\nconflicts with \"z\":\n- .name\n"
         "- .items[name=\"i\"].value"}}},

    {"what is left out goes away", {
        {"a", "{\"name\":\"x\",\"spec\":{\"a\":\"1\",\"b\":\"2\"}}", "{\"name\":\"x\",\"spec\":{\"a\":\"1\",\"b\":\"2\"}}",
         {"a {\"f:name\":{},\"f:spec\":{\"f:a\":{},\"f:b\":{}}}"}, NULL},
        {"a", "{\"spec\":{\"a\":\"1\"}}", "{\"spec\":{\"a\":\"1\"}}", {"a {\"f:spec\":{\"f:a\":{}}}"}, NULL},
        {"a", "{\"name\":\"y\"}", "{\"name\":\"y\"}", {"a {\"f:name\":{}}"}, NULL}}},

    {"what somebody else changed stays", {
        {"a", "{\"name\":\"x\",\"count\":1}", "{\"name\":\"x\",\"count\":1}", {"a {\"f:count\":{},\"f:name\":{}}"}, NULL},
        {"u=", "{\"name\":\"x\",\"count\":5}", "{\"name\":\"x\",\"count\":5}", {"a {\"f:name\":{}}", "u {\"f:count\":{}}"}, NULL},
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\",\"count\":5}", {"a {\"f:name\":{}}", "u {\"f:count\":{}}"}, NULL}}},

    {"an update owns what it changes, with the maps it makes", {
        {"u=", "{\"spec\":{\"a\":\"1\"},\"tags\":[\"t\"]}", "{\"spec\":{\"a\":\"1\"},\"tags\":[\"t\"]}",
         {"u {\"f:spec\":{\".\":{},\"f:a\":{}},\"f:tags\":{\".\":{},\"v:\\\"t\\\"\":{}}}"}, NULL},
        {"v=", "{\"spec\":{\"a\":\"2\"}}", "{\"spec\":{\"a\":\"2\"}}",
         {"u {\"f:spec\":{}}", "v {\"f:spec\":{\"f:a\":{}}}"}, NULL},
        {"v=", "{}", "{}", {NULL}, NULL}}},

    {"an update that changes nothing owns nothing", {
        {"a", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL},
        {"u=", "{\"name\":\"x\"}", "{\"name\":\"x\"}", {"a {\"f:name\":{}}"}, NULL}}},

    {"a map is shared key by key", {
        {"a", "{\"labels\":{\"p\":\"1\"}}", "{\"labels\":{\"p\":\"1\"}}", {"a {\"f:labels\":{\"f:p\":{}}}"}, NULL},
        {"b", "{\"labels\":{\"q\":\"2\"}}", "{\"labels\":{\"p\":\"1\",\"q\":\"2\"}}",
         {"a {\"f:labels\":{\"f:p\":{}}}", "b {\"f:labels\":{\"f:q\":{}}}"}, NULL},
        {"a", "{\"name\":\"x\"}", "{\"labels\":{\"q\":\"2\"},\"name\":\"x\"}",
         {"a {\"f:name\":{}}", "b {\"f:labels\":{\"f:q\":{}}}"}, NULL},
        {"b", "{\"count\":1}", "{\"name\":\"x\",\"count\":1}", {"a {\"f:name\":{}}", "b {\"f:count\":{}}"}, NULL}}},

    {"one piece has one owner at a time", {
        {"a", "{\"limits\":{\"cpu\":1}}", "{\"limits\":{\"cpu\":1}}", {"a {\"f:limits\":{}}"}, NULL},
        {"b", "{\"limits\":{\"memory\":2}}", NULL, {NULL}, "Apply failed with 1 conflict: conflict with \"a\": .limits"},
        {"b!", "{\"limits\":{\"memory\":2}}", "{\"limits\":{\"memory\":2}}", {"b {\"f:limits\":{}}"}, NULL},
        {"b", "{\"args\":[\"x\"]}", "{\"args\":[\"x\"]}", {"b {\"f:args\":{}}"}, NULL},
        {"b", "{\"args\":[]}", "{\"args\":[]}", {"b {\"f:args\":{}}"}, NULL}}},

    {"items of a list are shared by key", {
        {"a", "{\"items\":[{\"name\":\"x\",\"value\":\"1\"}]}", "{\"items\":[{\"name\":\"x\",\"value\":\"1\"}]}",
         {"a {\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{},\"f:name\":{},\"f:value\":{}}}}"}, NULL},
        {"b", "{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"s\"}},{\"name\":\"y\"}]}",
         "{\"items\":[{\"name\":\"x\",\"value\":\"1\",\"sub\":{\"a\":\"s\"}},{\"name\":\"y\"}]}",
         {"a {\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{},\"f:name\":{},\"f:value\":{}}}}",
          "b {\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{},\"f:name\":{},\"f:sub\":{\"f:a\":{}}},"
          "\"k:{\\\"name\\\":\\\"y\\\"}\":{\".\":{},\"f:name\":{}}}}"}, NULL},
        /* The item stays as long as anybody has it. */
        {"a", "{\"count\":1}", "{\"items\":[{\"name\":\"x\",\"sub\":{\"a\":\"s\"}},{\"name\":\"y\"}],\"count\":1}",
         {"a {\"f:count\":{}}",
          "b {\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{\".\":{},\"f:name\":{},\"f:sub\":{\"f:a\":{}}},"
          "\"k:{\\\"name\\\":\\\"y\\\"}\":{\".\":{},\"f:name\":{}}}}"}, NULL},
        {"b", "{\"items\":[{\"name\":\"y\"}]}", "{\"items\":[{\"name\":\"y\"}],\"count\":1}",
         {"a {\"f:count\":{}}", "b {\"f:items\":{\"k:{\\\"name\\\":\\\"y\\\"}\":{\".\":{},\"f:name\":{}}}}"}, NULL},
        {"b", "{\"ready\":true}", "{\"count\":1,\"ready\":true}", {"a {\"f:count\":{}}", "b {\"f:ready\":{}}"}, NULL}}},

    {"a port without a protocol is a TCP port", {
        {"a", "{\"ports\":[{\"port\":80}]}", "{\"ports\":[{\"port\":80}]}",
         {"a {\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}}}"}, NULL},
        {"b", "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"name\":\"web\"}]}",
         "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"name\":\"web\"}]}",
         {"a {\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}}}",
          "b {\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:name\":{},\"f:port\":{},\"f:protocol\":{}}}}"}, NULL},
        {"a", "{\"ports\":[{\"port\":80,\"protocol\":\"UDP\"}]}",
         "{\"ports\":[{\"port\":80,\"protocol\":\"TCP\",\"name\":\"web\"},{\"port\":80,\"protocol\":\"UDP\"}]}",
         {"a {\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"UDP\\\"}\":{\".\":{},\"f:port\":{},\"f:protocol\":{}}}}",
          "b {\"f:ports\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:name\":{},\"f:port\":{},\"f:protocol\":{}}}}"}, NULL}}},

    {"a set is shared value by value", {
        {"a", "{\"tags\":[\"p\",\"q\"]}", "{\"tags\":[\"p\",\"q\"]}", {"a {\"f:tags\":{\"v:\\\"p\\\"\":{},\"v:\\\"q\\\"\":{}}}"}, NULL},
        {"b", "{\"tags\":[\"q\",\"r\"]}", "{\"tags\":[\"p\",\"q\",\"r\"]}",
         {"a {\"f:tags\":{\"v:\\\"p\\\"\":{},\"v:\\\"q\\\"\":{}}}", "b {\"f:tags\":{\"v:\\\"q\\\"\":{},\"v:\\\"r\\\"\":{}}}"}, NULL},
        {"a", "{\"tags\":[\"p\"]}", "{\"tags\":[\"p\",\"q\",\"r\"]}",
         {"a {\"f:tags\":{\"v:\\\"p\\\"\":{}}}", "b {\"f:tags\":{\"v:\\\"q\\\"\":{},\"v:\\\"r\\\"\":{}}}"}, NULL},
        {"b", "{\"tags\":[\"r\"]}", "{\"tags\":[\"p\",\"r\"]}",
         {"a {\"f:tags\":{\"v:\\\"p\\\"\":{}}}", "b {\"f:tags\":{\"v:\\\"r\\\"\":{}}}"}, NULL}}},

    {"who applies and who updates under one name are two", {
        {"a=", "{\"count\":1}", "{\"count\":1}", {"a {\"f:count\":{}}"}, NULL},
        {"a", "{\"count\":2}", NULL, {NULL}, "Apply failed with 1 conflict: conflict with \"a\" using v1: .count"},
        {"a!", "{\"count\":2}", "{\"count\":2}", {"a {\"f:count\":{}}"}, NULL}}},

    {"what does not fit the type is refused", {
        {"a", "{\"bogus\":1}", NULL, {NULL}, ".bogus: field not declared in schema"},
        {"a", "{\"tags\":[\"x\",\"x\"]}", NULL, {NULL}, ".tags: duplicate entries for key [=\"x\"]"},
        /* An update may repeat items; from then on they are one piece. */
        {"u=", "{\"tags\":[\"x\",\"x\"]}", "{\"tags\":[\"x\",\"x\"]}", {"u {\"f:tags\":{\".\":{},\"v:\\\"x\\\"\":{}}}"}, NULL},
        {"a", "{\"tags\":[\"x\"]}", NULL, {NULL}, "Apply failed with 1 conflict: conflict with \"u\" using v1: .tags[=\"x\"]"},
        {"a!", "{\"tags\":[\"x\"]}", "{\"tags\":[\"x\"]}", {"u {\"f:tags\":{}}", "a {\"f:tags\":{\"v:\\\"x\\\"\":{}}}"}, NULL}}},
};
/* clang-format on */

struct stage {
    struct ls_arena arena;
    struct ls_node object;
    struct ls_managed_fields managed;
};

static void stage_release(struct stage *stage)
{
    ls_arena_release(&stage->arena);
}

static struct ls_managed_entry entry_of(const char *who)
{
    size_t len = strcspn(who, "!=");
    return (struct ls_managed_entry){
        .manager = {who, len},
        .operation = strchr(who, '=') ? LS_MANAGE_UPDATE : LS_MANAGE_APPLY,
        .api_version = LS_SLICE("v1"),
        .time = LS_SLICE("2026-11-15T10:00:00Z"),
    };
}

static enum ls_code stage_write(struct stage *stage, const struct step *step, struct ls_merged *out,
                                struct ls_err *err)
{
    struct ls_merge merge = {
        .type = &thing_type,
        .live = stage->object,
        .managed = stage->managed,
        .self = entry_of(step->who),
    };
    struct ls_node value = node_in(&stage->arena, step->value);
    struct ls_conflicts conflicts = {0};
    if (merge.self.operation == LS_MANAGE_UPDATE)
        return ls_merge_update(&stage->arena, &merge, value, out, err);
    bool force = strchr(step->who, '!') != NULL;
    enum ls_code code = ls_merge_apply(&stage->arena, &merge, value, force, out, &conflicts, err);
    CHECK_INT(code == LS_E_CONFLICT, conflicts.count > 0);
    return code;
}

static void check_owners(const struct step *step, struct ls_managed_fields managed)
{
    size_t count = 0;
    while (count < OWNERS_MAX && step->owners[count])
        count++;
    CHECK_INT(managed.count, count);
    for (size_t i = 0; i < count; i++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&text, "%.*s ", LS_ARG(managed.entries[i].manager));
        set_print(&text, managed.entries[i].fields);
        CHECK_STR(ls_buf_text(&text), step->owners[i]);
    }
}

static void check_step(struct stage *stage, const struct step *step)
{
    struct ls_merged merged = {0};
    struct ls_err err = {0};
    enum ls_code code = stage_write(stage, step, &merged, &err);
    if (step->error) {
        CHECK(code != LS_OK);
        CHECK_STR(err.text, step->error);
        return;
    }
    CHECK_OK(code, err);
    CHECK_STR(json_of(merged.object), step->object);
    check_owners(step, merged.managed);
    stage->object = merged.object;
    stage->managed = merged.managed;
}

TEST(every_story_ends_as_the_server_ends_it)
{
    for (size_t i = 0; i < LS_COUNT(stories); i++) {
        struct stage stage LS_AUTO(stage_release) = {0};
        for (size_t j = 0; j < STEPS_MAX && stories[i].steps[j].who; j++)
            check_step(&stage, &stories[i].steps[j]);
    }
}

TEST(the_time_tells_of_the_last_change)
{
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_merged merged = {0};
    struct ls_err err = {0};
    struct step first = {.who = "a", .value = "{\"name\":\"x\"}"};
    CHECK_OK(stage_write(&stage, &first, &merged, &err), err);
    CHECK(merged.is_changed);
    CHECK(ls_slice_is(merged.managed.entries[0].time, "2026-11-15T10:00:00Z"));
    stage.object = merged.object;
    stage.managed = merged.managed;
    /* Another one says the same: it owns, but nothing changed. */
    struct step second = {.who = "b", .value = "{\"name\":\"x\"}"};
    CHECK_OK(stage_write(&stage, &second, &merged, &err), err);
    CHECK(!merged.is_changed);
    CHECK_INT(merged.managed.entries[1].time.len, 0);
    CHECK(ls_slice_is(merged.managed.entries[0].time, "2026-11-15T10:00:00Z"));
}

TEST(fields_that_are_not_to_be_touched_are_neither_owned_nor_taken)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_entry controller = entry_of("controller=");
    controller.fields = set_in(&arena, "{\"f:spec\":{\"f:a\":{}}}");
    struct ls_merge merge = {
        .type = &thing_type,
        .live = node_in(&arena, "{\"spec\":{\"a\":\"1\"}}"),
        .managed = {&controller, 1},
        .self = entry_of("u="),
        .untouched = set_in(&arena, "{\"f:spec\":{}}"),
    };
    struct ls_merged merged;
    struct ls_err err = {0};
    CHECK_OK(ls_merge_update(&arena, &merge,
                             node_in(&arena, "{\"spec\":{\"a\":\"2\"},\"count\":1}"), &merged,
                             &err),
             err);
    CHECK_INT(merged.managed.count, 2);
    CHECK_STR(set_text(merged.managed.entries[0].fields), "{\"f:spec\":{\"f:a\":{}}}");
    CHECK_STR(set_text(merged.managed.entries[1].fields), "{\"f:count\":{}}");
}

/* As in metadata: name and uid are nobody's, and stay when the last label is given up. */
TEST(fields_that_are_not_to_be_touched_outlive_what_stood_beside_them)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_entry owner = entry_of("a");
    owner.fields = set_in(&arena, "{\"f:spec\":{\"f:a\":{}}}");
    struct ls_merge merge = {
        .type = &thing_type,
        .live = node_in(&arena, "{\"spec\":{\"a\":\"1\",\"b\":\"uid\"}}"),
        .managed = {&owner, 1},
        .self = entry_of("a"),
        .untouched = set_in(&arena, "{\"f:spec\":{\"f:b\":{}}}"),
    };
    struct ls_merged merged;
    struct ls_conflicts conflicts;
    struct ls_err err = {0};
    CHECK_OK(ls_merge_apply(&arena, &merge, node_in(&arena, "{\"count\":1}"), false, &merged,
                            &conflicts, &err),
             err);
    CHECK_STR(json_of(merged.object), "{\"spec\":{\"b\":\"uid\"},\"count\":1}");
    CHECK_STR(set_text(merged.managed.entries[0].fields), "{\"f:count\":{}}");
}

TEST(a_live_object_that_no_longer_fits_is_said_to_be_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_merge merge = {
        .type = &thing_type, .live = node_in(&arena, "{\"old\":1}"), .self = entry_of("a")};
    struct ls_merged merged;
    struct ls_conflicts conflicts;
    struct ls_err err = {0};
    CHECK_CODE(
        ls_merge_apply(&arena, &merge, node_in(&arena, "{}"), false, &merged, &conflicts, &err),
        LS_E_INVALID, err);
    CHECK_STR(err.text, "the live object: .old: field not declared in schema");
}

/* When `b` wrote, items were one piece: it owns the item and nothing in it. Pruning then takes all
 * out of the item, its key too; the item must come back whole. */
TEST(an_item_owned_as_one_piece_outlives_the_pruning_of_its_neighbour)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_managed_entry owners[] = {entry_of("a"), entry_of("b")};
    owners[0].fields = set_in(&arena, "{\"f:items\":{\"k:{\\\"name\\\":\\\"x\\\"}\":{}}}");
    owners[1].fields = set_in(&arena, "{\"f:items\":{\"k:{\\\"name\\\":\\\"y\\\"}\":{}}}");
    struct ls_merge merge = {
        .type = &thing_type,
        .live = node_in(&arena, "{\"items\":[{\"name\":\"x\"},{\"name\":\"y\",\"value\":\"1\"}]}"),
        .managed = {owners, LS_COUNT(owners)},
        .self = entry_of("a"),
    };
    struct ls_merged merged;
    struct ls_conflicts conflicts;
    struct ls_err err = {0};
    CHECK_OK(ls_merge_apply(&arena, &merge, node_in(&arena, "{\"items\":[],\"count\":1}"), false,
                            &merged, &conflicts, &err),
             err);
    CHECK_STR(json_of(merged.object), "{\"items\":[{\"name\":\"y\",\"value\":\"1\"}],\"count\":1}");
}

TEST(more_conflicts_than_anybody_reads_are_counted)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf live LS_AUTO(ls_buf_release) = {0};
    struct ls_buf config LS_AUTO(ls_buf_release) = {0};
    for (int i = 0; i < LS_CONFLICTS_MAX + 5; i++) {
        ls_buf_printf(&live, "%s\"k%d\":\"a\"", i ? "," : "{\"labels\":{", i);
        ls_buf_printf(&config, "%s\"k%d\":\"b\"", i ? "," : "{\"labels\":{", i);
    }
    ls_buf_add_text(&live, "}}");
    ls_buf_add_text(&config, "}}");
    struct ls_managed_entry owner = entry_of("a");
    struct ls_merge merge = {
        .type = &thing_type,
        .live = node_in(&arena, ls_buf_text(&live)),
        .managed = {&owner, 1},
        .self = entry_of("b"),
    };
    owner.fields = ls_typed_fields(&arena, merge.live, &thing_type);
    struct ls_merged merged;
    struct ls_conflicts conflicts;
    struct ls_err err = {0};
    CHECK_CODE(ls_merge_apply(&arena, &merge, node_in(&arena, ls_buf_text(&config)), false, &merged,
                              &conflicts, &err),
               LS_E_CONFLICT, err);
    CHECK_INT(conflicts.count, LS_CONFLICTS_MAX);
    CHECK_INT(conflicts.left_out, 5);
    CHECK_HAS(err.text, "Apply failed with 1005 conflicts: ");
}

/* With the fields it owns, an object that was applied can be read again. */
TEST(an_object_leaves_room_for_its_managed_fields)
{
    for (int too_deep = 0; too_deep <= 1; too_deep++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_build build LS_AUTO(ls_build_release) = {0};
        int depth = LS_MERGE_DEPTH_MAX + too_deep;
        for (int i = 0; i < depth; i++) {
            ls_build_map(&build);
            ls_build_key(&build, LS_SLICE("any"));
        }
        ls_build_null(&build);
        for (int i = 0; i < depth; i++)
            ls_build_end(&build);
        struct ls_merge merge = {.type = &ls_type_deduced, .self = entry_of("a")};
        struct ls_node config = ls_build_arena(&build, &arena);
        struct ls_merged merged;
        struct ls_conflicts conflicts;
        struct ls_err err = {0};
        enum ls_code code =
            ls_merge_apply(&arena, &merge, config, false, &merged, &conflicts, &err);
        CHECK_INT(code, too_deep ? LS_E_TOO_BIG : LS_OK);
        if (code)
            continue;
        ls_build_map(&build);
        ls_build_key(&build, LS_SLICE("metadata"));
        ls_build_map(&build);
        ls_build_key(&build, LS_SLICE("managedFields"));
        ls_managed_fields_build(&build, merged.managed);
        ls_build_end(&build);
        ls_build_end(&build);
        CHECK(ls_node_depth(ls_build_arena(&build, &arena)) <= LS_DEPTH_MAX);
    }
}
