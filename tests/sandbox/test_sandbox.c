/* The assembled sandbox: what a fresh one holds, and that the same run gives the same bytes. */
#include "sandbox/sandbox.h"

#include <string.h>

#include "base/world.h"
#include "check.h"
#include "net/memory_wire.h"
#include "support_sandbox.h"

enum { MINUTES = 5, STEPS_MAX = 1000000 };

/* A client that records all that it receives, and when. */
struct listener {
    struct ls_reply_sink sink;
    struct scribe *scribe;
    int number;
};

struct scribe {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct ls_wire *wire;
    struct ls_buf heard;
    struct listener listeners[32];
    int count;
};

static void heard(struct listener *listener, const char *what, struct ls_slice text)
{
    struct scribe *scribe = listener->scribe;
    ls_buf_printf(&scribe->heard, "%lld #%d %s %.*s\n",
                  (long long)ls_clock_mono_ms(scribe->world->clock), listener->number, what,
                  LS_ARG(text));
}

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    struct listener *listener = LS_HOLDER(sink, struct listener, sink);
    for (size_t i = 0; i < header_count; i++)
        heard(listener, "header", headers[i].value);
    heard(listener, status < 400 ? "good" : "bad", LS_SLICE(""));
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    heard(LS_HOLDER(sink, struct listener, sink), "data", chunk);
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)outcome;
    heard(LS_HOLDER(sink, struct listener, sink), "done", LS_SLICE(""));
}

static void ask(struct scribe *scribe, const char *method, const char *target, const char *type,
                const char *body)
{
    struct ls_header header = {LS_SLICE("content-type"), ls_slice_of(type)};
    struct listener *listener = &scribe->listeners[scribe->count];
    CHECK(scribe->count < (int)LS_COUNT(scribe->listeners));
    *listener = (struct listener){.sink = {.head = on_head, .data = on_data, .done = on_done},
                                  .scribe = scribe,
                                  .number = scribe->count++};
    struct ls_request request = {.method = method,
                                 .target = ls_slice_of(target),
                                 .headers = &header,
                                 .header_count = 1,
                                 .body = ls_slice_of(body)};
    scribe->wire->send(scribe->wire->self, &request, &listener->sink);
}

static void pass(struct scribe *scribe, int64_t ms)
{
    int64_t end_ms = ls_clock_mono_ms(scribe->world->clock) + ms;
    for (int i = 0; i < STEPS_MAX; i++) {
        int64_t left_ms = end_ms - ls_clock_mono_ms(scribe->world->clock);
        if (left_ms <= 0 || !ls_loop_step(scribe->world->loop, left_ms))
            return;
    }
}

#define DEPLOYMENTS "/apis/apps/v1/namespaces/default/deployments"
#define JOBS        "/apis/batch/v1/namespaces/default/jobs"

