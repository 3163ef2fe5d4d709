#pragma once
/*
 * ControllerRevisions: the templates a StatefulSet or DaemonSet has had, by hash and number.
 */
#include "sandbox/workload/decision.h"

struct ls_manager;

struct ls_controller_revision {
    const char *name;      /* NAME-HASH */
    const char *hash;      /* what pods carry in a label */
    struct ls_node object; /* absent: created by this decision */
    int64_t number;
};

/* Those that the view's object controls, and those that nobody does and its selector matches: what
 * a set of the same name left when it was deleted without its dependents. */
void ls_controller_revision_gather(struct ls_manager *manager, struct ls_controller_view *view);

/* Adopts those that nobody controls, unless the set is being deleted. */
void ls_controller_revision_adopt(const struct ls_controller_view *view, enum ls_workload_kind kind,
                                  struct ls_controller_decision *decision);
/* The revision of the present template, made or brought to the front if need be. */
struct ls_controller_revision ls_controller_revision_sync(const struct ls_controller_view *view,
                                                          enum ls_workload_kind kind,
                                                          int64_t collision_count,
                                                          struct ls_controller_decision *decision);
/* The template that a revision holds; `name` not found: the present one. */
struct ls_node ls_controller_revision_template(const struct ls_controller_view *view,
                                               const char *name);
bool ls_controller_revision_exists(const struct ls_controller_view *view, const char *name);
/* Those beyond revisionHistoryLimit that no pod and no status names go, the oldest first. */
void ls_controller_revision_clean_up(const struct ls_controller_view *view,
                                     const char *const *in_use, size_t in_use_count,
                                     struct ls_controller_decision *decision);
