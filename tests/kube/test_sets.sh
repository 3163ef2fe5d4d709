#!/usr/bin/env bash
# Whose object is it, has it changed, is it gone: the rules of sets on a real server, one a case.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=sets-test
OTHER=sets-other
LIMIT_S=60 # for what needs controllers

code=  # of the last lockstep, and ...
said=  # ... what it said, both streams

# ARGUMENTS...: runs lockstep on the sets that are remembered in $NS.
ls_run() {
    said=$("$LOCKSTEP" "$@" --parent-namespace "$NS" </dev/null 2>&1)
    code=$?
}
# CODE VERB ARGUMENTS...
ls_expect() {
    local want=$1
    shift
    ls_run "$@"
    ((code == want)) || case_fail "lockstep $* ends with $code, not $want: $said"
}
# SET [FLAGS...] with the manifests on standard input.
apply() {
    local set=$1
    shift
    manifests "$set"
    ls_run apply -f "$SCRATCH/$set.yaml" --set "$set" "$@"
}
apply_expect() {
    local want=$1
    shift
    apply "$@"
    ((code == want)) || case_fail "apply of $1 ends with $code, not $want: $said"
}
manifests() { cat >"$SCRATCH/$1.yaml"; }
# SET [FLAGS...]: the same manifests once more.
again() {
    local set=$1
    shift
    ls_run apply -f "$SCRATCH/$set.yaml" --set "$set" "$@"
}
says() { check_contains "$said" "$1" "what lockstep says"; }

k() { kubectl -n "$NS" "$@"; }
# KIND/NAME PATH: one field of an object in $NS, "" when it is not there.
field() { k get "$1" -o "jsonpath={$2}" 2>/dev/null; }
check_field() { check_eq "$(field "$1" "$2")" "$3" "$1 $2"; }
check_there() { check_ok "$1 is there" k get "$1"; }
check_gone() {
    local output
    check_fails "$1 is gone" k get "$1"
    check_contains "$output" NotFound "the answer for $1"
}
part_of() { field "$1" '.metadata.labels.applyset\.kubernetes\.io/part-of'; }
note() { field "$1" ".metadata.annotations.${2//./\\.}"; }
check_parent_gone() { check_gone "configmap/lockstep-set-$1"; }
set_id() { field "configmap/lockstep-set-$1" '.metadata.labels.applyset\.kubernetes\.io/id'; }

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

# A run of a set whose holder is a process of another host, which nobody can know to be dead: it is
# waited for, and looked at again at the end of this script.
case_begin a_holder_of_another_host_is_waited_for
apply_expect 0 far < <(map far)
k annotate configmap lockstep-set-far 'lockstep.dev/holder=elsewhere b-1 1 2 3 4' >/dev/null
again far --timeout 1s # nothing to write, but what the holder does decides what there is to report
check_eq "$code" 4 "the exit code of a run with nothing to write: $said"
says 'another run works on the set (host elsewhere, process 1)'
check_eq "$(note configmap/lockstep-set-far lockstep.dev/holder)" 'elsewhere b-1 1 2 3 4' "the holder"
manifests far < <(map far 'k: new')
far_begin=$SECONDS
"$LOCKSTEP" apply -f "$SCRATCH/far.yaml" --set far --parent-namespace "$NS" --timeout 120s >"$SCRATCH/far.out" 2>&1 </dev/null &
far_pid=$!
far_waits() { grep -q 'host elsewhere, process 1' "$SCRATCH/far.out"; }
wait_until "$LIMIT_S" far_waits
check_field configmap/far .data.k v

# ---- the parent ------------------------------------------------------------------------------

