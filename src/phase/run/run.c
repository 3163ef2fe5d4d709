/* The life of a run: it begins, is looked at whenever something has changed, and ends once. */
#include "phase/run/run_impl.h"

#include <inttypes.h>

#include "base/map.h"
#include "phase/words.h"

enum { RUN_KEY = 0 }; /* the one thing that this run reconciles */

int64_t ls_run_now_ms(const struct ls_run *run)
{
    return ls_clock_mono_ms(run->world->clock);
}

void ls_run_mark(struct ls_run *run)
{
    ls_reconcile_mark(run->reconcile, RUN_KEY);
}

void ls_run_wake(struct ls_run *run, int64_t at_ms)
{
    ls_reconcile_wake(run->reconcile, RUN_KEY, at_ms);
}

bool ls_run_is_removal(const struct ls_run *run)
{
    return run->options.goal == LS_GOAL_TEARDOWN || run->options.goal == LS_GOAL_PLAN_TEARDOWN;
}

bool ls_run_is_look(const struct ls_run *run)
{
    return run->options.goal == LS_GOAL_OBSERVE;
}

void ls_run_settle(struct ls_run *run, enum ls_run_end end, const struct ls_err *err)
{
    if (run->is_ending)
        return;
    run->is_ending = true;
    run->end = end;
    run->give_up_ms = ls_run_now_ms(run) + LS_RUN_STOP_MS;
    if (err)
        run->err = *err;
    /* What else stands in the way of reading on is not what people have to mend first. */
    if (end != LS_RUN_STOPPED && ls_problems_err(&run->problems, &run->err))
        run->end = LS_RUN_REFUSED;
    ls_outbox_wind_up(run->outbox);
    ls_run_mark(run);
}

void ls_run_read_done(struct ls_run *run)
{
    LS_ASSERT(run->reads_open > 0);
    if (--run->reads_open == 0 && !run->is_ending)
        ls_run_stage_next(run);
    ls_run_mark(run);
}

/* ---- one look ---- */

static void run_view(struct ls_run *run, struct ls_view *out)
{
    size_t room = ls_outbox_room(run->outbox);
    bool is_parent_busy = ls_outbox_has(run->outbox, RUN_PARENT_ITEM);
    uint32_t item;
    *out = (struct ls_view){
        .goal = run->options.goal,
        .now_ms = ls_run_now_ms(run),
        .waits_ready = run->options.waits_ready,
        .is_looking = run->stage < RUN_STAGE_FIELDS || ls_run_company_is_busy(run),
        .is_checking = run->stage >= RUN_STAGE_FIELDS && run->stage < RUN_STAGE_WORK,
        .is_prune_doubtful = run->is_prune_doubtful,
        .writes = run->writes,
        .gates = run->gates,
        .leaving = run->leaving ? ls_leaving_ledger(run->leaving) : NULL,
        .is_parent_there = run->parent.exists,
        .is_parent_due = run->is_parent_due,
        .is_parent_unknown = run->is_parent_unknown,
        .is_parent_busy = is_parent_busy,
        .is_lock_closing = run->is_lock_closing,
        .lock = run->lock,
        .lock_again_ms = run->lock_again_ms,
        .renew_ms = run->renew_ms,
        .lapse_ms = run->lapse_ms,
        /* One place is the parent's: a renewal must never wait for the members. */
        .room = room ? room - !is_parent_busy : 0,
        .in_flight = ls_outbox_in_flight(run->outbox) - is_parent_busy,
        .deadline_ms = ls_run_deadline(run, &item),
        .is_ending = run->is_ending,
        .give_up_ms = run->give_up_ms,
    };
}

/* Whoever listens may free the run: nothing is touched afterwards. */
static void run_tell_done(struct ls_run *run)
{
    LS_ASSERT(!run->is_told);
    run->is_told = true;
    ls_run_tell_step(run, LS_RUN_STATE_OVER);
    run->hooks.done(run->hooks.self, run->end, &run->err);
}

static void run_tell_trouble(struct ls_run *run)
{
    const char *trouble = ls_outbox_trouble(run->outbox);
    if (trouble[0] && !run->has_trouble)
        ls_run_tell_note(run, "%s", trouble);
    run->has_trouble = trouble[0] != '\0';
}

