#pragma once
/*
 * From the record of a real rollout (kube/record/record.h) to a scenario: the manifests with their
 * masked values, what was in the cluster before, and in their order and at their times the changes
 * that others made to objects of the set.
 *
 * It is a draft for people to finish. Masked values are texts like ***1. Objects that were there
 * before and belong to nobody are made from the manifests. What controllers of Kubernetes did is
 * left out, as the simulated ones do it again; the status of custom resources is kept, as nobody
 * would write it.
 */
#include "base/buf.h"
#include "base/err.h"

/* Appends the YAML of a scenario. `name` is that of the record, for errors. */
enum ls_code ls_scenario_from_record(struct ls_buf *out, const char *name, struct ls_slice record,
                                     struct ls_err *err);
