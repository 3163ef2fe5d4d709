#!/usr/bin/env bash
# The roles of docs/manual/rights.md are enough for every verb, and each of their rules is needed: the roles are taken
# from the page, with another namespace.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=rights-test
LIMIT_S=30 # until the server has heard of a changed role
PAGE=$KUBE_TESTS/../../docs/manual/rights.md
ADMIN=$KUBECONFIG
CI=$SCRATCH/ci.kubeconfig
USER=system:serviceaccount:$NS:ci

code= # of the last lockstep, and ...
said= # ... what it said, both streams

# CODE ARGUMENTS...: lockstep as the user of the page.
ci_expect() {
    local want=$1
    shift
    said=$("$LOCKSTEP" "$@" --kubeconfig "$CI" --timeout 60s </dev/null 2>&1)
    code=$?
    [[ $code == "$want" ]] || case_fail "lockstep $* ends with $code, not $want: $said"
}
# ARGUMENTS...: a verb that knows no --timeout.
ci_show() {
    said=$("$LOCKSTEP" "$@" --kubeconfig "$CI" </dev/null 2>&1)
    code=$?
    [[ $code == 0 ]] || case_fail "lockstep $* ends with $code: $said"
}
says() { check_contains "$said" "$1" "what lockstep says"; }
says_not() { [[ $said != *"$1"* ]] || case_fail "lockstep says '$1': $said"; }

# FILE: that file of the page, for the namespace of this test.
page_file() {
    awk -v first="# $1" '$0 == "```" {inside = 0} inside {print} $0 == first {inside = 1}' "$PAGE" |
        sed "s/\bnamespace: shop\b/namespace: $NS/; s/\bshop\.example\.com\b/rights.example.com/; s/\blockstep-ci\b/rights-test-ci/"
}
# VERB RESOURCE NAMESPACE: whether the server lets the user.
may() { [[ $(kubectl --kubeconfig "$ADMIN" auth can-i "$1" "$2" -n "$3" --as "$USER") == "${4:-yes}" ]]; }

# EXPRESSION RESOURCE VERB: the page's role after that sed; waits until the right is gone.
role_without() {
    page_file ci-role.yaml | sed "$1" | kubectl --kubeconfig "$ADMIN" apply -f - >/dev/null || case_fail "the role is refused"
    wait_until "$LIMIT_S" may "$3" "$2" "$NS" no
}
role_whole() {
    page_file ci-role.yaml | kubectl --kubeconfig "$ADMIN" apply -f - >/dev/null || case_fail "the role is refused"
    wait_until "$LIMIT_S" may "$2" "$1" "$NS"
}
# RESOURCE VERB: a sed expression that takes the verb from the rule that begins with this resource.
verb_out() { printf '/resources: \\[%s/,/verbs:/s/\\(verbs:.*\\)\\b%s\\b,\\{0,1\\} \\{0,1\\}/\\1/' "$1" "$2"; }

namespace_make "$NS"
page_file ci-role.yaml | kubectl apply -f - >/dev/null
cat >"$CI" <<END
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "$(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')", certificate-authority: "$LS_KUBE_DIR/pki/ca.crt"}}]
contexts: [{name: here, context: {cluster: c, user: u, namespace: $NS}}]
current-context: here
users: [{name: u, user: {token: "$(kubectl -n "$NS" create token ci)"}}]
END
cat >"$SCRATCH/web.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {greeting: hello}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec: {selector: {app: web}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec: {containers: [{name: web, image: registry.example/web}]}
END

# ---- enough ------------------------------------------------------------------------------------

case_begin the_role_of_the_page_is_enough
wait_until "$LIMIT_S" may get configmaps "$NS"
ci_show plan -f "$SCRATCH/web.yaml"
says 'web: 3 to create'
ci_expect 0 apply -f "$SCRATCH/web.yaml"
says 'web: rolled out, 3 created'
says_not 'note:'
ci_show status web
says 'web  3 of 3'
ci_show list
says web

