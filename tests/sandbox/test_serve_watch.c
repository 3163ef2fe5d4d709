/* Watches on a collection: what a client is sent, when, and how it ends. Time moves by hand. */
#include "sandbox/serve/watch.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/mem.h"
#include "check.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/store/limits.h"
#include "support_collection.h"

/* The client's end: what it got, and how much it has not read yet. */
struct client {
    struct ls_exchange exchange; /* first */
    struct ls_buf got;
    size_t waiting; /* reported by the next write, in addition to its own bytes */
    bool is_slow;   /* reads nothing until client_read() */
    bool is_ended;
    bool is_aborted;
};

static void client_head(struct ls_exchange *exchange, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)headers, (void)header_count;
    CHECK_INT(status, 200);
    CHECK(((struct client *)exchange)->got.len == 0);
}

static size_t client_write(struct ls_exchange *exchange, struct ls_slice data)
{
    struct client *client = (struct client *)exchange;
    CHECK(!client->is_ended);
    ls_buf_add_slice(&client->got, data);
    client->waiting += client->is_slow ? data.len : 0;
    return client->waiting;
}

static void client_end(struct ls_exchange *exchange)
{
    ((struct client *)exchange)->is_ended = true;
}

static void client_abort(struct ls_exchange *exchange)
{
    ((struct client *)exchange)->is_aborted = true;
}

static const struct ls_exchange_ops client_ops = {client_head, client_write, client_end,
                                                  client_abort};

static void client_read(struct client *client)
{
    client->waiting = 0;
    if (!client->is_ended && client->exchange.on_drain)
        client->exchange.on_drain(client->exchange.on_drain_self);
}

static void client_leave(struct client *client)
{
    client->is_ended = true;
    client->exchange.on_gone(client->exchange.on_gone_self);
}

static void client_release(struct client *client)
{
    ls_buf_release(&client->got);
}

struct watch_stage {
    struct collection_stage collection;
    struct ls_serve serve;
    struct ls_watches *watches;
};

static void stage_init(struct watch_stage *stage)
{
    *stage = (struct watch_stage){0};
    collection_stage_init(&stage->collection);
    stage->serve =
        (struct ls_serve){.cluster = &stage->collection.cluster, .metrics = ls_metrics_new()};
    stage->watches = ls_watches_new(&stage->collection.cluster, &(struct ls_watches_options){0});
}

static void stage_release(struct watch_stage *stage)
{
    ls_watches_free(stage->watches);
    ls_metrics_free(stage->serve.metrics);
    CHECK_INT(stage->collection.kind.refs, 1);
    collection_stage_release(&stage->collection);
}

/* Runs everything that is due now. */
static void settle(struct watch_stage *stage)
{
    struct ls_loop *loop = stage->collection.world->loop;
    uint64_t before;
    do {
        before = ls_loop_counts(loop).calls;
        (void)ls_loop_step(loop, 0);
    } while (ls_loop_counts(loop).calls != before);
}

static void pass(struct watch_stage *stage, int64_t ms)
{
    struct ls_clock *clock = &stage->collection.world->virtual_clock.clock;
    int64_t end = ls_clock_mono_ms(clock) + ms;
    while (ls_clock_mono_ms(clock) < end)
        if (!ls_loop_step(stage->collection.world->loop, end - ls_clock_mono_ms(clock)))
            return;
}

static const struct ls_failure *watch_in(struct watch_stage *stage, struct client *client,
                                         const char *namespace_name, const char *query,
                                         struct ls_response_form form, struct ls_list_query options)
{
    struct ls_api_request request = {
        .serve = &stage->serve,
        .cluster = &stage->collection.cluster,
        .arena = &stage->collection.arena,
        .exchange = &client->exchange,
        .kind = &stage->collection.kind,
        .at = {.namespace_name = ls_slice_of(namespace_name)},
        .query = ls_query_read(&stage->collection.arena, ls_slice_of(query)),
        .verb = LS_API_WATCH,
        .form = form,
        .non_resource = "",
    };
    client->exchange.ops = &client_ops;
    request.asked = &client->exchange.asked;
    options.is_watch = true;
    if (options.timeout_s == 0)
        options.timeout_s = -1;
    return ls_watch_start(stage->watches, &request, &options);
}

