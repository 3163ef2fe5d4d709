/* Watches on the simulated wire: whatever happens to their events, the client ends with all of
 * them. */
#include <string.h>

#include "check.h"
#include "support_session.h"

enum { MINUTES_MS = 5 * 60 * 1000 };

/* Two watches of a client, and what they reported. */
struct view {
    struct session session;
    struct ls_list_watch *watches[2];
    struct ls_buf seen[2]; /* names, '-' in front of one that is gone */
    struct ls_buf order;   /* number of the watch of each event */
    size_t syncs;
    size_t events; /* delivered in all, by the trace */
    size_t hits;   /* of them, struck */
};

static void view_add(struct view *view, size_t watch, const struct ls_news *news)
{
    view->syncs += news->kind == LS_NEWS_SYNCED;
    bool is_gone = news->kind == LS_NEWS_GONE;
    if (news->kind != LS_NEWS_OBJECT && !is_gone)
        return;
    const char *name =
        news->obj ? ls_node_text(ls_node_at(ls_obj_root(news->obj), "metadata.name")) : "?";
    if (strncmp(name, "cm-", 3) != 0 && !is_gone)
        return;
    ls_buf_printf(&view->seen[watch], "%s%s ", is_gone ? "-" : "", name);
    ls_buf_printf(&view->order, "%zu", watch);
}

static void first_add(void *self, const struct ls_news *news)
{
    view_add(self, 0, news);
}

static void second_add(void *self, const struct ls_news *news)
{
    view_add(self, 1, news);
}

static void step_count(void *self, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes)
{
    struct view *view = self;
    (void)request;
    (void)bytes;
    view->events += step->kind == LS_SIM_STEP_EVENT;
    view->hits += step->kind == LS_SIM_STEP_EVENT && step->fault != LS_SIM_FAULT_NONE;
}

static void view_open(struct view *view, size_t watch_count, const struct ls_sim_wire_options *wire)
{
    static const ls_news_fn fns[] = {first_add, second_add};
    *view = (struct view){0};
    session_init(&view->session, 1, wire);
    struct ls_err err = {0};
    struct ls_selection selection = {.resource = &session_configmaps, .namespace_name = "default"};
    for (size_t i = 0; i < watch_count; i++)
        CHECK_OK(ls_list_watch_start(view->session.client, &selection, NULL, fns[i], view,
                                     &view->watches[i], &err),
                 err);
    session_pass_ms(&view->session, 10000);
    CHECK_INT(view->syncs, watch_count);
    ls_sim_trace_observe(view->session.trace, step_count, view);
}

static void view_close(struct view *view)
{
    ls_list_watch_free(view->watches[0]);
    ls_list_watch_free(view->watches[1]);
    session_release(&view->session);
    ls_buf_release(&view->seen[0]);
    ls_buf_release(&view->seen[1]);
    ls_buf_release(&view->order);
}

static void compact(void *self)
{
    struct view *view = self;
    ls_sandbox_compact(view->session.sandbox);
}

/* ---- one fault, one watch ---- */

static void watch_check(const char *fault, bool is_compacted, bool is_broken,
                        const struct ls_sim_wire_options *wire)
{
    struct view view LS_AUTO(view_close);
    print_message("%s%s\n", fault, is_compacted ? ", compacted" : "");
    view_open(&view, 1, wire);
    if (is_compacted)
        ls_sim_wire_on_cut(view.session.wire, compact, &view);
    size_t from = ls_sim_trace_request_count(view.session.trace);
    ls_sim_wire_set(view.session.wire, session_fault(fault));
    session_create(&view.session, "cm-1");
    session_create(&view.session, "cm-2");
    session_pass_ms(&view.session, MINUTES_MS);
    CHECK_STR(ls_buf_text(&view.seen[0]), "cm-1 cm-2 ");
    CHECK_INT(ls_sim_wire_struck(view.session.wire), 1);
    CHECK_INT(ls_sim_trace_count(view.session.trace, from, "GET", "configmaps") > 0, is_broken);
    CHECK_INT(ls_sim_wire_cut(view.session.wire), 1);
    session_create(&view.session, "cm-3");
    session_pass_ms(&view.session, MINUTES_MS);
    CHECK_STR(ls_buf_text(&view.seen[0]), "cm-1 cm-2 cm-3 ");
}

