#!/usr/bin/env bash
# `lockstep get` and `api-resources` beside kubectl on the same server: the same bytes on standard
# output, the same exit code.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=get-test
TRIES=20 # ages change every second: the two may be asked on both sides of a tick
BIG_COUNT=1200
BIG_BYTES=20000

lockstep() { "$LOCKSTEP" "$@"; }

# ARGUMENTS...: both programs answer alike; their exit codes are left in $k_code and $l_code.
same() {
    local try
    for ((try = 1; try <= TRIES; try++)); do
        kubectl "$@" >"$SCRATCH/k" 2>"$SCRATCH/k-err" </dev/null
        k_code=$?
        lockstep "$@" >"$SCRATCH/l" 2>"$SCRATCH/l-err" </dev/null
        l_code=$?
        ((k_code == l_code)) && cmp -s "$SCRATCH/k" "$SCRATCH/l" && return
    done
    case_fail "$*: codes $k_code and $l_code, $(diff "$SCRATCH/k" "$SCRATCH/l" | head -n 6) $(head -n 2 "$SCRATCH/l-err")"
}

# ARGUMENTS...: and both say the same on standard error.
same_words() {
    same "$@"
    check_eq "$(<"$SCRATCH/l-err")" "$(<"$SCRATCH/k-err")" "what lockstep $* says"
}

# SENTENCE ARGUMENTS...: both fail, and lockstep says so in its own way.
same_failure() {
    local sentence=$1
    shift
    same "$@"
    check_contains "$(<"$SCRATCH/l-err")" "$sentence" "what lockstep $* says"
    ((l_code == 1)) || case_fail "lockstep $* ends with $l_code"
}

listable_kinds() { kubectl api-resources --verbs=list -o name; }

# ---- what is looked at -----------------------------------------------------------------------

odd_objects() {
    cat <<'END'
apiVersion: v1
kind: ConfigMap
metadata:
  name: odd-values
  labels: {b: "2", a: "1", a10: x, a2: "y"}
  annotations: {note: "a very long line of words that goes on well past the eightieth column, as annotations often do in practice"}
data:
  yes: "yes"
  number: "0123"
  float: "1e3"
  null-like: "null"
  empty: ""
  date: "2026-11-15"
  multi: "first\nsecond\n\nfourth  \n"
  trailing-spaces: "line \nother"
  tab: "a\tb"
  unicode: "größe ☃ 日本語 𝄞"
  quotes: "it's \"quoted\""
  html: "<a href='x'>&amp;</a>"
  colon: "key: value # no comment"
  dash: "- item"
  star: "*alias &anchor !tag %dir @at `tick"
  folded: "word word word word word word word word word word word word word word word word word word word word"
binaryData: {blob: AAECAwQF}
---
apiVersion: v1
kind: Secret
metadata: {name: odd-secret}
type: Opaque
stringData: {password: hunter2}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{name: http, port: 80, targetPort: 8080}, {name: metrics, port: 9090}]
END
}

# One column of each type, one of less importance, one that is not there.
custom_kind() {
    cat <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.get-test.example}
spec:
  group: get-test.example
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, shortNames: [wd], categories: [gadgets]}
  versions:
  - name: v1
    served: true
    storage: true
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
    additionalPrinterColumns:
    - {name: Text, type: string, jsonPath: .spec.text}
    - {name: Whole, type: integer, jsonPath: .spec.whole}
    - {name: Part, type: number, jsonPath: .spec.part}
    - {name: Flag, type: boolean, jsonPath: .spec.flag}
    - {name: When, type: date, jsonPath: .spec.when}
    - {name: Less, type: string, jsonPath: .spec.less, priority: 1}
    - {name: Missing, type: string, jsonPath: .spec.nowhere}
END
}

custom_objects() {
    cat <<'END'
apiVersion: get-test.example/v1
kind: Widget
metadata: {name: plain}
spec: {text: short, whole: 7, part: 1.5, flag: true, when: "2020-01-01T00:00:00Z", less: seen with wide}
---
apiVersion: get-test.example/v1
kind: Widget
metadata: {name: strange, labels: {colour: blue}}
spec: {text: "two\nlines", whole: -9007199254740993, part: 1.0e-7, flag: false, less: "größer"}
---
apiVersion: get-test.example/v1
kind: Widget
metadata: {name: empty}
END
}