#define WATCH(stage, client, ...)                                                                  \
    CHECK(!watch_in(stage, client, "n", "", (struct ls_response_form){0},                          \
                    (struct ls_list_query){__VA_ARGS__}))

/* The lines in short: "A:a@3 M:a@4 B:@5! ": type, name, revision, ! for the end of the initial
 * events. */
static const char *seen(struct watch_stage *stage, struct client *client)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (struct ls_slice rest = ls_buf_slice(&client->got); rest.len > 0;) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        char text[4096], name[64] = "", revision[32] = "";
        snprintf(text, sizeof text, "%.*s", LS_ARG(line));
        const char *at = strstr(text, "\"name\":\"");
        if (at)
            sscanf(at, "\"name\":\"%60[^\"]", name);
        at = strstr(text, "\"resourceVersion\":\"");
        if (at)
            sscanf(at, "\"resourceVersion\":\"%30[^\"]", revision);
        ls_buf_printf(&out, "%c:%s@%s%s ", text[strlen("{\"type\":\"")], name, revision,
                      strstr(text, "initial-events-end") ? "!" : "");
    }
    return ls_arena_dup(&stage->collection.arena, ls_buf_slice(&out));
}

#define TEXT(literal) LS_SLICE(literal)

TEST(a_watch_from_a_revision_sees_what_came_after)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "");
    collection_stage_put(&stage.collection, "n", "b", "");
    collection_stage_put(&stage.collection, "m", "c", "");
    WATCH(&stage, &client, .revision = TEXT("2"));
    CHECK_STR(seen(&stage, &client), "A:b@3 ");
    collection_stage_put(&stage.collection, "n", "a", "");
    collection_stage_remove(&stage.collection, "n", "b");
    collection_stage_put(&stage.collection, "m", "d", "");
    settle(&stage);
    CHECK_STR(seen(&stage, &client), "A:b@3 M:a@5 D:b@6 ");
}

TEST(a_line_is_an_event_with_the_object)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"));
    collection_stage_put(&stage.collection, "n", "a", "");
    settle(&stage);
    CHECK_STR(ls_buf_text(&client.got),
              "{\"type\":\"ADDED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
              "\"metadata\":{\"name\":\"a\",\"namespace\":\"n\",\"resourceVersion\":\"2\"}}}\n");
}

TEST(without_a_revision_it_begins_with_what_is_there)
{
    static const char *const revisions[] = {"", "0"};
    for (size_t i = 0; i < LS_COUNT(revisions); i++) {
        struct watch_stage stage LS_AUTO(stage_release);
        struct client client LS_AUTO(client_release) = {0};
        stage_init(&stage);
        collection_stage_put(&stage.collection, "n", "b", "");
        collection_stage_put(&stage.collection, "n", "a", "");
        collection_stage_put(&stage.collection, "n", "b", "");
        WATCH(&stage, &client, .revision = ls_slice_of(revisions[i]));
        collection_stage_put(&stage.collection, "n", "c", "");
        settle(&stage);
        CHECK_STR(seen(&stage, &client), "A:a@3 A:b@4 A:c@5 ");
    }
}

TEST(the_beginning_ends_with_a_bookmark_for_who_allows_them)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0}, other LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "");
    WATCH(&stage, &client, .has_match = true, .sends_initial_events = true,
          .allows_bookmarks = true);
    WATCH(&stage, &other, .allows_bookmarks = true);
    CHECK_STR(seen(&stage, &client), "A:a@2 B:@2! ");
    CHECK_STR(seen(&stage, &other), "A:a@2 B:@2! ");
    CHECK_HAS(ls_buf_text(&client.got),
              "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
              "\"metadata\":{\"resourceVersion\":\"2\",\"annotations\":{"
              "\"k8s.io/initial-events-end\":\"true\"}}}}\n");
}

TEST(initial_events_may_be_declined)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "");
    WATCH(&stage, &client, .has_match = true);
    collection_stage_put(&stage.collection, "n", "b", "");
    settle(&stage);
    CHECK_STR(seen(&stage, &client), "A:b@3 ");
}

