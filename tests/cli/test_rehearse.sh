#!/usr/bin/env bash
# shellcheck disable=SC2317 # expect calls what it is given
# `lockstep rehearse` as people and programs meet it: examples/shop comes through, each planted mistake of
# tests/cli/rehearse is named with file and line, and nothing outside of the simulated world is touched. LOCKSTEP names
# the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
TIME_MAX_S=60
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-rehearse.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
# A kubeconfig that leads nowhere: whoever connects fails.
export HOME=$SCRATCH KUBECONFIG=$SCRATCH/none XDG_RUNTIME_DIR=$SCRATCH/runtime LC_ALL=C.UTF-8 TERM=xterm
unset NO_COLOR COLUMNS LINES KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
server=

leave() {
    [[ -z $server ]] || { kill "$server" && wait "$server"; } 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
cp -r "$ROOT/examples/shop" "$HERE/rehearse/." "$SCRATCH"
cd "$SCRATCH" || exit 1
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

prints_not() { [[ $out != *"$1"* ]]; }
last_line_like() { [[ ${out##*$'\n'} =~ $1 ]]; }
# PLACE KIND PART: a problem of this kind at this place, with this part of its sentence.
finds() { grep -F -- "$1: " <<<"$out" | grep -F -- "($2)" | grep -qF -- "$3"; }
finds_only() { (($(grep -cE '^[^ ]+:[0-9]+: (error|warning): ' <<<"$out") == $1)); }
# PYTHON: an expression about the document d.
json_is() { python3 -c "import json,sys; d=json.load(sys.stdin); sys.exit(0 if ($1) else 1)" <"$SCRATCH/out"; }

# ---- a set that comes through ------------------------------------------------------------------

run rehearse -f shop
expect code_is 0
expect prints "StatefulSet shop/database"
expect prints "after StatefulSet shop/database"
expect prints "Discount shop/opening-week"
expect prints "the same apply, later: 27 requests, 0 writes"
expect last_line_like '^shop: came through, rolled out in 3\.[0-9]s, taken down in 0\.[0-9]s, 1 object assumed ready$'
verdict "examples/shop comes through"

before=$out
run rehearse -f shop
expect [ "$out" = "$before" ]
verdict "two rehearsals are the same, byte for byte"

expect [ -z "$(ls -A "$SCRATCH/runtime")" ]
verdict "no sandbox is left behind"

run rehearse -f shop -o json
expect code_is 0
expect json_is 'd["result"] == "came-through" and d["problems"] == [] and d["assumed"] == 1'
expect json_is 'len(d["rollout"]["objects"]) == 17 and len(d["teardown"]["objects"]) == 17'
expect json_is 'd["again"]["writes"] == 0 and d["rollout"]["verbs"]["patch"] == d["rollout"]["writes"]'
expect json_is '[o["waitsFor"]["name"] for o in d["rollout"]["objects"] if o["kind"] == "Job"] == ["database"]'
expect json_is 'all(o["sentMs"] <= o["writtenMs"] <= o["doneMs"] for o in d["rollout"]["objects"])'
expect json_is '"requestList" not in d["rollout"]'
verdict "the same as JSON"

# What is awaited in one phase is done before anything of the next is sent.
expect json_is 'all(a["doneMs"] <= b["sentMs"] for a in d["rollout"]["objects"] if a["gate"]
    for b in d["rollout"]["objects"] if b["phase"] > a["phase"])'
expect json_is 'all(a["doneMs"] <= b["sentMs"] for i, a in enumerate(d["teardown"]["objects"])
    for b in d["teardown"]["objects"][i + 1:] if (a["phase"], a["batch"]) != (b["phase"], b["batch"]))'
verdict "the times of the objects follow their order"

run rehearse -f shop -o json --requests
expect json_is 'len(d["rollout"]["requestList"]) == d["rollout"]["requests"]'
expect json_is 'sum(r["verb"] == "patch" for r in d["rollout"]["requestList"]) == d["rollout"]["verbs"]["patch"]'
verdict "every request is listed"

run rehearse -f shop --requests
expect prints "patch    PATCH  /api/v1/namespaces/shop?fieldManager="
verdict "requests for people"

LC_ALL=C run rehearse -f shop
expect [ -z "$(LC_ALL=C grep -n '[^ -~]' <<<"$out")" ]
expect prints "####"
verdict "ASCII where the locale is not UTF-8"

# ---- outcomes ----------------------------------------------------------------------------------

run rehearse -f shop --outcome Job/migration=fail
expect code_is 4
expect finds shop/migration.yaml:3 fails "Job shop/migration"
expect finds_only 1
verdict "a Job that fails"

run rehearse -f shop --outcome StatefulSet=never --timeout 10m
expect code_is 4
expect finds shop/database.yaml:25 gate-never-opens "--outcome says that it never becomes ready"
verdict "a gate that never opens, at its annotation"

wrong_line "an outcome of no known word" "an outcome is KIND=never" rehearse -f shop --outcome Job=later
wrong_line "an outcome without a kind" "an outcome is KIND=never" rehearse -f shop --outcome =fail
wrong_line "an outcome of nothing" "the manifests have no CronJob" rehearse -f shop --outcome CronJob=fail
wrong_line "no manifests" "which manifests?" rehearse

# ---- planted mistakes --------------------------------------------------------------------------

run rehearse -f order
expect code_is 4
expect finds order/all.yaml:2 too-early "before its Namespace at order/all.yaml:18"
expect finds order/all.yaml:11 too-early "before its CustomResourceDefinition at order/all.yaml:25"
expect finds order/more.yaml:10 claimed-twice "stands already at order/more.yaml:2"
expect finds_only 3
expect prints "3 objects that apply refuses are left out above."
verdict "mistakes of order"

run rehearse -f gates
expect code_is 4
expect finds gates/all.yaml:8 gate-never-opens "waits for .data.open=true, which is false"
expect finds gates/all.yaml:17 gate-never-opens "waits for .status.readyReplicas=3, which is 2"
expect finds gates/all.yaml:62 gate-never-opens "has no .status.state, so the server drops it"
expect finds gates/all.yaml:64 fails 'secret "nobody-makes-it" not found'
expect finds gates/all.yaml:88 job-runs-again "nobody waited for its end"
expect finds_only 5
expect prints_not "Lamp default/left: no"
verdict "gates that nothing opens, and a Job that runs again"

run rehearse -f gates -o json
expect code_is 4
expect json_is 'sorted(p["line"] for p in d["problems"]) == [8, 17, 62, 64, 88]'
expect json_is '{p["file"] for p in d["problems"]} == {"gates/all.yaml"}'
expect json_is '[o["assumed"] for o in d["rollout"]["objects"] if o["kind"] == "Lamp"] == [True, True]'
verdict "the same as JSON"

run rehearse -f teardown
expect code_is 4
expect finds teardown/all.yaml:48 teardown-hangs "held by finalizer attic.example.com/nobody"
expect finds teardown/all.yaml:16 teardown-order "Namespace attic goes in deletion phase 1"
expect finds teardown/all.yaml:42 teardown-order "CustomResourceDefinition boxes.attic.example.com goes"
expect finds_only 3
verdict "a teardown that hangs, and objects that go before their turn"

run rehearse -f operator
expect code_is 4
expect finds operator/all.yaml:48 teardown-hangs "its operator, Deployment default/gardener, goes in deletion phase 0"
expect finds operator/all.yaml:56 teardown-order "a finalizer that the operator may have set is never removed"
expect finds_only 2
verdict "resources that outlive their operator"

# ---- rights ------------------------------------------------------------------------------------

run rehearse -f rights --as ci --as-group pipelines
expect code_is 4
expect finds rights/all.yaml:2 right-missing "ci may not create services in namespace default"
expect finds rights/all.yaml:7 right-missing "ci may not delete deployments.apps in namespace default"
expect finds_only 2
expect prints "rights are judged by the Roles and bindings of the set alone"
verdict "rights that the roles of the set do not give"

run rehearse -f rights --as ci -o json
expect code_is 4
expect json_is 'len([p for p in d["problems"] if p["kind"] == "right-missing"]) == 5'
verdict "a user without any"

run rehearse -f rights
expect code_is 0
verdict "without --as no rights are judged"

wrong_line "a group without a user" "--as-group needs --as" rehearse -f rights --as-group pipelines

# ---- faults ------------------------------------------------------------------------------------

cat >calm.yaml <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, annotations: {kots.io/creation-phase: "1"}}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {kots.io/creation-phase: "2", kots.io/wait-for-ready: "true"}}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: registry.example/web}]}
END
run rehearse -f calm.yaml --faults -o json
expect code_is 0
# Four writes each way, four faults at each, slow replies, slow pods.
expect json_is 'd["faults"] == {"tries": 34, "cameThrough": 34, "possible": 34}'
verdict "every crash and every lost reply is survived"

