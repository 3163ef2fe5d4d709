#!/usr/bin/env bash
# What is refused before the first write: rights that are missing, mistakes of manifests, what only the server knows;
# and what a plan says of it.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=preflight-test
LIMIT_S=30 # until the server has heard of a role
USER_CONFIG=$SCRATCH/user.kubeconfig

code= # of the last lockstep, and ...
said= # ... what it said, both streams

# CODE ARGUMENTS...: lockstep as the admin.
expect() {
    local want=$1
    shift
    said=$("$LOCKSTEP" "$@" </dev/null 2>&1)
    code=$?
    [[ $code == "$want" ]] || case_fail "lockstep $* ends with $code, not $want: $said"
}
# CODE ARGUMENTS...: lockstep as the user with few rights.
user_expect() {
    local want=$1
    shift
    expect "$want" "$@" --kubeconfig "$USER_CONFIG"
}
says() { check_contains "$said" "$1" "what lockstep says"; }
says_not() { [[ $said != *"$1"* ]] || case_fail "lockstep says '$1': $said"; }
absent() { [[ -z $(kubectl get "$@" -o name --ignore-not-found) ]] || case_fail "$* is there"; }
# VERB RESOURCE: whether the server lets the user.
may() { [[ $(kubectl auth can-i "$1" "$2" -n "$NS" --as "system:serviceaccount:$NS:user") == "${3:-yes}" ]]; }
# VERB...: what the user may do with ConfigMaps; reads are always allowed.
role_write() {
    local verbs
    verbs=$(printf ', %s' get list watch "$@")
    kubectl apply -f - >/dev/null <<END || case_fail "the role is refused"
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: few, namespace: $NS}
rules:
- {apiGroups: [""], resources: [configmaps], verbs: [${verbs#, }]}
- {apiGroups: [""], resources: [services, namespaces], verbs: [get, list, watch]}
- {apiGroups: [apps], resources: [deployments], verbs: [get, list, watch]}
- {apiGroups: [rbac.authorization.k8s.io], resources: [roles], verbs: [get, list, watch]}
END
}

namespace_make "$NS"
role_write create patch
kubectl apply -f - >/dev/null <<END
apiVersion: v1
kind: ServiceAccount
metadata: {name: user, namespace: $NS}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: few, namespace: $NS}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: few}
subjects: [{kind: ServiceAccount, name: user, namespace: $NS}]
END
cat >"$USER_CONFIG" <<END
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "$(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')", certificate-authority: "$LS_KUBE_DIR/pki/ca.crt"}}]
contexts: [{name: here, context: {cluster: c, user: u, namespace: $NS}}]
current-context: here
users: [{name: u, user: {token: "$(kubectl -n "$NS" create token user)"}}]
END
wait_until "$LIMIT_S" may patch configmaps
cat >"$SCRATCH/map.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: first}
data: {a: b}
END
cat >"$SCRATCH/web.yaml" <<'END'
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
  template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web}]}}
END

# ---- rights ----------------------------------------------------------------------------------

case_begin missing_rights_are_listed_before_the_first_write
user_expect 1 apply --set few -f "$SCRATCH/map.yaml" -f "$SCRATCH/web.yaml"
says "4 rights are missing:"
says "we may not create services in namespace $NS, needed for web"
says "we may not patch services in namespace $NS, needed for web"
says "we may not create deployments.apps in namespace $NS, needed for web"
says "we may not patch deployments.apps in namespace $NS, needed for web"
says "Nothing was written."
absent configmap -n "$NS" lockstep-set-few
absent configmap -n "$NS" first

case_begin a_plan_tells_of_them_and_shows_what_it_can
user_expect 0 plan --set few -f "$SCRATCH/map.yaml" -f "$SCRATCH/web.yaml"
says "this would be refused to us: we may not create services in namespace $NS"
says "few: 3 to create"

