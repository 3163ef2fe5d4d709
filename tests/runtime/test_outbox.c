/* Intents against a server whose every answer is programmed. */
#include "runtime/outbox.h"

#include <string.h>

#include "../kube/support_fake.h"
#include "base/mem.h"
#include "check.h"
#include "runtime/limits.h"
#include "value/json.h"

#define CM(name)    "/api/v1/namespaces/shop/configmaps/" name
#define APPLY(name) "PATCH " CM(name) "*"
#define GET(name)   "GET " CM(name)
#define DEL(name)   "DELETE " CM(name)
#define UID_A       "11111111-2222-4333-8444-555555555555"
#define UID_B       "11111111-2222-4333-8444-666666666666"
#define OBJECT(uid, version)                                                                       \
    "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\",\"uid\":\"" uid    \
    "\",\"resourceVersion\":\"" version "\"}}"
#define STATUS(reason, message)                                                                    \
    "{\"kind\":\"Status\",\"reason\":\"" reason "\",\"message\":\"" message                        \
    "\",\"details\":{\"name\":\"a\"}}"
#define NOT_FOUND STATUS("NotFound", "configmaps \\\"a\\\" not found")

struct stage {
    struct fake *fake;
    struct ls_outbox *box;
    const struct ls_obj *body;
    struct ls_buf told; /* "item code[ read][ kind][ back] version@ms\n" each */
    struct ls_buf err;  /* of the last */
    enum ls_code err_code;
    bool frees;
    bool puts_again;
};

static void put(struct stage *stage, enum ls_intent_kind kind, uint32_t item, const char *name);

static void on_result(void *self, const struct ls_result *result)
{
    struct stage *stage = self;
    struct ls_node obj = ls_obj_root(result->obj);
    ls_buf_printf(&stage->told, "%u %s%s%s%s %s@%lld\n", (unsigned)result->intent->item,
                  ls_code_name(result->code), result->is_read ? " read" : "",
                  result->is_kind_unknown ? " kind" : "", result->is_set_back ? " back" : "",
                  result->obj ? ls_node_text(ls_node_at(obj, "metadata.resourceVersion")) : "-",
                  (long long)ls_clock_mono_ms(stage->fake->world->clock));
    CHECK(result->err != NULL && result->intent->body == NULL);
    CHECK(!ls_outbox_has(stage->box, result->intent->item));
    ls_buf_clear(&stage->err);
    ls_buf_add_text(&stage->err, result->err->text);
    stage->err_code = result->err->code;
    if (stage->puts_again) {
        stage->puts_again = false;
        put(stage, LS_INTENT_READ, result->intent->item, "a");
    }
    if (stage->frees) {
        ls_outbox_free(stage->box);
        stage->box = NULL;
    }
}

static void stage_init(struct stage *stage, size_t in_flight_max)
{
    *stage = (struct stage){.fake = fake_new()};
    stage->box = ls_outbox_new(stage->fake->client,
                               &(struct ls_outbox_options){.in_flight_max = in_flight_max},
                               on_result, stage);
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(LS_SLICE("{\"kind\":\"ConfigMap\"}"), NULL, &stage->body, &err), err);
}

static void stage_release(struct stage *stage)
{
    ls_outbox_free(stage->box);
    ls_obj_unref(stage->body);
    fake_free(stage->fake);
    ls_buf_release(&stage->told);
    ls_buf_release(&stage->err);
}

static void put_intent(struct stage *stage, struct ls_intent intent, const char *name)
{
    intent.ref = (struct ls_ref){&fake_configmaps, "shop", name};
    if (intent.kind == LS_INTENT_APPLY || intent.kind == LS_INTENT_PATCH)
        intent.body = stage->body;
    if (intent.kind == LS_INTENT_DELETE) {
        intent.uid = ls_uid_of(LS_SLICE(UID_A));
        intent.version = 7;
    }
    ls_outbox_put(stage->box, &intent);
}

static void put(struct stage *stage, enum ls_intent_kind kind, uint32_t item, const char *name)
{
    put_intent(stage, (struct ls_intent){.kind = kind, .item = item}, name);
}

/* Everything told so far once ms have passed. */
static const char *told_after(struct stage *stage, int64_t ms)
{
    fake_run_ms(stage->fake, ms);
    return ls_buf_text(&stage->told);
}

