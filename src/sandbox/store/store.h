#pragma once
/*
 * The store: every object of one embedded cluster, in memory, under one revision that only grows,
 * with a bounded history of what changed.
 *
 * Objects lie on shelves, one a resource (group and plural), sorted by key (store/key.h: the order
 * of etcd). Each write takes the next revision and leaves an event in the shelf's history. Readers
 * of events keep a place in that history and come for what is new; nobody is called from inside a
 * write.
 *
 * The objects are immutable snapshots that carry their resourceVersion: whoever writes asks for
 * ls_store_next() and builds it in.
 */
#include "value/obj.h"
#include "base/slice.h"

struct ls_world;
struct ls_store;
struct ls_shelf;

struct ls_store_limits {
    size_t history_events_max; /* a shelf; 0: LS_HISTORY_EVENTS_MAX */
    size_t history_bytes_max;  /* of objects only the histories hold, all shelves; 0: the default */
    size_t object_bytes_max;   /* of objects on shelves; 0: LS_STORE_BYTES_MAX */
};

struct ls_store *ls_store_new(struct ls_world *world, const struct ls_store_limits *limits);
void ls_store_free(struct ls_store *store);
int64_t ls_store_revision(const struct ls_store *store); /* of the last write */
int64_t ls_store_next(const struct ls_store *store);     /* what the next write will have */

/* Made when first asked for; stays. "apps", "deployments". */
struct ls_shelf *ls_store_shelf(struct ls_store *store, const char *group, const char *plural);

struct ls_object_key {
    struct ls_slice namespace_name; /* empty for what has none */
    struct ls_slice name;
};

/* Borrowed until the next write; NULL: not there. */
const struct ls_obj *ls_shelf_get(const struct ls_shelf *shelf, struct ls_object_key key);
/* Whether one more object of that size would be more than the store may hold. Whoever writes for a
 * client asks first; the store itself takes what it is given. */
bool ls_store_is_full(const struct ls_store *store, size_t object_bytes);
size_t ls_shelf_count(const struct ls_shelf *shelf);
/* Adds or replaces. The object carries resourceVersion ls_store_next(). Takes a reference. */
void ls_shelf_put(struct ls_shelf *shelf, struct ls_object_key key, const struct ls_obj *object);
/* `last` is the object as the DELETED event shows it, with the revision of the deletion. */
void ls_shelf_remove(struct ls_shelf *shelf, struct ls_object_key key, const struct ls_obj *last);

/*
 * Walks in order. With revision 0 it shows what is there now, else what was there at that revision.
 *
 *     struct ls_shelf_walk walk;
 *     if (!ls_shelf_walk_start(&walk, shelf, namespace, after, revision)) -> that is history
 *     while (ls_shelf_walk_next(&walk)) use(walk.key, walk.object);
 *     ls_shelf_walk_end(&walk);
 *
 * No write may happen during a walk.
 */
struct ls_shelf_walk {
    struct ls_object_key key;
    const struct ls_obj *object;
    /* private */
    struct ls_shelf *shelf;
    struct ls_slice namespace_name;
    struct ls_store_rows_place {
        size_t block;
        size_t at;
    } place;
    struct ls_walk_past *pasts; /* what was elsewhere at the revision, by key */
    size_t past_count;
    size_t past_at;
};
/* Namespace empty: all of them. `after`: begins behind this key (name empty: at the beginning).
 * False: the revision is older than what history keeps. */
bool ls_shelf_walk_start(struct ls_shelf_walk *walk, struct ls_shelf *shelf,
                         struct ls_slice namespace_name, struct ls_object_key after,
                         int64_t revision);
/* The same from a text on: the first key, without the namespace when one is given, that may be
 * shown. "b" and NUL is right behind "b". */
bool ls_shelf_walk_from(struct ls_shelf_walk *walk, struct ls_shelf *shelf,
                        struct ls_slice namespace_name, struct ls_slice first, int64_t revision);
bool ls_shelf_walk_next(struct ls_shelf_walk *walk);
/* How many more ls_shelf_walk_next() would show; takes no walk. */
size_t ls_shelf_walk_rest(const struct ls_shelf_walk *walk);
void ls_shelf_walk_end(struct ls_shelf_walk *walk);

enum ls_change { LS_CHANGE_ADDED, LS_CHANGE_MODIFIED, LS_CHANGE_DELETED };

struct ls_shelf_event {
    enum ls_change change;
    int64_t revision;
    struct ls_object_key key;
    const struct ls_obj *object;   /* DELETED: the last state */
    const struct ls_obj *previous; /* NULL for ADDED */
    struct ls_shared_text *text;   /* what watches send for it (store/text.h) */
};

/* A reader of a shelf's events: its place, and how it is woken. Caller's memory, zeroed before. */
struct ls_shelf_reader {
    struct ls_shelf_reader *next;
    struct ls_shelf_reader *prev;
    struct ls_shelf *shelf;
    uint64_t at;              /* number of the next event to read */
    void (*wake)(void *self); /* something is there to be read; called from the loop, by a task */
    void *self;
};
/* From the first event after the revision; false: history does not go back that far. Readers wake
 * in the order in which they began, for writes from now on; what is there already is theirs to read
 * at once. */
bool ls_shelf_read_from(struct ls_shelf *shelf, struct ls_shelf_reader *reader, int64_t revision,
                        void (*wake)(void *self), void *self);
/* The oldest revision from which a reader may begin. */
int64_t ls_shelf_oldest(const struct ls_shelf *shelf);
enum ls_read { LS_READ_EVENT, LS_READ_NOTHING, LS_READ_LOST /* too slow: history moved on */ };
/* The event is borrowed until the next write. A reader may write, end or begin anew in its wake. */
enum ls_read ls_shelf_read(struct ls_shelf_reader *reader, struct ls_shelf_event **out);
void ls_shelf_read_end(struct ls_shelf_reader *reader);

/* Forgets all history up to the present, as compaction does: older revisions are gone. Readers that
 * have not come yet for what is new still get it. */
void ls_store_compact(struct ls_store *store);

/* What the store holds, counted exactly; malloc's own overhead is not in it. */
struct ls_store_size {
    size_t object_count;
    size_t object_bytes;  /* of objects on shelves */
    size_t history_bytes; /* of objects that only history holds */
    size_t event_count;
    size_t text_bytes;
    size_t index_bytes; /* shelves, keys and histories themselves */
};
struct ls_store_size ls_store_size(const struct ls_store *store);
