#include "base/random.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/hex.h"
#include "base/macros.h"

static uint64_t rotate_left(uint64_t x, unsigned by)
{
    return (x << by) | (x >> (64 - by));
}

/* SplitMix64: spreads one seed over the whole state, as the authors of xoshiro ask for. */
static uint64_t split_mix(uint64_t *state)
{
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

void ls_random_init(struct ls_random *random, uint64_t seed)
{
    for (size_t i = 0; i < LS_COUNT(random->state); i++)
        random->state[i] = split_mix(&seed);
}

uint64_t ls_random_u64(struct ls_random *random)
{
    uint64_t *s = random->state;
    uint64_t result = rotate_left(s[1] * 5, 7) * 9;
    uint64_t shifted = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = rotate_left(s[3], 45);
    return result;
}

uint64_t ls_random_below(struct ls_random *random, uint64_t bound)
{
    LS_ASSERT(bound > 0);
    /* The lowest 2^64 mod bound values would make small results likelier: draw again. */
    uint64_t unfair = -bound % bound;
    uint64_t drawn = ls_random_u64(random);
    while (drawn < unfair)
        drawn = ls_random_u64(random);
    return drawn % bound;
}

void ls_random_bytes(struct ls_random *random, void *out, size_t bytes)
{
    unsigned char *at = out;
    uint64_t drawn = 0;
    for (size_t i = 0; i < bytes; i++) {
        /* Lowest byte first, whatever the machine's own order. */
        drawn = i % 8 == 0 ? ls_random_u64(random) : drawn >> 8;
        at[i] = (unsigned char)drawn;
    }
}

void ls_random_uuid(struct ls_random *random, char out[37])
{
    unsigned char raw[16];
    ls_random_bytes(random, raw, sizeof raw);
    raw[6] = (unsigned char)((raw[6] & 0x0F) | 0x40); /* version 4 */
    raw[8] = (unsigned char)((raw[8] & 0x3F) | 0x80); /* the variant of RFC 4122 */
    char *at = out;
    for (size_t i = 0; i < sizeof raw; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            *at++ = '-';
        at = ls_hex_put(at, raw[i]);
    }
    *at = '\0';
}

void ls_random_secret(void *out, size_t bytes)
{
    char *at = out;
    while (bytes > 0) {
        ssize_t got = getrandom(at, bytes, 0);
        if (got < 0 && errno == EINTR)
            continue;
        /* With valid arguments the kernel has no other way to fail. */
        LS_ASSERT(got > 0);
        at += got;
        bytes -= (size_t)got;
    }
}

uint64_t ls_random_seed(void)
{
    uint64_t seed = 0;
    ls_random_secret(&seed, sizeof seed);
    return seed;
}
