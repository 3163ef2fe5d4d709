# shellcheck shell=bash
# Sourced by the scripts beside it: one run of the program, what it said and how it ended, and cases that are
# counted. Expects LOCKSTEP, the program, and SCRATCH, a folder to write to.
TIME_MAX_S=${TIME_MAX_S:-30} # of one run; one that takes longer hangs
passed=0
failed=0
reason=
code=
out=
err=

# ARGUMENTS...: runs the program; leaves $out, $err and $code.
run() {
    timeout "$TIME_MAX_S" "$LOCKSTEP" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" </dev/null
    take_output $?
}
# CODE: what a run left in $SCRATCH/out and err.
take_output() {
    code=$1
    out=$(tr -d '\0' <"$SCRATCH/out")
    err=$(tr -d '\0' <"$SCRATCH/err")
    ((code != 124)) || reason=${reason:-it hangs}
}

said() { printf "code %s, out '%s', err '%s'" "$code" "${out:0:900}" "${err:0:900}"; }
# CONDITION...: the first that does not hold is the reason of the verdict.
expect() { [[ -n $reason ]] || "$@" || reason="not so: $* ($(said))"; }
code_is() { [[ $code == "$1" ]]; }
says() { [[ $err == *"$1"* ]]; }
prints() { [[ $out == *"$1"* ]]; }
prints_nothing() { [[ -z $out ]]; }

# NAME: ends a case, of one run or of several.
verdict() {
    if [[ -z $reason ]]; then
        passed=$((passed + 1))
        printf 'ok %s\n' "$1"
    else
        failed=$((failed + 1))
        printf 'not ok %s: %s\n' "$1" "$reason"
    fi
    reason=
}
# NAME CONDITION...: a case of one condition.
case_is() {
    local name=$1
    shift
    reason=
    expect "$@"
    verdict "$name"
}

# NAME SENTENCE ARGUMENTS...: a mistake in the command line: code 2, the sentence, a pointer to help.
wrong_line() {
    local name=$1 sentence=$2
    shift 2
    run "$@"
    expect code_is 2
    expect says "$sentence"
    expect says "Try: lockstep "
    expect prints_nothing
    verdict "$name"
}

# The last line of a script, and how it ends.
cases_end() {
    printf '%d passed, %d failed\n' "$passed" "$failed"
    ((failed == 0))
}
