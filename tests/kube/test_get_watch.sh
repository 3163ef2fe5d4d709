#!/usr/bin/env bash
# `lockstep get -w`: what is there, then every change once, whatever happens to the server.
# shellcheck source=lib.sh
. "$(dirname "$0")/lib.sh"

NS=watch-test
WATCH_LIMIT_S=90 # the longest pause of a watch is 60 s
watch_pid=

# NAME ARGUMENTS...: a watch in the background; its output is in $SCRATCH/NAME and NAME.err.
watch_start() {
    local name=$1
    shift
    : >"$SCRATCH/$name" # what an earlier watch has shown does not count
    # Shells start what runs in the background with SIGINT ignored.
    env --default-signal=INT "$LOCKSTEP" get "$@" >"$SCRATCH/$name" 2>"$SCRATCH/$name.err" </dev/null &
    watch_pid=$!
}

# SIGNAL: ends the last watch; its code is left in $watch_code.
watch_stop() {
    kill "-$1" "$watch_pid"
    wait "$watch_pid"
    watch_code=$?
}

shows() { grep -q -- "$2" "$SCRATCH/$1"; }
# NAME PATTERN: waits until the watch shows it.
watch_shows() { wait_until "$WATCH_LIMIT_S" shows "$1" "$2"; }

change() { kubectl -n "$NS" "$@" >/dev/null || case_fail "cannot $*"; }

# What a watch of events in JSON printed, checked against itself: no version of an object twice, no
# object deleted twice, ADDED first and only then. Prints the objects that are there at the end, as
# NAME@VERSION, sorted.
events_settle() {
    python3 - "$1" <<'END'
import json, sys
seen, there, deleted = set(), {}, set()
for line in open(sys.argv[1]):
    event = json.loads(line)
    meta = event['object']['metadata']
    kind, uid, name = event['type'], meta['uid'], meta['name']
    version = meta.get('resourceVersion')
    assert uid not in deleted, f'{name} speaks after its end: {kind}'
    assert kind == 'DELETED' or (uid, version) not in seen, f'{name}@{version} twice'
    assert (kind == 'ADDED') == (uid not in there), f'{name} is {kind}'
    seen.add((uid, version))
    if kind == 'DELETED':
        deleted.add(uid)
        del there[uid]
    else:
        there[uid] = f'{name}@{version}'
print('\n'.join(sorted(there.values())))
END
}

# What the server says of the same.
events_wanted() {
    kubectl -n "$NS" get cm -o 'jsonpath={range .items[*]}{.metadata.name}@{.metadata.resourceVersion}{"\n"}{end}' | sort
}

is_complete() { [[ $(events_settle "$SCRATCH/$1") == "$(events_wanted)" ]]; }

# NAME: the final state that was printed is the state of the server.
watch_settles() {
    local printed
    wait_until "$WATCH_LIMIT_S" is_complete "$1"
    printed=$(events_settle "$SCRATCH/$1" 2>&1) || case_fail "$printed"
}

# NAME COUNT PATTERN: so many lines match.
shows_times() { [[ $(grep -c -- "$3" "$SCRATCH/$1") == "$2" ]]; }

# COMMAND...: makes a change, then runs the command.
after_a_change() { change annotate --overwrite cm first tick="$RANDOM" && "$@"; }
both_show() { shows k "$1" && shows l "$1"; }

# ---- beside kubectl --------------------------------------------------------------------------

# NAME ARGUMENTS...: kubectl's watch of the same.
kubectl_watch() {
    local name=$1
    shift
    "$KUBE_BIN/kubectl" get "$@" >"$SCRATCH/$name" 2>/dev/null </dev/null &
    kubectl_pid=$!
}

# FORM...: both watch the same changes, and print the same.
watches_agree() {
    kubectl_watch k cm -n "$NS" -w "$@"
    watch_start l cm -n "$NS" -w "$@"
    watch_shows k first
    watch_shows l first
    change create cm second --from-literal=a=1
    change label cm second step=one
    change delete cm second
    change create cm last-of-all
    watch_shows k last-of-all
    watch_shows l last-of-all
    change delete cm last-of-all
    wait_until 10 cmp "$SCRATCH/k" "$SCRATCH/l"
    kill "$kubectl_pid"
    wait "$kubectl_pid" 2>/dev/null
    watch_stop TERM
}

# Ages may differ by a tick between two programs; nothing else may.
without_ages() { sed -E 's/ [0-9]+(m[0-9]+)?[sm] +/ AGE /' "$1"; }
tables_agree() { diff <(without_ages "$SCRATCH/k") <(without_ages "$SCRATCH/l"); }

case_begin yaml_as_kubectl_prints_it
namespace_make "$NS"
change create cm first
wait_until 60 kubectl -n "$NS" get cm kube-root-ca.crt
watches_agree -o yaml

case_begin json_as_kubectl_prints_it
watches_agree -o json

case_begin names_as_kubectl_prints_them
watches_agree -o name

case_begin templates_as_kubectl_prints_them
watches_agree -o 'jsonpath={.metadata.name} {.metadata.labels}{"\n"}'
watches_agree -o 'jsonpath={.type} {.object.metadata.name} {.object.data.a}{"\n"}' --output-watch-events
watches_agree -o 'jsonpath-as-json={.metadata.name}'

case_begin columns_as_kubectl_prints_them
watches_agree -o custom-columns=NAME:.metadata.name,LABELS:.metadata.labels
watches_agree -o custom-columns=EVENT:.type,NAME:.object.metadata.name --output-watch-events
watches_agree -o custom-columns=NAME:.metadata.name --no-headers

