/* Growth is charged: each of these ends at the cost limit, long before memory or time runs out. */
#include "support_rows.h"

#include <stdio.h>

#include "check.h"

/* A text of 10,000 characters, bound to s. */
#define WITH_TEXT(rest)                                                                            \
    "cel.bind(s, lists.range(1000).map(x, 'aaaaaaaaaa').join(), lists.range(1000000).exists(i, "   \
    "" rest "))"

/* A list of 2^24 items that are all the same few, bound to v. */
#define DOUBLED(rest)    "cel.bind(v, [v, v], " rest ")"
#define DOUBLED_8(rest)  DOUBLED(DOUBLED(DOUBLED(DOUBLED(DOUBLED(DOUBLED(DOUBLED(DOUBLED(rest))))))))
#define DOUBLED_24(rest) "cel.bind(v, [1], " DOUBLED_8(DOUBLED_8(DOUBLED_8(rest))) ")"

TEST(work_ends_with_the_cost)
{
    static const char *const rows[] = {
        "lists.range(9223372036854775807)",
        "lists.range(1000000000).size()",
        "lists.range(20000).distinct()",
        "sets.contains(lists.range(20000), lists.range(20000))",
        "cel.bind(l, lists.range(1000), lists.range(1000).map(x, l).flatten().size() + "
        "lists.range(1000).map(x, l).flatten().size())",
        "lists.range(100000).exists(i, '%.1000000f'.format([1.5]) == '')",
        "lists.range(100000).exists(i, 'x'.matches('a{9}' + string(i)))",
        "lists.range(1000000).exists(i, timestamp(i).getHours('Europe/Berlin') == 99)",
        WITH_TEXT("s.replace('', s) == ''"),
        WITH_TEXT("s.split('').size() == 1"),
        WITH_TEXT("s.charAt(9999) == 'b'"),
        WITH_TEXT("s.substring(9999) == 'b'"),
        WITH_TEXT("s.indexOf('b') == 7"),
        WITH_TEXT("s.lastIndexOf('aaaaaaaaaaaaaab') == 7"),
        WITH_TEXT("s.contains('aaaaaaaaaaaaaab')"),
        WITH_TEXT("s.lowerAscii() == ''"),
        WITH_TEXT("s.trim() == ''"),
        WITH_TEXT("s.reverse() == ''"),
        WITH_TEXT("strings.quote(s) == ''"),
        WITH_TEXT("'%s%x'.format([s, s]) == ''"),
        WITH_TEXT("[s, s].join() == ''"),
        WITH_TEXT("s + s == ''"),
        WITH_TEXT("size(s) == 7"),
        WITH_TEXT("s.matches('b')"),
        WITH_TEXT("s.find('b') == 'b'"),
        WITH_TEXT("s.findAll('a*b|a').size() == 7"),
        WITH_TEXT("regex.replace(s, 'a', s) == ''"),
        WITH_TEXT("regex.extractAll(s, 'a').size() == 7"),
        WITH_TEXT("base64.encode(bytes(s)) == ''"),
        WITH_TEXT("url('/' + s).getEscapedPath() == ''"),
        WITH_TEXT("double(s.replace('a', '1')) == 1.0"),
        WITH_TEXT("isSemver('1.2.3+' + s + '_')"),
        /* A comparison that was cut short has no answer. */
        DOUBLED_24("v in [v]"),
        DOUBLED_24("[v].indexOf(v) == 0"),
        DOUBLED_24("sets.contains([v], [v])"),
        WITH_TEXT("[s] != [s]"),
        WITH_TEXT("[s] in [[s + 'b'], [s]] && false"),
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        char answer[200];
        char line[1000];
        bool is_over = answer_within(rows[i], 100000, answer, sizeof answer);
        snprintf(line, sizeof line, "%s%s gives %s", is_over ? "" : "not over cost: ", rows[i],
                 is_over ? "over cost" : answer);
        CHECK_HAS(line, " gives over cost");
    }
}

TEST(what_is_cheap_is_not_refused)
{
    static const struct answer_row rows[] = {
        {"lists.range(10000).map(x, x * 2).sum()", "99990000"},
        {"lists.range(2000).map(x, string(x)).join(',').split(',').size()", "2000"},
        {"lists.range(500).distinct().size()", "500"},
        {"lists.range(10000).sort().reverse()[0]", "9999"},
        {"lists.range(1000).map(x, 'a').join().findAll('a').size()", "1000"},
        {"lists.range(1000).map(x, [x]).flatten().size()", "1000"},
    };
    answers_check(rows, LS_COUNT(rows));
}
