#pragma once
/*
 * A scenario: what is done with a set, what others do in the cluster meanwhile, and how each
 * command must end. It is read from a YAML file:
 *
 *     about: A member leaves the manifests and is deleted.
 *     manifests:
 *       both: |
 *         ...
 *       one: |
 *         ...
 *     before:
 *     - {create: configmaps, namespace: default, json: '{...}'}
 *     steps:
 *     - apply: both
 *     - apply: one
 *       end: done
 *       meanwhile:
 *       - {at: 30s, delete: configmaps, namespace: default, name: a}
 *     requests: 21
 *
 * `before` is what others made before the first step. All steps but the last prepare the cluster
 * and are never disturbed; the last one is what faults are tried on. `requests` is the most that it
 * may send undisturbed, reviews of rights left out.
 */
#include "phase/run/run.h"
#include "sim/sim.h"

/* What somebody else does. */
enum ls_scenario_verb {
    LS_SCENARIO_CREATE,
    LS_SCENARIO_MERGE,
    LS_SCENARIO_DELETE,
    LS_SCENARIO_APPLY,  /* a second run of lockstep, on the same set */
    LS_SCENARIO_REMOVE, /* a second run takes the set down */
    LS_SCENARIO_VERB_COUNT
};

struct ls_scenario_act {
    enum ls_scenario_verb verb;
    int64_t at_ms;               /* from the start of the step */
    struct ls_sim_change change; /* of create, merge and delete */
    size_t manifests;            /* of a second apply: which of the scenario's */
};

struct ls_scenario_acts {
    const struct ls_scenario_act *at; /* sorted by time */
    size_t count;
};

struct ls_scenario_step {
    struct ls_run_options options; /* goal, timeout and flags; the manifests of the scenario */
    enum ls_run_end end;
    struct ls_scenario_acts meanwhile;
};

struct ls_scenario_manifests {
    const char *name;
    struct ls_manifests manifests;
};

struct ls_scenario { /* {0} is empty */
    struct ls_arena arena;
    const struct ls_obj *source; /* as read */
    const char *name;            /* of the file, without folder and ending */
    const char *about;
    struct ls_scenario_manifests *manifests;
    size_t manifests_count;
    struct ls_scenario_acts before;
    struct ls_scenario_step *steps;
    size_t step_count; /* at least 1 */
    size_t requests_max;
    bool is_undisturbed; /* `undisturbed: true`: a fault would lead to another end */
};

enum ls_code ls_scenario_read(struct ls_scenario *out, const char *path, struct ls_err *err);
enum ls_code ls_scenario_parse(struct ls_scenario *out, const char *name, struct ls_slice text,
                               struct ls_err *err);
void ls_scenario_release(struct ls_scenario *scenario);
const struct ls_scenario_step *ls_scenario_last(const struct ls_scenario *scenario);
const char *ls_scenario_end_word(enum ls_run_end end); /* "done", as in the file */
