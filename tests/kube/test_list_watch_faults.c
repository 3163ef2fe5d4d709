/* The bad days of a list-watch: expired revisions in every place, servers that break off, lie, stay
 * silent or come back older than they were; and how long it waits each time. */
#include "kube/list_watch.h"

#include <string.h>

#include "check.h"
#include "kube/limits.h"
#include "kube/list_watch_impl.h"
#include "support_fake.h"

#define PODS "GET /api/v1/pods"
#define STREAM                                                                                     \
    PODS "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true"                             \
         "&resourceVersionMatch=NotOlderThan"
#define WATCH PODS "?watch=true&allowWatchBookmarks=true&resourceVersion="

#define POD_A                                                                                      \
    "{\"metadata\":{\"name\":\"a\",\"namespace\":\"shop\",\"uid\":\"u-a\",\"resourceVersion\":"    \
    "\"5\"}}"
#define ADDED_A "{\"type\":\"ADDED\",\"object\":" POD_A "}\n"
#define MARK(rv)                                                                                   \
    "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":\"" rv "\","             \
    "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\n"
#define SYNCED_9 ADDED_A MARK("9")
#define PAGE(rv, token, items)                                                                     \
    "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"" rv "\",\"continue\":\"" token     \
    "\"},\"items\":[" items "]}"
#define EXPIRED_STATUS                                                                             \
    "{\"kind\":\"Status\",\"status\":\"Failure\",\"message\":\"too old resource version: 9 "       \
    "(700)\",\"reason\":\"Expired\",\"code\":410}"
#define EXPIRED_EVENT "{\"type\":\"ERROR\",\"object\":" EXPIRED_STATUS "}\n"
#define TOO_NEW                                                                                    \
    "{\"kind\":\"Status\",\"code\":504,\"reason\":\"Timeout\",\"message\":\"Timeout: Too large "   \
    "resource version: 9, current: 5\",\"details\":{\"causes\":[{\"reason\":"                      \
    "\"ResourceVersionTooLarge\",\"message\":\"Too large resource version\"}],"                    \
    "\"retryAfterSeconds\":1}}"

/* Synced at 9 by a stream that then ends. */
static struct fake *fake_synced(void)
{
    struct fake *fake = fake_new();
    ON(fake, STREAM, .body = SYNCED_9, .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nSYNCED 9\n");
    return fake;
}

/* ---- 410 in each place ---- */

TEST(expired_in_the_running_stream)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, STREAM "&resourceVersion=9", .body = ADDED_A MARK("700"), .end = FAKE_OPEN);
    fake_write(fake, EXPIRED_EVENT);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 700\n");
    CHECK_INT(fake->requests.at[1].at_ms, 0);
}

TEST(expired_when_resuming)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .body = EXPIRED_EVENT);
    ON(fake, STREAM "&resourceVersion=9", .body = MARK("700"), .end = FAKE_OPEN);
    fake_end(fake);
    CHECK_STR(fake_news(fake), "BEGIN\nGONE* \nSYNCED 700\n");
}

TEST(expired_when_listing_again_leads_to_the_most_recent)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .status = 410, .body = EXPIRED_STATUS);
    ON(fake, STREAM "&resourceVersion=9", .status = 410, .body = EXPIRED_STATUS);
    ON(fake, STREAM, .body = ADDED_A MARK("700"), .end = FAKE_OPEN);
    fake_end(fake);
    CHECK_STR(fake_news(fake), "BEGIN\nBEGIN\nSYNCED 700\n");
    CHECK_INT(fake->requests.at[3].at_ms, 0);
    CHECK(fake_is_exhausted(fake));
}

TEST(expired_between_pages_begins_the_list_anew)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, PODS "?limit=500", .body = PAGE("9", "t", POD_A));
    ON(fake, PODS "?limit=500&continue=t", .status = 410, .body = EXPIRED_STATUS);
    ON(fake, PODS, .body = PAGE("12", "", POD_A));
    ON(fake, WATCH "12", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, &(struct ls_list_watch_options){.is_without_streams = true});
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nBEGIN\nSYNCED 12\n");
}

TEST(expired_in_the_first_page_of_a_relist_leads_to_the_most_recent)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, PODS "?limit=500", .body = PAGE("9", "", POD_A));
    ON(fake, WATCH "9", .status = 410);
    ON(fake, PODS "?limit=500&resourceVersion=9&resourceVersionMatch=NotOlderThan", .status = 410);
    ON(fake, PODS "?limit=500", .body = PAGE("12", "", ""));
    ON(fake, WATCH "12", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods,
               &(struct ls_list_watch_options){.is_without_streams = true, .keeps_names = true});
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nSYNCED 9\nBEGIN\nBEGIN\nGONE* shop/a\n"
                               "SYNCED 12\n");
    CHECK(fake_is_exhausted(fake));
}

