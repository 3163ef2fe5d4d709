#include "runtime/ledger.h"

#include "base/mem.h"
#include "base/vec.h"
#include "runtime/facts.h"

enum { WORD_BITS = 64 };

struct ledger_item {
    uint32_t cell; /* LS_NO_CELL: not added */
    uint32_t next; /* round and round: the first one's previous is the last */
    uint32_t previous;
    uint32_t state;
};

/* The items of one cell in one state. */
struct ring {
    uint32_t first; /* LS_NO_ITEM when there are none */
    uint32_t count;
};

/* Which cells have items in a state; and which words of that have a bit at all. */
struct marks {
    uint64_t *words;
    uint64_t *summary;
};

struct ls_ledger {
    uint32_t cell_count;
    unsigned state_count;
    size_t summary_count; /* words of a summary */
    struct ring *rings;   /* cell by cell, state by state */
    struct marks marks[LS_LEDGER_STATES_MAX];
    size_t totals[LS_LEDGER_STATES_MAX];
    LS_VEC(struct ledger_item) items;
};

/* ---- marks ---- */

static size_t words_for(size_t bits)
{
    return (bits + WORD_BITS - 1) / WORD_BITS;
}

static void mark_set(struct marks *marks, uint32_t cell)
{
    size_t word = cell / WORD_BITS;
    marks->words[word] |= UINT64_C(1) << cell % WORD_BITS;
    marks->summary[word / WORD_BITS] |= UINT64_C(1) << word % WORD_BITS;
}

static void mark_clear(struct marks *marks, uint32_t cell)
{
    size_t word = cell / WORD_BITS;
    marks->words[word] &= ~(UINT64_C(1) << cell % WORD_BITS);
    if (marks->words[word] == 0)
        marks->summary[word / WORD_BITS] &= ~(UINT64_C(1) << word % WORD_BITS);
}

static size_t lowest_bit(uint64_t word)
{
    return (size_t)__builtin_ctzll(word);
}

static uint32_t mark_first(const struct marks *marks, size_t summary_count)
{
    for (size_t i = 0; i < summary_count; i++) {
        if (marks->summary[i] == 0)
            continue;
        size_t word = i * WORD_BITS + lowest_bit(marks->summary[i]);
        return (uint32_t)(word * WORD_BITS + lowest_bit(marks->words[word]));
    }
    return LS_NO_CELL;
}

/* ---- rings ---- */

static struct ring *ring_at(const struct ls_ledger *ledger, uint32_t cell, unsigned state)
{
    LS_ASSERT(cell < ledger->cell_count && state < ledger->state_count);
    return &ledger->rings[(size_t)cell * ledger->state_count + state];
}

static struct ledger_item *item_at(const struct ls_ledger *ledger, uint32_t number)
{
    LS_ASSERT(number < ledger->items.count && ledger->items.at[number].cell != LS_NO_CELL);
    return &ledger->items.at[number];
}

static void ring_push(struct ls_ledger *ledger, uint32_t number)
{
    struct ledger_item *item = item_at(ledger, number);
    struct ring *ring = ring_at(ledger, item->cell, item->state);
    if (ring->count == 0) {
        ring->first = item->next = item->previous = number;
        mark_set(&ledger->marks[item->state], item->cell);
    } else {
        struct ledger_item *first = item_at(ledger, ring->first);
        item->next = ring->first;
        item->previous = first->previous;
        item_at(ledger, first->previous)->next = number;
        first->previous = number;
    }
    ring->count++;
    ledger->totals[item->state]++;
}

static void ring_take(struct ls_ledger *ledger, uint32_t number)
{
    struct ledger_item *item = item_at(ledger, number);
    struct ring *ring = ring_at(ledger, item->cell, item->state);
    LS_ASSERT(ring->count > 0);
    ring->count--;
    ledger->totals[item->state]--;
    if (ring->count == 0) {
        ring->first = LS_NO_ITEM;
        mark_clear(&ledger->marks[item->state], item->cell);
        return;
    }
    item_at(ledger, item->previous)->next = item->next;
    item_at(ledger, item->next)->previous = item->previous;
    if (ring->first == number)
        ring->first = item->next;
}

