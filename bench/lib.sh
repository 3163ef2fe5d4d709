# shellcheck shell=bash disable=SC2034 # what is set here is used by those who source it
# What the run scripts of the benchmarks share: a temporary folder, processes that are ended by
# their pid, pinning, medians.

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../tests/kube/process.sh
. "$ROOT/tests/kube/process.sh" # port_free

FOLDER=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-bench.XXXXXX")
BENCH_PIDS=()
bench_leave() {
    [[ ${#BENCH_PIDS[@]} == 0 ]] || kill "${BENCH_PIDS[@]}" 2>/dev/null
    rm -rf "$FOLDER"
}
trap bench_leave EXIT
trap 'exit 130' INT TERM

bench_fail() {
    printf '%s: %s\n' "$(basename "$(dirname "$0")")" "$*" >&2
    exit 1
}

# Client and server on processors of their own, where there are two.
PIN_CLIENT=() PIN_SERVER=()
if (($(nproc) > 1)) && type -P taskset >/dev/null; then
    PIN_CLIENT=(taskset -c 0) PIN_SERVER=(taskset -c 1)
fi

# COMMAND...: starts it in the background; it is ended when the script ends.
bench_start() {
    "$@" &
    BENCH_PIDS+=($!)
}

# SECONDS COMMAND...: polls until it succeeds.
bench_await() {
    local deadline=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        ((SECONDS < deadline)) || bench_fail "waited in vain for: $*"
        sleep 0.05
    done
}

# FILE COLUMN: the median of a column of numbers.
median() {
    awk -v column="$2" '{ print $column }' "$1" | sort -g |
        awk '{ all[NR] = $1 } END { print NR % 2 ? all[(NR + 1) / 2] : (all[NR / 2] + all[NR / 2 + 1]) / 2 }'
}

ratio() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }

# The machine, for the documents.
bench_machine() {
    printf '%s processors, %s, load %s\n' "$(nproc)" \
        "$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)" "$(cut -d ' ' -f 1 /proc/loadavg)"
}
