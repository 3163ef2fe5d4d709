#include "value/repeats.h"

#include "base/mem.h"
#include "value/tape.h"

struct ls_repeats_member {
    uint32_t at;   /* words from the first member's */
    uint32_t len;  /* in words, the key included */
    uint32_t hash; /* of the key */
    bool is_overridden;
};

static size_t members_count(const uint32_t *first, const uint32_t *end)
{
    size_t count = 0;
    for (const uint32_t *word = first; word < end; count++)
        word = ls_word_after(ls_word_after(word));
    return count;
}

static void members_fill(struct ls_repeats *repeats)
{
    const uint32_t *word = repeats->words;
    for (size_t i = 0; i < repeats->member_count; i++) {
        struct ls_key_probe probe = ls_key_probe(ls_word_key(word));
        const uint32_t *next = ls_word_after(ls_word_after(word));
        repeats->members[i] = (struct ls_repeats_member){.at = (uint32_t)(word - repeats->words),
                                                         .len = (uint32_t)(next - word),
                                                         .hash = ls_key_probe_hash(&probe)};
        word = next;
    }
}

struct ls_repeats ls_repeats_of(const uint32_t *first, const uint32_t *end)
{
    LS_ASSERT(first <= end);
    struct ls_repeats repeats = {.words = first, .member_count = members_count(first, end)};
    size_t slot_count = 16;
    while (slot_count < repeats.member_count * 2)
        slot_count *= 2;
    repeats.slot_mask = slot_count - 1;
    repeats.slots = LS_NEW_ARRAY(uint32_t, slot_count);
    repeats.members = LS_NEW_ARRAY(struct ls_repeats_member, repeats.member_count);
    members_fill(&repeats);
    return repeats;
}

void ls_repeats_release(struct ls_repeats *repeats)
{
    ls_free(repeats->members);
    ls_free(repeats->slots);
    *repeats = (struct ls_repeats){0};
}

static struct ls_slice key_of(const struct ls_repeats *repeats, size_t member)
{
    return ls_word_key(repeats->words + repeats->members[member].at);
}

/* The slot for the key of this member: free, or with an earlier member that has the same key. */
static uint32_t *slot_of(const struct ls_repeats *repeats, size_t member)
{
    uint32_t hash = repeats->members[member].hash;
    struct ls_slice key = key_of(repeats, member);
    for (size_t i = hash & repeats->slot_mask;; i = (i + 1) & repeats->slot_mask) {
        uint32_t *slot = &repeats->slots[i];
        if (*slot == 0)
            return slot;
        if (repeats->members[*slot - 1].hash == hash &&
            ls_slice_equal(key_of(repeats, *slot - 1), key))
            return slot;
    }
}

bool ls_repeats_find_first(struct ls_repeats *repeats, size_t *member, struct ls_slice *key)
{
    for (size_t i = 0; i < repeats->member_count; i++) {
        uint32_t *slot = slot_of(repeats, i);
        if (*slot != 0) {
            *member = i;
            *key = key_of(repeats, i);
            return true;
        }
        *slot = (uint32_t)(i + 1);
    }
    return false;
}

bool ls_repeats_find_all(struct ls_repeats *repeats)
{
    bool found = false;
    for (size_t i = 0; i < repeats->member_count; i++) {
        uint32_t *slot = slot_of(repeats, i);
        if (*slot != 0) {
            repeats->members[*slot - 1].is_overridden = true;
            found = true;
        }
        *slot = (uint32_t)(i + 1);
    }
    return found;
}

/* From the end, so that a map costs only its own positions. */
static size_t positions_before(uint32_t base, const uint32_t *positions, size_t count)
{
    while (count > 0 && positions[(count - 1) * LS_POSITION_WORDS] >= base)
        count--;
    return count;
}

size_t ls_repeats_move_positions(const struct ls_repeats *repeats, uint32_t base,
                                 uint32_t *positions, size_t position_count)
{
    size_t kept = positions_before(base, positions, position_count);
    const struct ls_repeats_member *member = repeats->members;
    uint32_t dropped = 0; /* words before this member that go */
    for (size_t i = kept; i < position_count; i++) {
        uint32_t *position = positions + i * LS_POSITION_WORDS;
        while (position[0] - base >= member->at + member->len) {
            dropped += member->is_overridden ? member->len : 0;
            member++;
        }
        if (member->is_overridden)
            continue;
        memmove(positions + kept * LS_POSITION_WORDS, position,
                LS_POSITION_WORDS * sizeof *position);
        positions[kept++ * LS_POSITION_WORDS] -= dropped;
    }
    return kept;
}

size_t ls_repeats_compact(const struct ls_repeats *repeats, uint32_t *words)
{
    size_t kept = 0;
    for (size_t i = 0; i < repeats->member_count; i++) {
        const struct ls_repeats_member *member = &repeats->members[i];
        if (member->is_overridden)
            continue;
        memmove(words + kept, words + member->at, member->len * sizeof *words);
        kept += member->len;
    }
    return kept;
}
