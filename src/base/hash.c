/* SipHash-1-3 (Aumasson and Bernstein): one round per eight bytes, three at the end. */
#include "base/map.h"

struct sip {
    uint64_t v0, v1, v2, v3;
};

static uint64_t rotate_left(uint64_t x, unsigned by)
{
    return (x << by) | (x >> (64 - by));
}

static void sip_round(struct sip *s)
{
    s->v0 += s->v1;
    s->v2 += s->v3;
    s->v1 = rotate_left(s->v1, 13) ^ s->v0;
    s->v3 = rotate_left(s->v3, 16) ^ s->v2;
    s->v0 = rotate_left(s->v0, 32);
    s->v2 += s->v1;
    s->v0 += s->v3;
    s->v1 = rotate_left(s->v1, 17) ^ s->v2;
    s->v3 = rotate_left(s->v3, 21) ^ s->v0;
    s->v2 = rotate_left(s->v2, 32);
}

static void sip_eat(struct sip *s, uint64_t word)
{
    s->v3 ^= word;
    sip_round(s);
    s->v0 ^= word;
}

/* Up to eight bytes, lowest first on every machine, so that hashes may be written down. */
static uint64_t read_word(const unsigned char *at, size_t len)
{
    uint64_t word = 0;
    for (size_t i = 0; i < len; i++)
        word |= (uint64_t)at[i] << (8 * i);
    return word;
}

uint64_t ls_hash_bytes(uint64_t seed, const void *bytes, size_t len)
{
    /* The 128-bit key of SipHash from our 64 bits; seed 0 is its all-zero key. */
    uint64_t k0 = seed;
    uint64_t k1 = rotate_left(seed * 0x9E3779B97F4A7C15u, 32);
    struct sip s = {k0 ^ 0x736F6D6570736575u, k1 ^ 0x646F72616E646F6Du, k0 ^ 0x6C7967656E657261u,
                    k1 ^ 0x7465646279746573u};
    const unsigned char *at = bytes;
    size_t whole = len / 8 * 8;
    for (size_t i = 0; i < whole; i += 8)
        sip_eat(&s, read_word(at + i, 8));
    uint64_t tail = len > whole ? read_word(at + whole, len - whole) : 0;
    sip_eat(&s, tail | (uint64_t)len << 56);
    s.v2 ^= 0xFF;
    for (int i = 0; i < 3; i++)
        sip_round(&s);
    return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}
