#!/usr/bin/env bash
# --record and replay on a real server: a rollout with Secrets, a server that quotes what it was sent, a gate that stays
# shut, a kill in the middle. Nothing of a Secret, a token or the kubeconfig is in the record or in what is printed.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=recording
CANARY=canary-8c2e71-staple
LIMIT_S=60 # for what needs controllers

code=   # of the last lockstep, and ...
said=   # ... what it said, both streams
record= # its record

# NAME ARGUMENTS...: lockstep with the record NAME.rec.
recorded() {
    record=$SCRATCH/$1.rec
    shift
    said=$("$LOCKSTEP" "$@" -n "$NS" --record "$record" </dev/null 2>&1)
    code=$?
}
# CODE NAME ARGUMENTS...
recorded_expect() {
    local want=$1
    shift
    recorded "$@"
    ((code == want)) || case_fail "lockstep ${*:2} ends with $code, not $want: $said"
}
# EXPRESSION: holds of the entries of the record, e.
entries() {
    python3 -c 'import json, sys
e = [json.loads(line) for line in open(sys.argv[1])]
sys.exit(not eval(sys.argv[2]))' "$record" "$1" || case_fail "not so of $record: $1"
}
# TEXT...: neither recorded nor printed.
nowhere() {
    local text
    for text; do
        ! grep -qF -- "$text" "$record" || case_fail "$text is in the record: $(grep -F -- "$text" "$record" | head -c 400)"
        [[ $said != *"$text"* ]] || case_fail "$text is printed: $said"
    done
}
replayed() { said=$("$LOCKSTEP" replay "$record" 2>&1); }
k() { kubectl -n "$NS" "$@"; }
# Every value of the kubeconfig that gives access.
kubeconfig_secrets() { sed -n 's/^ *\(token\|client-key-data\|client-certificate-data\|password\): *//p' "$KUBECONFIG"; }

namespace_make "$NS"
ENCODED=$(printf %s "$CANARY-data" | base64 -w0)
mapfile -t credentials < <(kubeconfig_secrets)

# ---- a rollout -------------------------------------------------------------------------------

cat >"$SCRATCH/shop.yaml" <<END
apiVersion: v1
kind: Secret
metadata: {name: db, annotations: {kots.io/creation-phase: "-1"}}
stringData: {password: $CANARY-string}
data: {key: $ENCODED}
---
apiVersion: v1
kind: Secret
metadata: {name: adopted, annotations: {kots.io/creation-phase: "-1"}}
stringData: {old: $CANARY-adopted}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: main, image: "registry.example/main:1", env: [{name: API_TOKEN, value: $CANARY-env}]}]}
END
k apply -f - >/dev/null <<END
{apiVersion: v1, kind: Secret, metadata: {name: adopted}, stringData: {old: $CANARY-adopted}}
END

