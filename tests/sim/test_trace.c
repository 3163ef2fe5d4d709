/* The trace: what it records, counts and prints, and that its hash depends on the seeds alone. */
#include "sim/trace.h"

#include <string.h>

#include "check.h"
#include "support_session.h"

#define CM "/api/v1/namespaces/default/configmaps/"

/* ---- the hash ---- */

static void news_ignore(void *self, const struct ls_news *news)
{
    (void)news;
    ++*(size_t *)self;
}

struct seeds {
    uint64_t server;
    uint64_t wire;
    int64_t latency_max_ms;
    const char *fault; /* NULL: none */
};

/* A session with a watch, writes that overlap, a crash and a second process. */
static uint64_t session_hash(struct seeds seeds, struct ls_buf *printed)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, seeds.server,
                 &(struct ls_sim_wire_options){seeds.wire, 0, seeds.latency_max_ms});
    struct ls_selection selection = {.resource = &session_configmaps, .namespace_name = "default"};
    struct ls_err err = {0};
    if (seeds.fault)
        ls_sim_wire_set(session.wire, session_fault(seeds.fault));
    for (size_t process = 0; process < 2; process++) {
        struct ls_list_watch *watch = NULL;
        struct session_call calls[6];
        size_t news = 0;
        CHECK_OK(
            ls_list_watch_start(session.client, &selection, NULL, news_ignore, &news, &watch, &err),
            err);
        for (size_t i = 0; i < LS_COUNT(calls); i++)
            session_apply_start(&session, &calls[i], (char[]){(char)('a' + (char)i), '\0'});
        session_pass_ms(&session, 1500); /* some of it may be in flight */
        for (size_t i = 0; i < LS_COUNT(calls); i++)
            ls_api_call_cancel(&calls[i].call);
        ls_list_watch_free(watch);
        session_kill(&session);
        session_start(&session);
    }
    if (printed)
        ls_sim_trace_print(printed, session.trace);
    return ls_sim_trace_hash(session.trace);
}

TEST(the_same_seeds_give_the_same_hash_and_others_another)
{
    static const struct seeds cases[] = {
        {1, 1, 0, NULL},
        {1, 1, 1000, NULL},
        {1, 2, 1000, NULL},
        {2, 1, 1000, NULL},
        {1, 1, 1001, NULL},
        {1, 1, 1000, "lost@write:3"},
        {1, 1, 1000, "lost@write:4"},
        {1, 1, 1000, "crash-after@write:3"},
        {1, 1, 1000, "drop@event:2"},
        {1, 1, 1000, "half-body@request:2"},
    };
    uint64_t hashes[LS_COUNT(cases)];
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
        hashes[i] = session_hash(cases[i], &first);
        print_message("%016llx\n", (unsigned long long)hashes[i]);
        CHECK(session_hash(cases[i], &second) == hashes[i]);
        CHECK_STR(ls_buf_text(&second), ls_buf_text(&first));
        for (size_t j = 0; j < i; j++)
            CHECK(hashes[i] != hashes[j]);
    }
}

TEST(without_latency_the_seed_of_the_wire_does_not_matter)
{
    CHECK(session_hash((struct seeds){1, 1, 0, NULL}, NULL) ==
          session_hash((struct seeds){1, 2, 0, NULL}, NULL));
}

/* ---- what a request is ---- */

static const struct {
    const char *method;
    const char *target;
    bool is_write;
    bool is_watch;
    bool is_resume;
} requests[] = {
    {"GET", "/version", false, false, false},
    {"GET", CM "?limit=500", false, false, false},
    {"GET",
     CM "?watch=true&allowWatchBookmarks=true&sendInitialEvents=true&resourceVersion=5"
        "&resourceVersionMatch=NotOlderThan",
     false, true, false},
    {"GET", CM "?watch=true&resourceVersion=7", false, true, true},
    {"PATCH", CM "a?fieldManager=lockstep", true, false, false},
    {"PATCH", CM "a?dryRun=All", false, false, false},
    {"DELETE", CM "a", true, false, false},
    {"POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", false, false, false},
    {"POST", "/apis/authentication.k8s.io/v1/selfsubjectreviews", false, false, false},
    {"POST", CM, true, false, false},
};

TEST(requests_are_writes_watches_and_resumes)
{
    struct ls_sim_trace *trace = ls_sim_trace_new();
    for (size_t i = 0; i < LS_COUNT(requests); i++) {
        struct ls_request request = {.method = requests[i].method,
                                     .target = ls_slice_of(requests[i].target)};
        CHECK_INT(ls_sim_trace_add(trace, &request, 3, 1000), i);
        const struct ls_sim_request *added = ls_sim_trace_request(trace, i);
        CHECK_INT(added->is_write, requests[i].is_write);
        CHECK_INT(added->is_watch, requests[i].is_watch);
        CHECK_INT(added->is_resume, requests[i].is_resume);
        CHECK_INT(added->process, 3);
        CHECK_INT(added->sent_ms, 1000);
        CHECK_INT(added->heard_ms, -1);
    }
    CHECK_INT(ls_sim_trace_writes(trace, 0), 3);
    CHECK_INT(ls_sim_trace_writes(trace, 5), 2);
    CHECK_INT(ls_sim_trace_count(trace, 0, NULL, NULL), LS_COUNT(requests));
    CHECK_INT(ls_sim_trace_count(trace, 0, "GET", "configmaps"), 3);
    CHECK_INT(ls_sim_trace_count(trace, 3, "GET", "configmaps"), 1);
    CHECK_INT(ls_sim_trace_count(trace, 0, "POST", NULL), 3);
    ls_sim_trace_free(trace);
}

