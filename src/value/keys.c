#include "value/keys.h"

#include "base/mem.h"
#include "base/random.h"
#include "value/key_words.h"
#include "value/limits.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

enum {
    SEGMENT_KEYS = 256,
    SEGMENT_COUNT = LS_KEYS_MAX / SEGMENT_KEYS,
    SLOTS_FIRST = 2048,
    SIGHTING_COUNT = 4096,
};

struct key {
    uint64_t low, high; /* as in the probe: short names are compared without a call */
    const char *text;   /* "f:" and the name */
    uint32_t len;       /* of the name */
};

/* Open addressing; a slot is the upper half of the hash and id + 1, 0 when free. A full table is
 * replaced by one of twice the size and kept, since a reader may be inside it. */
struct slots {
    struct slots *older;
    size_t mask;
    _Atomic uint64_t at[];
};

static struct {
    pthread_once_t once;
    atomic_bool is_seeded;
    pthread_mutex_t lock; /* held to add */
    _Atomic(struct slots *) slots;
    _Atomic(struct key *) segments[SEGMENT_COUNT];
    atomic_uint count;
    uint64_t seeds[2]; /* chosen keys must not be able to collide */
    /* Halves of hashes seen once, direct mapped: a key that was pushed out starts again. */
    _Atomic uint32_t sightings[SIGHTING_COUNT];
} keys = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static uint64_t load64(const char *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

static uint64_t load32(const char *at)
{
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return value;
}

/* Up to eight bytes, followed by zeros; where two loads overlap they agree. */
static uint64_t load_short(const char *at, size_t len)
{
    if (len >= 4)
        return load32(at) | load32(at + len - 4) << 8 * (len - 4);
    uint64_t value = 0;
    for (size_t i = 0; i < len; i++)
        value |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return value;
}

static uint64_t mix(uint64_t a, uint64_t b)
{
    __extension__ unsigned __int128 product = (unsigned __int128)a * b;
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

static uint64_t hash_long(const char *at, size_t len)
{
    uint64_t hash = len;
    for (size_t i = 0; i + 16 < len; i += 16)
        hash = mix(load64(at + i) ^ keys.seeds[0] ^ hash, load64(at + i + 8) ^ keys.seeds[1]);
    at += len - 16;
    return mix(load64(at) ^ keys.seeds[0] ^ hash, load64(at + 8) ^ keys.seeds[1]);
}

static void probe_fill(struct ls_key_probe *probe)
{
    const char *at = probe->name.at;
    size_t len = probe->name.len;
    if (len > 16) {
        probe->hash = hash_long(at, len);
        return;
    }
    if (len >= 8) {
        probe->low = load64(at);
        probe->high = len > 8 ? load64(at + len - 8) >> 8 * (16 - len) : 0;
    } else {
        probe->low = load_short(at, len);
    }
    probe->hash = mix(probe->low ^ keys.seeds[0] ^ len, probe->high ^ keys.seeds[1]);
}

static struct key *key_of(uint32_t id)
{
    struct key *segment =
        atomic_load_explicit(&keys.segments[id / SEGMENT_KEYS], memory_order_acquire);
    return &segment[id % SEGMENT_KEYS];
}

static bool key_matches(const struct key *key, const struct ls_key_probe *probe)
{
    if (key->len != probe->name.len || key->low != probe->low || key->high != probe->high)
        return false;
    return key->len <= 16 || memcmp(key->text + 2, probe->name.at, key->len) == 0;
}

static int32_t slots_find(const struct slots *slots, const struct ls_key_probe *probe)
{
    for (size_t i = probe->hash & slots->mask;; i = (i + 1) & slots->mask) {
        uint64_t slot = atomic_load_explicit(&slots->at[i], memory_order_acquire);
        if (slot == 0)
            return LS_KEY_NONE;
        uint32_t id = (uint32_t)slot - 1;
        if (slot >> 32 == probe->hash >> 32 && key_matches(key_of(id), probe))
            return (int32_t)id;
    }
}

static void slots_put(struct slots *slots, uint64_t hash, uint32_t id)
{
    size_t i = hash & slots->mask;
    while (atomic_load_explicit(&slots->at[i], memory_order_relaxed) != 0)
        i = (i + 1) & slots->mask;
    uint64_t slot = (hash >> 32) << 32 | (id + 1);
    atomic_store_explicit(&slots->at[i], slot, memory_order_release);
}

static struct slots *slots_new(size_t count, struct slots *older)
{
    struct slots *slots = ls_alloc(sizeof *slots + count * sizeof slots->at[0]);
    slots->mask = count - 1;
    slots->older = older;
    return slots;
}

/* Under the lock. */
static struct slots *slots_grown(struct slots *old, uint32_t key_count)
{
    struct slots *grown = slots_new((old->mask + 1) * 2, old);
    for (uint32_t id = 0; id < key_count; id++) {
        const struct key *key = key_of(id);
        struct ls_key_probe probe = {.name = {key->text + 2, key->len}};
        probe_fill(&probe);
        slots_put(grown, probe.hash, id);
    }
    return grown;
}

/* Under the lock; the name is not there yet. text is "f:" and the name and lives for ever. */
static uint32_t key_add(const struct ls_key_probe *probe, const char *text)
{
    uint32_t id = atomic_load_explicit(&keys.count, memory_order_relaxed);
    _Atomic(struct key *) *segment = &keys.segments[id / SEGMENT_KEYS];
    if (id % SEGMENT_KEYS == 0)
        atomic_store_explicit(segment, LS_NEW_ARRAY(struct key, SEGMENT_KEYS),
                              memory_order_release);
    *key_of(id) = (struct key){
        .low = probe->low, .high = probe->high, .text = text, .len = (uint32_t)probe->name.len};

    struct slots *slots = atomic_load_explicit(&keys.slots, memory_order_relaxed);
    if ((size_t)id * 2 >= slots->mask)
        slots = slots_grown(slots, id);
    slots_put(slots, probe->hash, id);
    atomic_store_explicit(&keys.slots, slots, memory_order_release);
    atomic_store_explicit(&keys.count, id + 1, memory_order_relaxed);
    return id;
}

static void keys_seed(void)
{
    ls_random_secret(keys.seeds, sizeof keys.seeds);
    atomic_store_explicit(&keys.slots, slots_new(SLOTS_FIRST, NULL), memory_order_relaxed);
    for (size_t i = 0; i < ls_key_word_count; i++) {
        const char *text = ls_key_words[i];
        struct ls_key_probe probe = {.name = {text + 2, strlen(text + 2)}};
        probe_fill(&probe);
        key_add(&probe, text);
    }
    atomic_store_explicit(&keys.is_seeded, true, memory_order_release);
}

static void keys_ready(void)
{
    if (LS_UNLIKELY(!atomic_load_explicit(&keys.is_seeded, memory_order_acquire)))
        pthread_once(&keys.once, keys_seed);
}

/* JSON writes the byte as it is, also in the form that browsers need (no <, > and &). */
static bool is_plain(char c)
{
    return c > ' ' && c <= '~' && !strchr("\"\\<>&", c);
}

static bool may_learn(const struct ls_key_probe *probe)
{
    struct ls_slice name = probe->name;
    if (probe->is_field || name.len == 0 || name.len > LS_KEY_BYTES_MAX)
        return false;
    if (name.len >= 2 && name.at[1] == ':' && strchr("fkvi", name.at[0]))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        if (!is_plain(name.at[i]))
            return false;
    }
    return true;
}

static bool was_sighted(const struct ls_key_probe *probe)
{
    uint32_t half = (uint32_t)(probe->hash >> 32);
    _Atomic uint32_t *sighting = &keys.sightings[probe->hash % SIGHTING_COUNT];
    return atomic_exchange_explicit(sighting, half, memory_order_relaxed) == half;
}

static char *field_text(struct ls_slice name)
{
    char *text = ls_alloc(name.len + sizeof "f:");
    memcpy(text, "f:", 2);
    memcpy(text + 2, name.at, name.len);
    return text;
}

/* Under the lock. */
static int32_t key_add_new(const struct ls_key_probe *probe)
{
    int32_t known = slots_find(atomic_load_explicit(&keys.slots, memory_order_relaxed), probe);
    if (known != LS_KEY_NONE)
        return known; /* another thread was first */
    if (atomic_load_explicit(&keys.count, memory_order_relaxed) >= LS_KEYS_MAX)
        return LS_KEY_NONE;
    return (int32_t)key_add(probe, field_text(probe->name));
}

struct ls_key_probe ls_key_probe(struct ls_slice key)
{
    keys_ready();
    struct ls_key_probe probe = {.name = key};
    if (key.len > 2 && key.at[0] == 'f' && key.at[1] == ':') {
        probe.is_field = true;
        probe.name = ls_slice_from(key, 2);
    }
    probe_fill(&probe);
    return probe;
}

int32_t ls_key_find(const struct ls_key_probe *probe)
{
    return slots_find(atomic_load_explicit(&keys.slots, memory_order_acquire), probe);
}

int32_t ls_key_learn(const struct ls_key_probe *probe)
{
    int32_t id = ls_key_find(probe);
    if (LS_LIKELY(id != LS_KEY_NONE))
        return id;
    if (!may_learn(probe) || !was_sighted(probe))
        return LS_KEY_NONE;
    pthread_mutex_lock(&keys.lock);
    id = key_add_new(probe);
    pthread_mutex_unlock(&keys.lock);
    return id;
}

struct ls_slice ls_key_text(uint32_t id, bool is_field)
{
    const struct key *key = key_of(id);
    if (is_field)
        return (struct ls_slice){key->text, key->len + 2};
    return (struct ls_slice){key->text + 2, key->len};
}

size_t ls_key_count(void)
{
    keys_ready();
    return atomic_load_explicit(&keys.count, memory_order_relaxed);
}
