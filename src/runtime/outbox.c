#include "runtime/outbox.h"

#include <stdio.h>

#include "base/defect.h"
#include "base/vec.h"
#include "kube/backoff.h"
#include "kube/limits.h"
#include "kube/resource_version.h"
#include "runtime/limits.h"
#include "runtime/outbox_rules.h"

/* One intent on its way. */
struct outbox_slot {
    struct ls_outbox *box;
    struct outbox_slot *next; /* of those that are free */
    struct ls_intent intent;
    struct ls_api_call call;
    struct ls_timer timer; /* runs during a pause */
    int64_t again_at_ms;
    struct ls_backoff backoff;
    int64_t wait_until_ms; /* for what is coming; 0: nothing is */
    int64_t wait_pause_ms;
    bool is_used;
    bool is_sent_before;
    bool was_paused;   /* a try of this intent has failed */
    bool is_unreached; /* in a pause because the server could not be reached */
    bool is_last_try;
    bool is_settling;    /* its result is read */
    struct ls_err doubt; /* why */
};

/* What is remembered of an object between its intents. */
struct past {
    bool is_in_flight;
    uint8_t doubts; /* writes in a row that were settled by reading */
};

struct ls_outbox {
    struct ls_client *client;
    ls_result_fn fn;
    void *self;
    size_t in_flight_max;
    size_t in_flight;
    LS_VEC(struct outbox_slot *) slots;
    struct outbox_slot *free;
    LS_VEC(struct past) pasts; /* by item */
    size_t unreached_count;    /* slots that are */
    struct ls_outbox_counts counts;
    struct ls_err trouble;       /* the latest that led to a pause */
    struct ls_buf *trouble_text; /* of its own memory: asking is no change of the outbox */
};

static void slot_send(void *self);

static struct ls_world *world_of(const struct outbox_slot *slot)
{
    return ls_client_world(slot->box->client);
}

static int64_t now_ms(const struct outbox_slot *slot)
{
    return ls_clock_mono_ms(world_of(slot)->clock);
}

static struct past *past_of(struct ls_outbox *box, uint32_t item)
{
    while (box->pasts.count <= item)
        ls_vec_push(&box->pasts, (struct past){0});
    return &box->pasts.at[item];
}

/* ---- slots ---- */

static struct outbox_slot *slot_take(struct ls_outbox *box)
{
    struct outbox_slot *slot = box->free;
    if (slot) {
        box->free = slot->next;
    } else {
        slot = LS_NEW(struct outbox_slot);
        ls_vec_push(&box->slots, slot);
    }
    *slot = (struct outbox_slot){.box = box, .is_used = true};
    box->in_flight++;
    return slot;
}

static void slot_give_back(struct outbox_slot *slot)
{
    struct ls_outbox *box = slot->box;
    ls_obj_unref(slot->intent.body);
    past_of(box, slot->intent.item)->is_in_flight = false;
    slot->is_used = false;
    slot->next = box->free;
    box->free = slot;
    box->in_flight--;
}

/* The last thing that happens to an intent: from here on the outbox may be gone. */
static void slot_report(struct outbox_slot *slot, struct ls_result result)
{
    struct ls_outbox *box = slot->box;
    struct ls_intent intent = slot->intent;
    struct ls_err doubt = slot->doubt;
    result.is_read = slot->is_settling;
    if (result.is_read && (result.code == LS_OK || result.code == LS_E_NOT_FOUND))
        result.err = &doubt;
    struct past *past = past_of(box, intent.item);
    if (intent.kind != LS_INTENT_READ)
        past->doubts = result.is_read ? (uint8_t)LS_MIN(past->doubts + 1, UINT8_MAX) : 0;
    slot_give_back(slot);
    intent.body = NULL;
    result.intent = &intent;
    box->fn(box->self, &result);
}

/* ---- pauses ---- */

static void slot_pause(struct outbox_slot *slot, int64_t delay_ms, const struct ls_err *why)
{
    slot->box->trouble = *why;
    slot->was_paused = true;
    slot->again_at_ms = now_ms(slot) + delay_ms;
    ls_timer_start(world_of(slot)->loop, &slot->timer, delay_ms, slot_send, slot);
}

static void slot_unreached_set(struct outbox_slot *slot, bool is_unreached)
{
    slot->box->unreached_count += is_unreached;
    slot->box->unreached_count -= slot->is_unreached;
    slot->is_unreached = is_unreached;
}