static void play(struct scribe *scribe)
{
    static const char *const watched[] = {
        "/api/v1/pods?watch=1",       "/apis/apps/v1/replicasets?watch=1",
        "/api/v1/events?watch=1",     DEPLOYMENTS "?watch=1&allowWatchBookmarks=1",
        "/api/v1/namespaces?watch=1",
    };
    for (size_t i = 0; i < LS_COUNT(watched); i++)
        ask(scribe, "GET", watched[i], "", NULL);
    ask(scribe, "POST", DEPLOYMENTS, "application/json",
        "{\"metadata\":{\"name\":\"web\"},\"spec\":{\"replicas\":3,\"selector\":{\"matchLabels\":{"
        "\"app\":\"web\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":{"
        "\"containers\":[{\"name\":\"c\",\"image\":\"nginx:1\"}]}}}}");
    pass(scribe, 30000);
    ask(scribe, "PATCH", DEPLOYMENTS "/web?fieldManager=me&force=true",
        "application/apply-patch+yaml",
        "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    "
        "spec:\n"
        "      containers: [{name: c, image: 'nginx:2'}]\n");
    ask(scribe, "POST", JOBS, "application/json",
        "{\"metadata\":{\"generateName\":\"once-\"},\"spec\":{\"template\":{\"spec\":{"
        "\"restartPolicy\":\"Never\",\"containers\":[{\"name\":\"c\",\"image\":\"i\",\"command\":["
        "\"true\"]}]}}}}");
    pass(scribe, 60000);
    ask(scribe, "POST", "/api/v1/namespaces", "application/json",
        "{\"metadata\":{\"name\":\"n\"}}");
    ask(scribe, "GET", "/apis", "", NULL);
    pass(scribe, 1000);
    ask(scribe, "DELETE", "/api/v1/namespaces/n", "", NULL);
    ask(scribe, "DELETE", DEPLOYMENTS "/web?propagationPolicy=Foreground", "", NULL);
    pass(scribe, MINUTES * 60 * 1000);
    ask(scribe, "GET", "/api/v1/pods", "", NULL);
    ask(scribe, "GET", "/metrics", "", NULL);
    pass(scribe, 1000);
}

static void scribe_run(struct scribe *scribe, uint64_t seed)
{
    struct ls_sandbox_options options = {.node_count = 2};
    memset(scribe, 0, sizeof *scribe);
    scribe->world = ls_world_new_virtual(seed, 1767225600000);
    scribe->sandbox = ls_sandbox_new(scribe->world, &options);
    struct ls_service service = ls_sandbox_service(scribe->sandbox);
    scribe->memory = ls_memory_wire_new(scribe->world, &service);
    scribe->wire = ls_memory_wire_interface(scribe->memory);
    play(scribe);
    ls_memory_wire_free(scribe->memory);
    ls_sandbox_free(scribe->sandbox);
    ls_world_free(scribe->world);
}

TEST(the_same_seed_gives_the_same_bytes)
{
    struct scribe first;
    struct scribe second;
    struct scribe other;
    scribe_run(&first, 7);
    scribe_run(&second, 7);
    scribe_run(&other, 8);
    CHECK(first.heard.len > 100 << 10);
    CHECK_INT(first.heard.len, second.heard.len);
    CHECK(memcmp(first.heard.at, second.heard.at, first.heard.len) == 0);
    CHECK(strcmp(ls_buf_text(&first.heard), ls_buf_text(&other.heard)) != 0);
    CHECK_HAS(ls_buf_text(&first.heard), "\"reason\":\"NewReplicaSetAvailable\"");
    CHECK_HAS(ls_buf_text(&first.heard), "has successfully progressed.");
    CHECK(strstr(ls_buf_text(&first.heard), " bad ") == NULL);
    ls_buf_release(&first.heard);
    ls_buf_release(&second.heard);
    ls_buf_release(&other.heard);
}

TEST(a_fresh_cluster_has_what_clients_expect)
{
    static const char *const paths[] = {
        "/api/v1/namespaces/default",
        "/api/v1/namespaces/kube-system",
        "/api/v1/namespaces/kube-public",
        "/api/v1/namespaces/kube-node-lease",
        "/api/v1/namespaces/default/services/kubernetes",
        "/api/v1/namespaces/default/serviceaccounts/default",
        "/api/v1/namespaces/default/configmaps/kube-root-ca.crt",
    };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(paths); i++)
        CHECK_INT(front_ask(&front, "GET", paths[i], NULL, NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/nodes", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 0);
}

#define MAPS "/api/v1/namespaces/default/configmaps"

TEST(compaction_makes_old_revisions_history)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf past LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    CHECK_INT(front_ask(&front, "POST", MAPS, NULL, "{\"metadata\":{\"name\":\"x\"}}"), 201);
    ls_buf_printf(&past, MAPS "?resourceVersion=%s&resourceVersionMatch=Exact",
                  front_text(&front, "metadata.resourceVersion"));
    CHECK_INT(front_ask(&front, "DELETE", MAPS "/x", NULL, NULL), 200);
    CHECK_INT(front_ask(&front, "GET", ls_buf_text(&past), NULL, NULL), 200);
    CHECK_HAS(front_body(&front), "\"name\":\"x\"");
    ls_sandbox_compact(front.sandbox);
    CHECK_INT(front_ask(&front, "GET", ls_buf_text(&past), NULL, NULL), 410);
    CHECK_STR(front_text(&front, "reason"), "Expired");
}