TEST(a_revision_too_old_is_one_error_and_the_end)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "");
    ls_store_compact(stage.collection.cluster.store);
    WATCH(&stage, &client, .revision = TEXT("1"));
    CHECK_STR(ls_buf_text(&client.got),
              "{\"type\":\"ERROR\",\"object\":{\"kind\":\"Status\",\"apiVersion\":\"v1\","
              "\"metadata\":{},\"status\":\"Failure\",\"message\":\"too old resource version: 1 "
              "(2)\",\"reason\":\"Expired\",\"code\":410}}\n");
    CHECK(client.is_ended);
    CHECK_INT(ls_watches_count(stage.watches), 0);
}

TEST(a_revision_to_come_is_silent_until_it_has_come)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("3"));
    collection_stage_put(&stage.collection, "n", "a", "");
    collection_stage_put(&stage.collection, "n", "b", "");
    settle(&stage);
    CHECK_STR(seen(&stage, &client), "");
    collection_stage_put(&stage.collection, "n", "c", "");
    settle(&stage);
    CHECK_STR(seen(&stage, &client), "A:c@4 ");
}

TEST(initial_events_of_a_revision_to_come_are_an_error)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("9"), .has_match = true, .sends_initial_events = true);
    CHECK_HAS(ls_buf_text(&client.got), "Timeout: Too large resource version: 9, current: 1");
    CHECK_HAS(ls_buf_text(&client.got), "\"code\":504");
    CHECK(client.is_ended);
}

/* An object that leaves the selection is deleted for this client: it gets the old object at the new
 * revision. */
TEST(a_selection_makes_its_own_events)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "\"labels\":{\"t\":\"1\"}");
    collection_stage_put(&stage.collection, "n", "b", "");
    WATCH(&stage, &client, .label_selector = TEXT("t"));
    collection_stage_put(&stage.collection, "n", "a", "");
    collection_stage_put(&stage.collection, "n", "a", "");
    collection_stage_put(&stage.collection, "n", "a", "\"labels\":{\"t\":\"2\"}");
    collection_stage_put(&stage.collection, "n", "a", "\"labels\":{\"t\":\"3\"}");
    collection_stage_remove(&stage.collection, "n", "b");
    collection_stage_remove(&stage.collection, "n", "a");
    settle(&stage);
    CHECK_STR(seen(&stage, &client), "A:a@2 D:a@4 A:a@6 M:a@7 D:a@9 ");
    CHECK_HAS(ls_buf_text(&client.got),
              "{\"type\":\"DELETED\",\"object\":{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\","
              "\"metadata\":{\"name\":\"a\",\"namespace\":\"n\",\"resourceVersion\":\"4\","
              "\"labels\":{\"t\":\"1\"}}}}");
}

TEST(a_bad_selector_is_refused_before_anything_is_sent)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    const struct ls_failure *failure =
        watch_in(&stage, &client, "n", "", (struct ls_response_form){0},
                 (struct ls_list_query){.field_selector = TEXT("x=y")});
    CHECK(failure);
    CHECK_INT(failure->code, 400);
    CHECK_INT(ls_watches_count(stage.watches), 0);
}

TEST(bookmarks_come_each_minute_and_before_the_end)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"), .allows_bookmarks = true, .timeout_s = 150);
    pass(&stage, 59 * 1000);
    CHECK_STR(seen(&stage, &client), "");
    collection_stage_put(&stage.collection, "m", "elsewhere", "");
    pass(&stage, 2 * 1000);
    CHECK_STR(seen(&stage, &client), "B:@2 ");
    pass(&stage, 86 * 1000);
    CHECK_STR(seen(&stage, &client), "B:@2 B:@2 ");
    pass(&stage, 2 * 1000);
    CHECK_STR(seen(&stage, &client), "B:@2 B:@2 B:@2 ");
    CHECK(!client.is_ended);
    pass(&stage, 2 * 1000);
    CHECK(client.is_ended);
    CHECK_STR(seen(&stage, &client), "B:@2 B:@2 B:@2 ");
}

