/* The standard library: operators, conversions, text and times, with their ends and mistakes. */
#include "support_rows.h"

#include "check.h"

TEST(arithmetic_is_checked)
{
    static const struct answer_row rows[] = {
        {"1 + 2", "3"},
        {"9223372036854775807 + 1", "error: integer overflow"},
        {"-9223372036854775808 - 1", "error: integer overflow"},
        {"9223372036854775807 * 2", "error: integer overflow"},
        {"-9223372036854775808 / -1", "error: integer overflow"},
        {"-9223372036854775808 % -1", "error: integer overflow"},
        {"-(-9223372036854775808)", "error: integer overflow"},
        {"7 / -2", "-3"},
        {"-7 % 3", "-1"},
        {"1 / 0", "error: division by zero"},
        {"1 % 0", "error: modulus by zero"},
        {"18446744073709551615u + 1u", "error: unsigned integer overflow"},
        {"1u - 2u", "error: unsigned integer overflow"},
        {"18446744073709551615u * 2u", "error: unsigned integer overflow"},
        {"7u / 2u", "3u"},
        {"7u % 0u", "error: modulus by zero"},
        {"1.0 / 0.0", "double(\"Infinity\")"},
        {"-1.0 / 0.0", "double(\"-Infinity\")"},
        {"0.0 / 0.0", "double(\"NaN\")"},
        {"1.5 * 2.0 - 0.25", "2.75"},
        {"'a' + 'b'", "\"ab\""},
        {"b'a' + b'\\xff'", "b\"a\\xff\""},
        {"[1] + [2, 3]", "[1, 2, 3]"},
        {"1 + 1u", "error: no such overload"},
        {"'a' + 1", "error: no such overload"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(numbers_compare_whatever_their_kind)
{
    static const struct answer_row rows[] = {
        {"1 < 1.5", "true"},
        {"1u < 2", "true"},
        {"-1 < 0u", "true"},
        {"9223372036854775807 < 9223372036854775808.0", "false"},
        {"18446744073709551615u > -1", "true"},
        {"1 == 1.0", "true"},
        {"1u == 1", "true"},
        {"dyn(1) == 'a'", "false"},
        {"0.0 / 0.0 == 0.0 / 0.0", "false"},
        {"0.0 / 0.0 < 1.0", "error: NaN values cannot be ordered"},
        {"1 >= 0.0 / 0.0", "error: NaN values cannot be ordered"},
        {"true > false", "true"},
        {"'a' < 'b'", "true"},
        {"b'a' < b'b'", "true"},
        {"duration('1s') < duration('1m')", "true"},
        {"timestamp(1) <= timestamp(1)", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(containers_are_indexed_and_searched)
{
    static const struct answer_row rows[] = {
        {"size('ta©o')", "4"},
        {"size(b'\\xff\\x00')", "2"},
        {"size([1, 2])", "2"},
        {"{'a': 1}.size()", "1"},
        {"2 in [1, 2.0]", "true"},
        {"'a' in {'a': 1}", "true"},
        {"1.0 in {1: 2}", "true"},
        {"[1, 2][1]", "2"},
        {"[1][1]", "error: index out of bounds: 1"},
        {"[1][-1]", "error: index out of bounds: -1"},
        {"[7][dyn(0.0)]", "7"},
        {"[7][dyn(0.5)]", "error: unsupported index value 0.5 in list"},
        {"[7]['a']", "error: unsupported index type 'string' in list"},
        {"{'a': 1}['b']", "error: no such key: b"},
        {"{1: 'x'}[1u]", "\"x\""},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(integers_come_from_everything)
{
    static const struct answer_row rows[] = {
        {"int('-42')", "-42"},
        {"int('+1')", "1"},
        {"int(' 1')", "error: type conversion error from 'string' to 'int'"},
        {"int('1_000')", "error: type conversion error from 'string' to 'int'"},
        {"int('9223372036854775808')", "error: type conversion error from 'string' to 'int'"},
        {"int(1.9)", "1"},
        {"int(-1.9)", "-1"},
        {"int(9223372036854775807.0)", "error: integer overflow"},
        {"int(0.0 / 0.0)", "error: integer overflow"},
        {"int(18446744073709551615u)", "error: integer overflow"},
        {"int(duration('1.5s'))", "1500000000"},
        {"int(timestamp('1970-01-01T00:00:09.5Z'))", "9"},
        {"uint('42')", "42u"},
        {"uint('+1')", "error: type conversion error from 'string' to 'uint'"},
        {"uint(-1)", "error: unsigned integer overflow"},
        {"uint(-0.5)", "error: unsigned integer overflow"},
        {"uint(1.9)", "1u"},
        {"uint(18446744073709551615.0)", "error: unsigned integer overflow"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(doubles_are_read_as_go_reads_them)
{
    static const struct answer_row rows[] = {
        {"double('1.5')", "1.5"},
        {"double('.5e1')", "5.0"},
        {"double('1_0.5')", "10.5"},
        {"double('1__0')", "error: type conversion error from 'string' to 'double'"},
        {"double('0x1.8p-1')", "0.75"},
        {"double('0x1')", "error: type conversion error from 'string' to 'double'"},
        {"double('inf')", "double(\"Infinity\")"},
        {"double('-Infinity')", "double(\"-Infinity\")"},
        {"double('nan')", "double(\"NaN\")"},
        {"double('+nan')", "error: type conversion error from 'string' to 'double'"},
        {"double('1e400')", "error: type conversion error from 'string' to 'double'"},
        {"double('1e-400')", "0.0"},
        {"double('')", "error: type conversion error from 'string' to 'double'"},
        {"double('1e')", "error: type conversion error from 'string' to 'double'"},
        {"double(9007199254740993)", "9007199254740992.0"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(text_comes_from_everything)
{
    static const struct answer_row rows[] = {
        {"string(1e6)", "\"1e+06\""},
        {"string(123456.0)", "\"123456\""},
        {"string(1e-5)", "\"1e-05\""},
        {"string(0.0001)", "\"0.0001\""},
        {"string(1.0 / 0.0)", "\"+Inf\""},
        {"string(-0.0)", "\"-0\""},
        {"string(b'ok')", "\"ok\""},
        {"string(b'\\xff')", "error: invalid UTF-8 in bytes, cannot convert to string"},
        {"string(18446744073709551615u)", "\"18446744073709551615\""},
        {"string(duration('1h30m'))", "\"5400s\""},
        {"string(duration('-1.5ms'))", "\"-0.0015s\""},
        {"string(timestamp('2009-02-13T23:31:30.120Z'))", "\"2009-02-13T23:31:30.12Z\""},
        {"string(true)", "\"true\""},
        {"string(null)", "error: no such overload: string(null_type)"},
        {"bytes('é')", "b\"\\xc3\\xa9\""},
        {"bool('T')", "true"},
        {"bool('False')", "false"},
        {"bool('yes')", "error: type conversion error from 'string' to 'bool'"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(types_are_values)
{
    static const struct answer_row rows[] = {
        {"type(1)", "int"},
        {"type([1])", "list"},
        {"type({})", "map"},
        {"type(type(1))", "type"},
        {"type(null)", "null_type"},
        {"type(timestamp(0)) == google.protobuf.Timestamp", "true"},
        {"type(duration('1s'))", "google.protobuf.Duration"},
        {"type('a') == string", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(text_is_searched)
{
    static const struct answer_row rows[] = {
        {"'hello'.contains('ell')", "true"},
        {"'hello'.contains('')", "true"},
        {"'hello'.startsWith('he')", "true"},
        {"'he'.startsWith('hello')", "false"},
        {"'hello'.endsWith('lo')", "true"},
        {"''.endsWith('')", "true"},
        {"'abc'.matches('^a.c$')", "true"},
        {"matches('abc', 'b')", "true"},
        {"'abc'.matches('a(')", "error: error parsing regexp: missing closing ): `a(`"},
        {"'abc'.matches(dyn('[z-a]'))",
         "error: error parsing regexp: invalid character class range: `z-a`"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(durations_add_up)
{
    static const struct answer_row rows[] = {
        {"duration('1h2m3.5s').getHours()", "1"},
        {"duration('1h2m3.5s').getMinutes()", "62"},
        {"duration('-1m1.5s').getSeconds()", "-61"},
        {"duration('1.5s').getMilliseconds()", "1500"},
        {"duration('1m') + duration('1s') == duration('61s')", "true"},
        {"duration('1m') - duration('2m') == duration('-1m')", "true"},
        {"duration('9223372036s') + duration('9223372036s')", "error: integer overflow"},
        {"duration('1d')",
         "error: type conversion error from 'string' to 'google.protobuf.Duration'"},
        {"duration('')",
         "error: type conversion error from 'string' to 'google.protobuf.Duration'"},
        {"duration('99999999999h')",
         "error: type conversion error from 'string' to 'google.protobuf.Duration'"},
        {"duration(5)", "error: type conversion error from 'int' to 'google.protobuf.Duration'"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(timestamps_stay_within_their_years)
{
    static const struct answer_row rows[] = {
        {"timestamp('2009-02-13T23:31:30Z') + duration('1h') == timestamp('2009-02-14T00:31:30Z')",
         "true"},
        {"duration('1h') + timestamp(0) == timestamp(3600)", "true"},
        {"timestamp('2009-02-13T23:31:30Z') - timestamp('2009-02-13T23:31:00Z') == duration('30s')",
         "true"},
        {"timestamp(0) - duration('0.5s') == timestamp('1969-12-31T23:59:59.5Z')", "true"},
        {"timestamp('9999-12-31T23:59:59Z') + duration('1s')", "error: timestamp overflow"},
        {"timestamp('0001-01-01T00:00:00Z') - duration('1ns')", "error: timestamp overflow"},
        {"timestamp('9999-12-31T00:00:00Z') - timestamp('0001-01-01T00:00:00Z')",
         "error: integer overflow"},
        {"timestamp(253402300800)", "error: timestamp overflow"},
        {"timestamp('0000-12-31T00:00:00Z')", "error: timestamp overflow"},
        {"timestamp('2009-02-29T00:00:00Z')",
         "error: type conversion error from 'string' to 'google.protobuf.Timestamp'"},
        {"timestamp('2009-02-13 23:31:30Z')",
         "error: type conversion error from 'string' to 'google.protobuf.Timestamp'"},
        {"timestamp('2009-02-13T3:31:30Z').getHours()", "3"},
        {"timestamp('2009-02-13T23:31:30,5Z').getMilliseconds()", "500"},
        {"timestamp('2009-02-13T23:31:30+01:00') == timestamp('2009-02-13T22:31:30Z')", "true"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(parts_of_a_timestamp)
{
    static const struct answer_row rows[] = {
        {"timestamp('2024-02-29T23:31:30.123Z').getFullYear()", "2024"},
        {"timestamp('2024-02-29T23:31:30.123Z').getMonth()", "1"},
        {"timestamp('2024-02-29T23:31:30.123Z').getDate()", "29"},
        {"timestamp('2024-02-29T23:31:30.123Z').getDayOfMonth()", "28"},
        {"timestamp('2024-02-29T23:31:30.123Z').getDayOfYear()", "59"},
        {"timestamp('2024-02-29T23:31:30.123Z').getDayOfWeek()", "4"},
        {"timestamp('2024-02-29T23:31:30.123Z').getHours()", "23"},
        {"timestamp('2024-02-29T23:31:30.123Z').getMinutes()", "31"},
        {"timestamp('2024-02-29T23:31:30.123Z').getSeconds()", "30"},
        {"timestamp('2024-02-29T23:31:30.123Z').getMilliseconds()", "123"},
        {"timestamp('1969-12-31T23:59:59.5Z').getDayOfWeek()", "3"},
        {"timestamp('0001-01-01T00:00:00Z').getDayOfWeek()", "1"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(parts_in_a_zone)
{
    static const struct answer_row rows[] = {
        {"timestamp('2024-02-29T23:31:30Z').getDate('+01:00')", "1"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('-08:30')", "15"},
        {"timestamp('2024-02-29T23:31:30Z').getMinutes('-00:30')", "1"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('5:00')", "4"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('UTC')", "23"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('')", "23"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('a\"b:00')",
         "error: strconv.Atoi: parsing \"a\\\"b\": invalid syntax"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('../passwd')",
         "error: time: invalid location name"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('/etc/passwd')",
         "error: time: invalid location name"},
        {"timestamp('2024-02-29T23:31:30Z').getHours('No/Where')",
         "error: unknown time zone No/Where"},
    };
    answers_check(rows, LS_COUNT(rows));
}
