/* Items: what is known by number, and how an observed object becomes facts. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "base/defect.h"
#include "health/word/grace.h"
#include "kube/resource_version.h"
#include "phase/own/cover.h"
#include "phase/own/drift.h"
#include "phase/own/ignored.h"
#include "phase/own/project.h"
#include "phase/read/rank.h"
#include "phase/words.h"

static const struct ls_uid nobody;

/* ---- numbers ---- */

struct run_item *ls_run_item(struct ls_run *run, uint32_t item)
{
    LS_ASSERT(item < run->items.count);
    return &run->items.at[item];
}

const struct ls_member *ls_run_member(const struct ls_run *run, uint32_t item)
{
    if (item == RUN_PARENT_ITEM || item > run->member_count)
        return NULL;
    return &run->revision->members[item - 1];
}

uint32_t ls_run_item_add(struct ls_run *run, const struct ls_ref *ref)
{
    uint32_t item = ls_book_add(run->book, ref);
    if (item < run->items.count)
        return item;
    LS_ASSERT(item == run->items.count);
    struct run_item fresh = {.next = LS_NO_ITEM, .row = LS_NO_ITEM};
    fresh.row_since_ms = ls_run_now_ms(run);
    ls_vec_push(&run->items, fresh);
    return item;
}

static void order_read(struct run_item *item, struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    struct ls_slice text = ls_node_string(ls_node_get(notes, LS_SLICE(LS_NOTE_ORDER)));
    item->has_order = ls_order_parse(text, &item->order);
}

uint32_t ls_run_item_of(struct ls_run *run, const struct ls_ref *ref, struct ls_node object)
{
    uint32_t known = ls_book_find(run->book, ref);
    if (known != LS_NO_ITEM)
        return known;
    if (run->items.count > LS_RUN_FOUND_MAX + (size_t)run->member_count) {
        struct ls_err err;
        (void)ls_fail(&err, LS_E_TOO_BIG, "the set has more than %d objects in the cluster",
                      LS_RUN_FOUND_MAX);
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return LS_NO_ITEM;
    }
    uint32_t item = ls_run_item_add(run, ref);
    order_read(ls_run_item(run, item), object);
    if (ls_run_is_look(run))
        ls_ledger_add(run->gates, item - 1, 0);
    if (run->stage >= RUN_STAGE_FIELDS)
        ls_run_row_late(run, item);
    return item;
}

/* ---- what is asked of an object ---- */

const struct ls_obj *ls_run_intent(struct ls_run *run, uint32_t item, bool is_adopted,
                                   struct ls_err *err)
{
    const struct ls_obj *intent = NULL;
    if (ls_intent_make(ls_run_member(run, item), &run->stamp, is_adopted, &intent, err))
        return NULL;
    return intent;
}

const struct ls_obj *ls_run_intent_bare(struct ls_run *run, uint32_t item, bool is_adopted,
                                        struct ls_err *err)
{
    const struct ls_obj *intent LS_AUTO(ls_obj_unref_at) =
        ls_run_intent(run, item, is_adopted, err);
    return intent ? ls_ignored_cut(&ls_run_member(run, item)->wishes, intent) : NULL;
}

const struct ls_obj *ls_run_intent_now(struct ls_run *run, uint32_t item,
                                       char applied[LS_APPLIED_BYTES], struct ls_err *err)
{
    const struct run_item *own = ls_run_item(run, item);
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    bool is_adopted = facts->flags & LS_FACT_ADOPTED || own->action == LS_ACTION_ADOPT;
    const struct ls_obj *bare LS_AUTO(ls_obj_unref_at) =
        ls_run_intent_bare(run, item, is_adopted, err);
    if (!bare)
        return NULL;
    ls_intent_applied(ls_obj_root(bare), &run->stamp, applied);
    if (facts->presence == LS_PRESENCE_ABSENT)
        return ls_run_intent(run, item, is_adopted, err);
    if (!own->mend)
        return ls_steal(&bare);
    memcpy(applied, own->mend->applied, LS_APPLIED_BYTES);
    return ls_obj_ref(own->mend->intent);
}

static void mend_free(struct run_item *own)
{
    if (own->mend)
        ls_obj_unref(own->mend->intent);
    ls_free(own->mend);
    own->mend = NULL;
}

/* Kept while it is to be written: what is as wanted, and what is older than what is known, has
 * nothing to mend. */
static void mend_take(struct ls_run *run, uint32_t item, const struct ls_facts *facts,
                      struct ls_drift *drift)
{
    struct run_item *own = ls_run_item(run, item);
    const struct ls_facts *known = ls_book_facts(run->book, item);
    if (known->version != facts->version || !ls_uid_equal(known->uid, facts->uid))
        return;
    mend_free(own);
    if (!drift->intent)
        return;
    own->mend = LS_NEW(struct run_mend);
    own->mend->intent = ls_steal(&drift->intent);
    memcpy(own->mend->applied, drift->applied, sizeof own->mend->applied);
}

static bool judges_health(const struct ls_run *run, const struct ls_member *member)
{
    return member->wishes.waits_ready || run->revision->mode == LS_WAIT_ALL ||
           ls_rank_is_ground(member->ref.resource);
}

