#!/usr/bin/env bash
# What the program says and how it ends when its input is bad: command lines, kubeconfigs, servers.
# LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=${LOCKSTEP:-$ROOT/build/dev/lockstep}
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-cli.XXXXXX")
export HOME=$SCRATCH KUBECONFIG=
unset KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT
server_pid=

leave() {
    server_stop
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# ---- cases -----------------------------------------------------------------------------------

says_not() { [[ $err != *"$1"* && $out != *"$1"* ]]; }
is_one_line() { [[ $(wc -l <"$SCRATCH/err") == 1 ]]; }

# NAME SENTENCE ARGUMENTS...: an error that is one sentence: code 1, nothing on standard output.
fails() {
    local name=$1 sentence=$2
    shift 2
    run "$@"
    expect code_is 1
    expect says "$sentence"
    expect is_one_line
    expect prints_nothing
    verdict "$name"
}

# ---- kubeconfigs and servers -----------------------------------------------------------------

# CONTENT: a kubeconfig with it; its path is in $config.
kubeconfig() {
    config=$SCRATCH/config
    printf '%s\n' "$1" >"$config"
}

# URL [CLUSTER-FIELD]: a good kubeconfig for it.
kubeconfig_for() {
    kubeconfig "apiVersion: v1
kind: Config
clusters:
- name: c
  cluster:
    server: $1
    ${2-}
users:
- name: u
  user: {token: canary-secret}
contexts:
- name: here
  context: {cluster: c, user: u, namespace: shop}
current-context: here"
}

# MODE [CERTIFICATE KEY]: starts a bad server in place of the last one; its port is in $port.
server() {
    server_stop
    exec {server_out}< <(exec python3 "$HERE/bad_server.py" "$@")
    server_pid=$!
    read -r port <&"$server_out"
    exec {server_out}<&-
}

server_stop() {
    [[ -z $server_pid ]] || kill "$server_pid" 2>/dev/null
    server_pid=
}

# NAME SUBJECT DAYS: a CA-signed certificate as NAME.crt and NAME.key.
certificate() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" \
        -keyout "$SCRATCH/$1.key" -out "$SCRATCH/$1.csr" 2>/dev/null
    openssl x509 -req -in "$SCRATCH/$1.csr" -CA "$SCRATCH/ca.crt" -CAkey "$SCRATCH/ca.key" -CAcreateserial \
        -days "$3" -extfile <(printf 'subjectAltName=%s' "$2") -out "$SCRATCH/$1.crt" 2>/dev/null
}

certificates() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=test-ca \
        -keyout "$SCRATCH/ca.key" -out "$SCRATCH/ca.crt" 2>/dev/null
    certificate good IP:127.0.0.1,DNS:localhost 2
    certificate elsewhere DNS:elsewhere.example 2
}