TEST(expired_even_when_asking_for_the_most_recent_waits)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .status = 410);
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nTROUBLE gone\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(a_watch_that_always_expires_makes_no_storm_of_lists)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM "*", .body = MARK("9") EXPIRED_EVENT, .times = 1000);
    fake_watch(fake, &fake_all_pods, NULL);
    fake_run_ms(fake, 60000);
    CHECK(fake->requests.count < 10);
}

/* ---- a server that is older than it was ---- */

TEST(a_server_that_came_back_older_is_believed)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .status = 504, .body = TOO_NEW, .headers = {{"retry-after", "1"}});
    ON(fake, STREAM,
       .body = "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"a\",\"uid\":\"u-a\","
               "\"resourceVersion\":\"3\"}}}\n" MARK("4"),
       .end = FAKE_OPEN);
    fake_end(fake);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* a@3\nSYNCED 4 set back from 9\n");
    CHECK_STR(ls_buf_text(&fake->watch->version), "4");
    fake_write(fake, "{\"type\":\"MODIFIED\",\"object\":{\"metadata\":{\"name\":\"a\",\"uid\":"
                     "\"u-a\",\"resourceVersion\":\"5\"}}}\n");
    CHECK_STR(fake_news(fake), "OBJECT a@5\n");
}

TEST(a_relist_that_is_too_new_asks_for_the_most_recent_at_once)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .body = EXPIRED_EVENT);
    ON(fake, STREAM "&resourceVersion=9", .status = 504, .body = TOO_NEW);
    ON(fake, STREAM, .body = ADDED_A MARK("5"), .end = FAKE_OPEN);
    fake_end(fake);
    CHECK_STR(fake_news(fake), "BEGIN\nBEGIN\nSYNCED 5 set back from 9\n");
    CHECK_INT(fake->requests.at[3].at_ms, 0);
}

#define PROOF PODS "?resourceVersion=9&resourceVersionMatch=NotOlderThan&limit=1"

TEST(a_resumed_watch_without_a_sign_of_life_is_checked_once)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    ON(fake, PROOF, .body = PAGE("9", "", ""));
    fake_end(fake);
    fake_run_ms(fake, 24 * 3600 * 1000);
    CHECK_INT(fake->requests.count, 3);
    CHECK_INT(fake->requests.at[2].at_ms, LS_WATCH_PROOF_MS);
    CHECK_STR(fake_news(fake), "");
}

TEST(a_silent_server_that_does_not_know_our_revision_is_listed_anew)
{
    static const struct fake_program answers[] = {
        {.ask = PROOF, .status = 504, .body = TOO_NEW, .headers = {{"retry-after", "1"}}},
        {.ask = PROOF, .body = PAGE("5", "", "")},
    };
    for (size_t i = 0; i < LS_COUNT(answers); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
        ON(fake, WATCH "9", .end = FAKE_OPEN);
        fake_program(fake, &answers[i]);
        ON(fake, STREAM, .body = MARK("5"), .end = FAKE_OPEN);
        fake_end(fake);
        fake_run_ms(fake, LS_WATCH_PROOF_MS);
        CHECK_STR(fake_news(fake), "BEGIN\nGONE* \nSYNCED 5 set back from 9\n");
        CHECK(fake->requests.at[1].is_gone);
    }
}

TEST(one_bookmark_is_proof_enough)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_end(fake);
    fake_write(fake, "{\"type\":\"BOOKMARK\",\"object\":{\"metadata\":{\"resourceVersion\":"
                     "\"10\"}}}\n");
    fake_run_ms(fake, 24 * 3600 * 1000);
    CHECK_INT(fake->requests.count, 2);
}

/* ---- breaking off, and pauses ---- */

TEST(a_broken_watch_is_resumed_after_a_pause_not_listed_anew)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_abort(fake);
    CHECK_STR(fake_news(fake), "TROUBLE io\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "");
    CHECK(fake_is_exhausted(fake));
}

