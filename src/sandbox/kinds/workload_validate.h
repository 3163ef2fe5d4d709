#pragma once
/*
 * Validation shared by the kinds that make pods from a template: the selector, the template, and
 * whether they agree.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"

/* Does this write the object itself, not one of its subresources? */
bool ls_writes_object(const struct ls_admission *admission);

/* Counters of a status: none is negative, those in `parts` are no more than replicas, and
 * availableReplicas no more than readyReplicas. `parts` ends with NULL. */
void ls_workload_status_check(const struct ls_spot *status, const char *const *parts);

/* The selector is present, well formed and not empty. `noun`: "deployment". */
void ls_workload_selector_check(const struct ls_spot *selector, const char *noun);
/* False: it cannot be read, which was reported before. An absent selector selects nothing. */
bool ls_workload_selector_reads(const struct ls_spot *selector);
/* Reports an error at template.metadata.labels unless the selector matches them. */
void ls_workload_labels_check(const struct ls_spot *selector, const struct ls_spot *pod_template);
/* restartPolicy must be Always. `noun`: "ReplicaSet". */
void ls_workload_restart_check(const struct ls_spot *pod_template, const char *noun);
/* Selector, template and labels together, as for Deployments and ReplicaSets. */
void ls_replicas_template_check(const struct ls_spot *spec);

/* A strategy of an unknown type as Go prints its struct. */
const char *ls_strategy_text(const struct ls_spot *strategy);

/* Are two maps equal apart from the members in `but`? */
bool ls_members_equal(struct ls_node a, struct ls_node b, const char *const *but, size_t but_count);
