#!/usr/bin/env bash
# shellcheck disable=SC2317 # case_is calls what it is given
# What `make install` leaves: the program and a man page for it and for each verb, below DESTDIR and PREFIX, and
# nothing else. LOCKSTEP names the program in its build folder. The last line is `N passed, N failed`.
set -uo pipefail
HERE=$(cd "$(dirname "$0")" && pwd)
ROOT=$(cd "$HERE/../.." && pwd)
LOCKSTEP=$(realpath "${LOCKSTEP:-$ROOT/build/dev/lockstep}")
BUILD=$(dirname "$LOCKSTEP")
SCRATCH=$(mktemp -d "${TMPDIR:-/tmp}/lockstep-install.XXXXXX")
trap 'rm -rf "$SCRATCH"' EXIT
trap 'exit 143' TERM
# shellcheck source=tests/cli/cases.sh
source "$HERE/cases.sh"

verbs() { "$LOCKSTEP" help --format markdown | sed -n 's/^## lockstep //p'; }
wanted() {
    echo usr/bin/lockstep
    echo usr/share/man/man1/lockstep.1
    verbs | sed 's|.*|usr/share/man/man1/lockstep-&.1|'
}

# What the Makefile runs, without the build before it.
installs() { (cd "$ROOT" && make -n install PREFIX=/usr DESTDIR="$SCRATCH/image") | grep -F -- 'cmake --install' | sed "s|build/release|$BUILD|"; }
install_runs() { (cd "$ROOT" && bash -euo pipefail -c "$(installs)") >"$SCRATCH/out" 2>&1 || { out=$(<"$SCRATCH/out") && return 1; }; }
files_are() { diff <(wanted | sort) <(cd "$SCRATCH/image" && find . -type f | sed 's|^\./||' | sort) >"$SCRATCH/out" || { out=$(<"$SCRATCH/out") && return 1; }; }
page_is_of() { grep -q "^\.TH" "$SCRATCH/image/usr/share/man/man1/lockstep$1.1" && grep -q -- "$2" "$SCRATCH/image/usr/share/man/man1/lockstep$1.1"; }
program_runs() { [[ $("$SCRATCH/image/usr/bin/lockstep" version) == "$("$LOCKSTEP" version)" ]]; }

case_is make_knows_prefix_and_destdir test -n "$(installs)"
case_is it_installs install_runs
case_is the_program_and_its_pages_and_nothing_else files_are
case_is the_program_runs_from_there program_runs
case_is the_page_of_the_program page_is_of '' 'phase by phase'
case_is the_page_of_a_verb page_is_of -apply 'phase.*timeout'
cases_end
