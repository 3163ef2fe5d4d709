#!/usr/bin/env bash
# Users with few rights, on `lockstep sandbox --rbac`: what is missing is said before the first write. LOCKSTEP names
# the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-rights.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG='' XDG_RUNTIME_DIR=$SCRATCH/runtime LANG=C.UTF-8 LC_ALL=C.UTF-8 TERM=xterm
unset NO_COLOR COLUMNS LINES KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
cd "$SCRATCH" || exit 1
sandbox=

leave() {
    if [[ -n $sandbox ]]; then
        disown "$sandbox"
        kill -9 "$sandbox"
    fi 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# NAME VERBS GROUP RESOURCES: a Role, in a folder of its own that the admin applies.
role() {
    cat <<END
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: $1}
rules:
- {apiGroups: ["$3"], resources: [$4], verbs: [$2]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: $1}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: $1}
subjects: [{kind: User, name: jane}]
---
END
}
there() { [[ -n $("$LOCKSTEP" get "$@" --sandbox --ignore-not-found -o name) ]]; }
absent() { ! there "$@"; }

mkdir set roles grants
cat >set/all.yaml <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
---
apiVersion: v1
kind: Secret
metadata: {name: key}
END

# FILE CN [OPTIONS...]: a key and a certificate.
certificate() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$2" -keyout "$1.key" \
        -out "$1.crt" "${@:3}" 2>/dev/null
}
certificate ca test-ca
certificate jane jane -CA ca.crt -CAkey ca.key -addext basicConstraints=CA:FALSE
certificate other jane

"$LOCKSTEP" sandbox --rbac --client-ca ca.crt --workloads off >"$SCRATCH/sandbox.out" 2>&1 &
sandbox=$!
for ((i = 0; i < 600; i++)); do
    "$LOCKSTEP" get namespaces --sandbox >/dev/null 2>&1 && break
    sleep 0.05
done

run apply -f set --sandbox --as jane
expect code_is 1
expect says 'User "jane" cannot get resource "configmaps"'
expect says "Nothing was written."
verdict a_user_without_rights_is_refused_at_the_first_read

role reader "get, list, watch" "" "configmaps, secrets" >roles/reader.yaml
run apply -f roles --sandbox
expect code_is 0
run apply -f set --sandbox --as jane
expect code_is 1
expect says "we may not create configmaps in namespace default, needed for lockstep-set-set"
expect says "we may not patch secrets in namespace default, needed for key"
expect says "Nothing was written."
expect absent configmap lockstep-set-set
expect absent configmap settings
verdict all_missing_rights_are_listed_before_the_first_write

role maps "create, patch, delete" "" "configmaps" >roles/maps.yaml
run apply -f roles --sandbox
run apply -f set --sandbox --as jane
expect code_is 1
expect says "we may not create secrets in namespace default, needed for key"
expect absent configmap settings
verdict one_missing_right_refuses_the_whole_set

run plan -f set --sandbox --as jane
expect code_is 0
expect says "this would be refused to us: we may not create secrets in namespace default"
verdict a_plan_says_it_in_a_note

role secrets "create, patch" "" "secrets" >roles/secrets.yaml
run apply -f roles --sandbox
run apply -f set --sandbox --as jane
expect code_is 0
expect there configmap settings
expect there secret key
verdict with_the_rights_it_is_applied

run delete set --sandbox --as jane
expect code_is 1
expect says "we may not delete secrets in namespace default, needed for key"
expect there configmap settings
verdict a_delete_without_the_right_removes_nothing

role granter "get, list, watch, create, patch" rbac.authorization.k8s.io "roles, rolebindings" >roles/granter.yaml
run apply -f roles --sandbox
role more "get" "" "nodes" >grants/more.yaml
run apply -f grants --sandbox --as jane --timeout 20s
expect code_is 4
expect says "attempting to grant RBAC permissions not currently held"
expect says '{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}'
expect absent role more
verdict nobody_grants_more_than_is_held

config=$(sed -n 's/^kubeconfig: //p' sandbox.out)
run get configmaps --kubeconfig "$config" --client-certificate jane.crt --client-key jane.key
expect code_is 0
expect prints settings
run get nodes --kubeconfig "$config" --client-certificate jane.crt --client-key jane.key
expect code_is 1
expect says 'User "jane" cannot list resource "nodes"'
verdict a_certificate_is_the_user_of_its_common_name

run get configmaps --kubeconfig "$config" --client-certificate other.crt --client-key other.key
expect code_is 1
verdict a_certificate_of_another_authority_is_refused

run sandbox --client-ca set/all.yaml -- true
expect code_is 1
expect says "--client-ca set/all.yaml"
run sandbox --client-ca none.crt -- true
expect code_is 1
expect says "none.crt"
verdict an_authority_that_cannot_be_read_is_named

run doctor --sandbox --as jane
expect prints "jane"
verdict the_doctor_names_the_user

cases_end
