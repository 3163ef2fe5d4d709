#include "kube/known.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/hex.h"
#include "base/map.h"
#include "base/mem.h"
#include "kube/resource_version.h"

struct known_entry {
    struct ls_uid uid;
    uint64_t version; /* decimal value, or VERSION_OPAQUE and a hash */
    uint32_t round;
    bool is_used;
};

struct ls_known {
    struct known_entry *at;
    size_t cap; /* a power of two, or 0 */
    size_t count;
    uint64_t seed;
    uint32_t round;
    size_t swept; /* where the sweep of this round continues */
};

enum { KNOWN_CAP_MIN = 16, VERSION_DIGITS_MAX = 18, UUID_BYTES = 36 };

#define VERSION_OPAQUE (UINT64_C(1) << 63)
/* Fixed, so that an object has the same identity in every process. */
#define UID_SEED_HIGH UINT64_C(0x6c6f636b73746570)
#define UID_SEED_LOW  UINT64_C(0x7569642d68617368)

/* ---- uids ---- */

static bool uuid_read(struct ls_slice text, struct ls_uid *out)
{
    if (text.len != UUID_BYTES)
        return false;
    uint64_t halves[2] = {0, 0};
    size_t digits = 0;
    for (size_t i = 0; i < text.len; i++) {
        bool is_dash = i == 8 || i == 13 || i == 18 || i == 23;
        int value = ls_hex_value(text.at[i]);
        /* Printing must give the same text: upper case is no digit here. */
        bool is_digit = value >= 0 && !isupper((unsigned char)text.at[i]);
        if (is_dash ? text.at[i] != '-' : !is_digit)
            return false;
        if (is_dash)
            continue;
        halves[digits / 16] = halves[digits / 16] << 4 | (uint64_t)value;
        digits++;
    }
    *out = (struct ls_uid){halves[0], halves[1]};
    return true;
}

static struct ls_uid uid_hash(struct ls_slice text)
{
    return (struct ls_uid){ls_hash_bytes(UID_SEED_HIGH, text.at, text.len),
                           ls_hash_bytes(UID_SEED_LOW, text.at, text.len)};
}

struct ls_uid ls_uid_of(struct ls_slice text)
{
    struct ls_uid uid;
    return uuid_read(text, &uid) ? uid : uid_hash(text);
}

struct ls_uid ls_uid_of_object(struct ls_node object)
{
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    struct ls_slice uid = ls_node_string(ls_node_get(metadata, LS_SLICE("uid")));
    if (uid.len > 0)
        return ls_uid_of(uid);
    struct ls_slice space = ls_node_string(ls_node_get(metadata, LS_SLICE("namespace")));
    struct ls_slice name = ls_node_string(ls_node_get(metadata, LS_SLICE("name")));
    struct ls_uid a = uid_hash(space);
    struct ls_uid b = uid_hash(name);
    /* Rotated, so that namespace a with name b differs from namespace b with name a. */
    return (struct ls_uid){b.high ^ (a.high << 1 | a.high >> 63),
                           b.low ^ (a.low << 1 | a.low >> 63)};
}

bool ls_uid_equal(struct ls_uid a, struct ls_uid b)
{
    return a.high == b.high && a.low == b.low;
}

void ls_uid_print(struct ls_uid uid, char out[37])
{
    snprintf(out, 37, "%08x-%04x-%04x-%04x-%012llx", (unsigned)(uid.high >> 32),
             (unsigned)(uid.high >> 16 & 0xFFFF), (unsigned)(uid.high & 0xFFFF),
             (unsigned)(uid.low >> 48), (unsigned long long)(uid.low & 0xFFFFFFFFFFFF));
}

/* ---- versions ---- */

static uint64_t version_of(struct ls_slice text)
{
    if (!ls_rv_is_decimal(text) || text.len > VERSION_DIGITS_MAX)
        return VERSION_OPAQUE | ls_hash_bytes(UID_SEED_LOW, text.at, text.len);
    uint64_t value = 0;
    for (size_t i = 0; i < text.len; i++)
        value = value * 10 + (uint64_t)(text.at[i] - '0');
    return value;
}