/* ---- what goes out ---- */

TEST(each_kind_is_the_request_it_stands_for)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "8"), .times = 2);
    ON(stage.fake, DEL("a"), .body = "{\"kind\":\"Status\",\"status\":\"Success\"}");
    ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "9"));
    put_intent(&stage,
               (struct ls_intent){
                   .kind = LS_INTENT_APPLY, .field_manager = "me", .is_forced = true, .item = 3},
               "a");
    CHECK(ls_outbox_has(stage.box, 3) && !ls_outbox_has(stage.box, 2));
    CHECK_STR(told_after(&stage, 0), "3 ok 8@0\n");
    put(&stage, LS_INTENT_PATCH, 0, "a");
    fake_run_ms(stage.fake, 0);
    put_intent(
        &stage,
        (struct ls_intent){.kind = LS_INTENT_DELETE, .propagation = LS_PROPAGATION_FOREGROUND},
        "a");
    fake_run_ms(stage.fake, 0);
    put(&stage, LS_INTENT_READ, 0, "a");
    fake_run_ms(stage.fake, 0);
    const struct fake_request *sent = stage.fake->requests.at;
    CHECK_STR(sent[0].ask, "PATCH " CM("a") "?fieldManager=me&fieldValidation=Strict&force=true");
    CHECK_STR(sent[0].content_type, "application/apply-patch+yaml");
    CHECK_STR(sent[0].body, "{\"kind\":\"ConfigMap\"}");
    CHECK_STR(sent[1].content_type, "application/json-patch+json");
    CHECK_STR(sent[2].body, "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":"
                            "{\"uid\":\"" UID_A "\",\"resourceVersion\":\"7\"},"
                            "\"propagationPolicy\":\"Foreground\"}");
    CHECK_STR(sent[3].ask, GET("a"));
    struct ls_outbox_counts counts = ls_outbox_counts(stage.box);
    CHECK_INT(counts.sent[LS_INTENT_APPLY] + counts.sent[LS_INTENT_PATCH] +
                  counts.sent[LS_INTENT_DELETE] + counts.sent[LS_INTENT_READ],
              4);
    CHECK_INT(counts.repeats + counts.reads, 0);
    CHECK_STR(ls_outbox_trouble(stage.box), "");
    CHECK(fake_is_exhausted(stage.fake));
}

TEST(so_many_at_once_as_the_options_say)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 2);
    ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "1"), .delay_ms = 10);
    ON(stage.fake, GET("b"), .body = OBJECT(UID_A, "2"), .delay_ms = 20);
    CHECK_INT(ls_outbox_room(stage.box), 2);
    put(&stage, LS_INTENT_READ, 0, "a");
    put(&stage, LS_INTENT_READ, 1, "b");
    CHECK_INT(ls_outbox_room(stage.box), 0);
    CHECK_INT(ls_outbox_in_flight(stage.box), 2);
    CHECK_STR(told_after(&stage, 10), "0 ok 1@10\n");
    CHECK_INT(ls_outbox_room(stage.box), 1);
    CHECK_STR(told_after(&stage, 10), "0 ok 1@10\n1 ok 2@20\n");
    CHECK_INT(ls_outbox_in_flight(stage.box), 0);
}

TEST(a_result_may_be_answered_with_the_next_intent)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    ON(stage.fake, APPLY("a"), .status = 409, .body = STATUS("Conflict", "held"));
    ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "4"));
    stage.puts_again = true;
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 0), "0 conflict @0\n0 ok 4@0\n");
}

TEST(it_may_be_freed_inside_a_result)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "4"));
    ON(stage.fake, APPLY("b"), .end = FAKE_HANGS);
    ON(stage.fake, APPLY("c"), .status = 429);
    stage.frees = true;
    put(&stage, LS_INTENT_APPLY, 1, "b");
    put(&stage, LS_INTENT_APPLY, 2, "c"); /* in a pause by then */
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 100000), "0 ok 4@0\n");
}

/* ---- not sent, slow down ---- */

