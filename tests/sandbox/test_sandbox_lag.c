/* Time travel: an API server that lags behind its store, and a store that is set back. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "support_sandbox.h"

#define MAPS   "/api/v1/namespaces/default/configmaps"
#define CRDS   "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define LAG_MS 5000
#define STREAM                                                                                     \
    "&watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true"
#define CREATED                                                                                    \
    "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"of\":\"test\"}},\"data\":{\"n\":\"%s\"}}"

/* A sandbox with two clients: `front` asks the API server that may lag, `recent` the other one. */
struct travel {
    struct front front;
    struct ls_memory_wire *lagging;
    struct ls_wire *recent;
    struct ls_wire *late;
};

static void travel_init(struct travel *travel)
{
    front_init(&travel->front);
    struct ls_service service = ls_sandbox_lagging_service(travel->front.sandbox);
    travel->lagging = ls_memory_wire_new(travel->front.world, &service);
    travel->recent = travel->front.wire;
    travel->late = ls_memory_wire_interface(travel->lagging);
    travel->front.wire = travel->late;
}

static void travel_release(struct travel *travel)
{
    ls_memory_wire_free(travel->lagging);
    front_release(&travel->front);
}

static int64_t map_put(struct travel *travel, const char *name, const char *n)
{
    char body[256], target[128];
    snprintf(body, sizeof body, CREATED, name, n);
    snprintf(target, sizeof target, MAPS "/%s", name);
    int status = front_ask(&travel->front, "POST", MAPS, NULL, body);
    if (status == 409)
        status = front_ask(&travel->front, "PUT", target, NULL, body);
    CHECK(status == 201 || status == 200);
    return ls_sandbox_revision(travel->front.sandbox);
}

static void map_delete(struct travel *travel, const char *name)
{
    char target[128];
    snprintf(target, sizeof target, MAPS "/%s", name);
    CHECK_INT(front_ask(&travel->front, "DELETE", target, NULL, NULL), 200);
}

/* The maps of a list as "name=n " each, and the revision of the list. */
static const char *maps_seen(struct travel *travel, const char *query, int64_t *revision)
{
    static char seen[512];
    char target[256];
    snprintf(target, sizeof target, MAPS "?labelSelector=of%%3Dtest%s", query);
    CHECK_INT(front_ask(&travel->front, "GET", target, NULL, NULL), 200);
    seen[0] = '\0';
    LS_EACH (it, front_at(&travel->front, "items"))
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s=%s ",
                 ls_node_text(ls_node_at(it.value, "metadata.name")),
                 ls_node_text(ls_node_at(it.value, "data.n")));
    *revision = 0;
    CHECK(ls_slice_to_i64(ls_slice_of(front_text(&travel->front, "metadata.resourceVersion")),
                          revision));
    return seen;
}

/* ---- a watch that stays open ---- */

struct lines {
    struct ls_reply_sink sink; /* first */
    struct ls_buf body;
    bool is_done;
};

static void lines_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                       size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    CHECK_INT(status, 200);
}

static enum ls_flow lines_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&((struct lines *)sink)->body, chunk);
    return LS_FLOW_GO;
}

static void lines_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    CHECK_INT(outcome->code, LS_OK);
    ((struct lines *)sink)->is_done = true;
}

static void lines_start(struct travel *travel, struct lines *lines, const char *query)
{
    char target[256];
    struct ls_header headers[] = {{LS_SLICE("authorization"), LS_SLICE("Bearer " FRONT_TOKEN)}};
    snprintf(target, sizeof target, MAPS "?labelSelector=of%%3Dtest%s", query);
    struct ls_request request = {.method = "GET",
                                 .target = ls_slice_of(target),
                                 .headers = headers,
                                 .header_count = LS_COUNT(headers)};
    *lines = (struct lines){.sink = {.head = lines_head, .data = lines_data, .done = lines_done}};
    travel->front.wire->send(travel->front.wire->self, &request, &lines->sink);
    front_settle(&travel->front);
}

static void lines_release(struct lines *lines)
{
    ls_buf_release(&lines->body);
}

/* "A:a M:a D:b B: ": the first letter of each event and the name of its object. */
static const char *lines_seen(const struct lines *lines)
{
    static char seen[512];
    seen[0] = '\0';
    for (struct ls_slice rest = ls_buf_slice(&lines->body); rest.len > 0;) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        char text[4096], name[64] = "";
        snprintf(text, sizeof text, "%.*s", LS_ARG(line));
        const char *at = strstr(text, "\"name\":\"");
        if (at)
            sscanf(at, "\"name\":\"%60[^\"]", name);
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%c:%s ",
                 text[strlen("{\"type\":\"")], name);
    }
    return seen;
}

