#!/usr/bin/env bash
# `lockstep eval`: answers, mistakes with their carets, exit codes. LOCKSTEP names the program. The
# last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=${LOCKSTEP:-$ROOT/build/dev/lockstep}
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-eval.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

cat >"$SCRATCH/two.yaml" <<'YAML'
kind: Thing
metadata: {name: first}
spec: {replicas: 3, ports: [80, 443]}
---
kind: Thing
spec: {replicas: 9}
YAML
printf '{"spec": {"replicas": 2}}' >"$SCRATCH/old.json"

prints_just() { [[ $out == "$1" ]]; }
errs_just() { [[ $err == "$1" ]]; }

# NAME ANSWER ARGUMENTS...: done, and this is all it prints.
answers() {
    local name=$1 answer=$2
    shift 2
    run eval "$@"
    expect code_is 0
    expect prints_just "$answer"
    expect errs_just ""
    verdict "$name"
}
# NAME WORDS ARGUMENTS...: code 1, and these words on standard error.
error_says() {
    local name=$1 words=$2
    shift 2
    run eval "$@"
    expect code_is 1
    expect says "$words"
    verdict "$name"
}

# ---- CEL ---------------------------------------------------------------------------------------

answers no_file_is_needed 7 --cel '1 + 2 * 3'
answers each_document_has_an_answer $'true\nfalse' --cel 'self.spec.replicas < 5' -f "$SCRATCH/two.yaml"
answers object_is_another_name $'[80, 443]\n[]' --cel 'has(object.spec.ports) ? object.spec.ports : []' \
    -f "$SCRATCH/two.yaml"
"$LOCKSTEP" eval --cel self.a -f - >"$SCRATCH/out" 2>"$SCRATCH/err" <<<'a: [x]'
take_output $?
expect code_is 0
expect prints_just '["x"]'
verdict standard_input
answers values_are_written_as_expressions_are '["a", 1u, 1.5, b"\xff", null]' \
    --cel "['a', 1u, 1.5, b'\\xff', null]"
error_says equal_needs_one_type "found no matching overload for '_==_' applied to '(int, double)'" --cel '1 == 1.0'
answers a_type_that_is_not_known_is_no_mistake true --cel 'dyn(1) == 1.0'
answers numbers_are_ordered_by_value true --cel '1 < 1.5'
# The manual names the same three.
says_so() { grep -q "$2" "$ROOT/docs/manual/$1"; }
# shellcheck disable=SC2016 # backquotes of the page
case_is the_manual_on_equal_numbers says_so expressions.md '`1 == 1.0` is a mistake'
# shellcheck disable=SC2016
case_is the_table_of_operators_too says_so cel-functions.md 'are a mistake: `1 == 1.0`'
answers json_on_request '{"a":[1,2.5,"b"]}' --cel '{"a": [1, 2.5, "b"]}' -o json
answers the_type_too '[1, 2]  // list(int)' --cel '[1, 2]' --type
answers the_type_of_what_only_shows_at_run_time $'3  // int\n9  // int' --cel self.spec.replicas \
    -f "$SCRATCH/two.yaml" --type
answers type_and_cost_in_json '{"value":"ab","type":"string","cost":1}' --cel '"a" + "b"' -o json --type --cost
answers the_cost_too 'true  // cost 2' --cel '"aa".contains("a") && "b".contains("b")' --cost
answers the_object_before $'1\n7' --cel 'self.spec.replicas - oldSelf.spec.replicas' \
    -f "$SCRATCH/two.yaml" --old "$SCRATCH/old.json"
answers kubernetes_functions true --cel 'quantity("1Gi").isGreaterThan(quantity("1M"))' --env kubernetes
answers several_files $'2\n3\n9' --cel self.spec.replicas -f "$SCRATCH/old.json" -f "$SCRATCH/two.yaml"

run eval --cel 'self.spec.replicas +* 2' -f "$SCRATCH/two.yaml"
expect code_is 1
expect prints_nothing
expect says "lockstep eval: --cel:1:21: Syntax error: extraneous input '*' expecting"
expect says $'\n | self.spec.replicas +* 2\n | ....................^'
verdict a_syntax_error_has_a_caret

