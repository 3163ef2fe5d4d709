/* The good days of a list-watch: listing by stream and by pages, following, resuming. */
#include "kube/list_watch.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kube/limits.h"
#include "kube/list_watch_impl.h"
#include "machine_check.h"
#include "support_fake.h"

#define PODS "GET /api/v1/pods"
#define STREAM                                                                                     \
    PODS "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true"                             \
         "&resourceVersionMatch=NotOlderThan"
#define WATCH PODS "?watch=true&allowWatchBookmarks=true&resourceVersion="

/* Events in static memory, so that they can stand in a program: "+a@5 ~a@6 -a@7 #8 !9" are ADDED,
 * MODIFIED, DELETED, BOOKMARK and the mark. */
static const char *events(const char *script)
{
    static struct ls_buf texts[8];
    static size_t next;
    struct ls_buf *out = &texts[next++ % 8];
    ls_buf_clear(out);
    struct ls_slice rest = ls_slice_of(script);
    while (rest.len > 0) {
        struct ls_slice word = ls_slice_cut(rest, ' ', &rest);
        char kind = word.at[0];
        struct ls_slice version = {0};
        struct ls_slice name = ls_slice_cut(ls_slice_from(word, 1), '@', &version);
        char text[2][64] = {"", ""};
        memcpy(text[0], name.at, name.len);
        if (version.at)
            memcpy(text[1], version.at, version.len);
        if (kind == '#' || kind == '!')
            fake_bookmark(out, text[0], kind == '!');
        else
            fake_event(out,
                       kind == '+'   ? "ADDED"
                       : kind == '~' ? "MODIFIED"
                                     : "DELETED",
                       text[0], text[1]);
    }
    ls_buf_add_text(out, "");
    return ls_buf_text(out);
}

TEST(its_life_is_a_sound_table)
{
    struct ls_err err = {0};
    CHECK_OK(machine_check(&ls_list_watch_machine, &err), err);
}

TEST(a_streaming_list_goes_over_into_the_watch)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = events("+b@3 +a@5 !9"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/b@3\nOBJECT* shop/a@5\nSYNCED 9\n");
    fake_write(fake, events("+c@10 ~a@11 -b@12"));
    CHECK_STR(fake_news(fake), "OBJECT shop/c@10\nOBJECT shop/a@11\nGONE shop/b@12\n");
    CHECK_STR(ls_buf_text(&fake->watch->version), "12");
    CHECK_INT(ls_known_count(fake->watch->known), 2);
    fake_run_ms(fake, 3600 * 1000);
    CHECK_INT(fake->requests.count, 1);
    CHECK(fake_is_exhausted(fake));
}

TEST(every_chunking_of_the_stream_tells_the_same)
{
    const char *text = events("+b@3 +a@5 !9 ~a@10 -b@11 #12");
    for (size_t chunk_bytes = 1; chunk_bytes <= strlen(text); chunk_bytes++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, STREAM, .body = text, .end = FAKE_OPEN, .chunk_bytes = chunk_bytes);
        fake_watch(fake, &fake_all_pods, NULL);
        fake_run_ms(fake, 2000);
        CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/b@3\nOBJECT* shop/a@5\nSYNCED 9\n"
                                   "OBJECT shop/a@10\nGONE shop/b@11\n");
        CHECK_STR(ls_buf_text(&fake->watch->version), "12");
    }
}

TEST(cut_at_every_byte_nothing_is_lost_and_nothing_reported_twice)
{
    const char *first = events("+a@3 !9 +b@10 ~a@11 #12");
    const char *mark = strstr(first, "initial-events-end");
    for (size_t cut = 0; cut <= strlen(first); cut++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        char part[4096];
        snprintf(part, sizeof part, "%.*s", (int)cut, first);
        ON(fake, STREAM, .body = part, .end = FAKE_ABORTS);
        /* Whatever was missed comes with the next request, whichever that is. */
        ON(fake, STREAM, .body = events("+a@11 +b@10 !12"), .end = FAKE_OPEN);
        ON(fake, WATCH "9", .body = events("+b@10 ~a@11 #12"), .end = FAKE_OPEN);
        ON(fake, WATCH "10", .body = events("~a@11 #12"), .end = FAKE_OPEN);
        ON(fake, WATCH "11", .body = events("#12"), .end = FAKE_OPEN);
        ON(fake, WATCH "12", .end = FAKE_OPEN);
        fake_watch(fake, &fake_all_pods, NULL);
        fake_run_ms(fake, 2000);
        CHECK_INT(fake->unexpected_count, 0);
        CHECK_INT(fake->requests.count, 2);
        CHECK_STR(ls_buf_text(&fake->watch->version), "12");
        const char *news = fake_news(fake);
        const char *found = strstr(news, "shop/a@11\n");
        CHECK(found && !strstr(found + 1, "shop/a@11\n"));
        found = strstr(news, "shop/b@10\n");
        CHECK(found && !strstr(found + 1, "shop/b@10\n"));
        CHECK(cut < (size_t)(mark - first) || strstr(news, "SYNCED"));
    }
}

