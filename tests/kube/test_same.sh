#!/usr/bin/env bash
# The sandbox beside a real kube-apiserver: the same requests, writes and kubectl commands give the
# same answers; programs built on controller-runtime and helm run on it as they are.
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

case_begin a_bare_server_and_two_sandboxes_start
BARE=$SCRATCH/bare
check_ok "a bare kube-apiserver" "$KUBE_TESTS/cluster" up --bare "$BARE"
at_end+=("'$KUBE_TESTS/cluster' down '$BARE' >/dev/null 2>&1")
sandbox_start plain --workloads off
sandbox_start playing

compare same_answers_to_requests "$SAME/same" "$BARE/admin.kubeconfig" "$SCRATCH/plain"
compare same_objects_after_random_writes "$SAME/sequences" "$BARE/admin.kubeconfig" "$SCRATCH/plain"
compare same_kubectl "$SAME/kubectl-runs" bare "$BARE/admin.kubeconfig" "$SCRATCH/plain"
compare same_kubectl_explain "$SAME/kubectl-runs" explain "$BARE/admin.kubeconfig" "$SCRATCH/plain"
compare same_kubectl_with_workloads "$SAME/kubectl-runs" full "$KUBECONFIG" "$SCRATCH/playing"
compare same_kubectl_whole_stories "$SAME/kubectl-runs" flows "$KUBECONFIG" "$SCRATCH/playing"
compare same_kubectl_less_often "$SAME/kubectl-runs" more "$KUBECONFIG" "$SCRATCH/playing"

case_begin a_controller_runtime_program_runs_unmodified
"$KUBE_TESTS/build" --clients >"$SCRATCH/clients.log" 2>&1 || case_fail "$(tail -n 3 "$SCRATCH/clients.log")"
check_ok "the controller" env KUBECONFIG="$SCRATCH/playing" timeout 120 "$KUBE_CLIENTS/controller"

helm_on_sandbox() { env KUBECONFIG="$SCRATCH/playing" HOME="$SCRATCH" "$KUBE_CLIENTS/helm" "$@"; }
in_sandbox() { env KUBECONFIG="$SCRATCH/playing" "$KUBECTL" -n helm-test "$@"; }

case_begin helm_installs_upgrades_and_uninstalls
chart=$SAME/chart
check_ok "helm install" helm_on_sandbox install shop "$chart" -n helm-test --create-namespace --wait --timeout 60s
check_eq "$(in_sandbox get deploy shop -o jsonpath='{.status.readyReplicas}')" 2 "ready replicas"
check_ok "helm upgrade" helm_on_sandbox upgrade shop "$chart" -n helm-test --set replicas=3 --wait --timeout 60s
check_eq "$(in_sandbox get deploy shop -o jsonpath='{.status.readyReplicas}')" 3 "ready replicas"
check_contains "$(helm_on_sandbox history shop -n helm-test)" "Upgrade complete" "the history"
check_ok "helm rollback" helm_on_sandbox rollback shop 1 -n helm-test --wait --timeout 60s
refused=$(helm_on_sandbox upgrade shop "$chart" -n helm-test --set image=registry.example/invalid:2 \
    --rollback-on-failure --wait --timeout 4s 2>&1 || true)
check_contains "$refused" "has been rolled back due to rollback-on-failure being set" "an image that never comes"
check_contains "$refused" "Deployment/helm-test/shop not ready" "an image that never comes"
check_eq "$(in_sandbox get deploy shop -o jsonpath='{.spec.template.spec.containers[0].image}')" \
    registry.example/shop:1 "the image"
check_ok "helm uninstall" helm_on_sandbox uninstall shop -n helm-test --wait --timeout 60s
check_eq "$(in_sandbox get deploy,svc,cm -l app=shop -o name)" "" "what is left"

cases_end
