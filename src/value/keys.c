#include "value/keys.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "value/key_words.h"
#include "value/limits.h"

enum {
    SEGMENT_KEYS = 256,
    SEGMENT_COUNT = LS_KEYS_MAX / SEGMENT_KEYS,
    SLOTS_FIRST = 2048,
    SEEN_ONCE_COUNT = 4096,
};

struct key {
    const char *text; /* "f:" and the name */
    uint32_t len;     /* of the name */
};

/* What finding a key needs, next to each other. The tag is 40 bits of the hash, 7 of the length and
 * 17 of id + 1; it is written last, 0 is a free slot. */
struct key_slot {
    _Atomic uint64_t tag;
    uint64_t low, high; /* as in the probe: short names are compared without a call */
};

enum { TAG_ID_BITS = 17, TAG_LEN_BITS = 7 };
_Static_assert(LS_KEYS_MAX < 1 << TAG_ID_BITS, "an id fits its bits");
_Static_assert(LS_KEY_BYTES_MAX < 1 << TAG_LEN_BITS, "a length fits its bits");

/* Open addressing. A full table is replaced by one of twice the size and kept, since a reader may
 * be inside it. */
struct slots {
    struct slots *older;
    size_t mask;
    struct key_slot at[];
};

uint64_t ls_key_seeds[2];

static struct {
    pthread_once_t once;
    atomic_bool is_seeded;
    pthread_mutex_t lock; /* held to add */
    _Atomic(struct slots *) slots;
    _Atomic(struct key *) segments[SEGMENT_COUNT];
    atomic_uint count;
    /* Halves of hashes seen once, direct mapped: a key whose slot was overwritten starts again. */
    _Atomic uint32_t seen_once[SEEN_ONCE_COUNT];
} keys = {.once = PTHREAD_ONCE_INIT, .lock = PTHREAD_MUTEX_INITIALIZER};

static struct key *key_of(uint32_t id)
{
    struct key *segment =
        atomic_load_explicit(&keys.segments[id / SEGMENT_KEYS], memory_order_acquire);
    return &segment[id % SEGMENT_KEYS];
}

/* A tag without its id. */
static inline uint64_t tag_of(const struct ls_key_probe *probe)
{
    uint64_t upper = probe->hash >> (TAG_ID_BITS + TAG_LEN_BITS) << TAG_LEN_BITS;
    return (upper | (probe->name.len & ((1 << TAG_LEN_BITS) - 1))) << TAG_ID_BITS;
}

static inline bool slot_matches(const struct key_slot *slot, uint32_t id,
                                const struct ls_key_probe *probe)
{
    if (slot->low != probe->low || slot->high != probe->high)
        return false;
    if (LS_LIKELY(probe->name.len <= 16))
        return true;
    const struct key *key = key_of(id);
    return key->len == probe->name.len && memcmp(key->text + 2, probe->name.at, key->len) == 0;
}

static inline int32_t slots_find(const struct slots *slots, const struct ls_key_probe *probe)
{
    if (LS_UNLIKELY(!slots))
        return LS_KEY_NONE;
    uint64_t wanted = tag_of(probe);
    for (size_t i = probe->hash & slots->mask;; i = (i + 1) & slots->mask) {
        const struct key_slot *slot = &slots->at[i];
        uint64_t tag = atomic_load_explicit(&slot->tag, memory_order_acquire);
        if (LS_UNLIKELY(tag == 0))
            return LS_KEY_NONE;
        uint32_t id = (uint32_t)(tag & ((1u << TAG_ID_BITS) - 1)) - 1;
        if (tag - (id + 1) == wanted && slot_matches(slot, id, probe))
            return (int32_t)id;
    }
}

