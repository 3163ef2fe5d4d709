#!/usr/bin/env bash
# shellcheck disable=SC2317,SC2016 # case_is calls what it is given; the table has backquotes
# The table of exit codes in docs/manual/output.md against the program: every verb has a row, every code of a row is
# produced here, and no other. LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
TIME_MAX_S=60
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-exit-codes.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG='' XDG_RUNTIME_DIR=$SCRATCH/runtime LC_ALL=C.UTF-8 TERM=xterm
unset KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
cd "$SCRATCH" || exit 1
server=

leave() {
    [[ -z $server ]] || { kill "$server" && wait "$server"; } 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# ---- the table -----------------------------------------------------------------------------------

declare -A shown=() # "VERB CODE": the words of the table
while IFS='|' read -r _ verb zero one two three four _; do
    verb=${verb//[\` ]/}
    fields=("$zero" "$one" "$two" "$three" "$four")
    for at in 0 1 2 3 4; do
        [[ -z ${fields[at]// /} ]] || shown["$verb $at"]=${fields[at]}
    done
done < <(sed -n '/^## Exit codes/,/^## /s/^| `/| `/p' "$ROOT/docs/manual/output.md")

every_verb_has_a_row() {
    local verb
    while read -r verb; do
        [[ -n ${shown["$verb 0"]-} ]] || { out="no row for $verb" && return 1; }
    done < <("$LOCKSTEP" help --format markdown | sed -n 's/^## lockstep //p')
}

# ---- what produces each --------------------------------------------------------------------------

printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: calm}\n' >calm.yaml
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: held, finalizers: [example.com/held]}\n' >held.yaml
printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: new}\n' >new.yaml
printf 'apiVersion: v1\nkind: Nothing\nmetadata: {name: no}\n' >no.yaml
cat >again.yaml <<'END'
apiVersion: batch/v1
kind: Job
metadata: {name: again, annotations: {kots.io/creation-phase: "1"}}
spec:
  ttlSecondsAfterFinished: 1
  template: {spec: {restartPolicy: Never, containers: [{name: main, image: registry.example/main}]}}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: waited, annotations: {kots.io/wait-for-ready: "true"}}
END
for name in slow broken; do
    cat >$name.yaml <<END
apiVersion: apps/v1
kind: Deployment
metadata: {name: $name}
spec:
  progressDeadlineSeconds: 1
  selector: {matchLabels: {app: $name}}
  template:
    metadata: {labels: {app: $name}, annotations: {sandbox.lockstep.dev/never-ready: "true"}}
    spec: {containers: [{name: main, image: registry.example/main}]}
END
done
sed -i '/progressDeadline/d' slow.yaml

printf 'apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nstatus: {conditions: [{type: Failed, status: "True"}]}\n' >failed.yaml

# VERB CODE ARGUMENTS, in order: a set is looked at before it is deleted.
rows() {
    cat <<'END'
apply 0 apply -f calm.yaml --record calm.rec --sandbox
replay 0 replay calm.rec
replay 1 replay calm.yaml
replay 2 replay
apply 4 apply -f broken.yaml --timeout 20s --sandbox
apply 1 apply -f no.yaml --sandbox
apply 2 apply
plan 0 plan -f calm.yaml --exit-code --sandbox
plan 1 plan -f no.yaml --sandbox
plan 2 plan --nothing
plan 3 plan -f new.yaml --exit-code --sandbox
rehearse 0 rehearse -f calm.yaml
rehearse 1 rehearse -f none.yaml
rehearse 2 rehearse
rehearse 3 rehearse -f again.yaml
rehearse 4 rehearse -f held.yaml
status 0 status calm --sandbox
status 1 status nobody --sandbox
status 2 status
status 3 status slow --sandbox
status 4 status broken --sandbox
wait 0 wait calm --sandbox
wait 1 wait nobody --sandbox
wait 2 wait
wait 3 wait slow --timeout 1s --sandbox
wait 4 wait broken --sandbox
list 0 list --sandbox
list 1 list --kubeconfig none
list 2 list shop
health 0 health -f calm.yaml
health 1 health -f none.yaml
health 2 health
health 3 health -f slow.yaml
health 4 health -f failed.yaml
get 0 get nodes --sandbox
get 1 get node none --sandbox
get 2 get
eval 0 eval --cel false
eval 1 eval --cel nobody
eval 2 eval
api-resources 0 api-resources --sandbox
api-resources 1 api-resources --kubeconfig none
api-resources 2 api-resources --nothing
doctor 0 doctor --sandbox
doctor 1 doctor --kubeconfig none
doctor 2 doctor --nothing
sandbox 1 sandbox --kubeconfig-out /none/at/all -- true
sandbox 2 sandbox --port 70000
completion 0 completion bash
completion 2 completion none
version 0 version
version 2 version --nothing
help 0 help apply
help 2 help nothing
delete 4 delete held --timeout 1s --sandbox
delete 0 delete calm --sandbox
delete 1 delete nobody --sandbox
delete 2 delete
END
}

"$LOCKSTEP" sandbox >server.log 2>&1 &
server=$!
deadline=$((SECONDS + TIME_MAX_S))
until grep -q Ctrl-C server.log || ((SECONDS > deadline)); do sleep 0.02; done
run apply -f held.yaml --sandbox
case_is a_set_that_a_finalizer_holds code_is 0
run apply -f slow.yaml --wait none --sandbox
case_is a_set_that_is_never_ready code_is 0

# ---- one against the other -------------------------------------------------------------------------

case_is every_verb_has_a_row every_verb_has_a_row
declare -A tested=(["sandbox 0"]=yes) # by the end of the server, below
while read -r verb want arguments; do
    tested["$verb $want"]=yes
    # shellcheck disable=SC2086 # words
    run $arguments
    expect code_is "$want"
    expect test -n "${shown["$verb $want"]-}"
    verdict "${verb}_ends_with_$want"
done < <(rows)
for key in "${!shown[@]}"; do
    case_is "the_table_is_tested: $key" test "${tested[$key]-}" = yes
done
kill "$server"
wait "$server"
code=$?
server=
case_is sandbox_ends_with_0 code_is 0
run sandbox -- sh -c 'exit 7'
case_is a_command_of_the_sandbox_keeps_its_code code_is 7
cases_end