static void watch_check_all(const struct ls_sim_wire_options *wire)
{
    static const struct {
        const char *fault;
        bool is_broken; /* the watch breaks off and goes on */
    } cases[] = {
        {"delay:5000@event:1", false}, {"delay:5000@event:2", false}, {"double@event:1", false},
        {"double@event:2", false},     {"late@event:1", false},       {"late@event:2", false},
        {"drop@event:1", true},        {"drop@event:2", true},        {"bad-json@event:1", true},
        {"bad-json@event:2", true},
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++)
        watch_check(cases[i].fault, false, cases[i].is_broken, wire);
    watch_check("drop@event:1", true, true, wire);
    watch_check("drop@event:2", true, true, wire);
}

TEST(no_event_is_lost_whatever_happens_to_it)
{
    watch_check_all(NULL);
}

TEST(no_event_is_lost_with_latency)
{
    watch_check_all(&(struct ls_sim_wire_options){5, 1, 500});
}

/* ---- the beginning of a watch ---- */

TEST(a_watch_begins_in_the_end_whatever_happens_to_it)
{
    static const char *const faults[] = {
        "not-sent@watch:1",   "no-reply@watch:1",
        "lost@watch:1",       "reset@watch:1",
        "goaway@watch:1",     "hang@watch:1",
        "status:403@watch:1", "status:404@watch:1",
        "status:409@watch:1", "status:410@watch:1",
        "status:413@watch:1", "status:422@watch:1",
        "status:429@watch:1", "status:500@watch:1",
        "status:503@watch:1", "status-after:500@watch:1",
        "half-body@watch:1",  "bad-json@watch:1",
        "slow@watch:1",       "slow-bytes@watch:1",
        "expired@watch:1",    "cut:0@watch:1",
        "cut:1@watch:1",      "cut:300@watch:1",
        "expired@resume:1",
    };
    for (size_t i = 0; i < LS_COUNT(faults); i++) {
        struct view view LS_AUTO(view_close);
        print_message("%s\n", faults[i]);
        view_open(&view, 1, NULL);
        ls_sim_wire_set(view.session.wire, session_fault(faults[i]));
        CHECK_INT(ls_sim_wire_cut(view.session.wire), 1); /* the next one is a resume */
        session_create(&view.session, "cm-1");
        session_create(&view.session, "cm-2");
        session_pass_ms(&view.session, 2 * MINUTES_MS);
        CHECK_INT(ls_sim_wire_struck(view.session.wire), 1);
        CHECK_STR(ls_buf_text(&view.seen[0]), "cm-1 cm-2 ");
    }
}

TEST(a_stream_may_be_cut_at_any_byte)
{
    for (int64_t at = 0;; at++) {
        struct view view LS_AUTO(view_close);
        view_open(&view, 1, NULL);
        struct ls_sim_fault cut = {.kind = LS_SIM_FAULT_CUT, .nth = 1, .value = at};
        cut.place = LS_SIM_PLACE_RESUME;
        ls_sim_wire_set(view.session.wire, cut);
        (void)ls_sim_wire_cut(view.session.wire);
        size_t from = ls_sim_trace_request_count(view.session.trace);
        session_create(&view.session, "cm-1");
        session_create(&view.session, "cm-2");
        session_pass_ms(&view.session, MINUTES_MS);
        CHECK_STR(ls_buf_text(&view.seen[0]), "cm-1 cm-2 ");
        if (ls_sim_trace_count(view.session.trace, from, "GET", NULL) == 1) {
            print_message("cut at each of %lld bytes\n", (long long)at);
            CHECK(at > 300);
            return; /* the stream is shorter than this */
        }
    }
}

/* ---- order ---- */