deployed() { kubectl -n "$NS" wait deployment/web --for=condition=Available --timeout=1s; }
widgets_are_served() { kubectl -n "$NS" get widgets; }

case_begin objects_to_get
namespace_make "$NS"
at_end+=("kubectl delete crd widgets.get-test.example >/dev/null 2>&1")
# A check behind a pipe would fail in a shell of its own, unheard.
odd_objects >"$SCRATCH/odd.yaml"
custom_kind >"$SCRATCH/kind.yaml"
custom_objects >"$SCRATCH/custom.yaml"
check_ok "creating objects" kubectl -n "$NS" apply -f "$SCRATCH/odd.yaml"
check_ok "creating a kind" kubectl apply -f "$SCRATCH/kind.yaml"
check_ok "creating a deployment" kubectl -n "$NS" create deployment web --image=none --replicas=2
wait_until 60 widgets_are_served
check_ok "creating custom objects" kubectl -n "$NS" apply -f "$SCRATCH/custom.yaml"
wait_until 60 deployed

# ---- every kind, every form ------------------------------------------------------------------

case_begin tables_of_every_kind
for kind in $(listable_kinds); do same get "$kind" -A; done

case_begin wide_tables_of_every_kind
for kind in $(listable_kinds); do same get "$kind" -A -o wide; done

case_begin names_of_every_kind
for kind in $(listable_kinds); do same get "$kind" -A -o name; done

case_begin yaml_of_every_kind
for kind in $(listable_kinds); do same get "$kind" -A -o yaml; done

case_begin json_of_every_kind
for kind in $(listable_kinds); do same get "$kind" -A -o json; done

case_begin format_of_a_table
for flags in "" "-o wide" "--show-labels" "--no-headers" "-o wide --show-labels" "--no-headers --show-labels -A"; do
    # shellcheck disable=SC2086 # several words
    for kind in namespaces nodes pods deploy svc cm widgets events; do same get "$kind" -n "$NS" $flags; done
done

case_begin objects_in_full
for form in yaml json name; do
    for kind in namespaces nodes pods deploy svc cm secrets widgets events crds; do
        same get "$kind" -n "$NS" -o "$form"
    done
done
same get deploy web -n "$NS" -o yaml --show-managed-fields
same get deploy -n "$NS" -o json --show-managed-fields

# ---- what is selected ------------------------------------------------------------------------

case_begin selectors
same get pods -n "$NS" -l app=web
same get pods -n "$NS" -l 'app in (web,x),!nope' -o name
same get pods -n "$NS" -l app!=web
same get pods -A --field-selector status.phase=Running,metadata.namespace="$NS"
same get widgets -n "$NS" -l colour=blue -o yaml

case_begin names
same get deploy web -n "$NS"
same get deploy/web -n "$NS" -o yaml
same get deploy/web -n "$NS" -o name
same get cm odd-values kube-root-ca.crt -n "$NS"
same get cm odd-values kube-root-ca.crt -n "$NS" -o yaml
same get cm/odd-values svc/web deploy/web -n "$NS"
same get cm/odd-values svc/web deploy/web -n "$NS" -o json
same get ns "$NS" -n ignored-here

case_begin several_kinds
same get deploy,svc,widgets -n "$NS"
same get deploy,svc -n "$NS" --no-headers
same get deploy,nodes -A
same get svc,cm -n "$NS" -o yaml
same get all -n "$NS"
same get gadgets -n "$NS" -o wide
same get deploy,deployments.apps -n "$NS" -o name

case_begin every_way_to_name_a_kind
for kind in pods pod po Pod deployments.apps deploy.apps deployments.v1.apps widgets.get-test.example \
    wd Widget.v1.get-test.example cronjobs cj.batch; do
    same get "$kind" -n "$NS"
done

# ---- shaped ----------------------------------------------------------------------------------

