#pragma once
/*
 * A Deployment and its ReplicaSets while a decision is made: what each is meant to have, what it
 * has, and how many more or fewer it may get. The rules are those of kube-controller-manager.
 */
#include "sandbox/workload/conditions.h"
#include "sandbox/workload/decision.h"

#define LS_DEPLOYMENT_ANNOTATION(name) "deployment.kubernetes.io/" name

struct ls_deployment_rollout_set {
    struct ls_node object; /* absent: created by this decision */
    const char *name;
    int64_t replicas; /* meant to have; moves as the decision scales it */
    int64_t actual;
    int64_t ready;
    int64_t available;
    int64_t terminating;
    int64_t revision;
};

struct ls_deployment_rollout {
    const struct ls_controller_view *view;
    struct ls_controller_decision *decision;
    struct ls_deployment_rollout_set *sets; /* the oldest first */
    size_t set_count;
    size_t new_at; /* the set of the present template; set_count: none */
    int64_t desired;
    int64_t surge;
    int64_t unavailable;
    bool is_rolling; /* else Recreate */
    bool has_deadline;
    int64_t collision_count;
    int64_t revision; /* for the Deployment's annotation; 0: as it is */
    struct ls_conditions conditions;
};

void ls_deployment_rollout_read(struct ls_deployment_rollout *rollout,
                                const struct ls_controller_view *view,
                                struct ls_controller_decision *decision);
struct ls_deployment_rollout_set *
ls_deployment_rollout_new_set(struct ls_deployment_rollout *rollout); /* NULL: none */
bool ls_deployment_rollout_is_old(const struct ls_deployment_rollout *rollout, size_t i);
/* All sets together, or the old ones alone. */
int64_t ls_deployment_rollout_replicas(const struct ls_deployment_rollout *rollout, bool only_old);

/* How many the new set may have, given what all have and what it has. */
int64_t ls_deployment_rollout_new_size(const struct ls_deployment_rollout *rollout,
                                       int64_t present);
/* The annotations of a set that say how many replicas all sets together should have. */
void ls_deployment_rollout_put_scale(struct ls_build *build,
                                     const struct ls_deployment_rollout *rollout);
/* Finds the set of the template, or creates it; keeps revisions and annotations. */
void ls_deployment_rollout_sync_new_set(struct ls_deployment_rollout *rollout, bool creates);
/* Did somebody change the number of replicas since the sets were last scaled? */
bool ls_deployment_rollout_is_scaling(const struct ls_deployment_rollout *rollout);
/* To the new number, in proportion when several sets are in use. */
void ls_deployment_rollout_scale(struct ls_deployment_rollout *rollout);
/* One step of the strategy. */
void ls_deployment_rollout_roll(struct ls_deployment_rollout *rollout);
void ls_deployment_rollout_recreate(struct ls_deployment_rollout *rollout);
/* Old sets beyond revisionHistoryLimit go. */
void ls_deployment_rollout_clean_up(struct ls_deployment_rollout *rollout);
