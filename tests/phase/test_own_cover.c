/* Cover: intents against managedFields as a real API server wrote them. */
#include "support_member.h"

#include "phase/own/cover.h"
#include "value/edit.h"

#define MANAGER "lockstep:shop/web"

static const struct {
    const char *what;
    const char *intent;
    const char *ours;    /* fieldsV1 of our Apply entry; NULL: there is none */
    const char *theirs;  /* fieldsV1 of another manager's */
    const char *missing; /* NULL: it holds */
} rows[] = {
    {"the names of an object are never listed",
     "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"a\",\"namespace\":\"b\"}}",
     "{}", "{}", NULL},
    {"leaves", "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"1\"}},\"spec\":{\"n\":1}}",
     "{\"f:metadata\":{\"f:labels\":{\"f:x\":{}}},\"f:spec\":{\"f:n\":{}}}", "{}", NULL},
    {"a leaf that somebody took", "{\"spec\":{\"n\":1,\"m\":2}}", "{\"f:spec\":{\"f:m\":{}}}",
     "{\"f:spec\":{\"f:n\":{}}}", ".spec.n"},
    {"the first leaf of a map that is gone", "{\"metadata\":{\"labels\":{\"a\":\"\",\"b\":\"\"}}}",
     "{}", "{}", ".metadata.labels.a"},
    {"a map that somebody owns as a whole is named as a whole",
     "{\"spec\":{\"selector\":{\"a\":\"b\"},\"n\":1}}", "{\"f:spec\":{\"f:n\":{}}}",
     "{\"f:spec\":{\"f:selector\":{}}}", ".spec.selector"},
    {"what the server owns as a whole covers all below",
     "{\"spec\":{\"selector\":{\"a\":{\"b\":[1,null]}},\"args\":[\"x\",\"x\"]}}",
     "{\"f:spec\":{\"f:selector\":{},\"f:args\":{}}}", "{}", NULL},
    {"an empty map is a leaf", "{\"spec\":{\"emptyDir\":{}}}", "{\"f:spec\":{\"f:emptyDir\":{}}}",
     "{}", NULL},
    {"an empty map that is gone", "{\"spec\":{\"emptyDir\":{},\"n\":1}}",
     "{\"f:spec\":{\"f:n\":{}}}", "{}", ".spec.emptyDir"},
    {"an empty list leaves no trace", "{\"spec\":{\"n\":1,\"hostAliases\":[]}}",
     "{\"f:spec\":{\"f:n\":{}}}",
     "{\"f:spec\":{\"f:hostAliases\":{\"k:{\\\"ip\\\":\\\"1\\\"}\":{}}}}", NULL},
    {"an empty list that somebody filled as a whole", "{\"spec\":{\"n\":1,\"command\":[]}}",
     "{\"f:spec\":{\"f:n\":{}}}", "{\"f:spec\":{\"f:command\":{}}}", ".spec.command"},
    {"items by key", "{\"c\":[{\"name\":\"a\",\"image\":\"x\"},{\"name\":\"b\",\"image\":\"y\"}]}",
     "{\"f:c\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{\".\":{},\"f:name\":{},\"f:image\":{}},"
     "\"k:{\\\"name\\\":\\\"b\\\"}\":{\".\":{},\"f:name\":{},\"f:image\":{}}}}",
     "{}", NULL},
    {"a field of an item", "{\"c\":[{\"name\":\"a\",\"image\":\"x\"}]}",
     "{\"f:c\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{\".\":{},\"f:name\":{}}}}", "{}",
     ".c[name=\"a\"].image"},
    {"an item that is gone, shown by the keys it has",
     "{\"p\":[{\"port\":80},{\"port\":81,\"name\":\"x\"}]}",
     "{\"f:p\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}}}",
     "{}", ".p[port=81]"},
    {"keys that the server filled in",
     "{\"p\":[{\"port\":80},{\"port\":80,\"protocol\":\"UDP\"},{\"port\":81},{\"port\":82}]}",
     "{\"f:p\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}},"
     "\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"UDP\\\"}\":{\".\":{},\"f:port\":{},\"f:protocol\":{"
     "}},"
     "\"k:{\\\"port\\\":81,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}},"
     "\"k:{\\\"port\\\":82,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}}}",
     "{}", NULL},
    {"an item with all its keys is not taken for one without",
     "{\"p\":[{\"port\":80},{\"port\":80,\"protocol\":\"UDP\"}]}",
     "{\"f:p\":{\"k:{\\\"port\\\":80,\\\"protocol\\\":\\\"UDP\\\"}\":{\".\":{},\"f:port\":{},"
     "\"f:protocol\":{}}}}",
     "{}", ".p[port=80]"},
    {"items of a set", "{\"f\":[\"a\",\"b\"]}", "{\"f:f\":{\"v:\\\"a\\\"\":{},\"v:\\\"b\\\"\":{}}}",
     "{}", NULL},
    {"an item of a set that is gone", "{\"f\":[\"a\",\"b\"]}", "{\"f:f\":{\"v:\\\"a\\\"\":{}}}",
     "{}", ".f[=\"b\"]"},
    {"numbers are numbers", "{\"f\":[1.0],\"p\":[{\"id\":2.0}]}",
     "{\"f:f\":{\"v:1\":{}},\"f:p\":{\"k:{\\\"id\\\":2}\":{\".\":{},\"f:id\":{}}}}", "{}", NULL},
    {"an item that the server owns as a whole", "{\"s\":[{\"name\":\"a\",\"value\":\"x\"}]}",
     "{\"f:s\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{}}}", "{}", NULL},
    {"no entry of ours", "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"\"}}}", NULL,
     "{\"f:metadata\":{\"f:labels\":{\"f:x\":{}}}}", ".metadata.labels.x"},
    {"fields that do not read own nothing", "{\"spec\":{\"n\":1}}", "[]", "[]", ".spec.n"},
};

