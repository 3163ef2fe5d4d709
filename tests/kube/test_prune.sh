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

cases_end
