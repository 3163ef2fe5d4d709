/* The driver of a run: what phase/run does between facts, decisions and requests. */
#include "support_small_impl.h"

#include <string.h>

#include "phase/set/member_state.h"

/* ---- beginning ---- */

void small_run_forget(struct small_state *state, unsigned number)
{
    for (unsigned i = 0; i < SMALL_OBJECTS_MAX; i++)
        memset(&state->objects[i].known[number], 0, sizeof state->objects[i].known[number]);
}

/* Requests that nobody waits for any more may still be carried out. */
static void requests_orphan(struct small_state *state, unsigned number)
{
    for (unsigned i = 0; i < SMALL_OBJECTS_MAX; i++) {
        const struct small_request *request = &state->objects[i].known[number].request;
        bool is_write = request->kind == SMALL_APPLY || request->kind == SMALL_DELETE;
        if (is_write && !request->is_answered && !request->is_settling)
            state->objects[i].late = *request;
    }
}

void small_run_begin(struct small_model *model, struct small_state *state, unsigned number)
{
    (void)model;
    small_run_forget(state, number);
    memset(&state->runs[number], 0, sizeof state->runs[number]);
    state->runs[number].stage = SMALL_START;
}

/* Another run has worked on the set: all is read anew. */
static void run_restart(struct small_model *model, struct small_state *state, unsigned number)
{
    bool is_silent = state->runs[number].is_silent;
    bool renewal = state->runs[number].renewal;
    struct small_parent before = state->runs[number].parent;
    small_tell(model, " Another run was at work: it begins anew.");
    requests_orphan(state, number);
    small_run_begin(model, state, number);
    state->runs[number].is_silent = is_silent;
    state->runs[number].renewal = renewal;
    state->runs[number].parent = before; /* by which it knows a holder again */
}

void small_run_read_parent(struct small_model *model, struct small_state *state, unsigned number,
                           struct small_parent parent)
{
    struct small_run *run = &state->runs[number];
    small_parent_take(model, state, number, parent);
    run->stage = SMALL_LISTING;
    bool is_any = false; /* a set without its parent is found by its label, if there is any of it */
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_snap now = state->objects[i].now;
        is_any |= now.presence != SMALL_NONE && !now.is_unlabeled;
    }
    if (state->goal != SMALL_TEARDOWN || parent.exists || is_any)
        return;
    memset(run, 0, sizeof *run); /* there is no such set */
    run->end = SMALL_STOPPED;
}

static bool is_listed(const struct small_model *model, const struct small_state *state,
                      const struct small_run *run, unsigned object)
{
    return small_is_wanted(model, state->goal, object) || !small_is_left_out(model, object) ||
           run->parent.lists_all || !run->parent.exists;
}

static bool is_same_snap(struct small_snap a, struct small_snap b)
{
    return a.presence == b.presence && a.uid == b.uid && a.version == b.version;
}

void small_run_list(struct small_model *model, struct small_state *state, unsigned number,
                    bool is_stale)
{
    struct small_run *run = &state->runs[number];
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_object *object = &state->objects[i];
        struct small_known *known = &object->known[number];
        struct small_snap snap = is_stale ? object->frozen : object->now;
        if (!is_listed(model, state, run, i))
            continue;
        known->is_watched = 1;
        known->has_news = !is_same_snap(snap, object->now);
        if (snap.presence == SMALL_NONE || snap.is_unlabeled)
            continue;
        known->watched = snap.uid;
        small_observe(model, state, number, i, snap);
    }
    run->stage = SMALL_VIEW;
}

void small_run_complete(struct small_model *model, struct small_state *state, unsigned number)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_snap now = state->objects[i].now;
        const struct small_known *known = &state->objects[i].known[number];
        if (!small_is_wanted(model, state->goal, i))
            continue;
        if (now.presence != SMALL_NONE)
            small_observe_metadata(model, state, number, i, now);
        if (known->presence == LS_PRESENCE_UNSEEN)
            small_observe_absent(model, state, number, i);
    }
    small_removal_make(model, state, number);
    small_parent_judge(model, state, number);
    state->runs[number].stage = SMALL_WORK;
}

/* ---- news ---- */

