#pragma once
/* A cluster for tests of writes: all built-in kinds, namespace `default`, no housekeeping. */
#include "sandbox/kinds/cluster.h"
#include "sandbox/ops/call.h"
#include "support_json.h"

struct stage {
    struct ls_cluster cluster;
    struct ls_arena arena; /* of the results of the last calls */
};
void stage_init(struct stage *stage);      /* namespace default is there */
void stage_init_bare(struct stage *stage); /* nothing is there */
/* The same, and collections forget all but this many events. */
void stage_init_short(struct stage *stage, size_t history_events_max);
void stage_release(struct stage *stage);

/* A call on a resource: "v1 configmaps", "apps/v1 deployments", "apps/v1 deployments/status". */
struct ls_op_call stage_call(struct stage *stage, const char *resource, const char *name);

/* The result of one write: `200 {object}` or `CODE REASON MESSAGE`, valid until the stage ends.
 * Time stands still; uids are masked. */
const char *stage_create(struct stage *stage, const char *resource, const char *body);
const char *stage_update(struct stage *stage, const char *resource, const char *name,
                         const char *body);
const char *stage_patch(struct stage *stage, const char *resource, const char *name,
                        enum ls_patch patch, const char *body);
const char *stage_apply(struct stage *stage, const char *resource, const char *name,
                        const char *manager, const char *body);
const char *stage_force(struct stage *stage, const char *resource, const char *name,
                        const char *manager, const char *body);
const char *stage_delete(struct stage *stage, const char *resource, const char *name,
                         enum ls_delete_propagation propagation);
const char *stage_get(struct stage *stage, const char *resource, const char *name);
/* One member of what is stored, as JSON; "" when it is not there. */
const char *stage_at(struct stage *stage, const char *resource, const char *name, const char *path);

/* The result of any other call, in the same form. */
const char *stage_said(struct stage *stage, const struct ls_failure *failure,
                       struct ls_written *written);
