/* Lists and watches of a whole sandbox on a memory wire, as clients see them. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "support_sandbox.h"

#define MAPS "/api/v1/namespaces/default/configmaps"

/* A watch that stays open during other requests. */
struct stream {
    struct ls_reply_sink sink; /* first */
    struct ls_buf body;
    int status;
    bool is_done;
    bool is_clean;
};

static void stream_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)headers, (void)header_count;
    ((struct stream *)sink)->status = status;
}

static enum ls_flow stream_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&((struct stream *)sink)->body, chunk);
    return LS_FLOW_GO;
}

static void stream_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    ((struct stream *)sink)->is_done = true;
    ((struct stream *)sink)->is_clean = outcome->code == LS_OK;
}

static void stream_start(struct front *front, struct stream *stream, const char *target)
{
    struct ls_header headers[] = {{LS_SLICE("authorization"), LS_SLICE("Bearer " FRONT_TOKEN)}};
    struct ls_request request = {.method = "GET",
                                 .target = ls_slice_of(target),
                                 .headers = headers,
                                 .header_count = LS_COUNT(headers)};
    *stream =
        (struct stream){.sink = {.head = stream_head, .data = stream_data, .done = stream_done}};
    front->wire->send(front->wire->self, &request, &stream->sink);
    front_settle(front);
}

static void stream_release(struct stream *stream)
{
    ls_buf_release(&stream->body);
}

static void map_create(struct front *front, const char *name)
{
    char body[128];
    snprintf(body, sizeof body, "{\"metadata\":{\"name\":\"%s\"}}", name);
    CHECK_INT(front_ask(front, "POST", MAPS, NULL, body), 201);
}

static size_t count_of(const struct ls_buf *text, const char *part)
{
    size_t count = 0;
    for (const char *at = ls_buf_text(text); (at = strstr(at, part)); at++)
        count++;
    return count;
}

TEST(headers_of_a_watch_come_before_anything_happens)
{
    struct front front;
    struct stream stream LS_AUTO(stream_release);
    front_init(&front);
    stream_start(&front, &stream, MAPS "?watch=1&labelSelector=none");
    CHECK_INT(stream.status, 200);
    CHECK_INT(stream.body.len, 0);
    CHECK(!stream.is_done);
    front_release(&front);
}

TEST(a_watch_follows_the_writes_of_others)
{
    struct front front;
    struct stream stream LS_AUTO(stream_release);
    front_init(&front);
    stream_start(&front, &stream, MAPS "?watch=1&fieldSelector=metadata.name%3Da");
    map_create(&front, "a");
    map_create(&front, "b");
    CHECK_INT(front_ask(&front, "PUT", MAPS "/a", NULL,
                        "{\"metadata\":{\"name\":\"a\"},\"data\":{\"k\":\"v\"}}"),
              200);
    CHECK_INT(front_ask(&front, "DELETE", MAPS "/a", NULL, NULL), 200);
    front_settle(&front);
    const char *text = ls_buf_text(&stream.body);
    const char *added = strstr(text, "\"ADDED\""), *modified = strstr(text, "\"MODIFIED\"");
    const char *deleted = strstr(text, "\"DELETED\"");
    CHECK(added && modified && deleted && added < modified && modified < deleted);
    CHECK_INT(count_of(&stream.body, "\n"), 3);
    front_release(&front);
}

TEST(a_watch_ends_cleanly_at_its_time)
{
    struct front front;
    struct stream stream LS_AUTO(stream_release);
    front_init(&front);
    stream_start(&front, &stream, MAPS "?watch=1&timeoutSeconds=5&allowWatchBookmarks=true");
    while (!stream.is_done && ls_loop_step(front.world->loop, 1000))
        continue;
    CHECK(stream.is_done && stream.is_clean);
    CHECK_INT(ls_clock_mono_ms(front.world->clock), 5000);
    CHECK_INT(count_of(&stream.body, "BOOKMARK"), 2); /* after the beginning, before the end */
    front_release(&front);
}

