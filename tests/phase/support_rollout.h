#pragma once
/*
 * Whole rollouts on a stage: manifests, runs to their end or to the crash of
 * their process, and what became of them.
 */
#include "support_stage.h"
#include "sim/plain.h"

enum { ROLLOUT_HOUR_MS = 3600 * 1000 };

struct rollout {
    struct stage stage;
    struct ls_run *run;
    bool is_done;
    enum ls_run_end end; /* of the last run */
    struct ls_err err;
    struct ls_run_counts counts;
    enum ls_run_state state; /* of the last LS_RUN_STEP */
    struct ls_buf notes;     /* of LS_RUN_NOTE, one per line */
    size_t log_from;         /* where the last run begins in the log of the wire */
    int64_t took_ms;         /* of the cluster's time */
    const char *set_name;    /* "shop" unless told otherwise */
    bool is_far;             /* processes are of other hosts: nobody can see that one is dead */
    void (*meddle)(struct rollout *rollout); /* between any two steps of a run; may be NULL */
    struct ls_random chance;                 /* for it */
};

void rollout_init(struct rollout *rollout, uint64_t seed);
void rollout_release(struct rollout *rollout);

/* A path below examples/, a folder or a file; or a YAML text. Fail the test on
 * any error. */
void manifests_example(struct ls_manifests *out, const char *path);
void manifests_text(struct ls_manifests *out, const char *yaml);
/* All files of a folder below examples/ but those named in `without` (NULL:
 * none; one name), with each `from` in the texts replaced by `to` (NULL: none).
 */
struct manifests_change {
    const char *without;
    const char *from;
    const char *to;
};
void manifests_changed(struct ls_manifests *out, const char *folder,
                       const struct manifests_change *change);

/*
 * One run of one process, to its end; the process is killed after it, and by a
 * crash. False: it crashed. Fails the test when an hour of the cluster's time
 * does not end it. Zeros in options are filled in: the set's name, namespaces
 * "default".
 */
bool rollout_run(struct rollout *rollout, const struct ls_run_options *options);
/* A run of another process beside this one's. */
struct beside {
    struct ls_sim_plain plain;
    struct ls_sim_process *process; /* NULL: not started, or over */
};
void beside_start(struct beside *beside, struct rollout *rollout,
                  const struct ls_run_options *options);
void beside_finish(struct beside *beside, struct rollout *rollout); /* to its end, and frees it */
bool rollout_apply(struct rollout *rollout, const struct ls_manifests *manifests);
bool rollout_delete(struct rollout *rollout);
/* Fails the test with the run's own sentence unless the last run ended so. */
void rollout_check_end(const struct rollout *rollout, enum ls_run_end end);

/* Of the last run. */
size_t rollout_requests(const struct rollout *rollout);
size_t rollout_writes(const struct rollout *rollout);
