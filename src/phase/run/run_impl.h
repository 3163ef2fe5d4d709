#pragma once
/*
 * The inside of a run, shared by the files of this room.
 *
 * Numbers: the book's item 0 is the parent, items 1 to member_count are the members of the revision
 * in order, later ones are objects of the set that were found in the cluster and are not wanted.
 * What is learnt is noted in the book; the book's change judges the item again, which moves it in
 * the ledgers; then the run is looked at (run.c), once, however much has changed.
 */
#include "phase/run/run.h"
#include "phase/own/foreign.h"
#include "phase/own/pace.h"
#include "phase/run/limits.h"
#include "phase/set/decide.h"
#include "phase/set/leaving.h"
#include "phase/set/parent.h"
#include "runtime/facts.h"
#include "runtime/outbox.h"
#include "runtime/reconcile.h"
#include "kube/backoff.h"
#include "kube/list_watch.h"

enum { RUN_PARENT_ITEM = 0 };

/* What is kept of an object besides its facts. */
struct run_item {
    const struct ls_obj *intent; /* of a member, while its apply is on its way */
    struct run_mend *mend;       /* what is sent in place of its intent; NULL: just that */
    char *problem;               /* why it failed or is refused; NULL */
    struct ls_pace pace;         /* of its applies */
    int64_t row_since_ms;
    int64_t written_wall_ms; /* when this run sent its last apply; 0: it sent none */
    int64_t fails_at_ms;     /* what is in the heap of graces for it; 0: nothing */
    struct ls_uid left;      /* told as gone while a request of it was on its way; zero: nobody */
    uint32_t next;           /* member of the same selection; LS_NO_ITEM */
    uint32_t row;            /* LS_NO_ITEM: none */
    uint32_t stretch;        /* of what was found */
    uint32_t reason_hash;
    struct ls_order order; /* of what was found */
    uint64_t forced_version;
    uint32_t told;          /* hash of the uid that its watch told of last; 0: none */
    uint32_t conflict_hash; /* of the conflicts that were last reported; 0: none */
    uint64_t taken_cover;   /* what we own since an apply that the server took in part; 0: all */
    uint8_t action;         /* enum ls_action */
    uint8_t row_state;      /* enum ls_row_state */
    bool has_order : 1;
    bool is_sent : 1;       /* a request of it is in the outbox */
    bool is_written : 1;    /* by this run */
    bool is_failed : 1;     /* the server will not have it: problem */
    bool is_forced : 1;     /* its next apply takes fields that others own, in forced_version */
    bool is_suspect : 1;    /* it may have fields that its kind does not have */
    bool is_contested : 1;  /* others own fields of it, and they are not taken: problem */
    bool is_left_told : 1;  /* ... or it was told which are left to them */
    bool needs_replace : 1; /* its next write deletes it */
    bool may_vanish : 1;    /* a Job with a time to live when it is done */
    bool was_finished : 1;  /* ... that this run has seen done, in the form that is wanted */
    bool is_attended : 1;   /* of a look: judged with its companions ... */
    bool is_queued : 1;     /* ... or waits for that */
    bool is_alone : 1;      /* it has no companions */
    bool is_watched : 1;    /* by its name, on its own */
    bool was_told : 1;      /* a watch told of it while a request of it was on its way */
};

/* A kind in a namespace, kept in view. */
struct run_selection {
    struct ls_run *run;
    const struct ls_resource *resource;
    const char *namespace_name; /* NULL for what has no namespace */
    const char *name;           /* one object only, since lists are forbidden; NULL: all of ours */
    struct ls_list_watch *watch;
    struct ls_list names;  /* who holds the names: metadata of all */
    uint32_t first_member; /* LS_NO_ITEM */
    uint32_t going;        /* the item that is watched by name until it is gone; LS_NO_ITEM */
    bool is_shown;         /* ... and the watch has told of it */
    bool is_listed;        /* the parent names the kind */
    bool has_unpruned;     /* something of it stays though it is not wanted */
    bool is_forbidden;     /* may not be listed: its members are watched one by one */
    bool awaits_kind;      /* its CRD comes with the set */
    bool is_opened;
    bool is_synced;
    bool has_names;     /* the metadata list was opened */
    bool is_names_open; /* ... and is not done */
};