TEST(a_list_and_a_watch_from_it_miss_nothing)
{
    struct front front;
    struct stream stream LS_AUTO(stream_release);
    char target[128];
    front_init(&front);
    map_create(&front, "a");
    CHECK_INT(front_ask(&front, "GET", MAPS, NULL, NULL), 200);
    snprintf(target, sizeof target, MAPS "?watch=1&resourceVersion=%s",
             front_text(&front, "metadata.resourceVersion"));
    map_create(&front, "b");
    stream_start(&front, &stream, target);
    map_create(&front, "c");
    front_settle(&front);
    CHECK_INT(count_of(&stream.body, "\"ADDED\""), 2);
    front_release(&front);
}

TEST(pages_go_on_where_they_ended)
{
    struct front front;
    char target[512];
    front_init(&front);
    map_create(&front, "a");
    map_create(&front, "b");
    CHECK_INT(front_ask(&front, "GET", MAPS "?limit=1", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "ConfigMapList");
    CHECK(ls_node_int(front_at(&front, "metadata.remainingItemCount"), 0) >= 1);
    struct ls_node item = ls_node_item(front_at(&front, "items"), 0);
    CHECK(ls_node_is_absent(ls_node_at(item, "kind")));
    snprintf(target, sizeof target, MAPS "?limit=1&continue=%s",
             front_text(&front, "metadata.continue"));
    CHECK_INT(front_ask(&front, "GET", target, NULL, NULL), 200);
    item = ls_node_item(front_at(&front, "items"), 0);
    CHECK_STR(ls_node_text(ls_node_at(item, "metadata.name")), "b");
    map_create(&front, "c");
    ls_sandbox_compact(front.sandbox);
    CHECK_INT(front_ask(&front, "GET", target, NULL, NULL), 410);
    CHECK(strlen(front_text(&front, "metadata.continue")) > 0);
    CHECK_STR(front_text(&front, "reason"), "Expired");
    front_release(&front);
}

#define CRDS    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define WIDGETS "/apis/example.com/v1/namespaces/default/widgets"

static const char widget_definition[] =
    "{\"apiVersion\":\"apiextensions.k8s.io/v1\",\"kind\":\"CustomResourceDefinition\","
    "\"metadata\":{\"name\":\"widgets.example.com\"},\"spec\":{\"group\":\"example.com\","
    "\"names\":{\"plural\":\"widgets\",\"kind\":\"Widget\"},\"scope\":\"Namespaced\","
    "\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
    "\"openAPIV3Schema\":{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}}}]}}";

TEST(a_watch_ends_with_the_definition_of_its_kind)
{
    struct front front;
    struct stream stream LS_AUTO(stream_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "POST", CRDS, NULL, widget_definition), 201);
    front_settle(&front);
    CHECK_INT(front_ask(&front, "POST", WIDGETS, NULL,
                        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\","
                        "\"metadata\":{\"name\":\"w\"}}"),
              201);
    stream_start(&front, &stream, WIDGETS "?watch=1");
    CHECK(!stream.is_done);
    CHECK_INT(front_ask(&front, "DELETE", CRDS "/widgets.example.com", NULL, NULL), 200);
    front_settle(&front);
    CHECK(stream.is_done && stream.is_clean);
    CHECK_INT(count_of(&stream.body, "\"DELETED\""), 1);
    front_release(&front);
}

/* The same seed and the same requests give the same bytes, uids included. */
TEST(two_runs_of_one_seed_are_the_same)
{
    struct ls_buf texts[2] = {{0}, {0}};
    for (size_t run = 0; run < 2; run++) {
        struct front front;
        struct stream stream;
        front_init(&front);
        stream_start(&front, &stream, "/api/v1/configmaps?watch=1&allowWatchBookmarks=true");
        map_create(&front, "a");
        CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces", NULL,
                            "{\"metadata\":{\"name\":\"n\"}}"),
                  201);
        while (!stream.is_done && ls_loop_step(front.world->loop, 60 * 1000))
            continue;
        texts[run] = stream.body;
        front_release(&front);
    }
    CHECK(texts[0].len > 1000);
    CHECK(ls_slice_equal(ls_buf_slice(&texts[0]), ls_buf_slice(&texts[1])));
    ls_buf_release(&texts[0]);
    ls_buf_release(&texts[1]);
}
