#!/usr/bin/env bash
# `-k DIR`: a folder rendered by kustomize, or by kubectl where that is missing. The programs here are
# scripts that render what a test wants; tests/kube/test_kustomize.sh has the real one. LOCKSTEP names
# the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-kustomize.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG='' XDG_RUNTIME_DIR=$SCRATCH/runtime LANG=C.UTF-8 LC_ALL=C.UTF-8
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"
cd "$SCRATCH" || exit 1

# FOLDER PROGRAM TEXT: a program that prints its arguments on standard error, then does TEXT.
program() {
    mkdir -p "$1"
    # shellcheck disable=SC2016 # for the script that is written
    printf '#!/bin/sh\nfor word; do printf "<%%s>" "$word" >&2; done\n%s\n' "$3" >"$1/$2"
    chmod +x "$1/$2"
}
# TEXT: what prints this manifest.
# shellcheck disable=SC2016 # it is for the script
prints_map() { printf 'cat <<Y\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: %s\n%s\nY' "$1" "${2-}"; }
# FOLDERS ARGUMENTS...: the program with only these folders in PATH.
run_with() {
    local path=$1
    shift
    timeout "$TIME_MAX_S" env PATH="$path" "$LOCKSTEP" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
    take_output $?
}
prints_not() { [[ $out != *"$1"* ]]; }

mkdir -p overlays/prod
program both kustomize "$(prints_map by-kustomize)"
program both kubectl "$(prints_map by-kubectl)"
program alone kubectl "$(prints_map by-kubectl)"
ln -s "$(command -v cat)" alone/cat # nothing else is there, whatever this machine has
mkdir none

run_with "$PWD/both:/usr/bin:/bin" plan -k overlays/prod --sandbox
expect code_is 0
expect says "<build><--><overlays/prod>"
expect prints "+ ConfigMap default/by-kustomize  create"
expect prints "prod: 1 to create"
verdict kustomize_renders_and_the_folder_names_the_set

run_with "$PWD/alone" plan -k overlays/prod --set shop --sandbox
expect code_is 0
expect says "<kustomize><--><overlays/prod>"
expect prints "+ ConfigMap default/by-kubectl  create"
expect prints "shop: 1 to create"
verdict kubectl_renders_where_kustomize_is_missing

run_with "$PWD/none" plan -k overlays/prod --sandbox
expect code_is 1
expect says "-k overlays/prod needs the program kustomize or kubectl, and neither is in PATH"
expect prints_nothing
verdict neither_program

run_with "$PWD/both:/bin:/usr/bin" apply -k overlays/prod --sandbox
expect code_is 0
expect prints "prod: rolled out, 1 created, in "
verdict a_rollout

program wrong kustomize "$(prints_map wrong '  annotations: {kots.io/creation-phase: soon}')"
run_with "$PWD/wrong:/bin:/usr/bin" plan -k overlays/prod --sandbox
expect code_is 1
expect says "overlays/prod (kustomize):5: ConfigMap wrong: kots.io/creation-phase is \"soon\""
verdict a_mistake_names_the_rendered_line

program fails kustomize 'echo "no such base" >&2; exit 3'
run_with "$PWD/fails:/bin:/usr/bin" plan -k overlays/prod --sandbox
expect code_is 1
expect says "no such base"
expect says "lockstep plan: kustomize build overlays/prod: it failed with exit code 3"
verdict a_failure_is_shown

program endless kustomize 'while :; do printf "%1048576s"; done'
run_with "$PWD/endless:/bin:/usr/bin" plan -k overlays/prod --sandbox
expect code_is 1
expect says "wrote more to its standard output than the limit of "
verdict output_has_a_limit

# A signal ends it and the program it runs.
program slow kustomize 'echo $$ >pid; exec sleep 60'
env PATH="$PWD/slow:/bin:/usr/bin" "$LOCKSTEP" plan -k overlays/prod --sandbox >out 2>err </dev/null &
began=$!
until [[ -s pid ]]; do sleep 0.05; done
kill -TERM "$began"
wait "$began"
take_output $?
expect code_is 143
expect test ! -d "/proc/$(<pid)"
verdict a_signal_ends_the_program_too

run_with "$PWD/both:/bin:/usr/bin" plan -k nowhere --sandbox
expect code_is 1
expect says "nowhere is not a folder: -k names a folder that holds a kustomization.yaml"
verdict what_is_no_folder
wrong_line either_files_or_a_kustomization "either -f or -k" apply -f overlays -k overlays
wrong_line several_need_a_name "several -f need a name for the set" apply -k overlays -k overlays/prod

# delete and status take the name alone.
run_with "$PWD/none" status -k overlays/prod --server http://127.0.0.1:1
expect code_is 1
expect says "onnection refused"
expect prints_not rendering
verdict the_name_needs_no_program

cases_end
