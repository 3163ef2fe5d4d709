#pragma once
/*
 * The history of one collection: its last events, numbered from 0 on, in a ring that grows up to a
 * limit. An event holds references to its objects, so history alone may keep objects alive. The
 * bytes of these are counted:
 *
 * An object that was replaced is held by the event that made it and by the event that replaced it.
 * The latter is dropped last, so the bytes count for that event; a deleted object's last state
 * counts for its deletion. What is still stored counts nothing here.
 */
#include "sandbox/store/key.h"

struct ls_history_entry {
    struct ls_collection_event event;
    struct ls_store_key *key;
};

struct ls_history {
    struct ls_history_entry *ring;
    size_t cap;
    uint64_t first; /* number of the oldest event kept */
    uint64_t end;   /* number of the event to come */
    int64_t floor;  /* revision of the newest dropped event: later ones can be read */
    size_t bytes;   /* of objects held for its events alone */
};

void ls_history_release(struct ls_history *history);
size_t ls_history_count(const struct ls_history *history);
/* `number` is at least first and below end. */
struct ls_history_entry *ls_history_at(const struct ls_history *history, uint64_t number);
/* Takes the references in the entry; returns the bytes that history alone holds from now on. */
size_t ls_history_push(struct ls_history *history, struct ls_history_entry entry);
/* Drops the oldest event, whose text must be gone; returns the bytes that are free now. */
size_t ls_history_drop(struct ls_history *history);
/* The number of the first event after the revision. */
uint64_t ls_history_after(const struct ls_history *history, int64_t revision);