case_begin what_left_the_set_is_removed
python3 - "$SCRATCH/web.yaml" "$SCRATCH/less.yaml" <<'END'
import sys
parts = open(sys.argv[1], encoding="utf-8").read().split("---\n")
open(sys.argv[2], "w", encoding="utf-8").write(parts[0].replace("hello", "welcome") + "---\n" + parts[2])
END
ci_expect 0 apply -f "$SCRATCH/less.yaml" --set web
says '1 changed'
says '1 deleted'

case_begin and_down_again
ci_expect 0 delete web
says 'web: taken down, 2 deleted'

# ---- none too many -------------------------------------------------------------------------------

case_begin without_the_parent_nothing_works
role_without "$(verb_out configmaps get)" configmaps get
ci_expect 1 apply -f "$SCRATCH/web.yaml"
says "User \"$USER\" cannot get resource \"configmaps\""
says 'Nothing was written.'
role_whole configmaps get

case_begin without_create_the_right_is_named
role_without "$(verb_out deployments create)" deployments create
ci_expect 1 apply -f "$SCRATCH/web.yaml"
says create
says deployments.apps
says 'Nothing was written.'
role_whole deployments create
ci_expect 0 apply -f "$SCRATCH/web.yaml"

case_begin without_watch_the_right_is_named
role_without "$(verb_out deployments watch)" deployments watch
ci_expect 1 apply -f "$SCRATCH/web.yaml"
says "cannot watch resource \"deployments\""
says 'Nothing was written.'
role_whole deployments watch

case_begin without_list_a_server_that_streams_lists_is_enough
role_without "$(verb_out deployments list)" deployments list
ci_expect 0 apply -f "$SCRATCH/web.yaml"
says 'web: no changes, 3 unchanged'
role_whole deployments list

case_begin without_delete_the_right_is_named
role_without "$(verb_out deployments delete)" deployments delete
ci_expect 1 delete web
says delete
says deployments.apps
says 'Nothing was written.'
check_ok "the deployment is there" kubectl -n "$NS" get deployment web
role_whole deployments delete
ci_expect 0 delete web

case_begin without_endpoint_slices_a_service_says_why
role_without '/discovery.k8s.io/,/verbs:/d' endpointslices.discovery.k8s.io watch
said=$("$LOCKSTEP" apply -f "$SCRATCH/web.yaml" --kubeconfig "$CI" --timeout 5s </dev/null 2>&1)
check_eq "$?" 4 "the exit code"
says "whether Service $NS/web is ready"
says 'endpointslices'
role_whole endpointslices.discovery.k8s.io watch
ci_expect 0 apply -f "$SCRATCH/web.yaml"
ci_expect 0 delete web

case_begin pods_and_events_only_make_reasons_longer
role_without '/resources: \[pods, events\]/,/verbs:/{s/pods, events/nodes/}' pods watch
ci_expect 0 apply -f "$SCRATCH/web.yaml"
ci_expect 0 delete web
role_whole pods watch

# ---- cluster-scoped objects ----------------------------------------------------------------------

cat >"$SCRATCH/wide.yaml" <<END
apiVersion: v1
kind: Namespace
metadata: {name: $NS-wide}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: $NS-wide}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: discounts.rights.example.com}
spec:
  group: rights.example.com
  scope: Namespaced
  names: {plural: discounts, singular: discount, kind: Discount}
  versions:
  - {name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}
---
apiVersion: rights.example.com/v1
kind: Discount
metadata: {name: opening-week, namespace: $NS-wide}
END

case_begin a_set_with_a_namespace_needs_the_cluster_role
ci_expect 1 apply -f "$SCRATCH/wide.yaml"
says namespaces
says 'Nothing was written.'
at_end+=("kubectl delete clusterrole,clusterrolebinding rights-test-ci >/dev/null 2>&1")
page_file ci-clusterrole.yaml | kubectl apply -f - >/dev/null || case_fail "the role is refused"
wait_until "$LIMIT_S" may create customresourcedefinitions.apiextensions.k8s.io "$NS"
ci_expect 0 apply -f "$SCRATCH/wide.yaml"
says 'wide: rolled out, 4 created'
ci_show status wide
ci_expect 0 delete wide
says 'wide: taken down, 4 deleted'

cases_end
