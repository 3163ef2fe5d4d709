#!/usr/bin/env bash
# `lockstep sandbox` as people and scripts meet it: where its kubeconfig is, who may read it, how it
# ends, what it refuses. LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
export LOCKSTEP
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-sandbox-test.XXXXXX")
mkdir -m 700 "$SCRATCH/runtime"
export HOME=$SCRATCH KUBECONFIG='' XDG_RUNTIME_DIR=$SCRATCH/runtime
server_pid=

leave() {
    [[ -z $server_pid ]] || kill -9 "$server_pid" 2>/dev/null
    rm -rf "$SCRATCH"
}
trap leave EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# ARGUMENTS...: runs a sandbox; leaves $out, $err and $code.
sandbox() { run sandbox "$@"; }
both() { [[ $code == "$1" && "$out$err" == *"$2"* ]]; }
is_empty() { [[ -z $(ls -A "$1" 2>/dev/null) ]]; }

# A server in the background; waits until it has said all it says.
server_start() {
    : >"$SCRATCH/server" # what the last one said is no news
    "$LOCKSTEP" sandbox --kubeconfig-out "$SCRATCH/config" >"$SCRATCH/server" 2>&1 &
    server_pid=$!
    local deadline=$((SECONDS + TIME_MAX_S))
    until grep -q 'Ctrl-C' "$SCRATCH/server"; do
        ((SECONDS < deadline)) && kill -0 "$server_pid" 2>/dev/null || return 1
        sleep 0.02
    done
}
# SIGNAL: ends it; leaves $code.
server_stop() {
    kill "-$1" "$server_pid"
    wait "$server_pid"
    code=$?
    server_pid=
}

# ---- with a command ----------------------------------------------------------------------------

# shellcheck disable=SC2016 # the command expands it
sandbox -- sh -c 'exit 7'
case_is the_exit_code_is_the_commands both 7 ''
# shellcheck disable=SC2016
sandbox -- sh -c '"$LOCKSTEP" get namespaces -o name; stat -c %a "$KUBECONFIG"'
case_is a_command_finds_a_cluster both 0 namespace/kube-system
case_is the_kubeconfig_is_for_its_owner_alone both 0 600
case_is nothing_of_its_own_is_printed test "$(wc -l <<<"$out")" = 5
case_is nothing_is_left_behind is_empty "$SCRATCH/runtime/lockstep"
sandbox -- /no/such/program
case_is a_missing_program_is_named both 1 /no/such/program
sandbox --workloads off -- "$LOCKSTEP" get nodes --no-headers
case_is a_bare_server_has_no_nodes both 0 'No resources found'
sandbox --nodes 2 -- "$LOCKSTEP" get nodes -o name
case_is nodes_are_as_many_as_asked_for test "$out" = $'node/node-1\nnode/node-2'
# shellcheck disable=SC2016
sandbox -- sh -c 'curl -sk -o /dev/null -w "%{http_code}" "$(sed -n "s/^ *server: //p" "$KUBECONFIG")/api/v1/pods"'
case_is nobody_gets_in_without_the_token both 0 403
sandbox -- sh -c 'kill -TERM $$'
case_is a_command_killed_by_a_signal_is_reported both 143 ''

# ---- until a signal ----------------------------------------------------------------------------

case_is a_server_says_where_it_is server_start
case_is the_file_is_there test -s "$SCRATCH/config"
address=$(sed -n 's/^ *server: //p' "$SCRATCH/config")
case_is it_listens_on_loopback test "${address%:*}" = https://127.0.0.1
sandbox --port "${address##*:}" -- true
case_is a_port_in_use_is_reported both 1 "${address##*:}"
"$LOCKSTEP" get pods -A -w --kubeconfig "$SCRATCH/config" >"$SCRATCH/watch" 2>&1 &
watcher=$!
server_stop TERM
case_is it_ends_cleanly_under_a_watch test "$code" = 0
kill "$watcher" 2>/dev/null
wait "$watcher" 2>/dev/null
case_is its_kubeconfig_is_gone test ! -e "$SCRATCH/config"
server_start && server_stop HUP # SIGINT is ignored by what a script starts in the background
case_is a_hangup_ends_it test "$code" = 0

# ---- refusals ----------------------------------------------------------------------------------

printf 'mine\n' >"$SCRATCH/config"
sandbox --kubeconfig-out "$SCRATCH/config" -- true
case_is a_file_of_somebody_else_is_kept both 1 'not written by a sandbox'
case_is and_is_as_it_was test "$(<"$SCRATCH/config")" = mine
sandbox --kubeconfig-out /no/such/folder/config -- true
case_is a_folder_that_is_not_there_is_named both 1 /no/such/folder/config
chmod 755 "$SCRATCH/runtime/lockstep" 2>/dev/null || mkdir -m 755 "$SCRATCH/runtime/lockstep"
sandbox -- true
case_is a_folder_others_can_read_is_refused both 1 'only we can read'
sandbox --port 70000
case_is a_port_has_bounds both 2 '0 to 65535'
sandbox --nodes -1
case_is nodes_have_bounds both 2 '0 to 1000'
sandbox --workloads maybe
case_is workloads_are_on_or_off both 2 'on or off'
sandbox kubectl get nodes
case_is a_command_stands_after_dashes both 2 'stands after'

cases_end
