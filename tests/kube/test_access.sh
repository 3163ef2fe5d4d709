#!/usr/bin/env bash
# Who lockstep is to the server: rights, plugins, tokens that change and tokens that ran out; and what
# `lockstep doctor` says of each.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=access-test
SERVER=$(kubectl config view -o 'jsonpath={.clusters[0].cluster.server}')
CA=$LS_KUBE_DIR/pki/ca.crt

lockstep() { "$LOCKSTEP" "$@"; }

# FILE USER-LINES: a kubeconfig with that user.
kubeconfig_write() {
    cat >"$1" <<END
apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: "$SERVER", certificate-authority: "$CA"}}]
contexts: [{name: here, context: {cluster: c, user: u, namespace: $NS}}]
current-context: here
users:
- name: u
  user:
$2
END
}

# KUBECONFIG: what the doctor finds; its code is left in $code, its words in $output.
doctor() {
    output=$(lockstep doctor --kubeconfig "$1" "${@:2}" 2>&1)
    code=$?
}

# STEP RESULT PART: a line of the doctor's list.
check_step() {
    local line
    line=$(grep "^$1 " <<<"$output")
    [[ $line =~ ^$1\ +$2\ && $line == *"$3"* ]] || case_fail "$1 is '$line', not $2 with '$3', in: $output"
}

# ---- rights ----------------------------------------------------------------------------------

case_begin all_is_well
namespace_make "$NS"
doctor "$LS_KUBE_DIR/admin.kubeconfig" -n "$NS"
check_eq "$code" 0 "the doctor's code"
check_step config ok "context lockstep-test"
check_step server ok "$SERVER"
check_step credentials ok token
check_step version ok "Kubernetes $LS_KUBERNETES_VERSION"
check_step identity ok "admin, member of system:masters"
check_step rights ok "in namespace $NS"
check_eq "$(grep -cF -f "$LS_KUBE_DIR/pki/admin.token" <<<"$output")" 0 "mentions of the token"

case_begin a_client_certificate
doctor "$LS_KUBE_DIR/admin-cert.kubeconfig"
check_eq "$code" 0 "the doctor's code"
check_step credentials ok "client certificate"
check_step identity ok admin

case_begin a_user_without_rights
check_fails "listing" lockstep get pods --kubeconfig "$LS_KUBE_DIR/viewer.kubeconfig"
check_contains "$output" 'User "nobody" cannot list resource "pods"' "what get says"
check_fails "watching" lockstep get pods -w --kubeconfig "$LS_KUBE_DIR/viewer.kubeconfig"
check_contains "$output" 'User "nobody" cannot' "what get -w says"
doctor "$LS_KUBE_DIR/viewer.kubeconfig"
check_eq "$code" 1 "the doctor's code"
check_step identity ok nobody
check_step rights problem "we may not: create configmaps"
check_contains "$output" "What to do: Ask for a Role" "the advice"

case_begin acting_as_somebody_else
check_ok "listing as oneself" lockstep get pods -n "$NS"
check_fails "listing as nobody" lockstep get pods -n "$NS" --as nobody --as-group crowd
check_contains "$output" 'User "nobody" cannot list' "what it says"
doctor "$LS_KUBE_DIR/admin.kubeconfig" --as nobody --as-group crowd
check_step identity ok "nobody, member of crowd, system:authenticated"

# ---- plugins ---------------------------------------------------------------------------------

# LINES...: a plugin that runs them.
plugin_write() {
    printf '#!/bin/sh\n' >"$SCRATCH/plugin"
    printf '%s\n' "$@" >>"$SCRATCH/plugin"
    chmod +x "$SCRATCH/plugin"
}

plugin_kubeconfig() {
    kubeconfig_write "$SCRATCH/exec" "    exec:
      apiVersion: client.authentication.k8s.io/v1
      command: $SCRATCH/plugin
      args: [token]
      env: [{name: PLUGIN_TOKEN_FILE, value: $LS_KUBE_DIR/pki/admin.token}]
      interactiveMode: Never
      installHint: install it from the shelf"
}

case_begin a_credential_plugin
plugin_kubeconfig
# shellcheck disable=SC2016 # the plugin's variables
plugin_write 'echo run >>"$0.runs"' 'echo "a word of the plugin" >&2' \
    'printf "{\"apiVersion\":\"client.authentication.k8s.io/v1\",\"kind\":\"ExecCredential\",\"status\":{\"token\":\"%s\"}}" "$(cat "$PLUGIN_TOKEN_FILE")"'
check_ok "listing" lockstep get pods --kubeconfig "$SCRATCH/exec"
check_eq "$(wc -l <"$SCRATCH/plugin.runs")" 1 "runs of the plugin for several requests"
check_contains "$(lockstep get pods --kubeconfig "$SCRATCH/exec" 2>&1)" "a word of the plugin" "standard error"
doctor "$SCRATCH/exec"
check_step credentials ok plugin
check_step identity ok admin

case_begin a_plugin_that_fails
plugin_write 'echo "please log in" >&2' 'exit 3'
check_fails "listing" lockstep get pods --kubeconfig "$SCRATCH/exec"
check_contains "$output" "please log in" "standard error"
check_contains "$output" "$SCRATCH/plugin" "what it says"
doctor "$SCRATCH/exec"
check_eq "$code" 1 "the doctor's code"
check_step version problem "$SCRATCH/plugin"

case_begin a_plugin_that_is_not_there
rm "$SCRATCH/plugin"
check_fails "listing" lockstep get pods --kubeconfig "$SCRATCH/exec"
check_contains "$output" "install it from the shelf" "what it says"

# ---- tokens ----------------------------------------------------------------------------------

