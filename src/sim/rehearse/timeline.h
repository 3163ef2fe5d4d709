#pragma once
/*
 * The timeline of one run: when each object was sent, written and ready (or gone), in milliseconds
 * of virtual time since the run began, and what it waited for.
 *
 * It listens to the events of a run and reads its rows; it changes nothing. All texts live in the
 * arena, so that a timeline outlives its run.
 */
#include "phase/run/run.h"

#define LS_TIMELINE_NO_ROW UINT32_MAX

struct ls_timeline_row {
    const char *group;
    const char *version;
    const char *kind;
    const char *plural;
    const char *namespace_name; /* "" for what has no namespace */
    const char *name;
    const struct ls_manifest *manifest; /* NULL: found in the cluster */
    int32_t phase;
    uint32_t batch; /* from 1 inside the phase */
    bool is_removal;
    bool is_gate;
    bool is_assumed; /* nothing in the simulated world judges it: set by the rehearsal */
    enum ls_action action;
    enum ls_row_state state;
    int64_t sent_ms;    /* -1: never */
    int64_t written_ms; /* the server has answered; -1: never */
    int64_t done_ms;    /* ready, gone or released; -1: never */
    uint32_t waits_for; /* the row whose end let this one's batch begin; LS_TIMELINE_NO_ROW: none */
    const char *reason; /* of its last state, or "" */
};

struct ls_timeline { /* {0} is empty */
    struct ls_arena arena;
    LS_VEC(struct ls_timeline_row) rows;
    int64_t begun_ms; /* on the clock of the run */
    int64_t took_ms;
    enum ls_run_end end;
    bool is_stuck;     /* it did not end by itself */
    const char *error; /* why it did not come through; "" when it did */
    struct ls_run_counts counts;
};
void ls_timeline_release(struct ls_timeline *timeline);

void ls_timeline_begin(struct ls_timeline *timeline, int64_t now_ms);
/* An event of the run. */
void ls_timeline_take(struct ls_timeline *timeline, const struct ls_run *run,
                      const struct ls_run_event *event, int64_t now_ms);
/* The run is over, and is there still. */
void ls_timeline_end(struct ls_timeline *timeline, const struct ls_run *run, int64_t now_ms);
/* "Deployment shop/web" */
void ls_timeline_print_name(struct ls_buf *out, const struct ls_timeline_row *row);
/* The same phase and direction? */
bool ls_timeline_is_phase_of(const struct ls_timeline_row *a, const struct ls_timeline_row *b);