TEST(what_never_reached_the_server_is_sent_again)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 429, .body = STATUS("TooManyRequests", "busy"),
       .times = 2);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "8"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    fake_run_ms(stage.fake, 100);
    CHECK_HAS(ls_outbox_trouble(stage.box), "busy");
    CHECK_HAS(ls_outbox_trouble(stage.box), ", next try in ");
    CHECK_HAS(ls_outbox_last_words(stage.box), "busy");
    CHECK(!strstr(ls_outbox_last_words(stage.box), "next try"));
    fake_run_ms(stage.fake, 10000);
    CHECK_HAS(ls_buf_text(&stage.told), "0 ok 8@");
    CHECK_STR(ls_outbox_trouble(stage.box), "");
    CHECK_STR(ls_outbox_last_words(stage.box), "");
    const struct fake_request *sent = stage.fake->requests.at;
    CHECK_INT(stage.fake->requests.count, 3);
    CHECK(sent[1].at_ms >= 800 && sent[1].at_ms < 1600);
    CHECK(sent[2].at_ms - sent[1].at_ms >= 1600);
    CHECK_INT(ls_outbox_counts(stage.box).repeats, 2);
    CHECK_INT(ls_outbox_counts(stage.box).sent[LS_INTENT_APPLY], 3);
}

TEST(the_server_names_the_pause)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    /* More than the client itself waits for. */
    ON(stage.fake, APPLY("a"), .status = 429, .headers = {{"retry-after", "90"}});
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "8"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 89999), "");
    CHECK_STR(told_after(&stage, 1), "0 ok 8@90000\n");
}

/* ---- sent, result unknown ---- */

struct doubt {
    const char *name;
    int status; /* 0: no answer */
    const char *body;
};
static const struct doubt doubts[] = {
    {"no answer", 0, NULL},
    {"failed", 500, STATUS("InternalError", "etcd is busy")},
    {"not in time", 504, STATUS("Timeout", "too slow")},
    {"server timeout", 500, STATUS("ServerTimeout", "too slow")},
    {"not available", 503, STATUS("ServiceUnavailable", "shutting down")},
    {"unreadable success", 200, "{\"kind\":"},
};

static void doubt_program(struct stage *stage, const char *ask, const struct doubt *doubt)
{
    ON(stage->fake, ask, .status = doubt->status, .body = doubt->body,
       .end = doubt->status ? FAKE_ENDS : FAKE_BREAKS);
}

TEST(a_write_in_doubt_is_settled_by_reading)
{
    static const enum ls_intent_kind kinds[] = {LS_INTENT_APPLY, LS_INTENT_PATCH};
    for (size_t i = 0; i < LS_COUNT(doubts) * LS_COUNT(kinds); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 0);
        doubt_program(&stage, APPLY("a"), &doubts[i / 2]);
        ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "12"));
        put(&stage, kinds[i % 2], 0, "a");
        CHECK_STR(told_after(&stage, 0), "0 ok read 12@0\n");
        CHECK(stage.err_code != LS_OK && stage.err.len > 0); /* why it was read */
        CHECK_INT(ls_outbox_counts(stage.box).reads, 1);
        CHECK_INT(ls_outbox_counts(stage.box).repeats, 0);
        CHECK(fake_is_exhausted(stage.fake));
    }
}

TEST(a_write_in_doubt_may_have_left_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 500, .body = STATUS("InternalError", "webhook is down"));
    ON(stage.fake, GET("a"), .status = 404, .body = NOT_FOUND);
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 0), "0 not-found read @0\n");
    CHECK_HAS(ls_buf_text(&stage.err), "webhook is down"); /* the write's words, not the read's */
    CHECK_INT(stage.err_code, LS_E_SERVER);
}

TEST(the_read_is_repeated_until_the_server_is_back)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .end = FAKE_BREAKS);
    ON(stage.fake, GET("a"), .status = 503, .times = 3);
    ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "12"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    fake_run_ms(stage.fake, 500);
    CHECK_HAS(ls_outbox_trouble(stage.box), "get configmaps");
    fake_run_ms(stage.fake, 60000);
    CHECK_HAS(ls_buf_text(&stage.told), "0 ok read 12@");
    CHECK_INT(ls_outbox_counts(stage.box).reads, 4);
    CHECK_INT(ls_outbox_counts(stage.box).sent[LS_INTENT_APPLY], 1);
    CHECK(fake_is_exhausted(stage.fake));
}

