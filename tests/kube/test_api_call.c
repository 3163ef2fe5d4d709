#include "kube/client.h"

#include <string.h>

#include "check.h"
#include "kube/call_spec.h"
#include "kube/limits.h"
#include "kube/wait.h"
#include "support_fake.h"
#include "value/json.h"

#define CM                                                                                         \
    {                                                                                              \
        .resource = &fake_configmaps, .namespace_name = "shop", .name = "a"                        \
    }
#define CMS                                                                                        \
    {                                                                                              \
        .resource = &fake_configmaps, .namespace_name = "shop"                                     \
    }
#define CM_PATH  "/api/v1/namespaces/shop/configmaps/a"
#define CMS_PATH "/api/v1/namespaces/shop/configmaps"
#define TEXT(literal)                                                                              \
    {                                                                                              \
        "" literal, sizeof(literal) - 1                                                            \
    } /* LS_SLICE as a constant */
#define BODY "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}"

static const struct ls_resource fake_deployments = {.group = "apps",
                                                    .version = "v1",
                                                    .kind = "Deployment",
                                                    .plural = "deployments",
                                                    .is_namespaced = true};

/* What is asked, and what stands on the wire for it. */
static const struct {
    struct ls_call_spec ask;
    const char *line;
    const char *accept;
    const char *content_type;
    const char *body;
} wire_rows[] = {
    {{.verb = LS_VERB_GET, .place = CM}, "GET " CM_PATH, "application/json", "", ""},
    {{.verb = LS_VERB_GET, .place = CM, .resource_version = "5"},
     "GET " CM_PATH "?resourceVersion=5",
     "application/json",
     "",
     ""},
    {{.verb = LS_VERB_GET, .place = CM, .form = LS_FORM_METADATA},
     "GET " CM_PATH,
     "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
     "",
     ""},
    {{.verb = LS_VERB_GET, .raw_target = "/version"}, "GET /version", "application/json", "", ""},
    {{.verb = LS_VERB_LIST,
      .place = CMS,
      .labels = "app=x",
      .fields = "metadata.name!=b",
      .limit = 10,
      .continue_token = "t"},
     "GET " CMS_PATH
     "?labelSelector=app%3Dx&fieldSelector=metadata.name%21%3Db&limit=10&continue=t",
     "application/json",
     "",
     ""},
    {{.verb = LS_VERB_LIST,
      .place = {.resource = &fake_pods},
      .form = LS_FORM_TABLE,
      .resource_version = "7",
      .limit = 1},
     "GET /api/v1/pods?resourceVersion=7&resourceVersionMatch=NotOlderThan&limit=1",
     "application/json;as=Table;g=meta.k8s.io;v=v1,application/json",
     "",
     ""},
    {{.verb = LS_VERB_LIST, .place = CMS, .form = LS_FORM_METADATA},
     "GET " CMS_PATH,
     "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
     "",
     ""},
    {{.verb = LS_VERB_CREATE, .place = CMS, .body_text = TEXT(BODY)},
     "POST " CMS_PATH "?fieldManager=lockstep",
     "application/json",
     "application/json",
     BODY},
    {{.verb = LS_VERB_UPDATE,
      .place = CM,
      .body_text = TEXT(BODY),
      .field_manager = "me",
      .validation = LS_VALIDATION_STRICT,
      .is_dry_run = true},
     "PUT " CM_PATH "?fieldManager=me&fieldValidation=Strict&dryRun=All",
     "application/json",
     "application/json",
     BODY},
    {{.verb = LS_VERB_APPLY, .place = CM, .body_text = TEXT(BODY)},
     "PATCH " CM_PATH "?fieldManager=lockstep&force=false",
     "application/json",
     "application/apply-patch+yaml",
     BODY},
    {{.verb = LS_VERB_APPLY,
      .place = {.resource = &fake_deployments,
                .namespace_name = "shop",
                .name = "w",
                .subresource = "status"},
      .body_text = TEXT(BODY),
      .is_forced = true,
      .validation = LS_VALIDATION_WARN},
     "PATCH /apis/apps/v1/namespaces/shop/deployments/w/status?fieldManager=lockstep&"
     "fieldValidation=Warn&force=true",
     "application/json",
     "application/apply-patch+yaml",
     BODY},
    {{.verb = LS_VERB_MERGE_PATCH,
      .place = {.resource = &fake_deployments,
                .namespace_name = "shop",
                .name = "w",
                .subresource = "scale"},
      .body_text = TEXT("{\"spec\":{\"replicas\":3}}"),
      .validation = LS_VALIDATION_IGNORE},
     "PATCH /apis/apps/v1/namespaces/shop/deployments/w/scale?fieldManager=lockstep&"
     "fieldValidation=Ignore",
     "application/json",
     "application/merge-patch+json",
     "{\"spec\":{\"replicas\":3}}"},
    {{.verb = LS_VERB_JSON_PATCH, .place = CM, .body_text = TEXT("[]")},
     "PATCH " CM_PATH "?fieldManager=lockstep",
     "application/json",
     "application/json-patch+json",
     "[]"},
    {{.verb = LS_VERB_DELETE, .place = CM},
     "DELETE " CM_PATH,
     "application/json",
     "application/json",
     "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\"}"},
    {{.verb = LS_VERB_DELETE,
      .place = CM,
      .if_uid = "u",
      .if_resource_version = "5",
      .propagation = LS_PROPAGATION_FOREGROUND,
      .has_grace = true,
      .is_dry_run = true},
     "DELETE " CM_PATH,
     "application/json",
     "application/json",
     "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"preconditions\":{\"uid\":\"u\","
     "\"resourceVersion\":\"5\"},\"propagationPolicy\":\"Foreground\",\"gracePeriodSeconds\":0,"
     "\"dryRun\":[\"All\"]}"},
    {{.verb = LS_VERB_DELETE_COLLECTION,
      .place = CMS,
      .labels = "app=x",
      .propagation = LS_PROPAGATION_ORPHAN,
      .form = LS_FORM_METADATA},
     "DELETE " CMS_PATH "?labelSelector=app%3Dx",
     "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
     "application/json",
     "{\"kind\":\"DeleteOptions\",\"apiVersion\":\"v1\",\"propagationPolicy\":\"Orphan\"}"},
};