case_begin a_set_that_brings_roles_is_warned
cat >"$SCRATCH/role.yaml" <<'END'
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: brought}
rules: []
END
user_expect 4 apply --set few -f "$SCRATCH/map.yaml" -f "$SCRATCH/role.yaml"
says "rights are missing now; the set brings roles of its own, which may give them: we may not create roles.rbac.authorization.k8s.io"
expect 0 delete few -n "$NS"

case_begin enough_rights_are_enough
user_expect 0 apply --set few -f "$SCRATCH/map.yaml" -o json
says '"reviews":1'
user_expect 0 apply --set few -f "$SCRATCH/map.yaml" -o json
says_not '"reviews"'

case_begin what_leaves_needs_the_right_to_delete
sed 's/first/second/' "$SCRATCH/map.yaml" >"$SCRATCH/second.yaml"
user_expect 1 apply --set few -f "$SCRATCH/second.yaml"
says "we may not delete configmaps in namespace $NS, needed for first"
says "Nothing was written."
absent configmap -n "$NS" second
user_expect 1 delete few
says "we may not delete configmaps in namespace $NS, needed for first and 1 more"
check_eq "$(kubectl get cm -n "$NS" first -o name)" configmap/first "the object"

case_begin kinds_without_namespace_are_asked_by_verb
cat >"$SCRATCH/cluster.yaml" <<END
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: $NS}
value: 1
END
kubectl apply -f - >/dev/null <<END
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: $NS}
rules:
- {apiGroups: [scheduling.k8s.io], resources: [priorityclasses], verbs: [get, list, watch]}
- {apiGroups: [scheduling.k8s.io], resources: [priorityclasses], verbs: [patch, create], resourceNames: [$NS]}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: $NS}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: $NS}
subjects: [{kind: ServiceAccount, name: user, namespace: $NS}]
END
at_end+=("kubectl delete clusterrole,clusterrolebinding $NS >/dev/null" "kubectl delete priorityclass --ignore-not-found $NS >/dev/null")
wait_until "$LIMIT_S" may list priorityclasses
user_expect 0 apply --set wide -f "$SCRATCH/cluster.yaml"
sed "s/name: $NS/name: $NS-other/" "$SCRATCH/cluster.yaml" >"$SCRATCH/other.yaml"
user_expect 1 apply --set wider -f "$SCRATCH/other.yaml"
says "we may not create priorityclasses.scheduling.k8s.io, needed for $NS-other"
says "we may not patch priorityclasses.scheduling.k8s.io, needed for $NS-other"
absent priorityclass "$NS-other"
expect 0 delete wide -n "$NS"

# ---- manifests -------------------------------------------------------------------------------

case_begin all_mistakes_are_reported_at_once
cat >"$SCRATCH/bad.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: Bad_Name, labels: {app: "a b"}}
---
apiVersion: apps/v1
kind: Statefulset
metadata: {name: db}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: ok, namespace: preflight-nowhere}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, annotations: {kots.io/wait-for-property: .status.x=1}}
END
for verb in plan apply; do
    expect 1 $verb --set bad -n "$NS" -f "$SCRATCH/bad.yaml"
done
expect 1 apply --set bad --parent-namespace "$NS" -f "$SCRATCH/bad.yaml"
says "5 problems in the manifests:"
says "bad.yaml:3: ConfigMap Bad_Name: metadata.name \"Bad_Name\" is no name"
says "bad.yaml:3: ConfigMap Bad_Name: metadata.labels: label value 'a b' must be"
says "bad.yaml:6: Statefulset db: there is no kind Statefulset"
says "bad.yaml:11: ConfigMap ok: namespace preflight-nowhere does not exist"
says "bad.yaml:15: Deployment web: the annotation kots.io/wait-for-property is not known"
absent configmap -n "$NS" lockstep-set-bad

# ---- what only the server knows --------------------------------------------------------------