/* What this run writes may be just what mends the trouble, and so may be what was done before it
 * was started. */
static int64_t trouble_from_ms(struct ls_run *run, uint32_t item)
{
    if (ls_run_is_look(run) || LS_DEFECT(old_trouble_counts))
        return 0;
    return LS_MAX(run->began_wall_ms, ls_run_item(run, item)->written_wall_ms);
}

/* What is seen before the first write has happened before this run, whatever the clocks of the
 * cluster say: they may be ahead of ours. */
static void clock_compare(struct ls_run *run, struct ls_node object)
{
    int64_t seen_ms = run->stage < RUN_STAGE_WORK ? ls_health_reported_ms(object) : 0;
    if (seen_ms > run->began_wall_ms && seen_ms - run->began_wall_ms <= LS_RUN_CLOCK_AHEAD_MAX_MS)
        run->began_wall_ms = seen_ms;
}

static struct ls_question question_of(struct ls_run *run, uint32_t item, struct ls_node object)
{
    struct ls_question question = {
        .set_id = ls_slice_of(run->set_id),
        .manager = ls_slice_of(run->manager),
        .rules = run->options.rules,
        .now_ms = ls_clock_wall_ms(run->world->clock),
        .grace_ms = run->options.grace_ms,
        .from_ms = trouble_from_ms(run, item),
    };
    const struct ls_member *member = ls_run_member(run, item);
    if (member) {
        question.wishes = &member->wishes;
        (void)ls_run_moved_from(run, member, &run->scratch, &question.moved_from);
        question.judges = member->gate != LS_NO_CELL;
        question.judges_health = question.judges && judges_health(run, member);
    } else if (ls_run_is_look(run)) {
        struct ls_wishes *wishes = LS_ARENA_NEW(&run->scratch, struct ls_wishes);
        ls_wishes_of_live(&run->scratch, object, wishes);
        question.wishes = wishes;
        question.judges = question.judges_health = true;
    }
    return question;
}

static bool is_marked_adopted(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    return ls_node_string_is(ls_node_get(notes, LS_SLICE(LS_NOTE_ADOPTED)), "true");
}

/* ---- observing ---- */

/* A member's intent, its hash, and what they are held against. */
struct asked {
    struct ls_question question;
    const struct ls_obj *intent;
    char applied[LS_APPLIED_BYTES];
};

static void asked_release(struct asked *asked)
{
    ls_obj_unref(asked->intent);
}

/* False: the manifest cannot be applied, and the run has ended. */
static bool ask(struct ls_run *run, uint32_t item, struct ls_node object, struct asked *out)
{
    ls_arena_reset(&run->scratch);
    clock_compare(run, object);
    *out = (struct asked){.question = question_of(run, item, object)};
    if (!ls_run_member(run, item))
        return true;
    struct ls_err err;
    const struct ls_obj *sent = ls_run_item(run, item)->intent;
    out->intent =
        sent ? ls_obj_ref(sent) : ls_run_intent_bare(run, item, is_marked_adopted(object), &err);
    if (!out->intent) {
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return false;
    }
    ls_intent_applied(ls_obj_root(out->intent), &run->stamp, out->applied);
    out->question.intent = out->intent;
    out->question.applied = out->applied;
    out->question.stamp = &run->stamp;
    out->question.mode = ls_run_drift_mode(run);
    return true;
}

static void project(struct ls_run *run, uint32_t item, struct ls_node object,
                    const struct ls_companion_objects *company)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    if (!ask(run, item, object, &asked))
        return;
    struct ls_facts facts;
    struct ls_drift drift LS_AUTO(ls_drift_release) = {0};
    struct run_item *own = ls_run_item(run, item);
    ls_project_drift(&run->scratch, &asked.question, object, company, &facts, &drift);
    if (facts.flags & LS_FACT_TOUCHED && own->taken_cover != 0 &&
        own->taken_cover == ls_cover_number(object, asked.question.manager))
        facts.flags |= LS_FACT_SETTLED;
    if (drift.left[0] != '\0')
        ls_run_left_note(run, item, drift.left);
    (void)ls_book_note(run->book, item, &facts);
    mend_take(run, item, &facts, &drift);
}

/* Judged on the reply alone: a foreign edit that a watch has told before is no part of it. */
void ls_run_reply_judge(struct ls_run *run, uint32_t item, struct ls_node object)
{
    struct asked asked LS_AUTO(asked_release) = {0};
    struct ls_facts facts;
    if (!ask(run, item, object, &asked))
        return;
    asked.question.judges = false;
    ls_project(&run->scratch, &asked.question, object, NULL, &facts);
    bool is_less = facts.holder == LS_HOLDER_US && facts.flags & LS_FACT_TOUCHED;
    ls_run_item(run, item)->taken_cover =
        is_less ? ls_cover_number(object, asked.question.manager) : 0;
}

/* Has this very version been noted already? Watches tell of our own writes too. What was noted
 * before the server was known to take less is noted again. */
