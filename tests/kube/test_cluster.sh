#!/usr/bin/env bash
# The cluster itself: what the other tests take for granted.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=cluster-test

as() {
    local who=$1
    shift
    kubectl --kubeconfig "$LS_KUBE_DIR/$who.kubeconfig" "$@"
}

deploy() {
    kubectl -n "$NS" create deployment "$1" --image=none --replicas=3 >/dev/null
}

deployment_is_available() {
    kubectl -n "$NS" wait "deployment/$1" --for=condition=Available --timeout=1s
}

resource_version() { kubectl -n "$NS" get configmap "$1" -o 'jsonpath={.metadata.resourceVersion}'; }

# QUERY: the ConfigMaps, as the server says it.
configmaps() { kubectl get --raw "/api/v1/namespaces/$NS/configmaps?$1" 2>&1; }

watch_from() { configmaps "watch=1&timeoutSeconds=2&resourceVersion=$1"; }

# Leaves in $version a point of history that is followed by a change.
history_make() {
    kubectl -n "$NS" annotate --overwrite configmap kept step="$1" >/dev/null
    version=$(resource_version kept)
    kubectl -n "$NS" annotate --overwrite configmap kept step="$1-later" >/dev/null
}

case_begin the_server_knows_its_version
check_contains "$(kubectl version)" "Server Version: $LS_KUBERNETES_VERSION" "kubectl version"

case_begin a_deployment_becomes_available
namespace_make "$NS"
check_ok "creating it" deploy first
wait_until 60 deployment_is_available first
check_eq "$(kubectl -n "$NS" get pods --field-selector=status.phase=Running -o name | wc -l)" 3 "running pods"

case_begin a_job_completes
check_ok "creating it" kubectl -n "$NS" create job once --image=none
check_ok "waiting" kubectl -n "$NS" wait job/once --for=condition=Complete --timeout=60s

case_begin deleting_cascades
check_ok "deleting" kubectl -n "$NS" delete deployment first --cascade=foreground --timeout=60s
check_eq "$(kubectl -n "$NS" get pods -l app=first -o name)" "" "pods left"

case_begin each_kubeconfig_is_who_it_says
check_eq "$(as admin auth whoami -o 'jsonpath={.status.userInfo.username}')" admin "the token's user"
check_eq "$(as admin-cert auth whoami -o 'jsonpath={.status.userInfo.username}')" admin "the certificate's user"
check_eq "$(as user auth whoami -o 'jsonpath={.status.userInfo.username}')" user "the queueing user"
check_eq "$(as viewer auth whoami -o 'jsonpath={.status.userInfo.username}')" nobody "the user without rights"

case_begin the_user_without_rights_is_refused
check_fails "listing" as viewer get pods
check_contains "$output" 'User "nobody" cannot list resource "pods"' "the answer"
check_ok "listing as a user with rights" as user get pods

case_begin the_server_queues_all_but_masters
check_ok "listing" as user get pods
check_contains "$(cluster metrics | grep '^apiserver_flowcontrol_dispatched_requests_total')" \
    'flow_schema="global-default"' "the flow schemas in use"

case_begin the_queueing_user_can_be_made_to_meet_429
check_ok "refusing" cluster refuse-user
at_end+=("cluster accept-user")
check_fails "listing while refused" as user --request-timeout=5s get --raw /api/v1/namespaces/default/pods
check_contains "$output" TooManyRequests "the answer"
check_ok "listing as one who never queues" as admin get pods
check_ok "accepting" cluster accept-user
check_ok "listing again" as user get pods

case_begin data_outlives_a_killed_server
check_ok "creating" kubectl -n "$NS" create configmap kept --from-literal=a=1
version=$(resource_version kept)
cluster kill-apiserver
check_fails "reading from a dead server" kubectl -n "$NS" get configmap kept
check_ok "starting again" cluster start-apiserver
check_eq "$(resource_version kept)" "$version" "the version afterwards"

case_begin data_outlives_a_killed_etcd
cluster kill-etcd
check_ok "starting again" cluster start-etcd
wait_until 60 kubectl -n "$NS" get configmap kept
check_eq "$(resource_version kept)" "$version" "the version afterwards"

case_begin controllers_outlive_a_killed_server
check_ok "creating" deploy second
wait_until 60 deployment_is_available second

case_begin a_watch_from_compacted_history_gets_410
history_make 1
check_contains "$(watch_from "$version")" '"type":"MODIFIED"' "the watch before"
token=$(configmaps limit=1 | sed -n 's/.*"continue":"\([^"]*\)".*/\1/p')
history_forget
check_contains "$(watch_from "$version")" '"code":410' "the watch afterwards"

case_begin a_page_of_compacted_history_gets_410
check_contains "$(configmaps "limit=1&continue=$token")" "(Expired)" "the next page"

case_begin without_a_watch_cache_compaction_is_felt_at_once
apiserver_restart_with --watch-cache=false
history_make 2
check_contains "$(watch_from "$version")" '"type":"MODIFIED"' "the watch before"
check_ok "compacting" cluster compact
check_contains "$(watch_from "$version")" '"code":410' "the watch afterwards"

cases_end
