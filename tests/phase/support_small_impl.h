#pragma once
/*
 * The inside of a small world, shared by the files support_small_*.c. A state is plain bits: two
 * states are the same when their bytes are.
 */
#include "support_small.h"

#include "phase/own/intent.h"
#include "phase/own/project.h"
#include "phase/set/leaving.h"
#include "runtime/facts.h"
#include "runtime/outbox_rules.h"

enum {
    SMALL_OBJECTS_MAX = SMALL_PHASES_MAX * SMALL_WIDTH_MAX,
    SMALL_UIDS = 3,      /* of one name at once in a state; 0 is nobody */
    SMALL_VERSIONS = 15, /* of one name at once in a state; 0 is none */
    SMALL_STEPS_MAX = 512,
};

/* ---- the server ---- */

enum small_presence { SMALL_NONE, SMALL_THERE, SMALL_GOING };
enum small_content { SMALL_FIRST, SMALL_SECOND, SMALL_OTHER, SMALL_CONTENT_COUNT };
enum small_status {
    SMALL_UNREADY,
    SMALL_OUTDATED, /* says ready, but of an earlier generation */
    SMALL_READY,
    SMALL_STATUS_COUNT
};

struct small_snap { /* an object in one version; all zero: there is none */
    unsigned presence : 2;
    unsigned uid : 2;
    unsigned version : 4;
    unsigned content : 2;
    unsigned status : 2;
    unsigned is_touched : 1;   /* somebody took a field of ours */
    unsigned is_unlabeled : 1; /* ... or our label */
};

enum small_request_kind { SMALL_NO_REQUEST, SMALL_APPLY, SMALL_DELETE, SMALL_READ };
enum small_code { SMALL_OK, SMALL_CONFLICT, SMALL_NOT_FOUND };

/* A request about an object. */
struct small_request {
    unsigned kind : 2;
    unsigned content : 2; /* that is applied */
    unsigned uid : 2;     /* that it must meet; 0 of an apply: only create */
    unsigned version : 4;
    unsigned is_settling : 1; /* its result is unknown: the object is read */
    unsigned is_answered : 1;
    unsigned code : 2;      /* of the answer */
    unsigned is_status : 1; /* a Status answers a delete, not the object */
};

struct small_parent { /* all zero: there is none */
    unsigned exists : 1;
    unsigned uid : 2;
    unsigned version : 4;
    unsigned holder : 2;    /* one more than the run's number; SMALL_DEAD; 0: free */
    unsigned renewal : 1;   /* changes with each renewal: the text of the holder does */
    unsigned lists_all : 1; /* also the kind of the object that the second manifests leave out */
};
enum { SMALL_DEAD = 3 };

enum small_parent_request_kind {
    SMALL_PARENT_NO_REQUEST,
    SMALL_PARENT_READ,
    SMALL_PARENT_APPLY,
    SMALL_PARENT_DELETE,
};

/* ---- a run ---- */

struct small_known {           /* of an object */
    struct small_snap seen;    /* of what is unseen only uid and version: as old as that or newer */
    struct small_snap between; /* an event that waits before the latest */
    struct small_request request;
    struct small_snap reply;
    unsigned presence : 2; /* enum ls_presence */
    unsigned gone : 2;     /* the uid that was here before */
    unsigned watched : 2;  /* the uid that its watch told of last */
    unsigned left : 2;     /* of a member: left the watch while a request was on its way */
    unsigned has_left : 1; /* the same of a leaver */
    unsigned was_told : 1; /* its watch told of it while a request was on its way */
    unsigned is_partial : 1;
    unsigned is_late : 1; /* joined the set after the removal was made */
    unsigned is_leaver : 1;
    unsigned is_watched : 1; /* with all that carry our label ... */
    unsigned is_named : 1;   /* ... and by its name */
    unsigned has_between : 1;
    unsigned has_news : 1; /* the server's object is not the last that its watch told of */
};

enum small_stage { SMALL_OFF, SMALL_START, SMALL_LISTING, SMALL_VIEW, SMALL_WORK };
enum small_end { SMALL_NO_END, SMALL_DONE, SMALL_STOPPED };
enum small_age { SMALL_FRESH, SMALL_DUE, SMALL_LAPSED };

struct small_run {
    struct small_parent parent; /* as it was last read */
    struct small_parent asked;  /* what its request writes; uid and version that it must meet */
    struct small_parent reply;
    unsigned stage : 3;
    unsigned end : 2;
    unsigned is_ending : 1;
    unsigned is_stale : 1; /* its first reads were */
    unsigned is_parent_unknown : 1;
    unsigned is_parent_due : 1;
    unsigned is_outdated : 1;
    unsigned is_closing : 1;
    unsigned is_closed : 1;
    unsigned lock : 2;
    unsigned age : 2;       /* of the lock as the server confirmed it */
    unsigned sent_age : 2;  /* of the last write of the parent */
    unsigned is_silent : 1; /* the holder has not renewed for LS_LOCK_STALE_MS */
    unsigned is_lock_watched : 1;
    unsigned renewal : 1; /* of the last text sent */
    unsigned key : 2;     /* uid of the parent that keys the hashes */
    unsigned kind : 2;    /* of the request about the parent */
    unsigned is_settling : 1;
    unsigned is_answered : 1;
    unsigned code : 2;
};

