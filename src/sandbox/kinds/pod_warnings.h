#pragma once
/*
 * What people are warned of in pods and templates: things that are allowed but are no longer looked
 * at, or hardly what was meant.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/status/warnings.h"

/* `holder` has metadata and spec: a pod (then its place is the root) or a template. */
void ls_pod_warn(const struct ls_spot *holder, struct ls_response_warnings *warnings);
/* Names of pods and of what makes them had better be DNS labels. `use`: "the Pod's hostname". */
void ls_pod_name_warn(const struct ls_spot *object, const char *use,
                      struct ls_response_warnings *warnings);
#define LS_POD_NAMES "Pod names and hostnames"
/* Workloads: on a create, and on an update that moved the generation. `place`: "spec.template". */
void ls_workload_warn(const struct ls_admission *admission, struct ls_node object,
                      const char *place, struct ls_response_warnings *warnings);
/* A label of nodes that has a successor: what to use instead; NULL: none. */
const char *ls_node_label_successor(struct ls_slice key);
/* Storage that is asked for in parts of a byte. */
void ls_claim_spec_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings);
