#!/usr/bin/env bash
# apply, delete, plan, status and list as people and scripts meet them, on `lockstep sandbox`: what
# they print where, how they end, what they refuse. LOCKSTEP names the program. The last line is
# `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
TIME_MAX_S=60 # of one run; one that takes longer hangs
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-rollout.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG='' XDG_RUNTIME_DIR=$SCRATCH/runtime LANG=C.UTF-8 LC_ALL=C.UTF-8 TERM=xterm
unset NO_COLOR COLUMNS LINES KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
cd "$SCRATCH" || exit 1
pids=()

leave() {
    local pid
    for pid in "${pids[@]+"${pids[@]}"}"; do
        disown "$pid"
        kill -9 "$pid"
    done 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# ---- cases -----------------------------------------------------------------------------------

prints_not() { [[ $out != *"$1"* ]]; }
last_line_is() { [[ ${out##*$'\n'} == "$1" ]]; }
last_line_like() { [[ ${out##*$'\n'} =~ $1 ]]; }

# NAME SENTENCE TEXT: a manifest that is refused: code 1, the sentence, nothing written.
bad_manifest() {
    printf '%b' "$3" >"$SCRATCH/bad.yaml"
    run apply -f bad.yaml --sandbox --timeout 20s
    expect code_is 1
    expect says "$2"
    verdict "$1"
    run list -o name --sandbox
    expect prints_not bad
    verdict "$1: nothing is left of it"
}

# COMMAND...: waits until it succeeds.
until_so() {
    local deadline=$((SECONDS + TIME_MAX_S))
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.05
    done
}

# ARGUMENTS...: the program in the background; its number is in $program.
begin() {
    : >"$SCRATCH/out"
    "$LOCKSTEP" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null &
    program=$!
    pids+=("$program")
}
# SIGNAL: ends it, leaves what it said and $code.
signal() {
    kill "-$1" "$program"
    wait "$program" 2>/dev/null
    take_output $?
}

# ---- manifests -------------------------------------------------------------------------------

# NAME PHASE [DATA]
config_map() {
    printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %s, annotations: {kots.io/creation-phase: "%s"}}\ndata: {x: "%s"}\n---\n' "$1" "$2" "${3-}"
}
# NAME IMAGE READY-AFTER
deployment() {
    cat <<YAML
apiVersion: apps/v1
kind: Deployment
metadata: {name: $1, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  selector: {matchLabels: {app: $1}}
  template:
    metadata: {labels: {app: $1}, annotations: {sandbox.lockstep.dev/ready-after: $3}}
    spec: {containers: [{name: main, image: $2}]}
---
YAML
}

mkdir quick
config_map first -1 >quick/first.yaml
deployment web registry.example/web:1 200ms >quick/web.yaml
config_map last 1 >quick/last.yaml

# ---- the command line ------------------------------------------------------------------------

wrong_line apply_without_manifests "which manifests? -f names" apply
wrong_line apply_with_a_word "manifests are named by -f, as in \`lockstep apply -f quick\`" apply quick
wrong_line standard_input_needs_a_name "standard input needs a name for the set: --set NAME" apply -f -
wrong_line several_files_need_a_name "several -f need a name for the set: --set NAME" apply -f quick -f quick
wrong_line a_name_that_is_none "cannot be the name of a set" apply -f quick --set Up_
wrong_line a_wait_that_is_none "--wait is annotated, all or none, not 'some'" apply -f quick --wait some
wrong_line a_time_that_is_none "--timeout: duration 'soon'" apply -f quick --timeout soon
wrong_line a_time_below_none "--phase-timeout is a time such as" apply -f quick --phase-timeout -1s
wrong_line a_dry_run_that_is_none "--dry-run is client, server or none, not 'maybe'" apply -f quick --dry-run=maybe
wrong_line a_form_that_is_none "-o is json, not 'yaml'" apply -f quick -o yaml
wrong_line a_colour_that_is_none "--color is auto, always or never" apply -f quick --color red
wrong_line two_servers "either --sandbox or --context" apply -f quick --sandbox --context x
wrong_line an_address "change between a plan and its apply. This pipe does it: curl -fsSL https://example.com/web.yaml | lockstep apply -f - --set web -n shop" apply -f https://example.com/web.yaml -n shop
wrong_line an_address_that_a_shell_would_split "curl -fsSL 'http://example.com/a?b&c' | lockstep plan -f - --set a-b-c" plan -f 'http://example.com/a?b&c'
wrong_line delete_without_a_set "which set?" delete
wrong_line delete_of_two_sets "one set at a time" delete a b
wrong_line a_set_named_twice "name the set once" delete a -f quick
wrong_line status_without_a_set "which set?" status
wrong_line a_plan_of_both "name the set once" plan --delete a -f quick
wrong_line list_takes_no_words "takes no arguments" list shop
wrong_line list_has_its_forms "-o is json or name" list -o yaml

# ---- without a running sandbox ---------------------------------------------------------------

run apply -f quick --sandbox
expect code_is 0
expect says "No sandbox runs on this machine: this one is for this command alone"
expect last_line_like '^quick: rolled out, 3 created, in [0-9.]+s$'
verdict apply_makes_a_world_for_the_call
run plan -f quick --sandbox
expect code_is 0
expect last_line_is "quick: 3 to create"
verdict plan_makes_one_too
for verb in "status quick" "delete quick" list "get pods" api-resources; do
    # shellcheck disable=SC2086 # two words
    run $verb --sandbox
    expect code_is 1
    expect says "no sandbox runs on this machine: start one with \`lockstep sandbox\`"
done
verdict the_others_say_that_there_is_none
run doctor --sandbox
expect code_is 1
expect prints "no sandbox runs on this machine"
expect prints "What to do: Run \`lockstep sandbox\` in another terminal"
expect prints_not "give another kubeconfig"
verdict the_doctor_advises_a_sandbox
run doctor --sandbox --context x
expect prints "What to do: Correct the command line."
verdict the_doctor_and_two_servers

# ---- a rollout and its repetition ------------------------------------------------------------

: >"$SCRATCH/server"
"$LOCKSTEP" sandbox >"$SCRATCH/server" 2>&1 &
pids+=($!)
until_so grep -q Ctrl-C "$SCRATCH/server" || exit 1

run apply -f quick --sandbox
expect code_is 0
expect test -z "$err"
expect prints "phase -1: ConfigMap default/first created"
expect prints "phase 0: Deployment default/web ready, created"
expect last_line_like '^quick: rolled out, 3 created, in [0-9.]+s$'
expect test -z "$(sed '$d' "$SCRATCH/out" | grep -vE '^20[0-9]{2}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z ')"
expect test "$(grep -c 'phase -1 done' "$SCRATCH/out")" = 1
order=$(grep -oE '(default/first|default/web ready|default/last)' "$SCRATCH/out" | xargs)
expect test "$order" = "default/first default/web ready default/last"
verdict a_rollout_in_a_pipe_is_a_line_an_event

run apply -f quick --sandbox
expect code_is 0
expect last_line_is "quick: no changes, 3 unchanged"
verdict the_same_again_changes_nothing

run apply -f quick --sandbox --timeout 20 --phase-timeout 20 --grace 60 --request-timeout 20
expect code_is 0
run delete nowhere --sandbox --ignore-not-found --timeout 20
expect code_is 0
verdict a_number_alone_means_seconds

# ASCII: neither the marks nor anything else is written in letters that the locale does not have.
is_ascii() { ! LC_ALL=C grep -q '[^ -~]' "$SCRATCH/out"; }
LC_ALL=C run status quick --sandbox
expect code_is 0
expect is_ascii
expect prints "+ Deployment default/web"
LC_ALL='' LC_CTYPE=POSIX run plan -f quick --sandbox
expect is_ascii
run status quick --sandbox
expect prints "✔ Deployment default/web"
verdict marks_are_ascii_without_a_utf8_locale

run plan -f quick --sandbox --exit-code
expect code_is 0
expect last_line_is "quick: no changes, 3 unchanged"
config_map last 1 other >quick/last.yaml
config_map more 1 >quick/more.yaml
run plan -f quick --sandbox --exit-code
expect code_is 3
expect prints "~ ConfigMap default/last   change"
expect prints "+ ConfigMap default/more   create"
expect last_line_is "quick: 1 to create, 1 to change, 2 unchanged"
run plan -f quick --sandbox
expect code_is 0
verdict a_plan_tells_changes_by_its_code_when_asked

run apply -f quick --sandbox --dry-run
expect code_is 0
expect prints "+ ConfigMap default/more   create"
expect last_line_is "quick: 1 to create, 1 to change, 2 unchanged"
run apply -f quick --sandbox --dry-run=server -o json
expect code_is 0
expect prints '"changes": true'
run get configmap more --sandbox
expect code_is 1
verdict a_dry_run_of_apply_is_a_plan
run delete quick --sandbox --dry-run
expect code_is 0
expect prints "- ConfigMap default/last"
expect test "$(grep -oE 'default/(first|web|last)' "$SCRATCH/out" | xargs)" = "default/last default/web default/first"
expect last_line_is "quick: 3 to delete"
run status quick --sandbox
expect code_is 0
run delete nowhere --sandbox --dry-run --ignore-not-found
expect code_is 0
expect last_line_is "no set nowhere in namespace default: nothing to delete"
verdict a_dry_run_of_delete_is_a_plan
run apply -f quick --sandbox --dry-run=none --wait none
expect code_is 0
expect last_line_like '^quick: rolled out, 1 created, 1 changed, 2 unchanged, '
rm quick/more.yaml
run apply -f quick --sandbox --wait none
expect code_is 0
verdict none_is_no_dry_run

rm quick/first.yaml
run plan -f quick --sandbox
expect prints "removal phase 1  1 object"
expect prints "- ConfigMap default/first"
run apply -f quick --sandbox
expect code_is 0
expect last_line_like '^quick: rolled out, 2 unchanged, 1 deleted, in '
expect prints "removal phase 1: ConfigMap default/first gone"
run get configmap first --sandbox
expect code_is 1
run get configmap last -o name --sandbox
expect prints configmap/last
verdict what_left_the_manifests_is_removed

# ---- status and list -------------------------------------------------------------------------

run status quick --sandbox
expect code_is 0
expect prints "Deployment default/web"
expect prints "quick  2 of 2"
run status -f quick --sandbox
expect code_is 0
verdict a_status_of_what_is_ready
run status nowhere --sandbox
expect code_is 1
expect says "there is no set nowhere in namespace default"
verdict a_status_of_what_is_not_there

run list --sandbox
expect code_is 0
expect test "$(awk 'NR == 1 { print $1, $2, $3, $4, $5 } NR == 2 { print $1, $2, $3, $4 }' "$SCRATCH/out")" = $'NAME OBJECTS KINDS HOLDER AGE\nquick 2 2 <none>'
run list --sandbox -A --no-headers
expect test "$(awk '{ print $1, $2, $3, $4 }' "$SCRATCH/out")" = "default quick 2 2"
run list --sandbox -o name
expect test "$out" = quick
run list --sandbox -n kube-system
expect code_is 0
expect says "No sets found in kube-system namespace."
verdict a_list_of_sets

# ---- json ------------------------------------------------------------------------------------

run apply -f quick --sandbox -o json --set other-name
expect code_is 1
expect says "must not be touched"
expect python3 -c '
import json, sys
values = [json.loads(line) for line in open(sys.argv[1])]
assert values[-1]["type"] == "summary" and values[-1]["result"] == "refused", values[-1]
assert values[-1]["exitCode"] == 1 and values[-1]["writes"] == 0
assert "belongs to the set default/quick" in values[-1]["error"]
' "$SCRATCH/out"
verdict an_object_of_another_set_is_refused

config_map third 2 >quick/third.yaml
run apply -f quick --sandbox -o json
expect code_is 0
expect test -z "$err"
expect python3 -c '
import json, sys
values = [json.loads(line) for line in open(sys.argv[1])]
assert all(v["time"].endswith("Z") and v["type"] in ("step", "phase", "phase-done", "object", "note", "summary") for v in values)
objects = [v for v in values if v["type"] == "object" and v["name"] == "third"]
assert objects[-1]["state"] == "ready" and objects[-1]["action"] == "create" and objects[-1]["phase"] == 2, objects
last = values[-1]
assert last["type"] == "summary" and last["set"] == "quick" and last["namespace"] == "default" and last["verb"] == "apply"
assert last["result"] == "done" and last["exitCode"] == 0 and last["counts"]["create"] == 1 and last["counts"]["same"] == 2
assert last["objects"] == last["good"] == 3 and last["tookMs"] >= 0 and last["writes"] >= 1, last
' "$SCRATCH/out"
verdict json_of_a_rollout

run plan -f quick --sandbox -o json
expect python3 -c '
import json, sys
plan = json.load(open(sys.argv[1]))
assert plan["set"] == "quick" and plan["changes"] is False and plan["counts"]["same"] == 3 and len(plan["objects"]) == 3
' "$SCRATCH/out"
run status quick --sandbox -o json
expect python3 -c '
import json, sys
status = json.load(open(sys.argv[1]))
assert status["result"] == "done" and [o["name"] for o in status["objects"]] == ["web", "last", "third"], status
' "$SCRATCH/out"
run list --sandbox -o json
expect python3 -c '
import json, sys
sets = json.load(open(sys.argv[1]))["sets"]
assert [s["set"] for s in sets] == ["quick"] and {"group": "apps", "kind": "Deployment"} in sets[0]["kinds"]
assert sets[0]["objects"] == 3
' "$SCRATCH/out"
verdict json_of_what_is_read

# ---- failure and repair ----------------------------------------------------------------------

deployment broken invalid.example/web 1s >broken.yaml
config_map after-broken 1 >>broken.yaml
run apply -f broken.yaml --sandbox --timeout 4s
expect code_is 4
expect says "Deployment default/broken"
expect says "cannot be pulled"
expect says "Nothing is undone. After fixing the cause, continue with: lockstep apply -f broken.yaml --sandbox"
expect says "To take it down: lockstep delete broken --sandbox"
expect prints_not "after-broken created"
verdict what_is_not_ready_in_time_fails_with_its_reason
run status broken --sandbox
expect [ "$code" = 3 -o "$code" = 4 ]
expect prints "cannot be pulled"
verdict status_tells_why
deployment broken registry.example/web 100ms >broken.yaml
config_map after-broken 1 >>broken.yaml
run apply -f broken.yaml --sandbox
expect code_is 0
expect last_line_like '^broken: rolled out, 1 created, 1 changed, in '
verdict once_fixed_it_goes_on
run apply -f broken.yaml --sandbox --phase-timeout 0 --wait none
expect code_is 0
verdict nothing_is_awaited_when_asked_so

printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: held, annotations: {kots.io/wait-for-properties: ".data.x=2"}}\n' >held.yaml
run apply -f held.yaml --sandbox --timeout 1
expect code_is 4
run apply -f held.yaml --sandbox --timeout 2
expect code_is 4
expect prints "phase 0: ConfigMap default/held in progress: waits for .data.x=2"
run apply -f held.yaml --sandbox --timeout 1 -o json
expect prints '"name":"held","action":"same","state":"in-progress"'
verdict what_waits_unchanged_is_printed_too
run delete held --sandbox
expect code_is 0
deployment wait registry.example/web 2s >wait.yaml
run apply -f wait.yaml --sandbox --wait none
run apply -f wait.yaml --sandbox
expect code_is 0
expect prints "phase 0: Deployment default/wait in progress: "
expect prints "phase 0: Deployment default/wait ready, unchanged"
verdict and_when_it_is_ready_too
run delete wait --sandbox

# ---- adoption --------------------------------------------------------------------------------

printf 'apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: default, labels: {team: shop}}\n' >found.yaml
run apply -f found.yaml --sandbox --no-adopt
expect code_is 1
expect says "--no-adopt"
run plan -f found.yaml --sandbox
expect prints "& ServiceAccount default/default  adopt"
run apply -f found.yaml --sandbox
expect code_is 0
expect last_line_like '^found: rolled out, 1 adopted, '
run delete found --sandbox
expect code_is 0
expect last_line_like '^found: taken down, 1 released, '
verdict what_was_there_before_is_adopted_and_let_go

# ---- stopping --------------------------------------------------------------------------------

config_map before-slow -1 >slow.yaml
deployment slow registry.example/web 3s >>slow.yaml
config_map after-slow 1 >>slow.yaml
begin apply -f slow.yaml --sandbox
until_so grep -q 'slow in progress' "$SCRATCH/out"
signal TERM
expect code_is 143
expect says "Stopped. Nothing is undone. Continue with: lockstep apply -f slow.yaml --sandbox"
expect prints_not "after-slow created"
run list --sandbox --no-headers
expect test "$(awk '$1 == "slow" { print $2, $4 }' "$SCRATCH/out")" = "<unknown> <none>"
verdict a_signal_stops_cleanly
run apply -f slow.yaml --sandbox
expect code_is 0
expect prints "after-slow created"
expect last_line_like '^slow: rolled out, 1 created, 2 unchanged, '
verdict the_same_command_finishes_it
run delete -f slow.yaml --sandbox
expect code_is 0
expect last_line_like '^slow: taken down, 3 deleted, '
verdict a_set_is_deleted_by_its_file

begin apply -f slow.yaml --sandbox
until_so grep -q 'slow in progress' "$SCRATCH/out"
signal KILL
expect code_is 137
run apply -f slow.yaml --sandbox
expect code_is 0
expect last_line_like '^slow: rolled out, '
verdict a_killed_run_is_finished_by_the_next
run delete slow --sandbox -o json
expect code_is 0
verdict a_set_is_deleted_by_its_name

run apply -f slow.yaml --set twin --sandbox --wait none
expect code_is 0
run delete -f slow.yaml --set twin --sandbox
expect code_is 0
expect last_line_like '^twin: taken down, 3 deleted, '
verdict a_set_is_deleted_by_the_flags_of_its_apply

run delete slow --sandbox
expect code_is 1
expect says "there is no set slow"
run delete slow --sandbox --ignore-not-found
expect code_is 0
expect last_line_is "no set slow in namespace default: nothing to delete"
run delete slow --sandbox --ignore-not-found -n kube-system
expect last_line_is "no set slow in namespace kube-system: nothing to delete"
run delete slow --sandbox --ignore-not-found -o json
expect code_is 0
expect prints '"type":"note","text":"no set slow in namespace default: nothing to delete"'
expect prints_not '"error"'
verdict a_set_that_is_gone

printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: stuck, finalizers: [example.com/hold]}\n' >stuck.yaml
run apply -f stuck.yaml --sandbox
run delete stuck --sandbox --timeout 2s
expect code_is 4
expect says "ConfigMap default/stuck is still there after"
expect says "finalizer example.com/hold"
run status stuck --sandbox
expect code_is 3
expect prints "finalizer example.com/hold"
verdict what_a_finalizer_holds_up_is_named

begin status quick -w --sandbox
until_so grep -q 'Deployment default/web ready' "$SCRATCH/out"
signal TERM
expect code_is 143
verdict a_watched_status_stays_until_a_signal

# ---- wait ------------------------------------------------------------------------------------

wrong_line wait_and_watch "--watch stays until Ctrl-C, --wait until all objects are ready" status quick -w --wait
wrong_line wait_without_a_set "which set?" wait
run wait quick --sandbox
expect code_is 0
expect last_line_is "quick: all 3 objects are ready"
run status -f quick --wait --sandbox -o json
expect code_is 0
expect last_line_like '"verb":"status".*"result":"done","exitCode":0.*"writes":0'
verdict a_wait_ends_when_all_is_ready
deployment never invalid.example/web 1s >never.yaml
run apply -f never.yaml --wait none --sandbox
run wait never --timeout 1s --sandbox
expect code_is 3
expect last_line_is "never: 0 of 1 objects are ready"
expect says "lockstep wait: the timeout of 1s has passed: Deployment default/never "
verdict a_wait_ends_when_its_time_is_over
run status never --wait --grace 1s --sandbox
expect code_is 4
expect says "lockstep status: Deployment default/never has failed"
verdict a_wait_ends_when_something_has_failed
begin wait never --sandbox
until_so grep -q 'in progress' "$SCRATCH/out"
signal TERM
expect code_is 143
verdict a_wait_ends_with_a_signal
run delete never --sandbox

# ---- output that goes nowhere ----------------------------------------------------------------

"$LOCKSTEP" apply -f slow.yaml --sandbox 2>"$SCRATCH/err" | head -n 1 >"$SCRATCH/out"
take_output "${PIPESTATUS[0]}"
expect code_is 141
run apply -f slow.yaml --sandbox
expect code_is 0
verdict a_reader_that_has_seen_enough_stops_it
"$LOCKSTEP" plan -f slow.yaml --sandbox >/dev/full 2>"$SCRATCH/err"
take_output $?
expect code_is 1
expect says "standard output could not be written"
verdict a_full_disk_is_an_error

# ---- a terminal ------------------------------------------------------------------------------

# [OPTIONS...] COLUMNS LINES ARGUMENTS...: runs the program on a terminal.
on_terminal() {
    local options=()
    while [[ $1 == --resize || $1 == --type ]]; do
        if [[ $1 == --type ]]; then
            options+=("$1" "$2" "$3")
            shift 3
        else
            options+=("$1" "$2")
            shift 2
        fi
    done
    local columns=$1 lines=$2
    shift 2
    : >"$SCRATCH/err"
    python3 "$HERE/terminal.py" "${options[@]+"${options[@]}"}" "$columns" "$lines" "$SCRATCH/out" "$LOCKSTEP" "$@"
    take_output $?
}
# COLUMNS: no line is wider, escape sequences left out.
fits() { (($(plain | wc -L) <= $1)); }
plain() { sed -e 's/\x1b\[[0-9;?]*[A-Za-z]//g' -e 's/\r//g' "$SCRATCH/out"; }

run delete slow --sandbox
on_terminal 60 20 apply -f slow.yaml --sandbox
expect code_is 0
expect prints $'\x1b[32m✔\x1b[0m phase -1'
expect prints $'\x1b[33m●\x1b[0m Deployment default/slow'
expect fits 60
expect test -z "$(grep -P '\x1b\[\?' "$SCRATCH/out")" # nothing that would have to be put back
expect test "$(sed -E '1s/ +[0-9]+s$//; 4s/ +[0-9]+s$//; 8s/[0-9.]+s$/TIMEs/' "$SCRATCH/out.screen")" = "slow: done  3 of 3
  ✔ phase -1  1 object
    ✔ ConfigMap default/before-slow  created
  ✔ phase 0  1 object
    ✔ Deployment default/slow  ready, created
  ✔ phase 1  1 object
    ✔ ConfigMap default/after-slow  created
slow: rolled out, 3 created, in TIMEs"
verdict a_live_tree_on_a_terminal

config_map a-name-of-about-26-letters 0 >wide.yaml
deployment slow-and-with-a-long-name-too registry.example/web 1s >>wide.yaml
on_terminal 60 20 apply -f wide.yaml --sandbox
expect code_is 0
expect fits 60
expect grep -q '✔ ConfigMap default/a-name-of-about-26-letters  created' "$SCRATCH/out.screen"
run delete wide --sandbox
verdict names_are_not_cut_where_there_is_room

run delete slow --sandbox
on_terminal --resize 30x8 100 40 apply -f slow.yaml --sandbox
expect code_is 0
expect test "$(plain | tail -n 3 | head -n 2 | wc -L)" -lt 30
expect test "$(tail -n 8 "$SCRATCH/out.screen" | head -n 1 | cut -c1-18)" = "slow: done  3 of 3"
verdict a_terminal_that_shrinks

run delete slow --sandbox
NO_COLOR=1 on_terminal 80 6 apply -f slow.yaml --sandbox
expect code_is 0
expect prints_not $'\x1b[32m'
expect prints "✔"
verdict no_color_is_heeded
on_terminal 80 24 apply -f slow.yaml --sandbox --no-progress
expect code_is 0
expect prints "slow: Reading"
expect prints_not $'\x1b['
verdict no_progress_means_lines
on_terminal 80 24 status slow --sandbox --color never
expect code_is 0
expect prints_not $'\x1b['
expect prints "✔ Deployment default/slow"
verdict a_status_on_a_terminal
TERM=dumb on_terminal 80 24 apply -f slow.yaml --sandbox
expect prints_not $'\x1b['
verdict a_dumb_terminal_gets_lines

# KEYS ARGUMENTS...: types the keys at the tree, and asks the terminal afterwards.
typed() {
    local keys=$1
    shift
    : >"$SCRATCH/err"
    # shellcheck disable=SC2016 # of the inner shell
    python3 "$HERE/terminal.py" --type 'Deployment default/slow  in progress' "$keys" 80 24 "$SCRATCH/out" \
        bash -c 'trap : INT; "$@"; code=$?; stty -a; exit $code' bash "$LOCKSTEP" "$@"
    take_output $?
}
has_echo() { grep -qE '(^| )echo ' "$SCRATCH/out"; }
run delete slow --sandbox
typed '\r\rabc\r' apply -f slow.yaml --sandbox
expect code_is 0
expect test "$(grep -c 'slow: ' "$SCRATCH/out.screen")" = 2 # the title and the last line
expect test "$(grep -c 'phase -1  1 object' "$SCRATCH/out.screen")" = 1
expect has_echo
verdict enter_does_not_move_the_tree
run delete slow --sandbox
typed '\x03' apply -f slow.yaml --sandbox
expect code_is 130
expect has_echo
run delete slow --sandbox
typed '\x1c' apply -f slow.yaml --sandbox
expect code_is 131
expect has_echo
verdict the_echo_is_back_after_signals
run delete slow --sandbox --timeout 60

run delete slow --sandbox --ignore-not-found
on_terminal --type 'Deployment default/slow  in progress' '\x03' 80 24 apply -f slow.yaml --sandbox
expect code_is 130
expect prints "Stopping after the writes in flight."
expect prints "Stopped. Nothing is undone. Continue with: lockstep apply -f slow.yaml --sandbox"
expect test "$(grep -c 'Deployment default/slow' "$SCRATCH/out.screen")" = 1
run apply -f slow.yaml --sandbox
expect code_is 0
verdict control_c_stops_and_the_same_command_goes_on
run delete slow --sandbox

# ---- standard input --------------------------------------------------------------------------

timeout "$TIME_MAX_S" "$LOCKSTEP" apply -f - --set piped --sandbox <slow.yaml >"$SCRATCH/out" 2>"$SCRATCH/err"
take_output $?
expect code_is 0
expect last_line_like '^piped: rolled out, 3 created'
run delete piped --sandbox
expect code_is 0
verdict manifests_from_standard_input

# ---- bad input -------------------------------------------------------------------------------

run apply -f nowhere.yaml --sandbox
expect code_is 1
expect says "nowhere.yaml does not exist"
verdict a_file_that_is_not_there
mkdir empty
run apply -f empty --sandbox
expect code_is 1
expect says "holds no .yaml, .yml or .json file"
verdict a_folder_without_manifests
if [[ $(id -u) != 0 ]]; then
    : >secret.yaml && chmod 0 secret.yaml
    run apply -f secret.yaml --sandbox
    expect code_is 1
    expect says "secret.yaml"
    verdict a_file_that_may_not_be_read
fi

MAP='apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bad'
bad_manifest yaml_that_is_none 'bad.yaml:4:1: ' "$MAP\n"
bad_manifest json_that_is_none 'bad.yaml:1:' '{"apiVersion": "v1" "kind": 1}'
bad_manifest no_kind 'bad.yaml:1: kind is missing' 'apiVersion: v1\nmetadata: {name: bad}\n'
bad_manifest no_version 'apiVersion is missing: write apiVersion: v1' 'kind: ConfigMap\nmetadata: {name: bad}\n'
bad_manifest no_name 'metadata.name is missing' 'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n'
bad_manifest a_misspelt_kind 'bad.yaml:2: Statefulset bad: there is no kind Statefulset in apps/v1' 'apiVersion: apps/v1\nkind: Statefulset\nmetadata: {name: bad}\n'
bad_manifest a_field_the_kind_does_not_have 'bad.yaml:4: ConfigMap ' "$MAP}\ndta: {}\n"
bad_manifest the_same_object_twice 'bad.yaml:5: ConfigMap bad: ConfigMap default/bad stands already at bad.yaml:1' "$MAP}\n---\n$MAP}\n"
bad_manifest a_phase_that_is_none 'kots.io/creation-phase is "soon"' "$MAP, annotations: {kots.io/creation-phase: soon}}\n"
bad_manifest a_phase_out_of_range 'from -9999 to 9999' "$MAP, annotations: {kots.io/creation-phase: \"10000\"}}\n"
bad_manifest an_unquoted_number 'kots.io/creation-phase: "1"' "$MAP, annotations: {kots.io/creation-phase: 1}}\n"
bad_manifest an_unquoted_boolean 'kots.io/wait-for-ready: "true"' "$MAP, annotations: {kots.io/wait-for-ready: true}}\n"
bad_manifest a_wait_with_another_word 'write kots.io/wait-for-ready: "true" or "false"' "$MAP, annotations: {kots.io/wait-for-ready: \"yes\"}}\n"
bad_manifest a_namespace_that_does_not_exist 'namespace nowhere does not exist' "$MAP, namespace: nowhere}\n"
{
    printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: big}\ndata: {x: "'
    head -c 2000000 /dev/zero | tr '\0' a
    printf '"}\n'
} >big.yaml
run apply -f big.yaml --sandbox
expect code_is 1
expect says "the limit of a Kubernetes API server"
verdict an_object_that_is_too_big
run apply -f found.yaml --sandbox --parent-namespace nowhere
expect code_is 1
expect says "namespace nowhere, in which the set is kept, does not exist"
verdict a_parent_without_its_namespace

# ---- servers ---------------------------------------------------------------------------------

run apply -f quick --server http://127.0.0.1:1 --timeout 5s
expect code_is 1
expect says "Connection refused"
verdict nobody_listens
cp "$XDG_RUNTIME_DIR"/lockstep/sandbox-*/kubeconfig config
chmod 600 config
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=other -keyout key -out crt 2>/dev/null
sed "s|certificate-authority-data: .*|certificate-authority-data: $(base64 -w0 crt)|" config >wrong
run apply -f quick --kubeconfig wrong --timeout 5s
expect code_is 1
expect says "not among the trusted authorities"
verdict a_certificate_nobody_trusts
sed 's|token: .*|token: nonsense|' config >stranger
run apply -f quick --kubeconfig stranger --timeout 5s
expect code_is 1
expect says "credentials"
verdict a_token_nobody_knows

: >"$SCRATCH/server2"
"$LOCKSTEP" sandbox --kubeconfig-out second >"$SCRATCH/server2" 2>&1 &
second=$!
pids+=("$second")
until_so grep -q Ctrl-C "$SCRATCH/server2"
begin apply -f slow.yaml --kubeconfig second --timeout 6s
until_so grep -q 'slow in progress' "$SCRATCH/out"
disown "$second"
kill -9 "$second"
wait "$program"
take_output $?
expect [ "$code" = 1 -o "$code" = 4 ]
expect says "lockstep apply: "
expect test -n "$(grep 'Connection refused' "$SCRATCH/out" "$SCRATCH/err")"
verdict a_server_that_goes_in_the_middle

# A kubeconfig that outlived its server, and two that run: the newest counts.
mkdir -m 700 "$XDG_RUNTIME_DIR/lockstep/sandbox-dead"
install -m 600 second "$XDG_RUNTIME_DIR/lockstep/sandbox-dead/kubeconfig" 2>/dev/null || cp -p config "$XDG_RUNTIME_DIR/lockstep/sandbox-dead/kubeconfig"
sed -i 's|https://127.0.0.1:[0-9]*|https://127.0.0.1:1|' "$XDG_RUNTIME_DIR/lockstep/sandbox-dead/kubeconfig"
run list --sandbox -o name
expect code_is 0
expect test -z "$err"
verdict a_sandbox_that_was_killed_is_passed_over
run sandbox -- "$LOCKSTEP" list --sandbox -o name
expect code_is 0
expect says "2 sandboxes run on this machine; this is the newest: "
expect prints_nothing
verdict of_two_sandboxes_the_newest
chmod 644 "$XDG_RUNTIME_DIR"/lockstep/sandbox-*/kubeconfig
run list --sandbox
expect code_is 1
verdict a_kubeconfig_that_others_can_read_is_none

cases_end
