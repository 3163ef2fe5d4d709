/* Regular expressions: matches and groups as Go finds them. */
#include "support_rows.h"

#include "check.h"

TEST(matches_are_found)
{
    static const struct answer_row rows[] = {
        {"'abc 123'.find('[0-9]*')", "\"\""},
        {"'abc 123'.find('[0-9]+')", "\"123\""},
        {"'abc'.find('x')", "\"\""},
        {"'123 abc 456'.findAll('[0-9]+')", "[\"123\", \"456\"]"},
        {"'123 abc 456'.findAll('[0-9]+', 1)", "[\"123\"]"},
        {"'123 abc 456'.findAll('[0-9]+', 0)", "[]"},
        {"'123 abc 456'.findAll('[0-9]+', -1)", "[\"123\", \"456\"]"},
        {"'aab'.findAll('a*')", "[\"aa\", \"\"]"},
        {"'añb'.findAll('')", "[\"\", \"\", \"\", \"\"]"},
        {"'aaa'.findAll('^a')", "[\"a\"]"},
        {"'a b'.findAll('\\\\b')", "[\"\", \"\", \"\", \"\"]"},
        {"'abc'.find(dyn('('))",
         "error: Illegal regex: error parsing regexp: missing closing ): `(`"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(groups_are_extracted)
{
    static const struct answer_row rows[] = {
        {"regex.extract('hello world', 'hello (.*)')", "optional.of(\"world\")"},
        {"regex.extract('item-A, item-B', 'item-\\\\w+')", "optional.of(\"item-A\")"},
        {"regex.extract('HELLO', 'hello')", "optional.none()"},
        {"regex.extract('testuser@testdomain', '(.*)@([^.]*)')",
         "error: regular expression has more than one capturing group: \"(.*)@([^.]*)\""},
        {"regex.extract('ab', 'a(x)?')", "optional.none()"},
        {"regex.extract('ab', '(?<first>a)')", "optional.of(\"a\")"},
        {"regex.extract('x', '(')",
         "error: given regex is invalid: error parsing regexp: missing closing ): `(`"},
        {"regex.extractAll('id:123, id:456', 'id:\\\\d+')", "[\"id:123\", \"id:456\"]"},
        {"regex.extractAll('id:123, id:456', 'id:(\\\\d+)')", "[\"123\", \"456\"]"},
        {"regex.extractAll('ab', '(x)?b')", "[]"},
        {"regex.extractAll('none', 'x')", "[]"},
    };
    answers_check(rows, LS_COUNT(rows));
}

TEST(matches_are_replaced)
{
    static const struct answer_row rows[] = {
        {"regex.replace('hello world hello', 'hello', 'hi')", "\"hi world hi\""},
        {"regex.replace('banana', 'a', 'x', 0)", "\"banana\""},
        {"regex.replace('banana', 'a', 'x', 1)", "\"bxnana\""},
        {"regex.replace('banana', 'a', 'x', -12)", "\"bxnxnx\""},
        {"regex.replace('foo bar', '(fo)o (ba)r', '\\\\2 \\\\1')", "\"ba fo\""},
        {"regex.replace('foo', 'o', '[\\\\0]')", "\"f[o][o]\""},
        {"regex.replace('foo', 'o', '\\\\\\\\')", "\"f\\\\\\\\\""},
        {"regex.replace('foo', 'o', '\\\\')",
         "error: invalid replacement string: '\\' \\ not allowed at end"},
        {"regex.replace('foo', 'o', '\\\\x')",
         "error: invalid replacement string: '\\x' \\ must be followed by a digit or \\"},
        {"regex.replace('foo', 'o', '\\\\1')",
         "error: replacement string references group 1 but regex has only 0 group(s)"},
        {"regex.replace('foo', '(', 'x')", "error: error parsing regexp: missing closing ): `(`"},
        {"regex.replace('foo', 'o', 'x', 3000000000)", "error: integer overflow"},
    };
    answers_check(rows, LS_COUNT(rows));
}
