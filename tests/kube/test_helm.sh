#!/usr/bin/env bash
# A chart as `helm create` makes it, on the sandbox and on the real cluster.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NAMESPACE=sandbox-helm
at_end+=("kubectl delete namespace $NAMESPACE --ignore-not-found --wait=false >/dev/null 2>&1")

# KUBECONFIG ARGS...
helm_on() { env KUBECONFIG="$1" HOME="$SCRATCH" "$KUBE_CLIENTS/helm" -n "$NAMESPACE" "${@:2}"; }
objects_on() {
    env KUBECONFIG="$1" "$KUBE_BIN/kubectl" -n "$NAMESPACE" get -o name \
        deployments,services,serviceaccounts,pods -l app.kubernetes.io/instance=rel |
        sed '/test-connection/d; s/rel-c-[0-9a-z]*-[0-9a-z]*$/rel-c-POD/'
}
nothing_is_left_on() { [[ -z $(objects_on "$1") ]]; }

case_begin a_chart_is_made
"$KUBE_TESTS/build" --clients >"$SCRATCH/clients.log" 2>&1 || case_fail "$(tail -n 3 "$SCRATCH/clients.log")"
check_ok "helm create" helm_on "$KUBECONFIG" create "$SCRATCH/c"
sandbox_start playing
SANDBOX=$SCRATCH/playing

case_begin helm_installs_alike_on_both
for config in "$SANDBOX" "$KUBECONFIG"; do
    check_ok "helm install" helm_on "$config" install rel "$SCRATCH/c" --create-namespace --wait --timeout 60s
done
check_eq "$(objects_on "$SANDBOX")" "$(objects_on "$KUBECONFIG")" "what was made"
check_eq "$(helm_on "$SANDBOX" get manifest rel)" "$(helm_on "$KUBECONFIG" get manifest rel)" "the manifest"

# Nothing runs on the real cluster of these tests, so this pod of `wget` ends on the sandbox only.
case_begin helm_test_ends
tested=$(helm_on "$SANDBOX" test rel --timeout 30s 2>&1) || case_fail "helm test: $tested"
check_contains "$tested" "Succeeded" "helm test"

case_begin helm_uninstalls_alike_on_both
for config in "$SANDBOX" "$KUBECONFIG"; do
    check_ok "helm uninstall" helm_on "$config" uninstall rel --wait --timeout 60s
    wait_until 30 nothing_is_left_on "$config"
done

cases_end
