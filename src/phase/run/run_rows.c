/* What people see of a run: a row an object, and events that say what has changed. */
#include "phase/run/run_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"

/* ---- events ---- */

static void tell(struct ls_run *run, const struct ls_run_event *event)
{
    if (run->hooks.event)
        run->hooks.event(run->hooks.self, event);
}

static void row_tell(struct ls_run *run, size_t row)
{
    tell(run, &(struct ls_run_event){.kind = LS_RUN_ROW, .row = row});
}

void ls_run_tell_step(struct ls_run *run, enum ls_run_state step)
{
    if (run->has_step && run->step == step)
        return;
    run->has_step = true;
    run->step = step;
    tell(run, &(struct ls_run_event){.kind = LS_RUN_STEP, .state = step});
}

void ls_run_tell_note(struct ls_run *run, const char *format, ...)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    va_list args;
    va_start(args, format);
    ls_buf_vprintf(&text, format, args);
    va_end(args);
    tell(run, &(struct ls_run_event){.kind = LS_RUN_NOTE, .text = ls_buf_text(&text)});
}

/* What was in progress or had failed before the phase began: nothing may change there for long. */
static void phase_rows_tell(struct ls_run *run, uint32_t first)
{
    const struct run_item *phase = &run->items.at[run->rows.at[first]];
    for (size_t i = first; i < run->rows.count; i++) {
        const struct run_item *own = &run->items.at[run->rows.at[i]];
        bool is_member = ls_run_member(run, run->rows.at[i]) != NULL;
        if (!is_member || own->order.creation != phase->order.creation)
            return;
        if (own->row_state == LS_ROW_IN_PROGRESS || own->row_state == LS_ROW_FAILED)
            row_tell(run, i);
    }
}

void ls_run_tell_phase(struct ls_run *run, enum ls_run_event_kind kind, uint32_t row,
                       int64_t spent_ms)
{
    tell(run, &(struct ls_run_event){.kind = kind, .row = row, .spent_ms = spent_ms});
    if (kind == LS_RUN_PHASE)
        phase_rows_tell(run, row);
}

/* ---- the state of a row ---- */

static enum ls_row_state member_row_state(const struct ls_run *run, uint32_t item)
{
    static const uint8_t states[LS_WRITE_COUNT] = {
        [LS_WRITE_UNSEEN] = LS_ROW_WAITING, [LS_WRITE_WANTS] = LS_ROW_WAITING,
        [LS_WRITE_SENT] = LS_ROW_SENDING,   [LS_WRITE_AWAITS] = LS_ROW_GOING,
        [LS_WRITE_REFUSED] = LS_ROW_HELD,   [LS_WRITE_FAILED] = LS_ROW_FAILED,
        [LS_WRITE_DONE] = LS_ROW_READY,
    };
    unsigned write = ls_ledger_state(run->writes, item - 1);
    if (write != LS_WRITE_DONE || ls_run_member(run, item)->gate == LS_NO_CELL)
        return (enum ls_row_state)states[write];
    unsigned gate = ls_ledger_state(run->gates, item - 1);
    if (gate == LS_GATE_MET)
        return LS_ROW_READY;
    return gate == LS_GATE_FAILED ? LS_ROW_FAILED : LS_ROW_IN_PROGRESS;
}

static enum ls_row_state leaver_row_state(const struct ls_run *run, uint32_t item, uint32_t leaver)
{
    static const uint8_t states[LS_REMOVAL_COUNT] = {
        [LS_REMOVAL_UNSEEN] = LS_ROW_WAITING, [LS_REMOVAL_WANTS] = LS_ROW_WAITING,
        [LS_REMOVAL_SENT] = LS_ROW_SENDING,   [LS_REMOVAL_GOING] = LS_ROW_GOING,
        [LS_REMOVAL_HELD] = LS_ROW_HELD,      [LS_REMOVAL_DONE] = LS_ROW_GONE,
    };
    unsigned state = ls_ledger_state(ls_leaving_ledger(run->leaving), leaver);
    bool is_read = state == LS_REMOVAL_UNSEEN || state == LS_REMOVAL_SENT;
    if (is_read && run->items.at[item].row_state == LS_ROW_GOING)
        return LS_ROW_GOING; /* ... as far as anybody knows */
    if (state == LS_REMOVAL_DONE && run->items.at[item].action == LS_ACTION_RELEASE)
        return LS_ROW_RELEASED;
    return (enum ls_row_state)states[state];
}

