/* Regular expressions: what matches, and the words for patterns that are none. */
#include "value/regex.h"

#include <string.h>

#include "check.h"
#include "value/limits.h"

static bool search(const char *pattern, const char *text)
{
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_regex_new(ls_slice_of(pattern), &regex, &err), err);
    bool is_found = ls_regex_search(regex, ls_slice_of(text));
    ls_regex_free(regex);
    return is_found;
}

TEST(a_match_may_be_anywhere_unless_anchored)
{
    CHECK(search("b+", "abbc"));
    CHECK(!search("^b+", "abbc"));
    CHECK(search("^[a-z]+$", "abbc"));
    CHECK(!search("^[a-z]+$", "abbc\n"));
    CHECK(search("", ""));
    CHECK(search("^.$", "\xc3\xa4")); /* one character, two bytes */
    CHECK(search("\\d{3}", "x123"));
    CHECK(!search("a.b", "a\nb"));
}

TEST(text_may_hold_a_zero_byte)
{
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_regex_new(LS_SLICE("^a\\x00b$"), &regex, &err), err);
    CHECK(ls_regex_search(regex, LS_SLICE("a\0b")));
    CHECK(!ls_regex_search(regex, LS_SLICE("a")));
    ls_regex_free(regex);
}

TEST(bad_patterns_are_refused_in_the_words_of_go)
{
    static const struct {
        const char *pattern;
        const char *error;
    } rows[] = {
        {"(", "error parsing regexp: missing closing ): `(`"},
        {"a)", "error parsing regexp: unexpected ): `a)`"},
        {"[a", "error parsing regexp: missing closing ]: `[a`"},
        {"[z-a]", "error parsing regexp: invalid character class range: `z-a`"},
        {"*", "error parsing regexp: missing argument to repetition operator: `*`"},
        {"a**", "error parsing regexp: invalid nested repetition operator: `**`"},
        {"a{1001}", "error parsing regexp: invalid repeat count: `{1001}`"},
        {"\\", "error parsing regexp: trailing backslash at end of expression: ``"},
        {"\\q", "error parsing regexp: invalid escape sequence: `\\q`"},
        {"(?=a)", "error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_regex *regex = NULL;
        struct ls_err err = {0};
        CHECK_CODE(ls_regex_new(ls_slice_of(rows[i].pattern), &regex, &err), LS_E_INVALID, err);
        CHECK_STR(err.text, rows[i].error);
        CHECK(regex == NULL);
    }
}

TEST(patterns_have_a_limit)
{
    static char text[LS_REGEX_BYTES_MAX + 2];
    memset(text, 'a', sizeof text - 1);
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    CHECK_CODE(ls_regex_new(ls_slice_of(text), &regex, &err), LS_E_TOO_BIG, err);
    CHECK_CODE(ls_regex_new(LS_SLICE("((((a{100}){100}){100}){100})"), &regex, &err), LS_E_INVALID,
               err);
    CHECK_HAS(err.text, "error parsing regexp: ");
    ls_regex_free(NULL);
}

TEST(matches_and_groups_have_places)
{
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_regex_new(LS_SLICE("(a)(x)?|\\bc"), &regex, &err), err);
    CHECK_INT(ls_regex_group_count(regex), 2);
    struct ls_regex_span span[3];
    CHECK(ls_regex_find(regex, LS_SLICE("bab c"), 0, span, 3));
    CHECK_INT(span[0].start, 1);
    CHECK_INT(span[1].end, 2);
    CHECK(span[2].start == SIZE_MAX);
    CHECK(ls_regex_find(regex, LS_SLICE("bab c"), 2, span, 1));
    CHECK_INT(span[0].start, 4);
    CHECK(!ls_regex_find(regex, LS_SLICE("bab c"), 5, span, 1));
    CHECK(!ls_regex_find(regex, LS_SLICE("bab c"), 6, span, 1));
    CHECK(!ls_regex_find(regex, LS_SLICE("bc"), 1, span, 1)); /* what stands before counts for \b */
    ls_regex_free(regex);
}

TEST(groups_are_named_both_ways)
{
    static const struct {
        const char *pattern, *text;
        bool is_found;
    } rows[] = {
        {"(?<n>a)b", "ab", true},  {"(?P<n>a)b", "ab", true}, {"[(?<]a", "<a", true},
        {"\\(?<n>", "(<n>", true}, {"(?<n>a)", "b", false},   {"[]]a", "]a", true},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_regex *regex = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_regex_new(ls_slice_of(rows[i].pattern), &regex, &err), err);
        CHECK_INT(ls_regex_search(regex, ls_slice_of(rows[i].text)), rows[i].is_found);
        ls_regex_free(regex);
    }
}
