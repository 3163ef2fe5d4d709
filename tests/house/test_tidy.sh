#!/usr/bin/env bash
# tests/tidy on a small tree: each rule with a list of debts finds its breach, forgives what is listed,
# and finds an entry that is not needed any more.
set -uo pipefail
command -v git >/dev/null || { echo "git is missing"; echo "0 passed, 0 failed"; exit 0; }
HERE=$(realpath "$(dirname "$0")")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
passed=0 failed=0

# FILE LINE...: writes it.
file() {
    mkdir -p "$(dirname "$tree/$1")"
    printf '%s\n' "${@:2}" >"$tree/$1"
}

# NAME PATTERN: tidy prints a line that has PATTERN; with an empty one it finds no breach.
case_is() {
    local out
    out=$("$tree/tests/tidy" 2>&1)
    if grep -qF -- "${2:-, 0 breaches}" <<<"$out"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        printf 'not ok %s\n%s\n' "$1" "$out"
    fi
}

git init -q "$tree"
mkdir -p "$tree/tests"
cp "$HERE/../tidy" "$tree/tests/tidy"
cp "$HERE/../../.clang-format" "$tree/"
file src/LADDER low
mapfile -t readme < <(seq 20)
file src/low/README.md "${readme[@]}"
file tests/tidy-debt.txt '# none'
file src/low/one.h '#pragma once' 'struct ls_one {' '    int a;' '};'
case_is a_tree_without_a_breach ''

file src/low/two.h '#pragma once' 'struct ls_one {' '    int b;' '};'
case_is a_tag_twice 'src/low/two.h:2: ls_one is defined in src/low/one.h:2 as well'
file tests/tidy-debt.txt 'tag ls_one'
case_is a_listed_tag ''
file src/low/two.h '#pragma once' 'enum ls_two {' '    LS_TWO,' '};' 'struct ls_one;'
case_is a_paid_debt 'tests/tidy-debt.txt:1: "tag ls_one" is not needed any more'
file tests/tidy-debt.txt '# none'
case_is a_declaration_is_no_definition ''

file src/low/two.h '#pragma once' '/* See low/one.h and README.md, not a.b.c. */'
case_is files_that_are_there ''
file src/low/two.h '#pragma once' '/* See' ' * low/three.c. */'
case_is a_file_that_is_not_there 'src/low/two.h:2: names low/three.c, which is not there'

file src/low/two.h '#pragma once' '#include "low/one.h"' '' '#include <stdio.h>'
case_is a_header_and_then_the_system ''
file src/low/two.h '#pragma once' '#include <stdio.h>' '' '#include "low/one.h"' '#include "low/one.h"' '' '#include <stdlib.h>'
case_is the_system_after_a_folder 'src/low/two.h:7: includes the system after a folder'
file src/low/two.h '#pragma once' '/* --flag is a word. */' '/* -- parts -- */'
case_is another_divider 'src/low/two.h:3: divides sections in another way'

word=$(printf 'de%s' ed) # in two pieces, as this file is checked too
file src/low/two.h '#pragma once' "int ls_${word}s_count(void);" '/* It stretched; looking up. */'
case_is a_banned_word_in_a_name "src/low/two.h:2: \"$word\" is a banned word"
file tests/tidy-debt.txt "word src/low $word"
case_is a_listed_word_and_longer_ones ''
rm "$tree/src/low/two.h"
file tests/tidy-debt.txt '# none'

file src/low/one.c '#include "low/one.h"'
case_is a_source_with_its_header ''
file src/low/three.c '#include "low/one.h"'
case_is a_source_without_a_sentence 'src/low/three.c:1: has no header of its name'
file src/low/three.c '/* The third. */' '#include "low/one.h"' 'LS_ASSERT(1)'
case_is assertions_are_counted 'assertions per thousand lines: low 125.0'

file src/low/one.h '#pragma once' 'int ls_one_count(int a);'
file src/low/one.c '#include "low/one.h"' '' 'int ls_one_count(int a)' '{' '    return a;' '}'
file src/low/three.c '/* The third: ls_one_count(). */' '#include "low/one.h"' '' 'static const char *third = "/* ls_one_count() */";'
file tests/test_one.c '#include "low/one.h"' '' 'static int one = ls_one_count(1);'
case_is an_export_that_only_a_test_calls 'src/low/one.h:2: ls_one_count() is called by nothing in src/'
file tests/tidy-exports.txt '# none' 'ls_one_count'
case_is an_exception_without_a_reason 'tests/tidy-exports.txt:2: ls_one_count has no reason'
file tests/tidy-exports.txt 'ls_one_count  a test counts'
case_is an_export_with_a_reason ''
file tests/tidy-exports.txt 'src/low/one.h  tests count'
case_is a_header_with_a_reason ''
file tests/tidy-exports.txt 'src/low/  tests count'
case_is a_folder_with_a_reason ''
file tests/tidy-exports.txt 'ls_one_count  a test counts'
file src/low/three.c '/* The third. */' '#include "low/one.h"' '' 'static int third = ls_one_count(1);'
case_is an_exception_that_is_not_needed 'tests/tidy-exports.txt:1: ls_one_count is not needed any more'
rm "$tree/tests/tidy-exports.txt"
case_is an_export_that_another_source_calls ''
file src/low/three.c '/* The third. */' '#include "low/one.h"'
file src/low/one.c '#include "low/one.h"' '' 'int ls_one_count(int a)' '{' '    return a;' '}' '' 'static int one = ls_one_count(1);'
case_is an_export_that_its_source_and_a_test_call ''
rm "$tree/tests/test_one.c"
case_is an_export_that_its_source_alone_calls 'src/low/one.h:2: ls_one_count() is called by its own source alone'
file src/low/two.h '#pragma once' '#define TWO ls_one_count(2)'
case_is an_export_in_a_macro ''

printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