TEST(every_verb_goes_out_as_the_server_wants_it)
{
    for (size_t i = 0; i < LS_COUNT(wire_rows); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, wire_rows[i].line, .body = "{\"kind\":\"X\"}");
        struct ls_err err = {0};
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_call_wait(fake->client, &wire_rows[i].ask, &obj, &err), err);
        CHECK(ls_node_string_is(ls_node_at(ls_obj_root(obj), "kind"), "X"));
        CHECK_STR(fake->requests.at[0].accept, wire_rows[i].accept);
        CHECK_STR(fake->requests.at[0].content_type, wire_rows[i].content_type);
        CHECK_STR(fake->requests.at[0].body, wire_rows[i].body);
        CHECK_INT(ls_client_counts(fake->client).requests, 1);
    }
}

TEST(a_node_is_printed_as_the_body)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_err err = {0};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(LS_SLICE("{ \"a\" : [1, 2] }"), NULL, &body, &err), err);
    ON(fake, "POST " CMS_PATH "*", .status = 201, .body = "{}");
    struct ls_call_spec ask = {.verb = LS_VERB_CREATE, .place = CMS, .body = ls_obj_root(body)};
    CHECK_OK(ls_call_wait(fake->client, &ask, NULL, &err), err);
    CHECK_STR(fake->requests.at[0].body, "{\"a\":[1,2]}");
}

/* ---- failures ---- */

static const struct ls_call_spec get_cm = {.verb = LS_VERB_GET, .place = CM};
static const struct ls_call_spec create_cm = {
    .verb = LS_VERB_CREATE, .place = CMS, .body_text = TEXT(BODY)};

TEST(a_refusal_has_its_code_its_sentence_and_its_status)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET *", .status = 404,
       .body = "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"code\":404,\"message\":\"configmaps "
               "\\\"a\\\" not found\",\"details\":{\"name\":\"a\"}}");
    struct ls_err err = {0};
    const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_CODE(ls_call_wait(fake->client, &get_cm, &status, &err), LS_E_NOT_FOUND, err);
    CHECK_STR(err.text, "get configmaps \"a\" in namespace \"shop\": configmaps \"a\" not found");
    CHECK(ls_node_string_is(ls_node_at(ls_obj_root(status), "details.name"), "a"));
}

struct seen {
    int calls;
    enum ls_code code;
    bool is_kind_unknown;
    unsigned repeats;
    int64_t at_ms;
    size_t warning_count;
    char body[64];
    struct ls_world *world;
};

