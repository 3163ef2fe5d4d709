#pragma once
/*
 * What store.c, shelf.c, walk.c, reader.c and text.c share.
 */
#include "base/list.h"
#include "base/map.h"
#include "base/world.h"
#include "sandbox/store/history.h"
#include "sandbox/store/rows.h"
#include "sandbox/store/store.h"
#include "sandbox/store/text.h"

struct ls_shelf {
    struct ls_store *store;
    struct ls_store_rows rows;
    struct ls_history history;
    size_t object_bytes;                     /* of what lies on the shelf */
    LS_LIST(struct ls_shelf_reader) readers; /* in the order in which they began */
    struct ls_shelf *next_written;           /* in the store's list of shelves with news */
    bool is_written;
};

struct ls_store {
    struct ls_world *world;
    struct ls_store_limits limits;
    int64_t revision;
    struct ls_map *shelves;
    size_t object_bytes;  /* over all shelves */
    size_t history_bytes; /* the same */
    struct ls_shared_text *oldest_text;
    struct ls_shared_text *newest_text;
    size_t text_bytes;
    struct ls_task wake;
    struct ls_shelf *first_written;
    struct ls_shelf *last_written;
    struct ls_shelf_reader *wakes_next; /* moved on when that reader ends meanwhile */
};

/* Counts a write: the event goes into history, history stays within its limits, readers wake. */
void ls_store_note(struct ls_shelf *shelf, struct ls_history_entry entry);
/* Forgets the oldest event of a shelf, with its text. */
void ls_store_forget(struct ls_shelf *shelf);
/* The texts of one event, or of all. */
void ls_texts_drop(struct ls_store *store, struct ls_shelf_event *event);
