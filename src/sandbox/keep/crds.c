#include "sandbox/keep/crds.h"

#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/keep/crd_status.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/call.h"
#include "sandbox/store/store.h"
#include "value/build.h"
#include "value/time.h"

static const char group_of_definitions[] = "apiextensions.k8s.io";
static const char cleanup_finalizer[] = "customresourcecleanup.apiextensions.k8s.io";

/* What one definition has brought into the cluster. */
struct served {
    struct ls_crds *crds;
    struct ls_slice name; /* of the definition, in the heap */
    const struct ls_obj *definition;
    LS_VEC(const struct ls_kind *) kinds;
    struct ls_collection_reader leaving; /* during deletion: waits until its objects are gone */
    bool is_watching;
};

struct ls_crds {
    struct ls_cluster *cluster;
    struct ls_collection *collection;
    struct ls_collection_reader reader;
    struct ls_map *served; /* by name of the definition */
};

static void sync(struct ls_crds *crds, struct ls_slice name);

/* ---- reading ---- */

static struct ls_slice now_text(struct ls_crds *crds, struct ls_arena *arena)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print(&text, ls_time_of_ms(ls_clock_wall_ms(crds->cluster->world->clock)));
    return ls_arena_slice(arena, ls_buf_slice(&text));
}

static struct ls_slice group_of(struct ls_node definition)
{
    return ls_node_string(ls_node_at(definition, "spec.group"));
}

static bool is_established(struct ls_node definition)
{
    return strcmp(ls_crd_condition(definition, "Established"), "True") == 0;
}

static bool is_ending(struct ls_node definition)
{
    return ls_node_is_string(ls_node_at(definition, "metadata.deletionTimestamp"));
}

struct crds_names {
    struct ls_arena *arena;
    struct ls_object_key *at;
    size_t count;
};

/* All keys of a collection, copied: writing is not allowed during a walk. */
static struct crds_names keys_of(struct ls_arena *arena, struct ls_collection *collection)
{
    struct crds_names names = {.arena = arena};
    struct ls_collection_walk walk;
    names.at = LS_ARENA_ARRAY(arena, struct ls_object_key, ls_collection_count(collection) + 1);
    if (!ls_collection_walk_start(&walk, collection, (struct ls_slice){0},
                                  (struct ls_object_key){0}, 0))
        return names;
    while (ls_collection_walk_next(&walk))
        names.at[names.count++] = (struct ls_object_key){
            ls_arena_slice(arena, walk.key.namespace_name), ls_arena_slice(arena, walk.key.name)};
    ls_collection_walk_end(&walk);
    return names;
}