case_begin changes_only_as_kubectl_prints_them
kubectl_watch k cm -n "$NS" --watch-only -o name
watch_start l cm -n "$NS" --watch-only -o name
# Both are there when they show the first change.
wait_until 30 after_a_change both_show first
change create cm second
watch_shows k second
watch_shows l second
check_eq "$(grep -c root-ca "$SCRATCH/l")" 0 "objects that did not change"
change delete cm second
kill "$kubectl_pid"
watch_stop TERM

case_begin a_table_stays_aligned_as_in_kubectl
kubectl_watch k cm -n "$NS" -w --output-watch-events --show-labels
watch_start l cm -n "$NS" -w --output-watch-events --show-labels
watch_shows k first
watch_shows l first
change create cm a-name-that-is-longer-than-the-others
change label cm first step=one
change delete cm a-name-that-is-longer-than-the-others
change label cm first step-
watch_shows k "DELETED"
wait_until 10 tables_agree
kill "$kubectl_pid"
watch_stop TERM

# ---- one object ------------------------------------------------------------------------------

case_begin one_object_by_its_name
watch_start one cm first -n "$NS" -w --output-watch-events -o json
watch_shows one '"name":"first"'
change create cm other
change label cm first seen=yes
watch_shows one '"seen":"yes"'
change delete cm first
watch_shows one '"type":"DELETED"'
change create cm first
wait_until 10 shows_times one 2 '"type":"ADDED"'
check_eq "$(grep -c '"name":"other"' "$SCRATCH/one")" 0 "mentions of another object"
watch_stop TERM
change delete cm other

case_begin one_object_that_is_not_there
check_fails "watching it" "$LOCKSTEP" get cm nope -n "$NS" -w
check_contains "$output" 'configmaps "nope" not found' "what it says"
check_ok "watching it, if it is there" "$LOCKSTEP" get cm nope -n "$NS" -w --ignore-not-found

case_begin an_empty_list_has_its_heading_with_the_first_row
watch_start empty svc -n "$NS" -w
change create service clusterip later --tcp=80
watch_shows empty later
check_eq "$(head -n 1 "$SCRATCH/empty" | awk '{ print $1, $2 }')" "NAME TYPE" "the heading"
watch_stop TERM

# ---- endings ---------------------------------------------------------------------------------

case_begin signals_end_a_watch
for signal in INT TERM; do
    watch_start ended cm -n "$NS" -w
    watch_shows ended first
    watch_stop "$signal"
    check_eq "$watch_code" "$((128 + $(kill -l "$signal")))" "the exit code after SIG$signal"
    check_eq "$(<"$SCRATCH/ended.err")" "" "what it says after SIG$signal"
done

case_begin a_reader_that_leaves_ends_a_watch
{ "$LOCKSTEP" get cm -n "$NS" -w -o name 2>"$SCRATCH/pipe.err"; echo $? >"$SCRATCH/pipe.code"; } | head -n 1 >"$SCRATCH/pipe" &
wait_until 30 test -s "$SCRATCH/pipe"
wait_until 30 after_a_change test -s "$SCRATCH/pipe.code"
check_eq "$(<"$SCRATCH/pipe.code")" 141 "the exit code"
check_eq "$(<"$SCRATCH/pipe.err")" "" "what it says"

# ---- a server that goes and comes back -------------------------------------------------------

# The changes of one round, each with a mark of its own.
changes_make() {
    change create cm "new-$1"
    change create cm "brief-$1"
    change label cm "new-$1" step=one
    change label --overwrite cm first "round=$1"
    change delete cm "brief-$1"
}

case_begin a_killed_server_costs_no_change
watch_start killed cm -n "$NS" -w --output-watch-events -o json
watch_shows killed '"name":"first"'
changes_make before
change create cm doomed
watch_shows killed '"name":"doomed"'
cluster kill-apiserver
check_ok "starting again" cluster start-apiserver
changes_make between
change delete cm doomed
watch_settles killed
changes_make after
watch_settles killed
check_eq "$(grep -c '"type":"DELETED".*"name":"doomed"' "$SCRATCH/killed")" 1 "ends of what was deleted"
check_contains "$(<"$SCRATCH/killed.err")" "trying again in" "what it says meanwhile"
watch_stop TERM

case_begin forgotten_history_costs_no_change
watch_start forgotten cm -n "$NS" -w --output-watch-events -o json
events_pid=$watch_pid
watch_start rows cm -n "$NS" -w
rows_pid=$watch_pid
change create cm vanishes
watch_shows forgotten '"name":"vanishes"'
watch_shows rows vanishes
history_forget
change delete cm vanishes
changes_make later
cluster compact >/dev/null
watch_settles forgotten
watch_shows rows new-later
wait_until "$WATCH_LIMIT_S" shows_times rows 2 '^vanishes '
kill "$rows_pid" "$events_pid"

case_begin servers_without_streaming_lists
apiserver_restart_with --feature-gates=WatchList=false
watch_start pages cm -n "$NS" -w --output-watch-events -o json
events_pid=$watch_pid
watch_start page-rows cm -n "$NS" -w
rows_pid=$watch_pid
watch_shows pages '"name":"first"'
watch_shows page-rows '^first '
changes_make pages
watch_shows page-rows new-pages
watch_settles pages
check_contains "$(head -n 1 "$SCRATCH/page-rows")" "NAME " "the heading"
kill "$rows_pid" "$events_pid"

cases_end
