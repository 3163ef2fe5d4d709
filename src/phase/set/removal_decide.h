#pragma once
/*
 * The rules of going, pure: what one look at a removal leads to.
 *
 * Only the first cell that is not done is looked at. In it everything that wants to go is sent, as
 * far as there is room; a doubt is read; a CRD is counted first: instances that this removal does
 * not delete hold it. No delete goes out without uid and version, no release without a patch that
 * tests both.
 *
 * Gone is an answered Success or 404. A member that left a selected watch is in doubt (unseen)
 * until it was read; one that is then somebody else's, or nobody's, is no longer ours and done. A
 * namesake that carries our label is a member and leaves as well.
 */
#include "phase/set/removal.h"
#include "runtime/facts.h"
#include "runtime/outbox.h"

/* What is known of a leaver besides its facts. Kept by phase/set/leaving.h, or made by a test. */
struct ls_leaver_notes {
    bool is_sent;               /* an intent of it is in flight */
    bool is_refused;            /* the server said no: reason */
    bool is_counted;            /* a CRD: its instances were counted, or need not be */
    bool is_counting;           /* a CRD: the count is under way */
    bool must_stay;             /* a Namespace with something in it that stays: it is released */
    uint64_t foreign_count;     /* of instances that this removal does not delete */
    const struct ls_obj *patch; /* that releases it in `patch_version`; NULL: not made yet */
    uint64_t patch_version;
    const char *reason; /* "" or why it stays, is held, or what it waits for */
};

/* One look's view. Leavers are numbered by their place in the plan, in the ledger too. */
struct ls_removal_view {
    const struct ls_removal *plan;
    const struct ls_book *book;
    const struct ls_ledger *ledger;
    const struct ls_leaver_notes *notes; /* of each leaver */
    struct ls_manners manners;
    bool deletes_instances; /* --delete-instances */
    const char *field_manager;
    size_t room; /* in the outbox */
};

/* What is to become of a leaver: LS_ACTION_DELETE or LS_ACTION_RELEASE; LS_ACTION_NONE: nothing
 * (gone, not ours any more, or not known). */
enum ls_action ls_removal_action(const struct ls_facts *facts, const struct ls_leaver_notes *notes,
                                 const struct ls_manners *manners);
enum ls_removal_state ls_removal_state_of(const struct ls_facts *facts,
                                          const struct ls_leaver_notes *notes,
                                          const struct ls_manners *manners);

struct ls_removal_decision {
    const struct ls_intent *intents; /* item is the book's; put each, then note it as sent */
    size_t intent_count;
    const uint32_t *counts; /* CRD leavers whose instances are to be counted (phase/set/instances.h)
                             */
    size_t count_count;
    bool is_done;
    uint32_t cell;        /* that is worked on; LS_NO_CELL when done */
    uint32_t waits_for;   /* a leaver that is accepted and not gone; LS_NO_ITEM: none */
    uint32_t held;        /* a leaver that is held; LS_NO_ITEM: none */
    size_t held_count;    /* of the cell */
    size_t pending_count; /* of the cell, the held ones not counted: 0 with held ones is the end */
};
void ls_removal_decide(struct ls_arena *arena, const struct ls_removal_view *view,
                       struct ls_removal_decision *out);