static void taken_read(struct ls_crds *crds, struct ls_slice group, struct ls_crd_taken *taken)
{
    struct ls_collection_walk walk;
    ls_crd_taken_init(taken);
    if (!ls_collection_walk_start(&walk, crds->collection, (struct ls_slice){0},
                                  (struct ls_object_key){0}, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        struct ls_node definition = ls_obj_root(walk.object);
        if (ls_slice_equal(group_of(definition), group))
            ls_crd_taken_add(taken, definition);
    }
    ls_collection_walk_end(&walk);
}

/* ---- kinds in the registry ---- */

static void leaving_stop(struct served *served)
{
    if (served->is_watching)
        ls_collection_read_end(&served->leaving);
    served->is_watching = false;
}

static void kinds_remove(struct served *served)
{
    for (size_t i = 0; i < served->kinds.count; i++) {
        ls_registry_remove(served->crds->cluster->registry, served->kinds.at[i]);
        ls_kind_unref(served->kinds.at[i]);
    }
    ls_vec_clear(&served->kinds);
}

static void kinds_add(struct served *served, struct ls_node definition)
{
    LS_EACH (it, ls_node_at(definition, "spec.versions")) {
        if (!ls_node_bool(ls_node_at(it.value, "served"), false))
            continue;
        const struct ls_kind *kind =
            ls_custom_kind_new(served->crds->cluster, definition, it.value);
        if (kind == NULL)
            continue;
        ls_registry_add(served->crds->cluster->registry, kind);
        ls_vec_push(&served->kinds, kind);
    }
}

static void served_free(struct served *served)
{
    leaving_stop(served);
    kinds_remove(served);
    ls_vec_release(&served->kinds);
    ls_obj_unref(served->definition);
    ls_free((char *)served->name.at);
    ls_free(served);
}

static void unserve(struct ls_crds *crds, struct ls_slice name)
{
    struct served *served = ls_map_remove(crds->served, name);
    if (served != NULL)
        served_free(served);
}

/* Whether kinds made from one state of a definition also fit the other. */
static bool is_alike(struct ls_node a, struct ls_node b)
{
    static const char *const parts[] = {"spec", "status.acceptedNames", "status.storedVersions"};
    for (size_t i = 0; i < LS_COUNT(parts); i++) {
        if (!ls_node_equal(ls_node_at(a, parts[i]), ls_node_at(b, parts[i])))
            return false;
    }
    return is_ending(a) == is_ending(b);
}

static struct served *served_of(struct ls_crds *crds, struct ls_slice name)
{
    struct served *served = ls_map_get(crds->served, name);
    if (served != NULL)
        return served;
    served = LS_NEW(struct served);
    served->crds = crds;
    served->name = (struct ls_slice){ls_strndup(name.at, name.len), name.len};
    (void)ls_map_put(crds->served, name, served);
    return served;
}

static void serve(struct ls_crds *crds, struct ls_slice name, const struct ls_obj *object)
{
    struct ls_node definition = ls_obj_root(object);
    if (!is_established(definition)) {
        unserve(crds, name);
        return;
    }
    struct served *served = served_of(crds, name);
    if (served->definition == NULL || !is_alike(ls_obj_root(served->definition), definition)) {
        kinds_remove(served);
        kinds_add(served, definition);
    }
    const struct ls_obj *old = served->definition;
    served->definition = ls_obj_ref(object);
    ls_obj_unref(old);
}

/* ---- writing ---- */

static struct ls_op_call call_on(struct ls_crds *crds, struct ls_arena *arena,
                                 const struct ls_kind *kind, struct ls_object_key key)
{
    return (struct ls_op_call){.cluster = crds->cluster,
                               .arena = arena,
                               .kind = kind,
                               .namespace_name = key.namespace_name,
                               .name = key.name,
                               .manager = LS_SLICE("kube-apiserver"),
                               .strict = {.arena = arena}};
}

static struct ls_op_call call_on_definition(struct ls_crds *crds, struct ls_arena *arena,
                                            struct ls_slice name)
{
    const struct ls_kind *kind =
        ls_registry_resource(crds->cluster->registry, ls_slice_of(group_of_definitions),
                             LS_SLICE("v1"), LS_SLICE("customresourcedefinitions"));
    LS_ASSERT(kind != NULL);
    return call_on(crds, arena, kind, (struct ls_object_key){.name = name});
}

/* A refusal means that another writer was first; its event brings the next try. */
static void write_status(struct ls_crds *crds, struct ls_arena *arena, struct ls_slice name,
                         struct ls_node definition, struct ls_node status)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_written written = {0};
    struct ls_op_call call = call_on_definition(crds, arena, name);
    call.subresource = LS_SLICE("status");
    ls_build_map(&build);
    LS_EACH (it, definition) {
        if (ls_slice_is(it.key, "status"))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_member(&build, "status", status);
    ls_build_end(&build);
    if (ls_op_update(&call, ls_build_arena(&build, arena), &written) == NULL)
        ls_obj_unref(written.object);
}

static void finalizer_remove(struct ls_crds *crds, struct ls_arena *arena, struct ls_slice name,
                             struct ls_node definition)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_written written = {0};
    struct ls_op_call call = call_on_definition(crds, arena, name);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("finalizers"));
    ls_build_list(&build);
    LS_EACH (it, ls_node_at(definition, "metadata.finalizers")) {
        if (!ls_node_string_is(it.value, cleanup_finalizer))
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    if (ls_op_patch(&call, LS_PATCH_MERGE, ls_build_arena(&build, arena), &written) == NULL)
        ls_obj_unref(written.object);
}

