#!/usr/bin/env bash
# shellcheck disable=SC2317 # case_is calls what it is given
# The demo is the first thing anybody runs: it has to reach its end, and leave nothing behind. LOCKSTEP
# names the program. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-demo-test.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

demo() { TMPDIR=$SCRATCH "$ROOT/tools/demo" "$LOCKSTEP" >"$SCRATCH/said" 2>&1; }
says() { grep -q -- "$1" "$SCRATCH/said" || { tail -n 20 "$SCRATCH/said" && false; }; }
# WORDS THEN: both are said, in this order.
says_in_order() { awk -v a="$1" -v b="$2" '$0 ~ a {seen = 1} seen && $0 ~ b {found = 1} END {exit !found}' "$SCRATCH/said"; }
leaves_nothing() { [[ $(ls "$SCRATCH") == said ]]; }

case_is the_demo_reaches_its_end demo
case_is it_ends_with_the_clear_line says '^Demo done in [0-9]* s: 17 objects in nine phases'
case_is a_second_apply_changes_nothing says 'no changes, 17 unchanged'
case_is the_failing_phase_tells_its_reason says 'Job shop/migration .*exit code 1'
case_is what_failed_is_mended_afterwards says_in_order 'Job shop.migration has failed' 'rolled out'
case_is the_ingress_goes_before_the_namespace says_in_order 'Ingress shop.shop gone' 'Namespace shop gone'
case_is the_demo_leaves_nothing_behind leaves_nothing
cases_end
