#!/usr/bin/env bash
# Fields that others own, on a real server: conflicts are refused before the first write, drift is set back, what is held
# through scale or by another apply is left, ignored fields keep their value.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=conflicts-test

code= # of the last lockstep, and ...
said= # ... what it said, both streams

# VERB SET [FLAGS...]: the manifests of $SCRATCH/SET.yaml.
ls_run() {
    local verb=$1 set=$2
    shift 2
    said=$("$LOCKSTEP" "$verb" -f "$SCRATCH/$set.yaml" --set "$set" -n "$NS" --wait none "$@" </dev/null 2>&1)
    code=$?
}
ls_expect() {
    local want=$1
    shift
    ls_run "$@"
    ((code == want)) || case_fail "lockstep $* ends with $code, not $want: $said"
}
take_down() { check_ok "taking $1 down" "$LOCKSTEP" delete "$1" -n "$NS"; }
says() { check_contains "$said" "$1" "what lockstep says"; }
says_not() { [[ $said != *"$1"* ]] || case_fail "lockstep says '$1': $said"; }

k() { kubectl -n "$NS" "$@"; }
field() { k get "$1" -o "jsonpath={$2}"; }
check_field() { check_eq "$(field "$1" "$2")" "$3" "$1 $2"; }
version() { field "$1" .metadata.resourceVersion; }
# Who wrote what and when, but for the controllers of Kubernetes, which go on writing status and annotations.
writes() { k get "$1" --show-managed-fields -o 'jsonpath={.metadata.generation} {.metadata.managedFields[?(@.manager!="kube-controller-manager")]}'; }
# What somebody owns by apply, by the name of the manager: fieldsV1.
applied_by() { k get "$1" --show-managed-fields -o "jsonpath={.metadata.managedFields[?(@.manager==\"$2\")].fieldsV1}"; }

# NAME [DATA [ANNOTATIONS]]: a ConfigMap.
map() {
    cat <<END
---
apiVersion: v1
kind: ConfigMap
metadata: {name: $1, annotations: {${3:-}}}
data: {${2:-k: v}}
END
}
# NAME REPLICAS IMAGE [IGNORED]: a Deployment.
web() {
    cat <<END
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: $1, annotations: {lockstep.dev/ignore-fields: '${4:-}'}}
spec:
  replicas: $2
  selector: {matchLabels: {app: $1}}
  template:
    metadata: {labels: {app: $1}}
    spec:
      containers:
      - {name: web, image: "$3", resources: {requests: {cpu: "1"}}, env: [{name: A, value: "1"}, {name: B, value: "2"}]}
END
}

namespace_make "$NS"

# ---- objects that others made ----------------------------------------------------------------

case_begin all_conflicts_are_listed_and_nothing_is_written
map c1 'k: theirs, same: s' | k create -f - >/dev/null
map c2 'k: theirs' | k apply --server-side --field-manager=somebody -f - >/dev/null 2>&1
{
    map c0 'k: v' 'kots.io/creation-phase: "-1"'
    map c1 'k: mine, same: s'
    map c2 'k: mine'
} >"$SCRATCH/clash.yaml"
for verb in plan apply; do
    ls_expect 1 "$verb" clash
    says "ConfigMap $NS/c1: .data.k is owned by \"kubectl-create\" (Update, v1)"
    says "ConfigMap $NS/c2: .data.k is owned by \"somebody\" (Apply)"
    says 'fields of 2 objects'
    says 'Nothing was written'
    says '--force-conflicts'
    says_not .data.same
done
check_fails "the object of the first phase" k get configmap c0
check_fails "the parent" k get configmap lockstep-set-clash
check_field configmap/c1 .data.k theirs

case_begin force_conflicts_goes_on_and_says_what_it_takes
ls_expect 0 apply clash --force-conflicts
says "ConfigMap $NS/c1: .data.k is owned by \"kubectl-create\" (Update, v1)"
check_field configmap/c1 .data.k mine
check_field configmap/c2 .data.k mine
before=$(version configmap/c1)
ls_expect 0 apply clash
says 'no changes'
check_eq "$(version configmap/c1)" "$before" "the version of c1"
take_down clash
k delete configmap c1 c2 >/dev/null

case_begin equal_values_are_no_conflict
web e1 0 'a:1' | k create -f - >/dev/null
web e1 0 'a:1' >"$SCRATCH/equal.yaml"
ls_expect 0 plan equal
says '& Deployment'
ls_expect 0 apply equal
says '1 adopted'
says_not 'is owned by'
before=$(writes deployment/e1)
ls_expect 0 apply equal
says 'no changes'
check_eq "$(writes deployment/e1)" "$before" "what is written"

# The server compares texts: it has stored 1, and takes 1000m for another value.
case_begin another_text_for_the_same_quantity_is_the_servers_to_judge
web e2 0 'a:1' | k create -f - >/dev/null
web e2 0 'a:1' | sed 's/cpu: "1"/cpu: 1000m/' >"$SCRATCH/text.yaml"
ls_expect 1 plan text
says '.resources.requests.cpu is owned by "kubectl-create" (Update, apps/v1)'
k delete deployment e2 >/dev/null

# The one who created it still owns every field too: a new value is the set's to write now.
case_begin what_was_adopted_can_be_changed
web e1 0 'a:2' >"$SCRATCH/equal.yaml"
ls_expect 0 apply equal
says 'is owned by "kubectl-create" (Update, apps/v1)'
check_field deployment/e1 '.spec.template.spec.containers[0].image' a:2
ls_expect 0 apply equal
says 'no changes'
take_down equal
k delete deployment e1 >/dev/null

# ---- objects of the set ----------------------------------------------------------------------

