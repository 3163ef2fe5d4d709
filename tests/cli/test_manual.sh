#!/usr/bin/env bash
# shellcheck disable=SC2016 # the pages below hold commands that others expand
# Every command of README.md, docs/manual and examples/ is run, and what it prints is compared with what the page shows.
# manual_page.py says how a page is written and what may differ from run to run: times, pod names, ports, uids, paths.
# After a wanted change: `tests/cli/manual.py --update LOCKSTEP SCRATCH PAGE` writes what is printed into the page.
# LOCKSTEP names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-manual.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"
export PYTHONDONTWRITEBYTECODE=1

# PAGES...: leaves what the helper says in $out, and $code.
pages() {
    local folder
    folder=$(mktemp -d "$SCRATCH/pages.XXXXXX")
    python3 "$HERE/manual.py" "$LOCKSTEP" "$folder" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err"
    look $?
}
# TEXT: a page of its own, with %b in it.
page() {
    printf '%b' "$1" >"$SCRATCH/page.md"
    pages "$SCRATCH/page.md"
}
# CODE PART TEXT: how the helper judges that page.
page_is() {
    page "$3"
    [[ $code == "$1" && $out == *"$2"* && -z $err ]]
}
FENCE='```'

# ---- the helper notices what it is here for ----------------------------------------------------

case_is a_page_that_is_true page_is 0 '2 passed, 0 failed' "${FENCE}console\n\$ echo a\na\n$FENCE\n"
case_is other_output page_is 1 'prints something else' "${FENCE}console\n\$ echo a\nb\n$FENCE\n"
case_is missing_output page_is 1 'prints something else' "${FENCE}console\n\$ echo a\n$FENCE\n"
case_is more_output page_is 1 'prints something else' "${FENCE}console\n\$ true\na\n$FENCE\n"
case_is left_out_lines page_is 0 '2 passed' "${FENCE}console\n\$ seq 9\n1\n...\n9\n$FENCE\n"
case_is a_failure_that_is_not_shown page_is 1 'ends with 1' "${FENCE}console\n\$ false\n$FENCE\n"
case_is a_failure_that_is_shown page_is 0 '3 passed' "${FENCE}console\n\$ false\n\$ echo \$?\n1\n$FENCE\n"
case_is variable_parts page_is 0 '2 passed' "${FENCE}console\n\$ echo in 9.1s, web-6bf684788f-vhrsg on 127.0.0.1:1\nin 2m3s, web-5bf684788f-bbbbb on 127.0.0.1:99\n$FENCE\n"
case_is other_numbers_count page_is 1 'prints something else' "${FENCE}console\n\$ echo 17 objects\n16 objects\n$FENCE\n"
case_is an_unknown_language page_is 1 "a block of 'bash'" "${FENCE}bash\ntrue\n$FENCE\n"
case_is no_language page_is 1 "a block of ''" "$FENCE\ntrue\n$FENCE\n"
case_is a_block_by_indentation page_is 1 'by indentation' "Text\n\n    \$ true\n"
case_is a_block_without_an_end page_is 1 'never ends' "${FENCE}text\n"
case_is yaml_that_is_none page_is 1 'not ok' "${FENCE}yaml\na: [\n$FENCE\n"
case_is a_file_for_later page_is 0 '2 passed' "${FENCE}yaml\n# a/b.yaml\nx: 1\n$FENCE\n${FENCE}console\n\$ tail -n 1 a/b.yaml\nx: 1\n$FENCE\n"
case_is text_is_counted page_is 0 '1 blocks are not run: page.md:1' "${FENCE}text\n\$ false\n$FENCE\n"
case_is commands_share_a_shell page_is 0 '4 passed' "${FENCE}console\n\$ mkdir d && cd d\n\$ x=7\n\$ echo \$x \${PWD##*/}\n7 d\n$FENCE\n"
case_is a_link_that_leads_nowhere page_is 1 'lead nowhere: 1: none.md' "[a](none.md)\n"
case_is ctrl_c_ends_a_command page_is 0 '2 passed' "${FENCE}console\n\$ echo a; sleep 100\na\n^C\n$FENCE\n"

# ---- sentences of the program ------------------------------------------------------------------

# troubleshooting.md quotes the program: each piece of a sentence stands in the sources.
quotes_are_true() {
    local sentence piece
    while IFS= read -r sentence; do
        while IFS= read -r piece; do
            [[ -z ${piece// /} ]] || grep -rqF --include='*.c' -- "$piece" "$ROOT/src" || { out="nobody says '$piece'" && return 1; }
        done < <(printf '%s\n' "${sentence//.../$'\n'}" | sed 's/^ *//; s/ *$//')
    done < <(sed -n '1,/^|---/d; s/^| \([^|]*\) |.*/\1/p' "$ROOT/docs/manual/troubleshooting.md")
}
case_is troubleshooting_quotes_the_program quotes_are_true

# The examples of `lockstep help VERB`, which commands.md prints: command lines that the program takes. What they
# name does not exist here, so they may fail, but not with 2.
examples() {
    awk '/^### Examples/ {in_examples = 1} in_examples && /^```/ {if (++fences == 2) in_examples = fences = 0; next}
         in_examples && fences' "$ROOT/docs/manual/commands.md" |
        sed -n 's/ *#.*//; s/.*\blockstep \([a-z]\)/lockstep \1/; s/) *$//; s/ [>|].*//; /^lockstep /p'
}
examples_are_taken() {
    local line count=0
    mkdir -m 700 "$SCRATCH/bin" "$SCRATCH/home" "$SCRATCH/home/run"
    ln -sf "$LOCKSTEP" "$SCRATCH/bin/lockstep"
    while IFS= read -r line; do
        count=$((count + 1))
        (cd "$SCRATCH/home" && env -i HOME="$PWD" XDG_RUNTIME_DIR="$PWD/run" PATH="$SCRATCH/bin:$PATH" timeout -s INT 1 bash -c "$line") >"$SCRATCH/out" 2>&1 </dev/null
        (($? != 2)) || { out="$line: $(<"$SCRATCH/out")" && return 1; }
    done < <(examples)
    ((count > 40)) || { out="only $count examples" && return 1; }
}
case_is examples_of_help_are_taken examples_are_taken

# ---- the pages ---------------------------------------------------------------------------------

pages "$ROOT/README.md" "$ROOT"/docs/manual/*.md "$ROOT"/examples/*/README.md
grep -v '^[0-9]* passed' "$SCRATCH/out"
cat "$SCRATCH/err"
passed=$((passed + $(grep -c '^ok ' "$SCRATCH/out")))
failed=$((failed + $(grep -c '^not ok ' "$SCRATCH/out")))
case_is the_helper_reaches_its_end grep -q '^[0-9]* passed, [0-9]* failed$' "$SCRATCH/out"
cases_end
