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

const struct ls_obj *ls_shelf_get(const struct ls_shelf *shelf, struct ls_object_key key)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    ls_store_key_probe_init(&probe, key);
    if (!ls_store_rows_find(&shelf->rows, ls_store_key_probe_text(&probe), &place))
        return NULL;
    return ls_store_rows_at(&shelf->rows, &place)->object;
}

size_t ls_shelf_count(const struct ls_shelf *shelf)
{
    return shelf->rows.count;
}

/* The event borrows its key from the counted one beside it. */
static struct ls_history_entry entry_of(const struct ls_shelf *shelf, enum ls_change change,
                                        struct ls_store_key *key, const struct ls_obj *object,
                                        const struct ls_obj *previous)
{
    return (struct ls_history_entry){
        .event = {.change = change,
                  .revision = shelf->store->revision,
                  .key = ls_store_key_parts(key),
                  .object = ls_obj_ref(object),
                  .previous = previous},
        .key = key,
    };
}

static void bytes_add(struct ls_shelf *shelf, const struct ls_obj *object)
{
    shelf->object_bytes += ls_obj_bytes(object);
    shelf->store->object_bytes += ls_obj_bytes(object);
}

static void bytes_take(struct ls_shelf *shelf, const struct ls_obj *object)
{
    shelf->object_bytes -= ls_obj_bytes(object);
    shelf->store->object_bytes -= ls_obj_bytes(object);
}

void ls_shelf_put(struct ls_shelf *shelf, struct ls_object_key key, const struct ls_obj *object)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    LS_ASSERT(carries_revision(object, ls_store_next(shelf->store)));
    shelf->store->revision++;
    bytes_add(shelf, object);
    ls_store_key_probe_init(&probe, key);
    if (ls_store_rows_find(&shelf->rows, ls_store_key_probe_text(&probe), &place)) {
        struct ls_store_row *row = ls_store_rows_at(&shelf->rows, &place);
        const struct ls_obj *previous = row->object;
        bytes_take(shelf, previous);
        row->object = ls_obj_ref(object);
        ls_store_note(shelf, entry_of(shelf, LS_CHANGE_MODIFIED, ls_store_key_ref(row->key), object,
                                      previous));
        return;
    }
    struct ls_store_key *added = ls_store_key_new(&probe);
    ls_store_rows_insert(&shelf->rows, place, (struct ls_store_row){added, ls_obj_ref(object)});
    ls_store_note(shelf, entry_of(shelf, LS_CHANGE_ADDED, ls_store_key_ref(added), object, NULL));
}

void ls_shelf_remove(struct ls_shelf *shelf, struct ls_object_key key, const struct ls_obj *last)
{
    struct ls_store_key_probe probe;
    struct ls_store_rows_place place;
    LS_ASSERT(carries_revision(last, ls_store_next(shelf->store)));
    ls_store_key_probe_init(&probe, key);
    bool is_there = ls_store_rows_find(&shelf->rows, ls_store_key_probe_text(&probe), &place);
    LS_ASSERT(is_there);
    shelf->store->revision++;
    struct ls_store_row row = ls_store_rows_remove(&shelf->rows, place);
    bytes_take(shelf, row.object);
    ls_store_note(shelf, entry_of(shelf, LS_CHANGE_DELETED, row.key, last, row.object));
}