case_begin templates
for template in '{.metadata.name}' '{.items[*].metadata.name}' 'text {.kind} {.apiVersion}' '{.metadata}' \
    '{range .items[*]}{.metadata.name}{"\t"}{.data}{"\n"}{end}' '{.items[?(@.data.number=="0123")].metadata.name}' \
    '{range .items[*]}{range .spec.containers[*]}{.image}{","}{end}{"\n"}{end}' '{.data.multi}' '{.data.html}{.data}' \
    '{.items[0].metadata.labels}' "{.metadata['name','namespace']}" '{.data.missing}|' '{.items[9].x}' '{.data[0]}' \
    '{.items[*].spec.ports[?(@.port>80)].name}' '{..targetPort}' '{.spec.part} {.spec.whole} {.spec.flag}' '{end}' '{.x' \
    '{.items[*].spec.part}' '{.metadata.labels.a10}{1}{true}{"\u00e9"}'; do
    for what in "cm odd-values" cm "pods,svc" "widgets strange" widgets svc; do
        # shellcheck disable=SC2086 # several words
        same get $what -n "$NS" -o "jsonpath=$template"
        # shellcheck disable=SC2086
        same get $what -n "$NS" -o "jsonpath-as-json=$template"
    done
done
same get cm -n nowhere -o 'jsonpath={.items}{.kind}'
same get cm -n nowhere -o 'jsonpath={.kind}' --ignore-not-found
same get cm odd-values nope -n "$NS" -o 'jsonpath={.items[*].metadata.name}'
same get cm nope -n "$NS" -o 'jsonpath={.kind}'
same get cm odd-values -n "$NS" -o 'jsonpath={.nope}' --allow-missing-template-keys=false
same get cm odd-values -n "$NS" -o 'jsonpath={.kind}' --allow-missing-template-keys=false
printf '{range .items[*]}{.metadata.name}\n{end}done\n' >"$SCRATCH/template"
same get cm -n "$NS" -o "jsonpath-file=$SCRATCH/template"
same_failure "$SCRATCH/none" get cm -n "$NS" -o "jsonpath-file=$SCRATCH/none"
same_failure "no template given" get cm -n "$NS" -o jsonpath=
same_failure "unclosed action" get cm -n "$NS" -o 'jsonpath={.x'
same_failure "nope is not found" get cm odd-values -n "$NS" -o 'jsonpath={.nope}' --allow-missing-template-keys=false
said=$(lockstep get secret odd-secret -n "$NS" -o 'jsonpath={.data[?(@.x)]}' 2>&1)
[[ $said != *aHVudGVyMg* ]] || case_fail "an error shows a secret: $said"

case_begin columns
for columns in NAME:.metadata.name 'NAME:metadata.name,DATA:{.data},NONE:{nothing}' 'P:.spec.ports[*].port,T:..targetPort' \
    'TEXT:.data.multi,NAME:.metadata.name' 'UNICODE:.data.unicode,NAME:.metadata.name' 'W:.spec.whole,P:.spec.part,F:.spec.flag' \
    'N:.metadata.name,X:.spec.containers[0].image,L:.metadata.labels' :.kind A: A 'A:{.a}{.b}' 'A:.kind,'; do
    for what in "cm odd-values" cm "pods,svc" widgets "cm --no-headers"; do
        # shellcheck disable=SC2086 # several words
        same get $what -n "$NS" -o "custom-columns=$columns"
    done
done
same get cm -n nowhere -o custom-columns=NAME:.metadata.name
same get cm -n nowhere -o custom-columns=NAME:.metadata.name --no-headers
same get cm -n nowhere -o custom-columns=NAME:.metadata.name --ignore-not-found
same get cm nope -n "$NS" -o custom-columns=NAME:.metadata.name
printf 'NAME   DATA\n.metadata.name  {data}\n' >"$SCRATCH/columns"
same get cm -n "$NS" -o "custom-columns-file=$SCRATCH/columns"
printf "NAME\n" >"$SCRATCH/columns"
same_failure "missing spec line" get cm -n "$NS" -o "custom-columns-file=$SCRATCH/columns"
same_failure "is not array or slice" get cm -n "$NS" -o custom-columns=A:.data[0]

