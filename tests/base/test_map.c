#include "base/map.h"

#include <stdio.h>

#include "check.h"
#include "base/buf.h"
#include "base/random.h"

static int values[5000];

static struct ls_slice key_of(char text[16], int number)
{
    return (struct ls_slice){text, (size_t)snprintf(text, 16, "key-%d", number)};
}

static const char *walk(const struct ls_map *map, struct ls_buf *out)
{
    struct ls_slice key;
    void *value;
    ls_buf_clear(out);
    for (size_t at = 0; ls_map_next(map, &at, &key, &value);)
        ls_buf_printf(out, "%.*s=%d ", LS_ARG(key), *(int *)value);
    return ls_buf_text(out);
}

static void map_release(struct ls_map **map)
{
    ls_map_free(*map);
}

TEST(an_empty_map_has_nothing)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK(!ls_map_get(map, LS_SLICE("a")));
    CHECK(!ls_map_remove(map, LS_SLICE("a")));
    CHECK_INT(ls_map_count(map), 0);
    CHECK_STR(walk(map, &text), "");
    ls_map_clear(map);
    ls_map_free(NULL);
}

TEST(put_replaces_and_returns_the_old)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    int one = 1;
    int two = 2;
    CHECK(!ls_map_put(map, LS_SLICE("a"), &one));
    CHECK(ls_map_put(map, LS_SLICE("a"), &two) == &one);
    CHECK(ls_map_get(map, LS_SLICE("a")) == &two);
    CHECK_INT(ls_map_count(map), 1);
    CHECK(ls_map_remove(map, LS_SLICE("a")) == &two);
    CHECK(!ls_map_get(map, LS_SLICE("a")));
    CHECK_INT(ls_map_count(map), 0);
}

TEST(keys_are_copied_and_may_be_any_bytes)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    int one = 1;
    int two = 2;
    int three = 3;
    char key[] = "a\0b";
    ls_map_put(map, (struct ls_slice){key, 3}, &one);
    key[2] = 'c';
    ls_map_put(map, (struct ls_slice){key, 3}, &two);
    ls_map_put(map, (struct ls_slice){0}, &three);
    CHECK(ls_map_get(map, LS_SLICE("a\0b")) == &one);
    CHECK(ls_map_get(map, LS_SLICE("a\0c")) == &two);
    CHECK(ls_map_get(map, LS_SLICE("")) == &three);
    CHECK(!ls_map_get(map, LS_SLICE("a")));
}

TEST(walks_follow_insertion_whatever_the_seed)
{
    for (uint64_t seed = 0; seed < 20; seed++) {
        struct ls_map *map LS_AUTO(map_release) = ls_map_new(seed);
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        int numbers[] = {3, 1, 4, 5};
        ls_map_put(map, LS_SLICE("c"), &numbers[0]);
        ls_map_put(map, LS_SLICE("a"), &numbers[1]);
        ls_map_put(map, LS_SLICE("d"), &numbers[2]);
        ls_map_put(map, LS_SLICE("c"), &numbers[3]);
        CHECK_STR(walk(map, &text), "c=5 a=1 d=4 ");
        ls_map_remove(map, LS_SLICE("a"));
        ls_map_put(map, LS_SLICE("a"), &numbers[1]);
        CHECK_STR(walk(map, &text), "c=5 d=4 a=1 ");
    }
}

TEST(a_walk_may_remove_what_it_visits)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    char text[16];
    for (int i = 0; i < 100; i++)
        ls_map_put(map, key_of(text, i), &values[i]);
    struct ls_slice key;
    void *value;
    int visited = 0;
    for (size_t at = 0; ls_map_next(map, &at, &key, &value); visited++) {
        CHECK(value == &values[visited]);
        CHECK(ls_map_remove(map, key) == value);
    }
    CHECK_INT(visited, 100);
    CHECK_INT(ls_map_count(map), 0);
}

TEST(clear_makes_it_new)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    char text[16];
    for (int i = 0; i < 100; i++)
        ls_map_put(map, key_of(text, i), &values[i]);
    ls_map_clear(map);
    CHECK_INT(ls_map_count(map), 0);
    CHECK(!ls_map_get(map, LS_SLICE("key-1")));
    ls_map_put(map, LS_SLICE("key-1"), &values[1]);
    CHECK_STR(walk(map, &out), "key-1=0 ");
}

