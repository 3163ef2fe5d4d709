#!/usr/bin/env bash
# What leaves a set and what stays in it, on a real server: names taken from folders, pruning, lost
# parents and labels, objects that move from one set to another.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=prune-test
OTHER=prune-other

code= # of the last lockstep, and ...
said= # ... what it said, both streams

# ARGUMENTS...: runs lockstep on the sets that are remembered in $NS.
ls_run() {
    said=$("$LOCKSTEP" "$@" --parent-namespace "$NS" </dev/null 2>&1)
    code=$?
}
# CODE ARGUMENTS...
ls_expect() {
    local want=$1
    shift
    ls_run "$@"
    ((code == want)) || case_fail "lockstep $* ends with $code, not $want: $said"
}
# CODE SET [FLAGS...] with the manifests on standard input.
apply_expect() {
    local want=$1 set=$2
    shift 2
    cat >"$SCRATCH/$set.yaml"
    ls_expect "$want" apply -f "$SCRATCH/$set.yaml" --set "$set" "$@"
}
# CODE SET [FLAGS...]: the same manifests once more.
again() {
    local want=$1 set=$2
    shift 2
    ls_expect "$want" apply -f "$SCRATCH/$set.yaml" --set "$set" "$@"
}
says() { check_contains "$said" "$1" "what lockstep says"; }

k() { kubectl -n "$NS" "$@"; }
# KIND/NAME PATH: one field of an object in $NS, "" when it is not there.
field() { k get "$1" -o "jsonpath={$2}" 2>/dev/null; }
check_there() { check_ok "$1 is there" k get "$1"; }
check_gone() {
    local output
    check_fails "$1 is gone" k get "$1"
    check_contains "$output" NotFound "the answer for $1"
}
part_of() { field "$1" '.metadata.labels.applyset\.kubernetes\.io/part-of'; }
note() { field "$1" ".metadata.annotations.${2//./\\.}"; }
version() { field "$1" .metadata.resourceVersion; }

# NAME [DATA [ANNOTATIONS [NAMESPACE]]]: a ConfigMap.
map() {
    cat <<END
---
apiVersion: v1
kind: ConfigMap
metadata: {name: $1, namespace: ${4:-$NS}, annotations: {${3:-}}}
data: {${2:-k: v}}
END
}

namespace_make "$NS"
namespace_make "$OTHER"

# ---- labels ----------------------------------------------------------------------------------

case_begin a_label_that_was_taken_off_is_put_back_and_nothing_is_adopted
apply_expect 0 label < <(map l1; map l2)
id=$(part_of configmap/l1)
k label configmap l1 applyset.kubernetes.io/part-of- >/dev/null
k label configmap l2 --overwrite applyset.kubernetes.io/part-of=applyset-somebody-v1 >/dev/null
ls_expect 0 plan -f "$SCRATCH/label.yaml" --set label
says '~ ConfigMap'
says '2 to change'
again 0 label
says '2 changed'
check_eq "$(part_of configmap/l1)" "$id" "the label of l1"
check_eq "$(part_of configmap/l2)" "$id" "the label of l2"
check_eq "$(note configmap/l1 lockstep.dev/adopted)" '' "the mark of l1"
again 0 label
says 'no changes, 2 unchanged'
ls_expect 0 delete label
check_gone configmap/l1
check_gone configmap/l2

# ---- a parent that somebody deleted ----------------------------------------------------------

# NAME [NAMESPACE]
account() { printf -- '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: %s, namespace: %s}\n' "$1" "${2:-$NS}"; }
note_of_phase() { printf 'kots.io/creation-phase: "%s"' "$1"; }

case_begin a_set_whose_parent_is_gone_is_found_by_its_label
apply_expect 0 lost < <(map p1; map p2 'k: v' "$(note_of_phase 1)" "$OTHER"; account p3)
k delete configmap lockstep-set-lost >/dev/null
ls_expect 1 delete lost
says "ConfigMap $NS/lockstep-set-lost, the parent of set lost, is gone, but 3 objects carry its label: "
says "ConfigMap $OTHER/p2"
says '--without-parent'
check_there configmap/p1
ls_expect 1 delete lost --ignore-not-found
ls_expect 0 plan --delete lost --without-parent
says '3 to delete'
check_contains "$(tr '\n' ' ' <<<"$said")" 'removal phase -1  1 object' "the plan"
ls_expect 0 delete lost --without-parent
says '3 deleted'
check_gone configmap/p1
check_gone serviceaccount/p3
check_eq "$(kubectl -n "$OTHER" get configmap p2 --ignore-not-found)" '' "p2 in the other namespace"
check_gone configmap/lockstep-set-lost
ls_expect 1 delete lost
says 'there is no set lost'
[[ $said != *Warning* ]] || case_fail "kinds that nobody asked for are warned of: $said"

case_begin an_apply_whose_parent_is_gone_loses_nothing
apply_expect 0 anew < <(map n1; account n2; account n3 "$OTHER")
k delete configmap lockstep-set-anew >/dev/null
apply_expect 0 anew < <(map n1)
says 'apply makes it anew'
says '1 changed, 2 deleted'
check_eq "$(note configmap/n1 lockstep.dev/adopted)" '' "the mark of n1"
check_gone serviceaccount/n2
check_eq "$(kubectl -n "$OTHER" get serviceaccount n3 --ignore-not-found)" '' "n3 in the other namespace"
ls_expect 0 delete anew