TEST(pauses_grow_to_the_cap_and_start_over_after_quiet)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .status = 500, .times = 12);
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    fake_run_ms(fake, 20 * 60000);
    CHECK_INT(fake->requests.count, 13);
    int64_t expected_ms = LS_BACKOFF_START_MS;
    for (size_t i = 1; i < 13; i++) {
        int64_t pause_ms = fake->requests.at[i].at_ms - fake->requests.at[i - 1].at_ms;
        CHECK(pause_ms >= expected_ms && pause_ms < 2 * expected_ms);
        expected_ms = LS_MIN(2 * expected_ms, LS_BACKOFF_MAX_MS);
    }
    /* Long quiet by now: the next trouble waits like the first. */
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    int64_t broke_ms = ls_clock_mono_ms(fake->world->clock);
    fake_abort(fake);
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_INT(fake->requests.count, 14);
    CHECK(fake->requests.at[13].at_ms - broke_ms < 2 * LS_BACKOFF_START_MS);
}

TEST(a_busy_server_is_left_alone_for_as_long_as_it_says)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .status = 429, .headers = {{"retry-after", "7"}});
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nTROUBLE too-many\n");
    fake_run_ms(fake, 7000);
    CHECK_INT(fake->requests.at[1].at_ms, 7000);
}

TEST(an_absurd_wish_is_not_followed)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .status = 429, .headers = {{"retry-after", "2147483647"}});
    ON(fake, STREAM,
       .body = "{\"type\":\"ERROR\",\"object\":{\"code\":429,\"reason\":\"TooManyRequests\","
               "\"details\":{\"retryAfterSeconds\":2000000000}}}");
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nTROUBLE too-many\n");
    fake_run_ms(fake, LS_BACKOFF_WISH_MAX_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nTROUBLE too-many\n");
    fake_run_ms(fake, LS_BACKOFF_WISH_MAX_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(a_watch_that_ends_at_once_makes_no_storm)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .times = 1000);
    fake_end(fake);
    CHECK_STR(fake_news(fake), "TROUBLE server\n");
    fake_run_ms(fake, 60000);
    CHECK(fake->requests.count < 10);
}

TEST(a_list_that_ends_before_its_mark_is_listed_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = ADDED_A);
    ON(fake, STREAM, .body = SYNCED_9, .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nTROUBLE server\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(a_page_that_breaks_waits_and_lists_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, PODS "?limit=500", .body = "{\"kind\":\"PodList\",\"items\":[" POD_A ",{",
       .end = FAKE_ABORTS);
    ON(fake, PODS "?limit=500", .body = PAGE("9", "", POD_A));
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, &(struct ls_list_watch_options){.is_without_streams = true});
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nTROUBLE io\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(a_user_without_rights_hears_it_and_is_tried_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .status = 403,
       .body =
           "{\"kind\":\"Status\",\"reason\":\"Forbidden\",\"message\":\"pods is forbidden: User "
           "\\\"eve\\\" cannot list\"}");
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nTROUBLE forbidden\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(an_end_in_the_middle_of_an_event_is_trouble)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_write(fake, "{\"type\":\"ADDED\",\"obj");
    fake_end(fake);
    CHECK_STR(fake_news(fake), "TROUBLE protocol\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK(fake_is_exhausted(fake));
}

/* ---- silence before the mark ---- */

TEST(a_list_without_its_mark_is_noted_then_paged)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = ADDED_A, .end = FAKE_OPEN);
    ON(fake, PODS "?limit=500", .body = PAGE("9", "", POD_A));
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\n");
    fake_run_ms(fake, LS_MARK_NOTE_MS); /* the object came in the first interval */
    CHECK_STR(fake_news(fake), "");
    fake_run_ms(fake, 2 * LS_MARK_NOTE_MS);
    CHECK_STR(fake_news(fake), "TROUBLE timeout\nTROUBLE timeout\n");
    fake_run_ms(fake, LS_MARK_NOTE_MS);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
    CHECK(fake->requests.at[0].is_gone);
    CHECK(fake_is_exhausted(fake));
}

TEST(a_watch_that_is_not_answered_is_asked_for_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .end = FAKE_HANGS);
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_end(fake);
    fake_run_ms(fake, LS_WATCH_HEAD_MS);
    CHECK_STR(fake_news(fake), "TROUBLE timeout\n");
    fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
    CHECK(fake_is_exhausted(fake));
}

TEST(a_slow_but_living_list_is_not_disturbed)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    for (int i = 0; i < 20; i++) {
        fake_run_ms(fake, LS_MARK_NOTE_MS - 1);
        fake_write(fake, " ");
    }
    fake_write(fake, SYNCED_9);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nSYNCED 9\n");
    CHECK_INT(fake->requests.count, 1);
}

/* ---- what cannot be read ---- */