run rehearse -f calm.yaml --faults=5 --timeout 30s
expect code_is 4
expect prints "came through 4 of 5 faults, of 34 that are possible"
expect prints "error: rollout, every pod takes 1m to become ready: it does not come through: the timeout of 30s has passed"
verdict "slow pods and a short timeout"

run rehearse -f gates --faults
expect prints_not "faults"
verdict "faults are tried only on a set that comes through"

wrong_line "a wrong number of tries" "--faults is a number of tries" rehearse -f shop --faults=none

# ---- kinds that nobody defines -----------------------------------------------------------------

cat >monitor.yaml <<'END'
apiVersion: monitoring.example.com/v1
kind: ServiceMonitor
metadata: {name: web, namespace: default}
spec: {anything: [1, 2]}
END
run rehearse -f monitor.yaml
expect code_is 0
expect prints "monitor.yaml:1: note: the set has no CustomResourceDefinition of ServiceMonitor"
expect prints "assumed"
verdict "a kind that nobody defines is assumed"

printf 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a, namespace: elsewhere}\n' >elsewhere.yaml
run rehearse -f elsewhere.yaml --parent-namespace sets
expect code_is 0
expect prints "elsewhere.yaml:1: note: the set does not bring the namespace elsewhere"
expect prints "note: the set does not bring the namespace sets"
verdict "namespaces that the set does not bring are assumed"