/* ---- the end ---- */

static void on_leaving(void *self)
{
    struct served *served = self;
    struct ls_collection_event *event;
    while (ls_collection_read(&served->leaving, &event) == LS_READ_EVENT)
        continue;
    sync(served->crds, served->name);
}

static void instances_delete(struct ls_crds *crds, struct ls_arena *arena,
                             const struct ls_kind *kind)
{
    struct crds_names keys = keys_of(arena, kind->collection);
    struct ls_delete_options options = {.grace_s = -1};
    for (size_t i = 0; i < keys.count; i++) {
        struct ls_deleted deleted = {0};
        struct ls_op_call call = call_on(crds, arena, kind, keys.at[i]);
        const struct ls_obj *object = ls_collection_get(kind->collection, keys.at[i]);
        if (object == NULL || is_ending(ls_obj_root(object)))
            continue;
        if (ls_op_delete(&call, &options, &deleted) == NULL)
            ls_obj_unref(deleted.object);
    }
}

static void kind_unref_at(const struct ls_kind **kind)
{
    if (*kind != NULL)
        ls_kind_unref(*kind);
}

/* A kind to delete the objects by: a definition that serves no version may still have some. */
static const struct ls_kind *instances_kind(const struct served *served, struct ls_node definition)
{
    if (served->kinds.count > 0)
        return ls_kind_ref(served->kinds.at[0]);
    LS_EACH (it, ls_node_at(definition, "spec.versions")) {
        if (ls_node_bool(ls_node_at(it.value, "storage"), false))
            return ls_custom_kind_new(served->crds->cluster, definition, it.value);
    }
    return NULL;
}

/* True: nothing of the definition is left. */
static bool instances_are_gone(struct ls_crds *crds, struct ls_arena *arena, struct ls_slice name,
                               struct ls_node definition)
{
    struct served *served = ls_map_get(crds->served, name);
    if (served == NULL)
        return true;
    const struct ls_kind *kind LS_AUTO(kind_unref_at) = instances_kind(served, definition);
    if (kind == NULL)
        return true;
    if (!served->is_watching) {
        served->is_watching =
            ls_collection_read_from(kind->collection, &served->leaving,
                                    ls_store_revision(crds->cluster->store), on_leaving, served);
        instances_delete(crds, arena, kind);
    }
    return ls_collection_count(kind->collection) == 0;
}

static bool has_cleanup(struct ls_node definition)
{
    return ls_node_has_text(ls_node_at(definition, "metadata.finalizers"),
                            ls_slice_of(cleanup_finalizer));
}

static void end_step(struct ls_crds *crds, struct ls_arena *arena, struct ls_slice name,
                     struct ls_node definition)
{
    if (!has_cleanup(definition))
        return;
    struct ls_node status = ls_crd_begin_end(arena, definition, now_text(crds, arena));
    if (!ls_node_is_absent(status))
        write_status(crds, arena, name, definition, status);
    else if (instances_are_gone(crds, arena, name, definition))
        finalizer_remove(crds, arena, name, definition);
}

/* ---- the life ---- */

static struct ls_node next_status(struct ls_crds *crds, struct ls_arena *arena,
                                  struct ls_node definition)
{
    struct ls_slice now = now_text(crds, arena);
    struct ls_node status = LS_ABSENT;
    if (!ls_node_equal(ls_node_at(definition, "spec.names"),
                       ls_node_at(definition, "status.acceptedNames"))) {
        struct ls_crd_taken taken;
        taken_read(crds, group_of(definition), &taken);
        status = ls_crd_accept_names(arena, definition, &taken, now);
        ls_crd_taken_release(&taken);
    }
    if (ls_node_is_absent(status))
        status = ls_crd_approve(arena, definition, now);
    if (ls_node_is_absent(status))
        status = ls_crd_establish(arena, definition, now);
    return status;
}

