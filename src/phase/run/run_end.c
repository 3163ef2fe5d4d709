/* How a run ended, as a sentence: which object, since when, why, and what to do. */
#include "phase/run/run_impl.h"

#include "phase/words.h"
#include "value/duration.h"

static void time_print(struct ls_buf *out, int64_t ms)
{
    ls_duration_print_age(out, ms * LS_NS_PER_MS);
}

static uint32_t blocking_item(const struct ls_run *run, const struct ls_decision *decision)
{
    if (decision->blocking == LS_NO_ITEM)
        return LS_NO_ITEM;
    if (decision->is_blocking_leaver)
        return run->removal.leavers[decision->blocking].item;
    return decision->blocking + 1;
}

static const char *reason_of(const struct ls_run *run, uint32_t item)
{
    const struct run_item *own = &run->items.at[item];
    uint32_t leaver = run->leaving ? ls_leaving_of(run->leaving, item) : LS_NO_ITEM;
    if (own->problem)
        return own->problem;
    if (leaver != LS_NO_ITEM)
        return ls_leaving_reason(run->leaving, leaver);
    return ls_book_facts(run->book, item)->reason;
}

/* "Deployment shop/web": and its reason, when there is one. */
static void item_print(const struct ls_run *run, uint32_t item, const char *state,
                       struct ls_buf *out)
{
    const char *reason = reason_of(run, item);
    ls_ref_print(out, ls_book_ref(run->book, item));
    ls_buf_add_text(out, state);
    if (reason[0])
        ls_buf_printf(out, ": %s", reason);
}

/* "Deployment shop/web has not been ready for 4s: ..."; without the time when it is short. */
static void since_print(const struct ls_run *run, uint32_t item, struct ls_buf *out)
{
    struct ls_buf state LS_AUTO(ls_buf_release) = {0};
    bool stays = ls_run_member(run, item) || ls_run_is_look(run);
    int64_t ms = ls_run_now_ms(run) - ls_book_facts(run->book, item)->since_ms;
    if (ms >= 1000) {
        ls_buf_add_text(&state, stays ? " has not been ready for " : " is still there after ");
        time_print(&state, ms);
    } else {
        ls_buf_add_text(&state, stays ? " is not ready" : " is still there");
    }
    item_print(run, item, ls_buf_text(&state), out);
}

/* ---- by cause ---- */

/* What is said of the objects that are refused before they are named. */
static void refused_head(const struct ls_run *run, size_t total, size_t contested,
                         struct ls_buf *out)
{
    if (contested < total) {
        ls_buf_printf(out, "%zu object%s of the set must not be touched: ", total,
                      total == 1 ? "" : "s");
        return;
    }
    ls_buf_printf(out, "others own fields of %zu object%s, with other values%s.%s ", total,
                  total == 1 ? "" : "s", run->options.keeps_foreign ? " (--keep-foreign)" : "",
                  run->lock != LS_LOCK_OURS ? " Nothing was written." : "");
    ls_buf_add_text(out,
                    "--force-conflicts takes them, " LS_NOTE_IGNORE " leaves them as they are: ");
}

static void refused_print(const struct ls_run *run, struct ls_buf *out)
{
    size_t total = ls_ledger_total(run->writes, LS_WRITE_REFUSED);
    size_t named = 0;
    size_t contested = 0;
    bool is_held = false;
    bool is_of_set = false;
    uint32_t count = run->member_count;
    for (uint32_t i = 1; i <= count; i++)
        contested += run->items.at[i].is_contested;
    refused_head(run, total, contested, out);
    for (uint32_t i = 0; i < count && named < LS_RUN_REFUSED_NAMED_MAX; i++) {
        if (ls_ledger_state(run->writes, i) != LS_WRITE_REFUSED)
            continue;
        if (named++)
            ls_buf_add_text(out, "; ");
        item_print(run, i + 1, "", out);
        uint8_t holder = ls_book_facts(run->book, i + 1)->holder;
        is_of_set |= holder == LS_HOLDER_OTHER_SET;
        is_held |= holder == LS_HOLDER_OTHER_SET || holder == LS_HOLDER_CONTROLLER;
        if (run->options.adopts_not && holder == LS_HOLDER_NOBODY)
            ls_buf_add_text(out, " is there already and belongs to nobody (--no-adopt)");
    }
    if (total > named)
        ls_buf_printf(out, "; and %zu more", total - named);
    if (is_held)
        ls_buf_add_text(out, ". Remove from the manifests what is to stay with its holder");
    if (is_of_set)
        ls_buf_add_text(out, ". " LS_NOTE_MOVED_FROM ": SET on an object moves it from that set");
    if (run->lock != LS_LOCK_OURS && contested < total)
        ls_buf_add_text(out, ". Nothing was written");
}