# NAME: a token of the account `robot` that dies with the Secret NAME.
token_make() {
    kubectl -n "$NS" create secret generic "$1" >/dev/null || return
    kubectl -n "$NS" create token robot --bound-object-kind=Secret --bound-object-name="$1"
}

token_is_dead() { ! "$LOCKSTEP" get cm -n "$NS" --server "$SERVER" --certificate-authority "$CA" --token "$1"; }
shows() { grep -q -- "$2" "$1"; }

case_begin a_token_file_that_changes_under_a_watch
kubectl -n "$NS" create serviceaccount robot >/dev/null
kubectl -n "$NS" create rolebinding robot --clusterrole=admin --serviceaccount="$NS:robot" >/dev/null
first=$(token_make first) || case_fail "no first token"
printf '%s' "$first" >"$SCRATCH/token"
kubeconfig_write "$SCRATCH/file" "    tokenFile: token"
doctor "$SCRATCH/file"
check_step credentials ok "token file"
check_step identity ok "system:serviceaccount:$NS:robot"
"$LOCKSTEP" get cm -w -o name --kubeconfig "$SCRATCH/file" >"$SCRATCH/watch" 2>"$SCRATCH/watch.err" &
watch_pid=$!
kubectl -n "$NS" create cm before >/dev/null
wait_until 60 shows "$SCRATCH/watch" configmap/before
token_make second >"$SCRATCH/token.new" || case_fail "no second token"
mv "$SCRATCH/token.new" "$SCRATCH/token"
kubectl -n "$NS" delete secret first >/dev/null
# The server starts anew: it has no memory of the first token, and the watch has to come again.
cluster kill-apiserver
check_ok "starting again" cluster start-apiserver
wait_until 60 token_is_dead "$first"
kubectl -n "$NS" create cm after >/dev/null
wait_until 90 shows "$SCRATCH/watch" configmap/after
kill "$watch_pid"

case_begin a_token_that_was_withdrawn
printf '%s' "$first" >"$SCRATCH/token"
check_fails "listing" lockstep get cm --kubeconfig "$SCRATCH/file"
check_contains "$output" "did not accept our credentials" "what it says"
check_eq "$(grep -cF -- "$first" <<<"$output")" 0 "mentions of the token"
doctor "$SCRATCH/file"
check_eq "$code" 1 "the doctor's code"
check_step identity problem "did not accept our credentials"
check_contains "$output" "What to do: The credentials come from $SCRATCH/file:" "the advice"

# A token like those that the server makes, but of an hour that is long past.
token_expired() {
    python3 - "$LS_KUBE_DIR/pki/sa.key" "$NS" <<'END'
import base64, json, subprocess, sys, time
def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b'=')
def number(der, at):
    return der[at + 2:at + 2 + der[at + 1]], at + 2 + der[at + 1]
now = int(time.time())
claims = {'iss': 'https://kubernetes.default.svc', 'aud': ['https://kubernetes.default.svc'],
          'sub': f'system:serviceaccount:{sys.argv[2]}:robot', 'iat': now - 7200, 'nbf': now - 7200, 'exp': now - 3600}
message = text(json.dumps({'alg': 'ES256'}).encode()) + b'.' + text(json.dumps(claims).encode())
der = subprocess.run(['openssl', 'dgst', '-sha256', '-sign', sys.argv[1]], input=message, capture_output=True,
                     check=True).stdout
r, at = number(der, 2)
s, at = number(der, at)
raw = b''.join(x.lstrip(b'\0').rjust(32, b'\0') for x in (r, s))
print((message + b'.' + text(raw)).decode(), end='')
END
}

case_begin a_token_that_ran_out
token_expired >"$SCRATCH/token"
check_fails "listing" lockstep get cm --kubeconfig "$SCRATCH/file"
check_contains "$output" "did not accept our credentials" "what it says"
check_fails "watching" lockstep get cm -w --kubeconfig "$SCRATCH/file"
check_contains "$output" "did not accept our credentials" "what a watch says"

case_begin a_token_file_that_is_gone
rm "$SCRATCH/token"
check_fails "listing" lockstep get cm --kubeconfig "$SCRATCH/file"
check_contains "$output" "$SCRATCH/token" "what it says"

# ---- servers ---------------------------------------------------------------------------------

case_begin a_server_that_is_down
cluster kill-apiserver
check_fails "listing" lockstep get pods
check_contains "$output" "Connection refused" "what it says"
doctor "$LS_KUBE_DIR/admin.kubeconfig"
check_step version problem "Connection refused"
check_step rights skipped ""
check_ok "starting again" cluster start-apiserver
doctor "$LS_KUBE_DIR/admin.kubeconfig"
check_eq "$code" 0 "the doctor's code afterwards"

case_begin an_authority_nobody_knows
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=stranger \
    -keyout /dev/null -out "$SCRATCH/stranger.crt" 2>/dev/null
doctor "$LS_KUBE_DIR/admin.kubeconfig" --certificate-authority "$SCRATCH/stranger.crt"
check_eq "$code" 1 "the doctor's code"
check_step version problem "certificate"
check_contains "$output" "--certificate-authority" "the advice"

case_begin a_name_that_is_not_in_the_certificate
doctor "$LS_KUBE_DIR/admin.kubeconfig" --tls-server-name elsewhere.example
check_step version problem "elsewhere.example"

case_begin the_doctor_for_programs
doctor "$LS_KUBE_DIR/viewer.kubeconfig" -o json
check_eq "$(python3 -c '
import json, sys
report = json.loads(sys.argv[1])
print(report["ok"], *(s["step"] for s in report["steps"] if s["result"] != "ok"))' "$output")" \
    "False rights" "what a program reads"

cases_end
