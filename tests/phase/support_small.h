#pragma once
/*
 * Small worlds, all of them: every state that a small set can get into, with crashes, stale reads,
 * lost answers and events, edits and deletes by others, is visited, and in each the invariants of
 * the engine are checked.
 *
 * A world is a model: a server with the parent and a few objects, one or two runs, and what is on
 * its way between them. Each decision in it is made by the engine itself: ls_decide() and the rules
 * around it, the book of facts, the removal, the outbox rules; objects become facts by the engine's
 * projection of real JSON. Only the driver between them (phase/run) is modelled here.
 *
 * The search goes breadth first, so the trace of a violation is a shortest one. Of a state 64 bits
 * of hash are kept; that two of N states share one is about N*N / 2^65 likely.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "phase/set/decide.h"

enum { SMALL_PHASES_MAX = 3, SMALL_WIDTH_MAX = 2, SMALL_RUNS_MAX = 2 };

/* What the user wants. */
enum small_goal {
    SMALL_ROLLOUT,  /* of the first manifests, all objects */
    SMALL_CHANGE,   /* of the second: another content, and the last object of phase 1 left out */
    SMALL_TEARDOWN, /* of whatever there is */
    SMALL_GOAL_COUNT
};

/* How often each may happen in one world. */
struct small_faults {
    uint8_t crashes;   /* a run is killed */
    uint8_t stales;    /* the first reads of a run are served from an earlier revision */
    uint8_t losses;    /* a request or reply is lost, or a watch breaks off */
    uint8_t lates;     /* a request that nobody waits for any more is carried out later */
    uint8_t edits;     /* somebody else changes a field, or takes our label off */
    uint8_t deletions; /* somebody else deletes an object */
    uint8_t unreadies; /* an object that was ready is not any more */
    uint8_t turns;     /* the user wants something else from the next run on */
    uint8_t ticks;     /* the time comes at which a lock is renewed, or lapses */
};

struct small_bounds {
    uint8_t phases;
    uint8_t width; /* objects of a phase */
    uint8_t runs;  /* at once */
    enum small_goal goal;
    bool is_installed; /* it begins with the first manifests rolled out; else with nothing */
    bool is_remote;    /* a killed run was on another host: its lock is waited for */
    struct small_faults faults;
    size_t state_count_max; /* 0: none; more are not visited, and the result says so */
};

/* The engine's rules; a test replaces one to see that the search finds what follows. */
struct small_rules {
    void (*decide)(struct ls_arena *arena, const struct ls_view *view, struct ls_decision *out);
    bool takes_older;        /* facts go back to an older version */
    bool takes_left_as_gone; /* what left a selected watch counts as gone */
    bool takes_stale_status; /* a status of an earlier generation opens a gate */
    bool deletes_by_name;    /* without uid and version */
    bool forgets_late;       /* what joined the set after the list is not looked for */
};
extern const struct small_rules small_rules_real;

struct small_result {
    uint64_t state_count;
    uint64_t step_count; /* between them */
    unsigned depth;      /* of the search: steps from the beginning to the farthest state */
    unsigned settle_max; /* most steps without a fault until all is as wanted */
    bool is_cut;         /* at state_count_max */
    bool is_violated;
    struct ls_buf report; /* of a violation: what, and the steps that lead to it */
};
void small_result_release(struct small_result *result);

void small_search(const struct small_bounds *bounds, const struct small_rules *rules,
                  struct small_result *out);
/* One line: bounds and counts; below it, of a violation, the report. */
void small_result_print(const struct small_bounds *bounds, const struct small_result *result,
                        struct ls_buf *out);
