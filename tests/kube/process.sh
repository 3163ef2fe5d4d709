# shellcheck shell=bash
# Processes of one cluster; sourced by cluster, which sets DIR and KUBE_BIN.
#
# DIR/pid/NAME holds a pid, DIR/log/NAME.log what the program says. A pid counts only while it runs
# our program for our DIR: numbers are used again, and a crashed run leaves them behind.

STOP_DEADLINE_S=10
LOG_TAIL_LINES=25
POLL_S=0.1

process_pid() { cat "$DIR/pid/$1" 2>/dev/null; }

process_is_running() {
    local name=$1 pid exe
    pid=$(process_pid "$name") || return 1
    exe=$(readlink "/proc/$pid/exe" 2>/dev/null) || return 1
    [[ ${exe% (deleted)} == */"$name" ]] || return 1
    tr '\0' '\n' <"/proc/$pid/cmdline" 2>/dev/null | grep -qF "$DIR/"
}

# Starts NAME with the arguments that follow, unless it runs. It keeps neither our terminal nor our
# lock. Returns once the pid is that program, or has ended already. PROCESS_INPUT: its standard input.
process_start() {
    local name=$1 program=$KUBE_BIN/$1
    shift
    [[ -x $program ]] || program=$(type -P "$name")
    process_is_running "$name" && return
    printf -- '---- %s\n' "$name started" >>"$DIR/log/$name.log"
    setsid "$program" "$@" <>"${PROCESS_INPUT:-/dev/null}" >>"$DIR/log/$name.log" 2>&1 {LOCK_FD}<&- &
    printf '%s\n' $! >"$DIR/pid/$name"
    until process_is_running "$name" || ! kill -0 $! 2>/dev/null; do sleep 0.01; done
}

# Polls until the command that follows succeeds. Gives up when the process ends or time is over, and
# shows the end of its log.
process_await() {
    local name=$1 deadline=$((SECONDS + $2))
    shift 2
    until "$@"; do
        if ! process_is_running "$name"; then
            process_blame "$name" "ended while it was waited for ($*)"
            return 1
        fi
        if ((SECONDS >= deadline)); then
            process_blame "$name" "is not ready in time ($*)"
            return 1
        fi
        sleep "$POLL_S"
    done
}

process_blame() {
    local name=$1 what=$2
    tail -n "$LOG_TAIL_LINES" "$DIR/log/$name.log" >&2
    printf 'kube: %s %s; the end of %s is above\n' "$name" "$what" "$DIR/log/$name.log" >&2
}

process_lost_port() { grep -qs 'address already in use' "$DIR/log/$1.log"; }

process_signal() {
    local signal=$1 name=$2
    ! process_is_running "$name" || kill "-$signal" "$(process_pid "$name")" 2>/dev/null || true
}

# A process on its way out has no program any more, but as long as one of its threads is left it holds
# its port.
process_is_leaving() {
    local pid state
    pid=$(process_pid "$1") || return 1
    ! readlink "/proc/$pid/exe" >/dev/null 2>&1 || return 1
    state=$(sed 's/.*) \(.\).*/\1/' /proc/"$pid"/task/*/stat 2>/dev/null)
    [[ $state == *[!ZX[:space:]]* ]]
}

# True once none of them runs; false when the time is over first.
processes_await_end() {
    local deadline=$((SECONDS + $1)) name
    shift
    for name in "$@"; do
        while process_is_running "$name" || process_is_leaving "$name"; do
            ((SECONDS < deadline)) || return 1
            sleep "$POLL_S"
        done
    done
}

# Asks all of them to end, insists after a while.
process_stop() {
    local name
    for name in "$@"; do process_signal TERM "$name"; done
    if ! processes_await_end "$STOP_DEADLINE_S" "$@"; then
        for name in "$@"; do process_signal KILL "$name"; done
        processes_await_end "$STOP_DEADLINE_S" "$@"
    fi
    for name in "$@"; do rm -f "$DIR/pid/$name"; done
}

process_kill() {
    process_signal KILL "$1"
    processes_await_end "$STOP_DEADLINE_S" "$1"
    rm -f "$DIR/pid/$1"
}

process_describe() {
    local name=$1 pid
    if ! process_is_running "$name"; then
        printf '%-24s not running\n' "$name"
        return 1
    fi
    pid=$(process_pid "$name")
    printf '%-24s pid %-8s %4d MB resident\n' "$name" "$pid" \
        "$(($(sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$pid/status") / 1024))"
}

# A port that nobody listens on, below the range from which the kernel hands out ports to clients:
# a server that is killed gets its own port back.
port_free() {
    local low=10240 high port
    read -r high _ </proc/sys/net/ipv4/ip_local_port_range
    ((high > low + 1000)) || high=65535
    while :; do
        port=$((low + (RANDOM * 32768 + RANDOM) % (high - low)))
        port_is_used "$port" || break
    done
    printf '%s\n' "$port"
}

port_is_used() {
    grep -qi "^ *[0-9]*: [0-9A-F]*:$(printf '%04X' "$1") " /proc/net/tcp /proc/net/tcp6 2>/dev/null
}
