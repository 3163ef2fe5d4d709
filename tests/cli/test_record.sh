#!/usr/bin/env bash
# --record of apply and delete, and `lockstep replay`, on `lockstep sandbox`: what is kept, what is never kept, what is
# left of a killed run, and what replay says about files that are no records. LOCKSTEP names the program. The last line is
# `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
TIME_MAX_S=60 # of one run; one that takes longer hangs
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-record.XXXXXX")
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

# ---- checks ----------------------------------------------------------------------------------

# COMMAND...: waits until it succeeds.
until_so() {
    local deadline=$((SECONDS + TIME_MAX_S))
    until "$@"; do
        ((SECONDS < deadline)) || return 1
        sleep 0.05
    done
}
prints_not() { [[ $out != *"$1"* ]]; }
# TEXT...: in none of the texts that leave the program, nor in the record.
nowhere() {
    local text
    for text; do
        ! grep -qF -- "$text" "$SCRATCH/out" "$SCRATCH/err" "$record" || { out="$text is in $(grep -lF -- "$text" out err "$record")" && return 1; }
    done
}
mode_is() { [[ $(stat -c %a "$1") == "$2" ]]; }
# FILE EXPRESSION: what Python says of the entries.
entries() { python3 -c "import json, sys; e = [json.loads(l) for l in open(sys.argv[1])]; sys.exit(not ($2))" "$1"; }

# ---- manifests -------------------------------------------------------------------------------

CANARY=canary-4f1d8a-horse
ENCODED=$(printf %s "$CANARY-data" | base64 -w0)
# NAME ANNOTATIONS...: of the pods of its Deployment
set_make() {
    cat >"$1.yaml" <<YAML
apiVersion: v1
kind: Secret
metadata:
  name: $1
  annotations:
    kots.io/creation-phase: "-1"
    example.com/copy: '{"kind":"Secret","stringData":{"password":"$CANARY-copy"}}'
stringData: {password: $CANARY-string}
data: {key: $ENCODED}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: $1, annotations: {kots.io/creation-phase: "-1"}}
data: {repeated: "x-$CANARY-string-x", url: "https://u:$CANARY-url@host", api-token: $CANARY-map, plain: seen}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: $1, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  selector: {matchLabels: {app: $1}}
  template:
    metadata: {labels: {app: $1}, annotations: {$2}}
    spec:
      containers:
        - name: main
          image: registry.example/web:1
          env: [{name: DB_PASSWORD, value: $CANARY-env}]
YAML
}
set_make good 'sandbox.lockstep.dev/ready-after: 100ms'
set_make broken 'sandbox.lockstep.dev/fail: crash'
set_make slow 'sandbox.lockstep.dev/never-ready: "true"'

"$LOCKSTEP" sandbox --kubeconfig-out "$SCRATCH/kubeconfig" >"$SCRATCH/sandbox.log" 2>&1 &
pids+=("$!")
until_so grep -q Ctrl-C "$SCRATCH/sandbox.log" || exit 1
export KUBECONFIG=$SCRATCH/kubeconfig
TOKEN=$(sed -n 's/^ *token: *"\{0,1\}\([^"]*\)"\{0,1\}$/\1/p' "$KUBECONFIG")

# ---- a rollout -------------------------------------------------------------------------------

record=$SCRATCH/good.rec
run apply -f good.yaml --record "$record"
expect code_is 0
expect mode_is "$record" 600
expect entries "$record" 'e[0]["lockstep"] == "record" and e[0]["version"] == 1 and e[0]["set"] == "good" and e[0]["goal"] == "rollout"'
expect entries "$record" 'e[-1]["type"] == "result" and e[-1]["result"] == "done" and e[-1]["leftOut"] == {}'
expect entries "$record" 'any(x["type"] == "server" and x["version"].startswith("v1.") for x in e[1:])'
expect entries "$record" '[x["at"] for x in e[1:]] == sorted(x["at"] for x in e[1:])'
verdict a_rollout_is_recorded
case_is the_sandbox_has_a_token test -n "$TOKEN"
expect nowhere "$CANARY" "$ENCODED" "$TOKEN" "$SCRATCH" Bearer
verdict nothing_secret_is_kept
expect grep -q '"plain":"seen"' "$record"
expect grep -q '"repeated":"x-\*\*\*[0-9]*-x"' "$record"
expect grep -q '"example.com/copy":"\*\*\*"' "$record"
expect entries "$record" 'len({x["body"]["data"]["password"] for x in e[1:] if x["type"] in ("request", "reply") and x.get("body", {}).get("kind") == "Secret"}) == 1'
verdict what_is_masked_keeps_its_number
expect entries "$record" 'all(any(y["type"] == "reply" and y["request"] == x["request"] for y in e[1:]) for x in e[1:] if x["type"] == "request" and x["method"] != "GET")'
expect entries "$record" 'any(x["type"] == "decision" and any(i.get("kind") == "Secret" and i["intent"] == "write" for i in x.get("intents", [])) for x in e[1:])'
expect entries "$record" 'any(x["type"] == "decision" and x.get("waitsFor", {}).get("kind") == "Deployment" and x["waitsFor"]["reason"] for x in e[1:])'
expect entries "$record" '[x["number"] for x in e[1:] if x["type"] == "decision"] == list(range(1, 1 + sum(x["type"] == "decision" for x in e[1:])))'
verdict requests_and_decisions_are_there

