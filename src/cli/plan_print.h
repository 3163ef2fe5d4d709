#pragma once
/*
 * A plan for people and for programs: phases, batches, objects, and what would be done with each.
 * Pure.
 */
#include "base/buf.h"
#include "cli/ending.h"
#include "cli/tally.h"

struct ls_plan_options {
    const char *set_name;
    const char *parent_namespace;
    const char *refusal; /* why apply would not do it; NULL: it would */
    bool has_color;
    bool is_ascii;
};

void ls_plan_print(const struct ls_rows *rows, const struct ls_run_counts *counts,
                   const struct ls_plan_options *options, struct ls_buf *out);
/* The same as one JSON document. */
void ls_plan_print_json(const struct ls_rows *rows, const struct ls_run_counts *counts,
                        const struct ls_plan_options *options, struct ls_buf *out);
/* One that cannot be made: what stands in the way. */
void ls_plan_print_refusal_json(const struct ls_ending *ending, struct ls_buf *out);