# NAME SENTENCE MODE [CERTIFICATE KEY]: a server of that mode over plain http, or over TLS. The time is
# short only where the sentence is about it: a busy machine takes seconds for an answer.
bad_server_fails() {
    local name=$1 sentence=$2 scheme=http limit=10s
    [[ $sentence != *"within 2 s"* ]] || limit=2s
    shift 2
    [[ $# == 1 ]] || scheme=https
    server "$@"
    kubeconfig_for "$scheme://127.0.0.1:$port" "certificate-authority: $SCRATCH/ca.crt"
    fails "$name" "$sentence" get pods --kubeconfig "$config" --request-timeout "$limit"
}

# ---- the command line ------------------------------------------------------------------------

run
expect code_is 2
expect prints "lockstep VERB"
verdict no_verb_shows_help_and_is_a_mistake

wrong_line a_misspelt_verb "no verb 'gte'; did you mean 'get'?" gte
wrong_line a_misspelt_flag "unknown flag --namspace; did you mean --namespace?" get pods --namspace x
wrong_line a_flag_without_value "--namespace needs a value (NS)" get pods -n
wrong_line get_without_a_kind "which kind?" get
wrong_line get_with_an_unknown_form "custom-columns-file=FILE, not 'xml'" get pods -o xml
wrong_line a_name_in_every_namespace "leave out -A" get pods web -A
wrong_line a_name_and_a_selector "either names or a selector" get pods web -l a=b
wrong_line a_selector_that_is_none "--selector: selector 'a b': character 3" get pods -l 'a b'
wrong_line a_field_selector_that_is_none "--field-selector: " get pods --field-selector 'x'
wrong_line events_without_a_watch "--output-watch-events needs -w" get pods --output-watch-events
wrong_line labels_of_yaml "--show-labels is for tables" get pods --show-labels -o yaml
wrong_line a_watch_of_two_kinds "-w shows one kind" get pods,services -w
wrong_line pairs_and_words_mixed "'pods' is no KIND/NAME" get pods pod/web
wrong_line an_empty_kind "has an empty kind" get pods,
wrong_line a_name_that_leaves_the_path "may not contain '/'" get pod/a/b
wrong_line a_raw_path_that_is_none "begins with /" get --raw version
wrong_line a_raw_path_and_a_kind "--raw takes no further words" get --raw /version pods
wrong_line a_server_that_is_no_address "--server: must begin with" get pods --server ftp://x
wrong_line a_timeout_that_is_none "--request-timeout: duration 'soon'" get pods --request-timeout soon --server http://x
wrong_line api_resources_takes_no_words "takes no arguments" api-resources pods
wrong_line api_resources_has_its_forms "-o is name, wide or json" api-resources -o yaml
wrong_line doctor_takes_no_words "takes no arguments" doctor now
wrong_line version_has_its_form "-o is json" version -o yaml

# ---- kubeconfigs -----------------------------------------------------------------------------

fails no_kubeconfig "no kubeconfig found: looked at $SCRATCH/.kube/config; set KUBECONFIG" get pods
fails a_kubeconfig_that_is_not_there "/nope does not exist" get pods --kubeconfig /nope
fails a_kubeconfig_that_is_a_folder "is a folder, not a file" get pods --kubeconfig "$SCRATCH"

kubeconfig 'clusters: ['
fails a_kubeconfig_that_is_no_yaml "$config:2:1: " get pods --kubeconfig "$config"
kubeconfig $'apiVersion: v1\nclusters: 7'
fails a_field_of_another_type "$config:2: clusters must be a list" get pods --kubeconfig "$config"
kubeconfig_for https://127.0.0.1:1
fails a_context_that_is_not_there "there is no context 'prod'; there is: here" get pods --kubeconfig "$config" --context prod
sed -i 's/cluster: c,/cluster: other,/' "$config"
fails a_context_without_its_cluster "$config:13: " get pods --kubeconfig "$config"
kubeconfig_for https://127.0.0.1:1 'certificate-authority-data: "%%%"'
fails base64_that_is_none "$config:7: " get pods --kubeconfig "$config"
kubeconfig_for https://127.0.0.1:1 "certificate-authority: missing.crt"
fails a_certificate_that_is_not_there "missing.crt" get pods --kubeconfig "$config"
kubeconfig_for https://127.0.0.1:1 "certificate-authority-data: aGVsbG8="
fails a_certificate_that_is_none "$config:6: TLS for https://127.0.0.1:1: the CA bundle has no certificate in it" get pods --kubeconfig "$config"
kubeconfig_for https://127.0.0.1:1 "proxy-url: http://proxy:3128"
fails a_proxy_is_refused "$config:7: " get pods --kubeconfig "$config"
head -c 9000000 /dev/zero | tr '\0' a >"$SCRATCH/huge"
fails a_kubeconfig_without_end "is larger than 8388608 bytes" get pods --kubeconfig "$SCRATCH/huge"

# ---- servers ---------------------------------------------------------------------------------

certificates
kubeconfig_for https://127.0.0.1:1
fails nobody_listens "Connection refused" get pods --kubeconfig "$config"
fails nobody_listens_to_a_watch "Connection refused" get pods -w --kubeconfig "$config"
fails nobody_tells_the_kinds "Connection refused" api-resources --kubeconfig "$config"

bad_server_fails a_reset_connection "Connection reset by peer" reset
bad_server_fails a_server_that_never_answers "not complete within 2 s" silent
bad_server_fails a_server_that_is_not_http "the first line is not one of HTTP/1.1" garbage
bad_server_fails a_web_page "is this the address of a Kubernetes API server?" html
bad_server_fails an_answer_that_is_no_json "is this the address of a Kubernetes API server?" bad-json
bad_server_fails an_answer_that_breaks_off "breaks off in its body" cut
bad_server_fails a_head_without_end "the head of the message has more than 65536 bytes" endless-head
bad_server_fails an_answer_without_end "more than 67108864 bytes, the limit" endless-body
bad_server_fails an_answer_that_drips "not complete within 2 s" slow-body
bad_server_fails an_object_without_end "object 1 big of the server's list has more than 8388608 bytes" endless-object
bad_server_fails a_list_that_drips "not complete within 2 s" slow-list
bad_server_fails an_object_that_is_too_deep "nested deeper than the limit of 512 levels" deep
bad_server_fails credentials_that_are_refused "did not accept our credentials" unauthorized "$SCRATCH/good.crt" "$SCRATCH/good.key"

bad_server_fails a_certificate_for_another_host "is not for 127.0.0.1 but for elsewhere.example" \
    html "$SCRATCH/elsewhere.crt" "$SCRATCH/elsewhere.key"
bad_server_fails a_tls_server_that_is_not_http "the first line is not one of HTTP/1.1" \
    garbage "$SCRATCH/good.crt" "$SCRATCH/good.key"
server html "$SCRATCH/good.crt" "$SCRATCH/good.key"
kubeconfig_for "https://127.0.0.1:$port"
fails a_certificate_nobody_trusts "not among the trusted authorities" get pods --kubeconfig "$config" --request-timeout 10s
server silent
kubeconfig_for "https://127.0.0.1:$port"
fails a_server_that_never_shakes_hands "within 2 s" get pods --kubeconfig "$config" --request-timeout 2s

# ---- lists that expire half way --------------------------------------------------------------

server expiring
run get pods --server "http://127.0.0.1:$port" --no-headers
expect code_is 0
expect test "$(awk '{ print $1 }' "$SCRATCH/out" | xargs)" = "b c"
expect test -z "$err"
verdict a_table_that_expired_is_read_anew

run get pods --server "http://127.0.0.1:$port" -o name
expect code_is 0
expect test "$(xargs <"$SCRATCH/out")" = "pod/a pod/b pod/c"
expect says "Warning: the list had to be read anew half way"
verdict what_was_printed_is_not_printed_again

# ---- what reaches the terminal ---------------------------------------------------------------

server steering
run get pods --server "http://127.0.0.1:$port"
expect code_is 0
expect prints $'NAME\nevil^[]0;title^G\\u009b31m'
expect says "Warning: careful, "
verdict a_server_cannot_steer_the_terminal

server unauthorized "$SCRATCH/good.crt" "$SCRATCH/good.key"
kubeconfig_for "https://127.0.0.1:$port" "certificate-authority: $SCRATCH/ca.crt"
run doctor -v --kubeconfig "$config"
expect code_is 1
expect prints "The credentials come from $config:10"
expect says_not canary-secret
run get pods -v --kubeconfig "$config" --token flag-canary-secret
expect says "DEBUG request request=1 method=GET target=/api"
expect says_not canary-secret
verdict no_secret_is_ever_printed

# ---- the doctor ------------------------------------------------------------------------------

run doctor
expect code_is 1
expect prints "config     problem   no kubeconfig found"
expect prints "What to do: "
expect prints "rights     skipped"
verdict the_doctor_finds_no_kubeconfig

kubeconfig_for https://127.0.0.1:1
run doctor --kubeconfig "$config" -o json
expect code_is 1
expect python3 -c '
import json, sys
steps = {s["step"]: s for s in json.load(open(sys.argv[1]))["steps"]}
assert steps["config"]["result"] == "ok" and "here" in steps["config"]["detail"]
assert steps["version"]["result"] == "problem" and "Connection refused" in steps["version"]["detail"]
assert sys.argv[2] + ":6" in steps["version"]["advice"]
assert steps["rights"]["result"] == "skipped"
' "$SCRATCH/out" "$config"
verdict the_doctor_finds_no_server

# ---- endings ---------------------------------------------------------------------------------

server silent
timeout -s INT -k 10 1 "$LOCKSTEP" get pods --request-timeout 1m --server "http://127.0.0.1:$port" >"$SCRATCH/out" 2>"$SCRATCH/err" &
wait $!
code=$? out=$(<"$SCRATCH/out") err=$(<"$SCRATCH/err") reason=
expect code_is 124 # timeout's own; 137 would be a program that had to be killed
expect prints_nothing
expect says_not lockstep
verdict a_signal_ends_the_waiting_quietly

"$LOCKSTEP" help >/dev/full 2>"$SCRATCH/err"
code=$? out='' err=$(<"$SCRATCH/err") reason=
expect code_is 1
expect says "standard output could not be written"
verdict a_full_disk_is_an_error

server steering
"$LOCKSTEP" get pods --server "http://127.0.0.1:$port" 2>"$SCRATCH/err" | true
code=${PIPESTATUS[0]} out='' err=$(grep -v '^Warning: ' "$SCRATCH/err") reason=
expect says_not lockstep
verdict a_reader_that_has_seen_enough_is_no_error

# ---- help ------------------------------------------------------------------------------------

run help --format markdown
expect code_is 0
expect cmp -s "$SCRATCH/out" "$ROOT/docs/manual/commands.md"
verdict the_manual_is_current

pages=$(dirname "$LOCKSTEP")/man
for verb in $("$LOCKSTEP" help --format markdown | sed -n 's/^## lockstep //p'); do
    run help "$verb" --format man
    expect code_is 0
    [[ ! -d $pages ]] || expect cmp -s "$SCRATCH/out" "$pages/lockstep-$verb.1"
done
verdict the_manual_pages_are_current

cases_end