/* "the timeout of 30m"; *item becomes the member whose own it is. */
static void timeout_print(struct ls_run *run, uint32_t *item, struct ls_buf *out)
{
    uint32_t timed;
    int64_t at_ms = ls_run_deadline(run, &timed);
    if (timed != LS_NO_ITEM) {
        ls_buf_add_text(out, "its timeout of ");
        time_print(out, ls_run_member(run, timed)->wishes.timeout_ms);
        *item = timed;
    } else if (at_ms == ls_run_phase_deadline(run)) {
        struct ls_row row;
        ls_run_row(run, run->phase, &row);
        ls_buf_printf(out, "the timeout of phase %d, ", (int)row.phase);
        time_print(out, run->options.phase_timeout_ms);
    } else {
        ls_buf_add_text(out, "the timeout of ");
        time_print(out, run->options.timeout_ms);
    }
}

/* What was waited for when the time was over. */
static void awaited_print(const struct ls_run *run, uint32_t item, struct ls_buf *out)
{
    if (item != LS_NO_ITEM) {
        ls_buf_add_text(out, ": ");
        since_print(run, item, out);
    } else if (run->step == LS_RUN_STATE_LOCK_HELD) {
        ls_buf_add_text(out, ": another run works on the set (");
        ls_lock_show(out, ls_slice_of(run->parent.holder));
        ls_buf_add_char(out, ')');
    } else if (run->step == LS_RUN_STATE_READING) {
        ls_buf_add_text(out, ": the server has not answered yet");
    }
}

static void deadline_print(struct ls_run *run, uint32_t item, struct ls_buf *out)
{
    timeout_print(run, &item, out);
    ls_buf_add_text(out, " has passed");
    awaited_print(run, item, out);
    if (ls_outbox_last_words(run->outbox)[0])
        ls_buf_printf(out, "; %s", ls_outbox_last_words(run->outbox));
    else if (run->has_watch_trouble)
        ls_buf_printf(out, "; %s", run->watch_err.text);
}

static enum ls_code cause_print(struct ls_run *run, const struct ls_decision *decision,
                                struct ls_buf *out)
{
    uint32_t item = blocking_item(run, decision);
    switch (decision->cause) {
    case LS_END_CAUSE_NONE:
    case LS_END_CAUSE_COUNT:
        return LS_OK;
    case LS_END_CAUSE_REFUSED:
        refused_print(run, out);
        return LS_E_CONFLICT;
    case LS_CAUSE_PRUNE:
        ls_run_prune_print(run, out);
        return LS_E_CONFLICT;
    case LS_END_CAUSE_WRITE:
        item_print(run, item, "", out);
        return LS_E_INVALID;
    case LS_END_CAUSE_VERDICT:
        item_print(run, item, " has failed", out);
        return LS_E_INVALID;
    case LS_END_CAUSE_HELD:
        item_print(run, item, " must stay", out);
        return LS_E_CONFLICT;
    case LS_END_CAUSE_DEADLINE:
        deadline_print(run, item, out);
        return LS_E_TIMEOUT;
    case LS_END_CAUSE_NOT_READY:
        since_print(run, item, out);
        return LS_E_TIMEOUT;
    }
    return LS_OK;
}

void ls_run_end_explain(struct ls_run *run, const struct ls_decision *decision)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (run->is_ending)
        return;
    enum ls_code code = cause_print(run, decision, &text);
    if (code)
        (void)ls_fail(&run->err, code, "%s", ls_buf_text(&text));
}
