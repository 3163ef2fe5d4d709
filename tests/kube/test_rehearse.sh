#!/usr/bin/env bash
# `lockstep rehearse --from-cluster` on a real server: what the cluster holds of a set is read, and nothing is written.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=rehearse-test
mkdir "$SCRATCH/set"

# No kubelet is here: what is awaited needs no pods.
cat >"$SCRATCH/set/all.yaml" <<END
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: rings.rehearse.example.com, annotations: {kots.io/creation-phase: "-1"}}
spec:
  group: rehearse.example.com
  scope: Namespaced
  names: {kind: Ring, plural: rings, singular: ring}
  versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: one, annotations: {kots.io/wait-for-ready: "true"}}
data: {a: "1"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: two}
data: {a: "1"}
---
apiVersion: v1
kind: Secret
metadata: {name: three}
stringData: {a: "1"}
---
apiVersion: rehearse.example.com/v1
kind: Ring
metadata: {name: four}
END

# ARGUMENTS...: a rehearsal as JSON, in $SCRATCH/out; its log, with every request, in $SCRATCH/err.
rehearse() {
    "$LOCKSTEP" rehearse -f "$SCRATCH/set" --set ring -n "$NS" --from-cluster -o json -v "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
}
counts() {
    python3 -c 'import json,sys
print({k: v for k, v in json.load(open(sys.argv[1]))["rollout"]["counts"].items() if v})' "$SCRATCH/out"
}
requests() { grep -o ' request=[0-9]* method=[A-Z]*' "$SCRATCH/err" | sed 's/.*method=//' | sort | uniq -c | tr -s ' ' | sed 's/^ //'; }
versions() { kubectl get configmaps,secrets,rings -n "$NS" -o 'jsonpath={range .items[*]}{.metadata.name}={.metadata.resourceVersion} {end}'; }

case_begin a_cluster_that_has_nothing_of_the_set
namespace_make "$NS"
rehearse
check_eq "$?" 0 "the code"
check_eq "$(counts)" "{'create': 5}" "what would be done"
check_eq "$(requests | sed 's/^[0-9]* //')" GET "the methods of its requests"

case_begin a_change
"$LOCKSTEP" apply -f "$SCRATCH/set" --set ring -n "$NS" >/dev/null || case_fail "the set cannot be applied"
sed -i '0,/a: "1"/s//a: "2"/; s/name: two/name: five/' "$SCRATCH/set/all.yaml"
before=$(versions)
rehearse --requests
check_eq "$?" 0 "the code"
check_eq "$(counts)" "{'create': 1, 'change': 1, 'same': 3, 'delete': 1}" "what would be done"

case_begin nothing_is_written
check_eq "$(requests | sed 's/^[0-9]* //')" GET "the methods of its requests"
check_eq "$(versions)" "$before" "the versions of the objects"
printf 'requests of one rehearsal: %s\n' "$(requests)"

case_begin rights_by_the_cluster
rehearse --as nobody
check_eq "$?" 4 "the code"
check_contains "$(cat "$SCRATCH/out")" "nobody may not get, list, watch, create, patch and delete" "the document"
check_contains "$(cat "$SCRATCH/out")" "rights are judged by the cluster" "the document"
check_eq "$(versions)" "$before" "the versions of the objects"

check_ok "the teardown" "$LOCKSTEP" delete ring -n "$NS"
cases_end