/* An object of ours that is not written as its manifest has it: fields are left to others, or
 * ignored (phase/own/drift.h). */
struct run_mend {
    const struct ls_obj *intent;
    char applied[LS_APPLIED_BYTES];
};

enum run_stage {
    RUN_STAGE_START,  /* discovery and parent */
    RUN_STAGE_SEARCH, /* the parent is gone: members by their label, in all kinds */
    RUN_STAGE_VIEW,   /* watches and metadata lists */
    RUN_STAGE_NAMES,  /* metadata lists that turned out to be needed */
    RUN_STAGE_SPACES, /* do the namespaces exist */
    RUN_STAGE_FIELDS, /* fields that a kind does not have */
    RUN_STAGE_RIGHTS, /* may we write what is to be written */
    RUN_STAGE_TRIALS, /* dry runs: what only the server knows */
    RUN_STAGE_WORK,
};

struct run_deadline {
    int64_t at_ms;
    uint32_t item;
};

/* Earliest first. */
struct run_heap {
    LS_VEC(struct run_deadline) rows;
};

/* A line about fields that others own, told when all answers are in. */
struct run_conflict {
    uint32_t item;
    char *text;
};

struct run_company; /* run_company.c */
struct run_check;   /* run_check.c */
struct run_rights;  /* run_rights.c */
struct run_search;  /* run_search.c */
struct run_count;   /* run_remove.c */

struct ls_run {
    struct ls_client *client;
    struct ls_world *world;
    struct ls_discovery *discovery;
    struct ls_run_options options;
    struct ls_run_hooks hooks;
    struct ls_arena arena;    /* lives as long as the run */
    struct ls_arena scratch;  /* of one projection */
    struct ls_arena thinking; /* of one decision */
    struct ls_reconcile *reconcile;
    struct ls_task begin_task;
    struct ls_timer begin_timer; /* runs during the pause before everything is read again */
    struct ls_backoff pauses;    /* of that kind */
    unsigned restarts;           /* how often everything was read again */

    /* the set */
    const char *parent_name;
    const char *set_id;
    const char *manager;  /* of fields */
    const char *selector; /* of labels */
    struct ls_stamp stamp;
    const struct ls_revision *revision; /* NULL: nothing is wanted */
    uint32_t member_count;

    /* reading */
    enum run_stage stage;
    size_t reads_open;
    bool is_fresh;   /* the kinds were asked for by this run */
    bool asks_kinds; /* those that are known may be from before the server was set back */
    bool is_blind;   /* some that the parent lists cannot be looked at now */
    struct ls_api_call parent_call;
    struct ls_map *selection_map;
    LS_VEC(struct run_selection *) selections;
    size_t name_watch_count;
    struct run_check *check;
    struct run_search *search;             /* NULL: nothing was searched for */
    LS_VEC(uint32_t) suspects;             /* members that a dry run asks the server about */
    LS_VEC(struct run_conflict) conflicts; /* a line each, by item */
    LS_VEC(struct run_conflict) lefts;     /* what is left to others, until it is told */
    struct ls_problems problems;
    struct run_rights *rights; /* NULL: nobody was asked */
    uint32_t trial_next;       /* item of the next dry run */

    /* what is known */
    struct ls_book *book;
    LS_VEC(struct run_item) items;
    struct ls_ledger *writes;
    struct ls_ledger *gates;
    struct ls_removal removal;
    uint32_t *removal_phases; /* of each leaver: the row of the first of its deletion phase */
    struct ls_leaving *leaving;
    struct run_count *counting; /* CRDs whose instances are being counted */
    LS_VEC(uint32_t) rows;      /* items */
    LS_VEC(uint32_t) unpruned;  /* items that are not wanted and stay */
    bool is_prune_doubtful;
    uint32_t late_from; /* items from here on were found after the removal was made */