void small_run_event(struct small_model *model, struct small_state *state, unsigned number,
                     unsigned object)
{
    struct small_object *own = &state->objects[object];
    struct small_known *known = &own->known[number];
    struct small_snap snap = own->now;
    if (known->has_between) {
        snap = known->between;
        known->has_between = 0;
        known->between = (struct small_snap){0};
    } else {
        known->has_news = 0;
    }
    if (snap.presence != SMALL_NONE && (!snap.is_unlabeled || known->is_named)) {
        bool is_new = known->presence == LS_PRESENCE_UNSEEN && known->seen.uid == 0 &&
                      known->gone == 0 && !small_is_wanted(model, state->goal, object);
        known->is_late |= is_new && state->runs[number].stage == SMALL_WORK;
        known->watched = snap.uid;
        known->was_told |= known->request.kind != SMALL_NO_REQUEST;
        small_observe(model, state, number, object, snap);
        return;
    }
    /* Of what a watch has not told before, the list tells that follows when it broke off. */
    unsigned uid = known->watched != 0 || known->has_news ? known->watched : known->seen.uid;
    known->watched = 0;
    if (uid != 0)
        small_left(model, state, number, object, uid);
}

/* ---- answers ---- */

static void member_present(struct small_model *model, struct small_state *state, unsigned number,
                           unsigned object, struct small_snap reply)
{
    struct small_known *known = &state->objects[object].known[number];
    bool is_confirmed = known->presence == LS_PRESENCE_UNSEEN && known->seen.uid == reply.uid &&
                        known->seen.version == reply.version;
    small_observe(model, state, number, object, reply);
    /* Its watch is past that, and has not told of it: it left since. */
    bool is_passed = known->is_watched && !known->has_news && known->watched != known->seen.uid;
    if (is_passed && !is_confirmed && !known->seen.is_unlabeled)
        small_left(model, state, number, object, known->seen.uid);
}

static void member_answered(struct small_model *model, struct small_state *state, unsigned number,
                            unsigned object, const struct ls_result *result)
{
    struct small_known *known = &state->objects[object].known[number];
    struct small_snap reply = known->reply;
    unsigned left = known->left;
    bool was_told = known->was_told;
    known->request = (struct small_request){0};
    known->reply = (struct small_snap){0};
    known->left = known->was_told = 0;
    bool is_absent = result->code == LS_E_NOT_FOUND || (!result->code && !result->obj);
    if (is_absent && !was_told)
        small_observe_absent(model, state, number, object);
    else if (result->code || is_absent)
        small_doubt(model, state, number, object);
    else
        member_present(model, state, number, object, reply);
    if (left != 0 && known->seen.uid == left)
        small_doubt(model, state, number, object);
}

static void answered(struct small_model *model, struct small_state *state, unsigned number,
                     unsigned object, const struct ls_result *result)
{
    const struct small_known *known = &state->objects[object].known[number];
    if (!known->is_leaver) {
        member_answered(model, state, number, object, result);
        return;
    }
    if (result->code == LS_OK && result->obj && result->obj != model->status)
        small_observe(model, state, number, object, known->reply);
    small_leaver_answered(model, state, number, object, result);
}

static enum ls_intent_kind intent_kind(unsigned kind)
{
    static const enum ls_intent_kind kinds[] = {[SMALL_APPLY] = LS_INTENT_APPLY,
                                                [SMALL_DELETE] = LS_INTENT_DELETE,
                                                [SMALL_READ] = LS_INTENT_READ};
    return kinds[kind];
}

/* What the outbox makes of an answer (runtime/outbox.c, slot_answered()). */
void small_run_answered(struct small_model *model, struct small_state *state, unsigned number,
                        unsigned object, enum ls_code code)
{
    struct small_known *known = &state->objects[object].known[number];
    struct small_request *request = &known->request;
    struct ls_err err = {.code = code};
    struct ls_intent intent = {.kind = intent_kind(request->kind), .item = object};
    struct ls_intent read = {.kind = LS_INTENT_READ, .item = object};
    bool is_read = request->is_settling;
    enum ls_outbox_rule rule = ls_outbox_rule(is_read ? &read : &intent, code);
    if (rule == LS_RULE_REPEAT && state->runs[number].is_ending) { /* it was the last try */
        *request = (struct small_request){0};
        known->left = known->has_left = known->was_told = 0;
        return;
    }
    if (rule == LS_RULE_SETTLE || rule == LS_RULE_REPEAT) {
        request->is_settling |= rule == LS_RULE_SETTLE;
        request->is_answered = request->is_status = 0;
        request->code = SMALL_OK;
        known->reply = (struct small_snap){0};
        return;
    }
    struct ls_result result = {.intent = &intent, .code = code, .err = &err, .is_read = is_read};
    bool is_gone = code == LS_E_NOT_FOUND && intent.kind == LS_INTENT_DELETE;
    if (is_gone)
        result.code = LS_OK;
    else if (code == LS_OK)
        result.obj = request->is_status ? model->status : model->objects[small_shape(known->reply)];
    answered(model, state, number, object, &result);
}

