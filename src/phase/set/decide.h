#pragma once
/*
 * Decide: from a view of a set, what is to be done now. All rules of a run are here, and nothing
 * else is: no clock but the view's, no memory but the arena. The same view always gives the same
 * answer.
 *
 * In order: look; refuse what is not ours, before anything is written; wait while another run works
 * on the set; a run with nothing to write takes no lock; take the lock; the first open cell, and
 * only that one, gets its writes or is waited for; then what leaves, in its own order; then the
 * parent, with which the lock is given back.
 */
#include "base/arena.h"
#include "phase/set/view.h"

enum ls_run_state {
    LS_RUN_STATE_READING,
    LS_RUN_STATE_CHECKING,
    LS_RUN_STATE_LOCKING,   /* the parent is being written */
    LS_RUN_STATE_LOCK_HELD, /* somebody else works on the set */
    LS_RUN_STATE_WRITING,   /* a cell's writes are on their way */
    LS_RUN_STATE_WAITING,   /* a cell's gate is shut */
    LS_RUN_STATE_REMOVING,  /* what leaves is being removed or is going */
    LS_RUN_STATE_FINISHING, /* the parent's last write */
    LS_RUN_STATE_OVER,
    LS_RUN_STATE_COUNT
};
const char *ls_run_state_name(enum ls_run_state step); /* "Reading", "Rolling out" */

enum ls_deed_kind {
    LS_DEED_READ_PARENT,
    LS_DEED_TAKE_LOCK,   /* write the parent: the union of old and new lists, and us as holder */
    LS_DEED_RENEW_LOCK,  /* the same with the next count */
    LS_DEED_CLOSE,       /* write the parent: no holder; exact lists when the run is done */
    LS_DEED_DROP_PARENT, /* delete it */
    LS_DEED_WRITE,       /* a member */
    LS_DEED_READ,        /* a member */
    LS_DEED_REMOVE,      /* a leaver: delete or release */
    LS_DEED_CONFIRM,     /* a leaver: read whether it is gone */
    LS_DEED_COUNT
};
struct ls_deed {
    enum ls_deed_kind kind;
    uint32_t number; /* of member or leaver */
};

/* Why a run ends otherwise than done. */
enum ls_end_cause {
    LS_END_CAUSE_NONE,
    LS_END_CAUSE_REFUSED,   /* names held by somebody else: all members that are LS_WRITE_REFUSED */
    LS_CAUSE_PRUNE,         /* more would be deleted than a default name is trusted with */
    LS_END_CAUSE_WRITE,     /* the server will not have `blocking` */
    LS_END_CAUSE_VERDICT,   /* `blocking` has failed */
    LS_END_CAUSE_HELD,      /* the leaver `blocking` must not be deleted */
    LS_END_CAUSE_DEADLINE,  /* `blocking`, when there is one, is what was waited for */
    LS_END_CAUSE_NOT_READY, /* of a look */
    LS_END_CAUSE_COUNT
};

struct ls_decision {
    enum ls_run_state step;
    uint32_t cell;     /* of writes and gates, or of what leaves; LS_NO_CELL */
    uint32_t blocking; /* the member, or in REMOVING the leaver, that is waited for; LS_NO_ITEM */
    bool is_blocking_leaver;
    const struct ls_deed *deeds; /* at most the view's room, but for those about the parent */
    size_t deed_count;
    int64_t wake_ms; /* LS_NEVER_MS: only news can change anything */
    bool has_end;    /* how it ends is settled ... */
    enum ls_run_end end;
    enum ls_end_cause cause;
    bool is_over; /* ... and nothing is left to do */
};

void ls_decide(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out);

/* May this member be written now: is everything before its cell answered and met? What the outbox
 * is handed is held against this. */
bool ls_decide_may_write(const struct ls_view *view, uint32_t member);
bool ls_decide_may_remove(const struct ls_view *view, uint32_t leaver);
