#!/usr/bin/env bash
# tests/vectors: what it says of cases that fail and of lines that are none; and, where they lie
# beside the checkout, every case of ../shared/vectors/cel. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
BUILD=$(dirname "$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-vectors.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
LOCKSTEP=$BUILD/tests/vectors
TIME_MAX_S=300
# shellcheck source=tests/cli/cases.sh
source "$HERE/../cli/cases.sh"

ends_with() { [[ $out == *"$1" ]]; }

run "$ROOT/tests/cases/vectors"
expect code_is 0
expect ends_with "19 passed, 0 failed"
verdict cases_of_each_kind_pass

# LINE...: a folder with these lines.
lines() {
    rm -rf "$SCRATCH/lines" && mkdir "$SCRATCH/lines"
    printf '%s\n' "$@" >"$SCRATCH/lines/some.jsonl"
    run "$SCRATCH/lines"
}

lines '{"id": "a/one", "expr": "1", "want": {"value": {"uint": "1"}}}' \
    '{"id": "a/two", "expr": "2", "want": {"value": {"int": "2"}}}'
expect code_is 1
expect prints $'a/one\n    want 1u (uint)\n    got  1 (int)'
expect ends_with "1 passed, 1 failed"
verdict a_case_that_fails_is_named_with_want_and_got

lines '{"id": "a", "expr": "1", "want": {"error": true}}'
expect code_is 1
expect prints "want an error"
verdict a_value_where_an_error_is_wanted

lines '{"id": "a", "expr": "1 + x", "want": {"value": {"int": "1"}}}'
expect code_is 1
expect prints "undeclared reference to 'x'"
verdict an_error_where_a_value_is_wanted

lines '{"id": "m", "expr": "{1: 2}", "want": {"value": {"map": [[{"uint": "1"}, {"int": "2"}]]}}}'
expect code_is 1
verdict keys_of_another_kind_differ

lines '{"id": "h", "object": {"apiVersion": "v1", "kind": "ConfigMap"}, "want": "Degraded"}'
expect code_is 1
expect prints $'h\n    want Degraded\n    got  '
verdict a_health_case_that_fails

lines '{"id": "ok", "expr": "1", "want": {"value": {"int": "1"}}}' '' '{"id": "a"'
expect code_is 1
expect prints "some.jsonl:3:"
expect ends_with "1 passed, 1 failed"
verdict a_line_that_is_no_json

lines '{"id": "a", "want": {"error": true}}' '{"expr": "1", "want": {"error": true}}' \
    '{"id": "a", "expr": "1", "want": {"value": {"number": "1"}}}'
expect code_is 1
expect prints 'some.jsonl:1: a case has an "expr" or an "object"'
expect prints 'some.jsonl:2: a case has an "id"'
expect prints 'some.jsonl:3: "want": no value is of the kind "number"'
verdict lines_that_are_no_cases

rm -rf "$SCRATCH/none" && mkdir "$SCRATCH/none"
run "$SCRATCH/none"
expect code_is 2
expect ends_with "0 passed, 0 failed"
verdict an_empty_folder

run "$SCRATCH/absent"
expect code_is 1
expect prints "absent: this folder cannot be read"
verdict a_folder_that_is_not_there

run
expect code_is 2
expect says "usage: vectors FOLDER"
verdict no_folder_is_a_mistake

public=$ROOT/../shared/vectors/cel
if [ -d "$public" ]; then
    run "$public"
    printf '%s\n' "$out"
    expect code_is 0
    verdict every_public_case_passes
    passed=$((passed + $(tail -n 1 "$SCRATCH/out" | cut -d' ' -f1)))
fi
cases_end
