#!/usr/bin/env bash
# What opens a gate and what does not, on a real server with real controllers: a status of an older generation, a failure
# from before the run, clocks of phases, a lock that is written over, `lockstep wait`, `lockstep.dev/ready`.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=gates-test
LABEL=gates-test.lockstep.dev/disk # on a node, for pods that are to be scheduled later
LIMIT_S=60                         # for what needs controllers

code=  # of the last lockstep, and ...
said=  # ... what it said, both streams

ls_run() {
    said=$("$LOCKSTEP" "$@" -n "$NS" </dev/null 2>&1)
    code=$?
}
# CODE VERB ARGUMENTS...
ls_expect() {
    local want=$1
    shift
    ls_run "$@"
    ((code == want)) || case_fail "lockstep $* ends with $code, not $want: $said"
}
# SET, with the manifests on standard input.
manifests() { cat >"$SCRATCH/$1.yaml"; }
# SET FLAGS...: in the background, into $SCRATCH/SET.out; its number is in $pid.
apply_begin() {
    local set=$1
    shift
    "$LOCKSTEP" apply -f "$SCRATCH/$set.yaml" -n "$NS" "$@" >"$SCRATCH/$set.out" 2>&1 </dev/null &
    pid=$!
}
# SET: waits for its end; leaves $code and $said.
apply_end() {
    wait "$pid"
    code=$?
    said=$(cat "$SCRATCH/$1.out")
}
printed() { grep -q "$2" "$SCRATCH/$1.out"; }
says() { check_contains "$said" "$1" "what lockstep says"; }
says_not() { [[ $said != *"$1"* ]] || case_fail "lockstep says '$1': $said"; }

k() { kubectl -n "$NS" "$@"; }
# NAME ANNOTATIONS SPEC POD-ANNOTATIONS POD-SPEC: a Deployment.
deployment() {
    cat <<END
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: $1, annotations: {${2:-}}}
spec:
  ${3:-replicas: 1}
  selector: {matchLabels: {app: $1}}
  template:
    metadata: {labels: {app: $1}, annotations: {${4:-}}}
    spec: {${5:-} containers: [{name: main, image: "registry.example/main:1"}]}
END
}
# NAME PHASE: a ConfigMap.
map() {
    printf -- '---\n{apiVersion: v1, kind: ConfigMap, metadata: {name: %s, annotations: {kots.io/creation-phase: "%s"}}, data: {a: b}}\n' "$1" "$2"
}
NEVER='sandbox.lockstep.dev/never-ready: "true"'
NO_NODE="nodeSelector: {$LABEL: fast},"
node=$(kubectl get nodes -o 'jsonpath={.items[0].metadata.name}')
node_label() { kubectl label node "$node" "$LABEL=fast" --overwrite >/dev/null; }
node_unlabel() { kubectl label node "$node" "$LABEL-" >/dev/null; }
at_end+=('node_unlabel 2>/dev/null')

namespace_make "$NS"

# ---- a status of an older generation -------------------------------------------------------------

case_begin properties_of_an_older_generation_do_not_open_a_gate
PROPERTY='kots.io/wait-for-properties: ".status.updatedReplicas=2"'
manifests stale < <(deployment stale "$PROPERTY" 'replicas: 2')
ls_expect 0 apply -f "$SCRATCH/stale.yaml" --timeout "${LIMIT_S}s"
manifests stale < <(deployment stale "$PROPERTY" 'replicas: 2' "$NEVER"; map after-stale 1)
ls_expect 4 apply -f "$SCRATCH/stale.yaml" --timeout 8s -o json
says 'its status is of generation 1, the object is at 2'
says 'waits for .status.updatedReplicas=2, which is 1'
check_fails "the next phase" k get configmap after-stale
ls_expect 0 delete stale --timeout "${LIMIT_S}s"

# ---- wait ----------------------------------------------------------------------------------------

case_begin wait_ends_with_0_when_all_is_ready
manifests calm < <(deployment calm; map calm 1)
ls_expect 0 apply -f "$SCRATCH/calm.yaml" --wait none
before=$(k get configmap lockstep-set-calm -o 'jsonpath={.metadata.resourceVersion}')
ls_expect 0 wait calm --timeout "${LIMIT_S}s"
says 'calm: all 2 objects are ready'
ls_expect 0 status calm --wait -o json
says '"result":"done","exitCode":0'
check_eq "$(k get configmap lockstep-set-calm -o 'jsonpath={.metadata.resourceVersion}')" "$before" "the parent's version"
ls_expect 1 wait nobody
ls_expect 0 delete calm --timeout "${LIMIT_S}s"

case_begin wait_ends_with_3_when_the_time_is_over
manifests never < <(deployment never '' 'progressDeadlineSeconds: 10' "$NEVER")
ls_expect 0 apply -f "$SCRATCH/never.yaml" --wait none
ls_expect 3 wait never --timeout 2s
says "lockstep wait: the timeout of 2s has passed: Deployment $NS/never"
says 'runs but is not ready'

case_begin wait_ends_with_4_when_something_has_failed
ls_expect 4 wait never --timeout "${LIMIT_S}s"
says "lockstep wait: Deployment $NS/never has failed: condition Progressing is False: ProgressDeadlineExceeded"
ls_expect 0 delete never --timeout "${LIMIT_S}s"