case_begin the_parent_is_an_applyset_as_kubectl_makes_one
apply_expect 0 parent < <(map p1; map p2 'k: v' '' "$OTHER")
id=$(set_id parent)
kubectl -n "$NS" delete configmap lockstep-set-parent >/dev/null
map q1 | KUBECTL_APPLYSET=true kubectl apply -n "$NS" --server-side --prune --applyset=configmap/lockstep-set-parent -f - >/dev/null 2>&1
check_eq "$id" "$(set_id parent)" "the id that kubectl computes"
again parent
check_eq "$code" 1 "the exit code for a set of another tool"
says 'belongs to another tool, kubectl/v'
check_eq "$(part_of configmap/p1)" "$id" "the label of p1"
k delete configmap lockstep-set-parent p1 q1 >/dev/null
kubectl -n "$OTHER" delete configmap p2 >/dev/null

case_begin kubectl_keeps_its_hands_off_our_set
apply_expect 0 hands < <(map p1)
output=$(map p9 | KUBECTL_APPLYSET=true kubectl apply -n "$NS" --server-side --prune --applyset=configmap/lockstep-set-hands -f - 2>&1)
check_contains "$output" 'managed by tooling "lockstep" instead of "kubectl"' "what kubectl says"
check_there configmap/p1
ls_expect 0 delete hands
check_gone configmap/p1
check_parent_gone hands

case_begin the_parent_lists_exactly_what_is_there
apply_expect 0 lists < <(
    map l1
    map l2 'k: v' '' "$OTHER"
    printf -- '---\napiVersion: v1\nkind: ServiceAccount\nmetadata: {name: l3, namespace: %s}\n' "$NS"
    printf -- '---\napiVersion: networking.k8s.io/v1\nkind: NetworkPolicy\nmetadata: {name: l4, namespace: %s}\nspec: {podSelector: {}}\n' "$NS"
)
check_eq "$(note configmap/lockstep-set-lists applyset.kubernetes.io/contains-group-kinds)" \
    'ConfigMap,NetworkPolicy.networking.k8s.io,ServiceAccount' "the kinds"
check_eq "$(note configmap/lockstep-set-lists applyset.kubernetes.io/additional-namespaces)" "$OTHER" "the namespaces"
check_contains "$(note configmap/lockstep-set-lists applyset.kubernetes.io/tooling)" 'lockstep/v' "the tooling"
check_eq "$(note configmap/lockstep-set-lists lockstep.dev/holder)" '' "the holder"
check_field configmap/lockstep-set-lists .data ''
apply_expect 0 lists < <(map l1)
check_eq "$(note configmap/lockstep-set-lists applyset.kubernetes.io/contains-group-kinds)" ConfigMap "the kinds later"
check_eq "$(note configmap/lockstep-set-lists applyset.kubernetes.io/additional-namespaces)" '' "the namespaces later"
check_gone serviceaccount/l3
check_gone networkpolicy/l4
check_eq "$(kubectl -n "$OTHER" get configmap l2 --ignore-not-found)" '' "l2 in the other namespace"
ls_expect 0 delete lists

case_begin a_parent_that_somebody_deleted_is_made_anew
apply_expect 0 orphan < <(map s1; map s2)
k delete configmap lockstep-set-orphan >/dev/null
apply_expect 0 orphan < <(map s2)
check_gone configmap/s1
check_eq "$(note configmap/s2 lockstep.dev/adopted)" '' "the mark of s2"
ls_expect 0 delete orphan
check_gone configmap/s2
ls_expect 1 delete orphan
says 'there is no set orphan'

case_begin the_parents_namespace_must_exist_and_be_no_member
map n1 'k: v' '' nowhere-at-all >"$SCRATCH/n.yaml"
said=$("$LOCKSTEP" apply -f "$SCRATCH/n.yaml" --set n -n nowhere-at-all 2>&1)
check_eq $? 1 "the exit code without a namespace"
says 'nowhere-at-all'
apply_expect 1 n < <(printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: %s}\n' "$NS")
says "$NS"
check_parent_gone n

# ---- who holds it ----------------------------------------------------------------------------

