/*
 * Walks over a collection. A walk at an older revision takes the present rows and undoes the events
 * since then: for each key they changed, it shows what was there before the first of them.
 */
#include "sandbox/store/store.h"

#include <stdlib.h>

#include "base/mem.h"
#include "sandbox/store/store_impl.h"

/* What one key had at the revision of the walk. */
struct ls_walk_past {
    const struct ls_store_key *key;
    uint64_t number;             /* of the first event since */
    const struct ls_obj *object; /* NULL: nothing */
};

static struct ls_slice past_text(const struct ls_walk_past *past)
{
    return ls_store_key_text(past->key);
}

static int past_compare(const void *left, const void *right)
{
    const struct ls_walk_past *a = left, *b = right;
    int order = ls_slice_compare(past_text(a), past_text(b));
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

static bool walk_has_key(const struct ls_collection_walk *walk, const struct ls_store_key *key)
{
    return walk->namespace_name.len == 0 ||
           ls_slice_equal(ls_store_key_parts(key).namespace_name, walk->namespace_name);
}

/* Keeps the oldest event of each key, sorted by key. */
static size_t pasts_reduce(struct ls_walk_past *pasts, size_t count)
{
    size_t kept = 0;
    qsort(pasts, count, sizeof *pasts, past_compare);
    for (size_t i = 0; i < count; i++) {
        if (kept == 0 || !ls_slice_equal(past_text(&pasts[kept - 1]), past_text(&pasts[i])))
            pasts[kept++] = pasts[i];
    }
    return kept;
}

static void walk_collect_pasts(struct ls_collection_walk *walk, struct ls_slice start,
                               int64_t revision)
{
    const struct ls_history *history = &walk->collection->history;
    uint64_t number = ls_history_after(history, revision);
    if (number == history->end)
        return;
    walk->pasts = LS_NEW_ARRAY(struct ls_walk_past, (size_t)(history->end - number));
    for (; number < history->end; number++) {
        const struct ls_history_entry *entry = ls_history_at(history, number);
        if (walk_has_key(walk, entry->key) &&
            ls_slice_compare(ls_store_key_text(entry->key), start) >= 0)
            walk->pasts[walk->past_count++] =
                (struct ls_walk_past){entry->key, number, entry->event.previous};
    }
    walk->past_count = pasts_reduce(walk->pasts, walk->past_count);
}

/* The lowest key that the walk may show: behind `after`, and in the namespace. */
static void start_init(struct ls_store_key_probe *start, struct ls_slice namespace_name,
                       struct ls_object_key after)
{
    ls_store_key_probe_init(start, (struct ls_object_key){.namespace_name = namespace_name});
    if (after.name.len == 0)
        return;
    struct ls_store_key_probe behind;
    ls_store_key_probe_init(&behind, after);
    if (behind.len < sizeof behind.text)
        behind.text[behind.len++] = '\0'; /* the first text behind a text is that and a NUL */
    if (ls_slice_compare(ls_store_key_probe_text(&behind), ls_store_key_probe_text(start)) > 0)
        *start = behind;
}

static bool walk_begin(struct ls_collection_walk *walk, struct ls_collection *collection,
                       struct ls_slice namespace_name, const struct ls_store_key_probe *start,
                       int64_t revision)
{
    if (revision != 0 && revision < collection->history.floor)
        return false;
    *walk = (struct ls_collection_walk){.collection = collection, .namespace_name = namespace_name};
    ls_store_rows_find(&collection->rows, ls_store_key_probe_text(start), &walk->place);
    if (revision != 0)
        walk_collect_pasts(walk, ls_store_key_probe_text(start), revision);
    return true;
}

bool ls_collection_walk_start(struct ls_collection_walk *walk, struct ls_collection *collection,
                              struct ls_slice namespace_name, struct ls_object_key after,
                              int64_t revision)
{
    struct ls_store_key_probe start;
    start_init(&start, namespace_name, after);
    return walk_begin(walk, collection, namespace_name, &start, revision);
}

bool ls_collection_walk_from(struct ls_collection_walk *walk, struct ls_collection *collection,
                             struct ls_slice namespace_name, struct ls_slice first,
                             int64_t revision)
{
    struct ls_store_key_probe start;
    ls_store_key_probe_init(&start, (struct ls_object_key){namespace_name, first});
    return walk_begin(walk, collection, namespace_name, &start, revision);
}

static void walk_show(struct ls_collection_walk *walk, const struct ls_store_key *key,
                      const struct ls_obj *object)
{
    walk->key = ls_store_key_parts(key);
    walk->object = object;
}

static struct ls_store_row *walk_row(struct ls_collection_walk *walk)
{
    struct ls_store_row *row = ls_store_rows_at(&walk->collection->rows, &walk->place);
    return row && walk_has_key(walk, row->key) ? row : NULL;
}

bool ls_collection_walk_next(struct ls_collection_walk *walk)
{
    for (;;) {
        const struct ls_store_row *row = walk_row(walk);
        const struct ls_walk_past *past =
            walk->past_at < walk->past_count ? &walk->pasts[walk->past_at] : NULL;
        if (!row && !past)
            return false;
        int order = !past  ? -1
                    : !row ? 1
                           : ls_slice_compare(ls_store_key_text(row->key), past_text(past));
        if (order <= 0)
            walk->place.at++;
        if (order < 0) {
            walk_show(walk, row->key, row->object);
            return true;
        }
        walk->past_at++;
        if (past->object) {
            walk_show(walk, past->key, past->object);
            return true;
        }
    }
}

const struct ls_obj *ls_collection_get_at(struct ls_collection *collection,
                                          struct ls_object_key key, int64_t revision)
{
    struct ls_collection_walk walk;
    bool is_kept =
        ls_collection_walk_from(&walk, collection, key.namespace_name, key.name, revision);
    LS_ASSERT(is_kept);
    bool is_found = ls_collection_walk_next(&walk) && ls_slice_equal(walk.key.name, key.name);
    const struct ls_obj *object = is_found ? walk.object : NULL;
    ls_collection_walk_end(&walk);
    return object;
}

/* Behind the last row of the walk. */
static struct ls_store_rows_place walk_end_place(const struct ls_collection_walk *walk)
{
    const struct ls_store_rows *rows = &walk->collection->rows;
    if (walk->namespace_name.len == 0)
        return (struct ls_store_rows_place){.block = rows->blocks.count};
    struct ls_store_key_probe end;
    ls_store_key_probe_init(&end, (struct ls_object_key){.namespace_name = walk->namespace_name});
    end.text[end.len - 1] = '/' + 1;
    struct ls_store_rows_place place;
    ls_store_rows_find(rows, ls_store_key_probe_text(&end), &place);
    return place;
}

size_t ls_collection_walk_rest(const struct ls_collection_walk *walk)
{
    const struct ls_store_rows *rows = &walk->collection->rows;
    size_t count = ls_store_rows_between(rows, walk->place, walk_end_place(walk));
    for (size_t i = walk->past_at; i < walk->past_count; i++) {
        struct ls_store_rows_place place;
        bool is_there = ls_store_rows_find(rows, past_text(&walk->pasts[i]), &place);
        count += walk->pasts[i].object != NULL;
        count -= is_there;
    }
    return count;
}

void ls_collection_walk_end(struct ls_collection_walk *walk)
{
    ls_free(walk->pasts);
    *walk = (struct ls_collection_walk){0};
}
