#!/usr/bin/env bash
# The completion scripts, as shells use them: bash completes real command lines, the others are at
# least read by their shell where it is installed. LOCKSTEP names the program. The last line is
# `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$HERE/../../build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-completion.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

# WORDS...: what bash offers for the last of them, one a line, in $offer.
complete_line() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _lockstep 2>"$SCRATCH/err"
    offer=$(printf '%s\n' "${COMPREPLY[@]+"${COMPREPLY[@]}"}")
}
offers() { [[ $'\n'$offer$'\n' == *$'\n'$1$'\n'* ]]; }
offers_only() { [[ $offer == "$1" ]]; }

# ---- bash --------------------------------------------------------------------------------------

# shellcheck source=/dev/null
source <("$LOCKSTEP" completion bash)
case_is bash_knows_the_function test "$(type -t _lockstep)" = function
case_is bash_asks_it_for_the_program grep -q 'complete -F _lockstep lockstep' <(complete -p lockstep)

complete_line lockstep g
case_is a_verb offers_only get
complete_line lockstep ''
case_is every_verb offers api-resources
complete_line lockstep get --all-
case_is a_flag offers_only --all-namespaces
complete_line lockstep get --namespace shop --all-
case_is a_flag_after_another offers_only --all-namespaces
complete_line lockstep --context prod get -o n
case_is a_value_of_few offers_only name
complete_line lockstep get --output = y
case_is a_value_behind_an_equals_sign offers_only yaml
complete_line lockstep version --output ''
case_is values_are_those_of_the_verb offers_only json
complete_line lockstep get --namespace ''
case_is nothing_is_made_up offers_only ''
complete_line lockstep completion ''
case_is words_of_few offers zsh
complete_line lockstep help ap
case_is verbs_as_words offers api-resources
mkdir "$SCRATCH/kube"
touch "$SCRATCH/kube/config"
complete_line lockstep get --kubeconfig "$SCRATCH/kube/c"
case_is a_file offers_only "$SCRATCH/kube/config"

"$LOCKSTEP" completion bash >"$SCRATCH/bash"
case_is the_script_is_good_bash bash -n "$SCRATCH/bash"

# Every flag of every verb that help knows is offered.
every_flag() {
    local verb flag
    for verb in $("$LOCKSTEP" help --format markdown | sed -n 's/^## lockstep //p'); do
        for flag in $("$LOCKSTEP" "$verb" --help | grep -oE '^ +(-., )?--[a-z-]+' | grep -oE -e '--[a-z-]+'); do
            complete_line lockstep "$verb" "$flag"
            offers "$flag" || {
                printf '%s %s\n' "$verb" "$flag"
                return 1
            }
        done
    done
}
case_is every_flag_is_offered every_flag

# ---- which cluster is asked --------------------------------------------------------------------

# Stands in for the program: notes its arguments, and knows one name.
mkdir "$SCRATCH/bin"
cat >"$SCRATCH/bin/lockstep" <<SH
#!/bin/sh
printf '%s|' "\$@" >"$SCRATCH/asked"
echo shop
SH
chmod +x "$SCRATCH/bin/lockstep"
asks() { [[ $(cat "$SCRATCH/asked") == "$1--request-timeout|2s|" ]]; }

complete_line "$SCRATCH/bin/lockstep" status ''
case_is the_default_cluster asks 'list|-o|name|'
case_is a_name_is_offered offers_only shop
complete_line "$SCRATCH/bin/lockstep" status --sandbox -n web ''
case_is the_sandbox_and_a_namespace asks 'list|-o|name|--sandbox|-n|web|'
# shellcheck disable=SC2088 # the completion expands it, not this shell
complete_line "$SCRATCH/bin/lockstep" --kubeconfig '~/k' --context arn : aws : 1 delete -nweb ''
case_is a_context_that_bash_has_split asks "list|-o|name|--kubeconfig|$HOME/k|--context|arn:aws:1|-nweb|"
# shellcheck disable=SC2088
complete_line "$SCRATCH/bin/lockstep" plan --kubeconfig = '~/k' --context = '"a' --delete ''
case_is values_behind_an_equals_sign asks "list|-o|name|--kubeconfig=$HOME/k|--context=a|"
complete_line "$SCRATCH/bin/lockstep" status --parent-namespace ops -n web --grace 5s ''
case_is where_sets_are_remembered asks 'list|-o|name|-n|web|-n|ops|'
complete_line "$SCRATCH/bin/lockstep" get --server https : //127.0.0.1 : 6443 --all-namespaces -v ''
case_is kinds_of_the_same_server asks 'api-resources|-o|name|--server|https://127.0.0.1:6443|'

# ---- the others --------------------------------------------------------------------------------

for shell in zsh fish; do
    "$LOCKSTEP" completion "$shell" >"$SCRATCH/$shell"
    case_is "${shell}_has_every_verb" grep -q 'api-resources' "$SCRATCH/$shell"
    ! command -v "$shell" >/dev/null || case_is "the_script_is_good_$shell" "$shell" -n "$SCRATCH/$shell"
done
if command -v zsh >/dev/null; then
    PATH=$SCRATCH/bin:$PATH zsh -fc 'source "$1" 2>/dev/null; words=(status --sandbox --kubeconfig="~/k" -n web "") CURRENT=6
        _lockstep_ask list -o name' zsh "$SCRATCH/zsh" >/dev/null
    case_is zsh_asks_the_same_cluster asks "list|-o|name|--sandbox|--kubeconfig=$HOME/k|-n|web|"
fi
if command -v fish >/dev/null; then
    # shellcheck disable=SC2016 # for fish
    PATH=$SCRATCH/bin:$PATH fish --no-config -c 'source $argv[1]; complete -C "lockstep status --sandbox --kubeconfig=~/k -n web "' "$SCRATCH/fish" >/dev/null
    case_is fish_asks_the_same_cluster asks "list|-o|name|--sandbox|--kubeconfig=$HOME/k|-n|web|"
fi
"$LOCKSTEP" completion csh >/dev/null 2>"$SCRATCH/err"
case_is another_shell_is_a_mistake test $? = 2
case_is and_those_there_are_are_named grep -q 'bash, zsh and fish' "$SCRATCH/err"

cases_end