static bool run_goes_on(const struct ls_run *run)
{
    return ls_run_is_look(run) && run->options.watches_on && !run->options.waits_ready;
}

static void run_act(struct ls_run *run, const struct ls_view *view,
                    const struct ls_decision *decision)
{
    ls_run_tell_step(run, decision->step);
    ls_run_deadline_enter(run, decision);
    ls_run_send(run, view, decision);
    if (ls_run_is_look(run))
        ls_run_attend_all(run);
    else if (decision->step == LS_RUN_STATE_WAITING)
        ls_run_attend(run, decision->cell);
    /* Whoever writes over our name is seen before the wait is over. */
    bool waits_locked = decision->step == LS_RUN_STATE_WAITING && run->lock == LS_LOCK_OURS;
    if (decision->step == LS_RUN_STATE_LOCK_HELD || waits_locked)
        ls_run_lock_watch(run);
    if (decision->wake_ms != LS_NEVER_MS)
        ls_run_wake(run, decision->wake_ms);
}

static void run_restart(struct ls_run *run);

static void run_look(void *self, uint32_t key)
{
    LS_ASSERT(key == RUN_KEY);
    struct ls_run *run = self;
    if (run->is_told)
        return;
    struct ls_view view;
    struct ls_decision decision;
    ls_arena_reset(&run->thinking);
    ls_run_lock_look(run);
    if ((run->is_outdated || run->is_set_back) && !run->is_ending) {
        run_restart(run);
        return;
    }
    if (!run->is_ending)
        ls_run_removal_follow(run);
    ls_run_graces_look(run);
    run_view(run, &view);
    ls_decide(&run->thinking, &view, &decision);
    ls_run_tell_decision(run, &view, &decision);
    run_tell_trouble(run);
    if (decision.is_over) {
        run_tell_done(run);
        return;
    }
    run_act(run, &view, &decision);
    if (decision.has_end && !run_goes_on(run)) {
        ls_run_end_explain(run, &decision);
        ls_run_settle(run, decision.end, NULL);
    }
}

/* ---- life ---- */

static void run_began(void *self)
{
    ls_run_begin(self);
}

static void run_names_make(struct ls_run *run)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%s%s", LS_PARENT_PREFIX, run->options.set_name);
    run->parent_name = ls_arena_dup(&run->arena, ls_buf_slice(&text));
    ls_buf_clear(&text);
    ls_set_id_print(&text, run->options.parent_namespace, run->options.set_name);
    run->set_id = ls_arena_dup(&run->arena, ls_buf_slice(&text));
    ls_buf_clear(&text);
    ls_field_manager_print(&text, run->options.parent_namespace, run->options.set_name);
    run->manager = ls_arena_dup(&run->arena, ls_buf_slice(&text));
    run->selector = ls_arena_printf(&run->arena, "%s=%s", LS_LABEL_PART_OF, run->set_id);
    /* Before the parent exists nothing carries a hash of ours; the key only has to be there. */
    run->stamp = (struct ls_stamp){.set_id = run->set_id, .key = LS_SLICE("-")};
}

/* All but who it is for, in whose name, and since when. */
static void run_init(struct ls_run *run)
{
    size_t in_flight_max = run->options.in_flight_max;
    run->world = ls_client_world(run->client);
    run->phase = LS_NO_ITEM;
    run->renew_ms = run->lapse_ms = 0; /* a lock that is ours from before is renewed first */
    run->selection_map = ls_map_new(ls_random_u64(&run->world->random));
    run->reconcile = ls_reconcile_new(run->world, run_look, run);
    /* One place more is the parent's. */
    struct ls_outbox_options box = {.in_flight_max = in_flight_max ? in_flight_max + 1 : 0};
    run->outbox = ls_outbox_new(run->client, &box, ls_run_answered, run);
    run_names_make(run);
    ls_run_items_init(run);
}

