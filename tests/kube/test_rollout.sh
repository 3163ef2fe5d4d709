#!/usr/bin/env bash
# Whole rollouts: examples/shop and examples/kots up and down on a real cluster, with what may come
# between. What was sent, and in which order, is read from the server's audit log and from watches.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

EXAMPLES=$KUBE_TESTS/../../examples
TRAIL=$KUBE_TESTS/rollout/trail.py
AUDIT=$SCRATCH/audit.log
WATCHES=$SCRATCH/watches
NS=rollout-test

# ---- what was sent, and when -----------------------------------------------------------------

# The server as this script needs it; also after it has been killed in the midst of a case.
export LS_KUBE_APISERVER_FLAGS="--audit-policy-file=$KUBE_TESTS/rollout/audit.yaml --audit-log-path=$AUDIT"
audit_begin() {
    cluster kill-apiserver
    cluster start-apiserver || case_fail "the API server refuses an audit log"
    at_end+=("unset LS_KUBE_APISERVER_FLAGS; cluster kill-apiserver; cluster start-apiserver")
    streams=0
    ! lists_are_streamed || streams=1
    cluster disks || case_fail "no disks"
    at_end+=("kubectl delete storageclass standard >/dev/null 2>&1")
}

# The server notes a request when it has answered: once it has noted one that came later, all are there.
audit_settle() {
    local mark="/version?mark=$RANDOM$RANDOM"
    kubectl get --raw "$mark" >/dev/null
    wait_until 10 grep -qF "$mark" "$AUDIT"
}

audit_from=0
audit_mark() {
    audit_settle
    audit_from=$(wc -l <"$AUDIT")
}

# writes | counts: of lockstep, since the last audit_mark.
audit() {
    audit_settle
    "$TRAIL" "$1" "$AUDIT" "$audit_from"
}

# A server without streaming lists (before 1.34 by default) refuses the first watch of a kind; a list and
# another watch stand in for it.
lists_are_streamed() {
    kubectl get --raw "/api/v1/namespaces?watch=1&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true&timeoutSeconds=1" >/dev/null 2>&1
}

# What lockstep sent since the last audit_mark; one word, such as patch=17.
check_sent() {
    local word sent
    sent=" $(audit counts) "
    for word in "$@"; do
        [[ $word =~ ^(list|watch|total)= ]] && ((!streams)) && continue
        [[ $sent == *" $word "* ]] || case_fail "lockstep sent$sent, not $word: $(audit writes | tail -n 40)"
    done
}

# NAMESPACE: whose objects, beside those that stand in none, check_order is about.
watch_begin() {
    local path
    watched=$1
    mkdir -p "$WATCHES"
    for path in api/v1/namespaces api/v1/services api/v1/configmaps api/v1/secrets api/v1/serviceaccounts \
        apis/apps/v1/deployments apis/apps/v1/statefulsets apis/batch/v1/jobs \
        apis/networking.k8s.io/v1/ingresses apis/rbac.authorization.k8s.io/v1/roles \
        apis/rbac.authorization.k8s.io/v1/rolebindings apis/apiextensions.k8s.io/v1/customresourcedefinitions; do
        kubectl get --raw "/$path?watch=1&timeoutSeconds=600" >"$WATCHES/${path##*/}" 2>/dev/null &
        watch_pids+=($!)
    done
    wait_until 10 grep -q '"default"' "$WATCHES/namespaces"
}

