#pragma once
/*
 * A tally: how many rows of a run are in which state, by phase. It is updated as rows change, so
 * that showing progress does not walk the whole set.
 */
#include "base/vec.h"
#include "phase/run/run.h"

/* Where rows come from: a run, or a test. */
struct ls_rows {
    const void *self;
    size_t (*count)(const void *self);
    void (*at)(const void *self, size_t i, struct ls_row *out);
};

/* Row states as displays tell them apart. */
enum ls_display_state {
    LS_DISPLAY_WAITING,
    LS_DISPLAY_BUSY, /* sent, in progress, going */
    LS_DISPLAY_GOOD, /* ready, gone, released */
    LS_DISPLAY_BAD,  /* failed, held */
    LS_DISPLAY_COUNT
};
enum ls_display_state ls_display_state_of(enum ls_row_state state);

struct ls_tally_phase {
    int32_t number;
    bool is_removal;
    size_t first; /* row */
    size_t count;
    size_t displays[LS_DISPLAY_COUNT];
    int64_t begun_ms;  /* when its first row was seen to move; -1: not yet */
    int64_t done_ms;   /* when its last row became good; -1: not yet */
    size_t name_width; /* of its widest name */
};

struct ls_tally { /* {0} is empty */
    LS_VEC(struct ls_tally_phase) phases;
    uint8_t *states; /* of each row, as last counted */
    size_t count;
    size_t displays[LS_DISPLAY_COUNT];
    size_t name_width; /* of the widest name */
};

/* Counts all rows, if there are more or fewer than before. */
void ls_tally_take(struct ls_tally *tally, const struct ls_rows *rows);
/* The same, and counts the row of the event again. */
void ls_tally_take_event(struct ls_tally *tally, const struct ls_rows *rows,
                         const struct ls_run_event *event, int64_t now_ms);
void ls_tally_release(struct ls_tally *tally);
/* The state of a phase: bad if any row is, good or waiting if all are, else busy. */
enum ls_display_state ls_tally_state(const struct ls_tally_phase *phase);
const struct ls_tally_phase *ls_tally_phase_of(const struct ls_tally *tally, size_t row);
