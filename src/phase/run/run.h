#pragma once
/*
 * A run: one set brought to its wanted state, taken down, planned or observed. The one engine
 * under every command and every front end.
 *
 * It reads (kinds, parent, members, who holds the names), decides (phase/set/decide.h, pure) and
 * acts through the outbox, until there is nothing left to do, something stands in the way for good,
 * or a deadline passes. It may be dropped between any two callbacks: the next run finds its place
 * from what it observes.
 *
 * What people see of it are rows, one per object, and events that say which row or step has
 * changed.
 */
#include "kube/client.h"
#include "kube/discovery.h"
#include "phase/own/action.h"
#include "phase/own/check.h"
#include "phase/read/revision.h"
#include "phase/set/decide.h"
#include "source/problems.h"

struct ls_run;

struct ls_run_event {
    enum ls_run_event_kind {
        LS_RUN_STEP,  /* what the run does now: state */
        LS_RUN_PHASE, /* row is the first of a phase that begins */
        LS_RUN_PHASE_DONE,
        LS_RUN_ROW,  /* row has changed */
        LS_RUN_NOTE, /* text: worth a line, once (a status left out, a kind not listed) */
        LS_RUN_EVENT_COUNT
    } kind;
    enum ls_run_state state; /* of LS_RUN_STEP */
    size_t row;              /* of the kinds that say so */
    const char *text;        /* of LS_RUN_NOTE; valid during the call */
    int64_t spent_ms;        /* of a phase: how long it was worked on so far */
};

struct ls_run_hooks {
    void *self;
    void (*event)(void *self, const struct ls_run_event *event);             /* may be NULL */
    void (*done)(void *self, enum ls_run_end end, const struct ls_err *err); /* exactly once */
};

/* What becomes of members that the manifests do not have any more. */
enum ls_prune_mode {
    LS_PRUNE_AUTO, /* deleted; refused where it is likely a mistake (phase/set/prune.h) */
    LS_PRUNE_ALLOW,
    LS_PRUNE_OFF, /* they stay members */
};

struct ls_run_options {
    enum ls_goal goal;
    const char *set_name;
    const char *parent_namespace;
    const char *namespace_name; /* for objects that name none */
    bool is_namespace_enforced;
    const struct ls_manifests *manifests; /* of rollout and plan; else NULL */
    const struct ls_field_tables *tables; /* may be NULL */
    enum ls_wait_mode wait;
    bool adopts_not;
    bool forces_conflicts;
    bool keeps_foreign; /* --keep-foreign: refuse instead of setting back what others set */
    bool checks_server; /* dry runs of all that is to be written, before the first write */
    bool deletes_adopted;
    bool deletes_instances;
    enum ls_prune_mode prune;
    bool finds_by_label;  /* --without-parent: a teardown though the parent is gone */
    bool is_name_default; /* set_name is that of a folder or file, nobody chose it */
    const char *origin;   /* of the manifests, for the parent; NULL: not known */
    bool watches_on;      /* OBSERVE: goes on until stopped */
    /* OBSERVE: goes on until all is ready, something has failed, or the timeout has passed */
    bool waits_ready;
    int64_t timeout_ms;                   /* of the whole run; 0: none */
    int64_t phase_timeout_ms;             /* of each phase; 0: none */
    int64_t grace_ms;                     /* of trouble, as in struct ls_look */
    struct ls_rules *rules;               /* for kinds without a rule in C; NULL: none */
    size_t in_flight_max;                 /* members on their way at once; 0: the outbox's own */
    const struct ls_lock_host *lock_host; /* of this run's process; NULL: this machine */
};

/* Borrows all it is given for life. Nothing is sent inside this call. */
struct ls_run *ls_run_new(struct ls_client *client, struct ls_discovery *discovery,
                          const struct ls_run_options *options, const struct ls_run_hooks *hooks);
/* At any time, also from done; what is in flight is dropped. */
void ls_run_free(struct ls_run *run);
/* Ends it: no new write, those in flight are awaited (at most LS_RUN_STOP_MS), the lock is given
 * back, then done with LS_RUN_STOPPED. */
void ls_run_stop(struct ls_run *run);

/* It was refused, or would be, for what would be deleted: LS_PRUNE_ALLOW goes on. */
bool ls_run_is_prune_doubtful(const struct ls_run *run);

/* Lists of every kind are open: what the server says about those kinds is no news of the set. */
bool ls_run_is_searching(const struct ls_run *run);

/* ---- what was decided ---- */

#define LS_NO_ROW SIZE_MAX /* the set's parent, or nothing */
struct ls_run_intent {
    const char *name; /* "write", "take the lock" */
    size_t row;
};
/* One decision (phase/set/decide.h) in terms of rows; valid during the call. */
struct ls_run_decided {
    enum ls_run_state state;
    uint32_t step; /* that is worked on; LS_NO_CELL: none */
    const struct ls_run_intent *intents;
    size_t intent_count;
    size_t waits_for; /* a row */
    size_t in_flight; /* requests about rows */
    bool has_end;     /* how it ends is known */
    enum ls_run_end end;
    enum ls_end_cause cause;
};
typedef void (*ls_run_decided_fn)(void *self, const struct ls_run_decided *decided);
/* Calls fn with every decision, before it is acted on, for records that say why a run did what it
 * did. Right after ls_run_new(). */
void ls_run_on_decided(struct ls_run *run, ls_run_decided_fn fn, void *self);

/* ---- what people see ---- */

enum ls_row_state {
    LS_ROW_WAITING, /* its turn has not come */
    LS_ROW_SENDING,
    LS_ROW_IN_PROGRESS, /* written, not ready yet */
    LS_ROW_READY,       /* ready, or written and nobody waits for it */
    LS_ROW_FAILED,
    LS_ROW_GOING, /* deleted, not gone yet */
    LS_ROW_GONE,
    LS_ROW_RELEASED,
    LS_ROW_HELD, /* a deletion that must not go on, or a name held by somebody else */
    LS_ROW_STATE_COUNT
};
const char *ls_row_state_name(enum ls_row_state state); /* "in progress" */

struct ls_row {
    const struct ls_ref *ref;
    const struct ls_member *member; /* NULL: not wanted, found in the cluster */
    bool is_removal;                /* it leaves: phase is its deletion phase */
    int32_t phase;
    uint32_t batch; /* from 1 inside the phase */
    enum ls_action action;
    enum ls_row_state state;
    bool is_gate;       /* somebody waits for it */
    int64_t since_ms;   /* in this state since, mono clock */
    const char *reason; /* borrowed until the loop runs on; may be "" */
};
/* Rollout rows in order, then those that leave, in order. Known once the reading is over. */
size_t ls_run_row_count(const struct ls_run *run);
void ls_run_row(const struct ls_run *run, size_t i, struct ls_row *out);

struct ls_run_counts {
    size_t by_action[LS_ACTION_COUNT];
    uint64_t writes;   /* applies, patches, deletes sent */
    uint64_t reads;    /* lists, watches, gets opened by the run itself */
    uint64_t reviews;  /* of rights, before the first write */
    uint64_t searches; /* lists of every kind, for members of a set whose parent is gone */
    uint64_t dry_runs; /* applies that only ask, besides the writes */
    uint64_t visits;   /* facts inspected by decisions */
};
struct ls_run_counts ls_run_counts(const struct ls_run *run);
/* All that was found wrong before the first write, in the order of the manifests. */
const struct ls_problems *ls_run_problems(const struct ls_run *run);
