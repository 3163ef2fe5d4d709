#include "phase/set/leaving.h"

#include <inttypes.h>
#include <string.h>

#include "base/defect.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "kube/resource_version.h"
#include "value/obj.h"

struct row {
    struct ls_leaver_notes notes;
    struct ls_buf reason;
    uint32_t space;          /* the leaver that is its Namespace; LS_NO_ITEM: it does not leave */
    uint32_t stays_inside;   /* of a Namespace: how many objects in it stay */
    uint64_t failed_version; /* in which a release was refused; 0: none was */
    bool stays;              /* is, or will be, released: counted in its Namespace */
    bool has_left;           /* left its watch while an intent was in flight */
    bool was_told;           /* ... or its watch told of it */
    bool wants_patch;        /* the read that is in flight is for a release */
    bool was_accepted;       /* a DELETE of ours was */
};

struct ls_leaving {
    const struct ls_removal *plan;
    struct ls_book *book;
    struct ls_leaving_options options;
    struct ls_ledger *ledger;
    struct row *rows;
    uint32_t *by_item; /* leavers of the book's items */
    size_t item_count;
    LS_VEC(uint32_t) crds;
};

static const struct ls_facts *facts_of(const struct ls_leaving *leaving, uint32_t leaver)
{
    return ls_book_facts(leaving->book, leaving->plan->leavers[leaver].item);
}

static void reason_set(struct row *row, const char *text)
{
    ls_buf_clear(&row->reason);
    ls_buf_add_text(&row->reason, text);
}

/* ---- where each one stands ---- */

static void row_settle(struct ls_leaving *leaving, uint32_t leaver)
{
    enum ls_removal_state state = ls_removal_state_of(
        facts_of(leaving, leaver), &leaving->rows[leaver].notes, &leaving->options.manners);
    if (ls_ledger_state(leaving->ledger, leaver) != state)
        ls_ledger_move(leaving->ledger, leaver, state);
}

static void space_explain(struct row *row, const char *who)
{
    uint32_t others = row->stays_inside - 1;
    ls_buf_clear(&row->reason);
    if (row->stays_inside == 0)
        ls_buf_add_text(&row->reason, "whatever else is in it goes with it");
    else if (others == 0 && who)
        ls_buf_printf(&row->reason, "%s in it stays", who);
    else if (who)
        ls_buf_printf(&row->reason, "%s and %u more in it stay", who, (unsigned)others);
    else
        ls_buf_printf(&row->reason, "of what is in it %u stay", (unsigned)row->stays_inside);
}

/* A Namespace takes everything in it along: it must not go while something of the set stays. */
static void space_count(struct ls_leaving *leaving, uint32_t space, bool is_more, const char *who)
{
    struct row *row = &leaving->rows[space];
    LS_ASSERT(is_more || row->stays_inside > 0);
    row->stays_inside += is_more ? 1 : UINT32_MAX;
    row->notes.must_stay = row->stays_inside > 0;
    space_explain(row, is_more ? who : NULL);
    row_settle(leaving, space);
}

static void stay_note(struct ls_leaving *leaving, uint32_t leaver)
{
    struct row *row = &leaving->rows[leaver];
    const struct ls_facts *facts = facts_of(leaving, leaver);
    bool is_there = facts->presence == LS_PRESENCE_THERE || facts->presence == LS_PRESENCE_GOING;
    bool is_released =
        is_there &&
        ls_removal_action(facts, &row->notes, &leaving->options.manners) == LS_ACTION_RELEASE;
    /* Once released it carries no mark of ours: that it stays is remembered. */
    bool stays = is_released || (row->stays && facts->presence != LS_PRESENCE_ABSENT);
    if (stays == row->stays)
        return;
    row->stays = stays;
    if (is_released && row->reason.len == 0)
        reason_set(row, facts->flags & LS_FACT_KEPT ? "it is to be kept"
                                                    : "it was there before the set");
    if (row->space == LS_NO_ITEM)
        return;
    struct ls_buf who LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&who, &leaving->plan->leavers[leaver].ref);
    space_count(leaving, row->space, stays, ls_buf_text(&who));
}