/* ---- the ledger ---- */

struct ls_ledger *ls_ledger_new(uint32_t cell_count, unsigned state_count)
{
    LS_ASSERT(state_count > 0 && state_count <= LS_LEDGER_STATES_MAX);
    struct ls_ledger *ledger = LS_NEW(struct ls_ledger);
    size_t words = words_for(cell_count);
    size_t ring_count = (size_t)cell_count * state_count;
    ledger->cell_count = cell_count;
    ledger->state_count = state_count;
    ledger->summary_count = words_for(words);
    ledger->rings = LS_NEW_ARRAY(struct ring, ring_count);
    for (size_t i = 0; i < ring_count; i++)
        ledger->rings[i].first = LS_NO_ITEM;
    for (unsigned i = 0; i < state_count; i++) {
        ledger->marks[i].words = LS_NEW_ARRAY(uint64_t, words);
        ledger->marks[i].summary = LS_NEW_ARRAY(uint64_t, ledger->summary_count);
    }
    return ledger;
}

void ls_ledger_free(struct ls_ledger *ledger)
{
    if (!ledger)
        return;
    for (unsigned i = 0; i < ledger->state_count; i++) {
        ls_free(ledger->marks[i].words);
        ls_free(ledger->marks[i].summary);
    }
    ls_free(ledger->rings);
    ls_vec_release(&ledger->items);
    ls_free(ledger);
}

void ls_ledger_add(struct ls_ledger *ledger, uint32_t number, uint32_t cell)
{
    LS_ASSERT(cell < ledger->cell_count && number != LS_NO_ITEM);
    while (ledger->items.count <= number)
        ls_vec_push(&ledger->items, (struct ledger_item){.cell = LS_NO_CELL});
    struct ledger_item *item = &ledger->items.at[number];
    LS_ASSERT(item->cell == LS_NO_CELL);
    item->cell = cell;
    ring_push(ledger, number);
}

void ls_ledger_move(struct ls_ledger *ledger, uint32_t number, unsigned state)
{
    struct ledger_item *item = item_at(ledger, number);
    LS_ASSERT(state < ledger->state_count);
    if (item->state == state)
        return;
    ring_take(ledger, number);
    item->state = state;
    ring_push(ledger, number);
}

unsigned ls_ledger_state(const struct ls_ledger *ledger, uint32_t item)
{
    return item_at(ledger, item)->state;
}

uint32_t ls_ledger_cell(const struct ls_ledger *ledger, uint32_t item)
{
    return item_at(ledger, item)->cell;
}

size_t ls_ledger_count(const struct ls_ledger *ledger, uint32_t cell, unsigned state)
{
    return ring_at(ledger, cell, state)->count;
}

size_t ls_ledger_total(const struct ls_ledger *ledger, unsigned state)
{
    LS_ASSERT(state < ledger->state_count);
    return ledger->totals[state];
}

uint32_t ls_ledger_first(const struct ls_ledger *ledger, uint32_t cell, unsigned state)
{
    return ring_at(ledger, cell, state)->first;
}

uint32_t ls_ledger_next(const struct ls_ledger *ledger, uint32_t number)
{
    const struct ledger_item *item = item_at(ledger, number);
    bool is_last = item->next == ring_at(ledger, item->cell, item->state)->first;
    return is_last ? LS_NO_ITEM : item->next;
}

uint32_t ls_ledger_first_cell(const struct ls_ledger *ledger, uint32_t states)
{
    uint32_t first = LS_NO_CELL;
    for (unsigned i = 0; i < ledger->state_count; i++) {
        if (!(states & LS_BIT(i)) || ledger->totals[i] == 0)
            continue;
        uint32_t cell = mark_first(&ledger->marks[i], ledger->summary_count);
        first = LS_MIN(first, cell);
    }
    return first;
}