TEST(a_read_that_fails_for_good_is_told)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .end = FAKE_BREAKS);
    ON(stage.fake, GET("a"), .status = 403, .body = STATUS("Forbidden", "you may not get it"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 0), "0 forbidden read @0\n");
    CHECK_HAS(ls_buf_text(&stage.err), "may or may not have been carried out");
    CHECK_HAS(ls_buf_text(&stage.err), "you may not get it");
}

TEST(a_delete_in_doubt_is_done_when_the_object_is_gone)
{
    for (size_t i = 0; i < LS_COUNT(doubts); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 0);
        doubt_program(&stage, DEL("a"), &doubts[i]);
        ON(stage.fake, GET("a"), .status = 404, .body = NOT_FOUND);
        put(&stage, LS_INTENT_DELETE, 0, "a");
        CHECK_STR(told_after(&stage, 0), "0 ok read -@0\n");
    }
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, DEL("a"), .end = FAKE_BREAKS);
    ON(stage.fake, GET("a"), .body = OBJECT(UID_B, "20")); /* a namesake */
    put(&stage, LS_INTENT_DELETE, 0, "a");
    CHECK_STR(told_after(&stage, 0), "0 ok read 20@0\n");
}

/* ---- a server that was set back ---- */

TEST(an_answer_older_than_what_was_seen_shows_a_server_that_was_set_back)
{
    static const struct {
        enum ls_intent_kind kind;
        const char *ask;
        uint64_t seen;
        const char *told;
    } rows[] = {
        {LS_INTENT_READ, GET("a"), 0, "0 ok 20@0\n"},
        {LS_INTENT_READ, GET("a"), 20, "0 ok 20@0\n"},
        {LS_INTENT_READ, GET("a"), 21, "0 ok back 20@0\n"},
        {LS_INTENT_APPLY, APPLY("a"), 20, "0 ok 20@0\n"},
        {LS_INTENT_APPLY, APPLY("a"), 21, "0 ok back 20@0\n"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 0);
        ON(stage.fake, rows[i].ask, .body = OBJECT(UID_A, "20"));
        put_intent(&stage, (struct ls_intent){.kind = rows[i].kind, .seen_version = rows[i].seen},
                   "a");
        CHECK_STR(told_after(&stage, 0), rows[i].told);
    }
}

/* What a dry run shows was never stored; a read that settles a write counts like any other. */
TEST(a_dry_run_shows_nothing_of_that_and_a_settling_read_does)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, DEL("a"), .end = FAKE_BREAKS);
    ON(stage.fake, GET("a"), .body = OBJECT(UID_B, "20"));
    ON(stage.fake, "PATCH *", .body = OBJECT(UID_B, "20"));
    put_intent(&stage, (struct ls_intent){.kind = LS_INTENT_DELETE, .seen_version = 30}, "a");
    CHECK_STR(told_after(&stage, 0), "0 ok read back 20@0\n");
    ls_buf_clear(&stage.told);
    put_intent(&stage,
               (struct ls_intent){.kind = LS_INTENT_APPLY, .is_dry_run = true, .seen_version = 30},
               "a");
    CHECK_STR(told_after(&stage, 0), "0 ok 20@0\n");
}

TEST(a_dry_run_in_doubt_is_run_again)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .end = FAKE_BREAKS);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "1"));
    put_intent(&stage, (struct ls_intent){.kind = LS_INTENT_APPLY, .is_dry_run = true}, "a");
    fake_run_ms(stage.fake, 2000);
    CHECK_HAS(ls_buf_text(&stage.told), "0 ok 1@");
    CHECK_HAS(fake_ask(stage.fake, 0), "dryRun=All");
}

