#pragma once
/*
 * One row of a run in words, the same in the tree, in the lines of a pipe and in summaries.
 */
#include "base/buf.h"
#include "phase/run/run.h"

/* "ready, created"; "in progress"; "failed". */
void ls_row_print_state(struct ls_buf *out, const struct ls_row *row);
/* Is its time shown? It is, unless the row waits or is done. */
bool ls_row_has_time(const struct ls_row *row);
/* "phase 3"; "removal phase -3" for what a rollout removes. */
void ls_phase_print(struct ls_buf *out, int32_t number, bool is_removal);
/* How long something took: "0.3s", "14s", "5m3s". */
void ls_took_print(struct ls_buf *out, int64_t ms);
/* "3 created, 1 changed, 5 unchanged"; "nothing" when there is nothing. */
void ls_counts_print_past(struct ls_buf *out, const struct ls_run_counts *counts);
/* "3 to create, 1 to change, 5 unchanged"; "no changes" when nothing is to be done. */
void ls_counts_print_plan(struct ls_buf *out, const struct ls_run_counts *counts);
bool ls_counts_has_work(const struct ls_run_counts *counts);
