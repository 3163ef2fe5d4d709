#include "sandbox/store/store.h"

#include "base/buf.h"
#include "base/mem.h"
#include "sandbox/store/store_impl.h"

struct ls_store *ls_store_new(struct ls_world *world, const struct ls_store_limits *limits)
{
    struct ls_store *store = LS_NEW(struct ls_store);
    store->world = world;
    if (limits)
        store->limits = *limits;
    if (store->limits.history_events_max == 0)
        store->limits.history_events_max = LS_HISTORY_EVENTS_MAX;
    if (store->limits.history_bytes_max == 0)
        store->limits.history_bytes_max = LS_HISTORY_BYTES_MAX;
    if (store->limits.object_bytes_max == 0)
        store->limits.object_bytes_max = LS_STORE_BYTES_MAX;
    store->revision = LS_STORE_FIRST_REVISION;
    store->collections = ls_map_new(ls_random_u64(&world->random));
    return store;
}

struct ls_collection *ls_store_collection_next(const struct ls_store *store, size_t *at)
{
    struct ls_slice key;
    void *collection = NULL;
    return ls_map_next(store->collections, at, &key, &collection) ? collection : NULL;
}

static void collection_free(struct ls_collection *collection)
{
    while (collection->readers.first)
        ls_collection_read_end(collection->readers.first);
    while (ls_history_count(&collection->history) > 0)
        ls_store_forget(collection);
    ls_history_release(&collection->history);
    ls_store_rows_release(&collection->rows);
    ls_free(collection);
}

void ls_store_free(struct ls_store *store)
{
    if (!store)
        return;
    ls_task_stop(store->world->loop, &store->wake);
    struct ls_collection *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));)
        collection_free(collection);
    ls_map_free(store->collections);
    ls_free(store);
}

int64_t ls_store_revision(const struct ls_store *store)
{
    return store->revision;
}

int64_t ls_store_next(const struct ls_store *store)
{
    return store->revision + 1;
}

struct ls_collection *ls_store_collection(struct ls_store *store, const char *group,
                                          const char *plural)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s/%s", group, plural);
    struct ls_collection *collection = ls_map_get(store->collections, ls_buf_slice(&name));
    if (collection)
        return collection;
    collection = LS_NEW(struct ls_collection);
    collection->store = store;
    collection->history.floor = store->revision;
    ls_map_put(store->collections, ls_buf_slice(&name), collection);
    return collection;
}

static struct ls_collection *written_take(struct ls_store *store)
{
    struct ls_collection *collection = store->first_written;
    if (!collection)
        return NULL;
    store->first_written = collection->next_written;
    if (!store->first_written)
        store->last_written = NULL;
    collection->next_written = NULL;
    collection->is_written = false;
    return collection;
}

/* A reader may end itself or others, begin anew, and write, all while it is woken. */
static void readers_wake(struct ls_collection *collection)
{
    struct ls_store *store = collection->store;
    struct ls_collection_reader *reader = collection->readers.first;
    while (reader) {
        store->wakes_next = reader->next;
        if (reader->at < collection->history.end)
            reader->wake(reader->self);
        reader = store->wakes_next;
    }
}

static void store_wake(void *self)
{
    struct ls_store *store = self;
    /* What is written while readers wake has its turn in a task of its own. */
    struct ls_collection *last = store->last_written;
    for (struct ls_collection *collection = NULL; collection != last;) {
        collection = written_take(store);
        readers_wake(collection);
    }
    store->wakes_next = NULL;
}

void ls_collection_mark_written(struct ls_collection *collection)
{
    struct ls_store *store = collection->store;
    if (!collection->readers.first || collection->is_written)
        return;
    collection->is_written = true;
    *(store->last_written ? &store->last_written->next_written : &store->first_written) =
        collection;
    store->last_written = collection;
    ls_task_start(store->world->loop, &store->wake, store_wake, store);
}

void ls_store_forget(struct ls_collection *collection)
{
    struct ls_store *store = collection->store;
    ls_texts_drop(store, &ls_history_at(&collection->history, collection->history.first)->event);
    store->history_bytes -= ls_history_drop(&collection->history);
}

/* One busy collection does not push out the history of the others. */
static struct ls_collection *collection_with_most_history(const struct ls_store *store)
{
    struct ls_collection *most = NULL, *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));) {
        if (!most || collection->history.bytes > most->history.bytes)
            most = collection;
    }
    return most;
}

void ls_store_observe(struct ls_store *store, ls_store_fn fn, void *self)
{
    store->observer = fn;
    store->observer_self = self;
}

void ls_store_note(struct ls_collection *collection, struct ls_history_entry entry)
{
    struct ls_store *store = collection->store;
    if (ls_history_count(&collection->history) == store->limits.history_events_max)
        ls_store_forget(collection);
    store->history_bytes += ls_history_push(&collection->history, entry);
    if (store->observer)
        store->observer(store->observer_self, &entry.event);
    while (store->history_bytes > store->limits.history_bytes_max)
        ls_store_forget(collection_with_most_history(store));
    ls_collection_mark_written(collection);
}

/* Live readers are not cut off: what they have not seen yet stays until later writes push it out.
 */
static void collection_compact(struct ls_collection *collection)
{
    struct ls_history *history = &collection->history;
    uint64_t needed = history->end;
    for (const struct ls_collection_reader *reader = collection->readers.first; reader;
         reader = reader->next)
        needed = LS_MIN(needed, reader->at);
    while (history->first < needed)
        ls_store_forget(collection);
    if (ls_history_count(history) == 0)
        ls_history_release(history);
    history->floor = collection->store->revision;
}

bool ls_store_is_full(const struct ls_store *store, size_t object_bytes)
{
    return store->object_bytes + object_bytes > store->limits.object_bytes_max;
}

void ls_store_compact(struct ls_store *store)
{
    struct ls_collection *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));)
        collection_compact(collection);
}

struct ls_store_size ls_store_size(const struct ls_store *store)
{
    struct ls_store_size size = {.history_bytes = store->history_bytes,
                                 .text_bytes = store->text_bytes};
    const struct ls_collection *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(store, &at));) {
        size.object_count += collection->rows.count;
        size.object_bytes += collection->object_bytes;
        size.event_count += ls_history_count(&collection->history);
        size.index_bytes += sizeof *collection + ls_store_rows_bytes(&collection->rows) +
                            collection->history.cap * sizeof *collection->history.ring;
    }
    return size;
}
