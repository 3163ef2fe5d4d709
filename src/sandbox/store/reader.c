/* Readers: each follows the events of one collection from a place of its own. */
#include "sandbox/store/store.h"

#include "sandbox/store/store_impl.h"

bool ls_collection_read_from(struct ls_collection *collection, struct ls_collection_reader *reader,
                             int64_t revision, void (*wake)(void *self), void *self)
{
    LS_ASSERT(!reader->collection && wake);
    if (revision < collection->history.floor)
        return false;
    reader->collection = collection;
    reader->at = ls_history_after(&collection->history, revision);
    reader->wake = wake;
    reader->self = self;
    ls_list_add_last(&collection->readers, reader);
    return true;
}

int64_t ls_collection_oldest(const struct ls_collection *collection)
{
    return collection->history.floor;
}

enum ls_read ls_collection_read_until(struct ls_collection_reader *reader, int64_t revision,
                                      struct ls_collection_event **out)
{
    const struct ls_history *history = &reader->collection->history;
    if (reader->at < history->first)
        return LS_READ_LOST;
    if (reader->at == history->end)
        return LS_READ_NOTHING;
    struct ls_collection_event *event = &ls_history_at(history, reader->at)->event;
    if (event->revision > revision)
        return LS_READ_NOTHING;
    *out = event;
    reader->at++;
    return LS_READ_EVENT;
}

enum ls_read ls_collection_read(struct ls_collection_reader *reader,
                                struct ls_collection_event **out)
{
    return ls_collection_read_until(reader, INT64_MAX, out);
}

void ls_collection_read_end(struct ls_collection_reader *reader)
{
    struct ls_collection *collection = reader->collection;
    if (!collection)
        return;
    if (collection->store->wakes_next == reader)
        collection->store->wakes_next = reader->next;
    ls_list_remove(&collection->readers, reader);
    *reader = (struct ls_collection_reader){0};
}
