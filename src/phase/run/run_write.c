/* From decisions to requests, and from answers to facts. What must hold whenever something is sent
 * is asserted here, in front of the outbox. */
#include "phase/run/run_impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/defect.h"
#include "kube/resource_version.h"
#include "phase/own/project.h"
#include "phase/own/refusal.h"
#include "phase/words.h"

/* ---- out ---- */

/* An answer that is older than what is known now shows that the server was set back. */
void ls_run_put(struct ls_run *run, const struct ls_intent *intent)
{
    struct ls_intent known = *intent;
    bool is_parent = intent->item == RUN_PARENT_ITEM;
    known.seen_version =
        is_parent ? ls_run_parent_version(run) : ls_book_newest(run->book, intent->item);
    ls_outbox_put(run->outbox, &known);
}

static void member_put(struct ls_run *run, uint32_t item, const struct ls_intent *intent)
{
    ls_run_item(run, item)->is_sent = true;
    ls_run_item(run, item)->was_told = false;
    ls_run_put(run, intent);
    ls_run_item_judge(run, item);
}

static void member_fail(struct ls_run *run, uint32_t item, const char *why)
{
    ls_run_item_problem(run, item, why);
    ls_run_item(run, item)->is_failed = true;
    ls_run_item_judge(run, item);
}

static struct ls_intent intent_of(const struct ls_run *run, uint32_t item, enum ls_intent_kind kind)
{
    return (struct ls_intent){
        .kind = kind,
        .item = item,
        .ref = *ls_book_ref(run->book, item),
        .field_manager = run->manager,
    };
}

static void member_read(struct ls_run *run, uint32_t item)
{
    struct ls_intent intent = intent_of(run, item, LS_INTENT_READ);
    member_put(run, item, &intent);
}

/* The first half of a replacement; the other is the apply that follows when it is gone. */
static void member_delete(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    LS_ASSERT(facts->holder == LS_HOLDER_US);
    if (facts->version == 0) { /* some aggregated servers count otherwise */
        member_fail(run, item,
                    "it cannot be replaced: the server gives it no number as resourceVersion, by "
                    "which it alone would be deleted; delete it by hand, then apply again");
        return;
    }
    struct ls_intent intent = intent_of(run, item, LS_INTENT_DELETE);
    intent.uid = facts->uid;
    intent.version = facts->version;
    intent.propagation = ls_removal_propagation(&intent.ref);
    ls_pace_write(&ls_run_item(run, item)->pace, ls_run_now_ms(run));
    ls_run_item(run, item)->is_written = true;
    member_put(run, item, &intent);
}

/* Creates and never overwrites; or changes the very version that was judged, nobody else's. */
static void version_print(const struct ls_facts *facts, char *out, size_t bytes)
{
    if (facts->presence == LS_PRESENCE_ABSENT)
        (void)snprintf(out, bytes, "1");
    else if (facts->version != 0 && !LS_DEFECT(apply_any_version))
        (void)snprintf(out, bytes, "%" PRIu64, facts->version);
    else
        out[0] = '\0';
}

static void member_apply(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    struct run_item *own = ls_run_item(run, item);
    bool is_adopted = facts->flags & LS_FACT_ADOPTED || own->action == LS_ACTION_ADOPT;
    char applied[LS_APPLIED_BYTES];
    char version[32];
    struct ls_err err;
    const struct ls_obj *asked = ls_run_intent_bare(run, item, is_adopted, &err);
    const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) =
        asked ? ls_run_intent_now(run, item, applied, &err) : NULL;
    if (!wanted) {
        ls_obj_unref(asked);
        member_fail(run, item, err.text);
        return;
    }
    version_print(facts, version, sizeof version);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        ls_intent_body(ls_obj_root(wanted), applied, version);
    struct ls_intent intent = intent_of(run, item, LS_INTENT_APPLY);
    intent.body = body;
    intent.is_forced = own->is_forced && own->forced_version == facts->version;
    intent.awaits_kind = ls_run_member(run, item)->is_new_kind;
    ls_obj_unref(own->intent);
    own->intent = asked;
    own->is_alone = false; /* as it will be it may have companions */
    own->written_wall_ms = ls_clock_wall_ms(run->world->clock);
    ls_pace_write(&own->pace, ls_run_now_ms(run));
    own->is_written = true;
    member_put(run, item, &intent);
}

/* What the set that it came from still owns beside us is taken off. */
static void member_part(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    struct ls_moved_from from;
    /* The name of the manager is borrowed by the outbox. */
    bool is_moved = ls_run_moved_from(run, ls_run_member(run, item), &run->arena, &from);
    LS_ASSERT(is_moved);
    struct ls_intent intent = intent_of(run, item, LS_INTENT_APPLY);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        ls_run_empty_body(&intent.ref, facts->version);
    intent.body = body;
    intent.field_manager = from.manager;
    ls_pace_write(&ls_run_item(run, item)->pace, ls_run_now_ms(run));
    ls_run_item(run, item)->is_written = true;
    member_put(run, item, &intent);
}