printf 'apiVersion: apps/v1\nkind: Deploymnt\nmetadata: {name: web}\n' >misspelt.yaml
run rehearse -f misspelt.yaml
expect code_is 4
expect finds misspelt.yaml:2 refused "the server knows Deployment in apps/v1"
verdict "a kind that is misspelt is not"

# ---- from a cluster ----------------------------------------------------------------------------

wrong_line "a cluster that is not read" "--sandbox names a cluster, which is read with --from-cluster only" \
    rehearse -f shop --sandbox
run rehearse -f shop --from-cluster
expect code_is 1
expect prints_nothing
verdict "no cluster to begin with"

"$LOCKSTEP" sandbox >"$SCRATCH/server.out" 2>&1 &
server=$!
for _ in $(seq 200); do
    [[ -z $(ls "$XDG_RUNTIME_DIR"/lockstep/sandbox-*/kubeconfig 2>/dev/null) ]] || break
    sleep 0.05
done

run rehearse -f shop --from-cluster --sandbox -o json
expect code_is 0
expect json_is 'd["rollout"]["counts"]["create"] == 17'
verdict "a cluster that has nothing of the set"

run apply -f shop --sandbox
expect code_is 0
sed -i 's/Welcome to/Tea in/' shop/settings.yaml
rm shop/ingress.yaml
run rehearse -f shop --from-cluster --sandbox -o json -v
expect code_is 0
expect json_is '{k: v for k, v in d["rollout"]["counts"].items() if v} == {"change": 1, "same": 15, "delete": 1}'
expect json_is '[o["name"] for o in d["rollout"]["objects"] if "sentMs" in o] == ["settings", "shop"]'
verdict "a rollout begins with what the cluster holds"

# -v names every request that left the program.
requests=$(grep -c ' request=[0-9]* method=' <<<"$err")
writes=$(grep ' request=[0-9]* method=' <<<"$err" | grep -vc 'method=GET ')
expect [ "$requests" -gt 20 ]
expect [ "$writes" = 0 ]
expect json_is "d['cluster']['requests'] == $requests"
verdict "every one of its $requests requests is a GET"

run plan -f shop --sandbox -o json
expect json_is '{k: v for k, v in d["counts"].items() if v} == {"change": 1, "same": 15, "delete": 1}'
verdict "the cluster is as it was"

run rehearse -f shop --from-cluster --sandbox --as nobody
expect prints "rights are judged by the cluster"
verdict "rights by the cluster"

# ---- the page ----------------------------------------------------------------------------------

mkdir '<b>&"' && cat >'<b>&"/x.yaml' <<'END'
apiVersion: v1
kind: ConfigMap
metadata:
  name: a
  finalizers: ["example.com/<script>alert('x')</script>"]
---
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
  annotations: {kots.io/wait-for-properties: ".data.k=<img src=x onerror=alert(1)>"}
data: {k: "</td><script>"}
END
run rehearse -f '<b>&"' --set page -o html
expect code_is 4
expect prints '&lt;b&gt;&amp;&quot;/x.yaml:5'
expect prints '&lt;b&gt;&amp;&quot;/x.yaml:11'
expect prints_not '<script'
expect prints_not '<img'
expect prints_not '<b>'
expect prints_not 'http://'
expect prints_not 'https://'
expect prints "default-src 'none'"
verdict "every text of the page is escaped, and it needs nothing else"

# Elements nest, and ids are there once.
well_formed() {
    python3 - "$SCRATCH/out" <<'END'
import sys
from html.parser import HTMLParser

class Check(HTMLParser):
    void = {"meta", "br"}
    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links = [], [], []
    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        self.ids += [attrs["id"]] if "id" in attrs else []
        self.links += [attrs["href"][1:]] if "href" in attrs else []
        if tag not in self.void:
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag

check = Check()
check.feed(open(sys.argv[1], encoding="utf-8").read())
assert not check.open, check.open
assert len(set(check.ids)) == len(check.ids)
assert set(check.links) <= set(check.ids)
END
}
for set in shop gates teardown order; do
    run rehearse -f "$set" -o html --requests
    expect well_formed
    expect prints "prefers-color-scheme:dark"
    verdict "the page of $set is well formed"
done

cases_end