TEST(what_the_server_made_twice_is_found_heard_or_not)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    const char *path = NULL;
    ls_sim_wire_set(session.wire, session_fault("lost@request:1"));
    session_apply(&session, &call, "a");
    CHECK_INT(ls_sim_trace_doubles(session.trace, 0, &path), 0);
    session_apply(&session, &call, "a"); /* it is there already: 200 */
    CHECK_INT(ls_sim_trace_doubles(session.trace, 0, &path), 0);
    session_delete(&session, "a"); /* not in the trace */
    session_apply(&session, &call, "a");
    CHECK_INT(ls_sim_trace_doubles(session.trace, 0, &path), 1);
    CHECK_STR(path, CM "a");
    CHECK_INT(ls_sim_trace_doubles(session.trace, 1, &path), 0);
}

/* ---- steps ---- */

struct seen {
    struct ls_buf steps;
    size_t body_bytes;
};

static void step_see(void *self, const struct ls_sim_request *request,
                     const struct ls_sim_step *step, struct ls_slice bytes)
{
    struct seen *seen = self;
    CHECK_INT(step->bytes, bytes.len);
    ls_buf_printf(&seen->steps, "%s:%s ", request->method, ls_sim_step_name(step->kind));
    if (step->kind == LS_SIM_STEP_SENT)
        seen->body_bytes = bytes.len;
}

TEST(observers_see_each_step_as_it_happens)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    struct seen seen = {0};
    ls_sim_trace_observe(session.trace, step_see, &seen);
    session_apply(&session, &call, "a");
    CHECK_STR(ls_buf_text(&seen.steps),
              "PATCH:sent PATCH:answered PATCH:heard PATCH:data PATCH:ended ");
    CHECK(seen.body_bytes > 50);
    ls_buf_clear(&seen.steps);
    ls_sim_wire_set(session.wire, session_fault("lost@request:1"));
    session_apply(&session, &call, "a");
    CHECK_STR(ls_buf_text(&seen.steps), "PATCH:sent PATCH:answered PATCH:ended ");
    ls_buf_clear(&seen.steps);
    ls_sim_wire_set(session.wire, session_fault("crash-after@request:1"));
    session_apply(&session, &call, "a");
    CHECK_STR(ls_buf_text(&seen.steps), "PATCH:sent PATCH:answered PATCH:crash ");
    ls_buf_release(&seen.steps);
}

TEST(a_trace_is_printed_one_line_a_step)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, &(struct ls_sim_wire_options){1, 50, 50});
    struct session_call call;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    session_apply(&session, &call, "a");
    ls_sim_wire_set(session.wire, session_fault("lost@write:1"));
    session_apply(&session, &call, "a");
    ls_sim_trace_print(&out, session.trace);
    print_message("%s", ls_buf_text(&out));
    CHECK_HAS(ls_buf_text(&out), "     0.000 s  process 1  #1 sent     PATCH " CM "a?");
    CHECK_HAS(ls_buf_text(&out), "     0.050 s  process 1  #1 answered 201\n");
    CHECK_HAS(ls_buf_text(&out), "     0.100 s  process 1  #1 heard    201\n");
    CHECK_HAS(ls_buf_text(&out), "     0.100 s  process 1  #1 ended    complete\n");
    CHECK_HAS(ls_buf_text(&out), " [lost@write:1]\n");
    CHECK_HAS(ls_buf_text(&out), "#2 ended    sent, result unknown: unknown-result\n");
}

static void step_line(void *self, const struct ls_sim_request *request,
                      const struct ls_sim_step *step, struct ls_slice bytes)
{
    ls_sim_step_print(self, request, step, bytes);
}

TEST(a_line_names_the_object_and_shows_nothing_of_its_contents)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_sim_trace_observe(session.trace, step_line, &out);
    session_apply(&session, &call, "a");
    ls_sim_wire_set(session.wire, session_fault("status:409@request:1"));
    session_apply(&session, &call, "a");
    ls_sim_wire_set(session.wire, session_fault("bad-json@request:1"));
    session_apply(&session, &call, "a");
    struct ls_sim_request watch = {.method = "GET", .path = "/x", .query = "", .process = 2};
    struct ls_sim_step step = {.kind = LS_SIM_STEP_EVENT, .at_ms = 1500, .bytes = 9};
    ls_sim_step_print(&out, &watch, &step,
                      LS_SLICE("{\"type\":\"ADDED\",\"object\":{\"kind\":\"Secret\",\"metadata\":"
                               "{\"namespace\":\"n\",\"name\":\"s\",\"resourceVersion\":\"7\"},"
                               "\"data\":{\"key\":\"cGFzcw==\"}}}"));
    print_message("%s", ls_buf_text(&out));
    CHECK_HAS(ls_buf_text(&out), "#1 answered 201 ConfigMap default/a at ");
    CHECK_HAS(ls_buf_text(&out), "#2 heard    409\n");
    CHECK_HAS(ls_buf_text(&out), "#2 data     Conflict: Operation cannot be fulfilled on");
    CHECK_HAS(ls_buf_text(&out), "#3 data     (");
    CHECK_HAS(ls_buf_text(&out),
              "     1.500 s  process 2  #1 event    ADDED Secret n/s at 7 (9 bytes)");
    CHECK(!strstr(ls_buf_text(&out), "cGFzcw"));
}
