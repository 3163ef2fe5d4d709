#include "sandbox/serve/options.h"

#include "check.h"
#include "support_json.h"

#define LIST    "ListOptions.meta.k8s.io \"\" is invalid: "
#define MATCH   "resourceVersionMatch: Forbidden: "
#define DELETES "DeleteOptions.meta.k8s.io \"\" is invalid: "

/* Refusals of lists and watches, in the words of the real server; "" for none. */
static const struct {
    const char *query;
    int code;
    const char *message;
} lists[] = {
    /* clang-format off */
    {"", 0, ""},
    {"limit=-1", 0, ""},
    {"limit=%2B5&timeoutSeconds=3", 0, ""},
    {"limit=x", 400, "strconv.ParseInt: parsing \"x\": invalid syntax"},
    {"limit=", 400, "strconv.ParseInt: parsing \"\": invalid syntax"},
    {"limit=99999999999999999999", 400, "strconv.ParseInt: parsing \"99999999999999999999\": value out of range"},
    {"watch=maybe&timeoutSeconds=1.5", 400, "strconv.ParseInt: parsing \"1.5\": invalid syntax"},
    {"resourceVersion=x", 400, "invalid resource version: resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax"},
    {"resourceVersion=-1", 400, "invalid resource version: resourceVersion: Invalid value: \"-1\": strconv.ParseUint: parsing \"-1\": invalid syntax"},
    {"watch=1&resourceVersion=x", 500, "resourceVersion: Invalid value: \"x\": strconv.ParseUint: parsing \"x\": invalid syntax"},
    {"resourceVersionMatch=Exact", 422, LIST MATCH "resourceVersionMatch is forbidden unless resourceVersion is provided"},
    {"resourceVersionMatch=Exact&resourceVersion=0", 422, LIST MATCH "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\""},
    {"resourceVersionMatch=Foo&resourceVersion=1", 422, LIST "resourceVersionMatch: Unsupported value: \"Foo\": supported values: \"Exact\", \"NotOlderThan\", \"\""},
    {"resourceVersionMatch=Exact&resourceVersion=1&continue=x", 422, LIST MATCH "resourceVersionMatch is forbidden when continue is provided"},
    {"sendInitialEvents=true", 422, LIST "sendInitialEvents: Forbidden: sendInitialEvents is forbidden for list"},
    {"watch=1&sendInitialEvents=true", 422, LIST MATCH "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan"},
    {"watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan", 0, ""},
    {"watch=1&resourceVersionMatch=NotOlderThan", 422, LIST MATCH "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided"},
    {"watch=1&continue=x", 422, LIST MATCH "resourceVersionMatch is forbidden when continue is provided"},
    /* clang-format on */
};

TEST(lists_and_watches_are_refused_as_the_real_server_does)
{
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_list_query options;
        struct ls_query query = ls_query_read(&arena, ls_slice_of(lists[i].query));
        const struct ls_failure *failure = ls_list_query_read(&arena, &query, &options);
        CHECK_STR(failure ? failure->message : "", lists[i].message);
        CHECK_INT(failure ? failure->code : 0, lists[i].code);
    }
}

TEST(list_options_are_read)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_list_query options;
    struct ls_query query = ls_query_read(
        &arena, LS_SLICE("labelSelector=a%3Db&fieldSelector=metadata.name%3Dx&limit=7&continue=c&"
                         "timeoutSeconds=9&allowWatchBookmarks=true"));
    CHECK(ls_list_query_read(&arena, &query, &options) == NULL);
    CHECK(ls_slice_is(options.label_selector, "a=b"));
    CHECK(ls_slice_is(options.field_selector, "metadata.name=x"));
    CHECK(ls_slice_is(options.continue_token, "c"));
    CHECK_INT(options.limit, 7);
    CHECK_INT(options.timeout_s, 9);
    CHECK(options.allows_bookmarks);
    CHECK(!options.is_watch);
    query = ls_query_read(&arena, LS_SLICE("resourceVersion=5&resourceVersionMatch=Exact"));
    CHECK(ls_list_query_read(&arena, &query, &options) == NULL);
    CHECK(options.is_exact);
    CHECK_INT(options.timeout_s, -1);
}

static const struct {
    const char *query;
    enum ls_write_kind kind;
    const char *message;
} writes[] = {
    /* clang-format off */
    {"fieldManager=me&fieldValidation=Strict&dryRun=All", LS_WRITE_CREATE, ""},
    {"fieldValidation=x&dryRun=y&fieldManager=a%01b", LS_WRITE_CREATE, "CreateOptions.meta.k8s.io \"\" is invalid: [fieldManager: Invalid value: \"a\\x01b\": invalid character U+0001 (at position 1), dryRun: Unsupported value: [\"y\"]: supported values: \"All\", fieldValidation: Unsupported value: \"x\": supported values: \"\", \"Ignore\", \"Strict\", \"Warn\"]"},
    {"dryRun=y&dryRun=All", LS_WRITE_UPDATE, "UpdateOptions.meta.k8s.io \"\" is invalid: dryRun: Unsupported value: [\"y\",\"All\"]: supported values: \"All\""},
    {"force=true", LS_WRITE_PATCH, "PatchOptions.meta.k8s.io \"\" is invalid: force: Forbidden: may not be specified for non-apply patch"},
    {"force=true", LS_WRITE_APPLY, "PatchOptions.meta.k8s.io \"\" is invalid: fieldManager: Required value: is required for apply patch"},
    {"force=true&fieldManager=x", LS_WRITE_APPLY, ""},
    /* clang-format on */
};

