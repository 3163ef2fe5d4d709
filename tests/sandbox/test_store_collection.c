/* Collections of the store: order, lookups, revisions, history within its limits, snapshots. */
#include "sandbox/store/store.h"

#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/random.h"
#include "base/vec.h"
#include "base/world.h"
#include "sandbox/store/limits.h"
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

static struct ls_object_key key_of(const char *namespace_name, const char *name)
{
    return (struct ls_object_key){ls_slice_of(namespace_name), ls_slice_of(name)};
}

static const struct ls_obj *object_of(const struct ls_store *store, const char *data)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char revision[32];
    snprintf(revision, sizeof revision, "%lld", (long long)ls_store_next(store));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "resourceVersion", revision);
    ls_build_end(&build);
    ls_build_member_text(&build, "data", data);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static void put(struct stage *stage, const char *namespace_name, const char *name, const char *data)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = object_of(stage->store, data);
    ls_collection_put(stage->collection, key_of(namespace_name, name), object);
}

static void drop(struct stage *stage, const char *namespace_name, const char *name)
{
    const struct ls_obj *last LS_AUTO(ls_obj_unref_at) = object_of(stage->store, "last");
    ls_collection_remove(stage->collection, key_of(namespace_name, name), last);
}

static const char *data_of(const struct ls_obj *object)
{
    return ls_node_text(ls_node_at(ls_obj_root(object), "data"));
}

/* "ns/name=data ..." of a walk; "gone" when history does not reach back. */
static void walk_print(struct ls_buf *out, struct stage *stage, const char *namespace_name,
                       struct ls_object_key after, int64_t revision)
{
    struct ls_collection_walk walk;
    ls_buf_clear(out);
    if (!ls_collection_walk_start(&walk, stage->collection, ls_slice_of(namespace_name), after,
                                  revision)) {
        ls_buf_add_text(out, "gone");
        return;
    }
    size_t rest = ls_collection_walk_rest(&walk);
    while (ls_collection_walk_next(&walk)) {
        ls_buf_printf(out, "%.*s/%.*s=%s ", LS_ARG(walk.key.namespace_name), LS_ARG(walk.key.name),
                      data_of(walk.object));
        CHECK_INT(ls_collection_walk_rest(&walk), --rest);
    }
    CHECK_INT(rest, 0);
    ls_collection_walk_end(&walk);
}

#define CHECK_WALK(stage, namespace_name, after, revision, expected)                               \
    do {                                                                                           \
        struct ls_buf text_ LS_AUTO(ls_buf_release) = {0};                                         \
        walk_print(&text_, stage, namespace_name, after, revision);                                \
        CHECK_STR(ls_buf_text(&text_), expected);                                                  \
    } while (0)

static const struct ls_object_key start = {0};

TEST(a_collection_is_made_once_and_stays)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    CHECK(ls_store_collection(stage.store, "", "configmaps") == stage.collection);
    CHECK(ls_store_collection(stage.store, "apps", "configmaps") != stage.collection);
    CHECK_INT(ls_collection_count(stage.collection), 0);
    CHECK(!ls_collection_get(stage.collection, key_of("a", "x")));
}

TEST(each_write_takes_the_next_revision)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    CHECK_INT(ls_store_revision(stage.store), LS_STORE_FIRST_REVISION);
    put(&stage, "a", "x", "1");
    put(&stage, "a", "x", "2");
    CHECK_INT(ls_store_revision(stage.store), LS_STORE_FIRST_REVISION + 2);
    CHECK_STR(data_of(ls_collection_get(stage.collection, key_of("a", "x"))), "2");
    drop(&stage, "a", "x");
    CHECK_INT(ls_store_revision(stage.store), LS_STORE_FIRST_REVISION + 3);
    CHECK(!ls_collection_get(stage.collection, key_of("a", "x")));
}

TEST(keys_order_as_those_of_etcd)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    put(&stage, "a", "x", "1");
    put(&stage, "a-b", "x", "2");
    put(&stage, "a", "b.c", "3");
    put(&stage, "a", "b", "4");
    put(&stage, "b", "a", "5");
    CHECK_WALK(&stage, "", start, 0, "a-b/x=2 a/b=4 a/b.c=3 a/x=1 b/a=5 ");
    CHECK_WALK(&stage, "a", start, 0, "a/b=4 a/b.c=3 a/x=1 ");
    CHECK_WALK(&stage, "a", key_of("a", "b"), 0, "a/b.c=3 a/x=1 ");
    CHECK_WALK(&stage, "a", key_of("a", "bb"), 0, "a/x=1 ");
    CHECK_WALK(&stage, "", key_of("a", "x"), 0, "b/a=5 ");
    CHECK_WALK(&stage, "c", start, 0, "");
    /* a place before the namespace does not lead out of it */
    CHECK_WALK(&stage, "b", key_of("a", "b"), 0, "b/a=5 ");
}