/* live: what the server holds beside the owners; NULL: just the intent. */
static void check_live(const char *intent_json, const char *live_json, const char *managed_json,
                       const char *missing)
{
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = obj_of(intent_json);
    const struct ls_obj *live LS_AUTO(ls_obj_unref_at) =
        obj_of(live_json ? live_json : intent_json);
    const struct ls_obj *managed LS_AUTO(ls_obj_unref_at) = obj_of(managed_json);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_edit_set(ls_obj_root(live), ".metadata.managedFields", ls_obj_root(managed),
                         &object, &err),
             err);
    struct ls_cover cover;
    ls_cover_judge(&arena,
                   &(struct ls_cover_question){.intent = ls_obj_root(intent),
                                               .object = ls_obj_root(object),
                                               .manager = LS_SLICE(MANAGER),
                                               .mode = LS_DRIFT_FORCE},
                   &cover);
    CHECK_STR(cover.missing, missing ? missing : "");
    CHECK_INT(cover.holds, missing == NULL);
}

static void check(const char *intent, const char *managed, const char *missing)
{
    check_live(intent, NULL, managed, missing);
}

TEST(our_entry_covers_the_intent_or_the_place_is_named)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf managed LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&managed,
                      "[{\"manager\":\"kubectl\",\"operation\":\"Update\",\"fieldsV1\":%s}",
                      rows[i].theirs);
        if (rows[i].ours)
            ls_buf_printf(&managed,
                          ",{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"fieldsV1\":%s}",
                          rows[i].ours);
        ls_buf_add_char(&managed, ']');
        check(rows[i].intent, ls_buf_text(&managed), rows[i].missing);
    }
}

/* A place of ours with nothing of ours below: owned as a whole, or emptied? */
static const struct {
    const char *intent;
    const char *live;
    const char *theirs;
    const char *missing;
} leaves[] = {
    {"{\"s\":{\"a\":\"1\"}}", "{\"s\":{\"a\":\"1\"}}", "{}", NULL},
    {"{\"s\":{\"a\":\"1\",\"b\":[],\"c\":{\"d\":0}}}", "{\"s\":{\"a\":\"1\"}}", "{}", NULL},
    {"{\"s\":{\"a\":\"1\"}}", "{\"s\":{\"a\":\"2\"}}", "{\"f:s\":{\"f:a\":{}}}", ".s.a"},
    {"{\"s\":{\"a\":\"1\"}}", "{\"s\":{}}", "{}", ".s.a"},
    {"{\"s\":{\"a\":\"1\"}}", "{}", "{}", ".s.a"},
    {"{\"s\":{\"a\":{\"b\":1}}}", "{\"s\":{\"c\":1}}", "{\"f:s\":{\"f:c\":{}}}", ".s.a.b"},
    {"{\"s\":{}}", "{\"s\":{\"a\":1}}", "{\"f:s\":{\"f:a\":{}}}", NULL},
};