case_begin objects_of_another_set_are_refused_all_of_them
apply_expect 0 first < <(map h1; map h2)
apply_expect 1 second < <(map h0; map h1 'k: mine'; map h2 'k: mine')
says 'h1'
says 'h2'
says first
check_gone configmap/h0
check_parent_gone second
check_field configmap/h1 .data.k v
again second --force-conflicts
check_eq "$code" 1 "the exit code with --force-conflicts"
check_field configmap/h1 .data.k v
ls_expect 0 delete first

case_begin members_of_a_set_that_kubectl_made_are_refused
map kc1 | KUBECTL_APPLYSET=true kubectl apply -n "$NS" --server-side --prune --applyset=configmap/theirs -f - >/dev/null 2>&1
apply_expect 1 kc < <(map kc1 'k: mine')
says kc1
says applyset-
check_field configmap/kc1 .data.k v
k delete configmap kc1 theirs >/dev/null

case_begin what_a_controller_owns_is_refused
map boss | k create -f - >/dev/null
{
    map owned 'k: theirs' | sed "s/annotations: {}/ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: boss, uid: $(field configmap/boss .metadata.uid), controller: true}]/"
} | k create -f - >/dev/null
apply_expect 1 owned < <(map o0; map owned 'k: mine')
says owned
says boss
check_gone configmap/o0
check_field configmap/owned .data.k theirs
k delete configmap boss owned --ignore-not-found >/dev/null

case_begin what_nobody_holds_is_adopted_and_marked
map a1 'k: theirs, more: theirs' | k create -f - >/dev/null
manifests adopt < <(map a1 'more: theirs'; map a2)
ls_expect 0 plan -f "$SCRATCH/adopt.yaml" --set adopt
says adopt
ls_expect 1 apply -f "$SCRATCH/adopt.yaml" --set adopt --no-adopt
says a1
check_gone configmap/a2
check_parent_gone adopt
ls_expect 0 apply -f "$SCRATCH/adopt.yaml" --set adopt
check_eq "$(note configmap/a1 lockstep.dev/adopted)" true "the mark of a1"
check_eq "$(note configmap/a2 lockstep.dev/adopted)" '' "the mark of a2"
check_eq "$(part_of configmap/a1)" "$(set_id adopt)" "the label of a1"
check_field configmap/a1 .data.k theirs
version=$(field configmap/a1 .metadata.resourceVersion)
ls_expect 0 apply -f "$SCRATCH/adopt.yaml" --set adopt
check_field configmap/a1 .metadata.resourceVersion "$version"

case_begin adopted_objects_are_released_and_may_be_adopted_again
ls_expect 0 delete adopt
check_gone configmap/a2
check_field configmap/a1 .data.k theirs
check_field configmap/a1 .metadata.labels ''
check_field configmap/a1 .metadata.annotations ''
check_parent_gone adopt
ls_expect 0 apply -f "$SCRATCH/adopt.yaml" --set adopt
check_eq "$(note configmap/a1 lockstep.dev/adopted)" true "the mark of a1"
ls_expect 0 delete adopt --delete-adopted
check_gone configmap/a1

case_begin an_adopted_object_that_leaves_the_set_is_released
map b1 'k: theirs' | k create -f - >/dev/null
apply_expect 0 leave < <(map b1 'k: theirs'; map b2)
apply_expect 0 leave < <(map b2)
check_field configmap/b1 .data.k theirs
check_eq "$(part_of configmap/b1)" '' "the label of b1"
ls_expect 0 delete leave
k delete configmap b1 >/dev/null

case_begin kept_objects_are_never_deleted
apply_expect 0 keep < <(
    map c1 'k: v' 'lockstep.dev/keep: "true"'
    map c2 'k: v' 'kots.io/keep: "true"'
    map c3
    map c4
)
k annotate configmap c3 lockstep.dev/keep=true >/dev/null # by hand, on the live object
apply_expect 0 keep < <(map c4)
check_there configmap/c1
check_there configmap/c2
check_there configmap/c3
check_eq "$(part_of configmap/c1)$(part_of configmap/c2)$(part_of configmap/c3)" '' "the labels of what is kept"
check_eq "$(note configmap/c1 lockstep.dev/keep)" true "the user's own annotation"
ls_expect 0 delete keep --delete-adopted
check_gone configmap/c4
k delete configmap c1 c2 c3 >/dev/null