    /* the parent and its lock */
    struct ls_arena parent_arenas[2];
    unsigned parent_arena;
    struct ls_parent parent;
    bool is_parent_unknown;
    struct ls_lock_name name;
    struct ls_lock_sight sight;
    enum ls_lock_state lock;
    int64_t lock_again_ms;
    int64_t lock_sent_ms; /* when the last write of the parent went out */
    int64_t renew_ms;
    int64_t lapse_ms;
    uint64_t lock_count;
    struct ls_buf lock_text; /* the holder as it was written last */
    /* Another run has worked on the set since this one looked: what it brought and took away is not
     * in view, so everything is looked at anew. */
    bool is_outdated;
    /* The server was set back to an earlier state: what was seen is from a future that it does not
     * know. */
    bool is_set_back;
    bool is_parent_due;
    bool is_lock_closing;  /* the parent's last write is on its way */
    bool is_closed;        /* ... and was answered: the lock is not lost but given back */
    LS_VEC(uint32_t) jobs; /* members that may vanish when they are done */
    LS_VEC(uint32_t) crds; /* members that bring kinds */
    struct ls_list_watch *lock_watch;

    /* acting */
    struct ls_outbox *outbox;
    uint64_t reads;
    uint64_t searches;
    uint64_t dry_runs;
    uint64_t reviews;
    uint64_t writes_before; /* the last look from the beginning */
    uint64_t dry_runs_before;
    bool is_left_told; /* what is left to others: once, however often all is looked at */
    struct run_company *companies;
    size_t company_count;
    int64_t attend_ms;           /* no sooner are companions asked for */
    LS_VEC(uint32_t) unattended; /* of a look: to be judged with their companions, last first */

    /* time */
    int64_t began_ms;
    int64_t began_wall_ms;
    uint32_t phase; /* that is worked on, by its first row; LS_NO_ITEM: none */
    int64_t phase_entered_ms;
    LS_VEC(int64_t) phase_spent_ms; /* by the first row of a phase: before it was entered last */
    uint32_t timed_count;           /* members whose clock has begun */
    struct run_heap deadlines;
    struct run_heap graces; /* when items in trouble are judged again; wall clock */

    /* telling */
    ls_run_decided_fn decided; /* NULL: nobody asks */
    void *decided_self;
    enum ls_run_state step;
    bool has_step;
    bool has_trouble;        /* of writes */
    bool has_watch_trouble;  /* of what is kept in view ... */
    struct ls_err watch_err; /* ... and which */

    /* the end */
    bool is_ending;
    bool is_told;
    enum ls_run_end end;
    int64_t give_up_ms;
    struct ls_err err;
};

/* ---- run.c ---- */
void ls_run_mark(struct ls_run *run);                /* look at it soon */
void ls_run_wake(struct ls_run *run, int64_t at_ms); /* ... or at that time */
int64_t ls_run_now_ms(const struct ls_run *run);
/* Settles how it ends; the first to say so wins. err may be NULL. */
void ls_run_settle(struct ls_run *run, enum ls_run_end end, const struct ls_err *err);
/* The server was set back: it shows version `now` of what was seen at version `before`. Says so,
 * and begins anew after a pause. */
void ls_run_set_back(struct ls_run *run, const char *what, uint64_t before, uint64_t now);
/* One read that `stage` waits for is answered. */
void ls_run_read_done(struct ls_run *run);
bool ls_run_is_removal(const struct ls_run *run);
bool ls_run_is_look(const struct ls_run *run);

/* ---- run_open.c: kinds and parent, then the revision and what is to be kept in view ---- */
void ls_run_begin(struct ls_run *run);
void ls_run_stage_next(struct ls_run *run);
/* The preferred version of a kind; NULL: the server does not know it. */
const struct ls_resource *ls_run_resource_of(const struct ls_run *run, const char *group,
                                             const char *kind);