TEST(a_short_watch_has_no_bookmarks)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"), .allows_bookmarks = true, .timeout_s = 1);
    pass(&stage, 2000);
    CHECK(client.is_ended);
    CHECK_STR(seen(&stage, &client), "");
}

/* The default is between 30 and 60 minutes, from the world's random. */
TEST(a_watch_that_names_no_timeout_ends_after_the_default)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"));
    pass(&stage, 30 * 60 * 1000 - 1);
    CHECK(!client.is_ended);
    pass(&stage, 30 * 60 * 1000 + 1);
    CHECK(client.is_ended);
}

TEST(a_timeout_below_zero_ends_at_once)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    CHECK(!watch_in(&stage, &client, "n", "timeoutSeconds=-1", (struct ls_response_form){0},
                    (struct ls_list_query){.revision = TEXT("1"), .timeout_s = -1}));
    settle(&stage);
    CHECK(client.is_ended);
}

TEST(a_client_that_leaves_takes_its_watch_along)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"), .label_selector = TEXT("a"));
    CHECK_INT(ls_watches_count(stage.watches), 1);
    client_leave(&client);
    CHECK_INT(ls_watches_count(stage.watches), 0);
    collection_stage_put(&stage.collection, "n", "a", "");
    settle(&stage);
}

TEST(the_end_of_the_server_is_a_clean_end)
{
    struct watch_stage stage;
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"));
    stage_release(&stage);
    CHECK(client.is_ended && !client.is_aborted);
}

static void put_large(struct watch_stage *stage, const char *name)
{
    static char rest[LS_WATCH_WAITING_BYTES_MAX / 4];
    int len = snprintf(rest, sizeof rest, "\"annotations\":{\"a\":\"");
    memset(rest + len, 'x', sizeof rest - (size_t)len - 3);
    memcpy(rest + sizeof rest - 3, "\"}", 3);
    collection_stage_put(&stage->collection, "n", name, rest);
}

static size_t line_count(const struct client *client)
{
    size_t count = 0;
    for (size_t i = 0; i < client->got.len; i++)
        count += client->got.at[i] == '\n';
    return count;
}

TEST(a_slow_client_is_sent_no_more_than_the_limit)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {.is_slow = true};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"));
    for (int i = 0; i < 20; i++)
        put_large(&stage, "a");
    settle(&stage);
    CHECK(client.waiting >= LS_WATCH_WAITING_BYTES_MAX);
    CHECK(client.waiting < 2 * LS_WATCH_WAITING_BYTES_MAX);
    for (int i = 0; i < 8; i++)
        client_read(&client);
    CHECK_INT(line_count(&client), 20);
}

TEST(a_slow_client_gets_all_that_was_there_as_it_was)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {.is_slow = true};
    stage_init(&stage);
    char name[16];
    for (int i = 0; i < 10; i++) {
        snprintf(name, sizeof name, "a%d", i);
        put_large(&stage, name);
    }
    WATCH(&stage, &client, .allows_bookmarks = true);
    CHECK(line_count(&client) < 10);
    collection_stage_remove(&stage.collection, "n", "a9");
    collection_stage_put(&stage.collection, "n", "a00", "");
    settle(&stage);
    client.got.len = 0;
    for (int i = 0; i < 8; i++)
        client_read(&client);
    CHECK_STR(strstr(seen(&stage, &client), "A:a9"), "A:a9@11 B:@11! D:a9@12 A:a00@13 ");
}

TEST(a_client_that_history_has_left_behind_is_let_go)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {.is_slow = true};
    stage_init(&stage);
    WATCH(&stage, &client, .revision = TEXT("1"));
    for (int i = 0; i < 2000; i++) { /* more bytes than the history holds */
        put_large(&stage, "a");
        settle(&stage);
    }
    client_read(&client);
    CHECK(client.is_ended && !client.is_aborted);
    CHECK_INT(ls_watches_count(stage.watches), 0);
}