static void seen_note(void *self, const struct ls_answer *answer)
{
    struct seen *seen = self;
    seen->calls++;
    seen->code = answer->code;
    seen->is_kind_unknown = answer->is_kind_unknown;
    seen->repeats = answer->repeats;
    seen->at_ms = ls_clock_mono_ms(seen->world->clock);
    seen->warning_count = answer->warnings.count;
    CHECK(answer->body.len < sizeof seen->body);
    memcpy(seen->body, answer->body.at ? answer->body.at : "", answer->body.len);
    CHECK(answer->err != NULL);
}

static struct seen ask_and_run(struct fake *fake, const struct ls_call_spec *ask, int64_t run_ms)
{
    struct seen seen = {.world = fake->world};
    struct ls_api_call call = {0};
    ls_api_call_start(fake->client, &call, ask, seen_note, &seen);
    CHECK_INT(seen.calls, 0);
    fake_run_ms(fake, run_ms);
    CHECK_INT(seen.calls, 1);
    return seen;
}

TEST(a_404_about_the_kind_is_no_word_about_the_object)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET *", .status = 404, .body = "404 page not found");
    CHECK(ask_and_run(fake, &get_cm, 0).is_kind_unknown);
    ON(fake, "GET *", .status = 404,
       .body = "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"details\":{}}");
    CHECK(ask_and_run(fake, &get_cm, 0).is_kind_unknown);
    ON(fake, "GET *", .status = 404,
       .body = "{\"kind\":\"Status\",\"reason\":\"NotFound\",\"details\":{\"name\":\"a\"}}");
    CHECK(!ask_and_run(fake, &get_cm, 0).is_kind_unknown);
}

TEST(a_name_that_makes_no_path_is_refused_later_and_never_sent)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_call_spec ask = get_cm;
    ask.place.name = "a/../b";
    CHECK_INT(ask_and_run(fake, &ask, 0).code, LS_E_INVALID);
    char labels[LS_SELECTOR_TEXT_BYTES_MAX + 2];
    memset(labels, 'a', sizeof labels);
    labels[sizeof labels - 1] = '\0';
    struct ls_call_spec list = {.verb = LS_VERB_LIST, .place = CMS, .labels = labels};
    CHECK_INT(ask_and_run(fake, &list, 0).code, LS_E_TOO_BIG);
    CHECK_INT(fake->requests.count, 0);
}

TEST(a_raw_answer_need_not_be_json)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET /readyz", .body = "ok");
    struct ls_call_spec ask = {.verb = LS_VERB_GET, .raw_target = "/readyz"};
    struct seen seen = ask_and_run(fake, &ask, 0);
    CHECK_INT(seen.code, LS_OK);
    CHECK_STR(seen.body, "ok");
}

TEST(an_unreadable_reply_is_the_servers_fault_for_reads_and_unknown_for_writes)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", .body = "{\"half\":", .times = 3);
    struct ls_err err = {0};
    CHECK_CODE(ls_call_wait(fake->client, &create_cm, NULL, &err), LS_E_UNKNOWN_RESULT, err);
    CHECK_HAS(err.text, "create configmaps in namespace \"shop\": the server carried it out, but "
                        "its reply is unreadable");
    CHECK(ls_call_wait(fake->client, &get_cm, NULL, &err) == err.code);
    CHECK(err.code != LS_E_UNKNOWN_RESULT);
    CHECK_HAS(err.text, "the server's reply is unreadable");
    CHECK_INT(fake->requests.count, 3); /* a read is repeated once: it may have been damaged */
    ON(fake, "*", .body = "{\"half\":");
    ON(fake, "*", .body = "{}");
    CHECK_OK(ls_call_wait(fake->client, &get_cm, NULL, &err), err);
}

TEST(a_huge_error_body_does_not_matter)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"reason\":\"");
    for (int i = 0; i < LS_ERROR_BODY_BYTES_MAX; i++)
        ls_buf_add_char(&body, 'x');
    ON(fake, "GET *", .status = 403, .body = ls_buf_text(&body), .chunk_bytes = 500000);
    struct ls_err err = {0};
    CHECK_CODE(ls_call_wait(fake->client, &get_cm, NULL, &err), LS_E_FORBIDDEN, err);
    CHECK_HAS(err.text, "the server does not let us do this (HTTP 403)");
}

