#pragma once
/*
 * One step of housekeeping: calls as a controller makes them. When a call is refused (its object
 * was changed or deleted meanwhile), the event of that change causes the next step.
 */
#include "sandbox/ops/call.h"
#include "sandbox/ops/owners.h"

struct ls_keep_step {
    struct ls_cluster *cluster;
    struct ls_arena *arena; /* dies with the step */
    const char *manager;
};

/* NULL: no such kind (yet). */
const struct ls_kind *ls_keep_step_kind(const struct ls_keep_step *step, const char *group,
                                        const char *plural);
/* Each returns whether it was done. */
bool ls_keep_step_create(const struct ls_keep_step *step, const struct ls_kind *kind,
                         struct ls_slice namespace_name, struct ls_node object);
bool ls_keep_step_merge(const struct ls_keep_step *step, struct ls_object_place place,
                        const char *subresource, struct ls_node patch);
/* Only the object with this uid. */
bool ls_keep_step_delete(const struct ls_keep_step *step, struct ls_object_place place,
                         struct ls_slice uid, enum ls_delete_propagation propagation);
/* Borrowed until the next write; absent: not there. */
struct ls_node ls_keep_step_read(struct ls_object_place place);