static bool is_half_moved(const struct ls_facts *facts)
{
    const uint32_t both = LS_FACT_SAME | LS_FACT_HALF_MOVED;
    return facts->presence == LS_PRESENCE_THERE && (facts->flags & both) == both;
}

/* What is ignored is sent as it is: of an object that lost our label only metadata was seen. */
static bool is_seen_in_part(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    return facts->flags & LS_FACT_METADATA && facts->holder == LS_HOLDER_US &&
           ls_run_member(run, item)->wishes.ignored_count > 0;
}

/* False: it waits for its turn, or it was given up. */
static bool is_in_pace(struct ls_run *run, uint32_t item)
{
    int64_t again_ms = 0;
    switch (ls_pace_ask(&ls_run_item(run, item)->pace, ls_run_now_ms(run), &again_ms)) {
    case LS_PACE_NOW:
        return true;
    case LS_PACE_LATER:
        ls_run_wake(run, again_ms);
        return false;
    case LS_PACE_GIVE_UP:
        break;
    }
    member_fail(run, item,
                "somebody else changes it as often as it is written; it was left as it is");
    return false;
}

static void member_write(struct ls_run *run, const struct ls_view *view, uint32_t item)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    LS_ASSERT(ls_decide_may_write(view, item - 1));
    LS_ASSERT(facts->presence == LS_PRESENCE_ABSENT || facts->holder == LS_HOLDER_US ||
              facts->holder == LS_HOLDER_NOBODY || facts->flags & LS_FACT_MOVES);
    if (!is_in_pace(run, item))
        return;
    if (ls_run_item(run, item)->needs_replace && facts->presence == LS_PRESENCE_THERE)
        member_delete(run, item, facts);
    else if (is_half_moved(facts))
        member_part(run, item, facts);
    else if (is_seen_in_part(run, item, facts))
        member_read(run, item);
    else
        member_apply(run, item, facts);
}

void ls_run_send(struct ls_run *run, const struct ls_view *view, const struct ls_decision *decision)
{
    for (size_t i = 0; i < decision->deed_count; i++) {
        const struct ls_deed *deed = &decision->deeds[i];
        switch (deed->kind) {
        case LS_DEED_WRITE:
            member_write(run, view, deed->number + 1);
            break;
        case LS_DEED_READ:
            member_read(run, deed->number + 1);
            break;
        case LS_DEED_REMOVE:
        case LS_DEED_CONFIRM:
            LS_ASSERT(deed->kind == LS_DEED_CONFIRM || ls_decide_may_remove(view, deed->number));
            ls_run_remove(run, deed->number);
            break;
        case LS_DEED_READ_PARENT:
        case LS_DEED_TAKE_LOCK:
        case LS_DEED_RENEW_LOCK:
        case LS_DEED_CLOSE:
        case LS_DEED_DROP_PARENT:
        case LS_DEED_COUNT:
            ls_run_parent_send(run, deed->kind);
            break;
        }
    }
}

/* ---- back ---- */

static bool is_status(const struct ls_obj *obj)
{
    return ls_node_string_is(ls_node_at(ls_obj_root(obj), "kind"), "Status");
}

/* The refusal in the words of people. */
static void member_explain(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    struct ls_err err = *result->err;
    ls_refusal_explain(ls_run_member(run, item), ls_obj_root(result->obj), &err);
    member_fail(run, item, err.text);
}

static void member_conflict(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    struct ls_node status = ls_obj_root(result->obj);
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    if (facts->presence == LS_PRESENCE_ABSENT || !ls_refusal_is_conflict(status)) {
        ls_book_doubt(run->book, item); /* another version, or a namesake: read, then judge anew */
        return;
    }
    enum ls_foreign rule = ls_run_conflict_judge(run, item, status);
    bool is_in_part = facts->flags & LS_FACT_METADATA;
    if (rule == LS_FOREIGN_TAKE && !result->intent->is_forced) {
        ls_run_conflict_note(run, item, status);
        ls_run_conflicts_tell(run);
    } else if (rule == LS_FOREIGN_LEAVE && is_in_part) {
        ls_book_doubt(run->book, item); /* whole, it says what is to be left */
    } else {
        member_explain(run, item, result);
    }
}

bool ls_run_may_replace(struct ls_run *run, uint32_t item)
{
    struct ls_manners manners = {.deletes_adopted = run->options.deletes_adopted,
                                 .needs_replace = true};
    return ls_run_member(run, item)->wishes.is_replaced && !ls_run_item(run, item)->needs_replace &&
           ls_action_wanted(ls_book_facts(run->book, item), &manners) == LS_ACTION_REPLACE;
}

