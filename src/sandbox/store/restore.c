/*
 * The restore of an earlier revision: the events since then are undone, newest first, and the
 * histories end there.
 */
#include "sandbox/store/store.h"

#include "sandbox/store/store_impl.h"

/* Complete from the first event on, or at least from the revision on. */
static bool goes_back(const struct ls_collection *collection, int64_t revision)
{
    return collection->history.first == 0 || collection->history.floor <= revision;
}

static void bytes_move(struct ls_collection *collection, const struct ls_obj *object,
                       const struct ls_obj *previous)
{
    size_t added = object ? ls_obj_bytes(object) : 0, taken = previous ? ls_obj_bytes(previous) : 0;
    collection->object_bytes += added - taken;
    collection->store->object_bytes += added - taken;
}

/* The row of the key gets the object (NULL: it goes) and gives what it had (NULL: nothing). The
 * references move as well. */
static const struct ls_obj *row_set(struct ls_collection *collection, struct ls_store_key *key,
                                    const struct ls_obj *object)
{
    struct ls_store_rows *rows = &collection->rows;
    struct ls_store_rows_place place;
    const struct ls_obj *previous = NULL;
    if (!ls_store_rows_find(rows, ls_store_key_text(key), &place)) {
        if (object)
            ls_store_rows_insert(rows, place, (struct ls_store_row){ls_store_key_ref(key), object});
    } else if (object) {
        struct ls_store_row *row = ls_store_rows_at(rows, &place);
        previous = row->object;
        row->object = object;
    } else {
        struct ls_store_row row = ls_store_rows_remove(rows, place);
        previous = row.object;
        ls_store_key_unref(row.key);
    }
    bytes_move(collection, object, previous);
    return previous;
}

static void event_undo(struct ls_collection *collection, struct ls_history_entry *entry,
                       ls_store_visit visit, void *self)
{
    const struct ls_obj *object = entry->event.previous ? ls_obj_ref(entry->event.previous) : NULL;
    const struct ls_obj *previous = row_set(collection, entry->key, object);
    visit(self, collection, entry->event.key, object, previous);
    ls_obj_unref(previous);
}

/* Event numbers go on behind a gap, so that every reader sees that it has lost some. */
static void history_restart(struct ls_collection *collection, int64_t revision)
{
    struct ls_history *history = &collection->history;
    while (ls_history_count(history) > 0)
        ls_store_forget(collection);
    ls_history_release(history);
    history->end++;
    history->first = history->end;
    history->floor = revision;
}

static void collection_restore(struct ls_collection *collection, int64_t revision,
                               ls_store_visit visit, void *self)
{
    struct ls_history *history = &collection->history;
    uint64_t since = ls_history_after(history, revision);
    for (uint64_t number = history->end; number > since; number--)
        event_undo(collection, ls_history_at(history, number - 1), visit, self);
    history_restart(collection, revision);
    ls_collection_mark_written(collection);
}

bool ls_store_restore(struct ls_store *store, int64_t revision, ls_store_visit visit, void *self)
{
    LS_ASSERT(revision > 0 && revision <= store->revision);
    struct ls_collection *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));) {
        if (!goes_back(collection, revision))
            return false;
    }
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));)
        collection_restore(collection, revision, visit, self);
    store->revision = revision;
    return true;
}