static void time_pass(struct travel *travel, int64_t ms)
{
    int64_t end = ls_clock_mono_ms(travel->front.world->clock) + ms;
    while (ls_clock_mono_ms(travel->front.world->clock) < end)
        if (!ls_loop_step(travel->front.world->loop,
                          end - ls_clock_mono_ms(travel->front.world->clock)))
            return;
}

/* ---- lag ---- */

/* Three states of the store; returns the revision of the first: only a=1. */
static int64_t three_states(struct travel *travel)
{
    int64_t first = map_put(travel, "a", "1");
    map_put(travel, "b", "1");
    map_put(travel, "a", "2");
    return first;
}

TEST(a_lagging_server_lists_the_store_as_it_was)
{
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_ALL, 0);
    CHECK_STR(maps_seen(&travel, "", &revision), "a=1 ");
    CHECK_INT(revision, then);
    CHECK_STR(maps_seen(&travel, "&resourceVersion=0", &revision), "a=1 ");
    travel.front.wire = travel.recent;
    CHECK_STR(maps_seen(&travel, "", &revision), "a=2 b=1 ");
    CHECK_INT(revision, then + 2);
}

TEST(a_lagging_server_gets_an_object_as_it_was)
{
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    ls_sandbox_lag(travel.front.sandbox, three_states(&travel), LS_LAG_ALL, 0);
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/a", NULL, NULL), 200);
    CHECK_STR(front_text(&travel.front, "data.n"), "1");
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/b", NULL, NULL), 404);
    ls_sandbox_lag(travel.front.sandbox, 0, LS_LAG_ALL, 0);
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/b", NULL, NULL), 200);
}

TEST(a_deleted_object_is_still_there_for_a_lagging_server)
{
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    map_delete(&travel, "a");
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_ALL, 0);
    CHECK_STR(maps_seen(&travel, "", &revision), "a=1 ");
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/a", NULL, NULL), 200);
}

TEST(only_reads_with_a_revision_come_from_a_cache)
{
    struct travel travel LS_AUTO(travel_release);
    char query[64];
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_CACHED, 0);
    CHECK_STR(maps_seen(&travel, "", &revision), "a=2 b=1 ");
    CHECK_STR(maps_seen(&travel, "&resourceVersion=0", &revision), "a=1 ");
    snprintf(query, sizeof query, "&resourceVersion=%lld", (long long)then);
    CHECK_STR(maps_seen(&travel, query, &revision), "a=1 ");
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/b", NULL, NULL), 200);
    CHECK_INT(front_ask(&travel.front, "GET", MAPS "/b?resourceVersion=0", NULL, NULL), 404);
}

TEST(what_a_lagging_server_does_not_know_yet_is_too_new)
{
    struct travel travel LS_AUTO(travel_release);
    char target[128];
    travel_init(&travel);
    int64_t then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_CACHED, 0);
    snprintf(target, sizeof target, MAPS "?resourceVersion=%lld", (long long)then + 1);
    CHECK_INT(front_ask(&travel.front, "GET", target, NULL, NULL), 504);
    CHECK(strstr(front_body(&travel.front), "Too large resource version"));
    snprintf(target, sizeof target, MAPS "/a?resourceVersion=%lld", (long long)then + 1);
    CHECK_INT(front_ask(&travel.front, "GET", target, NULL, NULL), 504);
}

TEST(writes_act_on_the_store_as_it_is)
{
    struct travel travel LS_AUTO(travel_release);
    char body[256];
    travel_init(&travel);
    int64_t then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_ALL, 0);
    snprintf(body, sizeof body, CREATED, "b", "1");
    CHECK_INT(front_ask(&travel.front, "POST", MAPS, NULL, body), 409);
    snprintf(body, sizeof body, "{\"preconditions\":{\"resourceVersion\":\"%lld\"}}",
             (long long)then);
    CHECK_INT(front_ask(&travel.front, "DELETE", MAPS "/a", NULL, body), 409);
    snprintf(body, sizeof body, "{\"preconditions\":{\"resourceVersion\":\"%lld\"}}",
             (long long)then + 2);
    CHECK_INT(front_ask(&travel.front, "DELETE", MAPS "/a", NULL, body), 200);
    CHECK_INT(front_ask(&travel.front, "DELETE", MAPS "?labelSelector=of%3Dtest", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&travel.front, "items")), 1); /* b, which it has not seen */
}

TEST(a_watch_begins_in_the_past_and_catches_up_in_time)
{
    struct travel travel LS_AUTO(travel_release);
    struct lines lines LS_AUTO(lines_release);
    travel_init(&travel);
    ls_sandbox_lag(travel.front.sandbox, three_states(&travel), LS_LAG_ALL, LAG_MS);
    lines_start(&travel, &lines, STREAM);
    CHECK_STR(lines_seen(&lines), "A:a B: ");
    map_put(&travel, "c", "1");
    time_pass(&travel, LAG_MS - 1);
    CHECK_STR(lines_seen(&lines), "A:a B: ");
    time_pass(&travel, 1);
    front_settle(&travel.front);
    CHECK_STR(lines_seen(&lines), "A:a B: A:b M:a A:c ");
    map_put(&travel, "c", "2");
    CHECK_STR(lines_seen(&lines), "A:a B: A:b M:a A:c M:c ");
}

