# shellcheck shell=bash
# The frame of a real-cluster test script, tests/kube/test_NAME.sh:
#
#   . "$(dirname "$0")/lib.sh"
#   case_begin a_configmap_can_be_read
#   check_eq "$(kubectl get cm x -o name)" configmap/x "the name"
#   cases_end
#
# Each case ends in one line, `ok NAME` or `not ok NAME: reason` with the first reason; the script
# goes on after a failed check. A script that stops before cases_end has failed. Run by
# tests/kube/run, which gives KUBECONFIG (admin), LS_KUBE_DIR and LOCKSTEP.
set -uo pipefail

KUBE_TESTS=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=paths.sh
. "$KUBE_TESTS/paths.sh"
: "${LS_KUBE_DIR:?is not set: run this through tests/kube/run}"
: "${LOCKSTEP:=$KUBE_TESTS/../../build/release/lockstep}"
export KUBECONFIG=${KUBECONFIG:-$LS_KUBE_DIR/admin.kubeconfig}
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-test.XXXXXX") # this script's own folder, removed at the end

case_name=
case_reason=
cases_failed=0
cases_ended=0
at_end=() # commands that undo what the script did to the cluster, last first
output=  # of the last check_fails

# ---- cases -----------------------------------------------------------------------------------

case_begin() {
    case_close
    case_name=$1
    case_reason=
}

case_close() {
    [[ -n $case_name ]] || return 0
    if [[ -n $case_reason ]]; then
        printf 'not ok %s: %s\n' "$case_name" "$case_reason"
        cases_failed=$((cases_failed + 1))
    else
        printf 'ok %s\n' "$case_name"
    fi
    case_name=
}

# Marks the case as failed; the first reason is printed, on one line.
case_fail() {
    local reason=${*//$'\n'/ | }
    case_reason=${case_reason:-$reason}
    return 1
}

# The cases that follow in this script cannot be run here.
cases_skip() {
    case_close
    printf 'skip %s: %s\n' "$(basename "$0" .sh)" "$*"
    cases_end
}

cases_end() {
    case_close
    cases_ended=1
    exit $((cases_failed > 0))
}

# A child that is ended before it has become another program leaves everything to the script.
script_leave() {
    local code=$? i
    ((BASHPID == $$)) || return
    for ((i = ${#at_end[@]} - 1; i >= 0; i--)); do eval "${at_end[i]}"; done
    # shellcheck disable=SC2046 # one word a pid
    kill $(jobs -p) 2>/dev/null
    rm -rf "$SCRATCH"
    ((cases_ended)) && return
    case_fail "the script stopped in the midst of it, exit code $code"
    case_name=${case_name:-$(basename "$0" .sh)}
    case_close
    exit 1
}
trap script_leave EXIT
trap 'exit 143' TERM

# ---- checks ----------------------------------------------------------------------------------

check_eq() {
    local got=$1 want=$2 what=$3
    [[ $got == "$want" ]] || case_fail "$what is '$got', not '$want'"
}

check_contains() {
    local text=$1 part=$2 what=$3
    [[ $text == *"$part"* ]] || case_fail "$what is '$text', without '$part'"
}

# WHAT COMMAND...: the command succeeds.
check_ok() {
    local what=$1 output
    shift
    output=$("$@" 2>&1) || case_fail "$what failed: $output"
}

# WHAT COMMAND...: the command fails; what it said is left in $output for further checks.
check_fails() {
    local what=$1
    shift
    if output=$("$@" 2>&1); then
        case_fail "$what succeeded: $output"
    fi
}

# SECONDS COMMAND...: polls until the command succeeds; when the time is over the case has failed,
# with what the command said last.
wait_until() {
    local limit=$1 deadline=$((SECONDS + $1)) said
    shift
    until said=$("$@" 2>&1); do
        ((SECONDS < deadline)) || {
            case_fail "not within $limit s: $*${said:+: $said}"
            return 1
        }
        sleep 0.1
    done
}

# ---- the cluster -----------------------------------------------------------------------------

kubectl() { "$KUBE_BIN/kubectl" "$@"; }

# COMMAND: one of tests/kube/cluster, on the cluster of this run.
cluster() { "$KUBE_TESTS/cluster" "$1" "$LS_KUBE_DIR"; }

# NAME: a fresh namespace, deleted at the end.
namespace_make() {
    kubectl create namespace "$1" >/dev/null || case_fail "cannot create namespace $1"
    at_end+=("kubectl delete namespace $1 --wait=false >/dev/null 2>&1")
}

# FLAGS...: restarts the API server with them; at the end it gets back the flags of `up`.
apiserver_restart_with() {
    cluster kill-apiserver
    LS_KUBE_APISERVER_FLAGS="$*" cluster start-apiserver || case_fail "the API server refuses $*"
    at_end+=("cluster kill-apiserver; cluster start-apiserver")
}

# After this a watch or a page that goes on from an earlier resourceVersion gets 410.
history_forget() {
    cluster kill-apiserver
    cluster compact >/dev/null || case_fail "etcd does not compact"
    cluster start-apiserver || case_fail "the API server does not start again"
}

# VERB RESOURCE: how many such requests the server has counted, for example POST configmaps.
request_count() {
    cluster metrics | awk -v verb="verb=\"$1\"" -v resource="resource=\"$2\"" '
        /^apiserver_request_total\{/ && index($0, verb) && index($0, resource) { sum += $NF }
        END { printf "%d\n", sum }'
}

# ---- the sandbox beside it ---------------------------------------------------------------------

# NAME FLAGS...: a sandbox that lives as long as this script; its kubeconfig is $SCRATCH/NAME.
sandbox_start() {
    local name=$1
    shift
    "$LOCKSTEP" sandbox --kubeconfig-out "$SCRATCH/$name" "$@" >"$SCRATCH/$name.log" 2>&1 &
    wait_until 10 grep -q 'Ctrl-C' "$SCRATCH/$name.log"
}
