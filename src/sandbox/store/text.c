#include "sandbox/store/text.h"

#include <string.h>

#include "base/mem.h"
#include "sandbox/store/store_impl.h"

struct ls_shared_text {
    struct ls_shared_text *next; /* of the same event */
    struct ls_shared_text *older;
    struct ls_shared_text *newer;
    struct ls_collection *collection;
    uint64_t number; /* of the event */
    uint64_t form;
    size_t len;
    char text[];
};

struct ls_slice ls_event_text(const struct ls_collection_event *event, uint64_t form)
{
    for (const struct ls_shared_text *text = event->text; text; text = text->next) {
        if (text->form == form)
            return (struct ls_slice){text->text, text->len};
    }
    return (struct ls_slice){0};
}

static size_t text_bytes(const struct ls_shared_text *text)
{
    return sizeof *text + text->len;
}

static void queue_add(struct ls_store *store, struct ls_shared_text *text)
{
    text->older = store->newest_text;
    if (store->newest_text)
        store->newest_text->newer = text;
    else
        store->oldest_text = text;
    store->newest_text = text;
    store->text_bytes += text_bytes(text);
}

static void queue_remove(struct ls_store *store, struct ls_shared_text *text)
{
    *(text->older ? &text->older->newer : &store->oldest_text) = text->newer;
    *(text->newer ? &text->newer->older : &store->newest_text) = text->older;
    store->text_bytes -= text_bytes(text);
}

static void text_drop(struct ls_store *store, struct ls_shared_text *text)
{
    struct ls_collection_event *event =
        &ls_history_at(&text->collection->history, text->number)->event;
    struct ls_shared_text **at = &event->text;
    while (*at != text)
        at = &(*at)->next;
    *at = text->next;
    queue_remove(store, text);
    ls_free(text);
}

void ls_texts_drop(struct ls_store *store, struct ls_collection_event *event)
{
    while (event->text)
        text_drop(store, event->text);
}

struct ls_slice ls_event_text_keep(struct ls_collection_reader *reader, uint64_t form,
                                   struct ls_slice text)
{
    struct ls_collection *collection = reader->collection;
    struct ls_store *store = collection->store;
    uint64_t number = reader->at - 1;
    struct ls_collection_event *event = &ls_history_at(&collection->history, number)->event;
    struct ls_shared_text *kept = ls_alloc(sizeof *kept + text.len);
    kept->next = event->text;
    kept->collection = collection;
    kept->number = number;
    kept->form = form;
    kept->len = text.len;
    memcpy(kept->text, text.at, text.len);
    event->text = kept;
    queue_add(store, kept);
    while (store->text_bytes > LS_HISTORY_TEXT_BYTES_MAX && store->oldest_text != kept)
        text_drop(store, store->oldest_text);
    return (struct ls_slice){kept->text, kept->len};
}