TEST(a_lag_can_move_on)
{
    struct travel travel LS_AUTO(travel_release);
    struct lines lines LS_AUTO(lines_release);
    char query[64];
    travel_init(&travel);
    int64_t then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_CACHED, 0);
    snprintf(query, sizeof query, "&watch=1&resourceVersion=%lld", (long long)then);
    lines_start(&travel, &lines, query);
    CHECK_STR(lines_seen(&lines), "");
    ls_sandbox_lag(travel.front.sandbox, then + 1, LS_LAG_CACHED, 0);
    front_settle(&travel.front);
    CHECK_STR(lines_seen(&lines), "A:b ");
    ls_sandbox_lag(travel.front.sandbox, 0, LS_LAG_CACHED, 0);
    front_settle(&travel.front);
    CHECK_STR(lines_seen(&lines), "A:b M:a ");
}

/* A client that has its own write's revision is sent nothing older. */
TEST(a_watch_from_a_newer_revision_skips_what_came_before_it)
{
    struct travel travel LS_AUTO(travel_release);
    struct lines lines LS_AUTO(lines_release);
    char query[64];
    travel_init(&travel);
    int64_t then = three_states(&travel);
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_ALL, LAG_MS);
    snprintf(query, sizeof query, "&watch=1&resourceVersion=%lld", (long long)then + 1);
    lines_start(&travel, &lines, query);
    time_pass(&travel, LAG_MS);
    front_settle(&travel.front);
    CHECK_STR(lines_seen(&lines), "M:a ");
}

TEST(no_lag_goes_back_behind_the_history)
{
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    ls_sandbox_compact(travel.front.sandbox);
    map_delete(&travel, "a");
    ls_sandbox_lag(travel.front.sandbox, then, LS_LAG_ALL, 0);
    CHECK_STR(maps_seen(&travel, "", &revision), "a=2 b=1 ");
    CHECK_INT(revision, then + 2);
}

/* ---- restore ---- */

TEST(a_restore_sets_objects_and_revision_back)
{
    struct travel travel LS_AUTO(travel_release);
    struct lines lines LS_AUTO(lines_release);
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    map_delete(&travel, "a");
    lines_start(&travel, &lines, STREAM);
    CHECK(ls_sandbox_restore(travel.front.sandbox, then));
    front_settle(&travel.front);
    CHECK(lines.is_done);
    CHECK_INT(ls_sandbox_revision(travel.front.sandbox), then);
    CHECK_STR(maps_seen(&travel, "", &revision), "a=1 ");
    CHECK_INT(revision, then);
    CHECK_INT(map_put(&travel, "c", "1"), then + 1);
}

TEST(a_restore_takes_back_kinds_and_addresses)
{
    static const char crd[] =
        "{\"metadata\":{\"name\":\"cars.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
        "\"Namespaced\",\"names\":{\"plural\":\"cars\",\"kind\":\"Car\"},\"versions\":[{\"name\":"
        "\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
        "\"object\"}}}]}}";
    static const char service[] =
        "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"clusterIP\":\"10.0.0.77\",\"ports\":[{\"port\":"
        "80}]}}";
    static const char services[] = "/api/v1/namespaces/default/services";
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    int64_t then = ls_sandbox_revision(travel.front.sandbox);
    CHECK_INT(front_ask(&travel.front, "POST", CRDS, NULL, crd), 201);
    CHECK_INT(front_ask(&travel.front, "POST", services, NULL, service), 201);
    CHECK_INT(front_ask(&travel.front, "GET", "/apis/x.io/v1/cars", NULL, NULL), 200);
    CHECK(ls_sandbox_restore(travel.front.sandbox, then));
    front_settle(&travel.front);
    CHECK_INT(front_ask(&travel.front, "GET", "/apis/x.io/v1/cars", NULL, NULL), 404);
    CHECK_INT(front_ask(&travel.front, "POST", services, NULL, service), 201);
}

TEST(a_restore_needs_the_history)
{
    struct travel travel LS_AUTO(travel_release);
    travel_init(&travel);
    int64_t revision, then = three_states(&travel);
    ls_sandbox_compact(travel.front.sandbox);
    CHECK(!ls_sandbox_restore(travel.front.sandbox, then));
    CHECK_STR(maps_seen(&travel, "", &revision), "a=2 b=1 ");
    CHECK_INT(revision, then + 2);
}
