/* Lists, sets, optional values, base64, and what comprehensions with two variables call. */
#include "support_rows.h"

#include "check.h"

TEST(lists_are_cut_and_flattened)
{
    static const struct answer_row rows[] = {
        {"[1, 2, 3, 4].slice(1, 3)", "[2, 3]"},
        {"[1, 2].slice(0, 0)", "[]"},
        {"[1, 2].slice(-1, 1)", "error: cannot slice(-1, 1), negative indexes not supported"},
        {"[1, 2].slice(1, 0)",
         "error: cannot slice(1, 0), start index must be less than or equal to end index"},
        {"[1, 2].slice(0, 3)", "error: cannot slice(0, 3), list is length 2"},
        {"[[1], [2, [3]]].flatten()", "[1, 2, [3]]"},
        {"[[1], [2, [3]]].flatten(2)", "[1, 2, 3]"},
        {"[1, [2]].flatten(0)", "[1, [2]]"},
        {"[1].flatten(-1)", "error: level must be non-negative"},
        {"[].flatten()", "[]"},
        {"lists.range(4)", "[0, 1, 2, 3]"},
        {"lists.range(-1)", "[]"},
        {"[1, 2, 3].reverse()", "[3, 2, 1]"},
        {"[1, 1.0, 2, 'a', 'a', [1], [1]].distinct()", "[1, 2, \"a\", [1]]"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(lists_are_sorted)
{
    static const struct answer_row rows[] = {
        {"[3, 1, 2].sort()", "[1, 2, 3]"},
        {"['b', 'a'].sort()", "[\"a\", \"b\"]"},
        {"[2.5, -1.0].sort()", "[-1.0, 2.5]"},
        {"[b'b', b'a'].sort()", "[b\"a\", b\"b\"]"},
        {"[true, false].sort()", "[false, true]"},
        {"[duration('2s'), duration('1s')].sort()", "[duration(\"1s\"), duration(\"2s\")]"},
        {"[].sort()", "[]"},
        {"[[1], [0]].sort()", "error: list elements must be comparable"},
        {"[1, 'a'].sort()", "error: list elements must have the same type"},
        {"[{'n': 2}, {'n': 1}].sortBy(e, e.n)", "[{\"n\": 1}, {\"n\": 2}]"},
        {"['bb', 'a', 'cc'].sortBy(e, size(e))", "[\"a\", \"bb\", \"cc\"]"},
        {"[1, 2].sortBy(e, [e])", "error: list elements must be comparable"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(sets_know_no_order)
{
    static const struct answer_row rows[] = {
        {"sets.contains([1, 2], [2])", "true"},
        {"sets.contains([1, 2], [2, 3])", "false"},
        {"sets.contains([1], [])", "true"},
        {"sets.contains([1], [1.0, 1u])", "true"},
        {"sets.equivalent([1, 2, 2], [2, 1])", "true"},
        {"sets.equivalent([1], [1, 2])", "false"},
        {"sets.equivalent([], [])", "true"},
        {"sets.intersects([1, 2], [2, 3])", "true"},
        {"sets.intersects([1], [2])", "false"},
        {"sets.intersects([], [])", "false"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(optional_values)
{
    static const struct answer_row rows[] = {
        {"optional.of(1)", "optional.of(1)"},
        {"optional.none()", "optional.none()"},
        {"optional.ofNonZeroValue(0)", "optional.none()"},
        {"optional.ofNonZeroValue('')", "optional.none()"},
        {"optional.ofNonZeroValue([0])", "optional.of([0])"},
        {"optional.ofNonZeroValue(timestamp('0001-01-01T00:00:00Z'))", "optional.none()"},
        {"optional.of(1).value()", "1"},
        {"optional.none().value()", "error: optional.none() dereference"},
        {"optional.of(1).hasValue()", "true"},
        {"optional.none().or(optional.of(2))", "optional.of(2)"},
        {"optional.of(1).orValue(2)", "1"},
        {"optional.none().orValue(2)", "2"},
        {"optional.of(1).orValue(1 / 0)", "1"},
        {"{'a': 1}[?'a']", "optional.of(1)"},
        {"[1][?5]", "optional.none()"},
        {"optional.of([1])[0]", "optional.of(1)"},
        {"optional.of({'a': 1})['b']", "optional.none()"},
        {"[1, 2].first()", "optional.of(1)"},
        {"[].first()", "optional.none()"},
        {"[1, 2].last()", "optional.of(2)"},
        {"[].last()", "optional.none()"},
        {"[optional.of(1), optional.none()].unwrapOpt()", "[1]"},
        {"optional.unwrap([optional.of(1), optional.none()])", "[1]"},
        {"[1].unwrapOpt()", "error: no such overload: unwrapOpt(list)"},
        {"[optional.of(1), 2].unwrapOpt()", "error: value 2 is not optional"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(base64_with_padding_and_without)
{
    static const struct answer_row rows[] = {
        {"base64.encode(b'hello')", "\"aGVsbG8=\""},
        {"base64.encode(b'')", "\"\""},
        {"base64.decode('aGVsbG8=')", "b\"hello\""},
        {"base64.decode('aGVsbG8')", "b\"hello\""},
        {"base64.decode('aGVs\\nbG8=')", "b\"hello\""},
        {"base64.decode('aGVsbG9')", "b\"hello\""},
        {"base64.decode('a')", "error: illegal base64 data at input byte 0"},
        {"base64.decode('a*bc')", "error: illegal base64 data at input byte 1"},
        {"base64.decode('ab=')", "error: illegal base64 data at input byte 2"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(entries_are_inserted)
{
    static const struct answer_row rows[] = {
        {"{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", "{\"a\": 2, \"b\": 3}"},
        {"{'a': 1, 'b': 2}.transformMapEntry(k, v, {v: k})", "{1: \"a\", 2: \"b\"}"},
        {"{'a': 1, 'b': 1}.transformMapEntry(k, v, {v: k})",
         "error: insert failed: key 1 already exists"},
        {"[1, 2].transformList(i, v, i + v)", "[1, 3]"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(lists_of_kubernetes)
{
    static const struct answer_row rows[] = {
        {"[1, 2, 2].isSorted()", "true"},
        {"[2, 1].isSorted()", "false"},
        {"['a', 'b'].isSorted()", "true"},
        {"[].isSorted()", "true"},
        {"[[1]].isSorted()", "error: no such overload: isSorted(list)"},
        {"[1, 2, 3].sum()", "6"},
        {"[1.5, 2.5].sum()", "4.0"},
        {"[duration('1s'), duration('1m')].sum()", "duration(\"61s\")"},
        {"[9223372036854775807, 1].sum()", "error: integer overflow"},
        {"[].sum()", "0"},
        {"['a'].sum()", "error: no such overload: sum(list)"},
        {"[1, 3, 2].max()", "3"},
        {"['b', 'a'].min()", "\"a\""},
        {"[].min()", "error: min called on empty list"},
        {"[true, false].max()", "true"},
        {"['a', 'b', 'a'].indexOf('a')", "0"},
        {"['a', 'b', 'a'].lastIndexOf('a')", "2"},
        {"[1].indexOf('a')", "-1"},
    };
    answers_check(rows, LS_COUNT(rows));
}
