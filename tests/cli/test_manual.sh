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
    take_output $?
}

# ---- the helper notices what it is here for ----------------------------------------------------

FENCE='```'
mkdir "$SCRATCH/judged"
declare -A wanted=() # of each page: "" when nothing is wrong with it, else a part of what is

# NAME PART TEXT: a page, with %b in it.
page() {
    wanted[$1]=$2
    printf '%b' "$3" >"$SCRATCH/judged/$1.md"
}
# NAME: whether the helper judged the page so.
is_judged() {
    local found
    found=$(grep -A 6 "^not ok $1.md:" <<<"$judged")
    if [[ -z ${wanted[$1]} ]]; then
        [[ -z $found ]] && grep -q "^ok $1.md:" <<<"$judged"
    else
        [[ $found == *"${wanted[$1]}"* ]]
    fi
}

page a_page_that_is_true '' "${FENCE}console\n\$ echo a\na\n$FENCE\n"
page other_output 'prints something else' "${FENCE}console\n\$ echo a\nb\n$FENCE\n"
page missing_output 'prints something else' "${FENCE}console\n\$ echo a\n$FENCE\n"
page more_output 'prints something else' "${FENCE}console\n\$ true\na\n$FENCE\n"
page left_out_lines '' "${FENCE}console\n\$ seq 9\n1\n...\n9\n$FENCE\n"
page a_failure_that_is_not_shown 'ends with 1' "${FENCE}console\n\$ false\n$FENCE\n"
page a_failure_that_is_shown '' "${FENCE}console\n\$ false\n\$ echo \$?\n1\n$FENCE\n"
page variable_parts '' "${FENCE}console\n\$ echo in 9.1s, web-6bf684788f-vhrsg on 127.0.0.1:1\nin 2m3s, web-5bf684788f-bbbbb on 127.0.0.1:99\n$FENCE\n"
page other_numbers_count 'prints something else' "${FENCE}console\n\$ echo 17 objects\n16 objects\n$FENCE\n"
page an_unknown_language "a block of 'bash'" "${FENCE}bash\ntrue\n$FENCE\n"
page no_language "a block of ''" "$FENCE\ntrue\n$FENCE\n"
page a_block_by_indentation 'by indentation' "Text\n\n    \$ true\n"
page a_block_without_an_end 'never ends' "${FENCE}text\n"
page yaml_that_is_none 'not ok' "${FENCE}yaml\na: [\n$FENCE\n"
page a_file_for_later '' "${FENCE}yaml\n# a/b.yaml\nx: 1\n$FENCE\n${FENCE}console\n\$ tail -n 1 a/b.yaml\nx: 1\n$FENCE\n"
page text '' "${FENCE}text\n\$ false\n$FENCE\n"
page commands_share_a_shell '' "${FENCE}console\n\$ mkdir d && cd d\n\$ x=7\n\$ echo \$x \${PWD##*/}\n7 d\n$FENCE\n"
page a_link_that_leads_nowhere 'lead nowhere: 1: none.md' "[a](none.md)\n"
page a_heading_that_is_there '' "# A b\n[a](#a-b)\n"
page a_heading_that_is_not_there 'lead nowhere: 2: #c' "# A b\n[a](#c)\n"
page ctrl_c_ends_a_command '' "${FENCE}console\n\$ echo a; sleep 100\na\n^C\n$FENCE\n"
pages "$SCRATCH"/judged/*.md
judged=$out
for name in "${!wanted[@]}"; do
    case_is "$name" is_judged "$name"
done
case_is text_is_counted grep -q '^1 blocks are not run: text.md:1$' "$SCRATCH/out"
case_is a_wrong_page_is_a_failure code_is 1

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

every_page_is_listed() {
    local page
    for page in "$ROOT"/docs/manual/*.md; do
        page=$(basename "$page")
        [[ $page == README.md ]] || grep -qF "($page)" "$ROOT/docs/manual/README.md" || { out="$page is not in docs/manual/README.md" && return 1; }
    done
}
case_is every_page_is_listed every_page_is_listed
every_verb_is_in_readme() {
    local verb
    while read -r verb; do
        grep -q "^| .*\`\(lockstep \)\?$verb\b" "$ROOT/README.md" || { out="README.md has no word of $verb" && return 1; }
    done < <("$LOCKSTEP" help --format markdown | sed -n 's/^## lockstep //p')
}
case_is every_verb_is_in_readme every_verb_is_in_readme

# Flags and verbs in running text: `--flag ...` and `lockstep VERB ...`.
flags_and_verbs_exist() {
    local help word
    help=$("$LOCKSTEP" help --format markdown)
    while read -r word; do
        [[ $help =~ (^|[^a-z-])"$word"([^a-z-]|$) ]] || { out="there is no $word" && return 1; }
    done < <(
        for page in "$ROOT/README.md" "$ROOT"/docs/manual/*.md "$ROOT"/examples/*/README.md; do
            [[ $page == */commands.md ]] || grep -ohE '`(-|lockstep )[^`]+`' "$page"
        done | grep -oE -- '--[a-z][a-z-]+|lockstep [a-z][a-z-]+' | sort -u
    )
}
case_is flags_and_verbs_exist flags_and_verbs_exist
readme_counts_the_groups() {
    local count
    count=$(grep -rhoE 'group: [^ ]+' "$ROOT/src/health/rules" | sort -u | wc -l)
    grep -qF "$count API groups by rules in CEL" "$ROOT/README.md" || { out="there are $count" && return 1; }
}
case_is readme_counts_the_groups readme_counts_the_groups

# ---- the pages ---------------------------------------------------------------------------------

pages "$ROOT/README.md" "$ROOT"/docs/manual/*.md "$ROOT"/examples/*/README.md
grep -v '^[0-9]* passed' "$SCRATCH/out"
cat "$SCRATCH/err"
passed=$((passed + $(grep -c '^ok ' "$SCRATCH/out")))
failed=$((failed + $(grep -c '^not ok ' "$SCRATCH/out")))
case_is the_helper_reaches_its_end grep -q '^[0-9]* passed, [0-9]* failed$' "$SCRATCH/out"
cases_end