/* ---- run_search.c: members of a set whose parent is gone ---- */
void ls_run_search_open(struct ls_run *run); /* the stage that follows waits for it */
size_t ls_run_search_found(const struct ls_run *run);
void ls_run_search_tell(struct ls_run *run); /* what could not be listed */
void ls_run_search_take(struct ls_run *run); /* its kinds and namespaces as the parent's */
void ls_run_search_print(const struct ls_run *run, struct ls_buf *out);
void ls_run_search_free(struct ls_run *run);

/* ---- run_watch.c ---- */
struct run_selection *ls_run_selection_add(struct ls_run *run, const struct ls_resource *resource,
                                           const char *namespace_name);
void ls_run_selection_add_member(struct ls_run *run, uint32_t item, const struct ls_member *member);
void ls_run_selections_open(struct ls_run *run); /* those that are not open yet */
/* Lists the names where a wanted object is not among the members; false: none is needed. */
bool ls_run_names_open(struct ls_run *run);
/* The kind of a CRD member is there: what waited for it is kept in view from now on. */
void ls_run_kind_established(struct ls_run *run, const char *crd_name);
/* A member is known from the answer to a request, and was known as `before` until then. Where its
 * watch is past that version and has not told of it, it has left since, and is to be read. */
void ls_run_item_passed(struct ls_run *run, uint32_t item, const struct ls_facts *before);
/* Of an object that is going and does not carry our label no selected watch tells: it gets one of
 * its own. Passes over all others. */
void ls_run_going_watch(struct ls_run *run, uint32_t item);
void ls_run_selections_free(struct ls_run *run);

/* ---- run_item.c: from objects to facts ---- */
void ls_run_items_init(struct ls_run *run);
void ls_run_items_free(struct ls_run *run);
/* NULL: not wanted. */
const struct ls_member *ls_run_member(const struct ls_run *run, uint32_t item);
struct run_item *ls_run_item(struct ls_run *run, uint32_t item);
uint32_t ls_run_item_add(struct ls_run *run, const struct ls_ref *ref);
/* Finds or adds what was seen in the cluster; LS_NO_ITEM: too many. */
uint32_t ls_run_item_of(struct ls_run *run, const struct ls_ref *ref, struct ls_node object);
void ls_run_observe(struct ls_run *run, uint32_t item, const struct ls_obj *obj,
                    const struct ls_companion_objects *company);
void ls_run_observe_metadata(struct ls_run *run, uint32_t item, struct ls_node object);
void ls_run_observe_absent(struct ls_run *run, uint32_t item);
/* The reply to an apply: did the server take all of it? What is known may be newer already. */
void ls_run_reply_judge(struct ls_run *run, uint32_t item, struct ls_node object);
/* A watch told of it: an answer on its way that it is absent may be older. */
void ls_run_item_told(struct ls_run *run, uint32_t item, struct ls_uid uid);
void ls_run_item_untold(struct ls_run *run, uint32_t item, struct ls_uid uid); /* it left */
bool ls_run_item_was_told(struct ls_run *run, uint32_t item); /* of the one that is known now */
/* It left a selected watch, or was deleted: the difference is to be read. */
void ls_run_item_left(struct ls_run *run, uint32_t item, struct ls_uid uid);
/* The hash is keyed anew: what was seen under another key answers another question. */
void ls_run_items_doubt(struct ls_run *run);
/* What was noted while a request was on its way: has the object left since? */
void ls_run_item_settle(struct ls_run *run, uint32_t item);
void ls_run_item_problem(struct ls_run *run, uint32_t item, const char *text);
/* The intent of a member, made anew: whole, and without the fields that are ignored once it is
 * there. NULL: err tells. The caller unrefs it. */
const struct ls_obj *ls_run_intent(struct ls_run *run, uint32_t item, bool is_adopted,
                                   struct ls_err *err);
