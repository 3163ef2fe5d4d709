#pragma once
/*
 * The store: every object of one embedded cluster, in memory, under one revision that only grows,
 * with a bounded history of what changed.
 *
 * Each resource (group and plural) has a collection of its objects, sorted by key (store/key.h: the
 * order of etcd). Each write takes the next revision and adds an event to the collection's
 * history. Readers keep their place in that history and fetch new events themselves; a write calls
 * nobody but a check of a simulated world (ls_store_observe()).
 *
 * Objects are immutable snapshots that carry their resourceVersion: a writer asks ls_store_next()
 * for it and sets it.
 */
#include "value/obj.h"
#include "base/slice.h"

struct ls_world;
struct ls_store;
struct ls_collection;

struct ls_store_limits {
    size_t history_events_max; /* of one collection; 0: LS_HISTORY_EVENTS_MAX */
    size_t history_bytes_max;  /* of objects that only histories hold; 0: the default */
    size_t object_bytes_max;   /* of stored objects; 0: LS_STORE_BYTES_MAX */
};

struct ls_store *ls_store_new(struct ls_world *world, const struct ls_store_limits *limits);
void ls_store_free(struct ls_store *store);
int64_t ls_store_revision(const struct ls_store *store); /* of the last write */
int64_t ls_store_next(const struct ls_store *store);     /* what the next write will have */

/* Made at the first call and kept for life. "apps", "deployments". */
struct ls_collection *ls_store_collection(struct ls_store *store, const char *group,
                                          const char *plural);

/* The next collection; `at` starts at 0. NULL: there are no more. */
struct ls_collection *ls_store_collection_next(const struct ls_store *store, size_t *at);

struct ls_object_key {
    struct ls_slice namespace_name; /* empty for what has none */
    struct ls_slice name;
};

/* Borrowed until the next write; NULL: not there. */
const struct ls_obj *ls_collection_get(const struct ls_collection *collection,
                                       struct ls_object_key key);
/* The same as it was at a revision that the history holds (ls_collection_oldest). */
const struct ls_obj *ls_collection_get_at(struct ls_collection *collection,
                                          struct ls_object_key key, int64_t revision);
/* Whether one more object of that size would exceed the limit of the store. Writes of clients are
 * checked with it first; the store itself accepts every write. */
bool ls_store_is_full(const struct ls_store *store, size_t object_bytes);
size_t ls_collection_count(const struct ls_collection *collection);
/* Adds or replaces. The object carries resourceVersion ls_store_next(). Takes a reference. */
void ls_collection_put(struct ls_collection *collection, struct ls_object_key key,
                       const struct ls_obj *object);
/* `last` is the object as the DELETED event shows it, with the revision of the deletion. */
void ls_collection_remove(struct ls_collection *collection, struct ls_object_key key,
                          const struct ls_obj *last);

/*
 * Walks in order. With revision 0 it shows what is there now, else what was there at that revision.
 *
 *     struct ls_collection_walk walk;
 *     if (!ls_collection_walk_start(&walk, collection, namespace, after, revision)) -> too old
 *     while (ls_collection_walk_next(&walk)) use(walk.key, walk.object);
 *     ls_collection_walk_end(&walk);
 *
 * No write may happen during a walk.
 */
struct ls_collection_walk {
    struct ls_object_key key;
    const struct ls_obj *object;
    /* private */
    struct ls_collection *collection;
    struct ls_slice namespace_name;
    struct ls_store_rows_place {
        size_t block;
        size_t at;
    } place;
    struct ls_walk_past *pasts; /* keys that were different at the revision, sorted */
    size_t past_count;
    size_t past_at;
};
/* Namespace empty: all of them. `after`: begins behind this key (name empty: at the beginning).
 * False: the revision is older than what history keeps. */
bool ls_collection_walk_start(struct ls_collection_walk *walk, struct ls_collection *collection,
                              struct ls_slice namespace_name, struct ls_object_key after,
                              int64_t revision);
