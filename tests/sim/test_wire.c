/* The simulated wire: its faults do what they say, with plain calls of a client. */
#include "sim/wire.h"

#include <string.h>

#include "check.h"
#include "support_session.h"

/* ---- requests ---- */

struct row {
    const char *fault;
    bool is_done;
    enum ls_code code;
    bool is_there; /* what the cluster has */
    size_t requests;
    const char *text; /* part of the error */
};

static const struct row rows[] = {
    {"crash-before@request:1", false, LS_OK, false, 1, ""},
    {"crash-after@request:1", false, LS_OK, true, 1, ""},
    {"crash-heard@request:1", true, LS_OK, true, 1, ""},
    {"not-sent@request:1", true, LS_E_NOT_SENT, false, 1, "connection refused"},
    {"no-reply@request:1", true, LS_E_UNKNOWN_RESULT, false, 1, "the connection broke"},
    {"lost@request:1", true, LS_E_UNKNOWN_RESULT, true, 1, "the connection broke"},
    {"reset@request:1", true, LS_E_UNKNOWN_RESULT, false, 1, "the connection was reset"},
    {"goaway@request:1", true, LS_E_NOT_SENT, false, 1, "the server is going away"},
    {"half-body@request:1", true, LS_E_UNKNOWN_RESULT, true, 1, "in the middle of the answer"},
    {"cut:0@request:1", true, LS_E_UNKNOWN_RESULT, true, 1, "in the middle of the answer"},
    {"cut:100000@request:1", true, LS_OK, true, 1, ""}, /* the reply is shorter */
    {"bad-json@request:1", true, LS_E_UNKNOWN_RESULT, true, 1, ""},
    {"slow:5000@request:1", true, LS_OK, true, 1, ""},
    {"slow-bytes@request:1", true, LS_E_UNKNOWN_RESULT, true, 1, "not complete within 60 s"},
    {"slow-bytes:10@request:1", true, LS_OK, true, 1, ""},
    {"hang@request:1", true, LS_E_UNKNOWN_RESULT, false, 1, "not complete within 60 s"},
    {"status:403@write:1", true, LS_E_FORBIDDEN, false, 1,
     "configmaps \"a\" is forbidden: User \"simulated\" cannot patch resource \"configmaps\" in "
     "API "
     "group \"\" in the namespace \"default\""},
    {"status:404@write:1", true, LS_E_NOT_FOUND, false, 1, "configmaps \"a\" not found"},
    {"status:409@write:1", true, LS_E_CONFLICT, false, 1,
     "Operation cannot be fulfilled on configmaps \"a\""},
    {"status:410@write:1", true, LS_E_GONE, false, 1, "too old"},
    {"status:413@write:1", true, LS_E_TOO_BIG, false, 1, "Request entity too large"},
    {"status:422@write:1", true, LS_E_INVALID, false, 1, "is invalid"},
    {"status:429@write:1", true, LS_OK, true, 2, ""}, /* the client repeats */
    {"status:500@write:1", true, LS_E_SERVER, false, 1, "Internal error occurred"},
    {"status:503@write:1", true, LS_E_SERVER, false, 1, "unable to handle the request"},
    {"status:504@write:1", true, LS_E_TIMEOUT, false, 1, "did not complete within"},
    {"status:418@write:1", true, LS_E_INVALID, false, 1, "a fault on purpose"},
    {"status-after:500@write:1", true, LS_E_SERVER, true, 1, "Internal error occurred"},
    {"lost@request:1,path=configmaps/a", true, LS_E_UNKNOWN_RESULT, true, 1, ""},
};

static void row_check(const struct row *row, const struct ls_sim_wire_options *options)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, options);
    struct session_call call;
    print_message("%s\n", row->fault);
    ls_sim_wire_set(session.wire, session_fault(row->fault));
    session_apply(&session, &call, "a");
    CHECK_INT(call.is_done, row->is_done);
    CHECK_INT(call.code, row->code);
    CHECK_HAS(call.text, row->text);
    CHECK_INT(session_has(&session, "a"), row->is_there);
    CHECK_INT(ls_sim_wire_struck(session.wire), 1);
    CHECK_INT(ls_sim_wire_struck_ms(session.wire), 0);
    CHECK_INT(ls_sim_trace_request_count(session.trace), row->requests);
}

TEST(each_fault_is_what_it_says)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        row_check(&rows[i], NULL);
}

TEST(each_fault_is_the_same_with_latency)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        row_check(&rows[i], &(struct ls_sim_wire_options){7, 1, 200});
}

TEST(a_fault_that_does_not_match_is_not_struck)
{
    static const char *const texts[] = {
        "lost@request:2", "lost@request:1,path=secrets", "lost@request:1,process=2",
        "drop@event:1",   "restart-stale:4@start:1",     "lost@watch:1",
    };
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct session session LS_AUTO(session_release);
        session_init(&session, 1, NULL);
        struct session_call call;
        ls_sim_wire_set(session.wire, session_fault(texts[i]));
        session_apply(&session, &call, "a");
        CHECK_INT(call.code, LS_OK);
        CHECK_INT(ls_sim_wire_struck(session.wire), 0);
        CHECK_INT(ls_sim_wire_struck_ms(session.wire), -1);
    }
}