/* ---- decisions ---- */

static void ledgers_load(struct small_model *model, const struct small_state *state,
                         unsigned number)
{
    static const struct ls_manners manners;
    struct small_plan *plan = &model->plans[state->goal];
    for (unsigned i = 0; i < model->object_count; i++) {
        uint32_t member = plan->member_of[i];
        const struct small_known *known = &state->objects[i].known[number];
        if (member == LS_NO_ITEM)
            continue;
        small_book_load(model, state, number, i);
        const struct ls_facts *facts = ls_book_facts(model->book, i);
        enum ls_action action = ls_action_wanted(facts, &manners);
        enum ls_write_state write =
            ls_member_write_state(action, known->request.kind != SMALL_NO_REQUEST, false);
        ls_ledger_move(plan->writes, member, write);
        ls_ledger_move(plan->gates, member, ls_member_gate_state(write, action, facts->verdict));
    }
}

static size_t in_flight(const struct small_model *model, const struct small_state *state,
                        unsigned number)
{
    size_t count = 0;
    for (unsigned i = 0; i < model->object_count; i++)
        count += state->objects[i].known[number].request.kind != SMALL_NO_REQUEST;
    return count;
}

/* Nothing is on its way, and nothing that leaves is in doubt. */
static bool is_removal_quiet(const struct small_model *model, const struct small_state *state,
                             unsigned number)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        const struct small_known *known = &state->objects[i].known[number];
        if (known->is_leaver && known->presence == LS_PRESENCE_UNSEEN)
            return false;
    }
    return in_flight(model, state, number) == 0 &&
           state->runs[number].kind == SMALL_PARENT_NO_REQUEST;
}

static struct ls_view view_of(struct small_model *model, const struct small_state *state,
                              unsigned number, const struct ls_leaving *leaving)
{
    static const enum ls_goal goals[] = {[SMALL_ROLLOUT] = LS_GOAL_ROLLOUT,
                                         [SMALL_CHANGE] = LS_GOAL_ROLLOUT,
                                         [SMALL_TEARDOWN] = LS_GOAL_TEARDOWN};
    const struct small_run *run = &state->runs[number];
    const struct small_plan *plan = &model->plans[state->goal];
    return (struct ls_view){
        .goal = goals[state->goal],
        .now_ms = 1,
        .writes = plan->writes,
        .gates = plan->gates,
        .leaving = ls_leaving_ledger(leaving),
        .is_parent_there = run->parent.exists,
        .is_parent_due = run->is_parent_due,
        .is_parent_unknown = run->is_parent_unknown,
        .is_parent_busy = run->kind != SMALL_PARENT_NO_REQUEST,
        .is_lock_closing = run->is_closing,
        .lock = (enum ls_lock_state)run->lock,
        .lock_again_ms = LS_NEVER_MS,
        .renew_ms = run->age >= SMALL_DUE ? 0 : LS_NEVER_MS,
        .lapse_ms = run->age >= SMALL_LAPSED ? 0 : LS_NEVER_MS,
        .room = SMALL_OBJECTS_MAX,
        .in_flight = in_flight(model, state, number),
        .deadline_ms = LS_NEVER_MS,
        .is_ending = run->is_ending,
        .give_up_ms = LS_NEVER_MS,
    };
}

/* ---- deeds ---- */

static void request_put(struct small_known *known, struct small_request request)
{
    LS_ASSERT(known->request.kind == SMALL_NO_REQUEST);
    known->request = request;
}

