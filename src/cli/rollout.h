#pragma once
/*
 * What apply, delete, plan, status and wait share: flags to options, manifests, connection, one run
 * of the engine with its display, signals, the ending and the exit code.
 *
 * The first SIGINT, SIGTERM or SIGHUP stops the run cleanly (writes in flight are awaited, the lock
 * is given back), a second one ends at once; either way the program then dies of the signal.
 */
#include "cli/connect.h"
#include "cli/run_record.h"
#include "cli/show.h"
#include "source/problems.h"

struct ls_rollout;
/* What a verb prints at the end in place of the display, to standard output. */
typedef void (*ls_rollout_print_fn)(const struct ls_rollout *rollout, struct ls_buf *out);

struct ls_rollout {
    /* Given by the verb. */
    const char *verb;
    const struct ls_args *args;
    enum ls_goal goal;
    const char *word;          /* the set as a word of the line; may be NULL */
    bool reads_manifests;      /* -f is read, not only its name taken */
    bool may_make_world;       /* --sandbox without one makes one */
    bool waits_ready;          /* of LS_GOAL_OBSERVE: until all objects are ready */
    bool is_quiet;             /* no progress is shown */
    ls_rollout_print_fn print; /* NULL: the ending is printed */

    /* Made on the way. */
    struct ls_connection connection;
    struct ls_manifests manifests;
    struct ls_problems problems; /* of reading them */
    LS_VEC(const char *) paths;  /* of -f, or of -k */
    bool is_kustomize;           /* -k: each is rendered */
    struct ls_buf set_name;
    struct ls_buf origin;   /* of the manifests */
    struct ls_buf command;  /* that repeats this one */
    struct ls_buf place;    /* flags with which other commands find the same set */
    struct ls_rules *rules; /* for health */
    struct ls_run_options options;
    struct ls_run_record *record; /* NULL: no --record */
    struct ls_show show;          /* free is NULL before there is one */
    struct ls_show asked_show;    /* of the run before the question; signals still reach it */
    struct ls_run *run;
    struct ls_rows rows;
    int64_t begun_ms;
    bool is_json;
    bool has_color;
    bool is_ascii;
    bool is_done;
    bool is_broken; /* standard output is */
    bool is_absent; /* there is no such set, and that is no error */
    enum ls_run_end end;
    struct ls_err err;
    int signal_number; /* that stopped it; 0: none */
};

enum ls_exit ls_rollout_main(struct ls_rollout *rollout);

/* Parts of it, for a verb that reads manifests and runs them itself (rehearse.c). */
enum ls_code ls_rollout_manifests_read(struct ls_rollout *rollout, struct ls_err *err);
/* An error before the run: prints it, all problems of the manifests where there are several. */
enum ls_exit ls_rollout_fail(const struct ls_rollout *rollout, const struct ls_err *err);
void ls_rollout_release(struct ls_rollout *rollout);