static void slots_put(struct slots *slots, const struct ls_key_probe *probe, uint32_t id)
{
    size_t i = probe->hash & slots->mask;
    while (atomic_load_explicit(&slots->at[i].tag, memory_order_relaxed) != 0)
        i = (i + 1) & slots->mask;
    slots->at[i].low = probe->low;
    slots->at[i].high = probe->high;
    atomic_store_explicit(&slots->at[i].tag, tag_of(probe) | (id + 1), memory_order_release);
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
        struct ls_key_probe probe;
        ls_key_probe_set(&probe, key_of(id)->text + 2, key_of(id)->len);
        slots_put(grown, &probe, id);
    }
    return grown;
}

/* Under the lock; the name is not in the table. text is "f:" and the name and is never freed. */
static uint32_t key_add(const struct ls_key_probe *probe, const char *text)
{
    uint32_t id = atomic_load_explicit(&keys.count, memory_order_relaxed);
    LS_ASSERT(id < LS_KEYS_MAX);
    _Atomic(struct key *) *segment = &keys.segments[id / SEGMENT_KEYS];
    if (id % SEGMENT_KEYS == 0)
        atomic_store_explicit(segment, LS_NEW_ARRAY(struct key, SEGMENT_KEYS),
                              memory_order_release);
    *key_of(id) = (struct key){.text = text, .len = (uint32_t)probe->name.len};

    struct slots *slots = atomic_load_explicit(&keys.slots, memory_order_relaxed);
    if ((size_t)id * 2 >= slots->mask)
        slots = slots_grown(slots, id);
    slots_put(slots, probe, id);
    atomic_store_explicit(&keys.slots, slots, memory_order_release);
    atomic_store_explicit(&keys.count, id + 1, memory_order_relaxed);
    return id;
}

static void keys_seed(void)
{
    ls_random_secret(ls_key_seeds, sizeof ls_key_seeds);
    atomic_store_explicit(&keys.slots, slots_new(SLOTS_FIRST, NULL), memory_order_relaxed);
    for (size_t i = 0; i < ls_key_word_count; i++) {
        const char *text = ls_key_words[i];
        struct ls_key_probe probe;
        LS_ASSERT(text[0] == 'f' && text[1] == ':');
        ls_key_probe_set(&probe, text + 2, strlen(text + 2));
        LS_ASSERT(probe.name.len <= LS_KEY_BYTES_MAX);
        LS_ASSERT(ls_key_find(&probe) == LS_KEY_NONE); /* each word once */
        key_add(&probe, text);
    }
    atomic_store_explicit(&keys.is_seeded, true, memory_order_release);
}

void ls_keys_ready(void)
{
    if (LS_UNLIKELY(!atomic_load_explicit(&keys.is_seeded, memory_order_acquire)))
        pthread_once(&keys.once, keys_seed);
}

/* JSON writes the byte as it is, also in the form that browsers need (no <, > and &). */
static bool is_plain(char c)
{
    return c > ' ' && c <= '~' && !ls_char_is_any(c, "\"\\<>&");
}

static bool may_learn(const struct ls_key_probe *probe)
{
    struct ls_slice name = probe->name;
    if (probe->is_field || name.len == 0 || name.len > LS_KEY_BYTES_MAX)
        return false;
    if (name.len >= 2 && name.at[1] == ':' && ls_char_is_any(name.at[0], "fkvi"))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        if (!is_plain(name.at[i]))
            return false;
    }
    return true;
}

static bool was_seen(const struct ls_key_probe *probe)
{
    uint32_t half = (uint32_t)(probe->hash >> 32);
    _Atomic uint32_t *slot = &keys.seen_once[probe->hash % SEEN_ONCE_COUNT];
    return atomic_exchange_explicit(slot, half, memory_order_relaxed) == half;
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

int32_t ls_key_find(const struct ls_key_probe *probe)
{
    return slots_find(atomic_load_explicit(&keys.slots, memory_order_acquire), probe);
}

int32_t ls_key_learn(const struct ls_key_probe *probe)
{
    int32_t id = ls_key_find(probe);
    if (LS_LIKELY(id != LS_KEY_NONE))
        return id;
    if (!may_learn(probe) || !was_seen(probe))
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
