#pragma once
/*
 * Indexes of an Indexed Job: which are done, which have a pod, which come next; and their text in
 * the status, `0-2,5`.
 */
#include "sandbox/workload/decision.h"

struct ls_indexes {
    bool *is_done; /* by index */
    bool *has_pod; /* active, not yet ended */
    bool *is_lost; /* failed for good, with backoffLimitPerIndex */
    int64_t count; /* completions; at most LS_JOB_INDEXES_MAX */
    int64_t done;  /* how many are */
    int64_t lost;
    int64_t limit;      /* backoffLimitPerIndex; -1: failures count for the Job as a whole */
    int64_t *failures;  /* of its pods, by index; kept only with a limit */
    int64_t *failed_ms; /* the last of them */
};

struct ls_indexes ls_indexes_read(struct ls_arena *arena, struct ls_node job);
/* The index a pod was made for; -1: none. */
int64_t ls_index_of(struct ls_node pod);
void ls_indexes_finish(struct ls_indexes *indexes, int64_t index);
/* How many of `0-2,5` are done, and whether all are. */
int64_t ls_indexes_done_among(const struct ls_indexes *indexes, struct ls_slice ranges,
                              bool *are_all_done);
/* A pod of the index failed; one failure too many loses it. */
void ls_indexes_fail(struct ls_indexes *indexes, struct ls_node pod, int64_t end_ms, bool is_final);
/* The pause before the next pod, after so many failures in a row. */
int64_t ls_job_backoff_ms(int64_t failures);
/* Until when an index waits after its failures; 0: it never failed. */
int64_t ls_indexes_free_at_ms(const struct ls_indexes *indexes, int64_t index);
/* The lowest one that is neither done nor lost, waits no longer and has no pod, and notes that it
 * has one now; -1: none. */
int64_t ls_indexes_take(struct ls_indexes *indexes, int64_t now_ms);
const char *ls_indexes_text(struct ls_arena *arena, const struct ls_indexes *indexes);
const char *ls_indexes_lost_text(struct ls_arena *arena, const struct ls_indexes *indexes);
/* The pod of an index, or of no index (-1). */
struct ls_node ls_job_pod(const struct ls_controller_view *view, const struct ls_indexes *indexes,
                          int64_t index);