static void leaver_note(struct ls_leaving *leaving, uint32_t leaver)
{
    stay_note(leaving, leaver);
    row_settle(leaving, leaver);
}

/* ---- life ---- */

/* Which leavers are Namespaces, by name; values are one more than the number. */
static struct ls_map *spaces_of(const struct ls_removal *plan)
{
    struct ls_map *spaces = ls_map_new(0);
    for (uint32_t i = 0; i < plan->count; i++) {
        if (ls_resource_is(plan->leavers[i].ref.resource, "", "Namespace"))
            ls_map_put(spaces, ls_slice_of(plan->leavers[i].ref.name), (void *)((uintptr_t)i + 1));
    }
    return spaces;
}

static uint32_t space_find(const struct ls_map *spaces, const char *name)
{
    uintptr_t found = name[0] ? (uintptr_t)ls_map_get(spaces, ls_slice_of(name)) : 0;
    return found ? (uint32_t)(found - 1) : LS_NO_ITEM;
}

static void wanted_count(struct ls_leaving *leaving, const struct ls_map *spaces)
{
    const struct ls_revision *wanted = leaving->options.wanted;
    for (uint32_t i = 0; wanted && i < wanted->member_count; i++) {
        const struct ls_ref *ref = &wanted->members[i].ref;
        uint32_t space = space_find(spaces, ref->namespace_name);
        if (space == LS_NO_ITEM)
            continue;
        struct ls_buf who LS_AUTO(ls_buf_release) = {0};
        ls_ref_print(&who, ref);
        space_count(leaving, space, true, ls_buf_text(&who));
    }
}

static void rows_begin(struct ls_leaving *leaving, const struct ls_map *spaces)
{
    const struct ls_removal *plan = leaving->plan;
    for (uint32_t i = 0; i < plan->count; i++) {
        const struct ls_leaver *leaver = &plan->leavers[i];
        LS_ASSERT(leaver->item < leaving->item_count);
        leaving->by_item[leaver->item] = i;
        leaving->rows[i].space = space_find(spaces, leaver->ref.namespace_name);
        if (ls_resource_is(leaver->ref.resource, "", "Namespace"))
            space_explain(&leaving->rows[i], NULL);
        else if (ls_resource_is_crd(leaver->ref.resource))
            ls_vec_push(&leaving->crds, i);
        ls_ledger_add(leaving->ledger, i, plan->cells[i]);
    }
}

struct ls_leaving *ls_leaving_new(const struct ls_removal *plan, struct ls_book *book,
                                  const struct ls_leaving_options *options)
{
    struct ls_leaving *leaving = LS_NEW(struct ls_leaving);
    struct ls_map *spaces = spaces_of(plan);
    leaving->plan = plan;
    leaving->book = book;
    leaving->options = *options;
    leaving->ledger = ls_ledger_new(plan->cell_count, LS_REMOVAL_COUNT);
    leaving->rows = LS_NEW_ARRAY(struct row, plan->count);
    leaving->item_count = ls_book_count(book);
    leaving->by_item = LS_NEW_ARRAY(uint32_t, leaving->item_count);
    memset(leaving->by_item, 0xff, leaving->item_count * sizeof *leaving->by_item);
    rows_begin(leaving, spaces);
    wanted_count(leaving, spaces);
    ls_map_free(spaces);
    for (uint32_t i = 0; i < plan->count; i++)
        leaver_note(leaving, i);
    return leaving;
}

void ls_leaving_free(struct ls_leaving *leaving)
{
    if (!leaving)
        return;
    for (uint32_t i = 0; i < leaving->plan->count; i++) {
        ls_obj_unref(leaving->rows[i].notes.patch);
        ls_buf_release(&leaving->rows[i].reason);
    }
    ls_vec_release(&leaving->crds);
    ls_ledger_free(leaving->ledger);
    ls_free(leaving->by_item);
    ls_free(leaving->rows);
    ls_free(leaving);
}

