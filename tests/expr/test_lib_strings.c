/* The string extension: characters, not bytes, and what is out of range. */
#include "support_rows.h"

#include "check.h"

TEST(characters_are_counted_not_bytes)
{
    static const struct answer_row rows[] = {
        {"'ta©o©αT'.charAt(2)", "\"©\""},
        {"'tacocat'.charAt(7)", "\"\""},
        {"'tacocat'.charAt(8)", "error: index out of range: 8"},
        {"'tacocat'.charAt(-1)", "error: index out of range: -1"},
        {"'ta©o©αT'.substring(2)", "\"©o©αT\""},
        {"'ta©o©αT'.substring(2, 4)", "\"©o\""},
        {"'abc'.substring(3)", "\"\""},
        {"'abc'.substring(4)", "error: index out of range: 4"},
        {"'abc'.substring(-1)", "error: index out of range: -1"},
        {"'abc'.substring(2, 1)", "error: invalid substring range. start: 2, end: 1"},
        {"'abc'.substring(0, 4)", "error: index out of range: 4"},
        {"'ta©o'.reverse()", "\"o©at\""},
        {"''.reverse()", "\"\""},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(places_are_found)
{
    static const struct answer_row rows[] = {
        {"'ta©o©αT'.indexOf('©')", "2"},
        {"'ta©o©αT'.indexOf('©', 3)", "4"},
        {"'ta©o©αT'.indexOf('none')", "-1"},
        {"'abc'.indexOf('', 2)", "2"},
        {"'abc'.indexOf('a', -1)", "error: index out of range: -1"},
        {"'ta©o©αT'.lastIndexOf('©')", "4"},
        {"'ta©o©αT'.lastIndexOf('©', 3)", "2"},
        {"'bananananana'.lastIndexOf('nana', 7)", "6"},
        {"'abc'.lastIndexOf('')", "3"},
        {"'abc'.lastIndexOf('abcd')", "-1"},
        {"'abc'.lastIndexOf('c', 1)", "-1"},
        {"'abc'.lastIndexOf('a', -1)", "error: index out of range: -1"},
        {"'aaaa'.lastIndexOf('aa')", "2"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(text_is_rewritten)
{
    static const struct answer_row rows[] = {
        {"'TacoCÆt'.lowerAscii()", "\"tacocÆt\""},
        {"'tacocÆt'.upperAscii()", "\"TACOCÆT\""},
        {"'  \\t trim\\n '.trim()", "\"trim\""},
        {"'\\u00a0\\u2003x\\u3000'.trim()", "\"x\""},
        {"'   '.trim()", "\"\""},
        {"'a-b-c'.replace('-', '+')", "\"a+b+c\""},
        {"'a-b-c'.replace('-', '+', 1)", "\"a+b-c\""},
        {"'a-b-c'.replace('-', '+', 0)", "\"a-b-c\""},
        {"'a-b-c'.replace('-', '', -1)", "\"abc\""},
        {"'añb'.replace('', '_')", "\"_a_ñ_b_\""},
        {"'añb'.replace('', '_', 2)", "\"_a_ñb\""},
        {"'aaa'.replace('aa', 'b')", "\"ba\""},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(text_is_split_and_joined)
{
    static const struct answer_row rows[] = {
        {"'a,b,,c'.split(',')", "[\"a\", \"b\", \"\", \"c\"]"},
        {"'añb'.split('')", "[\"a\", \"ñ\", \"b\"]"},
        {"''.split('')", "[]"},
        {"''.split(',')", "[\"\"]"},
        {"'a,b,c'.split(',', 0)", "[]"},
        {"'a,b,c'.split(',', 1)", "[\"a,b,c\"]"},
        {"'a,b,c'.split(',', 2)", "[\"a\", \"b,c\"]"},
        {"'añb'.split('', 2)", "[\"a\", \"ñb\"]"},
        {"'abc'.split(',')", "[\"abc\"]"},
        {"['a', 'b'].join()", "\"ab\""},
        {"['a', 'b'].join('--')", "\"a--b\""},
        {"[].join(',')", "\"\""},
        {"[1].join()", "error: no such overload: join(list)"},
        {"['a', 1].join()", "error: join: invalid input: 1"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(quotes_are_escaped)
{
    static const struct answer_row rows[] = {
        {"strings.quote('a\"b\\\\c')", "\"\\\"a\\\\\\\"b\\\\\\\\c\\\"\""},
        {"strings.quote('\\n\\t\\a\\b\\f\\r\\v')",
         "\"\\\"\\\\n\\\\t\\\\a\\\\b\\\\f\\\\r\\\\v\\\"\""},
        {"strings.quote('é 😀')", "\"\\\"é 😀\\\"\""},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(clauses_print_their_kinds)
{
    static const struct answer_row rows[] = {
        {"'%s and %%'.format(['x'])", "\"x and %\""},
        {"'%d'.format([-5])", "\"-5\""},
        {"'%d'.format([18446744073709551615u])", "\"18446744073709551615\""},
        {"'%d'.format([1.5])", "\"1.5\""},
        {"'%d'.format(['a'])", "error: error during formatting: decimal clause can only be used on "
                               "ints, uints, and doubles, was given string"},
        {"'%f'.format([2.5])", "\"2.500000\""},
        {"'%.3f'.format([1234.5678])", "\"1234.568\""},
        {"'%.0f'.format([2.5])", "\"2\""},
        {"'%f'.format([1.0 / 0.0])", "\"Infinity\""},
        {"'%f'.format(['a'])", "error: error during formatting: fixed-point clause can only be "
                               "used on ints, uints, and doubles, was given string"},
        {"'%e'.format([1234.5678])", "\"1.234568e+03\""},
        {"'%.2e'.format([-0.00012])", "\"-1.20e-04\""},
        {"'%b'.format([-5])", "\"-101\""},
        {"'%b'.format([true])", "\"1\""},
        {"'%b'.format([1.5])", "error: error during formatting: only ints, uints, and bools can be "
                               "formatted as binary, was given double"},
        {"'%o'.format([-8])", "\"-10\""},
        {"'%o'.format([true])", "error: error during formatting: octal clause can only be used on "
                                "ints and uints, was given bool"},
        {"'%x'.format([-255])", "\"-ff\""},
        {"'%X'.format(['hé'])", "\"68C3A9\""},
        {"'%x'.format([b'\\x01\\xab'])", "\"01ab\""},
        {"'%x'.format([1.5])", "error: error during formatting: only ints, uints, bytes, and "
                               "strings can be formatted as hex, was given double"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(values_print_inside_one_another)
{
    static const struct answer_row rows[] = {
        {"'%s'.format([[1, 'a', 2.5, 1u, b'x', null, true]])", "\"[1, a, 2.5, 1, x, null, true]\""},
        {"'%s'.format([[duration('1.5s'), timestamp(0), int]])",
         "\"[1.5s, 1970-01-01T00:00:00Z, int]\""},
        {"'%s'.format([{'b': [1], 'a': {1: true}}])", "\"{a: {1: true}, b: [1]}\""},
        {"'%s'.format([1e30])", "\"1000000000000000000000000000000\""},
        {"'%s'.format([0.0 / 0.0])", "\"NaN\""},
        {"'%s'.format([optional.none()])",
         "error: error during formatting: string clause can only be used on strings, bools, bytes, "
         "ints, doubles, maps, lists, types, durations, and timestamps, was given optional_type"},
        {"'%s'.format([[quantity('1')]])",
         "error: error during formatting: string clause can only be used on strings, bools, bytes, "
         "ints, doubles, maps, lists, types, durations, and timestamps, was given "
         "kubernetes.Quantity"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(clauses_that_are_none)
{
    static const struct answer_row rows[] = {
        {"'%'.format([1])", "error: unexpected end of string"},
        {"'%z'.format([1])",
         "error: could not parse formatting clause: unrecognized formatting clause \"z\""},
        {"'%é'.format([1])",
         "error: could not parse formatting clause: unrecognized formatting clause \"Ã\""},
        {"'%.3'.format([1])", "error: could not parse formatting clause: error while parsing "
                              "precision: could not find end of precision specifier"},
        {"'%.f'.format([1.5])",
         "error: could not parse formatting clause: error while parsing precision: error while "
         "converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax"},
        {"'%.99999999999999999999f'.format([1.5])",
         "error: could not parse formatting clause: error while parsing precision: error while "
         "converting precision to integer: strconv.Atoi: parsing \"99999999999999999999\": value "
         "out of range"},
        {"'%s %s'.format([1])", "error: index 1 out of range"},
        {"'%s'.format([])", "error: index 0 out of range"},
        {"'%s'.format([1, 2])", "\"1\""},
    };
    answers_check(rows, LS_COUNT(rows));
}
