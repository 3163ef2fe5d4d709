#include "sandbox/store/store.h"

#include "sandbox/store/store_impl.h"

bool ls_shelf_read_from(struct ls_shelf *shelf, struct ls_shelf_reader *reader, int64_t revision,
                        void (*wake)(void *self), void *self)
{
    LS_ASSERT(!reader->shelf && wake);
    if (revision < shelf->history.floor)
        return false;
    reader->shelf = shelf;
    reader->at = ls_history_after(&shelf->history, revision);
    reader->wake = wake;
    reader->self = self;
    ls_list_add_last(&shelf->readers, reader);
    return true;
}

int64_t ls_shelf_oldest(const struct ls_shelf *shelf)
{
    return shelf->history.floor;
}

enum ls_read ls_shelf_read(struct ls_shelf_reader *reader, struct ls_shelf_event **out)
{
    const struct ls_history *history = &reader->shelf->history;
    if (reader->at < history->first)
        return LS_READ_LOST;
    if (reader->at == history->end)
        return LS_READ_NOTHING;
    *out = &ls_history_at(history, reader->at)->event;
    reader->at++;
    return LS_READ_EVENT;
}

void ls_shelf_read_end(struct ls_shelf_reader *reader)
{
    struct ls_shelf *shelf = reader->shelf;
    if (!shelf)
        return;
    if (shelf->store->wakes_next == reader)
        shelf->store->wakes_next = reader->next;
    ls_list_remove(&shelf->readers, reader);
    *reader = (struct ls_shelf_reader){0};
}