const struct ls_ledger *ls_leaving_ledger(const struct ls_leaving *leaving)
{
    return leaving->ledger;
}

uint32_t ls_leaving_of(const struct ls_leaving *leaving, uint32_t item)
{
    return item < leaving->item_count ? leaving->by_item[item] : LS_NO_ITEM;
}

const struct ls_ref *ls_leaving_ref(const struct ls_leaving *leaving, uint32_t leaver)
{
    return &leaving->plan->leavers[leaver].ref;
}

bool ls_leaving_deletes(const struct ls_leaving *leaving, const struct ls_ref *ref)
{
    uint32_t item = ls_book_find(leaving->book, ref);
    uint32_t leaver = item == LS_NO_ITEM ? LS_NO_ITEM : ls_leaving_of(leaving, item);
    return leaver != LS_NO_ITEM && ls_leaving_action(leaving, leaver) == LS_ACTION_DELETE &&
           facts_of(leaving, leaver)->holder == LS_HOLDER_US;
}

/* ---- what is sent ---- */

enum ls_removal_step ls_leaving_next(struct ls_leaving *leaving, uint32_t leaver,
                                     struct ls_intent *out)
{
    struct row *row = &leaving->rows[leaver];
    const struct ls_leaver *who = &leaving->plan->leavers[leaver];
    const struct ls_facts *facts = facts_of(leaving, leaver);
    enum ls_removal_step step =
        ls_removal_step_of(&who->ref, facts, &row->notes, &leaving->options.manners);
    if (step == LS_REMOVAL_STEP_NONE)
        return step;
    if (step != LS_REMOVAL_STEP_COUNT)
        ls_removal_intent(step, who, facts, &row->notes, leaving->options.field_manager, out);
    row->wants_patch =
        step == LS_REMOVAL_STEP_READ && (row->stays || facts->presence != LS_PRESENCE_UNSEEN);
    row->has_left = row->was_told = false;
    row->notes.is_sent = true;
    row_settle(leaving, leaver);
    return step;
}

/* ---- what is learnt ---- */

void ls_leaving_note(struct ls_leaving *leaving, uint32_t item)
{
    uint32_t leaver = ls_leaving_of(leaving, item);
    if (leaver != LS_NO_ITEM)
        leaver_note(leaving, leaver);
}

/* From the object that was read for it. */
static void patch_make(struct row *row, struct ls_node object)
{
    row->wants_patch = false;
    ls_obj_unref(row->notes.patch);
    row->notes.patch = ls_release_patch(object);
    row->notes.patch_version = ls_rv_of_object(object);
    bool is_unversioned = row->notes.patch_version == 0;
    if (is_unversioned)
        reason_set(row, "cannot be released: the server does not send its version");
    row->notes.is_refused = is_unversioned || row->notes.patch_version == row->failed_version;
}

void ls_leaving_left(struct ls_leaving *leaving, uint32_t item)
{
    uint32_t leaver = ls_leaving_of(leaving, item);
    if (leaver == LS_NO_ITEM || ls_ledger_state(leaving->ledger, leaver) == LS_REMOVAL_DONE)
        return;
    leaving->rows[leaver].has_left = true;
    ls_book_doubt(leaving->book, item);
    leaver_note(leaving, leaver);
}

void ls_leaving_told(struct ls_leaving *leaving, uint32_t item)
{
    uint32_t leaver = ls_leaving_of(leaving, item);
    if (leaver != LS_NO_ITEM)
        leaving->rows[leaver].was_told = true;
}

