#pragma once
/*
 * The last lines of a run: what was done, or what failed and what to do about it. Pure.
 */
#include "base/buf.h"
#include "cli/verb.h"
#include "phase/run/run.h"

struct ls_ending {
    const char *verb;
    const char *set_name;
    const char *parent_namespace;
    const char *command; /* to continue with, as `lockstep apply -f shop` */
    const char *place;   /* flags with which other commands find the set, as ` -n web`, or "" */
    enum ls_goal goal;
    bool waits_ready; /* of LS_GOAL_OBSERVE: print that it is not ready */
    enum ls_run_end end;
    const struct ls_err *err;
    const struct ls_problems *problems; /* NULL: none */
    struct ls_run_counts counts;
    int64_t took_ms;
    size_t good; /* objects that are ready, gone or released */
    size_t bad;
    size_t total;
    bool is_absent;  /* there is no such set, and that is no error (--ignore-not-found) */
    bool ends_world; /* the cluster is a sandbox that ends with this command */
};

/* How many problems there are, then a line for each. */
void ls_ending_print_problems(const struct ls_problems *problems, struct ls_buf *out);

enum ls_exit ls_ending_exit(const struct ls_ending *ending); /* without signals */
/* One line for standard output; nothing when there is nothing to say there. */
void ls_ending_print_result(const struct ls_ending *ending, struct ls_buf *out);
/* That there is no such set, without a line break. */
void ls_ending_print_absent(const struct ls_ending *ending, struct ls_buf *out);
/* Lines for standard error. */
void ls_ending_print_trouble(const struct ls_ending *ending, struct ls_buf *out);