case_begin nothing_there
same_words get pods -n nowhere
same_words get pods -A -l app=nothing
same_words get ns -l app=nothing
same_words get pods,svc -n nowhere
same_words get pods -n nowhere -o wide --no-headers
same get pods -n nowhere -o yaml
same get pods -n nowhere -o json
same get pods -n nowhere -o name
same_words get pods -n nowhere --ignore-not-found
same get pods -n nowhere -o yaml --ignore-not-found

case_begin missing_objects
same_failure 'pods "nope" not found' get pods nope
same_failure 'deployments.apps "nope" not found' get deploy nope -n "$NS" -o yaml
same_failure '"nope" not found' get cm odd-values nope -n "$NS"
same_failure '"nope" not found' get cm odd-values nope -n "$NS" -o json
same_failure '"nope" not found' get deploy/web svc/nope -n "$NS"
same_words get pods nope --ignore-not-found
same_words get cm odd-values nope -n "$NS" --ignore-not-found -o name

case_begin unknown_kinds
same_failure "lockstep api-resources" get nope
same_failure "lockstep api-resources" get pods.nope
same_failure "lockstep api-resources" get pods.v9

case_begin warnings_of_the_server_are_shown
same_words get endpoints -n "$NS"

# ---- many ------------------------------------------------------------------------------------

# One connection, many requests: kubectl would be held back by its own limits.
create_many() {
    local i data server
    data=$(head -c "$BIG_BYTES" /dev/zero | tr '\0' x)
    server=$(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')
    for ((i = 1; i <= BIG_COUNT; i++)); do
        printf '{"metadata":{"name":"many-%04d","labels":{"set":"many"}},"data":{"x":"%s"}}' "$i" "$data" \
            >"$SCRATCH/many-$i"
        printf 'next\nurl=%s/api/v1/namespaces/%s/configmaps\nheader="Content-Type: application/json"\nheader=@%s\ncacert=%s\ndata=@%s\noutput=/dev/null\n' \
            "$server" "$NS" "$LS_KUBE_DIR/pki/admin.header" "$LS_KUBE_DIR/pki/ca.crt" "$SCRATCH/many-$i"
    done | sed 1d >"$SCRATCH/many.curl"
    curl -sS --parallel --parallel-max 8 -K "$SCRATCH/many.curl"
}

# FILE COMMAND...: its output goes to the file; prints the most memory it held, in bytes.
peak_bytes() {
    python3 -c '
import resource, subprocess, sys
code = subprocess.run(sys.argv[2:], stdout=open(sys.argv[1], "w")).returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
sys.exit(code)' "$@"
}

case_begin many_objects_come_in_pages
check_ok "creating $BIG_COUNT" create_many
before=$(request_count LIST configmaps)
check_eq "$(lockstep get cm -n "$NS" -l set=many -o name | wc -l)" "$BIG_COUNT" "the number of names"
check_eq "$(($(request_count LIST configmaps) - before))" $(((BIG_COUNT + 499) / 500)) "the number of pages"
same get cm -n "$NS"
same get cm -n "$NS" -o name

case_begin a_long_list_is_not_kept_in_memory
peak=$(peak_bytes "$SCRATCH/many.yaml" "$LOCKSTEP" get cm -n "$NS" -l set=many -o yaml)
check_eq "$(grep -c '^  kind: ConfigMap$' "$SCRATCH/many.yaml")" "$BIG_COUNT" "the number of objects"
size=$(stat -c %s "$SCRATCH/many.yaml")
((peak < size)) || case_fail "$size bytes printed took $peak bytes of memory"

# ---- api-resources ---------------------------------------------------------------------------

case_begin the_kinds_of_the_server
for flags in "" "-o wide" "-o name" "--namespaced=true" "--namespaced=false -o wide" \
    "--api-group=apps" "--api-group=" "--api-group=get-test.example -o wide" "--no-headers"; do
    # shellcheck disable=SC2086 # several words
    same api-resources $flags
done
# Older versions of kubectl cannot.
if kubectl api-resources -o json >/dev/null 2>&1; then same api-resources -o json; fi

case_begin raw_paths
same get --raw /version
same get --raw /readyz
same get --raw "/api/v1/namespaces/$NS/services/web"
same_failure "the server has no such path" get --raw /nope

cases_end