case_begin a_server_check_lists_all_refusals_before_the_first_write
cat >"$SCRATCH/refused.yaml" <<'END'
apiVersion: v1
kind: ConfigMap
metadata: {name: fine}
---
apiVersion: v1
kind: Service
metadata: {name: ports}
spec: {ports: [{port: 99999}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: unlike}
spec:
  selector: {matchLabels: {app: a}}
  template: {metadata: {labels: {app: b}}, spec: {containers: [{name: web, image: web}]}}
END
for verb in plan apply; do
    expect 1 $verb --set refused -n "$NS" -f "$SCRATCH/refused.yaml" --server-check
    says "2 objects are refused by the server:"
    says "refused.yaml:5: Service ports: "
    says "refused.yaml:10: Deployment unlike: "
done
absent configmap -n "$NS" fine
absent configmap -n "$NS" lockstep-set-refused
sed '/^---/,$d' "$SCRATCH/refused.yaml" >"$SCRATCH/fine.yaml"
expect 0 apply --set refused -n "$NS" -f "$SCRATCH/fine.yaml" --server-check -o json
says '"dryRuns":1'
expect 0 apply --set refused -n "$NS" -f "$SCRATCH/fine.yaml" --server-check -o json
says_not '"dryRuns"'
expect 0 delete refused -n "$NS"

case_begin a_plan_shows_what_will_be_replaced
cat >"$SCRATCH/job.yaml" <<'END'
apiVersion: batch/v1
kind: Job
metadata: {name: migrate, annotations: {lockstep.dev/replace: "true"}}
spec:
  suspend: true
  template: {spec: {restartPolicy: Never, containers: [{name: a, image: "a:1"}]}}
END
expect 0 apply --set job -n "$NS" -f "$SCRATCH/job.yaml" --wait none
sed -i 's/a:1/a:2/' "$SCRATCH/job.yaml"
uid=$(kubectl get job -n "$NS" migrate -o 'jsonpath={.metadata.uid}')
expect 0 plan --set job -n "$NS" -f "$SCRATCH/job.yaml"
says "/ Job $NS/migrate"
says "job: 1 to replace"
check_eq "$(kubectl get job -n "$NS" migrate -o 'jsonpath={.metadata.uid}')" "$uid" "the uid after the plan"
sed -i 's/a:2/a:1/; s/suspend: true/suspend: true\n  backoffLimit: 3/' "$SCRATCH/job.yaml"
expect 0 plan --set job -n "$NS" -f "$SCRATCH/job.yaml"
says "job: 1 to change"
expect 0 delete job -n "$NS"

case_begin a_kind_of_an_aggregated_api_that_is_down_is_reported_as_that
kubectl apply -f - >/dev/null <<END
apiVersion: v1
kind: Service
metadata: {name: nobody, namespace: $NS}
spec: {ports: [{port: 443}]}
---
apiVersion: apiregistration.k8s.io/v1
kind: APIService
metadata: {name: v1.preflight.example.com}
spec:
  group: preflight.example.com
  version: v1
  groupPriorityMinimum: 100
  versionPriority: 100
  insecureSkipTLSVerify: true
  service: {name: nobody, namespace: $NS}
END
at_end+=("kubectl delete apiservice v1.preflight.example.com >/dev/null")
cat >"$SCRATCH/silent.yaml" <<'END'
apiVersion: preflight.example.com/v1
kind: Gadget
metadata: {name: a}
END
silent_reported() {
    local output
    output=$("$LOCKSTEP" plan --set silent -n "$NS" -f "$SCRATCH/silent.yaml" 2>&1)
    [[ $output == *"silent.yaml:1: Gadget a: the server behind preflight.example.com/v1 does not answer"* ]] ||
        { echo "$output"; return 1; }
}
wait_until "$LIMIT_S" silent_reported
expect 1 plan --set silent -n "$NS" -f "$SCRATCH/silent.yaml"
says "the APIService v1.preflight.example.com"
says_not "there is no kind"

cases_end