static void absence_note(struct ls_leaving *leaving, uint32_t leaver)
{
    const struct ls_facts absent = {.presence = LS_PRESENCE_ABSENT, .reason = ""};
    reason_set(&leaving->rows[leaver], "");
    (void)ls_book_note(leaving->book, leaving->plan->leavers[leaver].item, &absent);
}

/* Is it the CRD of this kind that leaves, and has it gone already? Its instances went with it. */
static bool is_kind_gone(const struct ls_leaving *leaving, const struct ls_resource *resource)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s.%s", resource->plural, resource->group);
    for (size_t i = 0; i < leaving->crds.count; i++) {
        uint32_t crd = leaving->crds.at[i];
        if (strcmp(leaving->plan->leavers[crd].ref.name, name.at) == 0)
            return leaving->rows[crd].was_accepted;
    }
    return false;
}

static void refuse(struct ls_leaving *leaving, uint32_t leaver, const char *text)
{
    struct row *row = &leaving->rows[leaver];
    row->notes.is_refused = true;
    reason_set(row, text);
}

/* The one that was to be deleted is gone. A namesake that a watch has told of since is not. */
static void deleted_note(struct ls_leaving *leaving, uint32_t leaver,
                         const struct ls_result *result)
{
    struct ls_uid now = facts_of(leaving, leaver)->uid;
    if (ls_uid_equal(now, result->intent->uid) || !leaving->rows[leaver].was_told)
        absence_note(leaving, leaver);
}

/* The answer to a DELETE was lost, and the object was read. Absent, or somebody else of that name,
 * is gone, as the outbox promises; an object that is still there is judged by its facts, unless it
 * left its watch after it was read: nobody would tell of it again. */
static void delete_read(struct ls_leaving *leaving, uint32_t leaver, const struct ls_result *result)
{
    struct row *row = &leaving->rows[leaver];
    struct ls_node root = ls_obj_root(result->obj);
    bool is_going = !ls_node_is_absent(ls_node_at(root, "metadata.deletionTimestamp"));
    bool is_other = !ls_uid_equal(ls_uid_of_object(root), result->intent->uid);
    row->was_accepted |= !result->obj || is_going || is_other;
    if (!result->obj)
        deleted_note(leaving, leaver, result);
    else if (row->has_left)
        ls_book_doubt(leaving->book, result->intent->item);
}

/* A DELETE was answered. Success and 404 are an end; an object may be the last that is seen of it,
 * or still be there for its finalizers. */
static void delete_accepted(struct ls_leaving *leaving, uint32_t leaver,
                            const struct ls_result *result)
{
    struct row *row = &leaving->rows[leaver];
    struct ls_node root = ls_obj_root(result->obj);
    row->was_accepted = true;
    if (!result->obj || ls_node_string_is(ls_node_at(root, "kind"), "Status")) {
        deleted_note(leaving, leaver, result);
        return;
    }
    if (LS_DEFECT(accepted_is_gone))
        absence_note(leaving, leaver);
    bool is_going = !ls_node_is_absent(ls_node_at(root, "metadata.deletionTimestamp"));
    if (!is_going || row->has_left)
        ls_book_doubt(leaving->book, result->intent->item);
}

/* The server has one answer (422) for a test that did not hold and for a change it does not want;
 * what a read shows tells them apart: only the first comes with another version. */
static void release_refused(struct ls_leaving *leaving, uint32_t leaver,
                            const struct ls_result *result)
{
    struct row *row = &leaving->rows[leaver];
    row->failed_version = row->notes.patch_version;
    reason_set(row, result->err->text);
    ls_obj_unref(row->notes.patch);
    row->notes.patch = NULL;
    ls_book_doubt(leaving->book, result->intent->item);
}

static void refusal_take(struct ls_leaving *leaving, uint32_t leaver,
                         const struct ls_result *result)
{
    enum ls_intent_kind kind = result->intent->kind;
    if (result->code == LS_E_CONFLICT && kind != LS_INTENT_READ)
        ls_book_doubt(leaving->book, result->intent->item);
    else if (result->code == LS_E_INVALID && kind == LS_INTENT_PATCH)
        release_refused(leaving, leaver, result);
    else if (LS_DEFECT(unread_is_gone) && kind == LS_INTENT_READ)
        absence_note(leaving, leaver);
    else
        refuse(leaving, leaver, result->err->text);
}