static void member_invalid(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    if (ls_refusal_is_immutable(ls_obj_root(result->obj)) && ls_run_may_replace(run, item))
        ls_run_item(run, item)->needs_replace = true;
    else
        member_explain(run, item, result);
}

static bool has_namespace(struct ls_run *run, const char *name)
{
    for (uint32_t item = 1; item <= run->member_count; item++) {
        const struct ls_ref *ref = ls_book_ref(run->book, item);
        if (ls_resource_is(ref->resource, "", "Namespace") && strcmp(ref->name, name) == 0)
            return true;
    }
    return false;
}

/* Its namespace is deleted, which we have not heard yet, and is a member too: it is made again
 * first. */
static bool is_ahead_of_namespace(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    return result->code == LS_E_FORBIDDEN && ls_refusal_is_terminating(ls_obj_root(result->obj)) &&
           has_namespace(run, ls_book_ref(run->book, item)->namespace_name);
}

static void member_refused(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    bool is_apply = result->intent->kind == LS_INTENT_APPLY;
    if (result->code == LS_E_EXISTS || (result->code == LS_E_CONFLICT && !is_apply))
        ls_book_doubt(run->book, item);
    else if (result->code == LS_E_CONFLICT)
        member_conflict(run, item, result);
    else if (result->code == LS_E_INVALID && is_apply)
        member_invalid(run, item, result);
    else if (is_apply && is_ahead_of_namespace(run, item, result))
        ls_book_doubt(run->book, item);
    else
        member_explain(run, item, result);
}

static void member_taken(struct ls_run *run, uint32_t item, const struct ls_obj *reply)
{
    ls_run_item(run, item)->needs_replace = false;
    if (reply && !is_status(reply))
        ls_run_reply_judge(run, item, ls_obj_root(reply));
}

/* The answer is that nothing is there, or not any more; a watch may have told of somebody since. */
static void member_absent(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    struct ls_uid known = ls_book_facts(run->book, item)->uid;
    bool is_delete = result->intent->kind == LS_INTENT_DELETE;
    if (!ls_run_item(run, item)->was_told)
        ls_run_observe_absent(run, item);
    else if (!is_delete)
        ls_book_doubt(run->book, item); /* which of both is newer? */
    else if (ls_uid_equal(known, result->intent->uid))
        ls_run_observe_absent(run, item);
}

static void member_present(struct ls_run *run, uint32_t item, const struct ls_obj *obj)
{
    const struct ls_facts before = *ls_book_facts(run->book, item);
    ls_run_observe(run, item, obj, NULL);
    ls_run_item_passed(run, item, &before);
}

static void member_answered(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    ls_run_item(run, item)->is_sent = false;
    ls_run_item(run, item)->is_forced = false;
    if (result->is_read && result->intent->kind == LS_INTENT_APPLY)
        ls_pace_forgive(&ls_run_item(run, item)->pace);
    if (result->code == LS_OK && !result->is_read && result->intent->kind == LS_INTENT_APPLY)
        member_taken(run, item, result->obj);
    bool is_gone = result->code == LS_E_NOT_FOUND && !result->is_kind_unknown &&
                   (result->is_read || result->intent->kind == LS_INTENT_READ);
    if (is_gone)
        member_absent(run, item, result);
    else if (result->code)
        member_refused(run, item, result);
    else if (result->obj && !is_status(result->obj))
        member_present(run, item, result->obj);
    else
        member_absent(run, item, result);
    ls_obj_unref(ls_run_item(run, item)->intent);
    ls_run_item(run, item)->intent = NULL;
    ls_run_item_settle(run, item);
}

static void leaver_answered(struct ls_run *run, uint32_t item, const struct ls_result *result)
{
    if (result->code == LS_OK && result->obj && !is_status(result->obj))
        ls_run_observe(run, item, result->obj, NULL);
    ls_leaving_answered(run->leaving, result);
    ls_run_item_judge(run, item);
}

static void set_back_tell(struct ls_run *run, const struct ls_result *result)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&what, &result->intent->ref);
    ls_run_set_back(run, ls_buf_text(&what), result->intent->seen_version,
                    ls_rv_of_object(ls_obj_root(result->obj)));
}

void ls_run_answered(void *self, const struct ls_result *result)
{
    struct ls_run *run = self;
    uint32_t item = result->intent->item;
    /* What was decided rests on a state that is forgotten now. */
    if (result->is_set_back && !run->is_ending) {
        set_back_tell(run, result);
        return;
    }
    if (item == RUN_PARENT_ITEM)
        ls_run_parent_answered(run, result);
    else if (result->intent->is_dry_run && run->stage == RUN_STAGE_TRIALS)
        ls_run_trial_answered(run, result);
    else if (result->intent->is_dry_run)
        ls_run_check_answered(run, result);
    else if (ls_run_member(run, item))
        member_answered(run, item, result);
    else
        leaver_answered(run, item, result);
    ls_run_mark(run);
}
