#include "base/slice.h"

#include "check.h"

static const struct ls_slice nothing = {0};

TEST(equality_is_of_bytes)
{
    CHECK(ls_slice_equal(LS_SLICE("ab"), ls_slice_of("ab")));
    CHECK(!ls_slice_equal(LS_SLICE("ab"), LS_SLICE("abc")));
    CHECK(!ls_slice_equal(LS_SLICE("a\0b"), LS_SLICE("a\0c")));
    CHECK(ls_slice_equal(nothing, LS_SLICE("")));
    CHECK(ls_slice_equal(ls_slice_of(NULL), nothing));
    CHECK(ls_slice_is(LS_SLICE("ab"), "ab"));
    CHECK(!ls_slice_is(LS_SLICE("ab"), "AB"));
}

TEST(case_is_folded_in_ascii_only)
{
    CHECK(ls_slice_is_nocase(LS_SLICE("Content-TYPE"), "content-type"));
    CHECK(!ls_slice_is_nocase(LS_SLICE("content"), "content-type"));
    CHECK(!ls_slice_is_nocase(LS_SLICE("@"), "`"));
    CHECK(!ls_slice_is_nocase(LS_SLICE("\xc3\x84"), "\xc3\xa4"));
}

TEST(fronts_and_ends)
{
    CHECK(ls_slice_starts(LS_SLICE("deploy-1"), "deploy"));
    CHECK(!ls_slice_starts(LS_SLICE("dep"), "deploy"));
    CHECK(ls_slice_starts(nothing, ""));
    CHECK(ls_slice_ends(LS_SLICE("shop.yaml"), ".yaml"));
    CHECK(!ls_slice_ends(LS_SLICE("yaml"), ".yaml"));
    CHECK(ls_slice_ends(nothing, ""));
}

TEST(order_is_bytewise_and_shorter_first)
{
    static const char *const rising[] = {"", "A", "B", "Ba", "a", "\x7f", "\x80", "\xff"};
    for (size_t a = 0; a < LS_COUNT(rising); a++) {
        for (size_t b = 0; b < LS_COUNT(rising); b++) {
            int order = ls_slice_compare(ls_slice_of(rising[a]), ls_slice_of(rising[b]));
            CHECK_INT((order > 0) - (order < 0), (a > b) - (a < b));
        }
    }
    CHECK_INT(ls_slice_compare(nothing, LS_SLICE("")), 0);
}

TEST(trim_takes_white_space_from_both_ends)
{
    CHECK(ls_slice_is(ls_slice_trim(LS_SLICE(" \t\r\n\v\fa b\n ")), "a b"));
    CHECK_INT(ls_slice_trim(LS_SLICE(" \n ")).len, 0);
    CHECK_INT(ls_slice_trim(nothing).len, 0);
    CHECK(ls_slice_is(ls_slice_trim(LS_SLICE("\xc2\xa0x")), "\xc2\xa0x"));
}

TEST(from_stops_at_the_end)
{
    CHECK(ls_slice_is(ls_slice_from(LS_SLICE("phase"), 2), "ase"));
    CHECK_INT(ls_slice_from(LS_SLICE("phase"), 99).len, 0);
    CHECK_INT(ls_slice_from(nothing, 1).len, 0);
}

TEST(cut_tells_an_empty_rest_from_none)
{
    struct ls_slice rest;
    CHECK(ls_slice_is(ls_slice_cut(LS_SLICE("a=b=c"), '=', &rest), "a"));
    CHECK(ls_slice_is(rest, "b=c"));
    CHECK(ls_slice_is(ls_slice_cut(LS_SLICE("a="), '=', &rest), "a"));
    CHECK(rest.at && rest.len == 0);
    CHECK(ls_slice_is(ls_slice_cut(LS_SLICE("a"), '=', &rest), "a"));
    CHECK(!rest.at && rest.len == 0);
}

TEST(find_says_where_or_nowhere)
{
    CHECK_INT(ls_slice_find(LS_SLICE("a/b/c"), '/'), 1);
    CHECK(ls_slice_find(LS_SLICE("abc"), '/') == SIZE_MAX);
    CHECK(ls_slice_find(nothing, '/') == SIZE_MAX);
}

TEST(decimals_are_whole_and_in_range)
{
    static const struct {
        const char *text;
        bool is_number;
        int64_t value;
    } rows[] = {
        {"0", true, 0},
        {"-0", true, 0},
        {"007", true, 7},
        {"9223372036854775807", true, INT64_MAX},
        {"-9223372036854775808", true, INT64_MIN},
        {"9223372036854775808", false, 0},
        {"-9223372036854775809", false, 0},
        {"99999999999999999999999", false, 0},
        {"", false, 0},
        {"-", false, 0},
        {"+1", false, 0},
        {" 1", false, 0},
        {"1 ", false, 0},
        {"1.0", false, 0},
        {"0x10", false, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        int64_t value = 42;
        CHECK_INT(ls_slice_to_i64(ls_slice_of(rows[i].text), &value), rows[i].is_number);
        CHECK_INT(value, rows[i].is_number ? rows[i].value : 42);
    }
}

TEST(a_character_is_one_of_some_and_nul_is_none)
{
    CHECK(ls_char_is_any('b', "abc"));
    CHECK(!ls_char_is_any('d', "abc"));
    CHECK(!ls_char_is_any('\0', "abc"));
    CHECK(!ls_char_is_any('\0', ""));
}
