#pragma once
/*
 * A case: a scenario from one seed, with a list of faults in its last step, and whether everything
 * held that has to.
 *
 * The steps before the last one run undisturbed. Then the command of the last step is given, each
 * time as a new process: first to those that have faults of their own (`process` of a fault counts
 * the processes of the last step; 0 is the first), then, if one of them crashed or ended otherwise
 * than it should, once more without any. That one has to end as the scenario says.
 *
 * Checked: every process ends; the cluster is in the state in which the undisturbed run leaves it;
 * nothing was created twice; nothing is left behind by a teardown; a process has ended within
 * LS_CASE_COST_MAX times the steps of the undisturbed one (LS_CASE_STEPS_MIN) after its last fault
 * and, when that is
 * asked for, has sent at most as many times its requests; a further apply writes nothing.
 */
#include "base/buf.h"
#include "sim/fault.h"
#include "sim/play.h"

enum {
    LS_CASE_COST_MAX = 3,
    LS_CASE_STEPS_MIN = 600,    /* so many are always allowed: a search of every kind takes 300 */
    LS_CASE_PROCESSES_MAX = 64, /* of the last step, with and without faults */
    LS_CASE_SILENCE_MS = 10000 * 60 * 1000,
    LS_CASE_LAG_MS = 10 * 1000, /* how long a stale process is served the past */
};

/* What a run of a scenario was like. {0} is empty. */
struct ls_sim_outcome {
    size_t processes; /* that the last step took */
    /* Of the first process of the last step. */
    size_t requests;     /* without access reviews and requests about the parent ... */
    size_t requests_all; /* ... and with them */
    size_t writes;
    size_t events;
    size_t watches;
    size_t steps; /* of the trace */
    /* Of the whole run. */
    size_t struck;            /* how often faults struck */
    size_t doubles;           /* objects created twice */
    size_t steps_after_fault; /* of the process that was struck last */
    int64_t start_revision;   /* before the last step */
    int64_t restart_revision; /* when the second process started; 0: there was none */
    uint64_t hash;            /* of the trace */
    struct ls_buf state;      /* of the cluster at the end */
};
void ls_sim_outcome_release(struct ls_sim_outcome *outcome);

struct ls_sim_case {
    const struct ls_scenario *scenario;
    uint64_t seed;
    int64_t latency_max_ms; /* of each request, reply and event; 0: all in the same instant */
    const struct ls_sim_fault *faults;
    size_t fault_count;
    const struct ls_sim_outcome *clean; /* NULL: this is the undisturbed run */
    bool checks_requests;               /* a process may not send much more than in `clean` */
    bool applies_again;                 /* at the end, to see that nothing is written */
    bool has_storm; /* another writer changes every object of the set each millisecond (storm.h) */
    int64_t silence_ms; /* so long nothing may be written after the end */
    /* Called with each event of a command of the last step; may be NULL. */
    void (*on_event)(void *self, const struct ls_sim_plain *command,
                     const struct ls_run_event *event);
    /* Called with the new world, before anything happens in it; may be NULL. */
    void (*on_new)(void *self, struct ls_sim *sim);
    void *self;
};

/* Fills in *out also when it fails; the error says what did not hold. */
enum ls_code ls_sim_case_run(const struct ls_sim_case *test, struct ls_sim_outcome *out,
                             struct ls_err *err);
/* The command that repeats the case. */
void ls_sim_case_print(struct ls_buf *out, const struct ls_sim_case *test);
