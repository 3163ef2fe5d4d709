#!/usr/bin/env bash
# `lockstep sandbox --rbac` beside a real kube-apiserver with RBAC: the same users get the same answers, and kubectl
# says the same. On a cluster of its own: the real server remembers for a while how somebody impersonated before, and
# words its refusals by that.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

SAME=$KUBE_TESTS/same
export KUBECTL=$KUBE_BIN/kubectl

# NAME COMMAND...: the case passes when the command does; its last line tells the count.
compare() {
    local name=$1
    shift
    case_begin "$name"
    "$@" >"$SCRATCH/compared" 2>&1 || {
        cat "$SCRATCH/compared" >&2
        case_fail "$(tail -n 1 "$SCRATCH/compared")"
    }
    printf '# %s: %s\n' "$name" "$(tail -n 1 "$SCRATCH/compared")"
}

case_begin a_real_cluster_and_a_sandbox_start
OWN=$SCRATCH/own
check_ok "a cluster" "$KUBE_TESTS/cluster" up "$OWN"
at_end+=("'$KUBE_TESTS/cluster' down '$OWN' >/dev/null 2>&1")
sandbox_start strict --rbac

compare same_answers_to_the_same_users "$SAME/same" "$OWN/admin.kubeconfig" "$SCRATCH/strict" --cases=rbac
compare same_kubectl_of_the_same_users "$SAME/kubectl-runs" rbac "$OWN/admin.kubeconfig" "$SCRATCH/strict"

cases_end
