#!/usr/bin/env bash
# etcd is restored from a backup while a run waits: the server is older than what the run has seen.
# On servers of its own, since nothing else would survive that.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

MAPS=100 # more versions than a server that starts again writes by itself
OWN=$SCRATCH/cluster

own() { kubectl --kubeconfig "$OWN/admin.kubeconfig" "$@"; }

servers_up() {
    "$KUBE_TESTS/cluster" up --bare "$OWN" && own wait --for=create namespace/default --timeout=60s
}

servers_stop() {
    "$KUBE_TESTS/cluster" kill-apiserver "$OWN" && "$KUBE_TESTS/cluster" kill-etcd "$OWN"
}

servers_start() {
    "$KUBE_TESTS/cluster" start-etcd "$OWN" && "$KUBE_TESTS/cluster" start-apiserver "$OWN"
}

backup() { servers_stop && cp -r "$OWN/etcd" "$SCRATCH/backup" && servers_start; }

restore() {
    servers_stop && rm -rf "$OWN/etcd" && cp -r "$SCRATCH/backup" "$OWN/etcd" && servers_start
}

# VALUE: what each of them holds.
maps_write() {
    local i
    for ((i = 0; i < MAPS; i++)); do
        printf -- '---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: map-%d}\ndata: {is: %s}\n' "$i" "$1"
    done
}

gate_write() {
    cat <<'END'
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: gate
  annotations:
    kots.io/creation-phase: '1'
    kots.io/wait-for-properties: '.metadata.labels.open=yes'
END
}

apply() {
    "$LOCKSTEP" --kubeconfig "$OWN/admin.kubeconfig" apply -f "$SCRATCH/set.yaml" --set shop -n default
}

new_maps() { own get configmaps -o 'jsonpath={range .items[*]}{.data.is}{"\n"}{end}' | grep -c '^new$'; }
all_are_new() { [[ $(new_maps) == "$MAPS" ]]; }

case_begin a_set_is_rolled_out_and_backed_up
at_end+=("'$KUBE_TESTS/cluster' down '$OWN' >/dev/null 2>&1")
check_ok "starting them" servers_up
maps_write old >"$SCRATCH/set.yaml"
check_ok "the rollout" apply
check_ok "the backup" backup

case_begin a_change_waits_for_its_gate
{ maps_write new && gate_write; } >"$SCRATCH/set.yaml"
apply >"$SCRATCH/out" 2>&1 &
run=$!
wait_until 60 own get configmap gate

case_begin after_a_restore_the_change_is_made_again
check_ok "the restore" restore
wait_until 120 all_are_new
wait_until 60 own get configmap gate

case_begin the_run_says_so_and_comes_through
check_ok "opening the gate" own label configmap gate open=yes
wait "$run"
check_eq $? 0 "the exit code"
check_contains "$(grep note: "$SCRATCH/out")" "the server was set back to an earlier state" "what the run said"

cases_end