TEST(writes_that_keep_ending_in_doubt_slow_down)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 500, .body = STATUS("InternalError", "webhook is down"),
       .times = 4);
    ON(stage.fake, GET("a"), .status = 404, .body = NOT_FOUND, .times = 4);
    for (size_t i = 0; i < 4; i++) {
        put(&stage, LS_INTENT_APPLY, 0, "a");
        if (i == 2)
            CHECK_HAS(ls_outbox_trouble(stage.box), "webhook is down");
        fake_run_ms(stage.fake, 4000);
    }
    const struct fake_request *sent = stage.fake->requests.at;
    CHECK_INT(stage.fake->requests.count, 8);
    CHECK_INT(sent[2].at_ms, 4000); /* the first doubt costs no pause */
    CHECK(sent[4].at_ms >= 8800 && sent[4].at_ms < 9600);
    CHECK(sent[6].at_ms >= 13600);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "1"), .times = 2);
    put(&stage, LS_INTENT_APPLY, 0, "a");
    fake_run_ms(stage.fake, 10000);
    put(&stage, LS_INTENT_APPLY, 0, "a"); /* forgotten after a success */
    fake_run_ms(stage.fake, 0);
    CHECK(fake_is_exhausted(stage.fake));
}

/* ---- refusals ---- */

TEST(a_delete_of_what_is_not_there_is_done)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, DEL("a"), .status = 404, .body = NOT_FOUND);
    ON(stage.fake, DEL("b"), .status = 404, .body = "404 page not found");
    put(&stage, LS_INTENT_DELETE, 0, "a");
    put(&stage, LS_INTENT_DELETE, 1, "b"); /* says nothing about the object */
    CHECK_STR(told_after(&stage, 0), "0 ok -@0\n1 not-found kind -@0\n");
}

TEST(refusals_are_the_decisions_to_judge)
{
    static const struct {
        int status;
        const char *reason;
        const char *told;
    } rows[] = {
        {409, "Conflict", "0 conflict @0\n"},         {409, "AlreadyExists", "0 exists @0\n"},
        {422, "Invalid", "0 invalid @0\n"},           {403, "Forbidden", "0 forbidden @0\n"},
        {401, "Unauthorized", "0 unauthorized @0\n"}, {404, "NotFound", "0 not-found @0\n"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 0);
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&body,
                      "{\"kind\":\"Status\",\"reason\":\"%s\",\"message\":\"because\","
                      "\"details\":{\"name\":\"a\"}}",
                      rows[i].reason);
        ON(stage.fake, APPLY("a"), .status = rows[i].status, .body = body.at);
        put(&stage, LS_INTENT_APPLY, 0, "a");
        CHECK_STR(told_after(&stage, 0), rows[i].told);
        CHECK_HAS(ls_buf_text(&stage.err), "because");
    }
}

/* ---- what was just made ---- */

TEST(a_kind_just_established_is_waited_for)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 404, .body = "404 page not found", .times = 3);
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "8"));
    put_intent(&stage, (struct ls_intent){.kind = LS_INTENT_APPLY, .awaits_kind = true}, "a");
    CHECK_STR(told_after(&stage, 5000), "0 ok 8@700\n");
}

TEST(patience_with_a_kind_ends)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 404, .body = "404 page not found", .times = 15);
    put_intent(&stage, (struct ls_intent){.kind = LS_INTENT_APPLY, .awaits_kind = true}, "a");
    CHECK_STR(told_after(&stage, LS_KIND_PATIENCE_MS), "0 not-found kind -@10000\n");
    put(&stage, LS_INTENT_READ, 0, "a"); /* asks for none */
    ON(stage.fake, GET("a"), .status = 404, .body = "404 page not found");
    fake_run_ms(stage.fake, 0);
    CHECK_HAS(ls_buf_text(&stage.told), "0 not-found kind -@10000\n0 not-found kind -@10000\n");
}

TEST(a_pod_waits_for_the_account_of_its_new_namespace)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .status = 403,
       .body = STATUS("Forbidden", "pods \\\"a\\\" is forbidden: error looking up service account "
                                   "shop/default: serviceaccount \\\"default\\\" not found"));
    ON(stage.fake, APPLY("a"), .body = OBJECT(UID_A, "8"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 5000), "0 ok 8@100\n");
}

/* ---- a slow server ---- */

TEST(a_write_past_its_deadline_is_read)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 0);
    ON(stage.fake, APPLY("a"), .end = FAKE_HANGS);
    ON(stage.fake, GET("a"), .body = OBJECT(UID_A, "12"));
    put(&stage, LS_INTENT_APPLY, 0, "a");
    CHECK_STR(told_after(&stage, 60000), "0 ok read 12@60000\n");
}