case_begin a_rollout_is_recorded_without_its_secrets
((${#credentials[@]} > 0)) || case_fail "the kubeconfig has no credentials to search for"
recorded_expect 0 shop apply -f "$SCRATCH/shop.yaml" --timeout "${LIMIT_S}s"
nowhere "$CANARY" "$ENCODED" "$(printf %s "$CANARY-string" | base64 -w0)" "$(printf %s "$CANARY-adopted" | base64 -w0)" \
    "${credentials[@]}" "$SCRATCH"
entries "any(x.get('type') == 'server' and x['version'].startswith('v1.') for x in e)"
entries "e[-1]['result'] == 'done' and e[-1]['leftOut'] == {}"
entries "any(x.get('type') == 'decision' and x.get('waitsFor', {}).get('kind') == 'Deployment' and x['waitsFor']['reason'] for x in e)"
check_eq "$(stat -c %a "$record")" 600 "the mode of the record"

case_begin a_copy_in_an_annotation_of_kubectl_is_masked
check_contains "$(k get secret adopted -o jsonpath='{.metadata.annotations}')" "$CANARY-adopted" "what kubectl left"
check_ok "the annotation is in the record" grep -q '"kubectl.kubernetes.io/last-applied-configuration":"\*\*\*"' "$record"

case_begin replay_tells_the_rollout
replayed
check_contains "$said" "intent    write Secret $NS/db (create)" "the replay"
check_contains "$said" "answered  PATCH secrets $NS/db: 201, version " "the replay"
check_contains "$said" "intent    write Secret $NS/adopted (adopt)" "the replay"
check_contains "$said" "end       done: all is as wanted" "the replay"
nowhere "$CANARY"

# ---- a server that quotes what it was sent ---------------------------------------------------------

case_begin what_a_server_quotes_is_masked
cat >"$SCRATCH/quoted.yaml" <<END
apiVersion: v1
kind: Secret
metadata: {name: quoted}
stringData: {password: $CANARY-quoted}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: quoted, annotations: {kots.io/creation-phase: "1"}, labels: {bad: "$CANARY-quoted/is/no/label"}}
END
recorded quoted apply -f "$SCRATCH/quoted.yaml" --timeout "${LIMIT_S}s"
((code != 0)) || case_fail "a bad label was taken"
! grep -qF "$CANARY-quoted" "$record" || case_fail "in the record: $(grep -F "$CANARY-quoted" "$record" | head -c 400)"
entries "'***' in e[-1]['error']"

# ---- a gate that stays shut ------------------------------------------------------------------------

cat >"$SCRATCH/stuck.yaml" <<END
apiVersion: v1
kind: Secret
metadata: {name: stuck, annotations: {kots.io/creation-phase: "-1"}}
stringData: {password: $CANARY-string}
---
apiVersion: batch/v1
kind: Job
metadata: {name: stuck, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  backoffLimit: 0
  template:
    metadata: {annotations: {sandbox.lockstep.dev/fail: crash}}
    spec: {restartPolicy: Never, containers: [{name: main, image: "registry.example/main:1"}]}
END
case_begin a_gate_that_fails_is_recorded_with_its_reason
recorded_expect 4 stuck apply -f "$SCRATCH/stuck.yaml" --timeout "${LIMIT_S}s"
nowhere "$CANARY" "${credentials[@]}"
entries "e[-1]['result'] == 'failed' and 'Job' in e[-1]['error']"
entries "any(x.get('end') == 'failed' and x['because'] == 'an object has failed' and x['waitsFor']['name'] == 'stuck' and x['waitsFor']['reason'] for x in e)"
replayed
check_contains "$said" "end       failed: an object has failed" "the replay"

# ---- a kill in the middle --------------------------------------------------------------------------

cat >"$SCRATCH/killed.yaml" <<END
apiVersion: v1
kind: Secret
metadata: {name: killed, annotations: {kots.io/creation-phase: "-1"}}
stringData: {password: $CANARY-string}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: killed, annotations: {kots.io/wait-for-ready: "true"}}
spec:
  selector: {matchLabels: {app: killed}}
  template:
    metadata: {labels: {app: killed}, annotations: {sandbox.lockstep.dev/never-ready: "true"}}
    spec: {containers: [{name: main, image: "registry.example/main:1"}]}
END
case_begin a_killed_run_leaves_what_came_before
record=$SCRATCH/killed.rec
"$LOCKSTEP" apply -f "$SCRATCH/killed.yaml" -n "$NS" --record "$record" >"$SCRATCH/killed.out" 2>&1 </dev/null &
pid=$!
wait_until "$LIMIT_S" grep -q '"state":"Waiting".*"reason":"0 of 1 pod' "$record"
kill -9 "$pid"
wait "$pid" 2>/dev/null
said=$(cat "$SCRATCH/killed.out")
nowhere "$CANARY" "${credentials[@]}"
replayed
check_contains "$said" "The record has no result: the process was killed, or is still running." "the replay"
check_contains "$said" "waits     for Deployment $NS/killed, in progress: 0 of 1 pod" "the replay"

case_begin a_teardown_is_recorded
recorded_expect 0 killed-delete delete killed --timeout "${LIMIT_S}s"
nowhere "$CANARY" "${credentials[@]}"
entries "e[0]['goal'] == 'teardown' and e[-1]['result'] == 'done'"
entries "any(i['intent'] == 'remove' and i['kind'] == 'Deployment' for x in e if x.get('type') == 'decision' for i in x.get('intents', []))"

cases_end