static const struct {
    const char *text;
    const char *news;
} unreadable_rows[] = {
    {"{\"type\":\"ADDED\",\"object\":{\"metadata\":}}\n", "TROUBLE protocol\n"},
    {"{\"type\":\"PUZZLED\",\"object\":{}}\n", "TROUBLE protocol\n"},
    {"{\"type\":7,\"object\":{}}\n", "TROUBLE protocol\n"},
    {"{\"type\":\"ADDED\"}\n", "TROUBLE protocol\n"},
    {"garbage\n", "TROUBLE protocol\n"},
    {"{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":500,\"message\":\"boom\"}}\n",
     "TROUBLE server\n"},
    {"{\"type\":\"ERROR\",\"object\":{}}\n", "TROUBLE protocol\n"},
};

TEST(an_unreadable_event_is_asked_for_again)
{
    for (size_t i = 0; i < LS_COUNT(unreadable_rows); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
        ON(fake, WATCH "9", .end = FAKE_OPEN);
        fake_write(fake, unreadable_rows[i].text);
        CHECK_STR(fake_news(fake), unreadable_rows[i].news);
        fake_run_ms(fake, 2 * LS_BACKOFF_START_MS);
        CHECK(fake_is_exhausted(fake));
    }
}

TEST(an_event_that_stays_unreadable_is_gone_around_by_a_list)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_synced();
    ON(fake, WATCH "9", .body = "garbage");
    ON(fake, STREAM "&resourceVersion=9", .body = ADDED_A MARK("12"), .end = FAKE_OPEN);
    fake_write(fake, "garbage");
    fake_run_ms(fake, 10 * LS_BACKOFF_START_MS);
    CHECK_STR(fake_news(fake), "TROUBLE protocol\nTROUBLE protocol\nBEGIN\nSYNCED 12\n");
}

static void trouble_keep(void *self, const struct ls_news *news)
{
    if (news->kind == LS_NEWS_TROUBLE)
        ls_buf_printf(self, "%s\n", news->trouble->text);
}

TEST(a_huge_object_is_refused_by_name)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf reported LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text,
                    "{\"type\":\"ADDED\",\"object\":{\"metadata\":{\"name\":\"big\"},\"x\":\"");
    memset(ls_buf_reserve(&text, LS_OBJECT_BYTES_MAX), 'x', LS_OBJECT_BYTES_MAX);
    ls_buf_commit(&text, LS_OBJECT_BYTES_MAX);
    ON(fake, STREAM, .body = ls_buf_text(&text), .end = FAKE_OPEN, .chunk_bytes = 1 << 20);
    struct ls_err err = {0};
    CHECK_OK(ls_list_watch_start(fake->client, &fake_all_pods, NULL, trouble_keep, &reported,
                                 &fake->watch, &err),
             err);
    fake_run_ms(fake, 100);
    CHECK_STR(ls_buf_text(&reported),
              "watch pods: object 1 big of the server's event stream has more than 8388608 bytes "
              "of JSON, the limit\n");
    CHECK(fake->requests.at[0].is_gone);
}

/* A proxy may end every answer after a while. */
TEST(streams_that_never_come_to_their_mark_are_given_up_for_pages)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = ADDED_A, .end = FAKE_ABORTS, .times = LS_MARK_TRIES_MAX);
    ON(fake, PODS "?limit=500", .body = PAGE("9", "", POD_A));
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    fake_run_ms(fake, 60000);
    CHECK_HAS(fake_news(fake), "SYNCED 9\n");
    CHECK(fake_is_exhausted(fake));
}

TEST(a_server_that_is_down_keeps_its_streaming_lists)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .end = FAKE_BREAKS, .times = 3 * LS_MARK_TRIES_MAX);
    ON(fake, STREAM, .body = MARK("9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    fake_run_ms(fake, 600000);
    CHECK_HAS(fake_news(fake), "SYNCED 9\n");
    CHECK(fake_is_exhausted(fake));
}

/* Without a revision to follow from, a deletion between list and watch would never be reported. */
TEST(a_list_without_a_revision_is_not_followed)
{
    static const struct {
        const char *ask;
        const char *body;
        bool is_paged;
    } rows[] = {
        {STREAM, ADDED_A MARK(""), false},
        {PODS "?limit=500", PAGE("", "", POD_A), true},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, rows[i].ask, .body = rows[i].body, .end = FAKE_ENDS);
        fake_watch(fake, &fake_all_pods,
                   &(struct ls_list_watch_options){.is_without_streams = rows[i].is_paged});
        CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nTROUBLE protocol\n");
    }
}
