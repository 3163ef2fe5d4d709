/* The math extension. */
#include "support_rows.h"

#include "check.h"

TEST(the_greatest_and_the_least)
{
    static const struct answer_row rows[] = {
        {"math.greatest(1)", "1"},
        {"math.greatest(1, 2)", "2"},
        {"math.greatest(1, 2.5, 1u)", "2.5"},
        {"math.greatest(-1.5, 18446744073709551615u)", "18446744073709551615u"},
        {"math.greatest(1, 1.0)", "1"},
        {"math.greatest([1, 5, 3])", "5"},
        {"math.greatest(dyn([]))", "error: math.@max(list) argument must not be empty"},
        {"math.greatest(dyn(['a']))", "error: no such overload: math.@max(list)"},
        {"math.greatest(0.0 / 0.0, 1.0)", "error: NaN values cannot be ordered: math.@max"},
        {"math.least(1, 2u)", "1"},
        {"math.least(1, -0.5, 1u)", "-0.5"},
        {"math.least([3u, 1u])", "1u"},
        {"math.least(dyn([]))", "error: math.@min(list) argument must not be empty"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(doubles_are_rounded)
{
    static const struct answer_row rows[] = {
        {"math.ceil(1.2)", "2.0"},
        {"math.ceil(-1.2)", "-1.0"},
        {"math.floor(-1.2)", "-2.0"},
        {"math.round(0.5)", "1.0"},
        {"math.round(-0.5)", "-1.0"},
        {"math.round(2.5)", "3.0"},
        {"math.trunc(-1.9)", "-1.0"},
        {"math.trunc(0.0 / 0.0)", "double(\"NaN\")"},
        {"math.isNaN(0.0 / 0.0)", "true"},
        {"math.isInf(-1.0 / 0.0)", "true"},
        {"math.isFinite(1.0)", "true"},
        {"math.isFinite(1.0 / 0.0)", "false"},
        {"math.sqrt(2)", "1.4142135623730951"},
        {"math.sqrt(16u)", "4.0"},
        {"math.sqrt(-1.0)", "double(\"NaN\")"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(signs_and_sizes)
{
    static const struct answer_row rows[] = {
        {"math.abs(-5)", "5"},
        {"math.abs(-9223372036854775808)", "error: integer overflow"},
        {"math.abs(5u)", "5u"},
        {"math.abs(-1.5)", "1.5"},
        {"math.sign(-5)", "-1"},
        {"math.sign(0)", "0"},
        {"math.sign(5u)", "1u"},
        {"math.sign(-2.5)", "-1.0"},
        {"math.sign(0.0 / 0.0)", "double(\"NaN\")"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(bits)
{
    static const struct answer_row rows[] = {
        {"math.bitAnd(5, 6)", "4"},
        {"math.bitAnd(5u, 6u)", "4u"},
        {"math.bitOr(5, 6)", "7"},
        {"math.bitXor(5, 6)", "3"},
        {"math.bitNot(1)", "-2"},
        {"math.bitNot(0u)", "18446744073709551615u"},
        {"math.bitShiftLeft(1, 2)", "4"},
        {"math.bitShiftLeft(-1, 1)", "-2"},
        {"math.bitShiftLeft(1, 64)", "0"},
        {"math.bitShiftLeft(1, -1)", "error: math.bitShiftLeft() negative offset: -1"},
        {"math.bitShiftRight(1024, 2)", "256"},
        {"math.bitShiftRight(-1, 60)", "15"},
        {"math.bitShiftRight(18446744073709551615u, 63)", "1u"},
        {"math.bitShiftRight(1u, 100)", "0u"},
        {"math.bitShiftRight(1, -2)", "error: math.bitShiftRight() negative offset: -2"},
    };
    answers_check(rows, LS_COUNT(rows));
}
