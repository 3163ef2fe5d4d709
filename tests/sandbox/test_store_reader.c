/* Readers of the store's events: what they see, when they wake, what happens to slow ones. */
#include "sandbox/store/store.h"

#include <stdio.h>

#include "base/buf.h"
#include "base/world.h"
#include "sandbox/store/limits.h"
#include "sandbox/store/text.h"
#include "check.h"
#include "value/build.h"

struct stage {
    struct ls_world *world;
    struct ls_store *store;
    struct ls_collection *collection;
};

static struct stage stage_of(struct ls_store_limits limits)
{
    struct stage stage = {.world = ls_world_new_virtual(1, 0)};
    stage.store = ls_store_new(stage.world, &limits);
    stage.collection = ls_store_collection(stage.store, "", "configmaps");
    return stage;
}

static void stage_release(struct stage *stage)
{
    ls_store_free(stage->store);
    ls_world_free(stage->world);
}

static struct ls_object_key key_of(const char *name)
{
    return (struct ls_object_key){LS_SLICE("n"), ls_slice_of(name)};
}

static const struct ls_obj *object_next(const struct ls_store *store)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char revision[32];
    snprintf(revision, sizeof revision, "%lld", (long long)ls_store_next(store));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "resourceVersion", revision);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static void put(struct stage *stage, const char *name)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = object_next(stage->store);
    ls_collection_put(stage->collection, key_of(name), object);
}

static void drop(struct stage *stage, const char *name)
{
    const struct ls_obj *last LS_AUTO(ls_obj_unref_at) = object_next(stage->store);
    ls_collection_remove(stage->collection, key_of(name), last);
}

struct watcher {
    struct ls_collection_reader reader;
    struct ls_buf seen;
    struct stage *stage;
    int wakes;
    const char *writes;        /* once, in its first wake */
    struct watcher *ends;      /* once woken */
    struct ls_buf *wake_order; /* of all that share it */
    char name;
};

static void watcher_release(struct watcher *watcher)
{
    ls_collection_read_end(&watcher->reader);
    ls_buf_release(&watcher->seen);
}

static void watcher_read(struct watcher *watcher)
{
    struct ls_collection_event *event;
    enum ls_read read;
    while ((read = ls_collection_read(&watcher->reader, &event)) == LS_READ_EVENT) {
        ls_buf_printf(&watcher->seen, "%c%.*s%s%s ", "AMD"[event->change], LS_ARG(event->key.name),
                      event -> previous ? "<" : "", event->object ? "" : "?");
    }
    if (read == LS_READ_LOST)
        ls_buf_add_text(&watcher->seen, "lost ");
}

static void watcher_wake(void *self)
{
    struct watcher *watcher = self;
    watcher->wakes++;
    if (watcher->wake_order)
        ls_buf_add_char(watcher->wake_order, watcher->name);
    if (watcher->ends)
        ls_collection_read_end(&watcher->ends->reader);
    if (watcher->reader.collection)
        watcher_read(watcher);
    if (watcher->writes) {
        put(watcher->stage, watcher->writes);
        watcher->writes = NULL;
    }
}

static void watcher_start(struct watcher *watcher, struct stage *stage, int64_t revision)
{
    watcher->stage = stage;
    CHECK(ls_collection_read_from(stage->collection, &watcher->reader, revision, watcher_wake,
                                  watcher));
    watcher_read(watcher);
}

static void settle(struct stage *stage)
{
    while (ls_loop_step(stage->world->loop, 0)) {
    }
}

TEST(a_reader_sees_what_comes_after_its_revision)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {0};
    put(&stage, "a");
    int64_t then = ls_store_revision(stage.store);
    put(&stage, "b");
    put(&stage, "a");
    watcher_start(&watcher, &stage, then);
    CHECK_STR(ls_buf_text(&watcher.seen), "Ab Ma< ");
    drop(&stage, "b");
    CHECK_STR(ls_buf_text(&watcher.seen), "Ab Ma< ");
    settle(&stage);
    CHECK_STR(ls_buf_text(&watcher.seen), "Ab Ma< Db< ");
}

TEST(many_writes_wake_a_reader_once_and_never_from_inside)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {0};
    watcher_start(&watcher, &stage, ls_store_revision(stage.store));
    put(&stage, "a");
    put(&stage, "b");
    CHECK_INT(watcher.wakes, 0);
    settle(&stage);
    CHECK_INT(watcher.wakes, 1);
    CHECK_STR(ls_buf_text(&watcher.seen), "Aa Ab ");
    settle(&stage);
    CHECK_INT(watcher.wakes, 1);
}

TEST(a_reader_may_write_in_its_wake)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {.writes = "b"};
    watcher_start(&watcher, &stage, ls_store_revision(stage.store));
    put(&stage, "a");
    settle(&stage);
    CHECK_STR(ls_buf_text(&watcher.seen), "Aa Ab ");
    CHECK_INT(watcher.wakes, 2);
}

TEST(readers_wake_in_the_order_in_which_they_began)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct ls_buf order LS_AUTO(ls_buf_release) = {0};
    struct watcher watchers[3] = {{.name = 'x'}, {.name = 'y'}, {.name = 'z'}};
    for (size_t i = 0; i < 3; i++) {
        watchers[i].wake_order = &order;
        watcher_start(&watchers[i], &stage, ls_store_revision(stage.store));
    }
    put(&stage, "a");
    settle(&stage);
    CHECK_STR(ls_buf_text(&order), "xyz");
    for (size_t i = 0; i < 3; i++)
        watcher_release(&watchers[i]);
}