run apply -f good.yaml --record "$record"
expect code_is 1
expect says "--record: $record exists: a record is never written over another file"
expect entries "$record" 'e[-1]["type"] == "result"'
verdict a_file_that_exists_is_not_overwritten
run apply -f good.yaml --record "$SCRATCH/none/x.rec"
expect code_is 1
expect says "--record: $SCRATCH/none/x.rec: No such file or directory"
verdict a_folder_that_does_not_exist
ln -s "$SCRATCH/elsewhere" "$SCRATCH/link.rec"
run apply -f good.yaml --record "$SCRATCH/link.rec"
expect code_is 1
expect test ! -e "$SCRATCH/elsewhere"
verdict a_link_is_not_followed

# ---- replay ----------------------------------------------------------------------------------

run replay "$record"
expect code_is 0
expect prints "apply of set good in namespace default, "
expect prints "flags: --filename --record"
expect prints "intent    write Secret default/good (create)"
expect prints "answered  PATCH secrets default/good: 201, version "
expect prints "waits     for Deployment default/good, in progress: "
expect prints "end       done: all is as wanted"
expect prints "done, exit code 0, "
verdict replay_tells_what_was_decided_and_why
run replay "$record" -o json
expect code_is 0
cp out replay.jsonl
expect entries replay.jsonl '"header" in e[0] and "result" in e[-1] and all("decision" in x and "seen" in x for x in e[1:-1])'
verdict replay_for_programs
run replay "$record" --object secret/good
expect prints "PATCH secrets default/good"
expect prints_not "PATCH deployments"
expect prints_not "event     ADDED Deployment"
verdict replay_of_one_object
run replay "$record" --from 1h
expect code_is 0
expect prints_not "Decision"
verdict replay_from_a_time
run replay "$record" --to 0.001s
expect prints_not "end       done"
verdict replay_up_to_a_time
run replay "$record" --scenario
expect code_is 0
expect prints "- apply: recorded"
expect prints "kind: Deployment"
expect nowhere "$CANARY" "$ENCODED"
verdict replay_as_a_scenario
wrong_line replay_of_nothing "which record?" replay
wrong_line replay_of_two "one record at a time" replay a b
run replay "$record" --step
expect code_is 1
expect says "--step waits for Enter, and standard input is no terminal"
verdict replay_step_needs_a_terminal
wrong_line replay_step_is_for_people "--step is for people" replay "$record" --step -o json
wrong_line replay_of_an_object_that_is_none "--object is KIND/NAME" replay "$record" --object web
wrong_line replay_of_a_time_that_is_none "--from: duration 'soon'" replay "$record" --from soon

# One Enter shows one decision more; q ends.
step_by_step() {
    timeout "$TIME_MAX_S" python3 - "$LOCKSTEP" "$record" <<'PY'
import os, pty, sys
pid, fd = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], ["lockstep", "replay", sys.argv[2], "--step"])
text = b""
def read_until(part, count):
    global text
    while text.count(part) < count:
        text += os.read(fd, 4096)
prompt = b"q: end -- "
read_until(prompt, 1)
assert text.count(b"Decision ") == 1, text
os.write(fd, b"\n")
read_until(prompt, 2)
assert text.count(b"Decision ") == 2, text
os.write(fd, b"q\n")
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
}
case_is replay_step_by_step step_by_step

# ---- files that are no records, or broken ----------------------------------------------------

