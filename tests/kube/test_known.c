#include "kube/known.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "value/json.h"

static void known_free_at(struct ls_known **known)
{
    ls_known_free(*known);
}

static struct ls_uid number_uid(unsigned i)
{
    char text[37];
    snprintf(text, sizeof text, "%08x-0000-4000-8000-000000000000", i);
    return ls_uid_of(ls_slice_of(text));
}

TEST(a_uuid_keeps_its_text_and_other_uids_stay_apart)
{
    const char *text = "0f2a91c4-7b3d-4e5f-9a0b-c1d2e3f40516";
    char out[37];
    ls_uid_print(ls_uid_of(ls_slice_of(text)), out);
    CHECK_STR(out, text);
    CHECK(!ls_uid_equal(ls_uid_of(LS_SLICE("uid-1")), ls_uid_of(LS_SLICE("uid-2"))));
    CHECK(ls_uid_equal(ls_uid_of(LS_SLICE("uid-1")), ls_uid_of(LS_SLICE("uid-1"))));
    /* Upper case, a wrong dash: not a UUID in the form that can be printed back. */
    ls_uid_print(ls_uid_of(LS_SLICE("0F2A91C4-7b3d-4e5f-9a0b-c1d2e3f40516")), out);
    CHECK(strcmp(out, text) != 0);
}

static struct ls_uid json_uid(const char *json)
{
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    return ls_uid_of_object(ls_obj_root(obj));
}

TEST(objects_without_uid_are_identified_by_namespace_and_name)
{
    struct ls_uid ab = json_uid("{\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"}}");
    struct ls_uid ba = json_uid("{\"metadata\":{\"namespace\":\"b\",\"name\":\"a\"}}");
    struct ls_uid aa = json_uid("{\"metadata\":{\"namespace\":\"a\",\"name\":\"a\"}}");
    struct ls_uid bb = json_uid("{\"metadata\":{\"namespace\":\"b\",\"name\":\"b\"}}");
    struct ls_uid plain = json_uid("{\"metadata\":{\"name\":\"b\"}}");
    CHECK(!ls_uid_equal(ab, ba) && !ls_uid_equal(aa, bb) && !ls_uid_equal(ab, plain));
    CHECK(ls_uid_equal(ab, json_uid("{\"metadata\":{\"namespace\":\"a\",\"name\":\"b\"}}")));
}

/* The reported version, the new one, its source, and whether it is reported. */
static const struct {
    const char *reported;
    const char *seen;
    enum ls_freshness freshness;
    bool is_news;
} news_rows[] = {
    {"10", "10", LS_NOT_OLDER, false},   {"10", "11", LS_NOT_OLDER, true},
    {"10", "9", LS_NOT_OLDER, false},    {"9", "10", LS_NOT_OLDER, true},
    {"10", "9", LS_MOST_RECENT, true},   {"10", "10", LS_MOST_RECENT, false},
    {"abc", "abc", LS_NOT_OLDER, false}, {"abc", "abd", LS_NOT_OLDER, true},
    {"abd", "abc", LS_NOT_OLDER, true},  {"abc", "10", LS_NOT_OLDER, true},
    {"", "", LS_NOT_OLDER, true},
};

TEST(a_version_is_reported_once_and_never_goes_back)
{
    for (size_t i = 0; i < LS_COUNT(news_rows); i++) {
        struct ls_known *known LS_AUTO(known_free_at) = ls_known_new(7);
        struct ls_uid uid = number_uid(1);
        CHECK(ls_known_see(known, uid, ls_slice_of(news_rows[i].reported), LS_NOT_OLDER));
        CHECK(ls_known_see(known, uid, ls_slice_of(news_rows[i].seen), news_rows[i].freshness) ==
              news_rows[i].is_news);
        CHECK_INT(ls_known_count(known), 1);
    }
}

TEST(an_older_echo_does_not_make_the_newer_news_again)
{
    struct ls_known *known LS_AUTO(known_free_at) = ls_known_new(7);
    struct ls_uid uid = number_uid(1);
    CHECK(ls_known_see(known, uid, LS_SLICE("10"), LS_NOT_OLDER));
    CHECK(!ls_known_see(known, uid, LS_SLICE("8"), LS_NOT_OLDER));
    CHECK(!ls_known_see(known, uid, LS_SLICE("10"), LS_NOT_OLDER));
}

TEST(a_sweep_takes_exactly_what_a_round_did_not_show)
{
    enum { COUNT = 5000 };
    struct ls_known *known LS_AUTO(known_free_at) = ls_known_new(99);
    bool *is_swept LS_AUTO(ls_free_at) = ls_alloc(COUNT * sizeof(bool));
    for (unsigned i = 0; i < COUNT; i++)
        CHECK(ls_known_see(known, number_uid(i), LS_SLICE("1"), LS_NOT_OLDER));
    ls_known_begin_round(known);
    for (unsigned i = 0; i < COUNT; i += 3)
        CHECK(!ls_known_see(known, number_uid(i), LS_SLICE("1"), LS_NOT_OLDER));
    struct ls_uid uid;
    size_t swept = 0;
    while (ls_known_sweep(known, &uid)) {
        size_t i = (size_t)(uid.high >> 32);
        CHECK(i < COUNT && i % 3 != 0 && !is_swept[i]);
        is_swept[i] = true;
        swept++;
    }
    CHECK_INT(swept + ls_known_count(known), COUNT);
    for (unsigned i = 0; i < COUNT; i++)
        CHECK(ls_known_drop(known, number_uid(i)) == (i % 3 == 0));
    CHECK_INT(ls_known_count(known), 0);
}

TEST(dropping_keeps_the_others_findable)
{
    struct ls_known *known LS_AUTO(known_free_at) = ls_known_new(3);
    CHECK(!ls_known_drop(known, number_uid(1)));
    for (unsigned i = 0; i < 1000; i++)
        ls_known_see(known, number_uid(i), LS_SLICE("1"), LS_NOT_OLDER);
    for (unsigned i = 0; i < 1000; i += 2)
        CHECK(ls_known_drop(known, number_uid(i)));
    for (unsigned i = 0; i < 1000; i++)
        CHECK(ls_known_see(known, number_uid(i), LS_SLICE("1"), LS_NOT_OLDER) == (i % 2 == 0));
}
