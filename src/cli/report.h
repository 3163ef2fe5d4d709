#pragma once
/*
 * The report of `lockstep doctor`: each step is ok, a problem with advice, or skipped because of an
 * earlier problem.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/vec.h"

enum ls_report_result { LS_REPORT_OK, LS_REPORT_PROBLEM, LS_REPORT_SKIPPED, LS_REPORT_COUNT };

struct ls_report_step {
    const char *name;
    enum ls_report_result finding;
    const char *detail;
    const char *advice; /* of a problem */
};

struct ls_report { /* {0} is empty; the texts live in the arena */
    struct ls_arena arena;
    LS_VEC(struct ls_report_step) steps;
};

void ls_report_ok(struct ls_report *report, const char *step, const char *format, ...)
    LS_FORMAT(3, 4);
void ls_report_problem(struct ls_report *report, const char *step, const char *advice,
                       const char *format, ...) LS_FORMAT(4, 5);
void ls_report_skipped(struct ls_report *report, const char *step);
bool ls_report_is_well(const struct ls_report *report); /* no problem, nothing skipped */
void ls_report_print(const struct ls_report *report, struct ls_buf *out);
void ls_report_print_json(const struct ls_report *report, struct ls_buf *out);
void ls_report_release(struct ls_report *report);
