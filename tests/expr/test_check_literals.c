/* Errors of literals before a run; texts and places are kube-apiserver's. */
#include "../check.h"
#include "support_check.h"

static const struct stage_row literals[] = {
    {"duration('x') < self.dur", "1:10: invalid duration argument"},
    {"duration(1) < self.dur", "1:10: invalid duration argument"},
    {"timestamp('2020') < self.when", "1:11: invalid timestamp argument"},
    {"self.s.matches('(')", "1:16: invalid matches argument"},
    {"self.s.matches('[z-a]')", "1:16: invalid matches argument"},
    {"[1, 'a'] == [1]", "1:5: expected type 'int' but found 'string'"},
    {"[1, self.s, self.n] == [1]", "1:9: expected type 'int' but found 'string'"},
    {"[1, 1.0] == [1]", "1:5: expected type 'int' but found 'double'"},
    {"[[1], ['a']].size() == 2", "1:7: expected type 'list(int)' but found 'list(string)'"},
    {"{'a': 1, 'b': 'c'}.size() == 2", "1:15: expected type 'int' but found 'string'"},
    {"{'a': 1, 1: 2}.size() == 2", "1:10: expected type 'string' but found 'int'"},
    {"[self.s, null].size() == 1", "1:10: expected type 'string' but found 'null'"},
    {"[self.when, null].size() == 1", "1:13: expected type 'timestamp' but found 'null'"},
    {"[dyn(1), 1].size() == 1", "1:10: expected type 'dyn' but found 'int'"},
    {"[1, dyn(1)].size() == 1", "1:8: expected type 'int' but found 'dyn'"},
    {"[1, 'a'].map(x, [x, 'b']).size() == 2",
     "1:5: expected type 'int' but found 'string' | 1:21: expected type 'dyn' but found 'string'"},
    {"self.list.map(x, [x, 1])", "1:22: expected type 'string' but found 'int'"},
    {"self.list.map(x, {x: 1, 'a': 'b'})", "1:30: expected type 'int' but found 'string'"},
};

TEST(literals_are_read_at_once)
{
    stage_rows_check(literals, LS_COUNT(literals), STAGE_BOUND);
}

static const struct stage_row formats[] = {
    {"'%d'.format(['a']) == 'b'", "1:14: error during formatting: decimal clause can only be used "
                                  "on integers, was given string"},
    {"'%s %s'.format(['a']) == 'b'", "1:15: index 1 out of range"},
    {"'%s'.format(['a', 'b']) == 'b'",
     "1:12: too many arguments supplied to string.format (expected 1, got 2)"},
    {"'%z'.format(['a']) == 'b'",
     "1:12: could not parse formatting clause: unrecognized formatting clause \"z\""},
    {"'%'.format(['a']) == 'b'", "1:11: unexpected end of string"},
    {"'%.'.format(['a']) == 'b'", "1:12: could not parse formatting clause: error while parsing "
                                  "precision: could not find end of precision specifier"},
    {"'%.2f %e %x %X %o %b'.format([1.0, 2.0, 'a', 1, 2, true]) == 'b'", "bool"},
    {"'%.2f'.format([1]) == 'b'", "1:16: error during formatting: fixed-point clause can only be "
                                  "used on doubles, was given int"},
    {"'%s'.format([self.o]) == 'b'",
     "1:18: error during formatting: string clause can only be used on strings, bools, bytes, "
     "ints, doubles, maps, lists, types, durations, and timestamps, was given selfType.o"},
    {"'%s'.format([[self.o]]) == 'b'",
     "1:19: error during formatting: string clause can only be used on strings, bools, bytes, "
     "ints, doubles, maps, lists, types, durations, and timestamps, was given selfType.o"},
    {"'%s'.format([{'a': self.o}]) == 'b'",
     "1:24: error during formatting: string clause can only be used on strings, bools, bytes, "
     "ints, doubles, maps, lists, types, durations, and timestamps, was given selfType.o"},
    {"'%d'.format([self.when]) == 'b'", "1:18: error during formatting: decimal clause can only be "
                                        "used on integers, was given google.protobuf.Timestamp"},
    {"'%d'.format([[1]]) == 'b'",
     "1:14: error during formatting: decimal clause can only be used on integers, was given list"},
    {"'%d'.format([null]) == 'b'", "1:14: error during formatting: decimal clause can only be used "
                                   "on integers, was given null_type"},
    {"'%ä'.format([1]) == 'b'",
     "1:12: could not parse formatting clause: unrecognized formatting clause \"Ã\""},
    {"['%s'.format([1, 'a']), 1].size() == 2",
     "1:13: too many arguments supplied to string.format (expected 1, got 2) | 1:25: expected type "
     "'string' but found 'int'"},
    {"'%.a'.format([1])",
     "1:13: could not parse formatting clause: error while parsing precision: error while "
     "converting precision to integer: strconv.Atoi: parsing \"\": invalid syntax"},
    {"'%.99999999999999999999f'.format([1.0])",
     "1:33: could not parse formatting clause: error while parsing precision: error while "
     "converting precision to integer: strconv.Atoi: parsing \"99999999999999999999\": value out "
     "of range"},
    {"'%%'.format([])", "string"},
    {"'%s'.format([type(1)])", "string"},
    {"'%X'.format([dyn(1)])", "string"},
    {"self.s.format([self.o])", "string"},
};

TEST(formats_fit_their_arguments)
{
    stage_rows_check(formats, LS_COUNT(formats), STAGE_BOUND);
}

/* Elsewhere mixed lists are of type dyn, and invalid literals fail at run time. */
TEST(literals_are_checked_only_where_the_environment_says_so)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    stage.env.has_alike_literals = false;
    CHECK_STR(stage_check(&stage, "[1, 'a']"), "[1, 'a'] => list(dyn)");
    CHECK_STR(stage_check(&stage, "{'a': 1, 2: b''}"), "{'a': 1, 2: b''} => map(dyn, dyn)");
    CHECK_STR(stage_check(&stage, "duration('x')"),
              "duration('x') => 1:10: invalid duration argument");
    stage.env.has_literal_checks = false;
    CHECK_STR(stage_check(&stage, "duration('x')"), "duration('x') => duration");
    CHECK_STR(stage_check(&stage, "'%d'.format(['a'])"), "'%d'.format(['a']) => string");
}