watch_end() {
    ((${#watch_pids[@]} == 0)) || kill "${watch_pids[@]}" 2>/dev/null
    watch_pids=()
    rm -rf "$WATCHES"
}
watch_pids=()
watched=
PARENT=configmaps/lockstep-set-shop

# A:STATE B:STATE...: each before the next; see trail.py.
check_order() {
    local earlier=$1 later said
    shift
    for later in "$@"; do
        said=$("$TRAIL" before "$WATCHES" "$watched" "$earlier" "$later" 2>&1) || case_fail "wrong order: $said"
        earlier=$later
    done
}

# ---- lockstep --------------------------------------------------------------------------------

# CODE WHAT COMMAND...: runs it; what it said is left in $output.
check_code() {
    local code=$1 what=$2 got
    shift 2
    output=$(timeout 120 "$@" 2>&1)
    got=$?
    [[ $got == "$code" ]] || case_fail "$what ended with $got, not $code: $output"
}

shop_apply() { check_code "$1" "apply" "$LOCKSTEP" apply -f "${2:-$EXAMPLES/shop}" --set shop; }
shop_delete() { check_code 0 "delete" "$LOCKSTEP" delete shop; }
image_of() { kubectl -n shop get deployment "$1" -o 'jsonpath={.spec.template.spec.containers[0].image}'; }
is_gone() { ! kubectl get "$@" >/dev/null 2>&1; }

# FOLDER SED-EXPRESSION: the shop as somebody has edited it.
shop_edit() {
    rm -rf "$1"
    cp -r "$EXAMPLES/shop" "$1"
    sed -i "$2" "$1"/*.yaml
}

# FOLDER COUNT PHASES
configmaps_write() {
    local i
    mkdir -p "$1"
    for ((i = 0; i < $2; i++)); do
        printf 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: object-%d\n  namespace: %s\n' "$i" "$NS"
        printf '  annotations: {kots.io/creation-phase: "%d"}\ndata: {index: "%d"}\n---\n' $((i * $3 / $2)) "$i"
    done >"$1/all.yaml"
}

# NAME ANNOTATION: a Deployment whose pods never become ready, with a ConfigMap behind it.
never_ready() {
    cat <<END
apiVersion: apps/v1
kind: Deployment
metadata: {name: $1, namespace: $NS, annotations: {kots.io/wait-for-ready: "true"$2}}
spec:
  selector: {matchLabels: {app: $1}}
  template:
    metadata: {labels: {app: $1}, annotations: {sandbox.lockstep.dev/never-ready: "true"}}
    spec: {containers: [{name: c, image: none}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: behind-$1, namespace: $NS, annotations: {kots.io/creation-phase: "1"}}
END
}

# NAME: a ConfigMap that is waited for until somebody opens it, with another behind it.
gate() {
    cat <<END
apiVersion: v1
kind: ConfigMap
metadata: {name: $1, namespace: $NS, annotations: {kots.io/wait-for-properties: .data.state=open}}
data: {index: "0"}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: behind-$1, namespace: $NS, annotations: {kots.io/creation-phase: "1"}}
END
}
gate_open() { kubectl -n "$NS" patch configmap "$1" --type=merge -p '{"data":{"state":"open"}}' >/dev/null; }

# NAME: starts to apply $SCRATCH/NAME.yaml in the background and waits until the first object is there.
apply_in_background() {
    # bash lets its background jobs ignore Ctrl-C.
    env --default-signal=INT "$LOCKSTEP" apply -f "$SCRATCH/$1.yaml" -n "$NS" >"$SCRATCH/said" 2>&1 &
    run_pid=$!
    wait_until 30 kubectl -n "$NS" get configmap "$1"
}

# ---- the shop --------------------------------------------------------------------------------

case_begin the_shop_rolls_out
audit_begin
namespace_make "$NS"
watch_begin shop
audit_mark
shop_apply 0
check_eq "$(audit writes | grep '^patch' | grep -vc "$PARENT")" 17 "applies of objects"
check_eq "$(audit writes | sed -n '1p;$p')" "patch $PARENT"$'\n'"patch $PARENT" "writes at both ends" # between them it is renewed
check_eq "$(audit writes | grep -vc '^patch')" 0 "other writes"
check_eq "$(kubectl -n shop get deployments -o 'jsonpath={.items[*].status.readyReplicas}')" "2 2 3" "ready pods"
check_eq "$(kubectl -n shop get pods -l app=migration -o 'jsonpath={.items[*].status.phase}')" Succeeded "the migration"

case_begin each_phase_waits_for_the_one_before
check_order namespaces/shop:created serviceaccounts/shop:created configmaps/settings:created \
    services/database:created statefulsets/database:ready jobs/migration:created
check_order customresourcedefinitions/discounts.shop.example.com:ready configmaps/settings:created
check_order jobs/migration:ready services/api:created deployments/api:ready deployments/mailer:created
check_order deployments/mailer:ready services/web:created deployments/web:ready ingresses/shop:created

case_begin inside_a_phase_kinds_follow_one_another
check_order serviceaccounts/shop:created roles/shop:created rolebindings/shop:created
check_order services/database:created statefulsets/database:created
check_order services/api:created deployments/api:created

case_begin unchanged_costs_no_write
audit_mark
shop_apply 0
check_sent patch=0 delete=0 list=0

case_begin status_and_list_know_it
check_code 0 "status" "$LOCKSTEP" status shop
check_contains "$output" "web" "status"
check_code 0 "list" "$LOCKSTEP" list
check_contains "$output" "shop" "list"

case_begin a_changed_shop_goes_the_same_way
shop_edit "$SCRATCH/shop-2" 's/:1\.0$/:2.0/; s/Welcome/Come in/'
audit_mark
shop_apply 0 "$SCRATCH/shop-2"
check_eq "$(image_of web)" registry.example/shop-web:2.0 "the image of web"
check_eq "$(audit writes | sed -n 2p)" "patch configmaps/settings" "the first write after the parent's"
check_eq "$(audit writes | grep -c '^delete')" 1 "deletes: the Job, which is replaced"
check_eq "$(audit writes | sed -n '/^delete jobs.migration/,$p' | sed -n 2p)" "patch jobs/migration" "the write after it"
check_eq "$(audit writes | sed -n '/^patch deployments/,$p' | grep -c jobs/)" 0 "writes to the Job behind the first deployment"
check_eq "$(audit writes | grep -c '^patch deployments/')" 3 "deployments changed"
check_eq "$(audit writes | grep -c database)" 0 "writes to the database, which has not changed"

case_begin a_failing_migration_stops_the_rollout_with_its_reason
shop_edit "$SCRATCH/shop-3" 's/:1\.0$/:3.0/; s/# \(sandbox.lockstep.dev.fail\)/\1/'
shop_apply 4 "$SCRATCH/shop-3"
check_contains "$output" "Job shop/migration" "what it says"
check_contains "$output" "backoff limit" "what it says"
check_eq "$(image_of api)" registry.example/shop-api:2.0 "the image of api"
check_code 4 "status" "$LOCKSTEP" status shop

case_begin mended_it_goes_on
shop_edit "$SCRATCH/shop-3" 's/:1\.0$/:3.0/'
shop_apply 0 "$SCRATCH/shop-3"
check_eq "$(image_of api)" registry.example/shop-api:3.0 "the image of api"
check_eq "$(image_of web)" registry.example/shop-web:3.0 "the image of web"

case_begin it_is_taken_down_in_deletion_order
audit_mark
shop_delete
check_order ingresses/shop:gone deployments/web:going
check_order deployments/web:gone services/database:going
check_order deployments/api:gone services/database:going
check_order jobs/migration:gone statefulsets/database:going
check_order statefulsets/database:gone services/database:going
check_order services/database:gone customresourcedefinitions/discounts.shop.example.com:going
check_order customresourcedefinitions/discounts.shop.example.com:gone namespaces/shop:going
check_order deployments/api:gone serviceaccounts/shop:going
check_eq "$(audit writes | grep -c '^delete')" 18 "deletes of 17 objects and the parent"

case_begin nothing_is_left
check_ok "namespace shop is gone" is_gone namespace shop
check_ok "the kind is gone" is_gone customresourcedefinition discounts.shop.example.com
check_ok "the parent is gone" is_gone -n default configmap lockstep-set-shop
check_code 0 "list" "$LOCKSTEP" list
watch_end

# ---- how many requests -------------------------------------------------------------------------

case_begin a_first_rollout_costs_n_and_2k_and_5_requests
configmaps_write "$SCRATCH/many" 60 6
audit_mark
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/many" -n "$NS"
check_sent patch=62 get=3 list=1 watch=1 review=1 total=67

case_begin an_unchanged_one_costs_k_and_3
audit_mark
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/many" -n "$NS"
check_sent patch=0 delete=0 get=3 list=0 watch=1 review=0 total=4

case_begin the_servers_counters_say_the_same
before=$(request_count APPLY configmaps)
kubectl -n "$NS" label configmap object-7 foreign=label >/dev/null
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/many" -n "$NS"
check_eq $(($(request_count APPLY configmaps) - before)) 0 "applies counted after a foreign label"
kubectl -n "$NS" patch configmap object-7 --type=merge -p '{"data":{"index":"changed"}}' >/dev/null
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/many" -n "$NS"
check_eq "$(kubectl -n "$NS" get configmap object-7 -o 'jsonpath={.data.index}')" 7 "what was changed by hand"

case_begin a_teardown_costs_n_deletes_and_no_reads_of_objects
before=$(request_count DELETE configmaps)
audit_mark
check_code 0 "delete" "$LOCKSTEP" delete many -n "$NS"
check_sent delete=61 get=3 list=0 watch=1
check_eq $(($(request_count DELETE configmaps) - before)) 61 "deletes counted"

# ---- deadlines, interruptions ------------------------------------------------------------------

case_begin a_timeout_names_the_object_and_why
never_ready slow ', lockstep.dev/timeout: "2s"' >"$SCRATCH/slow.yaml"
check_code 4 "apply" "$LOCKSTEP" apply -f "$SCRATCH/slow.yaml" -n "$NS"
check_contains "$output" "Deployment $NS/slow" "what it says"
check_ok "what is behind it is not there" is_gone -n "$NS" configmap behind-slow
check_code 4 "apply" "$LOCKSTEP" apply -f "$SCRATCH/slow.yaml" -n "$NS" --timeout 1s
check_code 0 "delete" "$LOCKSTEP" delete slow -n "$NS"

# The grace is short here; what ends the run is the time alone, nothing changes any more.
case_begin trouble_that_lasts_ends_the_run_before_its_timeout
cat >"$SCRATCH/homeless.yaml" <<YAML
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: homeless, namespace: $NS, annotations: {lockstep.dev/grace: "2s"}}
spec:
  serviceName: homeless
  selector: {matchLabels: {app: homeless}}
  template:
    metadata: {labels: {app: homeless}}
    spec: {nodeSelector: {disk: none}, containers: [{name: main, image: a}]}
YAML
check_code 4 "apply" "$LOCKSTEP" apply -f "$SCRATCH/homeless.yaml" -n "$NS" --timeout 10m
check_contains "$output" "pod homeless-0: cannot be scheduled" "what it says"
check_code 0 "delete" "$LOCKSTEP" delete homeless -n "$NS"

case_begin ctrl_c_stops_and_the_same_command_goes_on
gate interrupted >"$SCRATCH/interrupted.yaml"
apply_in_background interrupted
kill -INT "$run_pid"
wait "$run_pid"
check_eq $? 130 "the exit code"
check_contains "$(cat "$SCRATCH/said")" "lockstep apply" "how to go on"
check_ok "what is behind the gate is not there" is_gone -n "$NS" configmap behind-interrupted
gate_open interrupted
audit_mark
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/interrupted.yaml" -n "$NS"
check_ok "what is behind the gate" kubectl -n "$NS" get configmap behind-interrupted
check_eq "$(audit writes | grep -c '/interrupted$')" 0 "writes to what had been written"

case_begin a_killed_run_is_finished_by_the_same_command
gate killed >"$SCRATCH/killed.yaml"
apply_in_background killed
kill -KILL "$run_pid"
wait "$run_pid" 2>/dev/null
gate_open killed
check_code 0 "apply" "$LOCKSTEP" apply -f "$SCRATCH/killed.yaml" -n "$NS"
check_ok "what is behind the gate" kubectl -n "$NS" get configmap behind-killed
check_code 0 "delete" "$LOCKSTEP" delete killed -n "$NS"
check_ok "the parent is gone" is_gone -n "$NS" configmap lockstep-set-killed

case_begin the_server_may_be_killed_in_the_middle
"$LOCKSTEP" apply -f "$EXAMPLES/shop" >"$SCRATCH/said" 2>&1 &
run_pid=$!
wait_until 30 kubectl -n shop get statefulset database
cluster kill-apiserver
cluster start-apiserver || case_fail "the API server does not start again"
wait "$run_pid"
check_eq $? 0 "the exit code of apply ($(tail -n 3 "$SCRATCH/said"))"
check_eq "$(kubectl -n shop get deployments -o 'jsonpath={.items[*].status.readyReplicas}')" "2 2 3" "ready pods"
"$LOCKSTEP" delete shop >"$SCRATCH/said" 2>&1 &
run_pid=$!
wait_until 30 is_gone -n shop ingress shop
cluster kill-apiserver
cluster start-apiserver || case_fail "the API server does not start again"
wait "$run_pid"
check_eq $? 0 "the exit code of delete ($(tail -n 3 "$SCRATCH/said"))"
check_ok "namespace shop is gone" is_gone namespace shop

# ---- what KOTS documents -----------------------------------------------------------------------

case_begin kots_a_kind_comes_before_everything_and_goes_after_it
watch_begin "$NS"
check_code 0 "apply" "$LOCKSTEP" apply --set kind -n "$NS" --wait none -f "$EXAMPLES/kots/custom-kind.yaml" -f "$EXAMPLES/kots/tasks.yaml"
check_ok "the resource is there" kubectl -n "$NS" get myresource my-resource
audit_mark
check_code 0 "delete" "$LOCKSTEP" delete kind -n "$NS"
check_eq "$(audit writes | grep '^delete' | tail -n 2 | head -n 1)" \
    "delete customresourcedefinitions/myresources.example.com" "the last delete but the parent's"
check_order customresourcedefinitions/myresources.example.com:ready configmaps/after-the-tasks:created
check_order configmaps/after-the-tasks:gone customresourcedefinitions/myresources.example.com:going

case_begin kots_b_everything_after_the_statefulset_waits_for_it
check_code 0 "apply" "$LOCKSTEP" apply -n "$NS" -f "$EXAMPLES/kots/statefulset.yaml"
check_order statefulsets/postgresql:ready jobs/first-tables:created
audit_mark
check_code 0 "apply again" "$LOCKSTEP" apply -n "$NS" -f "$EXAMPLES/kots/statefulset.yaml"
check_sent patch=0 delete=0
check_code 0 "delete" "$LOCKSTEP" delete statefulset -n "$NS"
watch_end

# TASK: done, as its controller would say.
task_done() {
    kubectl -n "$NS" patch myresource my-resource --subresource=status --type=merge \
        -p '{"status":{"tasks":{"'"$1"'":true}}}' >/dev/null
}

case_begin kots_c_waits_until_all_three_tasks_are_done
"$LOCKSTEP" apply --set tasks -n "$NS" -f "$EXAMPLES/kots/custom-kind.yaml" -f "$EXAMPLES/kots/tasks.yaml" >"$SCRATCH/said" 2>&1 &
run_pid=$!
wait_until 30 kubectl -n "$NS" get myresource my-resource
for task in extract transform load; do
    check_ok "nothing further before $task" is_gone -n "$NS" configmap after-the-tasks
    check_ok "the task $task" task_done "$task"
done
wait "$run_pid"
check_eq $? 0 "the exit code ($(tail -n 3 "$SCRATCH/said"))"
check_contains "$(cat "$SCRATCH/said")" "status" "the note about the status in the manifest"
check_ok "what follows" kubectl -n "$NS" get configmap after-the-tasks
check_code 0 "delete" "$LOCKSTEP" delete tasks -n "$NS"

# A kind with conditions, one of it, and what must wait until its Ready is True and its address known.
valves() {
    cat <<'END'
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: valves.rollout.example}
spec:
  group: rollout.example
  scope: Namespaced
  names: {plural: valves, singular: valve, kind: Valve}
  versions:
  - name: v1
    served: true
    storage: true
    subresources: {status: {}}
    schema:
      openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}
---
apiVersion: rollout.example/v1
kind: Valve
metadata:
  name: main
  annotations:
    kots.io/wait-for-properties: '.status.conditions[?(@.type=="Ready")].status=True,.status.url="http://a?b=c,d"'
---
apiVersion: v1
kind: ConfigMap
metadata: {name: behind-the-valve, annotations: {kots.io/creation-phase: "1"}}
END
}
# STATUS: what the valve's controller would write.
valve_says() { kubectl -n "$NS" patch valve main --subresource=status --type=merge -p '{"status":'"$1"'}' >/dev/null; }

case_begin a_filter_and_a_quoted_value_are_waited_for
valves >"$SCRATCH/valves.yaml"
"$LOCKSTEP" apply --set valves -n "$NS" -f "$SCRATCH/valves.yaml" --no-progress >"$SCRATCH/said" 2>&1 &
run_pid=$!
wait_until 30 kubectl -n "$NS" get valve main
for status in '{"conditions":[{"type":"Synced","status":"True"}]}' \
    '{"conditions":[{"type":"Synced","status":"True"},{"type":"Ready","status":"False"}]}' \
    '{"conditions":[{"type":"Synced","status":"False"},{"type":"Ready","status":"True"}],"url":"http://a?b=c"}'; do
    check_ok "the status" valve_says "$status"
    check_ok "nothing behind it with $status" is_gone -n "$NS" configmap behind-the-valve
done
check_ok "the last status" valve_says '{"url":"http://a?b=c,d"}'
wait "$run_pid"
check_eq $? 0 "the exit code ($(tail -n 3 "$SCRATCH/said"))"
check_ok "what follows" kubectl -n "$NS" get configmap behind-the-valve
check_code 0 "delete" "$LOCKSTEP" delete valves -n "$NS"

case_begin a_property_that_cannot_be_read_is_named_with_its_place
valves | sed 's/"Ready")\]/"Ready"]/' >"$SCRATCH/valves.yaml"
check_code 1 "apply" "$LOCKSTEP" apply --set valves -n "$NS" -f "$SCRATCH/valves.yaml"
check_contains "$output" "valves.yaml:21: Valve main: kots.io/wait-for-properties: at byte 19: unterminated filter" "what it says"

# FILE LINE WORDS: refused at that place before anything is written.
check_refused() {
    audit_mark
    check_code 1 "apply of $1" "$LOCKSTEP" apply -n "$NS" -f "$EXAMPLES/kots/mistakes/$1"
    check_contains "$output" "$1:$2" "what it says"
    check_contains "$output" "$3" "what it says"
    check_sent patch=0 delete=0
}

case_begin kots_mistakes_are_named_before_anything_is_written
check_refused kind-misspelt.yaml 3 StatefulSet
check_refused field-unknown.yaml 14 spec.strategy
check_refused version-missing.yaml 2 apiVersion

cases_end
