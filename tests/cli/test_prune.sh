#!/usr/bin/env bash
# Names that are taken from folders and what would be deleted under them, as people and scripts meet
# it, on `lockstep sandbox`. LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-prune.XXXXXX")
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

# NAME...: ConfigMaps.
maps() { printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s}\n---\n' "$@"; }
# [OPTIONS...] ARGUMENTS...: runs the program on a terminal; $out is what a person sees.
on_terminal() {
    : >"$SCRATCH/err"
    python3 "$HERE/terminal.py" --type "$1" "$2" 200 40 "$SCRATCH/out" "$LOCKSTEP" "${@:3}"
    local ended=$?
    mv "$SCRATCH/out.screen" "$SCRATCH/out"
    take_output "$ended"
}
there() { [[ $("$LOCKSTEP" get configmap "$1" --sandbox --ignore-not-found -o name) == "configmap/$1" ]]; }
absent() { ! there "$1"; }

mkdir -p a/k8s b/k8s
maps a1 a2 a3 >a/k8s/all.yaml
maps b1 >b/k8s/all.yaml
mkdir a/.git
printf '[remote "origin"]\n\turl = https://me:secret@git.example/a.git\n' >a/.git/config

wrong_line both_ways_at_once "either --allow-prune or --no-prune" apply -f a/k8s --allow-prune --no-prune

"$LOCKSTEP" sandbox --workloads off >"$SCRATCH/sandbox.out" 2>&1 &
sandbox=$!
for ((i = 0; i < 600; i++)); do
    "$LOCKSTEP" get namespaces --sandbox >/dev/null 2>&1 && break
    sleep 0.05
done

run apply -f a/k8s --sandbox
expect code_is 0
verdict an_application_is_applied_under_the_name_of_its_folder

run list -o json --sandbox
expect prints '"origin": "https://git.example/a.git//k8s"'
verdict a_list_for_programs_says_where_a_set_came_from

run apply -f b/k8s --sandbox
expect code_is 1
expect says "3 of the 3 objects of set k8s are not in these manifests and would be deleted: ConfigMap default/a1, ConfigMap default/a2, ConfigMap default/a3"
expect says "it was applied from https://git.example/a.git//k8s before, and this is $(realpath b/k8s)"
expect says "--set NAME. --allow-prune deletes the objects, --no-prune leaves them. Nothing was written"
expect there a1
expect absent b1
verdict another_application_of_the_same_folder_name_is_refused

run plan -f b/k8s --sandbox
expect code_is 1
expect prints "- ConfigMap default/a1"
expect says "would be deleted"
verdict a_plan_shows_it_and_is_refused_alike

run plan -f b/k8s --sandbox -o json
expect code_is 1
expect prints '"refusal": "3 of the 3 objects'
verdict a_plan_for_programs_says_so

on_terminal 'Type yes: ' 'no\n' apply -f b/k8s --sandbox
expect code_is 1
expect prints "not confirmed; nothing was written"
expect there a1
verdict on_a_terminal_it_is_asked_and_no_means_no

on_terminal 'Type yes: ' '\x03' apply -f b/k8s --sandbox
expect code_is 130
expect there a1
verdict a_signal_is_no_yes

run apply -f b/k8s --sandbox --no-prune
expect code_is 0
expect prints "3 objects of the set are not in the manifests any more and stay in the set (--no-prune): ConfigMap default/a1"
expect there a1
expect there b1
run status k8s --sandbox
expect says "the last apply did not prune (--no-prune): 3 objects of the set were not in its manifests"
verdict without_pruning_they_stay_and_status_says_so

on_terminal 'Type yes: ' 'yes\n' apply -f b/k8s --sandbox
expect code_is 0
expect prints "1 unchanged, 3 deleted"
expect absent a1
verdict yes_deletes_them

run apply -f a/k8s --sandbox --allow-prune
expect code_is 0
expect prints "set k8s was applied from"
expect absent b1
verdict with_leave_they_are_deleted

cp -r a moved
mkdir -p elsewhere && mv moved elsewhere/a && rm -r elsewhere/a/.git
run apply -f elsewhere/a/k8s --sandbox -o json
expect code_is 0
expect prints "set k8s was applied from https://git.example/a.git//k8s before"
expect prints '"writes":0'
verdict another_origin_alone_is_noted_and_written_nowhere

run apply -f b/k8s --sandbox --set other
expect code_is 0
expect there a1
verdict a_name_of_its_own_keeps_both

cases_end