static enum ls_row_state found_row_state(const struct ls_run *run, uint32_t item)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    if (facts->presence == LS_PRESENCE_ABSENT)
        return LS_ROW_GONE;
    if (facts->presence == LS_PRESENCE_GOING)
        return LS_ROW_GOING;
    if (facts->verdict == LS_VERDICT_READY)
        return LS_ROW_READY;
    return facts->verdict == LS_VERDICT_FAILED ? LS_ROW_FAILED : LS_ROW_IN_PROGRESS;
}

static uint32_t leaver_of(const struct ls_run *run, uint32_t item)
{
    return run->leaving ? ls_leaving_of(run->leaving, item) : LS_NO_ITEM;
}

static enum ls_row_state row_state(const struct ls_run *run, uint32_t item)
{
    if (ls_run_member(run, item))
        return member_row_state(run, item);
    uint32_t leaver = leaver_of(run, item);
    return leaver == LS_NO_ITEM ? found_row_state(run, item) : leaver_row_state(run, item, leaver);
}

static const char *row_reason(const struct ls_run *run, uint32_t item)
{
    const struct run_item *own = &run->items.at[item];
    if (own->problem)
        return own->problem;
    /* A plan says what would be done: how an object fares that stays as it is, is a look's to say.
     */
    if (run->options.goal == LS_GOAL_PLAN && own->action == LS_ACTION_SAME)
        return "";
    uint32_t leaver = leaver_of(run, item);
    if (leaver != LS_NO_ITEM)
        return ls_leaving_reason(run->leaving, leaver);
    return ls_book_facts(run->book, item)->reason;
}

/* A removed object has no action any more: the row keeps the one it had. */
static void leaver_action_keep(struct ls_run *run, uint32_t item)
{
    uint32_t leaver = leaver_of(run, item);
    if (leaver == LS_NO_ITEM)
        return;
    enum ls_action action = ls_leaving_action(run->leaving, leaver);
    if (action == LS_ACTION_DELETE || action == LS_ACTION_RELEASE)
        ls_run_item(run, item)->action = (uint8_t)action;
}

/* Of a removal before this one: its row is as it ended. */
static bool has_left(const struct ls_run *run, uint32_t item)
{
    return run->options.goal != LS_GOAL_OBSERVE && !ls_run_member(run, item) &&
           leaver_of(run, item) == LS_NO_ITEM;
}

void ls_run_row_judge(struct ls_run *run, uint32_t item)
{
    struct run_item *own = ls_run_item(run, item);
    if (own->row == LS_NO_ITEM || has_left(run, item))
        return;
    leaver_action_keep(run, item);
    enum ls_row_state state = row_state(run, item);
    const char *reason = row_reason(run, item);
    uint32_t hash = (uint32_t)ls_hash_bytes(0, reason, strlen(reason));
    if (own->row_state == state && own->reason_hash == hash)
        return;
    if (own->row_state != state)
        own->row_since_ms = ls_run_now_ms(run);
    own->row_state = (uint8_t)state;
    own->reason_hash = hash;
    row_tell(run, own->row);
}

/* ---- which rows there are ---- */

static void row_add(struct ls_run *run, uint32_t item)
{
    struct run_item *own = ls_run_item(run, item);
    own->row = (uint32_t)run->rows.count;
    ls_vec_push(&run->rows, item);
    leaver_action_keep(run, item);
    own->row_state = (uint8_t)row_state(run, item);
    const char *reason = row_reason(run, item);
    own->reason_hash = (uint32_t)ls_hash_bytes(0, reason, strlen(reason));
}

struct run_rows_found {
    const struct run_item *own;
    const struct ls_ref *ref;
    uint32_t item;
};

static int found_compare(const void *left, const void *right)
{
    const struct run_rows_found *a = left;
    const struct run_rows_found *b = right;
    int order = ls_order_compare_creation(&a->own->order, &b->own->order);
    return order ? order : ls_ref_compare(a->ref, b->ref);
}

static void stretches_number(struct ls_run *run, const struct run_rows_found *found, size_t count)
{
    uint32_t stretch = 0;
    for (size_t i = 0; i < count; i++) {
        const struct ls_order *order = &found[i].own->order;
        bool is_phase_new = i == 0 || found[i - 1].own->order.creation != order->creation;
        if (is_phase_new)
            stretch = 1;
        else if (found[i - 1].own->order.position != order->position)
            stretch++;
        ls_run_item(run, found[i].item)->stretch = stretch;
    }
}

/* Of a look: what is there, in the order in which it went out. */
static void found_rows_make(struct ls_run *run)
{
    size_t count = run->items.count - 1;
    struct run_rows_found *found = LS_NEW_ARRAY(struct run_rows_found, count + 1);
    for (uint32_t i = 0; i < count; i++)
        found[i] =
            (struct run_rows_found){ls_run_item(run, i + 1), ls_book_ref(run->book, i + 1), i + 1};
    qsort(found, count, sizeof *found, found_compare);
    stretches_number(run, found, count);
    for (size_t i = 0; i < count; i++)
        row_add(run, found[i].item);
    ls_free(found);
    for (size_t i = 0; i < run->rows.count; i++)
        row_tell(run, i); /* how things stand is what a look is for */
}

