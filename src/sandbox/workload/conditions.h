#pragma once
/*
 * Conditions in a status, as a list that is edited and written back: the way Deployments,
 * ReplicaSets, Jobs and disruption budgets keep theirs.
 */
#include <stdint.h>

#include "base/arena.h"
#include "value/build.h"
#include "value/node.h"

enum { LS_CONDITIONS_MAX = 16 }; /* of ours and of others, in one status; the rest is dropped */

struct ls_condition {
    const char *type;
    const char *status;
    const char *reason;
    const char *message;
    int64_t transition_ms;
    int64_t update_ms; /* lastUpdateTime or lastProbeTime */
    int64_t generation;
};

struct ls_conditions {
    struct ls_condition at[LS_CONDITIONS_MAX];
    size_t count;
};

void ls_conditions_read(struct ls_conditions *conditions, struct ls_node list); /* borrows */
struct ls_condition *ls_conditions_find(struct ls_conditions *conditions, const char *type);
bool ls_conditions_reason_is(struct ls_conditions *conditions, const char *type,
                             const char *reason);
/* Nothing when status and reason are the same already; else it moves to the end of the list. The
 * time of the transition stays when the status does. */
void ls_conditions_set(struct ls_conditions *conditions, const char *type, const char *status,
                       const char *reason, const char *message, int64_t now_ms);
void ls_conditions_remove(struct ls_conditions *conditions, const char *type);

/* The member `conditions` of the map that is open, unless there are none. update_key: the name
 * of the second time ("lastUpdateTime", "lastProbeTime"), NULL: it has none. */
void ls_conditions_put(struct ls_build *build, const struct ls_conditions *conditions,
                       const char *update_key);