/* Each reader ends each one: itself, the next to wake, the last, one that woke before. */
TEST(a_reader_may_end_any_in_its_wake)
{
    for (size_t ends = 0; ends < 3; ends++) {
        struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
        struct watcher watchers[3] = {0};
        for (size_t i = 0; i < 3; i++)
            watcher_start(&watchers[i], &stage, ls_store_revision(stage.store));
        watchers[1].ends = &watchers[ends];
        put(&stage, "a");
        settle(&stage);
        for (size_t i = 0; i < 3; i++) {
            bool is_silent = i == ends && i >= 1;
            CHECK_STR(ls_buf_text(&watchers[i].seen), is_silent ? "" : "Aa ");
        }
        put(&stage, "b");
        settle(&stage);
        CHECK_INT(watchers[ends].reader.collection == NULL, 1);
        for (size_t i = 0; i < 3; i++)
            watcher_release(&watchers[i]);
    }
}

TEST(a_slow_reader_learns_that_events_are_lost)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of((struct ls_store_limits){.history_events_max = 2});
    struct watcher watcher LS_AUTO(watcher_release) = {0};
    watcher_start(&watcher, &stage, ls_store_revision(stage.store));
    put(&stage, "a");
    put(&stage, "b");
    put(&stage, "c");
    settle(&stage);
    CHECK_STR(ls_buf_text(&watcher.seen), "lost ");
}

TEST(a_revision_that_history_forgot_is_refused)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {0};
    int64_t then = ls_store_revision(stage.store);
    put(&stage, "a");
    ls_store_compact(stage.store);
    CHECK(
        !ls_collection_read_from(stage.collection, &watcher.reader, then, watcher_wake, &watcher));
    watcher_start(&watcher, &stage, then + 1);
    put(&stage, "b");
    settle(&stage);
    CHECK_STR(ls_buf_text(&watcher.seen), "Ab ");
}

TEST(compaction_leaves_readers_what_they_have_not_seen)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {0};
    watcher_start(&watcher, &stage, ls_store_revision(stage.store));
    put(&stage, "a");
    ls_store_compact(stage.store);
    settle(&stage);
    CHECK_STR(ls_buf_text(&watcher.seen), "Aa ");
}

TEST(a_store_that_ends_lets_its_readers_go)
{
    struct stage stage = stage_of((struct ls_store_limits){0});
    struct watcher watcher = {0};
    watcher_start(&watcher, &stage, ls_store_revision(stage.store));
    put(&stage, "a");
    stage_release(&stage);
    CHECK(!watcher.reader.collection);
    watcher_release(&watcher);
}

static struct ls_collection_event *read_one(struct watcher *watcher)
{
    struct ls_collection_event *event = NULL;
    CHECK_INT(ls_collection_read(&watcher->reader, &event), LS_READ_EVENT);
    return event;
}

static void quiet(void *self)
{
    (void)self;
}

TEST(a_text_is_made_once_a_form)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher first LS_AUTO(watcher_release) = {0}, second LS_AUTO(watcher_release) = {0};
    int64_t now = ls_store_revision(stage.store);
    put(&stage, "a");
    CHECK(ls_collection_read_from(stage.collection, &first.reader, now, quiet, NULL));
    CHECK(ls_collection_read_from(stage.collection, &second.reader, now, quiet, NULL));
    CHECK(!ls_event_text(read_one(&first), 1).at);
    ls_event_text_keep(&first.reader, 1, LS_SLICE("one"));
    ls_event_text_keep(&first.reader, 2, LS_SLICE("two"));
    struct ls_collection_event *event = read_one(&second);
    CHECK(ls_slice_is(ls_event_text(event, 1), "one"));
    CHECK(ls_slice_is(ls_event_text(event, 2), "two"));
    CHECK(!ls_event_text(event, 3).at);
    CHECK(ls_store_size(stage.store).text_bytes > 6);
    ls_store_compact(stage.store);
    CHECK_INT(ls_store_size(stage.store).text_bytes, 0);
}

TEST(texts_stay_within_their_limit)
{
    static char long_text[LS_HISTORY_TEXT_BYTES_MAX / 4];
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    struct watcher watcher LS_AUTO(watcher_release) = {0}, late LS_AUTO(watcher_release) = {0};
    int64_t then = ls_store_revision(stage.store);
    CHECK(ls_collection_read_from(stage.collection, &watcher.reader, then, quiet, NULL));
    for (int i = 0; i < 10; i++) {
        put(&stage, "a");
        read_one(&watcher);
        ls_event_text_keep(&watcher.reader, 1, (struct ls_slice){long_text, sizeof long_text});
        CHECK(ls_store_size(stage.store).text_bytes <= LS_HISTORY_TEXT_BYTES_MAX);
    }
    CHECK(ls_collection_read_from(stage.collection, &late.reader, then, quiet, NULL));
    for (int i = 0; i < 10; i++)
        CHECK_INT(ls_event_text(read_one(&late), 1).at != NULL, i > 6);
}