TEST(the_first_list_is_the_most_recent_and_later_ones_not_older)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = events("+a@5 !9"));
    ON(fake, WATCH "9", .status = 410,
       .body = "{\"kind\":\"Status\",\"reason\":\"Expired\",\"code\":410}");
    ON(fake, STREAM "&resourceVersion=9", .body = events("+a@5 !20"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nSYNCED 9\nBEGIN\nSYNCED 20\n");
    CHECK(fake_is_exhausted(fake));
}

TEST(pages_where_there_are_no_streaming_lists)
{
    static const struct {
        int status;
        const char *body;
    } refusals[] = {
        {422, "{\"kind\":\"Status\",\"reason\":\"Invalid\",\"message\":\"sendInitialEvents is "
              "forbidden for watch unless the WatchList feature gate is enabled\"}"},
        {400, "{\"kind\":\"Status\",\"reason\":\"BadRequest\"}"},
        {405, ""},
        {200, "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"code\":500,\"reason\":"
              "\"InternalError\",\"message\":\"etcd is too old\"}}"},
    };
    for (size_t i = 0; i < LS_COUNT(refusals); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, STREAM, .status = refusals[i].status, .body = refusals[i].body);
        ON(fake, PODS "?limit=500",
           .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\",\"continue\":"
                   "\"t\"},\"items\":[{\"metadata\":{\"name\":\"a\",\"uid\":\"u-a\","
                   "\"resourceVersion\":\"5\"}}]}");
        ON(fake, PODS "?limit=500&continue=t",
           .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
                   "{\"metadata\":{\"name\":\"b\",\"uid\":\"u-b\",\"resourceVersion\":\"6\"}}]}");
        ON(fake, WATCH "9", .body = events("-a@10"), .end = FAKE_OPEN);
        fake_watch(fake, &fake_all_pods, NULL);
        CHECK_STR(fake_news(fake), "BEGIN\nBEGIN\nOBJECT* a@5\nOBJECT* b@6\nSYNCED 9\n"
                                   "GONE shop/a@10\n");
        CHECK_INT(ls_clock_mono_ms(fake->world->clock), 0);
        CHECK(fake_is_exhausted(fake));
    }
}

TEST(pages_from_the_start_when_asked_for)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, PODS "?limit=500",
       .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[]}");
    ON(fake, WATCH "9", .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, &(struct ls_list_watch_options){.is_without_streams = true});
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
}

TEST(a_selection_and_a_form_go_along)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_selection selection = {.resource = &fake_configmaps,
                                     .namespace_name = "shop",
                                     .labels = "app in (a, b)",
                                     .form = LS_FORM_METADATA};
    ON(fake,
       "GET /api/v1/namespaces/shop/configmaps?labelSelector=app%20in%20%28a%2C%20b%29&watch=true*",
       .body = events("!9"), .end = FAKE_OPEN);
    fake_watch(fake, &selection, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nSYNCED 9\n");
    CHECK_STR(fake->requests.at[0].accept,
              "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1");
}

TEST(a_clean_end_is_resumed_at_once_from_the_last_bookmark)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = events("+a@5 !9"), .end = FAKE_OPEN);
    ON(fake, WATCH "30", .body = events("~a@31"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    fake_news(fake);
    fake_write(fake, events("#30"));
    CHECK_STR(fake_news(fake), "");
    fake_run_ms(fake, 60000);
    fake_end(fake);
    CHECK_INT(fake->requests.at[1].at_ms, 60000);
    CHECK_STR(fake_news(fake), "OBJECT shop/a@31\n");
}

TEST(echoes_after_a_reconnect_are_not_reported_again)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = events("+a@5 !9 ~a@10 +b@11 -b@12"));
    ON(fake, WATCH "12", .body = events("~a@10 ~a@5 -b@12 -c@13 ~a@14"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nSYNCED 9\nOBJECT shop/a@10\n"
                               "OBJECT shop/b@11\nGONE shop/b@12\nOBJECT shop/a@14\n");
}

TEST(what_vanished_unseen_is_reported_with_the_next_list)
{
    for (int keeps_names = 0; keeps_names < 2; keeps_names++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        ON(fake, STREAM, .body = events("+a@5 +b@6 +c@7 !9"));
        ON(fake, WATCH "9", .status = 410);
        ON(fake, STREAM "&resourceVersion=9", .body = events("+b@6 +d@15 !20"), .end = FAKE_OPEN);
        fake_watch(fake, &fake_all_pods,
                   &(struct ls_list_watch_options){.keeps_names = keeps_names});
        const char *news = fake_news(fake);
        CHECK_HAS(news, "SYNCED 9\nBEGIN\nOBJECT* shop/d@15\nGONE* ");
        CHECK_HAS(news, "\nSYNCED 20\n");
        CHECK((strstr(news, "GONE* shop/a\n") != NULL) == keeps_names);
        CHECK((strstr(news, "GONE* shop/c\n") != NULL) == keeps_names);
        CHECK(!strstr(news, "GONE* shop/b\n"));
        CHECK_INT(ls_known_count(fake->watch->known), 2);
    }
}