/* ---- the world ---- */

struct small_object {
    struct small_snap now;
    struct small_snap frozen;  /* as stale reads show it */
    struct small_request late; /* of nobody any more */
    unsigned was_ready : 1;    /* since our last write, in what that wrote */
    unsigned written : 2;      /* by us last; SMALL_OTHER: nothing */
    struct small_known known[SMALL_RUNS_MAX];
};

struct small_state {
    struct small_parent parent;
    struct small_parent frozen;
    struct small_parent late;
    unsigned late_kind : 2;
    unsigned goal : 2;
    unsigned is_frozen : 1;
    struct small_faults left;
    struct small_run runs[SMALL_RUNS_MAX];
    struct small_object objects[SMALL_OBJECTS_MAX];
};

/* ---- what does not change ---- */

enum small_role { SMALL_WANTS_FIRST, SMALL_WANTS_SECOND, SMALL_UNWANTED, SMALL_ROLE_COUNT };

enum {
    SMALL_SHAPES = 3 * SMALL_CONTENT_COUNT * SMALL_STATUS_COUNT * 4, /* see small_shape() */
    SMALL_LEAVINGS = SMALL_GOAL_COUNT << SMALL_OBJECTS_MAX,
};

struct small_plan { /* one goal's members in cells */
    struct ls_manifests manifests;
    const struct ls_revision *revision; /* NULL: nothing is wanted */
    struct ls_ledger *writes;
    struct ls_ledger *gates;
    uint32_t member_of[SMALL_OBJECTS_MAX]; /* LS_NO_ITEM: not wanted */
    uint32_t object_of[SMALL_OBJECTS_MAX];
};

struct small_removal {
    struct ls_removal plan;
    struct ls_leaving *leaving;
};

struct small_model {
    struct small_bounds bounds;
    struct small_rules rules;
    unsigned object_count;
    struct ls_world *world;
    struct ls_arena arena;
    struct ls_arena thinking;
    struct ls_resource resource;
    struct small_plan plans[SMALL_GOAL_COUNT];
    struct ls_order orders[SMALL_OBJECTS_MAX];
    struct ls_ref refs[SMALL_OBJECTS_MAX];
    /* By role and shape: what the engine makes of such an object, and the object. */
    struct ls_facts facts[SMALL_ROLE_COUNT][SMALL_SHAPES];
    struct ls_facts metadata[SMALL_ROLE_COUNT][SMALL_SHAPES];
    const struct ls_obj *objects[SMALL_SHAPES];
    const struct ls_obj *status;
    enum ls_lock_state locks[4][2][2]; /* by whose it is, is it dead, is it silent */
    struct ls_book *book;
    uint64_t epoch; /* a uid of one loading of the book is none of another */
    struct small_removal *removals[SMALL_LEAVINGS];
    const char *violation;
    struct ls_buf *tale;  /* what the step does is told here; NULL: nobody reads it */
    const uint8_t *names; /* ... with the names of the objects in these places; NULL: their own */
};

void small_model_init(struct small_model *model, const struct small_bounds *bounds,
                      const struct small_rules *rules);
void small_model_release(struct small_model *model);

unsigned small_shape(struct small_snap snap);
unsigned small_phase_of(const struct small_model *model, unsigned object);
/* Is it the one that the second manifests leave out? */
bool small_is_left_out(const struct small_model *model, unsigned object);
bool small_is_wanted(const struct small_model *model, unsigned goal, unsigned object);
enum small_role small_role_of(const struct small_model *model, unsigned goal, unsigned object);
unsigned small_content_of(unsigned goal);
/* Has the user got what was asked for? */
bool small_is_satisfied(const struct small_model *model, const struct small_state *state);
bool small_is_as_wanted(const struct small_model *model, const struct small_state *state,
                        unsigned object);

/* The first violation counts. */
void small_violate(struct small_model *model, const char *what);
void small_tell(struct small_model *model, const char *format, ...) LS_FORMAT(2, 3);
void small_name(const struct small_model *model, unsigned object, char out[3]);

/* ---- support_small_server.c ---- */

void small_request_carry_out(struct small_model *model, struct small_state *state, unsigned object,
                             struct small_request *request, struct small_snap *reply, bool is_slow);