TEST(writes_are_refused_as_the_real_server_does)
{
    for (size_t i = 0; i < LS_COUNT(writes); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_write_options options;
        struct ls_query query = ls_query_read(&arena, ls_slice_of(writes[i].query));
        const struct ls_failure *failure =
            ls_write_options_read(&arena, &query, writes[i].kind, &options);
        CHECK_STR(failure ? failure->message : "", writes[i].message);
        CHECK_INT(failure ? failure->code : 422, 422);
    }
}

TEST(a_manager_of_more_than_128_bytes_is_too_long)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_write_options options;
    const char *text = ls_arena_printf(&arena, "fieldManager=%0129d", 0);
    struct ls_query query = ls_query_read(&arena, ls_slice_of(text));
    const struct ls_failure *failure =
        ls_write_options_read(&arena, &query, LS_WRITE_CREATE, &options);
    CHECK(failure != NULL);
    CHECK_HAS(failure->message, "fieldManager: Too long: may not be more than 128 bytes");
}

static const struct {
    const char *query;
    const char *body; /* NULL: none */
    enum ls_delete_propagation propagation;
    const char *message;
} deletes[] = {
    /* clang-format off */
    {"", NULL, LS_PROPAGATE_DEFAULT, ""},
    {"propagationPolicy=Foreground", NULL, LS_PROPAGATE_FOREGROUND, ""},
    {"orphanDependents=true", NULL, LS_PROPAGATE_ORPHAN, ""},
    {"orphanDependents=false", NULL, LS_PROPAGATE_BACKGROUND, ""},
    {"propagationPolicy=bogus", "{}", LS_PROPAGATE_DEFAULT, ""},
    {"", "{\"propagationPolicy\":\"Orphan\"}", LS_PROPAGATE_ORPHAN, ""},
    {"", "{\"propagationPolicy\":\"Background\"}", LS_PROPAGATE_BACKGROUND, ""},
    {"propagationPolicy=x", NULL, LS_PROPAGATE_DEFAULT, DELETES "propagationPolicy: Unsupported value: \"x\": supported values: \"Foreground\", \"Background\", \"Orphan\", \"nil\""},
    {"orphanDependents=true&propagationPolicy=Orphan", NULL, LS_PROPAGATE_DEFAULT, DELETES "propagationPolicy: Invalid value: \"Orphan\": orphanDependents and deletionPropagation cannot be both set"},
    {"dryRun=x&dryRun=All", NULL, LS_PROPAGATE_DEFAULT, DELETES "dryRun: Unsupported value: [\"x\",\"All\"]: supported values: \"All\""},
    {"", "{\"dryRun\":[\"y\"]}", LS_PROPAGATE_DEFAULT, DELETES "dryRun: Unsupported value: [\"y\"]: supported values: \"All\""},
    {"gracePeriodSeconds=x", NULL, LS_PROPAGATE_DEFAULT, "strconv.ParseInt: parsing \"x\": invalid syntax"},
    /* clang-format on */
};

TEST(deletions_take_their_options_from_body_or_query)
{
    for (size_t i = 0; i < LS_COUNT(deletes); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_delete_options options = {0};
        bool is_dry_run = false;
        const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
            deletes[i].body ? obj_of(deletes[i].body) : NULL;
        struct ls_query query = ls_query_read(&arena, ls_slice_of(deletes[i].query));
        const struct ls_failure *failure =
            ls_delete_options_read(&arena, &query, ls_obj_root(body), &options, &is_dry_run);
        CHECK_STR(failure ? failure->message : "", deletes[i].message);
        CHECK_INT(options.propagation, deletes[i].propagation);
    }
}

TEST(preconditions_and_grace_come_with_the_body)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_delete_options options = {0};
    bool is_dry_run = false;
    struct ls_query query = {0};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"gracePeriodSeconds\":0,\"dryRun\":[\"All\"],\"preconditions\":{\"uid\":\"u\","
               "\"resourceVersion\":\"7\"}}");
    CHECK(ls_delete_options_read(&arena, &query, ls_obj_root(body), &options, &is_dry_run) == NULL);
    CHECK_INT(options.grace_s, 0);
    CHECK(is_dry_run);
    CHECK(ls_slice_is(options.uid, "u"));
    CHECK(ls_slice_is(options.revision, "7"));
}