struct ls_run *ls_run_new(struct ls_client *client, struct ls_discovery *discovery,
                          const struct ls_run_options *options, const struct ls_run_hooks *hooks)
{
    LS_ASSERT(options->goal < LS_GOAL_COUNT && options->set_name && options->parent_namespace);
    struct ls_run *run = LS_NEW(struct ls_run);
    run->client = client;
    run->discovery = discovery;
    run->options = *options;
    run->hooks = *hooks;
    run_init(run);
    run->began_ms = ls_run_now_ms(run);
    run->began_wall_ms = ls_clock_wall_ms(run->world->clock);
    if (!options->lock_host)
        run->options.lock_host = ls_lock_host_here();
    run->options.lock_host->name(run->options.lock_host->self, &run->name, &run->world->random);
    ls_task_start(run->world->loop, &run->begin_task, run_began, run);
    return run;
}

static void run_release(struct ls_run *run)
{
    ls_task_stop(run->world->loop, &run->begin_task);
    ls_timer_stop(run->world->loop, &run->begin_timer);
    ls_discovery_forget(run->discovery, run);
    ls_api_call_cancel(&run->parent_call);
    ls_run_check_free(run);
    ls_run_rights_free(run);
    ls_run_search_free(run);
    ls_run_conflicts_free(run);
    ls_run_companies_free(run);
    ls_run_selections_free(run);
    ls_list_watch_free(run->lock_watch);
    ls_outbox_free(run->outbox);
    ls_run_remove_free(run);
    ls_run_items_free(run);
    ls_reconcile_free(run->reconcile);
    ls_buf_release(&run->lock_text);
    ls_vec_release(&run->deadlines.rows);
    ls_vec_release(&run->phase_spent_ms);
    ls_vec_release(&run->graces.rows);
    ls_vec_release(&run->rows);
    ls_vec_release(&run->unpruned);
    ls_vec_release(&run->jobs);
    ls_vec_release(&run->crds);
    ls_vec_release(&run->unattended);
    ls_problems_release(&run->problems);
    for (size_t i = 0; i < LS_COUNT(run->parent_arenas); i++)
        ls_arena_release(&run->parent_arenas[i]);
    ls_arena_release(&run->thinking);
    ls_arena_release(&run->scratch);
    ls_arena_release(&run->arena);
}

static void run_restart(struct ls_run *run)
{
    struct ls_run_counts counts = ls_run_counts(run);
    struct ls_run kept = {
        .client = run->client,
        .discovery = run->discovery,
        .options = run->options,
        .hooks = run->hooks,
        .decided = run->decided,
        .decided_self = run->decided_self,
        .name = run->name,
        .sight = run->sight, /* how long a holder has been silent */
        .lock_count = run->lock_count,
        .began_ms = run->began_ms,
        .began_wall_ms = run->began_wall_ms,
        .reads = counts.reads,
        .searches = counts.searches,
        .reviews = counts.reviews,
        .writes_before = counts.writes,
        .dry_runs_before = counts.dry_runs,
        .is_left_told = run->is_left_told,
        .asks_kinds = run->is_set_back,
        .restarts = run->restarts + 1,
        .pauses = run->pauses,
    };
    run_release(run);
    *run = kept;
    run_init(run);
    /* Another run was first: what it did is read at once. A server that shows the same again lags.
     */
    if (!run->asks_kinds && run->restarts == 1) {
        ls_run_begin(run);
        return;
    }
    int64_t pause_ms = ls_backoff_next_ms(&run->pauses, ls_run_now_ms(run), 0, &run->world->random);
    ls_timer_start(run->world->loop, &run->begin_timer, pause_ms, run_began, run);
}

void ls_run_set_back(struct ls_run *run, const char *what, uint64_t before, uint64_t now)
{
    if (run->is_set_back || run->is_ending)
        return;
    run->is_set_back = true;
    ls_run_tell_note(run,
                     "the server was set back to an earlier state, as by a restore of etcd: %s is "
                     "at version %" PRIu64 " and was at %" PRIu64
                     "; what was seen is forgotten, and everything is read again",
                     what, now, before);
    ls_run_mark(run);
}

void ls_run_free(struct ls_run *run)
{
    if (!run)
        return;
    run_release(run);
    ls_free(run);
}

void ls_run_stop(struct ls_run *run)
{
    struct ls_err err;
    (void)ls_fail(&err, LS_E_CANCELLED, "stopped; the same command goes on where this one ended");
    ls_run_settle(run, LS_RUN_STOPPED, &err);
}