TEST(a_reply_without_end_is_cut_off_at_the_limit)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    memset(ls_buf_reserve(&body, LS_REPLY_BYTES_MAX + 1), ' ', LS_REPLY_BYTES_MAX + 1);
    ls_buf_commit(&body, LS_REPLY_BYTES_MAX + 1);
    const struct ls_call_spec *asks[] = {&get_cm, &create_cm};
    for (size_t i = 0; i < 2; i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, "*", .body = ls_buf_text(&body), .chunk_bytes = 4 << 20);
        struct ls_err err = {0};
        enum ls_code expected = i == 0 ? LS_E_TOO_BIG : LS_E_UNKNOWN_RESULT;
        CHECK_CODE(ls_call_wait(fake->client, asks[i], NULL, &err), expected, err);
        CHECK_HAS(err.text, "the server's reply has more than 67108864 bytes, the limit");
        CHECK_INT(fake->requests.count, 1);
    }
}

TEST(waiting_ends_when_nothing_could_ever_answer)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", .end = FAKE_HANGS);
    struct ls_call_spec ask = get_cm;
    ask.timeout_ms = LS_NO_TIMEOUT;
    struct ls_err err = {0};
    CHECK_CODE(ls_call_wait(fake->client, &ask, NULL, &err), LS_E_TIMEOUT, err);
    CHECK_STR(err.text, "nothing is left that could answer");
    ls_client_free(NULL);
}

/* ---- repeating ---- */

#define BUSY                                                                                       \
    .status = 429, .headers = {{"retry-after", "2"}},                                              \
    .body = "{\"kind\":\"Status\",\"reason\":\"TooManyRequests\"}"

TEST(a_busy_server_is_asked_again_when_it_said)
{
    const struct ls_call_spec *asks[] = {&get_cm, &create_cm};
    for (size_t i = 0; i < 2; i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, "*", BUSY, .times = 3);
        ON(fake, "*", .body = "{}");
        struct seen seen = ask_and_run(fake, asks[i], 6000);
        CHECK_INT(seen.code, LS_OK);
        CHECK_INT(seen.repeats, 3);
        CHECK_INT(seen.at_ms, 6000);
        CHECK_INT(fake->requests.count, 4);
        CHECK_INT(ls_client_counts(fake->client).repeats, 3);
        CHECK_STR(fake->requests.at[3].body, fake->requests.at[0].body);
    }
}

TEST(a_server_that_stays_busy_is_given_up_with_its_wish)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", BUSY, .times = 100);
    struct ls_err err = {0};
    CHECK_CODE(ls_call_wait(fake->client, &create_cm, NULL, &err), LS_E_TOO_MANY, err);
    CHECK_INT(err.retry_after_ms, 2000);
    CHECK_INT(fake->requests.count, 1 + LS_RETRIES_MAX);
}

TEST(a_single_try_is_one)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", BUSY);
    struct ls_call_spec ask = get_cm;
    ask.is_single_try = true;
    CHECK_INT(ask_and_run(fake, &ask, 10000).code, LS_E_TOO_MANY);
    CHECK_INT(fake->requests.count, 1);
}

TEST(the_deadline_covers_all_tries)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", BUSY, .times = 100);
    struct ls_call_spec ask = get_cm;
    ask.timeout_ms = 5000;
    struct seen seen = ask_and_run(fake, &ask, 10000);
    CHECK_INT(seen.code, LS_E_TOO_MANY);
    CHECK_INT(seen.at_ms, 4000);
    CHECK_INT(fake->requests.count, 3);
}

TEST(a_silent_server_is_left_at_the_deadline)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", .end = FAKE_HANGS, .times = 2);
    struct ls_call_spec ask = get_cm;
    ask.timeout_ms = 5000;
    struct seen seen = ask_and_run(fake, &ask, 10000);
    CHECK_INT(seen.code, LS_E_TIMEOUT);
    CHECK_INT(seen.at_ms, 5000);
    CHECK(fake->requests.at[0].is_gone);
    struct ls_call_spec write = create_cm;
    write.timeout_ms = 5000;
    CHECK_INT(ask_and_run(fake, &write, 10000).code, LS_E_UNKNOWN_RESULT);
    CHECK_INT(fake->requests.count, 2);
}

TEST(a_broken_read_is_repeated_after_a_second)
{
    const enum fake_end ends[] = {FAKE_BREAKS, FAKE_ABORTS};
    for (size_t i = 0; i < 2; i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, "*", .end = ends[i], .body = "{\"half\":");
        ON(fake, "*", .body = "{}");
        struct seen seen = ask_and_run(fake, &get_cm, 1000);
        CHECK_INT(seen.code, LS_OK);
        CHECK_INT(seen.at_ms, LS_RETRY_TRANSPORT_MS);
    }
}