TEST(several_faults_strike_each_at_its_own_place)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    ls_sim_wire_add(session.wire, session_fault("status:409@write:2,times=2"));
    ls_sim_wire_add(session.wire,
                    session_fault("status:422@write:3,times=2")); /* the first wins at 3 */
    ls_sim_wire_add(session.wire, session_fault("crash-after@request:5"));
    static const enum ls_code codes[] = {LS_OK, LS_E_CONFLICT, LS_E_CONFLICT, LS_E_INVALID};
    for (size_t i = 0; i < LS_COUNT(codes); i++) {
        session_apply(&session, &call, "a");
        CHECK_INT(call.code, codes[i]);
    }
    CHECK(!ls_sim_wire_is_crashed(session.wire));
    session_apply(&session, &call, "a");
    CHECK(ls_sim_wire_is_crashed(session.wire));
    CHECK_INT(ls_sim_wire_struck(session.wire), 4);
    ls_sim_wire_clear(session.wire);
    CHECK_INT(ls_sim_wire_struck(session.wire), 0);
}

TEST(a_fault_counts_from_the_moment_it_is_set)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    session_apply(&session, &call, "a");
    ls_sim_wire_set(session.wire, session_fault("lost@request:2"));
    session_apply(&session, &call, "a");
    CHECK_INT(call.code, LS_OK);
    session_apply(&session, &call, "a");
    CHECK_INT(call.code, LS_E_UNKNOWN_RESULT);
}

/* ---- processes ---- */

TEST(a_new_process_finds_the_cluster_as_the_old_one_left_it)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    ls_sim_wire_add(session.wire, session_fault("crash-after@request:1,process=1"));
    ls_sim_wire_add(session.wire, session_fault("crash-before@write:2,process=2"));
    session_apply(&session, &call, "a");
    CHECK(ls_sim_wire_is_crashed(session.wire) && !call.is_done);
    session_kill(&session);
    session_start(&session);
    session_apply(&session, &call, "a");
    CHECK_INT(call.http_status, 200); /* it was there already */
    CHECK_INT(ls_sim_trace_request(session.trace, 0)->process, 1);
    CHECK_INT(ls_sim_trace_request(session.trace, 0)->server_status, 201);
    CHECK_INT(ls_sim_trace_request(session.trace, 0)->heard_status, 0);
    CHECK_INT(ls_sim_trace_request(session.trace, 1)->process, 2);
    CHECK_INT(ls_sim_trace_request(session.trace, 1)->heard_status, 200);
    session_apply(&session, &call, "b");
    CHECK(ls_sim_wire_is_crashed(session.wire));
    CHECK(!session_has(&session, "b"));
}

TEST(a_crashed_process_neither_hears_nor_sends)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, &(struct ls_sim_wire_options){3, 100, 100});
    struct session_call first, second, third;
    ls_sim_wire_set(session.wire, session_fault("crash-before@request:2"));
    session_apply_start(&session, &first, "a");
    session_pass_ms(&session, 150); /* carried out, the reply is on its way */
    session_apply_start(&session, &second, "b");
    session_apply_start(&session, &third, "c");
    session_pass_ms(&session, 10 * 60 * 1000);
    CHECK(!first.is_done && !second.is_done && !third.is_done);
    CHECK(session_has(&session, "a") && !session_has(&session, "b") && !session_has(&session, "c"));
    CHECK_INT(ls_sim_trace_request_count(session.trace), 2);
    ls_api_call_cancel(&first.call);
    ls_api_call_cancel(&second.call);
    ls_api_call_cancel(&third.call);
}

TEST(killing_a_process_drops_what_is_in_flight)
{
    for (int64_t at_ms = 0; at_ms <= 250; at_ms += 50) {
        struct session session LS_AUTO(session_release);
        session_init(&session, 1, &(struct ls_sim_wire_options){3, 100, 100});
        struct session_call call;
        session_apply_start(&session, &call, "a");
        session_pass_ms(&session, at_ms + 1);
        ls_api_call_cancel(&call.call);
        session_kill(&session);
        session_pass_ms(&session, 1000);
        CHECK_INT(session_has(&session, "a"), at_ms >= 100);
        CHECK_INT(call.is_done, at_ms >= 200);
        session_start(&session);
    }
}

/* ---- latency ---- */

TEST(without_latency_a_reply_comes_in_the_same_instant)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct session_call call;
    session_apply(&session, &call, "a");
    CHECK_INT(call.done_ms, 0);
}

TEST(a_request_takes_its_time_each_way)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, &(struct ls_sim_wire_options){1, 100, 100});
    struct session_call call;
    session_apply(&session, &call, "a");
    CHECK_INT(call.done_ms, 200);
    CHECK_INT(ls_sim_trace_request(session.trace, 0)->sent_ms, 0);
    CHECK_INT(ls_sim_trace_request(session.trace, 0)->heard_ms, 200);
}

