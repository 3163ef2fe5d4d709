#pragma once
/*
 * A view: everything a decision about a set may look at, and nothing else. The driver keeps it up
 * to date as facts change; a test makes one by hand.
 *
 * Members and leavers are told by their number. What a decision needs to know about them is counted
 * in ledgers, cell by cell, so that it never walks a set.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "phase/set/lock.h"
#include "phase/set/removal.h"
#include "runtime/ledger.h"

enum ls_goal {
    LS_GOAL_ROLLOUT,  /* apply */
    LS_GOAL_TEARDOWN, /* delete */
    LS_GOAL_PLAN,     /* what a rollout would do */
    LS_GOAL_PLAN_TEARDOWN,
    LS_GOAL_OBSERVE, /* status: the set as it is in the cluster, without manifests */
    LS_GOAL_COUNT
};

/* How a run ended. */
enum ls_run_end {
    LS_RUN_DONE,        /* as wanted; of a look: all ready */
    LS_RUN_IN_PROGRESS, /* of a look: not ready yet */
    LS_RUN_FAILED,  /* an object failed, or a deadline passed: err says which, since when, why */
    LS_RUN_REFUSED, /* nothing was written: names held by others, bad input, no permission */
    LS_RUN_ERROR,   /* anything else stood in the way */
    LS_RUN_STOPPED, /* ls_run_stop() */
    LS_RUN_END_COUNT
};

/* Of a member's write, in the ledger `writes`. A cell is open until all of it are DONE. */
enum ls_write_state {
    LS_WRITE_UNSEEN,  /* what is there is to be read first */
    LS_WRITE_WANTS,   /* something is to be sent: an apply, or the delete of a replacement */
    LS_WRITE_SENT,    /* ... and is on its way */
    LS_WRITE_AWAITS,  /* the old object is going; its namesake can be made when it is gone */
    LS_WRITE_REFUSED, /* somebody else's: must not be touched */
    LS_WRITE_FAILED,  /* the server will not have it */
    LS_WRITE_DONE,
    LS_WRITE_COUNT
};

/* Of a member's gate, in the ledger `gates`; only members that are waited for are in it. */
enum ls_gate_state {
    LS_GATE_UNMET,
    LS_GATE_FAILED, /* will not be met by waiting */
    LS_GATE_MET,
    LS_GATE_COUNT
};

#define LS_NEVER_MS INT64_MAX /* a time that does not come */

struct ls_view {
    enum ls_goal goal;
    int64_t now_ms; /* mono clock */

    bool is_prune_doubtful; /* what would be deleted is likely another application's: ask first */
    bool waits_ready;       /* LOOK: what is not ready yet is waited for */
    bool is_looking;  /* reads are open that must be answered before anything can be decided */
    bool is_checking; /* manifests are still being checked for what the server would refuse */

    const struct ls_ledger *writes;  /* of members; NULL: nothing is wanted */
    const struct ls_ledger *gates;   /* of members; NULL: nothing is waited for */
    const struct ls_ledger *leaving; /* of leavers, enum ls_removal_state; NULL: nothing leaves */

    bool is_parent_there;
    bool is_parent_due;     /* its lists or finished Jobs are not what they will be at the end */
    bool is_parent_unknown; /* it must be read again before it is written */
    bool is_parent_busy;    /* a request about it is on its way */
    bool is_lock_closing;   /* ... by which the lock is given back */
    enum ls_lock_state lock;
    int64_t lock_again_ms; /* HELD: when to look again at the latest */
    int64_t renew_ms;      /* OURS: when to renew it */
    int64_t lapse_ms;      /* OURS: from then on somebody else may have taken it */

    size_t room;      /* how many more requests may go out now */
    size_t in_flight; /* requests about members and leavers */

    int64_t deadline_ms; /* the earliest that counts now; LS_NEVER_MS */

    /* The end was decided on before: nothing new begins, the lock is given back, at the latest at
     * give_up_ms. */
    bool is_ending;
    int64_t give_up_ms;
};