TEST(a_map_that_was_emptied_is_not_taken_for_one_owned_as_a_whole)
{
    for (size_t i = 0; i < LS_COUNT(leaves); i++) {
        struct ls_buf managed LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&managed,
                      "[{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"fieldsV1\":"
                      "{\"f:s\":{}}},{\"manager\":\"k\",\"operation\":\"Update\",\"fieldsV1\":%s}]",
                      leaves[i].theirs);
        check_live(leaves[i].intent, leaves[i].live, ls_buf_text(&managed), leaves[i].missing);
    }
}

/* Of our name, but not what we own by apply. */
static const char *const not_ours[] = {
    "[]",
    "null",
    "[{\"manager\":\"" MANAGER "\",\"operation\":\"Update\",\"fieldsV1\":{\"f:n\":{}}}]",
    "[{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"subresource\":\"status\",\"fieldsV1\":"
    "{\"f:n\":{}}}]",
    "[{\"manager\":\"lockstep:shop/we\",\"operation\":\"Apply\",\"fieldsV1\":{\"f:n\":{}}}]",
    "[1,\"x\",{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\"}]",
};

TEST(only_our_own_apply_counts)
{
    for (size_t i = 0; i < LS_COUNT(not_ours); i++)
        check("{\"n\":1}", not_ours[i], ".n");
    check("{\"n\":1}",
          "[{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"fieldsV1\":{\"f:n\":{}}}]",
          NULL);
}

/* Each item leaves a key to the server: what was filled in for the first is tried first for all. */
TEST(a_long_list_of_items_is_walked_once)
{
    enum { ITEMS = 20000 };
    struct ls_buf intent LS_AUTO(ls_buf_release) = {0}, managed LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&intent, "{\"p\":[");
    ls_buf_add_text(&managed, "[{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"fieldsV1\":"
                              "{\"f:p\":{");
    for (int i = 0; i < ITEMS; i++) {
        ls_buf_printf(&intent, "%s{\"port\":%d}", i ? "," : "", i);
        ls_buf_printf(
            &managed,
            "%s\"k:{\\\"port\\\":%d,\\\"protocol\\\":\\\"TCP\\\"}\":{\".\":{},\"f:port\":{}}",
            i ? "," : "", i);
    }
    ls_buf_add_text(&intent, "]}");
    ls_buf_add_text(&managed, "}}}]");
    check(ls_buf_text(&intent), ls_buf_text(&managed), NULL);
}

/* ---- what is left to others ---- */

#define ENTRY(manager, operation, more, fields)                                                    \
    "{\"manager\":\"" manager "\",\"operation\":\"" operation "\",\"apiVersion\":\"v1\"" more      \
    ",\"fieldsV1\":" fields "}"
#define OURS(fields)   ENTRY(MANAGER, "Apply", "", fields)
#define TUNER(fields)  ENTRY("tuner", "Apply", "", fields)
#define SCALER(fields) ENTRY("scaler", "Update", ",\"subresource\":\"scale\"", fields)
#define EDITOR(fields) ENTRY("editor", "Update", "", fields)
#define N_AND_M        "{\"spec\":{\"n\":1,\"m\":2}}"
#define HAS_N          "{\"f:spec\":{\"f:n\":{}}}"
#define HAS_M          "{\"f:spec\":{\"f:m\":{}}}"
#define HAS_BOTH       "{\"f:spec\":{\"f:n\":{},\"f:m\":{}}}"
#define MARK           "{\"metadata\":{\"annotations\":{\"lockstep.dev/order\":\"0/0/1\"}}}"

