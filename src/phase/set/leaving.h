#pragma once
/*
 * A removal on its way: plan, ledger and notes, kept up to date as facts change and answers come,
 * so that a look costs the same in a set of ten and of ten thousand.
 *
 * Leavers are told by their number in the plan, objects by their item in the book. The owner feeds
 * it, and for each deed about a leaver (remove or confirm) asks ls_leaving_next():
 *   - facts of an item changed: ls_leaving_note(), from the book's on_change;
 *   - it left a selected watch: ls_leaving_left(), which puts it in doubt;
 *   - a watch told of it: ls_leaving_told(): an answer on its way that it is absent may be older;
 *   - the result of an intent came back: ls_leaving_answered(), after the object in it, if any, was
 *     noted in the book;
 *   - instances of a CRD were counted: ls_leaving_counted().
 */
#include "phase/read/revision.h"
#include "phase/set/removal_decide.h"

struct ls_leaving;

struct ls_leaving_options {
    struct ls_removal_manners manners;
    const char *field_manager;        /* of release patches */
    const struct ls_revision *wanted; /* what stays, of a rollout; NULL: nothing does */
};
/* Borrows plan, book and what the options point at for life. */
struct ls_leaving *ls_leaving_new(const struct ls_removal *plan, struct ls_book *book,
                                  const struct ls_leaving_options *options);
void ls_leaving_free(struct ls_leaving *leaving); /* NULL does nothing */

const struct ls_ledger *ls_leaving_ledger(const struct ls_leaving *leaving);
uint32_t ls_leaving_of(const struct ls_leaving *leaving, uint32_t item); /* LS_NO_ITEM: no leaver */
const struct ls_ref *ls_leaving_ref(const struct ls_leaving *leaving, uint32_t leaver);
/* Is this one of those that the removal deletes, or has deleted? */
bool ls_leaving_deletes(const struct ls_leaving *leaving, const struct ls_ref *ref);

/* What is to be sent for one that wants to go or is in doubt, noted as sent. COUNT: its instances
 * are to be counted; NONE: nothing any more; else *out is to be put into the outbox. */
enum ls_removal_step ls_leaving_next(struct ls_leaving *leaving, uint32_t leaver,
                                     struct ls_intent *out);

/* Items that are no leavers are passed over by all of these. */
void ls_leaving_note(struct ls_leaving *leaving, uint32_t item);
void ls_leaving_left(struct ls_leaving *leaving, uint32_t item);
void ls_leaving_told(struct ls_leaving *leaving, uint32_t item);
/* Notes absence in the book where the answer says so; puts the item in doubt where it must be read
 * again; holds it where the server refused. */
void ls_leaving_answered(struct ls_leaving *leaving, const struct ls_result *result);

struct ls_instances { /* of a CRD, those that the removal does not delete */
    uint64_t count;
    const char *names; /* "Widget shop/a, Widget shop/b and 3 more" */
};
void ls_leaving_counted(struct ls_leaving *leaving, uint32_t leaver,
                        const struct ls_instances *instances);
/* They could not be counted: the CRD is held, with that sentence. */
void ls_leaving_count_failed(struct ls_leaving *leaving, uint32_t leaver, const struct ls_err *err);

/* ---- for people ---- */

/* DELETE or RELEASE as long as it is there, also while it goes. */
enum ls_action ls_leaving_action(const struct ls_leaving *leaving, uint32_t leaver);
/* Why it waits, stays or is held: "held by finalizer example.com/guard"; "" when there is nothing
 * to say. Borrowed until the next call that changes it. */
const char *ls_leaving_reason(const struct ls_leaving *leaving, uint32_t leaver);
