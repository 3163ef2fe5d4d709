#pragma once
/*
 * What store.c, collection.c, walk.c, reader.c and text.c share.
 */
#include "base/list.h"
#include "base/map.h"
#include "base/world.h"
#include "sandbox/store/history.h"
#include "sandbox/store/rows.h"
#include "sandbox/store/store.h"
#include "sandbox/store/text.h"

struct ls_collection {
    struct ls_store *store;
    struct ls_store_rows rows;
    struct ls_history history;
    size_t object_bytes;                          /* of its objects */
    LS_LIST(struct ls_collection_reader) readers; /* in the order in which they began */
    struct ls_collection *next_written;           /* in the store's list of written collections */
    bool is_written;
};

struct ls_store {
    struct ls_world *world;
    struct ls_store_limits limits;
    int64_t revision;
    ls_store_fn observer; /* NULL: none */
    void *observer_self;
    struct ls_map *collections;
    size_t object_bytes;  /* over all collections */
    size_t history_bytes; /* over all collections */
    struct ls_shared_text *oldest_text;
    struct ls_shared_text *newest_text;
    size_t text_bytes;
    struct ls_task wake;
    struct ls_collection *first_written;
    struct ls_collection *last_written;
    struct ls_collection_reader
        *wakes_next; /* the next reader to wake; moved when that reader ends meanwhile */
};

/* Adds the event of a write to history, keeps history within its limits, wakes readers. */
void ls_store_note(struct ls_collection *collection, struct ls_history_entry entry);
/* Drops the oldest event of a collection, with its text. */
void ls_store_forget(struct ls_collection *collection);
/* Its readers are woken by a task. */
void ls_collection_mark_written(struct ls_collection *collection);
/* Frees the texts of one event. */
void ls_texts_drop(struct ls_store *store, struct ls_collection_event *event);