static const struct {
    const char *what;
    const char *intent;
    const char *live;
    const char *managed;
    const char *missing;   /* "": it holds */
    const char *left;      /* paths */
    const char *left_then; /* ... when it is to be written */
    bool has_foreign;
} lefts[] = {
    {"an edit is missing, and foreign", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}",
     OURS(HAS_M) "," EDITOR(HAS_N), ".spec.n", "", "", true},
    {"an edit back to our value is missing, but no quarrel", N_AND_M, N_AND_M,
     OURS(HAS_M) "," EDITOR(HAS_N), ".spec.n", "", "", false},
    {"what nobody owns any more is missing", N_AND_M, "{\"spec\":{\"m\":2}}", OURS(HAS_M),
     ".spec.n", "", "", false},
    {"scale", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}", OURS(HAS_M) "," SCALER(HAS_N), "", ".spec.n",
     ".spec.n", false},
    {"an apply", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}", OURS(HAS_M) "," TUNER(HAS_N), "",
     ".spec.n", ".spec.n", false},
    {"an apply and an edit of one field", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}",
     OURS(HAS_M) "," EDITOR(HAS_N) "," TUNER(HAS_N), "", ".spec.n", ".spec.n", false},
    {"an apply and an edit of two", N_AND_M, "{\"spec\":{\"n\":9,\"m\":8}}",
     EDITOR(HAS_M) "," TUNER(HAS_N), ".spec.m", ".spec.n", ".spec.n", true},
    {"shared, with our value", N_AND_M, N_AND_M, OURS(HAS_BOTH) "," TUNER(HAS_N), "", "", "",
     false},
    {"shared, with another value", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}",
     OURS(HAS_BOTH) "," TUNER(HAS_N), "", "", ".spec.n", false},
    {"shared with an update, with another value", N_AND_M, "{\"spec\":{\"n\":9,\"m\":2}}",
     OURS(HAS_BOTH) "," EDITOR(HAS_N), "", "", "", true},
    {"our marks are never left", MARK,
     "{\"metadata\":{\"annotations\":{\"lockstep.dev/order\":\"x\"}}}",
     TUNER("{\"f:metadata\":{\"f:annotations\":{\"f:lockstep.dev/order\":{}}}}"),
     ".metadata.annotations.lockstep.dev/order", "", "", true},
    {"a field of an item", "{\"c\":[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":1}]}",
     "{\"c\":[{\"name\":\"b\",\"v\":7},{\"name\":\"a\",\"v\":1}]}",
     OURS(
         "{\"f:c\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{\".\":{},\"f:name\":{},\"f:v\":{}},"
         "\"k:{\\\"name\\\":\\\"b\\\"}\":{\".\":{},\"f:name\":{}}}}") "," TUNER("{\"f:c\":{\"k:{"
                                                                                "\\\"name\\\":"
                                                                                "\\\"b\\\"}\":{\"."
                                                                                "\":{},\"f:name\":{"
                                                                                "},\"f:v\":{}}}}"),
     "", ".c[1].v", ".c[1].v", false},
    {"an item as a whole", "{\"c\":[{\"name\":\"a\",\"v\":1},{\"name\":\"b\",\"v\":1}]}",
     "{\"c\":[{\"name\":\"b\",\"v\":7},{\"name\":\"a\",\"v\":1}]}",
     OURS("{\"f:c\":{\"k:{\\\"name\\\":\\\"a\\\"}\":{\".\":{},\"f:name\":{},\"f:v\":{}}}}") "," TUNER(
         "{\"f:c\":{\"k:{\\\"name\\\":\\\"b\\\"}\":{\".\":{},\"f:name\":{},\"f:v\":{}}}}"),
     "", ".c[1]", ".c[1]", false},
    {"a map owned as a whole", "{\"spec\":{\"sel\":{\"a\":1},\"m\":2}}",
     "{\"spec\":{\"sel\":{\"a\":3},\"m\":2}}", OURS(HAS_M) "," TUNER("{\"f:spec\":{\"f:sel\":{}}}"),
     "", ".spec.sel", ".spec.sel", false},
};

static void check_left(size_t i, struct ls_node intent, struct ls_node object, bool compares)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf left LS_AUTO(ls_buf_release) = {0};
    struct ls_cover cover;
    ls_cover_judge(
        &arena,
        &(struct ls_cover_question){
            .intent = intent, .object = object, .manager = LS_SLICE(MANAGER), .compares = compares},
        &cover);
    for (size_t j = 0; j < cover.left_count; j++)
        ls_path_print(&left, *cover.left[j].path);
    CHECK_STR(cover.missing, lefts[i].missing);
    CHECK_INT(cover.holds, lefts[i].missing[0] == '\0');
    CHECK_STR(ls_buf_text(&left), compares ? lefts[i].left_then : lefts[i].left);
    if (compares)
        CHECK_INT(cover.has_foreign, lefts[i].has_foreign);
}

TEST(what_scale_and_other_applies_hold_is_left)
{
    for (size_t i = 0; i < LS_COUNT(lefts); i++) {
        print_message("%s\n", lefts[i].what);
        struct ls_buf list LS_AUTO(ls_buf_release) = {0};
        struct ls_err err = {0};
        ls_buf_printf(&list, "[%s]", lefts[i].managed);
        const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) = obj_of(lefts[i].intent);
        const struct ls_obj *live LS_AUTO(ls_obj_unref_at) = obj_of(lefts[i].live);
        const struct ls_obj *managed LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&list));
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_edit_set(ls_obj_root(live), ".metadata.managedFields", ls_obj_root(managed),
                             &object, &err),
                 err);
        check_left(i, ls_obj_root(intent), ls_obj_root(object), false);
        check_left(i, ls_obj_root(intent), ls_obj_root(object), true);
    }
}