case_begin who_may_list_in_one_namespace_alone_finds_what_is_there
kubectl apply -f - >/dev/null <<END
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: narrow, namespace: $NS}
rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: narrow, namespace: $NS}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: narrow}
subjects: [{kind: User, name: prune-narrow}]
END
apply_expect 0 narrow < <(map w1; account w2)
k delete configmap lockstep-set-narrow >/dev/null
ls_expect 0 delete narrow --without-parent --as prune-narrow
says '2 deleted'
check_gone configmap/w1
check_gone serviceaccount/w2

# ---- default names ---------------------------------------------------------------------------

# FOLDER NAME...: ConfigMaps in a folder of that name.
folder() {
    local name
    mkdir -p "$SCRATCH/$1"
    rm -f "$SCRATCH/$1"/*
    for name in "${@:2}"; do map "$name" >"$SCRATCH/$1/$name.yaml"; done
}

case_begin two_applications_in_folders_of_one_name_do_not_delete_one_another
folder a/k8s a1 a2 a3
folder b/k8s b1 b2
ls_expect 0 apply -f "$SCRATCH/a/k8s"
ls_expect 1 apply -f "$SCRATCH/b/k8s"
says '3 of the 3 objects of set k8s are not in these manifests and would be deleted'
says "it was applied from $SCRATCH/a/k8s before, and this is $SCRATCH/b/k8s"
says 'Nothing was written'
check_there configmap/a1
check_gone configmap/b1
ls_expect 1 plan -f "$SCRATCH/b/k8s"
says '- ConfigMap'
says '--allow-prune'
before=$(version configmap/lockstep-set-k8s)
folder c/k8s a1 a2 a3
ls_expect 0 apply -f "$SCRATCH/c/k8s"
says "set k8s was applied from $SCRATCH/a/k8s before, and this is $SCRATCH/c/k8s"
says 'no changes, 3 unchanged'
check_eq "$(version configmap/lockstep-set-k8s)" "$before" "the version of the parent"

case_begin without_pruning_what_left_stays_until_a_run_that_prunes
ls_expect 0 apply -f "$SCRATCH/b/k8s" --no-prune
says '3 objects of the set are not in the manifests any more and stay in the set (--no-prune)'
check_there configmap/a1
check_eq "$(note configmap/lockstep-set-k8s lockstep.dev/unpruned)" 3 "how many were not pruned"
ls_expect 0 status k8s
says 'the last apply did not prune (--no-prune): 3 objects of the set were not in its manifests'
before=$(version configmap/lockstep-set-k8s)
ls_expect 0 apply -f "$SCRATCH/b/k8s" --no-prune
says 'no changes, 2 unchanged'
check_eq "$(version configmap/lockstep-set-k8s)" "$before" "the version of the parent"
ls_expect 0 apply -f "$SCRATCH/b/k8s" --allow-prune
says '3 deleted'
check_gone configmap/a1
check_eq "$(note configmap/lockstep-set-k8s lockstep.dev/unpruned)" '' "how many were not pruned later"
ls_expect 0 delete k8s
check_gone configmap/b1

# ---- from one set to another -----------------------------------------------------------------

managers() { field "$1" '.metadata.managedFields[*].manager'; }
web() {
    cat <<END
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: $NS, annotations: {$1}}
spec:
  replicas: $2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: $3}]}
END
}

case_begin an_object_moves_with_its_uid_and_the_old_set_leaves_it_alone
apply_expect 0 from --wait none < <(web '' 0 registry.example/web:1; map m1)
uid=$(field deployment/web .metadata.uid)
apply_expect 1 to --wait none < <(web '' 0 registry.example/web:1)
says "it belongs to the set $NS/from"
says 'lockstep.dev/moved-from: SET on an object moves it from that set'
apply_expect 1 to --wait none < <(web 'lockstep.dev/moved-from: another' 0 registry.example/web:1)
apply_expect 0 to --wait none < <(web 'lockstep.dev/moved-from: from' 0 registry.example/web:2)
says '1 moved'
check_eq "$(field deployment/web .metadata.uid)" "$uid" "the uid"
check_eq "$(managers deployment/web | tr ' ' '\n' | grep -c lockstep)" 1 "the number of sets that own fields"
again 0 to --wait none
says 'no changes, 1 unchanged'
again 1 from --wait none
says "it belongs to the set $NS/to"
apply_expect 0 from --wait none < <(map m1)
says 'no changes, 1 unchanged'
check_eq "$(field deployment/web .metadata.uid)" "$uid" "the uid after the old set was applied"
apply_expect 0 to --wait none < <(web '' 0 registry.example/web:3)
check_eq "$(field deployment/web '.spec.template.spec.containers[0].image')" registry.example/web:3 "the image"
ls_expect 0 delete from
check_there deployment/web
ls_expect 0 delete to
check_gone deployment/web

cases_end