case_begin a_namespace_with_a_kept_object_in_it_stays
apply_expect 0 kept-space < <(
    printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: sets-kept}\n'
    map d1 'k: v' 'lockstep.dev/keep: "true"' sets-kept
    map d2 'k: v' '' sets-kept
)
at_end+=("kubectl delete namespace sets-kept --wait=false >/dev/null 2>&1")
ls_expect 0 delete kept-space
check_eq "$(kubectl -n sets-kept get configmap d1 -o name 2>&1)" configmap/d1 "the kept object"
check_eq "$(kubectl -n sets-kept get configmap d2 -o name --ignore-not-found 2>&1)" '' "the other object"
check_eq "$(kubectl get namespace sets-kept -o 'jsonpath={.metadata.labels.applyset\.kubernetes\.io/part-of}{.status.phase}')" Active "the namespace"

case_begin a_namespace_that_left_the_set_and_not_its_objects_stays
space() { printf -- '---\napiVersion: v1\nkind: Namespace\nmetadata: {name: sets-left}\n'; }
at_end+=("kubectl delete namespace sets-left --wait=false >/dev/null 2>&1")
apply_expect 0 left < <(space; map m1 'k: v' '' sets-left)
apply_expect 0 left < <(map m1 'k: v' '' sets-left)
check_eq "$(kubectl -n sets-left get configmap m1 -o name 2>&1)" configmap/m1 "the object that stays"
check_eq "$(kubectl get namespace sets-left -o 'jsonpath={.metadata.labels.applyset\.kubernetes\.io/part-of}{.status.phase}')" Active "the namespace"
ls_expect 0 delete left
check_eq "$(kubectl -n sets-left get configmap m1 -o name --ignore-not-found 2>&1)" '' "the object at the end"

case_begin a_namespace_of_the_set_goes_when_everything_in_it_is_gone
apply_expect 0 whole < <(printf 'apiVersion: v1\nkind: Namespace\nmetadata: {name: sets-whole}\n'; map w1 'k: v' '' sets-whole)
at_end+=("kubectl delete namespace sets-whole --wait=false >/dev/null 2>&1")
ls_expect 0 delete whole --timeout 60s
check_eq "$(kubectl get namespace sets-whole -o name --ignore-not-found)" '' "the namespace at the end"

case_begin an_object_whose_label_was_removed_is_not_ours_any_more
apply_expect 0 label < <(map e1; map e2)
k label configmap e1 applyset.kubernetes.io/part-of- >/dev/null
ls_expect 0 delete label
check_there configmap/e1
check_gone configmap/e2
k delete configmap e1 >/dev/null

case_begin copies_that_controllers_make_of_our_labels_are_theirs
cat >"$SCRATCH/copies.yaml" <<END
apiVersion: v1
kind: Service
metadata: {name: plain, namespace: $NS}
spec: {selector: {app: nobody}, ports: [{port: 80}]}
---
apiVersion: v1
kind: Service
metadata: {name: manual, namespace: $NS}
spec: {ports: [{port: 80}]}
---
apiVersion: v1
kind: Endpoints
metadata: {name: manual, namespace: $NS}
subsets: [{addresses: [{ip: 10.1.2.3}], ports: [{port: 80}]}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: own, namespace: $NS, labels: {kubernetes.io/service-name: manual}}
addressType: IPv4
endpoints: [{addresses: [10.1.2.4]}]
ports: [{port: 80}]
END
ls_expect 0 apply -f "$SCRATCH/copies.yaml" --set copies --wait none
copied() { [[ -n $(part_of endpoints/plain) && $(k get endpointslices -o name | wc -l) -ge 3 ]]; }
wait_until "$LIMIT_S" copied
slices=$(k get endpointslices -o 'jsonpath={.items[*].metadata.uid}')
uid=$(field endpoints/plain .metadata.uid)
ls_expect 0 apply -f "$SCRATCH/copies.yaml" --set copies --wait none
says 'no changes'
check_field endpoints/plain .metadata.uid "$uid"
check_eq "$(k get endpointslices -o 'jsonpath={.items[*].metadata.uid}')" "$slices" "the slices"
ls_expect 0 delete copies