# NAME SENTENCE: replay of the file x.rec is refused so.
refused() {
    run replay x.rec
    expect code_is 1
    expect says "lockstep replay: $2"
    verdict "$1"
}
: >x.rec
refused an_empty_file "x.rec is no record of lockstep: it has not one complete line"
cp good.yaml x.rec
refused a_manifest "x.rec is no record of lockstep: its first line is no JSON"
echo '{"kind":"List"}' >x.rec
refused other_json "x.rec:1: is no record of lockstep: those are made by"
sed '1s/"version":1/"version":2/' "$record" >x.rec
refused a_newer_version "x.rec:1: is a record of version 2, this program reads version 1: use a newer lockstep"
sed '1s/"set":"good",//' "$record" >x.rec
refused a_header_without_a_set "x.rec:1: \`set\` of the header should be a string, it is missing"
sed '7s/.*/{"at":1,"type":"request"/' "$record" >x.rec
refused a_broken_line "x.rec:7: "
sed '2s/"type":"manifest"/"type":"wish"/' "$record" >x.rec
refused a_type_that_is_none "x.rec:2: 'wish' is no type of entry"
sed '9s/"at":[0-9]*/"at":0/' "$record" >x.rec
refused time_that_goes_back "x.rec:9: \`at\` should be milliseconds that never go back"
{ cat "$record"; sed -n 2p "$record" | sed 's/"at":[0-9]*/"at":99999999/'; } >x.rec
refused an_entry_after_the_end "x.rec:$(wc -l <x.rec): comes after the result"
run replay none.rec
expect code_is 1
expect says "none.rec"
verdict a_file_that_is_not_there

head -c -20 "$record" >x.rec
run replay x.rec
expect code_is 0
expect says "The record has no result: the process was killed, or is still running. Its last line is torn."
expect prints "Decision 4"
verdict a_torn_last_line_is_passed_over

# ---- failures --------------------------------------------------------------------------------

record=$SCRATCH/broken.rec
run apply -f broken.yaml --record "$record" --grace 1s --timeout 50s
expect code_is 4
expect entries "$record" 'e[-1]["result"] == "failed" and e[-1]["exitCode"] == 4 and "Deployment" in e[-1]["error"]'
expect entries "$record" 'any(x["type"] == "decision" and x.get("end") == "failed" and x["because"] == "an object has failed" and x["waitsFor"]["name"] == "broken" for x in e[1:])'
expect nowhere "$CANARY" "$ENCODED" "$TOKEN"
expect says "lockstep apply -f broken.yaml"
expect test "${err/--record/}" = "$err"
verdict a_failing_gate_is_recorded_with_its_reason

record=$SCRATCH/slow.rec
"$LOCKSTEP" apply -f slow.yaml --record "$record" >out 2>err </dev/null &
program=$!
pids+=("$program")
expect until_so grep -qs 'is not ready' "$record"
kill -9 "$program"
wait "$program" 2>/dev/null
expect entries "$record" 'all(x["type"] != "result" for x in e[1:])'
expect nowhere "$CANARY" "$ENCODED" "$TOKEN"
run replay "$record"
expect code_is 0
expect says "The record has no result: the process was killed, or is still running."
expect prints "waits     for Deployment default/slow, in progress: "
verdict a_killed_run_leaves_what_came_before

record=$SCRATCH/full.rec
(trap '' XFSZ && ulimit -f 8 && exec timeout "$TIME_MAX_S" "$LOCKSTEP" delete good --record "$record" >out 2>err </dev/null)
take_output $?
expect code_is 0
expect says "note: the record $record is not complete: File too large"
expect prints "good: "
verdict a_full_disk_ends_the_record_and_not_the_run

# ---- delete, and what fails before it begins ---------------------------------------------------

record=$SCRATCH/delete.rec
run delete slow --record "$record" --timeout 50s
expect code_is 0
expect entries "$record" 'e[0]["verb"] == "delete" and e[0]["goal"] == "teardown" and e[-1]["result"] == "done"'
expect entries "$record" 'any(x["type"] == "decision" and any(i["intent"] == "remove" and i["kind"] == "Deployment" for i in x.get("intents", [])) for x in e[1:])'
expect nowhere "$CANARY-copy" "$CANARY-data" "$CANARY-url" "$CANARY-map" "$CANARY-env" "$ENCODED" "$TOKEN"
verdict a_teardown_is_recorded
record=$SCRATCH/absent.rec
run delete none --record "$record"
expect code_is 1
expect entries "$record" 'e[-1]["result"] == "refused" and "none" in e[-1]["error"]'
verdict a_refusal_is_recorded
record=$SCRATCH/unreachable.rec
run apply -f good.yaml --record "$record" --kubeconfig "$SCRATCH/none"
expect code_is 1
expect entries "$record" 'len(e) == 2 and e[-1]["result"] == "error" and e[-1]["error"]'
verdict a_connection_that_fails_is_recorded
record=$SCRATCH/token.rec
run apply -f good.yaml --record "$record" --token "$CANARY-token" --timeout 5s
expect nowhere "$CANARY"
expect grep -q '"--token"' "$record"
verdict a_token_of_the_command_line_is_not_kept

cases_end