static void slot_repeat(struct outbox_slot *slot, const struct ls_err *why)
{
    int64_t delay_ms = ls_backoff_next_ms(&slot->backoff, now_ms(slot), why->retry_after_ms,
                                          &world_of(slot)->random);
    slot_unreached_set(slot, why->code == LS_E_NOT_SENT);
    slot_pause(slot, delay_ms, why);
}

/* The server is back: those who found it away need not wait out their pauses. */
static void box_reached(struct ls_outbox *box)
{
    for (size_t i = 0; i < box->slots.count && box->unreached_count > 0; i++) {
        struct outbox_slot *slot = box->slots.at[i];
        if (!slot->is_unreached)
            continue;
        slot_unreached_set(slot, false);
        ls_timer_start(world_of(slot)->loop, &slot->timer, 0, slot_send, slot);
    }
}

/* False: it has been waited for long enough. */
static bool slot_wait(struct outbox_slot *slot, const struct ls_err *why)
{
    int64_t now = now_ms(slot);
    if (slot->wait_until_ms == 0) {
        slot->wait_until_ms = now + LS_KIND_PATIENCE_MS;
        slot->wait_pause_ms = LS_KIND_PAUSE_MS;
    }
    if (now >= slot->wait_until_ms)
        return false;
    int64_t delay_ms = LS_MIN(slot->wait_pause_ms, slot->wait_until_ms - now);
    slot->wait_pause_ms = LS_MIN(slot->wait_pause_ms * 2, LS_KIND_PAUSE_MAX_MS);
    slot_pause(slot, delay_ms, why);
    return true;
}

/* ---- answers ---- */

/* What a dry run shows was never stored. */
static bool is_set_back(const struct ls_intent *intent, const struct ls_answer *answer)
{
    if (answer->code || !answer->obj || intent->is_dry_run)
        return false;
    uint64_t version = ls_rv_of_object(ls_obj_root(answer->obj));
    return version != 0 && version < intent->seen_version;
}

static struct ls_result result_of(const struct outbox_slot *slot, const struct ls_answer *answer)
{
    return (struct ls_result){
        .code = answer->code,
        .err = answer->err,
        .obj = answer->obj,
        .http_status = answer->http_status,
        .is_kind_unknown = answer->is_kind_unknown,
        .is_set_back = is_set_back(&slot->intent, answer),
    };
}

static void report_gone(struct outbox_slot *slot, const struct ls_answer *answer)
{
    struct ls_result result = result_of(slot, answer);
    struct ls_err none = {0};
    if (!answer->is_kind_unknown) {
        result.code = LS_OK;
        result.err = &none;
        result.obj = NULL;
    }
    slot_report(slot, result);
}

static void report_read(struct outbox_slot *slot, const struct ls_answer *answer)
{
    if (answer->code == LS_E_NOT_FOUND && slot->intent.kind == LS_INTENT_DELETE) {
        report_gone(slot, answer);
        return;
    }
    struct ls_result result = result_of(slot, answer);
    struct ls_err err = *answer->err;
    if (answer->code)
        (void)ls_context(&err, "%s; then, to see what became of it", slot->doubt.text);
    result.err = &err;
    slot_report(slot, result);
}

static void slot_report_answer(struct outbox_slot *slot, const struct ls_answer *answer)
{
    if (slot->is_settling)
        report_read(slot, answer);
    else
        slot_report(slot, result_of(slot, answer));
}

static void slot_settle(struct outbox_slot *slot, const struct ls_err *doubt)
{
    slot->is_settling = true;
    slot->doubt = *doubt;
    slot->box->trouble = *doubt; /* should it come to a pause */
    slot_send(slot);
}

static enum ls_outbox_rule rule_for(const struct outbox_slot *slot, enum ls_code code)
{
    struct ls_intent read = {.kind = LS_INTENT_READ};
    return ls_outbox_rule(slot->is_settling ? &read : &slot->intent, code);
}

