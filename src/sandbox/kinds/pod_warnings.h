#pragma once
/*
 * Warnings about pods and templates: fields that are allowed but ignored or deprecated, and likely
 * mistakes.
 */
#include "sandbox/kinds/kind.h"
#include "sandbox/kinds/spot.h"
#include "sandbox/status/warnings.h"

/* `holder` has metadata and spec: a pod (its place is the root) or a template. */
void ls_pod_warn(const struct ls_spot *holder, struct ls_response_warnings *warnings);
/* Warns unless the name of a pod, or of an object that makes pods, is a DNS label. `use`: "the
 * Pod's hostname". */
void ls_pod_name_warn(const struct ls_spot *object, const char *use,
                      struct ls_response_warnings *warnings);
#define LS_POD_NAMES "Pod names and hostnames"
/* The template of a workload: on a create, and on an update that changed the generation. `place`:
 * "spec.template". */
void ls_template_warn(const struct ls_admission *admission, struct ls_node object,
                      const char *place, struct ls_response_warnings *warnings);
/* For struct ls_kind_rules: the name and spec.template of a workload. */
void ls_workload_warn(const struct ls_admission *admission, struct ls_node object,
                      struct ls_response_warnings *warnings);
/* A request for a fraction of a byte of storage. */
void ls_claim_spec_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings);
