#!/usr/bin/env bash
# The sandbox beside the real cluster: it says what it does not enforce, takes objects of the same size, has the
# same OpenAPI v2, and ends Jobs alike.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NAMESPACE=sandbox-beside
sandbox_start playing
SANDBOX=$SCRATCH/playing
SERVERS=("$SANDBOX" "$KUBECONFIG")

# KUBECONFIG ARGS...: kubectl on one of the two.
on() { env KUBECONFIG="$1" "$KUBE_BIN/kubectl" -n "$NAMESPACE" "${@:2}"; }

case_begin both_have_the_namespace
namespace_make "$NAMESPACE"
check_ok "the namespace" on "$SANDBOX" create namespace "$NAMESPACE"

# ---- warnings ----------------------------------------------------------------------------------

case_begin kubectl_prints_what_is_not_enforced
said=$(on "$SANDBOX" create role reader --verb=get --resource=pods 2>&1)
check_contains "$said" "Warning: the sandbox does not enforce RBAC" "a Role"
said=$(on "$SANDBOX" label namespace "$NAMESPACE" pod-security.kubernetes.io/enforce=baseline 2>&1)
check_contains "$said" "Warning: the sandbox does not enforce Pod Security labels" "a label"
said=$(on "$SANDBOX" create configmap quiet 2>&1)
check_eq "$said" "configmap/quiet created" "what is enforced"

# ---- sizes -------------------------------------------------------------------------------------

# KEYS WIDTH BYTES: a ConfigMap with so many keys of that width and one more with so many bytes.
config_map_print() {
    printf '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"b"},"data":{'
    seq 0 $(($1 - 1)) | xargs printf "\"k%0$(($2 - 1))d\":\"\","
    printf '"z":"%s"}}' "$(head -c "$3" /dev/zero | tr '\0' v)"
}
# FILE: what both servers say to it, which has to be the same.
created_on_both() {
    local ours real
    ours=$(on "$SANDBOX" create -f "$1" 2>&1)
    real=$(on "$KUBECONFIG" create -f "$1" 2>&1)
    for config in "${SERVERS[@]}"; do on "$config" delete configmap b --ignore-not-found >/dev/null; done
    check_eq "$ours" "$real" "what the sandbox says"
    check_contains "$ours" "$2" "what both say"
}

case_begin objects_may_be_as_large_on_both
config_map_print 9999 80 10 >"$SCRATCH/many.json"
created_on_both "$SCRATCH/many.json" "configmap/b created"
config_map_print 2200 253 998434 >"$SCRATCH/most.json"
created_on_both "$SCRATCH/most.json" "configmap/b created"
config_map_print 2200 253 998435 >"$SCRATCH/more.json"
created_on_both "$SCRATCH/more.json" "etcdserver: request is too large"
config_map_print 1 2 1048577 >"$SCRATCH/data.json"
created_on_both "$SCRATCH/data.json" "Too long: may not be more than 1048576 bytes"

# ---- OpenAPI v2 --------------------------------------------------------------------------------

# OURS REAL: definitions that we have and the real server has not, or with other properties; and those of
# kinds in our groups that we lack. What neither is nor belongs to a kind of ours: discovery, versions,
# componentstatuses, certificates, devices.
definitions_compare() {
    python3 - "$1" "$2" <<'EOF'
import json, re, sys
ours, real = (json.load(open(path))['definitions'] for path in sys.argv[1:])
NOT_SERVED = re.compile(r'io\.k8s\.api\.(resource|certificates)\.|\.ComponentStatus|\.ComponentCondition'
                        r'|\.version\.Info$|\.meta\.v1\.(API|GroupVersion|ServerAddress|WatchEvent)')
def properties(schema):
    return sorted(schema.get('properties', {}))
for name in sorted(set(ours) | set(real)):
    if name not in real:
        print('only ours:', name)
    elif name not in ours:
        # Custom kinds of other tests come and go on the real server.
        if name.startswith('io.k8s.') and not NOT_SERVED.search(name):
            print('only real:', name)
    elif properties(ours[name]) != properties(real[name]):
        print('properties differ:', name)
print(len(ours) > 500)
EOF
}

case_begin openapi_v2_has_the_definitions_of_our_kinds
on "$SANDBOX" get --raw /openapi/v2 >"$SCRATCH/ours.json"
on "$KUBECONFIG" get --raw /openapi/v2 >"$SCRATCH/real.json"
check_eq "$(definitions_compare "$SCRATCH/ours.json" "$SCRATCH/real.json")" True "the comparison"

# kubectl validates a List by itself, with the document as protobuf.
case_begin kubectl_validates_a_list_alike_on_both
cat >"$SCRATCH/list.yaml" <<'EOF'
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {k: v}}
- {apiVersion: v1, kind: Service, metadata: {name: b}, spec: {ports: [{port: 80, targtPort: 1}]}}
EOF
ours=$(on "$SANDBOX" create -f "$SCRATCH/list.yaml" 2>&1)
check_eq "$ours" "$(on "$KUBECONFIG" create -f "$SCRATCH/list.yaml" 2>&1)" "what kubectl says"
check_contains "$ours" 'unknown field "targtPort" in io.k8s.api.core.v1.ServicePort' "the mistake"

# ---- Jobs --------------------------------------------------------------------------------------

cat >"$SCRATCH/jobs.yaml" <<'EOF'
apiVersion: batch/v1
kind: Job
metadata: {name: some}
spec:
  completions: 5
  parallelism: 3
  completionMode: Indexed
  successPolicy: {rules: [{succeededIndexes: 3-4}, {succeededIndexes: "0,2", succeededCount: 1}]}
  template:
    spec:
      restartPolicy: Never
      schedulingGates: [{name: example.com/wait}]
      containers: [{name: c, image: work, command: [migrate]}]
---
apiVersion: batch/v1
kind: Job
metadata: {name: two}
spec:
  completions: 5
  parallelism: 1
  completionMode: Indexed
  successPolicy: {rules: [{succeededCount: 2}]}
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: work, command: [migrate]}]}}
EOF
JOB_STATUS='{range .status.conditions[*]}{.type} {.status} {.reason}: {.message}; {end}{.status.completedIndexes} '
JOB_STATUS+='{.status.succeeded} {.status.failed} {.status.active} {.status.terminating}'

# KUBECONFIG: one pod of three may start; the rest waits when the Job has enough.
first_pod_of_some() { on "$1" get pods -l job-name=some,batch.kubernetes.io/job-completion-index=0 -o name | grep .; }
jobs_run() {
    on "$1" create -f "$SCRATCH/jobs.yaml" >/dev/null
    wait_until 30 first_pod_of_some "$1"
    check_ok "the gate" on "$1" patch "$(first_pod_of_some "$1")" -p '{"spec":{"schedulingGates":null}}'
    check_ok "both Jobs" on "$1" wait --for=condition=Complete --timeout=60s job/some job/two
}
jobs_state() {
    on "$1" get job some -o jsonpath="$JOB_STATUS"
    on "$1" get job two -o jsonpath="$JOB_STATUS"
    on "$1" get pods -o custom-columns=JOB:.metadata.labels.job-name,PHASE:.status.phase --no-headers
}

case_begin a_success_policy_ends_jobs_alike_on_both
for config in "${SERVERS[@]}"; do jobs_run "$config"; done
state=$(jobs_state "$SANDBOX")
check_eq "$state" "$(jobs_state "$KUBECONFIG")" "status and pods"
check_contains "$state" "Complete True SuccessPolicy: Matched rules at index 1; 0 1" "the status"

cases_end
