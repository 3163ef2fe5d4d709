#include "base/random.h"

#include <string.h>

#include "check.h"
#include "base/macros.h"

/* First outputs of the authors' reference code, from a state of 1, 2, 3, 4. */
TEST(the_sequence_is_xoshiro256_starstar)
{
    struct ls_random random = {{1, 2, 3, 4}};
    CHECK_INT(ls_random_u64(&random), 11520);
    CHECK_INT(ls_random_u64(&random), 0);
    CHECK_INT(ls_random_u64(&random), 1509978240);
    CHECK_INT(ls_random_u64(&random), 1215971899390074240);
}

TEST(the_seed_is_spread_by_splitmix64)
{
    struct ls_random random;
    ls_random_init(&random, 1234567);
    CHECK(random.state[0] == 6457827717110365317u);
    CHECK(random.state[1] == 3203168211198807973u);
    CHECK(random.state[2] == 9817491932198370423u);
}

TEST(one_seed_one_sequence)
{
    struct ls_random a;
    struct ls_random b;
    struct ls_random other;
    ls_random_init(&a, 5);
    ls_random_init(&b, 5);
    ls_random_init(&other, 6);
    int same = 0;
    for (int i = 0; i < 100; i++) {
        uint64_t drawn = ls_random_u64(&a);
        CHECK(drawn == ls_random_u64(&b));
        same += drawn == ls_random_u64(&other);
    }
    CHECK_INT(same, 0);
}

TEST(below_is_fair_and_in_range)
{
    struct ls_random random;
    ls_random_init(&random, 1);
    int seen[6] = {0};
    for (int i = 0; i < 60000; i++)
        seen[ls_random_below(&random, LS_COUNT(seen))]++;
    for (size_t i = 0; i < LS_COUNT(seen); i++)
        CHECK(seen[i] > 9500 && seen[i] < 10500);
    for (int i = 0; i < 100; i++) {
        CHECK_INT(ls_random_below(&random, 1), 0);
        CHECK(ls_random_below(&random, UINT64_MAX) < UINT64_MAX);
        CHECK(ls_random_below(&random, (1ull << 63) + 1) <= 1ull << 63);
    }
}

TEST(bytes_fill_exactly_what_was_asked_for)
{
    for (size_t len = 0; len < 40; len++) {
        struct ls_random random;
        unsigned char bytes[64];
        memset(bytes, 0x5A, sizeof bytes);
        ls_random_init(&random, 9);
        ls_random_bytes(&random, bytes, len);
        for (size_t i = len; i < sizeof bytes; i++)
            CHECK_INT(bytes[i], 0x5A);
        ls_random_init(&random, 9);
        uint64_t first = ls_random_u64(&random);
        for (size_t i = 0; i < LS_MIN(len, (size_t)8); i++)
            CHECK_INT(bytes[i], first >> (8 * i) & 0xFF);
    }
}

TEST(a_uuid_has_the_shape_of_version_4)
{
    struct ls_random random;
    ls_random_init(&random, 3);
    for (int round = 0; round < 200; round++) {
        char uuid[37];
        ls_random_uuid(&random, uuid);
        CHECK_INT(strlen(uuid), 36);
        CHECK_INT(strspn(uuid, "0123456789abcdef-"), 36);
        CHECK(uuid[8] == '-' && uuid[13] == '-' && uuid[18] == '-' && uuid[23] == '-');
        CHECK_INT(uuid[14], '4');
        CHECK(strchr("89ab", uuid[19]));
    }
}

TEST(secrets_and_seeds_do_not_repeat)
{
    unsigned char a[32] = {0};
    unsigned char b[32] = {0};
    ls_random_secret(a, sizeof a);
    ls_random_secret(b, sizeof b);
    CHECK(memcmp(a, b, sizeof a) != 0);
    CHECK(ls_random_seed() != ls_random_seed());
    ls_random_secret(NULL, 0);
}