# ---- has it changed --------------------------------------------------------------------------

case_begin an_unchanged_set_costs_no_write
cat >"$SCRATCH/same.yaml" <<END
apiVersion: v1
kind: Secret
metadata: {name: same, namespace: $NS}
stringData: {password: hidden}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: same, namespace: $NS}
data: {k: v, empty: ""}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: same, namespace: $NS, creationTimestamp: null}
spec:
  replicas: 1
  selector: {matchLabels: {app: same}}
  template:
    metadata: {labels: {app: same}, creationTimestamp: null}
    spec:
      nodeSelector: null
      containers:
      - name: c
        image: example.com/image
        imagePullPolicy: ""
        env: [{name: EMPTY, value: ""}, {name: SET, value: x}]
        ports: [{containerPort: 80}]
        resources: {requests: {cpu: 1000m, memory: 1024Mi}}
status: {}
---
apiVersion: v1
kind: Service
metadata: {name: same, namespace: $NS}
spec: {selector: {app: same}, ports: [{port: 80}, {port: 81, name: b}]}
END
sed -i 's/{port: 80}, /{port: 80, name: a}, /' "$SCRATCH/same.yaml"
writes() {
    local verb resource sum=0
    for verb in APPLY PATCH PUT POST DELETE; do
        for resource in secrets configmaps deployments services; do
            sum=$((sum + $(request_count $verb $resource)))
        done
    done
    printf '%d\n' "$sum"
}
ls_expect 0 apply -f "$SCRATCH/same.yaml" --set same --wait none
versions() { k get secret/same configmap/same service/same -o 'jsonpath={.items[*].metadata.resourceVersion}'; }
before=$(versions)
for _ in 1 2 3; do # controllers write too: one quiet moment is enough
    count=$(writes)
    ls_expect 0 apply -f "$SCRATCH/same.yaml" --set same --wait none
    says 'no changes'
    count=$(($(writes) - count))
    ((count == 0)) && break
done
check_eq "$count" 0 "the number of writes of the second apply"
check_eq "$(versions)" "$before" "the versions"
check_field secret/same .data.password "$(printf hidden | base64)"
ls_expect 0 delete same

case_begin what_somebody_removed_is_put_back
apply_expect 0 repair < <(map f1 'k: v, gone: soon')
k patch configmap f1 --type=json -p '[{"op":"remove","path":"/data/gone"}]' >/dev/null
again repair
check_eq "$code" 0 "the exit code"
check_field configmap/f1 .data.gone soon
k patch configmap f1 --type=merge -p '{"data":{"extra":"theirs"}}' >/dev/null
again repair
says 'no changes'
check_field configmap/f1 .data.extra theirs

case_begin what_somebody_changed_is_set_back_and_named_by_field_and_owner
k patch configmap f1 --type=merge --field-manager=somebody -p '{"data":{"k":"theirs"}}' >/dev/null
again repair
check_eq "$code" 0 "the exit code: $said"
says .data.k
says somebody
says f1
check_field configmap/f1 .data.k v
check_field configmap/f1 .data.extra theirs
again repair
says 'no changes'
ls_expect 0 delete repair

case_begin an_object_is_not_adopted_over_what_others_own
map t1 'k: theirs' | k apply --server-side --field-manager=somebody -f - >/dev/null
apply take < <(map t1 'k: mine')
((code != 0)) || case_fail "a field of somebody else was taken"
says .data.k
says somebody
check_field configmap/t1 .data.k theirs
again take --force-conflicts
check_eq "$code" 0 "the exit code with --force-conflicts: $said"
check_field configmap/t1 .data.k mine
check_eq "$(note configmap/t1 lockstep.dev/adopted)" true "the mark"
ls_expect 0 delete take
check_there configmap/t1
k delete configmap t1 >/dev/null