static void slot_answered(void *self, const struct ls_answer *answer)
{
    struct outbox_slot *slot = self;
    if (answer->http_status)
        box_reached(slot->box);
    enum ls_outbox_rule rule = rule_for(slot, answer->code);
    if (slot->is_last_try && (rule == LS_RULE_REPEAT || rule == LS_RULE_WAIT))
        rule = LS_RULE_REPORT;
    switch (rule) {
    case LS_RULE_REPEAT:
        slot_repeat(slot, answer->err);
        return;
    case LS_RULE_SETTLE:
        if (LS_DEFECT(unanswered_is_gone) && slot->intent.kind == LS_INTENT_DELETE)
            report_gone(slot, answer);
        else
            slot_settle(slot, answer->err);
        return;
    case LS_RULE_GONE:
        report_gone(slot, answer);
        return;
    case LS_RULE_WAIT:
        if (!ls_outbox_is_coming(&slot->intent, answer->code, answer->is_kind_unknown,
                                 ls_obj_root(answer->obj)) ||
            !slot_wait(slot, answer->err))
            slot_report_answer(slot, answer);
        return;
    case LS_RULE_REPORT:
    case LS_RULE_COUNT:
        slot_report_answer(slot, answer);
        return;
    }
}

/* ---- requests ---- */

static const enum ls_verb verbs[LS_INTENT_COUNT] = {
    [LS_INTENT_APPLY] = LS_VERB_APPLY,
    [LS_INTENT_PATCH] = LS_VERB_JSON_PATCH,
    [LS_INTENT_DELETE] = LS_VERB_DELETE,
    [LS_INTENT_READ] = LS_VERB_GET,
};

static void call_start(struct outbox_slot *slot, const struct ls_call_spec *ask)
{
    ls_api_call_start(slot->box->client, &slot->call, ask, slot_answered, slot);
}

static void write_send(struct outbox_slot *slot)
{
    const struct ls_intent *intent = &slot->intent;
    char uid[37], version[24];
    struct ls_call_spec ask = {
        .verb = verbs[intent->kind],
        .place = ls_ref_place(&intent->ref),
        .body = ls_obj_root(intent->body),
        .field_manager = intent->field_manager,
        .is_forced = intent->is_forced,
        .is_dry_run = intent->is_dry_run,
    };
    if (intent->kind == LS_INTENT_APPLY)
        ask.validation = LS_VALIDATION_STRICT;
    if (intent->kind == LS_INTENT_DELETE) {
        ls_uid_print(intent->uid, uid);
        snprintf(version, sizeof version, "%llu", (unsigned long long)intent->version);
        ask.if_uid = LS_DEFECT(delete_without_uid) ? NULL : uid;
        ask.if_resource_version = LS_DEFECT(delete_any_version) ? NULL : version;
        ask.propagation = intent->propagation;
    }
    call_start(slot, &ask);
}

static void slot_send(void *self)
{
    struct outbox_slot *slot = self;
    struct ls_outbox_counts *counts = &slot->box->counts;
    slot_unreached_set(slot, false);
    if (slot->is_settling) {
        counts->reads++;
        call_start(slot, &(struct ls_call_spec){.verb = LS_VERB_GET,
                                                .place = ls_ref_place(&slot->intent.ref)});
        return;
    }
    counts->sent[slot->intent.kind]++;
    counts->repeats += slot->is_sent_before;
    slot->is_sent_before = true;
    write_send(slot);
}

/* ---- the outbox ---- */

struct ls_outbox *ls_outbox_new(struct ls_client *client, const struct ls_outbox_options *options,
                                ls_result_fn fn, void *self)
{
    struct ls_outbox *box = LS_NEW(struct ls_outbox);
    size_t max = options && options->in_flight_max ? options->in_flight_max : LS_OUTBOX_IN_FLIGHT;
    box->client = client;
    box->fn = fn;
    box->self = self;
    box->in_flight_max = LS_MIN(max, LS_OUTBOX_IN_FLIGHT_MAX);
    box->trouble_text = LS_NEW(struct ls_buf);
    return box;
}

void ls_outbox_free(struct ls_outbox *box)
{
    if (!box)
        return;
    struct ls_loop *loop = ls_client_world(box->client)->loop;
    for (size_t i = 0; i < box->slots.count; i++) {
        struct outbox_slot *slot = box->slots.at[i];
        ls_timer_stop(loop, &slot->timer);
        ls_api_call_cancel(&slot->call);
        if (slot->is_used)
            ls_obj_unref(slot->intent.body);
        ls_free(slot);
    }
    ls_vec_release(&box->slots);
    ls_vec_release(&box->pasts);
    ls_buf_release(box->trouble_text);
    ls_free(box->trouble_text);
    ls_free(box);
}

