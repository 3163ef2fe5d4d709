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
    store->shelves = ls_map_new(ls_random_u64(&world->random));
    return store;
}

static struct ls_shelf *shelf_next(const struct ls_store *store, size_t *at)
{
    struct ls_slice key;
    void *shelf = NULL;
    return ls_map_next(store->shelves, at, &key, &shelf) ? shelf : NULL;
}

static void shelf_free(struct ls_shelf *shelf)
{
    while (shelf->readers.first)
        ls_shelf_read_end(shelf->readers.first);
    while (ls_history_count(&shelf->history) > 0)
        ls_store_forget(shelf);
    ls_history_release(&shelf->history);
    ls_store_rows_release(&shelf->rows);
    ls_free(shelf);
}

void ls_store_free(struct ls_store *store)
{
    if (!store)
        return;
    ls_task_stop(store->world->loop, &store->wake);
    struct ls_shelf *shelf;
    for (size_t at = 0; (shelf = shelf_next(store, &at));)
        shelf_free(shelf);
    ls_map_free(store->shelves);
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

struct ls_shelf *ls_store_shelf(struct ls_store *store, const char *group, const char *plural)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s/%s", group, plural);
    struct ls_shelf *shelf = ls_map_get(store->shelves, ls_buf_slice(&name));
    if (shelf)
        return shelf;
    shelf = LS_NEW(struct ls_shelf);
    shelf->store = store;
    shelf->history.floor = store->revision;
    ls_map_put(store->shelves, ls_buf_slice(&name), shelf);
    return shelf;
}

static struct ls_shelf *written_take(struct ls_store *store)
{
    struct ls_shelf *shelf = store->first_written;
    if (!shelf)
        return NULL;
    store->first_written = shelf->next_written;
    if (!store->first_written)
        store->last_written = NULL;
    shelf->next_written = NULL;
    shelf->is_written = false;
    return shelf;
}

/* A reader may end itself or others, begin anew, and write, all while it is woken. */
static void readers_wake(struct ls_shelf *shelf)
{
    struct ls_store *store = shelf->store;
    struct ls_shelf_reader *reader = shelf->readers.first;
    while (reader) {
        store->wakes_next = reader->next;
        if (reader->at < shelf->history.end)
            reader->wake(reader->self);
        reader = store->wakes_next;
    }
}

static void store_wake(void *self)
{
    struct ls_store *store = self;
    /* What is written while readers wake has its turn in a task of its own. */
    struct ls_shelf *last = store->last_written;
    for (struct ls_shelf *shelf = NULL; shelf != last;) {
        shelf = written_take(store);
        readers_wake(shelf);
    }
    store->wakes_next = NULL;
}

static void shelf_mark_written(struct ls_shelf *shelf)
{
    struct ls_store *store = shelf->store;
    if (!shelf->readers.first || shelf->is_written)
        return;
    shelf->is_written = true;
    *(store->last_written ? &store->last_written->next_written : &store->first_written) = shelf;
    store->last_written = shelf;
    ls_task_start(store->world->loop, &store->wake, store_wake, store);
}

void ls_store_forget(struct ls_shelf *shelf)
{
    struct ls_store *store = shelf->store;
    ls_texts_drop(store, &ls_history_at(&shelf->history, shelf->history.first)->event);
    store->history_bytes -= ls_history_drop(&shelf->history);
}

/* One busy shelf does not push out the history of the others. */
static struct ls_shelf *shelf_with_most_history(const struct ls_store *store)
{
    struct ls_shelf *most = NULL, *shelf;
    for (size_t at = 0; (shelf = shelf_next(store, &at));) {
        if (!most || shelf->history.bytes > most->history.bytes)
            most = shelf;
    }
    return most;
}

void ls_store_note(struct ls_shelf *shelf, struct ls_history_entry entry)
{
    struct ls_store *store = shelf->store;
    if (ls_history_count(&shelf->history) == store->limits.history_events_max)
        ls_store_forget(shelf);
    store->history_bytes += ls_history_push(&shelf->history, entry);
    while (store->history_bytes > store->limits.history_bytes_max)
        ls_store_forget(shelf_with_most_history(store));
    shelf_mark_written(shelf);
}

/* Live readers are not cut off: what they have not seen yet stays until later writes push it out.
 */
static void shelf_compact(struct ls_shelf *shelf)
{
    struct ls_history *history = &shelf->history;
    uint64_t needed = history->end;
    for (const struct ls_shelf_reader *reader = shelf->readers.first; reader; reader = reader->next)
        needed = LS_MIN(needed, reader->at);
    while (history->first < needed)
        ls_store_forget(shelf);
    if (ls_history_count(history) == 0)
        ls_history_release(history);
    history->floor = shelf->store->revision;
}

bool ls_store_is_full(const struct ls_store *store, size_t object_bytes)
{
    return store->object_bytes + object_bytes > store->limits.object_bytes_max;
}

void ls_store_compact(struct ls_store *store)
{
    struct ls_shelf *shelf;
    for (size_t at = 0; (shelf = shelf_next(store, &at));)
        shelf_compact(shelf);
}

struct ls_store_size ls_store_size(const struct ls_store *store)
{
    struct ls_store_size size = {.history_bytes = store->history_bytes,
                                 .text_bytes = store->text_bytes};
    const struct ls_shelf *shelf;
    for (size_t at = 0; (shelf = shelf_next(store, &at));) {
        size.object_count += shelf->rows.count;
        size.object_bytes += shelf->object_bytes;
        size.event_count += ls_history_count(&shelf->history);
        size.index_bytes += sizeof *shelf + ls_store_rows_bytes(&shelf->rows) +
                            shelf->history.cap * sizeof *shelf->history.ring;
    }
    return size;
}