case_begin an_immutable_field_is_named_and_replace_is_offered
apply_expect 0 replace < <(map g1 | sed 's/^data:/immutable: true\ndata:/')
uid=$(field configmap/g1 .metadata.uid)
apply replace < <(map g1 'k: new' | sed 's/^data:/immutable: true\ndata:/')
((code != 0)) || case_fail "an immutable field was changed"
says g1
says immutable
says 'lockstep.dev/replace'
check_field configmap/g1 .data.k v
apply_expect 0 replace < <(map g1 'k: new' 'lockstep.dev/replace: "true"' | sed 's/^data:/immutable: true\ndata:/')
check_field configmap/g1 .data.k new
[[ $(field configmap/g1 .metadata.uid) != "$uid" ]] || case_fail "it is the same object"
again replace
says 'no changes'
ls_expect 0 delete replace

case_begin a_finished_job_that_its_ttl_removed_is_not_made_again
cat >"$SCRATCH/job.yaml" <<END
apiVersion: batch/v1
kind: Job
metadata: {name: once, namespace: $NS, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  ttlSecondsAfterFinished: 1
  template: {spec: {restartPolicy: Never, containers: [{name: c, image: example.com/image}]}}
END
ls_expect 0 apply -f "$SCRATCH/job.yaml" --set job --timeout 60s
job_is_gone() { ! k get job once; }
wait_until "$LIMIT_S" job_is_gone
check_contains "$(note configmap/lockstep-set-job lockstep.dev/finished)" "$NS/once=v1:" "the finished Jobs"
ls_expect 0 apply -f "$SCRATCH/job.yaml" --set job
check_gone job/once
sed -i 's/name: c,/name: changed,/' "$SCRATCH/job.yaml"
ls_expect 0 apply -f "$SCRATCH/job.yaml" --set job --timeout 60s
wait_until "$LIMIT_S" job_is_gone
ls_expect 0 delete job

# ---- is it gone ------------------------------------------------------------------------------

case_begin what_left_the_set_goes_in_deletion_order_after_the_new_is_ready
apply_expect 0 prune < <(
    map i1 'k: v' 'kots.io/deletion-phase: "3"'
    map i2 'k: v' 'kots.io/deletion-phase: "-2"'
    map i3 'k: v' 'kots.io/deletion-phase: "0"'
    map i4
)
apply_expect 0 prune < <(map i4; map i5)
order=$(grep -oE 'i[0-9] (ready|gone)' <<<"$said" | tr '\n' ',')
check_contains ",$order" 'i5 ready,i2 gone,i3 gone,i1 gone,' "the order of events"
check_there configmap/i4
ls_expect 0 delete prune

case_begin a_finalizer_is_waited_for_and_named
apply_expect 0 final < <(map j1 'k: v' 'kots.io/deletion-phase: "-1"'; map j2)
k patch configmap j1 --type=merge -p '{"metadata":{"finalizers":["example.com/guard"]}}' >/dev/null
ls_expect 4 delete final --timeout 2s
says j1
says example.com/guard
check_there configmap/j2
check_there configmap/lockstep-set-final
k patch configmap j1 --type=json -p '[{"op":"remove","path":"/metadata/finalizers"}]' >/dev/null
ls_expect 0 delete final
check_gone configmap/j2
check_parent_gone final

case_begin pods_go_before_their_deployment_is_gone
cat >"$SCRATCH/pods.yaml" <<END
apiVersion: apps/v1
kind: Deployment
metadata: {name: pods, namespace: $NS}
spec:
  selector: {matchLabels: {app: pods}}
  template: {metadata: {labels: {app: pods}}, spec: {containers: [{name: c, image: example.com/image}]}}
END
ls_expect 0 apply -f "$SCRATCH/pods.yaml" --set pods --timeout 60s
ls_expect 0 delete pods --timeout 60s
check_eq "$(k get pods,replicasets -l app=pods -o name)" '' "what is left of it"

case_begin a_crd_with_instances_of_others_is_held_and_they_are_named
cat >"$SCRATCH/crd.yaml" <<END
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: gadgets.sets.example.com}
spec:
  group: sets.example.com
  names: {kind: Gadget, plural: gadgets, singular: gadget}
  scope: Namespaced
  versions:
  - name: v1
    served: true
    storage: true
    schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