static void intent_check(const struct ls_intent *intent)
{
    bool has_body = intent->kind == LS_INTENT_APPLY || intent->kind == LS_INTENT_PATCH;
    LS_ASSERT(intent->kind < LS_INTENT_COUNT);
    LS_ASSERT(!has_body || intent->body);
    /* No delete without uid and resourceVersion: a namesake is never hit. */
    bool names_one = (intent->uid.high || intent->uid.low) && intent->version > 0;
    LS_ASSERT(intent->kind != LS_INTENT_DELETE || names_one);
}

/* An object whose writes keep ending in doubt is not written to in a hot loop. */
static int64_t pause_before_ms(struct outbox_slot *slot, unsigned doubts)
{
    if (slot->intent.kind == LS_INTENT_READ || doubts <= LS_OUTBOX_FREE_DOUBTS)
        return 0;
    unsigned doublings = LS_MIN(doubts - LS_OUTBOX_FREE_DOUBTS - 1, 8);
    slot->backoff.next_ms = LS_MIN((int64_t)LS_BACKOFF_START_MS << doublings, LS_BACKOFF_MAX_MS);
    slot->backoff.last_at_ms = now_ms(slot);
    return ls_backoff_next_ms(&slot->backoff, now_ms(slot), 0, &world_of(slot)->random);
}

void ls_outbox_put(struct ls_outbox *box, const struct ls_intent *intent)
{
    intent_check(intent);
    LS_ASSERT(ls_outbox_room(box) > 0);
    struct past *past = past_of(box, intent->item);
    LS_ASSERT(!past->is_in_flight);
    past->is_in_flight = true;
    struct outbox_slot *slot = slot_take(box);
    slot->intent = *intent;
    slot->intent.body = intent->body ? ls_obj_ref(intent->body) : NULL;
    int64_t pause_ms = pause_before_ms(slot, past->doubts);
    if (pause_ms > 0) {
        struct ls_err why = box->trouble;
        slot_pause(slot, pause_ms, &why);
    } else {
        slot_send(slot);
    }
}

void ls_outbox_wind_up(struct ls_outbox *box)
{
    for (size_t i = 0; i < box->slots.count; i++) {
        struct outbox_slot *slot = box->slots.at[i];
        if (!slot->is_used)
            continue;
        slot->is_last_try = true;
        if (!ls_timer_is_running(&slot->timer))
            continue;
        ls_timer_stop(world_of(slot)->loop, &slot->timer);
        slot_unreached_set(slot, false);
        slot_give_back(slot);
    }
}

size_t ls_outbox_room(const struct ls_outbox *box)
{
    return box->in_flight_max - box->in_flight;
}

size_t ls_outbox_in_flight(const struct ls_outbox *box)
{
    return box->in_flight;
}

bool ls_outbox_has(const struct ls_outbox *box, uint32_t item)
{
    return item < box->pasts.count && box->pasts.at[item].is_in_flight;
}

static const struct outbox_slot *next_paused(const struct ls_outbox *box)
{
    const struct outbox_slot *next = NULL;
    for (size_t i = 0; i < box->slots.count; i++) {
        const struct outbox_slot *slot = box->slots.at[i];
        bool is_paused = slot->is_used && ls_timer_is_running(&slot->timer);
        if (is_paused && (!next || slot->again_at_ms < next->again_at_ms))
            next = slot;
    }
    return next;
}

const char *ls_outbox_trouble(const struct ls_outbox *box)
{
    const struct outbox_slot *slot = next_paused(box);
    ls_buf_clear(box->trouble_text);
    if (slot) {
        int64_t left_ms = LS_MAX(slot->again_at_ms - now_ms(slot), 0);
        ls_buf_printf(box->trouble_text, "%s, next try in %lld s", box->trouble.text,
                      (long long)(left_ms + 999) / 1000);
    }
    return ls_buf_text(box->trouble_text);
}

const char *ls_outbox_last_words(const struct ls_outbox *box)
{
    for (size_t i = 0; i < box->slots.count; i++) {
        if (box->slots.at[i]->is_used && box->slots.at[i]->was_paused)
            return box->trouble.text;
    }
    return "";
}

struct ls_outbox_counts ls_outbox_counts(const struct ls_outbox *box)
{
    return box->counts;
}
