#pragma once
/*
 * What must hold of everything that makes pods from a template: its selector, the template, and how
 * the two fit.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"

/* Is this a write of the object itself, not of one of its subresources? */
bool ls_writes_object(const struct ls_admission *admission);

/* Counters of a status: none is negative, `parts` of the replicas are no more than all of them, and
 * what is available is ready. `parts` ends with NULL. */
void ls_workload_status_check(const struct ls_spot *status, const char *const *parts);

/* There is a selector, it is well formed and selects something. `noun`: "deployment". */
void ls_workload_selector_check(const struct ls_spot *selector, const char *noun);
/* False: it cannot be read, which was said already. An absent selector selects nothing. */
bool ls_workload_selector_reads(const struct ls_spot *selector);
/* Complains at template.metadata.labels unless the selector selects them. */
void ls_workload_labels_check(const struct ls_spot *selector, const struct ls_spot *pod_template);
/* Pods of controllers are started again forever. `noun`: "ReplicaSet". */
void ls_workload_restart_check(const struct ls_spot *pod_template, const char *noun);
/* The three above and the template itself, as Deployments and ReplicaSets are checked. */
void ls_replicas_template_check(const struct ls_spot *spec);

/* A strategy of an unknown type as Go prints its own struct. */
const char *ls_strategy_text(const struct ls_spot *strategy);

/* Are the members of two maps equal but for those named? */
bool ls_members_equal(struct ls_node a, struct ls_node b, const char *const *but, size_t but_count);