/* Those that have a row already keep it. */
static void leaver_rows_make(struct ls_run *run)
{
    uint32_t stretch = 0;
    uint32_t phase = 0;
    run->removal_phases = LS_ARENA_ARRAY(&run->arena, uint32_t, run->removal.count + 1);
    for (uint32_t i = 0; i < run->removal.count; i++) {
        const struct ls_leaver *leaver = &run->removal.leavers[i];
        bool is_first = i == 0 || leaver[-1].order.deletion != leaver->order.deletion;
        if (is_first)
            stretch = 1;
        else if (run->removal.cells[i] != run->removal.cells[i - 1])
            stretch++;
        ls_run_item(run, leaver->item)->stretch = stretch;
        if (ls_run_item(run, leaver->item)->row == LS_NO_ITEM)
            row_add(run, leaver->item);
        phase = is_first ? ls_run_item(run, leaver->item)->row : phase;
        run->removal_phases[i] = phase;
    }
}

void ls_run_rows_renew(struct ls_run *run)
{
    leaver_rows_make(run);
}

void ls_run_rows_make(struct ls_run *run)
{
    if (ls_run_is_look(run)) {
        found_rows_make(run);
        return;
    }
    for (uint32_t i = 0; i < run->member_count; i++)
        row_add(run, i + 1);
    leaver_rows_make(run);
}

void ls_run_row_late(struct ls_run *run, uint32_t item)
{
    if (!ls_run_is_look(run))
        return;
    row_add(run, item);
    row_tell(run, run->rows.count - 1);
}

/* ---- for those who ask ---- */

const char *ls_row_state_name(enum ls_row_state state)
{
    static const char *const names[LS_ROW_STATE_COUNT] = {
        [LS_ROW_WAITING] = "waiting",
        [LS_ROW_SENDING] = "sending",
        [LS_ROW_IN_PROGRESS] = "in progress",
        [LS_ROW_READY] = "ready",
        [LS_ROW_FAILED] = "failed",
        [LS_ROW_GOING] = "going",
        [LS_ROW_GONE] = "gone",
        [LS_ROW_RELEASED] = "released",
        [LS_ROW_HELD] = "held",
    };
    LS_ASSERT(state < LS_ROW_STATE_COUNT);
    return names[state];
}

size_t ls_run_row_count(const struct ls_run *run)
{
    return run->rows.count;
}

void ls_run_row(const struct ls_run *run, size_t i, struct ls_row *out)
{
    LS_ASSERT(i < run->rows.count);
    uint32_t item = run->rows.at[i];
    const struct run_item *own = &run->items.at[item];
    const struct ls_member *member = ls_run_member(run, item);
    *out = (struct ls_row){
        .ref = ls_book_ref(run->book, item),
        .member = member,
        .is_removal = !member && run->options.goal != LS_GOAL_OBSERVE,
        .phase = own->order.creation,
        .batch = own->stretch,
        .action = (enum ls_action)own->action,
        .state = (enum ls_row_state)own->row_state,
        .since_ms = own->row_since_ms,
        .reason = row_reason(run, item),
    };
    if (out->is_removal)
        out->phase = own->order.deletion;
    if (!member)
        return;
    const struct ls_phase *phase = &run->revision->phases[member->phase];
    out->phase = phase->number;
    out->batch = member->cell - phase->first_cell + 1;
    out->is_gate = member->gate != LS_NO_CELL;
}

struct ls_run_counts ls_run_counts(const struct ls_run *run)
{
    struct ls_outbox_counts sent = ls_outbox_counts(run->outbox);
    struct ls_run_counts counts = {
        .writes = run->writes_before + sent.sent[LS_INTENT_APPLY] + sent.sent[LS_INTENT_PATCH] +
                  sent.sent[LS_INTENT_DELETE] - run->dry_runs,
        .reads = run->reads + sent.sent[LS_INTENT_READ] + sent.reads,
        .searches = run->searches,
        .reviews = run->reviews,
        .visits = ls_book_visits(run->book),
        .dry_runs = run->dry_runs_before + run->dry_runs,
    };
    for (size_t i = 0; i < run->rows.count; i++)
        counts.by_action[run->items.at[run->rows.at[i]].action]++;
    return counts;
}

const struct ls_problems *ls_run_problems(const struct ls_run *run)
{
    return &run->problems;
}