/* Against a plain array: every answer of a long random life is the expected one. */
TEST(a_random_life_agrees_with_an_array)
{
    enum { KEYS = 500, STEPS = 60000 };
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(7);
    void *expected[KEYS] = {0};
    size_t expected_count = 0;
    struct ls_random random;
    ls_random_init(&random, 42);
    for (int step = 0; step < STEPS; step++) {
        char text[16];
        size_t number = (size_t)ls_random_below(&random, KEYS);
        struct ls_slice key = key_of(text, (int)number);
        void *value = &values[ls_random_below(&random, LS_COUNT(values))];
        bool is_put = ls_random_below(&random, 5) < 3;
        void *old = is_put ? ls_map_put(map, key, value) : ls_map_remove(map, key);
        CHECK(old == expected[number]);
        expected_count += is_put && !old;
        expected_count -= !is_put && old;
        expected[number] = is_put ? value : NULL;
        CHECK_INT(ls_map_count(map), expected_count);
        CHECK(ls_map_get(map, key) == expected[number]);
    }
    struct ls_slice key;
    void *value;
    size_t walked = 0;
    for (size_t at = 0; ls_map_next(map, &at, &key, &value); walked++)
        CHECK(ls_map_get(map, key) == value);
    CHECK_INT(walked, expected_count);
}

TEST(coming_and_going_does_not_grow_it)
{
    struct ls_map *map LS_AUTO(map_release) = ls_map_new(1);
    char text[16];
    size_t places_max = 0;
    for (int i = 0; i < 100000; i++) {
        ls_map_put(map, key_of(text, i), &values[0]);
        ls_map_remove(map, key_of(text, i - 5));
        struct ls_slice key;
        void *value;
        size_t at = 0;
        CHECK(ls_map_next(map, &at, &key, &value));
        places_max = LS_MAX(places_max, at);
    }
    CHECK(places_max < 64);
}

/* From CPython 3.11 with PYTHONHASHSEED=0: SipHash-1-3 with the all-zero key. */
TEST(the_hash_is_siphash_1_3)
{
    static const struct {
        const char *text;
        int64_t hash;
    } rows[] = {
        /* clang-format off */
        {"t", 7085657846729122796LL},
        {"th", -3001723877470329807LL},
        {"the", -30821151497585103LL},
        {"the ", -6530824952274149578LL},
        {"the q", 3818201620750904827LL},
        {"the qu", -1841916451920742243LL},
        {"the qui", -1938450648023336370LL},
        {"the quic", 6744250263483249442LL},
        {"the quick", 194191768795597828LL},
        {"the quick ", 782263805789721295LL},
        {"the quick b", -2985352342878296675LL},
        {"the quick br", -4718603489162671693LL},
        {"the quick bro", 9136968266307277606LL},
        {"the quick brow", -3942023641902917742LL},
        {"the quick brown", -7887452966167952750LL},
        {"the quick brown ", 5134497682466400552LL},
        {"the quick brown f", 8247680463188173632LL},
        {"the quick brown fo", -3080663025598642696LL},
        {"the quick brown fox", 6491753435481021626LL},
        {"the quick brown fox ", -7650971204880237311LL},
        {"the quick brown fox j", -2174119942503726084LL},
        {"the quick brown fox ju", 4896100917384985748LL},
        {"the quick brown fox jum", -196272459360730566LL},
        {"the quick brown fox jump", -3072437458406409379LL},
        {"the quick brown fox jumps", 56729954816557122LL},
        /* clang-format on */
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_slice text = ls_slice_of(rows[i].text);
        CHECK_INT(ls_hash_bytes(0, text.at, text.len), rows[i].hash);
    }
}

TEST(another_seed_gives_another_hash)
{
    for (uint64_t seed = 1; seed < 1000; seed++)
        CHECK(ls_hash_bytes(seed, "abc", 3) != ls_hash_bytes(0, "abc", 3));
}