static bool is_echo(const struct ls_run *run, uint32_t item, struct ls_node object)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    return run->items.at[item].taken_cover == 0 && facts->presence >= LS_PRESENCE_THERE &&
           !(facts->flags & LS_FACT_METADATA) && facts->version != 0 &&
           facts->version == ls_rv_of_object(object) &&
           ls_uid_equal(facts->uid, ls_uid_of_object(object));
}

void ls_run_observe(struct ls_run *run, uint32_t item, const struct ls_obj *obj,
                    const struct ls_companion_objects *company)
{
    struct ls_node object = ls_obj_root(obj);
    if (company) {
        project(run, item, object, company);
        return;
    }
    if (is_echo(run, item, object))
        return;
    if (!ls_run_member(run, item))
        order_read(ls_run_item(run, item), object);
    if (!ls_run_company_observe(run, item, obj))
        project(run, item, object, NULL);
}

void ls_run_observe_metadata(struct ls_run *run, uint32_t item, struct ls_node object)
{
    if (ls_book_facts(run->book, item)->presence != LS_PRESENCE_UNSEEN)
        return;
    ls_arena_reset(&run->scratch);
    struct ls_question question = question_of(run, item, object);
    struct ls_facts facts;
    ls_project_metadata(&run->scratch, &question, object, &facts);
    /* Members that carry our label are shown by the watch, and whole. */
    if (facts.holder != LS_HOLDER_US || facts.flags & LS_FACT_UNLABELED)
        (void)ls_book_note(run->book, item, &facts);
}

void ls_run_observe_absent(struct ls_run *run, uint32_t item)
{
    struct ls_facts facts = {.presence = LS_PRESENCE_ABSENT, .reason = ""};
    ls_run_company_forget(run, item);
    (void)ls_book_note(run->book, item, &facts);
}

static uint32_t uid_fold(struct ls_uid uid)
{
    uint64_t both = uid.high ^ uid.low;
    return (uint32_t)(both ^ both >> 32);
}

void ls_run_item_told(struct ls_run *run, uint32_t item, struct ls_uid uid)
{
    struct run_item *own = ls_run_item(run, item);
    own->told = uid_fold(uid);
    own->was_told |= own->is_sent;
    if (run->leaving)
        ls_leaving_told(run->leaving, item);
}

void ls_run_item_untold(struct ls_run *run, uint32_t item, struct ls_uid uid)
{
    struct run_item *own = ls_run_item(run, item);
    if (own->told == uid_fold(uid))
        own->told = 0;
}

bool ls_run_item_was_told(struct ls_run *run, uint32_t item)
{
    return ls_run_item(run, item)->told == uid_fold(ls_book_facts(run->book, item)->uid);
}

void ls_run_item_left(struct ls_run *run, uint32_t item, struct ls_uid uid)
{
    if (!ls_uid_equal(ls_book_facts(run->book, item)->uid, uid))
        return;                       /* a namesake from before, or known to be gone */
    ls_run_company_forget(run, item); /* its object would be taken for present again */
    if (ls_run_is_look(run))
        ls_run_observe_absent(run, item);
    else if (run->leaving && ls_leaving_of(run->leaving, item) != LS_NO_ITEM)
        ls_leaving_left(run->leaving, item);
    else if (ls_run_item(run, item)->is_sent)
        ls_run_item(run, item)->left = uid;
    else
        ls_book_doubt(run->book, item);
}

void ls_run_item_settle(struct ls_run *run, uint32_t item)
{
    struct run_item *own = ls_run_item(run, item);
    struct ls_uid left = own->left;
    own->left = nobody;
    if (!ls_uid_equal(left, nobody) && ls_uid_equal(ls_book_facts(run->book, item)->uid, left))
        ls_book_doubt(run->book, item);
    else
        ls_run_item_judge(run, item);
}

void ls_run_items_doubt(struct ls_run *run)
{
    for (uint32_t item = 1; item <= run->member_count; item++) {
        const struct ls_facts *facts = ls_book_facts(run->book, item);
        if (facts->presence >= LS_PRESENCE_THERE && !(facts->flags & LS_FACT_METADATA))
            ls_book_doubt(run->book, item);
    }
}

/* ---- life ---- */

void ls_run_item_problem(struct ls_run *run, uint32_t item, const char *text)
{
    struct run_item *own = ls_run_item(run, item);
    ls_free(own->problem);
    own->problem = text ? ls_strdup(text) : NULL;
}

static void book_changed(void *self, uint32_t item)
{
    ls_run_item_judge(self, item);
}

void ls_run_items_init(struct ls_run *run)
{
    run->book = ls_book_new(run->world, book_changed, run);
    if (ls_run_is_look(run))
        run->gates = ls_ledger_new(1, LS_GATE_COUNT);
}

void ls_run_items_free(struct ls_run *run)
{
    for (size_t i = 0; i < run->items.count; i++) {
        ls_obj_unref(run->items.at[i].intent);
        mend_free(&run->items.at[i]);
        ls_free(run->items.at[i].problem);
    }
    ls_vec_release(&run->items);
    ls_ledger_free(run->writes);
    ls_ledger_free(run->gates);
    ls_book_free(run->book);
}