---
apiVersion: sets.example.com/v1
kind: Gadget
metadata: {name: ours, namespace: $NS}
END
at_end+=("kubectl delete crd gadgets.sets.example.com --wait=false >/dev/null 2>&1")
ls_expect 0 apply -f "$SCRATCH/crd.yaml" --set crd
check_there gadget/ours
printf 'apiVersion: sets.example.com/v1\nkind: Gadget\nmetadata: {name: theirs, namespace: %s}\n' "$OTHER" | kubectl create -f - >/dev/null
ls_expect 4 delete crd
says gadgets.sets.example.com
says "Gadget $OTHER/theirs"
says --delete-instances
check_gone gadget/ours
check_ok "the CRD is there" kubectl get crd gadgets.sets.example.com
check_ok "their gadget is there" kubectl -n "$OTHER" get gadget theirs
ls_expect 0 delete crd --delete-instances
check_fails "the CRD is gone" kubectl get crd gadgets.sets.example.com
check_parent_gone crd
ls_expect 0 apply -f "$SCRATCH/crd.yaml" --set crd
ls_expect 0 delete crd
check_fails "the CRD without other instances is gone" kubectl get crd gadgets.sets.example.com

case_begin a_crd_that_left_the_set_and_not_its_objects_is_held
ls_expect 0 apply -f "$SCRATCH/crd.yaml" --set crd
awk 'BEGIN { RS = "---\n" } NR == 2' "$SCRATCH/crd.yaml" >"$SCRATCH/gadget.yaml"
ls_expect 4 apply -f "$SCRATCH/gadget.yaml" --set crd
says "Gadget $NS/ours"
check_there gadget/ours
ls_expect 0 delete crd

case_begin a_crd_that_somebody_deleted_is_no_obstacle
ls_expect 0 apply -f "$SCRATCH/crd.yaml" --set crd
kubectl delete crd gadgets.sets.example.com >/dev/null
ls_expect 0 apply -f "$SCRATCH/crd.yaml" --set crd
check_there gadget/ours
kubectl delete crd gadgets.sets.example.com >/dev/null
ls_expect 0 delete crd
check_parent_gone crd

case_begin a_set_is_deleted_by_its_files_too
apply_expect 0 files < <(map v1; map v2)
ls_expect 0 delete -f "$SCRATCH/files.yaml" # the set is named after the file
check_gone configmap/v1
check_parent_gone files

# ---- the lock --------------------------------------------------------------------------------

# NAME: a run of set lock in the background that waits at a gate; $run_pid, $SCRATCH/NAME.
gate() { map gate 'k: v' 'kots.io/wait-for-properties: ".data.go=yes"'; map after 'k: v' 'kots.io/creation-phase: "1"'; }
run_start() {
    env --default-signal=INT "$LOCKSTEP" apply -f "$SCRATCH/lock.yaml" --set lock -n "$NS" --timeout 120s \
        >"$SCRATCH/$1" 2>&1 </dev/null &
    run_pid=$!
}
holder() { note configmap/lockstep-set-lock lockstep.dev/holder; }
held() { [[ -n $(holder) ]]; }
says_it_waits() { grep -q 'another run' "$SCRATCH/$1"; }
open_gate() { k patch configmap gate --type=merge -p '{"data":{"go":"yes"}}' >/dev/null; }