TEST(a_name_longer_than_any_is_found_nowhere)
{
    static char name[4 * LS_STORE_KEY_BYTES_MAX];
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    memset(name, 'x', sizeof name - 1);
    put(&stage, "", "x", "1");
    put(&stage, "", "y", "2");
    CHECK(!ls_collection_get(stage.collection, key_of("", name)));
    CHECK(!ls_collection_get(stage.collection, key_of(name, "x")));
    CHECK_WALK(&stage, "", key_of("", name), 0, "/y=2 ");
}

TEST(a_walk_sees_the_collection_as_it_was)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    put(&stage, "n", "a", "1");
    put(&stage, "n", "b", "1");
    put(&stage, "m", "c", "1");
    int64_t then = ls_store_revision(stage.store);
    put(&stage, "n", "a", "2");
    put(&stage, "n", "a", "3");
    drop(&stage, "n", "b");
    put(&stage, "n", "b", "4");
    drop(&stage, "n", "b");
    put(&stage, "n", "aa", "5");
    CHECK_WALK(&stage, "", start, 0, "m/c=1 n/a=3 n/aa=5 ");
    CHECK_WALK(&stage, "", start, then, "m/c=1 n/a=1 n/b=1 ");
    CHECK_WALK(&stage, "n", start, then, "n/a=1 n/b=1 ");
    CHECK_WALK(&stage, "n", key_of("n", "a"), then, "n/b=1 ");
    CHECK_WALK(&stage, "n", start, then + 1, "n/a=2 n/b=1 ");
    CHECK_WALK(&stage, "n", start, then + 3, "n/a=3 ");
    CHECK_WALK(&stage, "n", start, then + 4, "n/a=3 n/b=4 ");
    CHECK_WALK(&stage, "n", start, ls_store_revision(stage.store), "n/a=3 n/aa=5 ");
    CHECK_WALK(&stage, "n", start, 1, "");
}

TEST(history_goes_back_so_many_events)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of((struct ls_store_limits){.history_events_max = 3});
    for (int i = 0; i < 10; i++)
        put(&stage, "n", "a", "x");
    int64_t now = ls_store_revision(stage.store);
    CHECK_INT(ls_store_size(stage.store).event_count, 3);
    CHECK_WALK(&stage, "", start, now - 3, "n/a=x ");
    CHECK_WALK(&stage, "", start, now - 4, "gone");
}

TEST(history_holds_so_many_bytes)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of((struct ls_store_limits){.history_bytes_max = 1000});
    for (int i = 0; i < 100; i++) {
        put(&stage, "n", "a", "some text that takes its place");
        CHECK(ls_store_size(stage.store).history_bytes <= 1000);
    }
    CHECK(ls_store_size(stage.store).history_bytes > 800);
    CHECK(ls_store_size(stage.store).event_count > 5);
}

TEST(a_busy_collection_does_not_push_out_the_history_of_others)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of((struct ls_store_limits){.history_bytes_max = 2000});
    put(&stage, "n", "a", "1");
    put(&stage, "n", "a", "2");
    struct stage busy = stage;
    busy.collection = ls_store_collection(stage.store, "", "leases");
    for (int i = 0; i < 100; i++)
        put(&busy, "n", "a", "x");
    CHECK_WALK(&stage, "", start, LS_STORE_FIRST_REVISION + 1, "n/a=1 ");
    CHECK_WALK(&busy, "", start, LS_STORE_FIRST_REVISION + 3, "gone");
}

TEST(what_collection_and_history_share_counts_once)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    put(&stage, "n", "a", "1");
    size_t bytes = ls_obj_bytes(ls_collection_get(stage.collection, key_of("n", "a")));
    CHECK_INT(ls_store_size(stage.store).object_bytes, bytes);
    CHECK_INT(ls_store_size(stage.store).history_bytes, 0);
    put(&stage, "n", "a", "2");
    CHECK_INT(ls_store_size(stage.store).object_bytes, bytes);
    CHECK_INT(ls_store_size(stage.store).history_bytes, bytes);
    drop(&stage, "n", "a");
    CHECK_INT(ls_store_size(stage.store).object_bytes, 0);
    CHECK(ls_store_size(stage.store).history_bytes > 3 * bytes - 8);
    ls_store_compact(stage.store);
    CHECK_INT(ls_store_size(stage.store).history_bytes, 0);
    CHECK_INT(ls_store_size(stage.store).event_count, 0);
}

