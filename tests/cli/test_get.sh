#!/usr/bin/env bash
# `lockstep get -o jsonpath|custom-columns` on a sandbox: what is printed, with which code, and what
# is refused before a server is asked. LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-get-test.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG=$SCRATCH/config XDG_RUNTIME_DIR=$SCRATCH/runtime
server_pid=

leave() {
    [[ -z $server_pid ]] || { kill -9 "$server_pid" && wait "$server_pid"; } 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

is_served() { "$LOCKSTEP" get ns >/dev/null 2>&1; }
server_start() {
    "$LOCKSTEP" sandbox --workloads off --kubeconfig-out "$SCRATCH/config" >"$SCRATCH/server" 2>&1 &
    server_pid=$!
    local deadline=$((SECONDS + TIME_MAX_S))
    until is_served; do
        ((SECONDS < deadline)) && kill -0 "$server_pid" 2>/dev/null || return 1
        sleep 0.05
    done
}

# NAME CODE OUTPUT ARGUMENTS...: exactly this is printed.
gets() {
    local name=$1 wanted_code=$2 wanted=$3
    shift 3
    run get "$@"
    expect code_is "$wanted_code"
    expect test "$out" = "$wanted"
    verdict "$name"
}
# NAME SENTENCE ARGUMENTS...: code 1, nothing printed, and the sentence.
refuses() {
    local name=$1 sentence=$2
    shift 2
    run get "$@"
    expect code_is 1
    expect prints_nothing
    expect says "$sentence"
    verdict "$name"
}

# ---- before a server is asked ------------------------------------------------------------------

refuses a_template_that_is_not_closed "error parsing jsonpath {.x, unclosed action" cm -o 'jsonpath={.x'
refuses no_template "template format specified but no template given" cm -o jsonpath
refuses no_columns "custom-columns format specified but no custom columns given" cm -o custom-columns=
refuses a_column_without_path "unexpected custom-columns spec: NAME, expected" cm -o custom-columns=NAME
refuses a_column_that_is_no_path "custom-columns: A:.x[: unterminated array" cm -o 'custom-columns=A:.x['
refuses a_template_file_that_is_not_there "$SCRATCH/none" cm -o "jsonpath-file=$SCRATCH/none"
refuses a_columns_file_that_is_not_there "$SCRATCH/none" cm -o "custom-columns-file=$SCRATCH/none"
wrong_line a_form_with_nothing_to_say "not 'yaml=x'" get cm -o yaml=x

# ---- on a server ---------------------------------------------------------------------------------

cat >"$SCRATCH/objects.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: first, labels: {app: web}}
data: {a: "1", b: "x y"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: second-of-them}
data: {a: "2"}
END
case_is a_server_starts server_start
run apply -f "$SCRATCH/objects.yaml" --set s --wait none
case_is there_are_objects code_is 0

L=(-l 'applyset.kubernetes.io/part-of')
gets one_object 0 'first: 1 {"a":"1","b":"x y"}' cm first -o 'jsonpath={.metadata.name}: {.data.a} {.data}'
gets all_of_them 0 'first second-of-them' cm "${L[@]}" -o 'jsonpath={.items[*].metadata.name}'
gets two_by_name 0 'List 1 2' cm first second-of-them -o 'jsonpath={.kind} {.items[*].data.a}'
gets a_range 0 $'first=1\nsecond-of-them=2' cm "${L[@]}" -o 'jsonpath={range .items[*]}{.metadata.name}={.data.a}{"\n"}{end}'
gets a_filter 0 second-of-them cm "${L[@]}" -o 'jsonpath={.items[?(@.data.a=="2")].metadata.name}'
gets as_json 0 $'[\n    "1",\n    "2"\n]' cm "${L[@]}" -o 'jsonpath-as-json={.items[*].data.a}'
gets a_missing_key 0 '<>' cm first -o 'jsonpath=<{.nope}>'
refuses a_missing_key_that_must_be_there 'error executing jsonpath "{.nope}": nope is not found' \
    cm first -o 'jsonpath={.nope}' --allow-missing-template-keys=false
printf '{.data.b}!\n' >"$SCRATCH/template"
gets a_template_from_a_file 0 'x y!' cm first -o "jsonpath-file=$SCRATCH/template"
gets columns 0 $'NAME             A     LABEL\nfirst            1     web\nsecond-of-them   2     <none>' \
    cm "${L[@]}" -o 'custom-columns=NAME:.metadata.name,A:{.data.a},LABEL:metadata.labels.app'
gets columns_without_heading 0 $'first            map[a:1 b:x y]\nsecond-of-them   map[a:2]' \
    cm "${L[@]}" -o custom-columns=N:.metadata.name,D:.data --no-headers
printf 'NAME   A\nmetadata.name   .data.a\n' >"$SCRATCH/columns"
gets columns_from_a_file 0 $'NAME    A\nfirst   1' cm first -o "custom-columns-file=$SCRATCH/columns"
gets nothing_has_a_heading 0 NAME cm -l a=b -o custom-columns=NAME:.metadata.name
gets nothing_is_a_list_too 0 '[]' cm -l a=b -o 'jsonpath={.items}'
gets nothing_may_be_nothing 0 '' cm -l a=b -o 'jsonpath={.kind}' --ignore-not-found
gets what_is_there_is_shown_beside_what_is_not 1 first cm first nope -o 'jsonpath={.items[*].metadata.name}'
refuses one_that_is_not_there '"nope" not found' cm nope -o 'jsonpath={.kind}'

# Both forms stay and show each change; the signal ends them.
watch_starts() {
    timeout "$TIME_MAX_S" "$LOCKSTEP" get cm second-of-them -w "$@" >"$SCRATCH/watch" 2>&1 &
    watch_pid=$!
}
shows() { [[ $(cat "$SCRATCH/watch" 2>/dev/null) == "$1" ]]; }
becomes() {
    local deadline=$((SECONDS + TIME_MAX_S))
    until shows "$1"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.05
    done
}
changed() { sed "s/a: \"2\"/a: \"$1\"/" "$SCRATCH/objects.yaml" >"$SCRATCH/changed.yaml" && "$LOCKSTEP" apply -f "$SCRATCH/changed.yaml" --set s --wait none >/dev/null 2>&1; }
watch_ends() { kill "$watch_pid" && wait "$watch_pid" 2>/dev/null; }

watch_starts -o 'jsonpath={range .data.a}[{@}]{end}{"\n"}'
case_is a_watch_begins_with_what_is_there becomes '[2]'
case_is a_change_is_made changed 3
case_is a_range_works_for_each_event becomes $'[2]\n[3]'
watch_ends
watch_starts -o custom-columns=TYPE:.type,A:.object.data.a --output-watch-events
case_is columns_of_events_begin becomes $'TYPE    A\nADDED   3'
case_is another_change_is_made changed 4
case_is columns_of_events_go_on becomes $'TYPE    A\nADDED   3\nMODIFIED   4'
watch_ends

cases_end
