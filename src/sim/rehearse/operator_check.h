#pragma once
/*
 * Custom resources that outlive their operator in a teardown: a finalizer that the operator has set
 * is never removed then, and the teardown hangs. Pure.
 *
 * The operator of a kind is a workload of the set that runs as a ServiceAccount which Roles and
 * bindings of the set allow to write that kind, by the name of its group.
 */
#include "sim/rehearse/assume.h"
#include "sim/rehearse/finding.h"
#include "sim/rehearse/timeline.h"

struct ls_operator_check {
    const struct ls_timeline *teardown; /* with the manifests of its rows */
    const struct ls_manifests *manifests;
    const struct ls_assumptions *assumed;
    const char *namespace_name; /* of objects that name none */
};
void ls_operator_check(const struct ls_operator_check *check,
                       struct ls_rehearse_findings *findings);