const struct ls_obj *ls_run_intent_bare(struct ls_run *run, uint32_t item, bool is_adopted,
                                        struct ls_err *err);
/* What is sent for it as things stand, and the hash that goes with it. */
const struct ls_obj *ls_run_intent_now(struct ls_run *run, uint32_t item,
                                       char applied[LS_APPLIED_BYTES], struct ls_err *err);

/* ---- run_judge.c: from facts to ledgers ---- */
void ls_run_item_judge(struct ls_run *run, uint32_t item);
/* The hash under which a Job was done; NULL: it is not. Lives in the decision's arena. */
const char *ls_run_job_applied(struct ls_run *run, uint32_t item);

/* ---- run_write.c: from decisions to requests, from answers to facts ---- */
void ls_run_put(struct ls_run *run, const struct ls_intent *intent); /* into the outbox */
void ls_run_send(struct ls_run *run, const struct ls_view *view,
                 const struct ls_decision *decision);
void ls_run_answered(void *self, const struct ls_result *result);
/* May it be deleted to be made anew? What is kept, or was there before us, may not. */
bool ls_run_may_replace(struct ls_run *run, uint32_t item);

/* ---- run_move.c ---- */
/* The set that the manifest names, in the arena; false: none. */
bool ls_run_moved_from(const struct ls_run *run, const struct ls_member *member,
                       struct ls_arena *arena, struct ls_moved_from *out);
/* An apply that owns nothing; the caller unrefs it. */
const struct ls_obj *ls_run_empty_body(const struct ls_ref *ref, uint64_t version);

/* ---- run_lock.c ---- */
void ls_run_parent_take(struct ls_run *run, const struct ls_obj *obj); /* NULL: it does not exist */
uint64_t ls_run_parent_version(const struct ls_run *run);              /* 0: it is not there */
void ls_run_parent_send(struct ls_run *run, enum ls_deed_kind kind);
void ls_run_parent_answered(struct ls_run *run, const struct ls_result *result);
void ls_run_lock_look(struct ls_run *run); /* judges the lock at this time */
/* Somebody else's is watched until it is free, our own while it is waited for something. */
void ls_run_lock_watch(struct ls_run *run);
void ls_run_parent_judge(struct ls_run *run); /* is it due for a write of its own? */
void ls_run_parent_finished(struct ls_run *run, uint32_t item); /* a Job is done */

/* ---- run_remove.c: what leaves ---- */
void ls_run_removal_make(struct ls_run *run);
void ls_run_remove(struct ls_run *run, uint32_t leaver);
/* Objects that joined the set after all was seen; a set that still has some keeps its parent. */
bool ls_run_has_late(struct ls_run *run);
/* They leave as well: a removal of what there is now. False: nobody came. */
bool ls_run_removal_renew(struct ls_run *run);
/* ... in its turn, as soon as nothing that leaves is on its way or in doubt. */
void ls_run_removal_follow(struct ls_run *run);
void ls_run_remove_free(struct ls_run *run);

/* ---- run_prune.c: what is not in the manifests any more ---- */
bool ls_run_prunes(const struct ls_run *run);
void ls_run_unpruned_note(struct ls_run *run, uint32_t item); /* it stays */
void ls_run_prune_judge(struct ls_run *run);
void ls_run_prune_print(struct ls_run *run, struct ls_buf *out); /* why it is refused */

/* ---- run_company.c: what tells why an object is not ready, while somebody waits for it ---- */
void ls_run_attend(struct ls_run *run, uint32_t cell); /* of a shut gate */
void ls_run_attend_all(struct ls_run *run);            /* of a look */
void ls_run_unattended(struct ls_run *run, uint32_t item);
/* Judges with companions when they are known; false: judge the object alone. */
bool ls_run_company_observe(struct ls_run *run, uint32_t item, const struct ls_obj *obj);
void ls_run_company_close(struct ls_run *run, uint32_t item);
/* The object is gone, or another one now: its companions are to be found anew. */
void ls_run_company_forget(struct ls_run *run, uint32_t item);
/* Judges it once more though nothing has changed but the time; false: too many at once, later. */
bool ls_run_company_again(struct ls_run *run, uint32_t item);
bool ls_run_company_is_busy(const struct ls_run *run); /* of a look: somebody is not judged yet */
void ls_run_companies_free(struct ls_run *run);