TEST(changes_during_the_initial_events_are_reported_too)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM, .body = events("+a@5 +b@6 ~a@10 -b@11 !12"), .end = FAKE_OPEN);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_STR(fake_news(fake), "BEGIN\nOBJECT* shop/a@5\nOBJECT* shop/b@6\nOBJECT* shop/a@10\n"
                               "GONE shop/b@11\nSYNCED 12\n");
}

static void line_keep(void *self, struct ls_slice line)
{
    ls_buf_add_slice(self, line);
}

TEST(its_moves_can_be_read_in_the_log_and_say_why)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_buf log LS_AUTO(ls_buf_release) = {0};
    ls_world_log_to(fake->world, LS_LEVEL_DEBUG, LS_LOG_TEXT, line_keep, &log);
    ON(fake, STREAM, .status = 422);
    ON(fake, PODS "?limit=500", .end = FAKE_HANGS);
    fake_watch(fake, &fake_all_pods, NULL);
    CHECK_HAS(ls_buf_text(&log), "list-watch moved");
    CHECK_HAS(ls_buf_text(&log), "watch pods");
    CHECK_HAS(ls_buf_text(&log), "the server has no streaming lists");
    CHECK_HAS(ls_buf_text(&log), "ListingPages");
    ls_list_watch_free(fake->watch);
    fake->watch = NULL;
}

/* ---- freeing ---- */

struct freeing {
    struct fake *fake;
    size_t report_bytes; /* frees the list-watch when so much was reported */
};

static void free_when_reached(void *self, const struct ls_news *news)
{
    const struct freeing *freeing = self;
    struct fake *fake = freeing->fake;
    fake_news_add(fake, news);
    if (fake->news.len < freeing->report_bytes)
        return;
    ls_list_watch_free(fake->watch);
    fake->watch = NULL;
}

/* False: it never reported so much. */
static bool free_when_reported(size_t report_bytes, bool is_paged)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    ON(fake, STREAM "*", .body = events("+a@5 +b@6 !9 ~a@10 -b@11"), .times = 2);
    ON(fake, PODS "?limit=500*", .times = 2,
       .body = "{\"kind\":\"PodList\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":["
               "{\"metadata\":{\"name\":\"a\",\"uid\":\"u-a\",\"resourceVersion\":\"5\"}}]}");
    ON(fake, WATCH "*", .status = 410);
    ON(fake, WATCH "*", .status = 500);
    ON(fake, WATCH "*", .end = FAKE_OPEN, .times = 10);
    struct freeing freeing = {fake, report_bytes};
    struct ls_err err = {0};
    struct ls_list_watch_options options = {.is_without_streams = is_paged, .keeps_names = true};
    CHECK_OK(ls_list_watch_start(fake->client, &fake_all_pods, &options, free_when_reached,
                                 &freeing, &fake->watch, &err),
             err);
    fake_run_ms(fake, 5000);
    bool was_freed = fake->watch == NULL;
    size_t len = fake->news.len;
    size_t requests = fake->requests.count;
    fake_run_ms(fake, 100000);
    CHECK(!was_freed || (fake->news.len == len && fake->requests.count == requests));
    return was_freed;
}

TEST(it_may_be_freed_inside_any_of_its_news)
{
    for (int is_paged = 0; is_paged < 2; is_paged++) {
        size_t report_bytes = 1;
        while (free_when_reported(report_bytes, is_paged))
            report_bytes++;
        CHECK(report_bytes > 50);
    }
}

TEST(it_may_be_freed_in_every_state)
{
    const char *states[] = {"Idle",     "Listing",       "ListingPages",
                            "Watching", "WaitingToList", "WaitingToWatch"};
    for (size_t i = 0; i < LS_COUNT(states); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct ls_list_watch_options options = {.is_without_streams = i == 2};
        ON(fake, PODS "?limit*", .end = FAKE_HANGS);
        if (i == 1)
            ON(fake, STREAM, .end = FAKE_HANGS);
        if (i == 4)
            ON(fake, STREAM, .status = 500);
        if (i == 3 || i == 5)
            ON(fake, STREAM, .body = events("!9"), .end = i == 5 ? FAKE_ABORTS : FAKE_OPEN);
        struct ls_err err = {0};
        CHECK_OK(ls_list_watch_start(fake->client, &fake_all_pods, &options, fake_news_add, fake,
                                     &fake->watch, &err),
                 err);
        if (i > 0)
            fake_run_ms(fake, 0);
        CHECK_STR(ls_list_watch_machine.states[fake->watch->state].name, states[i]);
        ls_list_watch_free(fake->watch);
        fake->watch = NULL;
        fake_run_ms(fake, 100000);
        CHECK(fake->requests.count <= 1);
    }
    ls_list_watch_free(NULL);
}

TEST(a_selection_that_makes_no_request_is_refused_at_once)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_selection selection = {.resource = &fake_pods, .namespace_name = ".."};
    struct ls_err err = {0};
    CHECK_CODE(ls_list_watch_start(fake->client, &selection, NULL, fake_news_add, fake,
                                   &fake->watch, &err),
               LS_E_INVALID, err);
    CHECK(fake->watch == NULL);
}