# ---- a failure from before the run ---------------------------------------------------------------

# The pod gets its node while the second run reads the condition that the first one saw.
case_begin a_mended_progress_deadline_does_not_fail_the_next_run
manifests mended < <(deployment mended '' 'progressDeadlineSeconds: 20' '' "$NO_NODE")
ls_expect 4 apply -f "$SCRATCH/mended.yaml" --timeout "${LIMIT_S}s"
says ProgressDeadlineExceeded
apply_begin mended --timeout "${LIMIT_S}s"
wait_until "$LIMIT_S" printed mended 'in progress: condition Progressing is False: ProgressDeadlineExceeded'
node_label
apply_end mended
check_eq "$code" 0 "the exit code of the second run: $said"
says 'mended: no changes, 1 unchanged'
ls_expect 0 delete mended --timeout "${LIMIT_S}s"
node_unlabel

case_begin an_old_warning_is_not_quoted_for_a_pod_that_runs
scheduled() { [[ $(k get pods -l app=late -o 'jsonpath={.items[0].status.phase}') == Running ]]; }
manifests late < <(deployment late '' 'replicas: 1' "$NEVER" "$NO_NODE")
ls_expect 4 apply -f "$SCRATCH/late.yaml" --timeout 3s
says 'cannot be scheduled'
node_label
wait_until "$LIMIT_S" scheduled
ls_expect 3 status late
says 'container main runs but is not ready'
says_not FailedScheduling
ls_expect 0 delete late --timeout "${LIMIT_S}s"
node_unlabel

# ---- clocks and locks ----------------------------------------------------------------------------

case_begin a_phase_that_is_put_right_does_not_set_the_next_clock_back
manifests clock < <(map clock 0; deployment clock 'kots.io/creation-phase: "1"' 'replicas: 1' "$NEVER")
apply_begin clock --phase-timeout 6s --timeout "${LIMIT_S}s"
while kill -0 "$pid" 2>/dev/null; do
    k delete configmap clock --ignore-not-found >/dev/null
    sleep 2
done
apply_end clock
check_eq "$code" 4 "the exit code"
says "the timeout of phase 1, 6s has passed: Deployment $NS/clock"
ls_expect 0 delete clock --timeout "${LIMIT_S}s"

# The gate opens before the next renewal of the lock would find it out.
case_begin a_lock_that_is_written_over_during_a_wait_stops_the_run
manifests lock < <(deployment lock '' 'replicas: 1' '' "$NO_NODE"; map after-lock 1)
apply_begin lock --timeout "${LIMIT_S}s"
wait_until "$LIMIT_S" printed lock 'cannot be scheduled'
k annotate configmap lockstep-set-lock 'lockstep.dev/holder=elsewhere b-1 1 2 3 4' --overwrite >/dev/null
node_label
apply_end lock
check_eq "$code" 1 "the exit code: $said"
says 'another run has taken over the set (host elsewhere, process 1)'
check_fails "the next phase" k get configmap after-lock
k annotate configmap lockstep-set-lock lockstep.dev/holder- >/dev/null
ls_expect 0 delete lock --timeout "${LIMIT_S}s"
node_unlabel

# ---- lockstep.dev/ready --------------------------------------------------------------------------

case_begin what_is_ready_when_it_exists_is_not_asked_for_more
kubectl apply -f - >/dev/null <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.gates-test.example.com}
spec:
  group: gates-test.example.com
  scope: Namespaced
  names: {plural: things, singular: thing, kind: Thing}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}}
END
at_end+=('kubectl delete crd things.gates-test.example.com --ignore-not-found >/dev/null')
kubectl wait --for=condition=Established crd/things.gates-test.example.com --timeout "${LIMIT_S}s" >/dev/null
# ANNOTATIONS
thing() {
    printf -- '---\napiVersion: gates-test.example.com/v1\nkind: Thing\nmetadata:\n  name: a\n  annotations:\n    kots.io/wait-for-ready: "true"\n%s' "${1:-}"
}
printf '{apiVersion: gates-test.example.com/v1, kind: Thing, metadata: {name: a}, status: {phase: Pending}}\n' | k create -f - >/dev/null
manifests exists < <(thing; map after-exists 1)
ls_expect 4 apply -f "$SCRATCH/exists.yaml" --timeout 3s
says 'phase is Pending'
check_fails "the next phase" k get configmap after-exists
manifests exists < <(thing $'    lockstep.dev/ready: there\n')
ls_expect 1 apply -f "$SCRATCH/exists.yaml"
says 'exists.yaml:8: Thing a: lockstep.dev/ready is "there": write lockstep.dev/ready: exists'
manifests exists < <(thing $'    lockstep.dev/ready: exists\n'; map after-exists 1)
ls_expect 0 apply -f "$SCRATCH/exists.yaml" --timeout "${LIMIT_S}s"
ls_expect 0 wait exists --timeout "${LIMIT_S}s"
says 'exists: all 2 objects are ready'
ls_expect 0 delete exists --timeout "${LIMIT_S}s"

cases_end
