/* Reads and writes of one collection: each write is a row and an event. */
#include "sandbox/store/store.h"

#include "sandbox/store/store_impl.h"

static bool carries_revision(const struct ls_obj *object, int64_t revision)
{
    struct ls_node metadata = ls_node_get(ls_obj_root(object), LS_SLICE("metadata"));
    int64_t carried = 0;
    return ls_slice_to_i64(ls_node_string(ls_node_get(metadata, LS_SLICE("resourceVersion"))),
                           &carried) &&
           carried == revision;
}

const struct ls_obj *ls_collection_get(const struct ls_collection *collection,
                                       struct ls_object_key key)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    ls_store_key_probe_init(&probe, key);
    if (!ls_store_rows_find(&collection->rows, ls_store_key_probe_text(&probe), &place))
        return NULL;
    return ls_store_rows_at(&collection->rows, &place)->object;
}

size_t ls_collection_count(const struct ls_collection *collection)
{
    return collection->rows.count;
}

/* The event borrows its key from the counted one beside it. */
static struct ls_history_entry entry_of(const struct ls_collection *collection,
                                        enum ls_change change, struct ls_store_key *key,
                                        const struct ls_obj *object, const struct ls_obj *previous)
{
    return (struct ls_history_entry){
        .event = {.change = change,
                  .revision = collection->store->revision,
                  .key = ls_store_key_parts(key),
                  .object = ls_obj_ref(object),
                  .previous = previous},
        .key = key,
    };
}

static void bytes_add(struct ls_collection *collection, const struct ls_obj *object)
{
    collection->object_bytes += ls_obj_bytes(object);
    collection->store->object_bytes += ls_obj_bytes(object);
}

static void bytes_take(struct ls_collection *collection, const struct ls_obj *object)
{
    collection->object_bytes -= ls_obj_bytes(object);
    collection->store->object_bytes -= ls_obj_bytes(object);
}

void ls_collection_put(struct ls_collection *collection, struct ls_object_key key,
                       const struct ls_obj *object)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    LS_ASSERT(carries_revision(object, ls_store_next(collection->store)));
    collection->store->revision++;
    bytes_add(collection, object);
    ls_store_key_probe_init(&probe, key);
    if (ls_store_rows_find(&collection->rows, ls_store_key_probe_text(&probe), &place)) {
        struct ls_store_row *row = ls_store_rows_at(&collection->rows, &place);
        const struct ls_obj *previous = row->object;
        bytes_take(collection, previous);
        row->object = ls_obj_ref(object);
        ls_store_note(collection, entry_of(collection, LS_CHANGE_MODIFIED,
                                           ls_store_key_ref(row->key), object, previous));
        return;
    }
    struct ls_store_key *added = ls_store_key_new(&probe);
    ls_store_rows_insert(&collection->rows, place,
                         (struct ls_store_row){added, ls_obj_ref(object)});
    ls_store_note(collection,
                  entry_of(collection, LS_CHANGE_ADDED, ls_store_key_ref(added), object, NULL));
}

void ls_collection_remove(struct ls_collection *collection, struct ls_object_key key,
                          const struct ls_obj *last)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    LS_ASSERT(carries_revision(last, ls_store_next(collection->store)));
    ls_store_key_probe_init(&probe, key);
    bool is_there = ls_store_rows_find(&collection->rows, ls_store_key_probe_text(&probe), &place);
    LS_ASSERT(is_there);
    collection->store->revision++;
    struct ls_store_row row = ls_store_rows_remove(&collection->rows, place);
    bytes_take(collection, row.object);
    ls_store_note(collection, entry_of(collection, LS_CHANGE_DELETED, row.key, last, row.object));
}