static bool version_is_news(uint64_t reported, uint64_t seen, enum ls_freshness freshness)
{
    if (reported == seen)
        return false;
    bool is_ordered = !(reported & VERSION_OPAQUE) && !(seen & VERSION_OPAQUE);
    return !is_ordered || freshness == LS_MOST_RECENT || seen > reported;
}

/* ---- the table: linear probing, removal by shifting back, without tombstones ---- */

static size_t entry_home(const struct ls_known *known, struct ls_uid uid)
{
    uint64_t words[2] = {uid.high, uid.low};
    return (size_t)ls_hash_bytes(known->seed, words, sizeof words) & (known->cap - 1);
}

/* The entry of that uid, or the free slot for it. */
static struct known_entry *entry_find(const struct ls_known *known, struct ls_uid uid)
{
    for (size_t i = entry_home(known, uid);; i = (i + 1) & (known->cap - 1)) {
        struct known_entry *entry = &known->at[i];
        if (!entry->is_used || ls_uid_equal(entry->uid, uid))
            return entry;
    }
}

static void known_grow(struct ls_known *known)
{
    struct known_entry *old = known->at;
    size_t old_cap = known->cap;
    known->cap = old_cap ? old_cap * 2 : KNOWN_CAP_MIN;
    known->at = ls_alloc(known->cap * sizeof *known->at);
    for (size_t i = 0; i < old_cap; i++) {
        if (old[i].is_used)
            *entry_find(known, old[i].uid) = old[i];
    }
    ls_free(old);
}

static void entry_remove(struct ls_known *known, size_t hole)
{
    size_t mask = known->cap - 1;
    LS_ASSERT(hole < known->cap);
    LS_ASSERT(known->count > 0);
    known->count--;
    for (size_t i = (hole + 1) & mask; known->at[i].is_used; i = (i + 1) & mask) {
        size_t home = entry_home(known, known->at[i].uid);
        /* It may move back into the hole unless its home is between the hole and itself. */
        if (((i - home) & mask) >= ((i - hole) & mask)) {
            known->at[hole] = known->at[i];
            hole = i;
        }
    }
    known->at[hole] = (struct known_entry){0};
}

struct ls_known *ls_known_new(uint64_t seed)
{
    struct ls_known *known = LS_NEW(struct ls_known);
    known->seed = seed;
    return known;
}

void ls_known_free(struct ls_known *known)
{
    if (known)
        ls_free(known->at);
    ls_free(known);
}

size_t ls_known_count(const struct ls_known *known)
{
    return known->count;
}

bool ls_known_see(struct ls_known *known, struct ls_uid uid, struct ls_slice resource_version,
                  enum ls_freshness freshness)
{
    if (known->count * 8 >= known->cap * 7)
        known_grow(known);
    LS_ASSERT(known->count < known->cap);
    struct known_entry *entry = entry_find(known, uid);
    uint64_t version = version_of(resource_version);
    bool is_new = !entry->is_used;
    if (is_new)
        known->count++;
    bool is_news =
        is_new || resource_version.len == 0 || version_is_news(entry->version, version, freshness);
    entry->uid = uid;
    entry->is_used = true;
    entry->round = known->round;
    if (is_news)
        entry->version = version;
    return is_news;
}

bool ls_known_drop(struct ls_known *known, struct ls_uid uid)
{
    if (known->count == 0)
        return false;
    struct known_entry *entry = entry_find(known, uid);
    if (!entry->is_used)
        return false;
    entry_remove(known, (size_t)(entry - known->at));
    return true;
}

void ls_known_begin_round(struct ls_known *known)
{
    known->round++;
    known->swept = 0;
}

bool ls_known_sweep(struct ls_known *known, struct ls_uid *out)
{
    while (known->swept < known->cap) {
        const struct known_entry *entry = &known->at[known->swept];
        if (!entry->is_used || entry->round == known->round) {
            known->swept++;
            continue;
        }
        *out = entry->uid;
        /* Another entry may shift into this slot: it is checked next. */
        entry_remove(known, known->swept);
        return true;
    }
    return false;
}