TEST(a_table_sends_its_columns_once)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    collection_stage_put(&stage.collection, "n", "a", "");
    CHECK(!watch_in(&stage, &client, "n", "", (struct ls_response_form){.as = LS_AS_TABLE},
                    (struct ls_list_query){0}));
    collection_stage_put(&stage.collection, "n", "a", "");
    settle(&stage);
    const char *columns = strstr(ls_buf_text(&client.got), "\"columnDefinitions\":[{");
    CHECK(columns != NULL);
    CHECK(!strstr(columns + 1, "\"columnDefinitions\":[{"));
    CHECK(strstr(columns, "\"columnDefinitions\":null"));
}

TEST(metadata_may_be_all_that_is_wanted)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    CHECK(!watch_in(&stage, &client, "n", "", (struct ls_response_form){.as = LS_AS_METADATA},
                    (struct ls_list_query){.allows_bookmarks = true}));
    CHECK_STR(ls_buf_text(&client.got),
              "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"PartialObjectMetadata\","
              "\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{\"resourceVersion\":\"1\","
              "\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\n");
}

static void define(struct watch_stage *stage, bool is_there)
{
    struct ls_collection *collection = stage->collection.kind.collection;
    stage->collection.kind.collection = ls_store_collection(
        stage->collection.cluster.store, "apiextensions.k8s.io", "customresourcedefinitions");
    if (is_there)
        collection_stage_put_with(
            &stage->collection, "", "configmaps.", "",
            "\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"configmaps\"}}");
    else
        collection_stage_remove_with(
            &stage->collection, "", "configmaps.",
            "\"spec\":{\"group\":\"\",\"names\":{\"plural\":\"configmaps\"}}");
    stage->collection.kind.collection = collection;
    settle(stage);
}

TEST(watches_end_with_the_definition_of_their_kind)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    stage_init(&stage);
    define(&stage, true);
    WATCH(&stage, &client, 0);
    settle(&stage);
    CHECK(!client.is_ended);
    define(&stage, false);
    CHECK(client.is_ended);
}

/* More definitions are deleted at once than their history holds. */
TEST(watches_end_with_a_definition_whose_end_nobody_saw)
{
    struct watch_stage stage LS_AUTO(stage_release);
    struct client client LS_AUTO(client_release) = {0};
    struct client later LS_AUTO(client_release) = {0};
    stage_init(&stage);
    stage.collection.kind.is_custom = true;
    define(&stage, true);
    WATCH(&stage, &client, 0);
    struct ls_collection *collection = ls_steal(&stage.collection.kind.collection);
    stage.collection.kind.collection = ls_store_collection(
        stage.collection.cluster.store, "apiextensions.k8s.io", "customresourcedefinitions");
    collection_stage_remove(&stage.collection, "", "configmaps.");
    for (int i = 0; i < LS_HISTORY_EVENTS_MAX; i++)
        collection_stage_put(&stage.collection, "", "other.", "");
    stage.collection.kind.collection = collection;
    CHECK(!client.is_ended);
    settle(&stage);
    CHECK(client.is_ended);

    define(&stage, true); /* later events are read again */
    WATCH(&stage, &later, 0);
    CHECK(!later.is_ended);
    define(&stage, false);
    CHECK(later.is_ended);
}

TEST(a_thousand_watchers_cost_one_line_an_event)
{
    enum { WATCHERS = 1000, EVENTS = 10 };
    struct watch_stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct client *clients = LS_NEW_ARRAY(struct client, WATCHERS);
    for (size_t i = 0; i < WATCHERS; i++)
        WATCH(&stage, &clients[i], .revision = TEXT("1"));
    for (int i = 0; i < EVENTS; i++)
        collection_stage_put(&stage.collection, "n", "a", "");
    settle(&stage);
    CHECK_INT(ls_watches_printed(stage.watches), EVENTS);
    for (size_t i = 0; i < WATCHERS; i++) {
        CHECK_INT(line_count(&clients[i]), EVENTS);
        CHECK(ls_slice_equal(ls_buf_slice(&clients[i].got), ls_buf_slice(&clients[0].got)));
    }
    ls_watches_free(ls_steal(&stage.watches));
    for (size_t i = 0; i < WATCHERS; i++)
        client_release(&clients[i]);
    ls_free(clients);
}