TEST(a_late_event_is_overtaken_by_the_next_two_of_another_watch)
{
    static const struct {
        const char *fault;
        const char *order;
    } cases[] = {
        {"none", "010101"}, /* both watches are sent each of three events */
        {"late@event:1", "100101"},
        {"late@event:2", "001101"},
        {"late@event:5", "010110"}, /* no two follow: it comes in the end */
    };
    for (size_t i = 0; i < LS_COUNT(cases); i++) {
        struct view view LS_AUTO(view_close);
        view_open(&view, 2, NULL);
        if (i > 0)
            ls_sim_wire_set(view.session.wire, session_fault(cases[i].fault));
        session_create(&view.session, "cm-1");
        session_create(&view.session, "cm-2");
        session_create(&view.session, "cm-3");
        session_pass_ms(&view.session, MINUTES_MS);
        print_message("%s: %s\n", cases[i].fault, ls_buf_text(&view.order));
        CHECK_STR(ls_buf_text(&view.order), cases[i].order);
        CHECK_STR(ls_buf_text(&view.seen[0]), "cm-1 cm-2 cm-3 ");
        CHECK_STR(ls_buf_text(&view.seen[1]), "cm-1 cm-2 cm-3 ");
        CHECK_INT(view.hits, i > 0);
    }
}

TEST(latency_mixes_streams_and_keeps_the_order_inside_each)
{
    struct ls_buf orders[2] = {0};
    for (size_t i = 0; i < 2; i++) {
        struct view view LS_AUTO(view_close);
        view_open(&view, 2, &(struct ls_sim_wire_options){i + 1, 0, 1000});
        for (char name[] = "cm-a"; name[3] <= 'h'; name[3]++)
            session_create(&view.session, name);
        session_pass_ms(&view.session, MINUTES_MS);
        for (size_t watch = 0; watch < 2; watch++)
            CHECK_STR(ls_buf_text(&view.seen[watch]), "cm-a cm-b cm-c cm-d cm-e cm-f cm-g cm-h ");
        ls_buf_add_slice(&orders[i], ls_buf_slice(&view.order));
    }
    print_message("%s\n%s\n", ls_buf_text(&orders[0]), ls_buf_text(&orders[1]));
    CHECK(strcmp(ls_buf_text(&orders[0]), ls_buf_text(&orders[1])) != 0);
    ls_buf_release(&orders[0]);
    ls_buf_release(&orders[1]);
}

/* ---- reset and crash ---- */

TEST(a_reset_takes_the_watches_of_its_connection_only)
{
    struct view view LS_AUTO(view_close);
    view_open(&view, 2, NULL);
    struct session_call call;
    size_t from = ls_sim_trace_request_count(view.session.trace);
    ls_sim_wire_set(view.session.wire, session_fault("reset@request:1"));
    session_apply(&view.session, &call, "cm-1"); /* on another connection */
    CHECK_INT(ls_sim_trace_count(view.session.trace, from, "GET", NULL), 0);
    ls_sim_wire_set(view.session.wire, session_fault("reset@watch:1"));
    ls_list_watch_free(view.watches[1]);
    view.watches[1] = NULL;
    (void)ls_sim_wire_cut(view.session.wire);
    session_create(&view.session, "cm-2");
    session_pass_ms(&view.session, MINUTES_MS);
    CHECK_STR(ls_buf_text(&view.seen[0]), "cm-2 ");
    CHECK_INT(ls_sim_wire_struck(view.session.wire), 1);
}

TEST(a_process_may_crash_at_the_beginning_of_a_watch)
{
    static const char *const faults[] = {"crash-before@watch:1", "crash-after@watch:1",
                                         "crash-heard@watch:1"};
    for (size_t i = 0; i < LS_COUNT(faults); i++) {
        struct view view LS_AUTO(view_close);
        view_open(&view, 1, NULL);
        ls_sim_wire_set(view.session.wire, session_fault(faults[i]));
        (void)ls_sim_wire_cut(view.session.wire);
        session_create(&view.session, "cm-1");
        session_pass_ms(&view.session, MINUTES_MS);
        CHECK(ls_sim_wire_is_crashed(view.session.wire));
        CHECK_INT(view.events, 0);
        CHECK_STR(ls_buf_text(&view.seen[0]), "");
    }
}