static void member_send(struct small_model *model, struct small_state *state, unsigned number,
                        uint32_t member, bool is_write)
{
    const struct small_plan *plan = &model->plans[state->goal];
    unsigned object = plan->object_of[member];
    struct small_known *known = &state->objects[object].known[number];
    struct small_request request = {.kind = is_write ? SMALL_APPLY : SMALL_READ};
    char name[3];
    small_name(model, object, name);
    small_tell(model, is_write ? " It applies %s." : " It reads %s.", name);
    if (is_write) {
        request.content = small_content_of(state->goal) & 3;
        request.uid = known->seen.uid;
        request.version = known->seen.version;
        small_write_check(model, state, number, plan->revision->members[member].cell);
    }
    request_put(known, request);
}

static void leaver_send(struct small_model *model, struct small_state *state, unsigned number,
                        uint32_t leaver, struct ls_leaving *leaving)
{
    struct ls_intent intent;
    char name[3];
    if (ls_leaving_next(leaving, leaver, &intent) == LS_REMOVAL_STEP_NONE)
        return;
    bool is_delete = intent.kind == LS_INTENT_DELETE;
    struct small_request request = {.kind = is_delete ? SMALL_DELETE : SMALL_READ};
    LS_ASSERT(is_delete || intent.kind == LS_INTENT_READ);
    small_name(model, intent.item, name);
    small_tell(model, is_delete ? " It deletes %s." : " It reads %s.", name);
    if (is_delete) {
        request.uid = model->rules.deletes_by_name ? 0 : intent.uid.low & 3;
        request.version = model->rules.deletes_by_name ? 0 : intent.version & 15;
        small_write_check(model, state, number, LS_NO_CELL);
        small_delete_check(model, state, number, intent.item);
    }
    request_put(&state->objects[intent.item].known[number], request);
}

static void deeds_send(struct small_model *model, struct small_state *state, unsigned number,
                       const struct ls_view *view, const struct ls_decision *decision,
                       struct ls_leaving *leaving)
{
    for (size_t i = 0; i < decision->deed_count; i++) {
        const struct ls_deed *deed = &decision->deeds[i];
        switch (deed->kind) {
        case LS_DEED_WRITE:
            if (!ls_decide_may_write(view, deed->number))
                small_violate(model, "a write was decided on before its turn");
            LS_FALLTHROUGH;
        case LS_DEED_READ:
            member_send(model, state, number, deed->number, deed->kind == LS_DEED_WRITE);
            break;
        case LS_DEED_REMOVE:
            if (!ls_decide_may_remove(view, deed->number))
                small_violate(model, "a removal was decided on before its turn");
            LS_FALLTHROUGH;
        case LS_DEED_CONFIRM:
            leaver_send(model, state, number, deed->number, leaving);
            break;
        default:
            small_parent_send(model, state, number, deed->kind);
        }
    }
}

static void run_over(struct small_state *state, unsigned number)
{
    unsigned end = state->runs[number].end;
    small_run_forget(state, number);
    memset(&state->runs[number], 0, sizeof state->runs[number]);
    state->runs[number].end = end & 3;
}

void small_run_decide(struct small_model *model, struct small_state *state, unsigned number)
{
    struct small_run *run = &state->runs[number];
    struct ls_decision decision;
    small_lock_look(model, state, number);
    if (run->is_outdated && !run->is_ending) {
        run_restart(model, state, number);
        return;
    }
    if (is_removal_quiet(model, state, number) && !run->is_ending)
        (void)small_removal_renew(model, state, number);
    ledgers_load(model, state, number);
    struct ls_leaving *leaving = small_leaving_load(model, state, number);
    struct ls_view view = view_of(model, state, number, leaving);
    ls_arena_reset(&model->thinking);
    model->rules.decide(&model->thinking, &view, &decision);
    small_tell(model, " %s.", ls_run_state_name(decision.step));
    if (decision.is_over) {
        run_over(state, number);
        return;
    }
    deeds_send(model, state, number, &view, &decision, leaving);
    bool waits_locked = decision.step == LS_RUN_STATE_WAITING && run->lock == LS_LOCK_OURS;
    if (!run->is_ending && (decision.step == LS_RUN_STATE_LOCK_HELD || waits_locked))
        run->is_lock_watched = 1;
    if (!decision.has_end || run->is_ending)
        return;
    if (decision.end == LS_RUN_DONE)
        small_done_check(model, state, number);
    run->is_ending = 1;
    run->end = decision.end == LS_RUN_DONE ? SMALL_DONE : SMALL_STOPPED;
}
