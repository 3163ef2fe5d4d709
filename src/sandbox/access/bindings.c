#include "sandbox/access/bindings.h"

#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/store/store.h"

/* The bindings of one subject in one namespace. */
struct bound_subject {
    LS_VEC(const struct ls_obj *) bindings; /* borrowed from `objects` */
};

/* One of the two collections, and where its events were read up to. */
struct source {
    struct ls_bindings *bindings;
    struct ls_collection_reader reader;
};

struct ls_bindings {
    struct ls_cluster *cluster;
    struct source cluster_wide;
    struct source namespaced;
    struct ls_map *objects;  /* "NAMESPACE/NAME" to a counted struct ls_obj */
    struct ls_map *subjects; /* "NAMESPACE/KIND/NAME" to a struct bound_subject */
};

/* ---- keys ---- */

static struct ls_slice member(struct ls_node node, const char *key)
{
    return ls_node_string(ls_node_get(node, ls_slice_of(key)));
}

static struct ls_slice namespace_of(struct ls_node binding)
{
    return ls_node_string(ls_node_at(binding, "metadata.namespace"));
}

static void key_begin(struct ls_buf *out, struct ls_slice namespace_name, char kind)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%.*s/%c/", LS_ARG(namespace_name), kind);
}

/* A service account stands under its user name. False: a kind of subject that is nobody. */
static bool subject_key(struct ls_buf *out, struct ls_slice namespace_name, struct ls_node subject)
{
    struct ls_node kind = ls_node_get(subject, LS_SLICE("kind"));
    bool is_group = ls_node_string_is(kind, "Group");
    key_begin(out, namespace_name, is_group ? 'g' : 'u');
    if (is_group || ls_node_string_is(kind, "User")) {
        ls_buf_add_slice(out, member(subject, "name"));
        return true;
    }
    if (!ls_node_string_is(kind, "ServiceAccount"))
        return false;
    struct ls_slice account_namespace = member(subject, "namespace");
    if (account_namespace.len == 0)
        account_namespace = namespace_name;
    ls_buf_printf(out, "system:serviceaccount:%.*s:%.*s", LS_ARG(account_namespace),
                  LS_ARG(member(subject, "name")));
    return account_namespace.len > 0;
}

/* ---- one binding ---- */

static void subject_add(struct ls_map *subjects, struct ls_slice key, const struct ls_obj *object)
{
    struct bound_subject *subject = ls_map_get(subjects, key);
    if (!subject) {
        subject = LS_NEW(struct bound_subject);
        ls_map_put(subjects, key, subject);
    }
    ls_vec_push(&subject->bindings, object);
}

static void subject_free(struct bound_subject *subject)
{
    ls_vec_release(&subject->bindings);
    ls_free(subject);
}

static void subject_drop(struct ls_map *subjects, struct ls_slice key, const struct ls_obj *object)
{
    struct bound_subject *subject = ls_map_get(subjects, key);
    for (size_t i = 0; subject && i < subject->bindings.count; i++) {
        if (subject->bindings.at[i] != object)
            continue;
        ls_vec_remove_swap(&subject->bindings, i);
        break;
    }
    if (subject && subject->bindings.count == 0)
        subject_free(ls_map_remove(subjects, key));
}

/* A subject that is named twice is indexed twice; ls_bindings_find() shows each binding once. */
static void binding_index(struct ls_bindings *bindings, const struct ls_obj *object,
                          void (*change)(struct ls_map *, struct ls_slice, const struct ls_obj *))
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    struct ls_node binding = ls_obj_root(object);
    LS_EACH (it, ls_node_get(binding, LS_SLICE("subjects"))) {
        if (subject_key(&key, namespace_of(binding), it.value))
            change(bindings->subjects, ls_buf_slice(&key), object);
    }
}

/* Replaces what the index knows of the binding at the key; NULL: it is gone. */
static void binding_set(struct ls_bindings *bindings, struct ls_object_key place,
                        const struct ls_obj *object)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&key, "%.*s/%.*s", LS_ARG(place.namespace_name), LS_ARG(place.name));
    const struct ls_obj *old = ls_map_remove(bindings->objects, ls_buf_slice(&key));
    if (old) {
        binding_index(bindings, old, subject_drop);
        ls_obj_unref(old);
    }
    if (!object)
        return;
    ls_map_put(bindings->objects, ls_buf_slice(&key), (void *)ls_obj_ref(object));
    binding_index(bindings, object, subject_add);
}

/* ---- the store ---- */

static void clear(struct ls_bindings *bindings)
{
    struct ls_slice key;
    void *value;
    for (size_t at = 0; ls_map_next(bindings->subjects, &at, &key, &value);)
        subject_free(value);
    for (size_t at = 0; ls_map_next(bindings->objects, &at, &key, &value);)
        ls_obj_unref(value);
    ls_map_clear(bindings->subjects);
    ls_map_clear(bindings->objects);
}

static void source_load(struct source *source, struct ls_collection *collection)
{
    struct ls_collection_walk walk;
    bool is_walking = ls_collection_walk_start(&walk, collection, LS_SLICE(""),
                                               (struct ls_object_key){.name = LS_SLICE("")}, 0);
    LS_ASSERT(is_walking);
    while (ls_collection_walk_next(&walk))
        binding_set(source->bindings, walk.key, walk.object);
    ls_collection_walk_end(&walk);
}

