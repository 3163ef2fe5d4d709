#pragma once
/*
 * A rehearsal for people (rehearse_text.c), for programs (rehearse_json.c) and as one page for a
 * browser (rehearse_html.c). Pure.
 */
#include "base/buf.h"
#include "sim/rehearse/rehearse.h"

struct ls_rehearse_page {
    const struct ls_rehearsal *rehearsal;
    const char *set_name;
    bool is_from_cluster; /* it began with what a cluster holds: */
    size_t cluster_objects;
    size_t cluster_requests; /* that were sent to read them */
    size_t width;            /* columns of the terminal; 0: it is none */
    bool lists_requests;
    bool has_color;
    bool is_ascii;
};

void ls_rehearse_print_text(const struct ls_rehearse_page *page, struct ls_buf *out);
void ls_rehearse_print_json(const struct ls_rehearse_page *page, struct ls_buf *out);
void ls_rehearse_print_html(const struct ls_rehearse_page *page, struct ls_buf *out);

/* ---- what all three say ---- */

/* "does not come through, 2 errors" */
void ls_rehearse_print_verdict(const struct ls_rehearsal *rehearsal, struct ls_buf *out);
/* The same with times and assumptions: the last line for people. */
void ls_rehearse_print_result(const struct ls_rehearse_page *page, struct ls_buf *out);
/* The same as a word: "came-through", "warnings" or "problems". */
const char *ls_rehearse_result_word(const struct ls_rehearsal *rehearsal);
/* "came through 200 of 200 faults (of 306 possible ones)"; nothing when none were tried. */
void ls_rehearse_print_faults(const struct ls_rehearsal *rehearsal, struct ls_buf *out);
/* "rollout", "the same apply, later", "teardown"; the parts in order, NULL past the last. */
const struct ls_rehearsal_part *ls_rehearse_part(const struct ls_rehearse_page *page, size_t i,
                                                 const char **title);
/* How long a step took: "24ms", "1.2s", "5m3s". */
void ls_rehearse_print_ms(struct ls_buf *out, int64_t ms);
/* Did the row wait for another one long enough to be worth saying? LS_TIMELINE_NO_ROW: no. */
uint32_t ls_rehearse_waited_for(const struct ls_timeline *timeline, size_t row);
/* The next tick of a time axis of this length, in milliseconds: four to eight of them fit. */
int64_t ls_rehearse_tick_ms(int64_t length_ms);
