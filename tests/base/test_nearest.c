#include "base/nearest.h"

#include "check.h"

TEST(distance_counts_letters_whatever_their_case)
{
    static const struct {
        const char *a, *b;
        size_t distance;
    } rows[] = {
        {"", "", 0},      {"a", "", 1},        {"", "abc", 3},      {"Pod", "pod", 0},
        {"Pod", "Po", 1}, {"keep", "kepe", 2}, {"time", "lime", 1}, {"kitten", "sitting", 3},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_slice a = ls_slice_of(rows[i].a), b = ls_slice_of(rows[i].b);
        CHECK_INT(ls_nearest_distance(a, b), rows[i].distance);
        CHECK_INT(ls_nearest_distance(b, a), rows[i].distance);
    }
}

TEST(a_word_that_never_ends_is_near_to_nothing)
{
    static const char word[] = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    CHECK(ls_nearest_distance(ls_slice_of(word), ls_slice_of("a")) == SIZE_MAX);
    CHECK(ls_nearest(word, (const char *const[]){"a", word, NULL}) == NULL);
}

TEST(the_first_of_equally_near_words_is_meant)
{
    static const char *const known[] = {"apply", "delete", "deploy", NULL};
    CHECK_STR(ls_nearest("aply", known), "apply");
    CHECK_STR(ls_nearest("DELETE", known), "delete");
    CHECK(ls_nearest("xyz", known) == NULL);
    CHECK(ls_nearest("", known) == NULL);
}
