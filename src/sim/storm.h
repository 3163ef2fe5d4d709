#pragma once
/*
 * A conflict storm: somebody else changes every object of a set each millisecond, in a field that
 * is not ours, while a command works on the set. Each of our writes that names a resourceVersion
 * comes too late.
 *
 * It lasts LS_STORM_MS at most. Our writes stay below LS_STORM_WRITES_MAX, and the foreign field is
 * still there at the end.
 */
#include "base/vec.h"
#include "phase/own/pace.h"
#include "sim/play.h"

enum {
    LS_STORM_MS = 4 * 1000,
    /* Of ours, to one object within a second: the first few at once, then two a second. */
    LS_STORM_WRITES_MAX = LS_PACE_FREE + 2,
};

struct ls_storm { /* {0}: none */
    struct ls_play *play;
    struct ls_timer timer;
    int64_t next_ms; /* of the next round of changes */
    int64_t end_ms;
    size_t rounds;
    bool is_in_round;
    LS_VEC(struct ls_storm_object {
        char *path; /* all four are its own */
        char *what;
        char *namespace_name;
        char *name;
        bool is_marked; /* by the last round */
        char uid[64];   /* of the object that was marked first; cut off if longer */
    })
    objects;
};

/* From now on; the play's processes may come and go. Both stay where they are until the release. */
void ls_storm_start(struct ls_storm *storm, struct ls_play *play);
/* Stops it, checks what has to hold, and takes the foreign field away again. */
enum ls_code ls_storm_end(struct ls_storm *storm, struct ls_err *err);
void ls_storm_release(struct ls_storm *storm); /* before the play */