run eval --cel $'1 +\nfoo'
expect code_is 1
expect errs_just $'lockstep eval: --cel:2:1: undeclared reference to \'foo\' (in container \'\')\n | foo\n | ^'
verdict a_mistake_in_a_later_line

error_says a_type_error "found no matching overload for '_+_' applied to '(int, string)'" --cel '1 + "a"'
error_says self_needs_a_file 'is the document that -f FILE gives' --cel 'self.a'
error_says old_self_needs_one_too "undeclared reference to 'oldSelf'" --cel oldSelf -f "$SCRATCH/two.yaml"
error_says functions_that_kubernetes_lacks "undeclared reference to 'cel'" --cel 'cel.bind(x, 1, x)' --env kubernetes
error_says probes_answer_yes_or_no "bool" --cel '1' --env probe
error_says what_json_has_nothing_for 'the answer is of type type' --cel 'type(1)' -o json
error_says an_endless_expression 'cost limit exceeded: it is 1000000 units' \
    --cel '[1,2,3,4,5,6,7,8,9].all(a, [1,2,3,4,5,6,7,8,9].all(b, [1,2,3,4,5,6,7,8,9].all(c, [1,2,3,4,5,6,7,8,9].all(d, [1,2,3,4,5,6,7,8,9].all(e, [1,2,3,4,5,6,7,8,9].all(f, [1,2,3,4,5,6,7,8,9].all(g, a+b+c+d+e+f+g > 0)))))))'

run eval --cel 'self.metadata.name' -f "$SCRATCH/two.yaml"
expect code_is 1
expect prints_just '"first"'
expect errs_just "lockstep eval: $SCRATCH/two.yaml:5: no such key: metadata
 | self.metadata.name
 | ....^"
verdict an_error_names_the_document_and_the_place

# ---- JSONPath ----------------------------------------------------------------------------------

answers a_template $'3 and [80,443]\n9 and ' --jsonpath '{.spec.replicas} and {.spec.ports}' -f "$SCRATCH/two.yaml"
answers a_path_without_braces $'3\n9' --jsonpath .spec.replicas -f "$SCRATCH/two.yaml"
answers results_as_json $'[\n    2\n]' --jsonpath '{.spec.replicas}' -f "$SCRATCH/old.json" -o json
answers a_path_from_the_root $'3\n9' --jsonpath '$.spec.replicas' -f "$SCRATCH/two.yaml"
run eval --jsonpath .metadata.name --missing error -f "$SCRATCH/two.yaml"
expect code_is 1
expect prints_just first
expect errs_just "lockstep eval: $SCRATCH/two.yaml:5: metadata is not found
 | .metadata.name
 | .^"
verdict a_missing_key_as_an_error
run eval --jsonpath '{.spec[?(@.a}' -f "$SCRATCH/old.json"
expect code_is 1
expect errs_just $'lockstep eval: --jsonpath: unterminated filter\n | {.spec[?(@.a}\n | ......^'
verdict a_template_with_a_mistake

# ---- files and command lines -------------------------------------------------------------------

error_says a_file_that_is_not_there 'absent.yaml' --cel self -f "$SCRATCH/absent.yaml"
printf 'a: [1\nb: 2\n' >"$SCRATCH/bad.yaml"
error_says a_file_that_is_no_yaml 'bad.yaml:2' --cel self -f "$SCRATCH/bad.yaml"
: >"$SCRATCH/void.yaml"
error_says a_file_without_a_document 'there is no document in' --cel self -f "$SCRATCH/void.yaml"
wrong_line standard_input_twice 'standard input can be read once' eval --cel self --old - -f -
wrong_line no_expression 'needs --cel EXPR or --jsonpath EXPR' eval
wrong_line two_expressions 'takes one of --cel and --jsonpath' eval --cel 1 --jsonpath .a
wrong_line an_expression_in_pieces "not '+'; an expression with spaces needs quotes" eval --cel 1 + 1
wrong_line a_path_without_a_file '--jsonpath needs -f FILE' eval --jsonpath .a
wrong_line an_unknown_form '-o is cel or json' eval --cel 1 -o yaml
wrong_line an_unknown_env '--env is full, kubernetes or probe' eval --cel 1 --env all
wrong_line an_unknown_missing '--missing is empty or error' eval --jsonpath .a -f x --missing null
cases_end