case_begin of_two_runs_the_second_waits
manifests lock < <(gate)
run_start one
one=$run_pid
wait_until "$LIMIT_S" held
check_contains "$(holder)" " $one " "the holder"
check_contains "$(note configmap/lockstep-set-lock applyset.kubernetes.io/contains-group-kinds)" ConfigMap "the kinds while it runs"
run_start two
two=$run_pid
wait_until "$LIMIT_S" says_it_waits two
check_contains "$(<"$SCRATCH/two")" "process $one" "what the second says"
check_gone configmap/after
open_gate
wait "$one"
check_eq $? 0 "the exit code of the first: $(<"$SCRATCH/one")"
wait "$two"
check_eq $? 0 "the exit code of the second: $(<"$SCRATCH/two")"
check_eq "$(holder)" '' "the holder at the end"
ls_expect 0 delete lock

case_begin of_runs_that_begin_at_once_on_a_new_set_one_writes
manifests race < <(for i in {1..20}; do map "race-$i" 'k: v' "kots.io/creation-phase: \"$((i % 3))\""; done)
pids=()
for i in 1 2 3 4; do
    "$LOCKSTEP" apply -f "$SCRATCH/race.yaml" --set race --parent-namespace "$NS" >"$SCRATCH/race$i" 2>&1 </dev/null &
    pids+=($!)
done
for i in 1 2 3 4; do wait "${pids[i - 1]}" || case_fail "run $i: $(<"$SCRATCH/race$i")"; done
check_eq "$(cat "$SCRATCH"/race[1-4] | grep -c 'rolled out, 20 created')" 1 "how many created all"
check_eq "$(cat "$SCRATCH"/race[1-4] | grep -c 'no changes, 20 unchanged')" 3 "how many found all as wanted"
ls_expect 0 delete race

case_begin a_killed_holder_is_followed_at_once
run_start one
one=$run_pid
wait_until "$LIMIT_S" held
{
    kill -KILL "$one"
    wait "$one"
} 2>/dev/null
check_contains "$(holder)" " $one " "the holder that was killed"
open_gate
begin=$SECONDS
again lock --timeout 40s # less than the 45 s of a holder that might live
check_eq "$code" 0 "the exit code: $said"
((SECONDS - begin < 30)) || case_fail "it took $((SECONDS - begin)) s"
check_eq "$(holder)" '' "the holder at the end"
check_there configmap/after
ls_expect 0 delete lock

case_begin a_run_that_is_stopped_gives_the_lock_back
run_start one
wait_until "$LIMIT_S" held
kill -INT "$run_pid"
wait "$run_pid" && case_fail "a run that was stopped ended with 0"
check_eq "$(holder)" '' "the holder after Ctrl-C"
ls_expect 0 delete lock

# ---- rights ----------------------------------------------------------------------------------

case_begin a_kind_that_may_not_be_listed_is_not_pruned
kubectl apply -f - >/dev/null <<END
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: narrow, namespace: $NS}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: ["*"]}
- {apiGroups: [""], resources: [secrets], verbs: [create]}
- {apiGroups: [""], resources: [secrets], verbs: [get, patch, list, watch, delete], resourceNames: [r1, r2]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: narrow, namespace: $NS}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: narrow}
subjects: [{kind: User, name: narrow}]
END
secret() { printf -- '---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s, namespace: %s}\nstringData: {k: v}\n' "$1" "$NS"; }
apply_expect 0 rights --as narrow < <(map r0; secret r1; secret r2)
check_there secret/r1
apply_expect 0 rights --as narrow < <(map r0; secret r1)
says secrets
check_there secret/r2
apply_expect 0 rights < <(map r0; secret r1)
check_gone secret/r2
ls_expect 0 delete rights

case_begin a_holder_of_another_host_that_is_silent_for_45_s_is_followed
wait "$far_pid"
check_eq $? 0 "the exit code: $(<"$SCRATCH/far.out")"
((SECONDS - far_begin >= 45)) || case_fail "it was not waited for: $((SECONDS - far_begin)) s"
check_field configmap/far .data.k new
ls_expect 0 delete far

cases_end