case_begin a_change_by_hand_is_set_back_and_reported
web d1 0 'a:1' >"$SCRATCH/drift.yaml"
map d2 >>"$SCRATCH/drift.yaml"
ls_expect 0 apply drift
k set image deployment/d1 web=b:1 >/dev/null
k patch configmap d2 --type=merge --field-manager=somebody -p '{"data":{"k":"theirs"}}' >/dev/null
ls_expect 0 plan drift
says "Deployment $NS/d1: .spec.template.spec.containers[name=\"web\"].image is owned by \"kubectl-set\" (Update, apps/v1)"
says "ConfigMap $NS/d2: .data.k is owned by \"somebody\" (Update, v1)"
says '2 to change'
check_field deployment/d1 '.spec.template.spec.containers[0].image' b:1

case_begin keep_foreign_refuses_instead
ls_expect 1 apply drift --keep-foreign
says "Deployment $NS/d1: .spec.template.spec.containers[name=\"web\"].image is owned by \"kubectl-set\" (Update, apps/v1)"
says "ConfigMap $NS/d2: .data.k"
says 'Nothing was written'
check_field configmap/d2 .data.k theirs
ls_expect 2 apply drift --keep-foreign --force-conflicts

case_begin the_next_apply_sets_them_back
ls_expect 0 apply drift
says "ConfigMap $NS/d2: .data.k is owned by \"somebody\" (Update, v1)"
says '2 changed'
check_field deployment/d1 '.spec.template.spec.containers[0].image' a:1
check_field configmap/d2 .data.k v
before="$(writes deployment/d1) $(version configmap/d2)"
ls_expect 0 apply drift
says 'no changes'
says_not 'is owned by'
check_eq "$(writes deployment/d1) $(version configmap/d2)" "$before" "what is written"

case_begin kubectl_scale_is_left_and_reported
k scale deployment/d1 --replicas=2 >/dev/null
ls_expect 0 apply drift
says "Deployment $NS/d1: .spec.replicas is left to \"kubectl\" (Update of scale, apps/v1)"
says 'no changes'
check_field deployment/d1 .spec.replicas 2
{ web d1 5 'a:2'; map d2; } >"$SCRATCH/drift.yaml"
ls_expect 0 apply drift
says '1 changed'
check_field deployment/d1 .spec.replicas 2
check_field deployment/d1 '.spec.template.spec.containers[0].image' a:2
{ web d1 7 'a:2'; map d2; } >"$SCRATCH/drift.yaml"
ls_expect 0 apply drift
says 'no changes'

case_begin what_another_manager_applies_is_left_and_reported
map d2 'k: tuned' | k apply --server-side --field-manager=tuner --force-conflicts -f - >/dev/null
ls_expect 0 apply drift
says "ConfigMap $NS/d2: .data.k is left to \"tuner\" (Apply)"
says 'no changes'
check_field configmap/d2 .data.k tuned
k apply --server-side --field-manager=tuner -f - < <(map d2 'other: tuned') >/dev/null
ls_expect 0 apply drift
says_not 'is left to "tuner"'
check_field configmap/d2 .data.k v
check_field configmap/d2 .data.other tuned

case_begin force_takes_what_would_be_left
ls_expect 0 apply drift --force-conflicts
says "Deployment $NS/d1: .spec.replicas is owned by \"kubectl\" (Update of scale, apps/v1)"
check_field deployment/d1 .spec.replicas 7
ls_expect 0 apply drift
says 'no changes'
take_down drift

# ---- ignored fields --------------------------------------------------------------------------

IGNORED='.spec.replicas, .spec.template.spec.containers[name="web"].env[name="A"].value'
case_begin an_ignored_field_is_created_and_then_keeps_its_value
web i1 0 'a:1' "$IGNORED" >"$SCRATCH/ignore.yaml"
ls_expect 0 apply ignore
check_field deployment/i1 .spec.replicas 0
ls_expect 0 apply ignore
says 'no changes'
web i1 3 'a:1' "$IGNORED" | sed 's/value: "1"/value: "9"/' >"$SCRATCH/ignore.yaml"
ls_expect 0 apply ignore
says 'no changes'

case_begin what_we_alone_own_is_not_deleted_by_leaving_it_out
web i1 3 'a:2' "$IGNORED" | sed 's/value: "1"/value: "9"/' >"$SCRATCH/ignore.yaml"
ls_expect 0 apply ignore
says '1 changed'
check_field deployment/i1 .spec.replicas 0
check_field deployment/i1 '.spec.template.spec.containers[0].env[*].value' '1 2'
check_contains "$(applied_by deployment/i1 "lockstep:$NS/ignore")" f:replicas "what the set owns"

case_begin what_others_set_there_stays_theirs
k patch deployment i1 --type=merge -p '{"spec":{"replicas":1}}' >/dev/null
k set env deployment/i1 A=theirs >/dev/null
ls_expect 0 apply ignore
says 'no changes'
web i1 3 'a:3' "$IGNORED" >"$SCRATCH/ignore.yaml"
ls_expect 0 apply ignore
says_not 'is owned by'
check_field deployment/i1 .spec.replicas 1
check_field deployment/i1 '.spec.template.spec.containers[0].env[*].value' 'theirs 2'
check_field deployment/i1 '.spec.template.spec.containers[0].image' a:3
ls_expect 0 apply ignore
says 'no changes'
take_down ignore

case_begin a_bad_path_is_refused_with_file_and_line
web i1 3 'a:3' '.spec.template.spec.containers[0].image' >"$SCRATCH/ignore.yaml"
ls_expect 1 plan ignore
says "$SCRATCH/ignore.yaml:4: Deployment i1: lockstep.dev/ignore-fields: .spec.template.spec.containers[0].image: an item of"

cases_end