/* Events are read before each answer, and here so that the history need not keep them. */
static void source_read(void *self);

static void source_start(struct source *source, struct ls_bindings *bindings, const char *plural)
{
    struct ls_store *store = bindings->cluster->store;
    struct ls_collection *collection =
        ls_store_collection(store, "rbac.authorization.k8s.io", plural);
    *source = (struct source){.bindings = bindings};
    bool is_reading = ls_collection_read_from(collection, &source->reader, ls_store_revision(store),
                                              source_read, source);
    LS_ASSERT(is_reading);
    source_load(source, collection);
}

static void start(struct ls_bindings *bindings)
{
    source_start(&bindings->cluster_wide, bindings, "clusterrolebindings");
    source_start(&bindings->namespaced, bindings, "rolebindings");
}

static void stop(struct ls_bindings *bindings)
{
    ls_collection_read_end(&bindings->cluster_wide.reader);
    ls_collection_read_end(&bindings->namespaced.reader);
    clear(bindings);
}

static void source_read(void *self)
{
    struct source *source = self;
    struct ls_collection_event *event;
    enum ls_read read;
    while ((read = ls_collection_read(&source->reader, &event)) == LS_READ_EVENT) {
        bool is_gone = event->change == LS_CHANGE_DELETED;
        binding_set(source->bindings, event->key, is_gone ? NULL : event->object);
    }
    if (read == LS_READ_NOTHING)
        return;
    struct ls_bindings *bindings = source->bindings;
    stop(bindings); /* events were lost: from the beginning */
    start(bindings);
}

struct ls_bindings *ls_bindings_new(struct ls_cluster *cluster)
{
    struct ls_bindings *bindings = LS_NEW(struct ls_bindings);
    bindings->cluster = cluster;
    bindings->objects = ls_map_new(ls_random_u64(&cluster->world->random));
    bindings->subjects = ls_map_new(ls_random_u64(&cluster->world->random));
    start(bindings);
    return bindings;
}

void ls_bindings_free(struct ls_bindings *bindings)
{
    if (!bindings)
        return;
    stop(bindings);
    ls_map_free(bindings->subjects);
    ls_map_free(bindings->objects);
    ls_free(bindings);
}

/* ---- lookups ---- */

static int by_name(const void *a, const void *b)
{
    struct ls_node left = ls_obj_root(*(const struct ls_obj *const *)a);
    struct ls_node right = ls_obj_root(*(const struct ls_obj *const *)b);
    return ls_slice_compare(ls_node_string(ls_node_at(left, "metadata.name")),
                            ls_node_string(ls_node_at(right, "metadata.name")));
}

/* The subjects under which a user is found: the name, then each group. */
static struct bound_subject *subject_at(const struct ls_bindings *bindings, struct ls_buf *key,
                                        const struct ls_user *user, struct ls_slice namespace_name,
                                        size_t i)
{
    key_begin(key, namespace_name, i == 0 ? 'u' : 'g');
    ls_buf_add_slice(key, i == 0 ? user->name : user->groups[i - 1]);
    return ls_map_get(bindings->subjects, ls_buf_slice(key));
}

static void found_settle(struct ls_bindings_found *found)
{
    size_t kept = 0;
    if (found->count > 1)
        qsort(found->at, found->count, sizeof(found->at[0]), by_name);
    for (size_t i = 0; i < found->count; i++) {
        if (i == 0 || found->at[i] != found->at[kept - 1])
            found->at[kept++] = found->at[i];
    }
    found->count = kept;
}

struct ls_bindings_found ls_bindings_find(struct ls_bindings *bindings, struct ls_arena *arena,
                                          const struct ls_user *user,
                                          struct ls_slice namespace_name)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    LS_VEC(const struct ls_obj *) all = {0};
    source_read(&bindings->cluster_wide);
    source_read(&bindings->namespaced);
    for (size_t i = 0; i <= user->group_count; i++) {
        const struct bound_subject *subject = subject_at(bindings, &key, user, namespace_name, i);
        for (size_t k = 0; subject && k < subject->bindings.count; k++)
            ls_vec_push(&all, subject->bindings.at[k]);
    }
    struct ls_bindings_found found = {.at = LS_ARENA_ARRAY(arena, const struct ls_obj *, all.count),
                                      .count = all.count};
    for (size_t i = 0; i < all.count; i++)
        found.at[i] = all.at[i];
    ls_vec_release(&all);
    found_settle(&found);
    return found;
}

static bool is_group_of(const struct ls_user *user, struct ls_slice group)
{
    for (size_t i = 0; i < user->group_count; i++) {
        if (ls_slice_equal(user->groups[i], group))
            return true;
    }
    return false;
}

struct ls_node ls_binding_subject(struct ls_node binding, const struct ls_user *user)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    struct ls_slice namespace_name = namespace_of(binding);
    LS_EACH (it, ls_node_get(binding, LS_SLICE("subjects"))) {
        if (!subject_key(&key, namespace_name, it.value))
            continue;
        struct ls_slice kind = ls_slice_from(ls_buf_slice(&key), namespace_name.len + 1);
        struct ls_slice name = ls_slice_from(kind, 2);
        if (kind.at[0] == 'g' ? is_group_of(user, name) : ls_slice_equal(user->name, name))
            return it.value;
    }
    return LS_ABSENT;
}