TEST(a_broken_write_is_never_repeated)
{
    const enum fake_end ends[] = {FAKE_BREAKS, FAKE_ABORTS};
    for (size_t i = 0; i < 2; i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, "*", .status = 201, .end = ends[i], .body = "{\"half\":");
        struct ls_err err = {0};
        CHECK_CODE(ls_call_wait(fake->client, &create_cm, NULL, &err), LS_E_UNKNOWN_RESULT, err);
        CHECK_HAS(err.text, "it may or may not have been carried out");
        fake_run_ms(fake, 100000);
        CHECK_INT(fake->requests.count, 1);
    }
}

TEST(a_refusal_that_breaks_off_still_counts_by_its_status)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", .status = 409, .end = FAKE_ABORTS, .body = "{\"reason\":");
    CHECK_INT(ask_and_run(fake, &create_cm, 10000).code, LS_E_CONFLICT);
}

/* Whether the object or its kind is missing stands in the body alone. */
TEST(a_404_without_a_whole_body_says_nothing)
{
    static const enum fake_end ends[] = {FAKE_ABORTS, FAKE_ENDS};
    for (size_t i = 0; i < LS_COUNT(ends); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, "GET *", .status = 404, .end = ends[i], .body = "{\"reason\":");
        ON(fake, "GET *", .status = 404, .body = "{\"details\":{\"name\":\"a\"}}");
        struct seen read = ask_and_run(fake, &get_cm, 1000);
        CHECK_INT(read.code, LS_E_NOT_FOUND);
        CHECK(!read.is_kind_unknown);
        ON(fake, "POST *", .status = 404, .end = ends[i], .body = "{\"reason\":");
        struct seen write = ask_and_run(fake, &create_cm, 1000);
        CHECK_INT(write.code, LS_E_UNKNOWN_RESULT);
        CHECK(!write.is_kind_unknown);
        CHECK_INT(fake->requests.count, 3);
    }
}

/* ---- warnings, cancelling ---- */

TEST(warnings_come_with_each_answer_and_to_the_hook_once)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "*", .body = "{}", .times = 2,
       .headers = {{"warning", "299 - \"old API\""}, {"warning", "299 - \"unknown field\""}});
    CHECK_INT(ask_and_run(fake, &get_cm, 0).warning_count, 2);
    CHECK_INT(ask_and_run(fake, &get_cm, 0).warning_count, 2);
    CHECK_STR(ls_buf_text(&fake->warnings), "old API|unknown field|");
}

TEST(a_cancelled_call_is_silent_wherever_it_was)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET *", .end = FAKE_HANGS);
    ON(fake, "GET *", BUSY);
    struct seen seen = {.world = fake->world};
    struct ls_api_call call = {0};
    ls_api_call_cancel(&call);
    for (int i = 0; i < 2; i++) {
        ls_api_call_start(fake->client, &call, &get_cm, seen_note, &seen);
        fake_run_ms(fake, 100);
        ls_api_call_cancel(&call);
    }
    struct ls_call_spec bad = get_cm;
    bad.place.name = "..";
    ls_api_call_start(fake->client, &call, &bad, seen_note, &seen);
    ls_api_call_cancel(&call);
    fake_run_ms(fake, 100000);
    CHECK_INT(seen.calls, 0);
    CHECK(fake->requests.at[0].is_gone);
}

static void start_again(void *self, const struct ls_answer *answer)
{
    struct {
        struct ls_client *client;
        struct ls_api_call call;
        int rounds;
    } *chain = self;
    CHECK_INT(answer->code, LS_OK);
    if (++chain->rounds < 5)
        ls_api_call_start(chain->client, &chain->call, &get_cm, start_again, chain);
}

TEST(the_memory_of_a_call_is_free_in_its_done)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, "GET *", .body = "{}", .times = 5);
    struct {
        struct ls_client *client;
        struct ls_api_call call;
        int rounds;
    } chain = {.client = fake->client};
    ls_api_call_start(fake->client, &chain.call, &get_cm, start_again, &chain);
    fake_run_ms(fake, 0);
    CHECK_INT(chain.rounds, 5);
}

TEST(verbs_have_methods)
{
    for (int verb = 0; verb < LS_VERB_COUNT; verb++) {
        CHECK(ls_verb_row((enum ls_verb)verb)->method != NULL);
    }
}