/* One step; the write it makes, if any, leads to the next. */
static void sync(struct ls_crds *crds, struct ls_slice name)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_slice own_name = ls_arena_slice(&arena, name);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *found =
        ls_collection_get(crds->collection, (struct ls_object_key){.name = own_name});
    if (found == NULL) {
        unserve(crds, own_name);
        return;
    }
    object = ls_obj_ref(found);
    struct ls_node definition = ls_obj_root(object);
    serve(crds, own_name, object);
    if (is_ending(definition)) {
        end_step(crds, &arena, own_name, definition);
        return;
    }
    struct ls_node status = next_status(crds, &arena, definition);
    if (!ls_node_is_absent(status))
        write_status(crds, &arena, own_name, definition, status);
}

/* Names may have become free. */
static void sync_waiting(struct ls_crds *crds, struct ls_slice group)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct crds_names keys = keys_of(&arena, crds->collection);
    for (size_t i = 0; i < keys.count; i++) {
        const struct ls_obj *object = ls_collection_get(crds->collection, keys.at[i]);
        if (object == NULL || !ls_slice_equal(group_of(ls_obj_root(object)), group))
            continue;
        if (strcmp(ls_crd_condition(ls_obj_root(object), "NamesAccepted"), "False") == 0)
            sync(crds, keys.at[i].name);
    }
}

static bool has_freed_names(const struct ls_collection_event *event)
{
    if (event->change == LS_CHANGE_DELETED)
        return true;
    if (event->previous == NULL)
        return false;
    return !ls_node_equal(ls_node_at(ls_obj_root(event->previous), "status.acceptedNames"),
                          ls_node_at(ls_obj_root(event->object), "status.acceptedNames"));
}

static void on_event(struct ls_crds *crds, const struct ls_collection_event *event)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_slice name = ls_arena_slice(&arena, event->key.name);
    struct ls_slice group = ls_arena_slice(&arena, group_of(ls_obj_root(event->object)));
    bool has_freed = has_freed_names(event);
    sync(crds, name);
    if (has_freed)
        sync_waiting(crds, group);
}

static void start(struct ls_crds *crds);

/* Events were lost: reads what is there now. Kinds of definitions that are gone are not served. */
static void catch_up(struct ls_crds *crds)
{
    struct ls_slice name;
    void *served;
    for (size_t at = 0; ls_map_next(crds->served, &at, &name, &served);) {
        if (!ls_collection_get(crds->collection, (struct ls_object_key){.name = name}))
            unserve(crds, name);
    }
    ls_collection_read_end(&crds->reader);
    start(crds);
}

static void on_wake(void *self)
{
    struct ls_crds *crds = self;
    struct ls_collection_event *event;
    for (;;) {
        enum ls_read read = ls_collection_read(&crds->reader, &event);
        if (read == LS_READ_NOTHING)
            return;
        if (read == LS_READ_LOST) {
            catch_up(crds);
            return;
        }
        on_event(crds, event);
    }
}

static void start(struct ls_crds *crds)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct crds_names keys = keys_of(&arena, crds->collection);
    crds->reader = (struct ls_collection_reader){0};
    bool is_reading = ls_collection_read_from(
        crds->collection, &crds->reader, ls_store_revision(crds->cluster->store), on_wake, crds);
    LS_ASSERT(is_reading);
    for (size_t i = 0; i < keys.count; i++)
        sync(crds, keys.at[i].name);
}

struct ls_crds *ls_crds_new(struct ls_cluster *cluster)
{
    struct ls_crds *crds = LS_NEW(struct ls_crds);
    crds->cluster = cluster;
    crds->served = ls_map_new(0);
    crds->collection =
        ls_store_collection(cluster->store, group_of_definitions, "customresourcedefinitions");
    start(crds);
    return crds;
}

void ls_crds_free(struct ls_crds *crds)
{
    struct ls_slice name;
    void *served;
    if (crds == NULL)
        return;
    ls_collection_read_end(&crds->reader);
    for (size_t at = 0; ls_map_next(crds->served, &at, &name, &served);)
        served_free(served);
    ls_map_free(crds->served);
    ls_free(crds);
}