/* The same from a text on: the first key, without the namespace when one is given, that may be
 * shown. "b" and NUL is right behind "b". */
bool ls_collection_walk_from(struct ls_collection_walk *walk, struct ls_collection *collection,
                             struct ls_slice namespace_name, struct ls_slice first,
                             int64_t revision);
bool ls_collection_walk_next(struct ls_collection_walk *walk);
/* How many more objects ls_collection_walk_next() would give, without walking over them. */
size_t ls_collection_walk_rest(const struct ls_collection_walk *walk);
void ls_collection_walk_end(struct ls_collection_walk *walk);

enum ls_change { LS_CHANGE_ADDED, LS_CHANGE_MODIFIED, LS_CHANGE_DELETED };

struct ls_collection_event {
    enum ls_change change;
    int64_t revision;
    struct ls_object_key key;
    const struct ls_obj *object;   /* DELETED: the last state */
    const struct ls_obj *previous; /* NULL for ADDED */
    struct ls_shared_text *text;   /* what watches send for it (store/text.h) */
};

/* fn is called inside each write, after it; it must not write. NULL: nobody is. For checks of
 * simulated worlds, which must not miss a state. */
typedef void (*ls_store_fn)(void *self, const struct ls_collection_event *event);
void ls_store_observe(struct ls_store *store, ls_store_fn fn, void *self);

/* A reader of a collection's events: its place, and how it is woken. Caller's memory, zeroed
 * before. */
struct ls_collection_reader {
    struct ls_collection_reader *next;
    struct ls_collection_reader *prev;
    struct ls_collection *collection;
    uint64_t at;              /* number of the next event to read */
    void (*wake)(void *self); /* there are events to read; called by a task of the loop */
    void *self;
};
/* From the first event after the revision; false: history does not go back that far. Readers are
 * woken in the order in which they began, for writes from now on; earlier events can be read at
 * once. */
bool ls_collection_read_from(struct ls_collection *collection, struct ls_collection_reader *reader,
                             int64_t revision, void (*wake)(void *self), void *self);
/* The oldest revision from which a reader may begin. */
int64_t ls_collection_oldest(const struct ls_collection *collection);
enum ls_read { LS_READ_EVENT, LS_READ_NOTHING, LS_READ_LOST /* too slow: history moved on */ };
/* The event is borrowed until the next write. A reader may write, end or begin anew in its wake. */
enum ls_read ls_collection_read(struct ls_collection_reader *reader,
                                struct ls_collection_event **out);
/* The same, but an event later than the revision is left unread, as if it had not happened yet. */
enum ls_read ls_collection_read_until(struct ls_collection_reader *reader, int64_t revision,
                                      struct ls_collection_event **out);
void ls_collection_read_end(struct ls_collection_reader *reader);

/* Drops all history up to now, as etcd's compaction does: older revisions cannot be read any more.
 * Events that a reader has not read yet are kept. */
void ls_store_compact(struct ls_store *store);

/*
 * Sets all objects and the revision back to an earlier revision. The history ends there: every
 * reader has lost events (LS_READ_LOST) and is woken. Each change that is undone is passed to
 * `visit`, newest first: the object that is there again (NULL: none) and the one that was in its
 * place (NULL: none). The visit may not write. False: a history does not go back that far; nothing
 * has changed.
 */
typedef void (*ls_store_visit)(void *self, struct ls_collection *collection,
                               struct ls_object_key key, const struct ls_obj *object,
                               const struct ls_obj *previous);
bool ls_store_restore(struct ls_store *store, int64_t revision, ls_store_visit visit, void *self);

/* What the store holds, counted exactly; malloc's own overhead is not in it. */
struct ls_store_size {
    size_t object_count;
    size_t object_bytes;  /* of stored objects */
    size_t history_bytes; /* of objects that only history holds */
    size_t event_count;
    size_t text_bytes;
    size_t index_bytes; /* collections, keys and histories themselves */
};
struct ls_store_size ls_store_size(const struct ls_store *store);
