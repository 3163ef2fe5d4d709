#pragma once
/*
 * A key prepared for the key table: hashed once, used to find the key and to find duplicates.
 * Inline, since a reader does this for every key of every text.
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/slice.h"

struct ls_key_probe {
    struct ls_slice name; /* without "f:" when is_field; borrowed */
    uint64_t low, high; /* the name's bytes, zeros behind them; its two ends when it has over 16 */
    uint64_t hash;      /* of the name */
    bool is_field;
};

/* Drawn once per process, before the first tape is made, so that nobody can choose keys that
 * collide. */
extern uint64_t ls_key_seeds[2];

static inline uint64_t ls_key_load64(const char *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t ls_key_load32(const char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static inline uint64_t ls_key_mix(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static inline uint64_t ls_key_hash(uint64_t low, uint64_t high, uint64_t rest)
{
    return ls_key_mix(low ^ ls_key_seeds[0] ^ rest, high ^ ls_key_seeds[1]);
}

/* Up to eight bytes, followed by zeros; two loads may overlap. */
static inline uint64_t ls_key_load_short(const char *at, size_t len)
{
    if (len >= 4)
        return ls_key_load32(at) | ls_key_load32(at + len - 4) << 8 * (len - 4);
    if (len == 0)
        return 0;
    return (uint64_t)(unsigned char)at[0] | (uint64_t)(unsigned char)at[len / 2] << 8 * (len / 2) |
           (uint64_t)(unsigned char)at[len - 1] << 8 * (len - 1);
}

/* Sets one field after the other: an initialiser clears the whole first, and the loads of
 * ls_key_find() would wait for those stores. That cost the reader a third of its speed. */
static inline void ls_key_probe_set(struct ls_key_probe *probe, const char *at, size_t len)
{
    uint64_t rest = len;
    probe->name = (struct ls_slice){at, len};
    probe->is_field = false;
    if (len > 16) {
        for (size_t i = 0; i + 16 < len; i += 16)
            rest = ls_key_hash(ls_key_load64(at + i), ls_key_load64(at + i + 8), rest);
        probe->low = ls_key_load64(at + len - 16);
        probe->high = ls_key_load64(at + len - 8);
    } else if (len >= 8) {
        probe->low = ls_key_load64(at);
        probe->high = len > 8 ? ls_key_load64(at + len - 8) >> 8 * (16 - len) : 0;
    } else {
        probe->low = ls_key_load_short(at, len);
        probe->high = 0;
    }
    probe->hash = ls_key_hash(probe->low, probe->high, rest);
}

static inline struct ls_key_probe ls_key_probe(struct ls_slice key)
{
    struct ls_key_probe probe;
    bool is_field = key.len > 2 && key.at[0] == 'f' && key.at[1] == ':';
    /* No addition to the address of an empty key: it may be NULL. */
    if (is_field)
        ls_key_probe_set(&probe, key.at + 2, key.len - 2);
    else
        ls_key_probe_set(&probe, key.at, key.len);
    probe.is_field = is_field;
    return probe;
}

/* A hash of the whole key, whatever its form on a tape. */
static inline uint32_t ls_key_probe_hash(const struct ls_key_probe *probe)
{
    return (uint32_t)(probe->hash >> 32) + probe->is_field;
}