/* ---- run_check.c ---- */
bool ls_run_spaces_check(struct ls_run *run); /* false: nothing is to be asked */
bool ls_run_fields_check(struct ls_run *run);
bool ls_run_problems_refuse(struct ls_run *run); /* ends the run when some were found */
/* Asks the server by a dry run of the apply; the stage waits for the answer. */
void ls_run_dry_run(struct ls_run *run, uint32_t item, bool is_forced);
void ls_run_check_answered(struct ls_run *run, const struct ls_result *result);
void ls_run_check_free(struct ls_run *run);

/* ---- run_rights.c ---- */
bool ls_run_rights_check(struct ls_run *run);  /* false: nothing is to be asked */
bool ls_run_rights_refuse(struct ls_run *run); /* ends the run when some are missing */
void ls_run_rights_free(struct ls_run *run);

/* ---- run_conflict.c: fields of the set's objects that others own ---- */
enum ls_drift_mode ls_run_drift_mode(const struct ls_run *run);
/* May the server refuse its apply for fields that others own? Then a dry run asks. */
bool ls_run_conflict_is_likely(struct ls_run *run, uint32_t item);
/* A dry run, or an apply, was refused for such fields. */
enum ls_foreign ls_run_conflict_judge(struct ls_run *run, uint32_t item, struct ls_node status);
void ls_run_conflict_note(struct ls_run *run, uint32_t item, struct ls_node status);
void ls_run_conflicts_tell(struct ls_run *run); /* all that were found so far */
void ls_run_left_note(struct ls_run *run, uint32_t item, const char *left);
void ls_run_conflicts_free(struct ls_run *run);

/* ---- run_trial.c ---- */
bool ls_run_trials_begin(struct ls_run *run); /* false: nothing is to be tried */
void ls_run_trial_answered(struct ls_run *run, const struct ls_result *result);

/* ---- run_deadline.c ---- */
void ls_run_deadline_enter(struct ls_run *run, const struct ls_decision *decision);
int64_t ls_run_deadline(struct ls_run *run, uint32_t *item); /* LS_NEVER_MS */
int64_t ls_run_phase_deadline(const struct ls_run *run);     /* of the one worked on; LS_NEVER_MS */

/* ---- run_heap.c ---- */
void ls_run_heap_push(struct run_heap *heap, struct run_deadline row);
void ls_run_heap_pop(struct run_heap *heap);

/* ---- run_grace.c: trouble that becomes a failure by lasting ---- */
void ls_run_grace_note(struct ls_run *run, uint32_t item, const struct ls_facts *facts);
void ls_run_graces_look(struct ls_run *run); /* judges again what is due, and wakes for the next */

/* ---- run_rows.c ---- */
void ls_run_rows_make(struct ls_run *run);
void ls_run_rows_renew(struct ls_run *run);              /* adds those that leave and have none */
void ls_run_row_late(struct ls_run *run, uint32_t item); /* of a look: found later */
void ls_run_row_judge(struct ls_run *run, uint32_t item);
void ls_run_tell_step(struct ls_run *run, enum ls_run_state step);
void ls_run_tell_note(struct ls_run *run, const char *format, ...) LS_FORMAT(2, 3);
void ls_run_tell_phase(struct ls_run *run, enum ls_run_event_kind kind, uint32_t row,
                       int64_t spent_ms);

/* ---- run_decided.c: a decision for whoever records it ---- */
void ls_run_tell_decision(struct ls_run *run, const struct ls_view *view,
                          const struct ls_decision *decision);

/* ---- run_end.c: sentences ---- */
void ls_run_end_explain(struct ls_run *run, const struct ls_decision *decision);