TEST(compaction_forgets_what_was)
{
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    put(&stage, "n", "a", "1");
    put(&stage, "n", "a", "2");
    ls_store_compact(stage.store);
    int64_t now = ls_store_revision(stage.store);
    CHECK_WALK(&stage, "", start, now - 1, "gone");
    CHECK_WALK(&stage, "", start, now, "n/a=2 ");
    put(&stage, "n", "a", "3");
    CHECK_WALK(&stage, "", start, now, "n/a=2 ");
}

/* A model as simple as can be: an array of data by number, beside the collection. */
enum { MODEL_KEYS = 2000, MODEL_STEPS = 30000, MODEL_PASTS = 16 };

struct model {
    int values[MODEL_KEYS]; /* 0: not there */
    size_t count;
};

static void model_key(char out[24], int i)
{
    snprintf(out, 24, "%c-%d", 'a' + i % 3, i);
}

static void model_step(struct stage *stage, struct model *model, struct ls_random *random,
                       int step_number)
{
    char name[24], data[24];
    int i = (int)ls_random_below(random, MODEL_KEYS);
    /* grows at first, shrinks in the end, so that blocks split and join */
    bool is_put = ls_random_below(random, MODEL_STEPS) > (uint64_t)step_number;
    model_key(name, i);
    snprintf(data, sizeof data, "%d", step_number);
    if (is_put) {
        put(stage, "n", name, data);
        model->count += model->values[i] == 0;
        model->values[i] = step_number;
    } else if (model->values[i] != 0) {
        drop(stage, "n", name);
        model->values[i] = 0;
        model->count--;
    }
}

static void model_check(struct stage *stage, const struct model *model, int64_t revision)
{
    struct ls_collection_walk walk;
    char before[64] = "";
    size_t count = 0;
    CHECK(ls_collection_walk_start(&walk, stage->collection, LS_SLICE("n"), start, revision));
    CHECK_INT(ls_collection_walk_rest(&walk), model->count);
    while (ls_collection_walk_next(&walk)) {
        int64_t value = 0, i = 0;
        CHECK(ls_slice_to_i64(ls_slice_from(walk.key.name, 2), &i));
        CHECK(ls_slice_to_i64(ls_slice_of(data_of(walk.object)), &value));
        CHECK_INT(value, model->values[i]);
        CHECK(strcmp(before, walk.key.name.at) < 0);
        snprintf(before, sizeof before, "%.*s", LS_ARG(walk.key.name));
        count++;
    }
    CHECK_INT(count, model->count);
    ls_collection_walk_end(&walk);
}

TEST(random_writes_agree_with_a_model_at_every_revision)
{
    static struct model model, pasts[MODEL_PASTS];
    int64_t revisions[MODEL_PASTS];
    size_t past_count = 0;
    struct ls_random random;
    struct stage stage LS_AUTO(stage_release) = stage_of((struct ls_store_limits){0});
    ls_random_init(&random, 7);
    for (int step_number = 1; step_number < MODEL_STEPS; step_number++) {
        model_step(&stage, &model, &random, step_number);
        if (step_number % (MODEL_STEPS / MODEL_PASTS) == 0) {
            pasts[past_count] = model;
            revisions[past_count++] = ls_store_revision(stage.store);
        }
    }
    model_check(&stage, &model, 0);
    for (size_t i = 0; i < past_count; i++)
        model_check(&stage, &pasts[i], revisions[i]);
    CHECK_INT(ls_collection_count(stage.collection), model.count);
}

TEST(the_store_says_when_it_is_full)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of((struct ls_store_limits){.object_bytes_max = 4096});
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = object_of(stage.store, "d");
    size_t bytes = ls_obj_bytes(object);
    char name[16];
    CHECK(!ls_store_is_full(stage.store, 4096));
    CHECK(ls_store_is_full(stage.store, 4097));
    size_t count = 0;
    for (; !ls_store_is_full(stage.store, bytes); count++) {
        snprintf(name, sizeof name, "n%zu", count);
        put(&stage, "a", name, "d");
    }
    CHECK_INT(count, 4096 / bytes);
    put(&stage, "a", name, "d"); /* in place of the same */
    const struct ls_obj *last LS_AUTO(ls_obj_unref_at) = object_of(stage.store, "d");
    ls_collection_remove(stage.collection, key_of("a", name), last);
    CHECK(!ls_store_is_full(stage.store, bytes));
}