/* Sends ten requests at once; the order in which the server answered and the client heard. */
static void orders(uint64_t seed, int64_t latency_max_ms, struct ls_buf *answered,
                   struct ls_buf *heard)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, &(struct ls_sim_wire_options){seed, 0, latency_max_ms});
    struct session_call calls[10];
    for (size_t i = 0; i < LS_COUNT(calls); i++)
        session_apply_start(&session, &calls[i], (char[]){(char)('a' + (char)i), '\0'});
    session_pass_ms(&session, 10000);
    for (size_t i = 0; i < ls_sim_trace_step_count(session.trace); i++) {
        const struct ls_sim_step *step = ls_sim_trace_step(session.trace, i);
        if (step->kind == LS_SIM_STEP_ANSWERED)
            ls_buf_printf(answered, "%zu ", step->request);
        if (step->kind == LS_SIM_STEP_HEARD)
            ls_buf_printf(heard, "%zu ", step->request);
    }
    for (size_t i = 0; i < LS_COUNT(calls); i++)
        CHECK(calls[i].is_done && calls[i].code == LS_OK);
}

TEST(requests_and_replies_overtake_one_another_by_the_seed)
{
    struct ls_buf answered[4] = {0}, heard[4] = {0};
    orders(1, 0, &answered[0], &heard[0]);
    orders(1, 1000, &answered[1], &heard[1]);
    orders(1, 1000, &answered[2], &heard[2]);
    orders(2, 1000, &answered[3], &heard[3]);
    CHECK_STR(ls_buf_text(&answered[0]), "0 1 2 3 4 5 6 7 8 9 ");
    CHECK_STR(ls_buf_text(&heard[0]), "0 1 2 3 4 5 6 7 8 9 ");
    CHECK(strcmp(ls_buf_text(&answered[1]), ls_buf_text(&answered[0])) != 0);
    CHECK(strcmp(ls_buf_text(&heard[1]), ls_buf_text(&answered[1])) != 0);
    CHECK_STR(ls_buf_text(&answered[1]), ls_buf_text(&answered[2]));
    CHECK_STR(ls_buf_text(&heard[1]), ls_buf_text(&heard[2]));
    CHECK(strcmp(ls_buf_text(&answered[1]), ls_buf_text(&answered[3])) != 0);
    for (size_t i = 0; i < LS_COUNT(heard); i++) {
        ls_buf_release(&answered[i]);
        ls_buf_release(&heard[i]);
    }
}

/* ---- connections ---- */

TEST(a_reset_takes_all_requests_of_the_connection)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, &(struct ls_sim_wire_options){1, 100, 100});
    struct session_call first, second, third;
    ls_sim_wire_set(session.wire, session_fault("reset@request:3"));
    session_apply_start(&session, &first, "a");
    session_pass_ms(&session, 150); /* carried out, not heard */
    session_apply_start(&session, &second, "b");
    session_pass_ms(&session, 10); /* not carried out yet */
    session_apply_start(&session, &third, "c");
    session_pass_ms(&session, 1000);
    CHECK_INT(first.code, LS_E_UNKNOWN_RESULT);
    CHECK_INT(second.code, LS_E_UNKNOWN_RESULT);
    CHECK_INT(third.code, LS_E_UNKNOWN_RESULT);
    CHECK(session_has(&session, "a") && !session_has(&session, "b") && !session_has(&session, "c"));
}

/* A reader that takes its time. */
struct slow_reader {
    struct ls_reply_sink sink;
    struct ls_buf body;
    size_t chunks;
    bool is_done;
};

static void reader_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)sink;
    (void)headers;
    (void)header_count;
    CHECK_INT(status, 200);
}

static enum ls_flow reader_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct slow_reader *reader = LS_HOLDER(sink, struct slow_reader, sink);
    ls_buf_add_slice(&reader->body, chunk);
    reader->chunks++;
    return LS_FLOW_PAUSE;
}

static void reader_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct slow_reader *reader = LS_HOLDER(sink, struct slow_reader, sink);
    CHECK_INT(outcome->code, LS_OK);
    reader->is_done = true;
}

TEST(a_reader_that_pauses_gets_nothing_until_it_resumes)
{
    struct session session LS_AUTO(session_release);
    session_init(&session, 1, NULL);
    struct slow_reader reader = {.sink = {reader_head, reader_data, reader_done, NULL}};
    struct ls_wire *wire = ls_sim_wire_interface(session.wire);
    struct ls_request request = {.method = "GET", .target = LS_SLICE("/version")};
    ls_sim_wire_set(session.wire, session_fault("slow-bytes:10@request:1"));
    wire->send(wire->self, &request, &reader.sink);
    for (size_t i = 1; i < 10; i++) {
        session_pass_ms(&session, 1000);
        CHECK_INT(reader.chunks, i); /* one byte each, however long it takes */
        CHECK_INT(reader.body.len, i);
        wire->resume(wire->self, &reader.sink);
    }
    while (!reader.is_done) {
        session_pass_ms(&session, 10);
        wire->resume(wire->self, &reader.sink);
    }
    CHECK_HAS(ls_buf_text(&reader.body), "\"gitVersion\"");
    wire->resume(wire->self, &reader.sink); /* over: does nothing */
    ls_buf_release(&reader.body);
}
