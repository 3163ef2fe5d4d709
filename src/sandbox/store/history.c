#include "sandbox/store/history.h"

#include <string.h>

#include "base/mem.h"

enum { RING_MIN = 8 };

void ls_history_release(struct ls_history *history)
{
    while (ls_history_count(history) > 0)
        ls_history_drop(history);
    ls_free(history->ring);
    history->ring = NULL;
    history->cap = 0;
}

size_t ls_history_count(const struct ls_history *history)
{
    return (size_t)(history->end - history->first);
}

struct ls_history_entry *ls_history_at(const struct ls_history *history, uint64_t number)
{
    LS_ASSERT(number >= history->first && number < history->end);
    return &history->ring[number & (history->cap - 1)];
}

static size_t entry_bytes(const struct ls_history_entry *entry)
{
    const struct ls_collection_event *event = &entry->event;
    size_t bytes = event->previous ? ls_obj_bytes(event->previous) : 0;
    if (event->change == LS_CHANGE_DELETED && event->object != event->previous)
        bytes += ls_obj_bytes(event->object);
    return bytes;
}

/* The capacity is a power of two, so that a number's place is its low bits. */
static void ring_grow(struct ls_history *history)
{
    struct ls_history grown = *history;
    grown.cap = LS_MAX(history->cap * 2, (size_t)RING_MIN);
    grown.ring = LS_NEW_ARRAY(struct ls_history_entry, grown.cap);
    for (uint64_t number = history->first; number < history->end; number++)
        *ls_history_at(&grown, number) = *ls_history_at(history, number);
    ls_free(history->ring);
    *history = grown;
}

size_t ls_history_push(struct ls_history *history, struct ls_history_entry entry)
{
    if (ls_history_count(history) == history->cap)
        ring_grow(history);
    history->end++;
    *ls_history_at(history, history->end - 1) = entry;
    size_t bytes = entry_bytes(&entry);
    history->bytes += bytes;
    return bytes;
}

size_t ls_history_drop(struct ls_history *history)
{
    struct ls_history_entry *entry = ls_history_at(history, history->first);
    LS_ASSERT(!entry->event.text);
    size_t bytes = entry_bytes(entry);
    history->bytes -= bytes;
    history->floor = LS_MAX(history->floor, entry->event.revision);
    history->first++;
    ls_obj_unref(entry->event.object);
    ls_obj_unref(entry->event.previous);
    ls_store_key_unref(entry->key);
    return bytes;
}

uint64_t ls_history_after(const struct ls_history *history, int64_t revision)
{
    uint64_t from = history->first, to = history->end;
    while (from < to) {
        uint64_t middle = from + (to - from) / 2;
        if (ls_history_at(history, middle)->event.revision <= revision)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}