void small_parent_carry_out(struct small_state *state, struct small_run *run);
void small_late_carry_out(struct small_model *model, struct small_state *state, unsigned object);
void small_late_parent_carry_out(struct small_state *state);
/* The object is another one now, in a new version: its watches have something to tell. */
void small_object_set(struct small_state *state, unsigned object, struct small_snap now);

/* ---- support_small_book.c: what a run knows, by the engine's own book and removal ---- */

void small_book_load(struct small_model *model, const struct small_state *state, unsigned run,
                     unsigned object);
/* The removal of a run with all its notes, or NULL before it was made. */
struct ls_leaving *small_leaving_load(struct small_model *model, const struct small_state *state,
                                      unsigned run);
void small_observe(struct small_model *model, struct small_state *state, unsigned run,
                   unsigned object, struct small_snap snap);
void small_observe_metadata(struct small_model *model, struct small_state *state, unsigned run,
                            unsigned object, struct small_snap snap);
void small_observe_absent(struct small_model *model, struct small_state *state, unsigned run,
                          unsigned object);
void small_doubt(struct small_model *model, struct small_state *state, unsigned run,
                 unsigned object);
/* It left a selected watch. */
void small_left(struct small_model *model, struct small_state *state, unsigned run, unsigned object,
                unsigned uid);
void small_leaver_answered(struct small_model *model, struct small_state *state, unsigned run,
                           unsigned object, const struct ls_result *result);
/* After the engine has worked on the book. */
void small_book_read(struct small_model *model, struct small_state *state, unsigned run,
                     unsigned object);

/* ---- support_small_run.c: the driver ---- */

void small_run_begin(struct small_model *model, struct small_state *state, unsigned run);
void small_run_forget(struct small_state *state, unsigned run);
void small_run_read_parent(struct small_model *model, struct small_state *state, unsigned run,
                           struct small_parent parent);
void small_run_list(struct small_model *model, struct small_state *state, unsigned run,
                    bool is_stale);
void small_run_complete(struct small_model *model, struct small_state *state, unsigned run);
void small_run_decide(struct small_model *model, struct small_state *state, unsigned run);
void small_run_event(struct small_model *model, struct small_state *state, unsigned run,
                     unsigned object);
void small_run_parent_event(struct small_model *model, struct small_state *state, unsigned run);
/* An answer came, or, by code, none ever will. */
void small_run_answered(struct small_model *model, struct small_state *state, unsigned run,
                        unsigned object, enum ls_code code);
void small_run_parent_answered(struct small_model *model, struct small_state *state, unsigned run,
                               enum ls_code code);

/* ---- support_small_check.c: what must hold when a run sends something ---- */

void small_write_check(struct small_model *model, const struct small_state *state, unsigned run,
                       uint32_t cell);
void small_delete_check(struct small_model *model, const struct small_state *state, unsigned run,
                        unsigned object);
/* Of the last write of the parent: it stays, or it is deleted. */
void small_end_check(struct small_model *model, struct small_state *state, unsigned run,
                     bool lists_all);
void small_done_check(struct small_model *model, const struct small_state *state, unsigned run);

/* ---- support_small_parent.c ---- */

void small_lock_look(struct small_model *model, struct small_state *state, unsigned run);
void small_parent_take(struct small_model *model, struct small_state *state, unsigned run,
                       struct small_parent parent);
void small_parent_judge(struct small_model *model, struct small_state *state, unsigned run);
void small_parent_send(struct small_model *model, struct small_state *state, unsigned run,
                       enum ls_deed_kind kind);
void small_removal_make(struct small_model *model, struct small_state *state, unsigned run);
bool small_removal_renew(struct small_model *model, struct small_state *state, unsigned run);

/* ---- support_small_step.c: what can happen ---- */

/* A step in 16 bits: which, whose, about what, and in which of two ways. */
typedef uint16_t small_step;

/* All that may be tried in a state. */
size_t small_steps_make(const struct small_model *model, small_step out[SMALL_STEPS_MAX]);
/* False: it cannot happen here, or changes nothing. The tale is told of one that does. */
bool small_step_take(struct small_model *model, const struct small_state *from, small_step step,
                     struct small_state *to);
/* 0: a fault. Else on the way to the end without faults, if it costs none: the lower the sooner. */
unsigned small_step_rank(small_step step);

/* ---- support_small_canon.c ---- */

/* Numbers that only compare become the lowest ones that compare alike; objects of a phase that
 * differ in nothing but their place are sorted. `moved` (may be NULL): where each object was. */
void small_canon(const struct small_model *model, struct small_state *state,
                 uint8_t moved[SMALL_OBJECTS_MAX]);
enum { SMALL_PACKED_MAX = sizeof(struct small_state) };
size_t small_pack(const struct small_model *model, const struct small_state *state,
                  uint8_t out[SMALL_PACKED_MAX]);
void small_unpack(const struct small_model *model, const uint8_t *packed, struct small_state *out);
