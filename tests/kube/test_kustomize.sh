#!/usr/bin/env bash
# `-k` with the real `kubectl kustomize`, and --dry-run, which writes nothing, on a real server.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=cli-kustomize
k() { kubectl -n "$NS" "$@"; }
names() { k get configmap -o name | grep -v kube-root-ca | sort | xargs; }
# ARGUMENTS...: leaves $said and $code.
ls_run() {
    said=$(PATH=$(dirname "$(type -P kubectl)"):$PATH "$LOCKSTEP" "$@" -n "$NS" </dev/null 2>&1)
    code=$?
}

kubectl create namespace "$NS" >/dev/null || exit 1
at_end+=("kubectl delete namespace $NS --wait=false >/dev/null")
mkdir -p "$SCRATCH/base" "$SCRATCH/overlays/prod"
cat >"$SCRATCH/base/map.yaml" <<'YAML'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {kots.io/creation-phase: "1"}}
data: {a: b}
YAML
printf 'resources: [map.yaml]\n' >"$SCRATCH/base/kustomization.yaml"
printf 'resources: [../../base]\nnamePrefix: prod-\nconfigMapGenerator: [{name: made, literals: [x=1]}]\n' \
    >"$SCRATCH/overlays/prod/kustomization.yaml"

case_begin dry_run_of_apply
ls_run apply -k "$SCRATCH/overlays/prod" --dry-run
check_eq "$code" 0 "the code"
check_contains "$said" "prod: 2 to create" "what it says"
check_eq "$(names)" "" "ConfigMaps"

case_begin dry_run_by_the_server
printf 'apiVersion: v1\nkind: Service\nmetadata: {name: odd}\nspec: {clusterIP: 10.300.0.1, ports: [{port: 80}]}\n' >"$SCRATCH/odd.yaml"
ls_run apply -f "$SCRATCH/odd.yaml" --dry-run
check_eq "$code" 0 "the code of a dry run by the client"
ls_run apply -f "$SCRATCH/odd.yaml" --dry-run=server
check_eq "$code" 1 "the code"
check_contains "$said" "clusterIP" "what it says"

case_begin apply_of_a_kustomization
ls_run apply -k "$SCRATCH/overlays/prod"
check_eq "$code" 0 "the code"
check_contains "$(names)" "configmap/lockstep-set-prod configmap/prod-made-" "ConfigMaps"
check_contains "$(names)" "configmap/prod-settings" "ConfigMaps"
ls_run status -k "$SCRATCH/overlays/prod"
check_eq "$code" 0 "the code of status"

case_begin dry_run_of_delete
ls_run delete -k "$SCRATCH/overlays/prod" --dry-run=server
check_eq "$code" 0 "the code"
check_contains "$said" "prod: 2 to delete" "what it says"
check_contains "$(names)" "configmap/prod-settings" "ConfigMaps"

case_begin delete_by_the_folder
ls_run delete -k "$SCRATCH/overlays/prod"
check_eq "$code" 0 "the code"
check_eq "$(names)" "" "ConfigMaps"
ls_run delete prod --ignore-not-found
check_contains "$said" "no set prod in namespace $NS: nothing to delete" "what it says of what is gone"

cases_end