static void absence_take(struct ls_leaving *leaving, uint32_t leaver,
                         const struct ls_result *result)
{
    const struct ls_resource *resource = leaving->plan->leavers[leaver].ref.resource;
    if (result->is_kind_unknown && !is_kind_gone(leaving, resource))
        refuse(leaving, leaver, result->err->text);
    else if (leaving->rows[leaver].was_told)
        ls_book_doubt(leaving->book, result->intent->item); /* which of both is newer? */
    else
        absence_note(leaving, leaver);
}

void ls_leaving_answered(struct ls_leaving *leaving, const struct ls_result *result)
{
    uint32_t leaver = ls_leaving_of(leaving, result->intent->item);
    if (leaver == LS_NO_ITEM)
        return;
    struct row *row = &leaving->rows[leaver];
    row->notes.is_sent = false;
    if (row->wants_patch && result->code == LS_OK)
        patch_make(row, ls_obj_root(result->obj));
    if (result->code == LS_E_NOT_FOUND)
        absence_take(leaving, leaver, result);
    else if (result->code != LS_OK)
        refusal_take(leaving, leaver, result);
    else if (result->intent->kind == LS_INTENT_DELETE && result->is_read)
        delete_read(leaving, leaver, result);
    else if (result->intent->kind == LS_INTENT_DELETE)
        delete_accepted(leaving, leaver, result);
    else if (row->has_left && result->intent->kind == LS_INTENT_READ)
        ls_book_doubt(leaving->book, result->intent->item);
    row->has_left = row->was_told = false;
    leaver_note(leaving, leaver);
}

static void instances_explain(struct row *row, const struct ls_instances *instances)
{
    bool is_one = instances->count == 1;
    ls_buf_clear(&row->reason);
    ls_buf_printf(&row->reason,
                  "%" PRIu64 " %s of its kind that %s not leave would be deleted with it: %s; "
                  "delete %s first, or allow it with --delete-instances",
                  instances->count, is_one ? "object" : "objects", is_one ? "does" : "do",
                  instances->names, is_one ? "it" : "them");
}

void ls_leaving_counted(struct ls_leaving *leaving, uint32_t leaver,
                        const struct ls_instances *instances)
{
    struct row *row = &leaving->rows[leaver];
    row->notes.is_sent = false;
    row->notes.is_counted = true;
    row->notes.foreign_count = instances->count;
    if (instances->count > 0)
        instances_explain(row, instances);
    leaver_note(leaving, leaver);
}

void ls_leaving_count_failed(struct ls_leaving *leaving, uint32_t leaver, const struct ls_err *err)
{
    struct row *row = &leaving->rows[leaver];
    row->notes.is_sent = false;
    row->notes.is_refused = true;
    ls_buf_clear(&row->reason);
    ls_buf_printf(&row->reason,
                  "it is not known what would be deleted with it: %s; --delete-instances deletes "
                  "it all the same",
                  err->text);
    leaver_note(leaving, leaver);
}

/* ---- for people ---- */

enum ls_action ls_leaving_action(const struct ls_leaving *leaving, uint32_t leaver)
{
    const struct row *row = &leaving->rows[leaver];
    if (row->stays || row->notes.must_stay)
        return LS_ACTION_RELEASE;
    return LS_ACTION_DELETE;
}

const char *ls_leaving_reason(const struct ls_leaving *leaving, uint32_t leaver)
{
    if (ls_ledger_state(leaving->ledger, leaver) == LS_REMOVAL_GOING)
        return facts_of(leaving, leaver)->reason;
    return ls_buf_text(&leaving->rows[leaver].reason);
}
