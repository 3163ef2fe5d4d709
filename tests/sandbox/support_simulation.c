#include "support_simulation.h"

#include "check.h"
#include "sandbox/keep/keep.h"
#include "sandbox/kinds/addresses.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/call.h"
#include "sandbox/ops/owners.h"
#include "sandbox/store/store.h"
#include "sandbox/types/api_type.h"
#include "sandbox/workload/workload.h"
#include "value/json.h"
#include "value/yaml.h"

enum { TOWN_START_S = 1767225600 };

void sim_init_with_nodes(struct simulation *sim, uint64_t seed, size_t node_count)
{
    struct ls_cluster *cluster = &sim->cluster;
    *sim = (struct simulation){0};
    cluster->world = ls_world_new_virtual(seed, TOWN_START_S * 1000LL);
    cluster->store = ls_store_new(cluster->world, NULL);
    cluster->registry = ls_registry_new(cluster->store);
    cluster->merge_types = ls_merge_types_new();
    cluster->addresses = ls_addresses_new();
    cluster->owners = ls_owners_new();
    sim->keep = ls_keep_new(cluster);
    sim->workload = ls_workload_new(cluster, node_count);
    sim_run(sim, 0);
}

void sim_init(struct simulation *sim, uint64_t seed)
{
    sim_init_with_nodes(sim, seed, 3);
}

void sim_release(struct simulation *sim)
{
    ls_workload_free(sim->workload);
    ls_keep_free(sim->keep);
    ls_owners_free(sim->cluster.owners);
    ls_addresses_free(sim->cluster.addresses);
    ls_merge_types_free(sim->cluster.merge_types);
    ls_registry_free(sim->cluster.registry);
    ls_store_free(sim->cluster.store);
    ls_world_free(sim->cluster.world);
    ls_arena_release(&sim->arena);
}

void sim_run(struct simulation *sim, int64_t ms)
{
    struct ls_world *world = sim->cluster.world;
    int64_t end_ms = ls_clock_mono_ms(world->clock) + ms;
    for (;;) {
        uint64_t calls = ls_loop_counts(world->loop).calls;
        int64_t left_ms = end_ms - ls_clock_mono_ms(world->clock);
        bool goes_on = ls_loop_step(world->loop, left_ms);
        bool ran = ls_loop_counts(world->loop).calls != calls;
        if (!goes_on || (!left_ms && !ran))
            break;
    }
    if (ls_clock_mono_ms(world->clock) < end_ms)
        ls_virtual_clock_advance_ms(&world->virtual_clock, end_ms - ls_clock_mono_ms(world->clock));
}

static struct ls_op_call sim_call(struct simulation *sim, const struct ls_kind *kind,
                                  struct ls_slice name)
{
    CHECK(kind != NULL);
    return (struct ls_op_call){.cluster = &sim->cluster,
                               .arena = &sim->arena,
                               .kind = kind,
                               .namespace_name = kind->resource.is_namespaced ? LS_SLICE("default")
                                                                              : LS_SLICE(""),
                               .name = name,
                               .manager = LS_SLICE("tester")};
}

static void sim_check(const struct ls_failure *failure)
{
    CHECK_STR(failure ? failure->message : "", "");
}

static void sim_apply_one(struct simulation *sim, struct ls_node document, const char *subresource)
{
    const struct ls_kind *kind =
        ls_registry_kind(sim->cluster.registry, ls_node_string(ls_node_at(document, "apiVersion")),
                         ls_node_string(ls_node_at(document, "kind")));
    struct ls_op_call call =
        sim_call(sim, kind, ls_node_string(ls_node_at(document, "metadata.name")));
    struct ls_object_key key = {call.namespace_name, call.name};
    struct ls_written written = {0};
    call.subresource = ls_slice_of(subresource);
    if (ls_collection_get(kind->collection, key)) {
        sim_check(ls_op_patch(&call, LS_PATCH_MERGE, document, &written));
    } else {
        call.name = LS_SLICE("");
        sim_check(ls_op_create(&call, document, &written));
    }
    ls_obj_unref(written.object);
}

static void sim_apply_to(struct simulation *sim, const char *text, const char *subresource)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(ls_slice_of(text), NULL);
    struct ls_err err = {0};
    for (;;) {
        const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_yaml_next(yaml, &document, &err), err);
        if (!document)
            return;
        sim_apply_one(sim, ls_obj_root(document), subresource);
    }
}

void sim_apply(struct simulation *sim, const char *yaml)
{
    sim_apply_to(sim, yaml, "");
}

void sim_apply_status(struct simulation *sim, const char *yaml)
{
    sim_apply_to(sim, yaml, "status");
}

static const struct ls_kind *sim_kind(struct simulation *sim, const char *resource)
{
    struct ls_slice plural;
    struct ls_slice group;
    struct ls_slice version;
    struct ls_slice api_version = ls_slice_cut(ls_slice_of(resource), ' ', &plural);
    CHECK(ls_gvk_split(api_version, &group, &version));
    return ls_registry_resource(sim->cluster.registry, group, version, plural);
}

static void sim_delete_as(struct simulation *sim, const char *resource, const char *name,
                          enum ls_delete_propagation propagation)
{
    struct ls_op_call call = sim_call(sim, sim_kind(sim, resource), ls_slice_of(name));
    struct ls_delete_options options = {.propagation = propagation, .grace_s = -1};
    struct ls_deleted deleted = {0};
    sim_check(ls_op_delete(&call, &options, &deleted));
    ls_obj_unref(deleted.object);
}

void sim_delete(struct simulation *sim, const char *resource, const char *name)
{
    sim_delete_as(sim, resource, name, LS_PROPAGATE_BACKGROUND);
}

void sim_orphan(struct simulation *sim, const char *resource, const char *name)
{
    sim_delete_as(sim, resource, name, LS_PROPAGATE_ORPHAN);
}

struct ls_node sim_get(struct simulation *sim, const char *resource, const char *name)
{
    struct ls_op_call call = sim_call(sim, sim_kind(sim, resource), ls_slice_of(name));
    struct ls_object_key key = {call.namespace_name, call.name};
    return ls_obj_root(ls_collection_get(call.kind->collection, key));
}

static const char *text_of(struct simulation *sim, struct ls_node node)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_absent(node))
        return "";
    if (ls_node_is_string(node))
        return ls_arena_dup(&sim->arena, ls_node_string(node));
    ls_json_print(&text, node, LS_JSON_COMPACT);
    return ls_arena_dup(&sim->arena, ls_buf_slice(&text));
}

const char *sim_text(struct simulation *sim, const char *resource, const char *name,
                     const char *path)
{
    return text_of(sim, ls_node_at(sim_get(sim, resource, name), path));
}

const char *sim_condition(struct simulation *sim, const char *resource, const char *name,
                          const char *type)
{
    LS_EACH (it, ls_node_at(sim_get(sim, resource, name), "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            return ls_arena_printf(&sim->arena, "%s %s: %s",
                                   ls_node_text(ls_node_at(it.value, "status")),
                                   ls_node_text(ls_node_at(it.value, "reason")),
                                   ls_node_text(ls_node_at(it.value, "message")));
    }
    return "";
}

/* Calls for each object of a kind in a namespace; empty: in all. */
typedef void (*sim_fn)(void *self, struct ls_node object);

static void sim_each(const struct ls_kind *kind, struct ls_slice namespace_name, sim_fn fn,
                     void *self)
{
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    CHECK(ls_collection_walk_start(&walk, kind->collection, namespace_name, start, 0));
    while (ls_collection_walk_next(&walk))
        fn(self, ls_obj_root(walk.object));
    ls_collection_walk_end(&walk);
}

static void name_add(void *self, struct ls_node object)
{
    struct ls_buf *names = self;
    ls_buf_printf(names, "%s%s", names->len ? " " : "",
                  ls_node_text(ls_node_at(object, "metadata.name")));
}

static struct ls_slice home_of(const struct ls_kind *kind)
{
    return kind->resource.is_namespaced ? LS_SLICE("default") : LS_SLICE("");
}

const char *sim_names(struct simulation *sim, const char *resource)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    const struct ls_kind *kind = sim_kind(sim, resource);
    sim_each(kind, home_of(kind), name_add, &names);
    return ls_arena_dup(&sim->arena, ls_buf_slice(&names));
}

static void count_add(void *self, struct ls_node object)
{
    size_t *count = self;
    (void)object;
    (*count)++;
}

size_t sim_count(struct simulation *sim, const char *resource)
{
    size_t count = 0;
    const struct ls_kind *kind = sim_kind(sim, resource);
    sim_each(kind, home_of(kind), count_add, &count);
    return count;
}

struct event_search {
    const char *about;
    const char *reason;
    struct ls_buf message;
    int64_t count;
};

static void search_check(void *self, struct ls_node event)
{
    struct event_search *search = self;
    struct ls_buf about LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&about, "%s/%s", ls_node_text(ls_node_at(event, "involvedObject.kind")),
                  ls_node_text(ls_node_at(event, "involvedObject.name")));
    if (!ls_slice_is(ls_buf_slice(&about), search->about) ||
        !ls_node_string_is(ls_node_at(event, "reason"), search->reason))
        return;
    if (!search->message.len)
        ls_buf_add_slice(&search->message, ls_node_string(ls_node_at(event, "message")));
    search->count += ls_node_int(ls_node_at(event, "count"), 1);
}

static struct event_search sim_telling(struct simulation *sim, const char *about,
                                       const char *reason)
{
    struct event_search search = {.about = about, .reason = reason};
    sim_each(sim_kind(sim, "v1 events"), LS_SLICE("default"), search_check, &search);
    return search;
}

const char *sim_event(struct simulation *sim, const char *about, const char *reason)
{
    struct event_search search = sim_telling(sim, about, reason);
    const char *message = ls_arena_dup(&sim->arena, ls_buf_slice(&search.message));
    ls_buf_release(&search.message);
    return message;
}

int64_t sim_event_count(struct simulation *sim, const char *about, const char *reason)
{
    struct event_search search = sim_telling(sim, about, reason);
    ls_buf_release(&search.message);
    return search.count;
}

static void dump_add(void *self, struct ls_node object)
{
    ls_json_print(self, object, LS_JSON_COMPACT);
    ls_buf_add_char(self, '\n');
}

void sim_dump(struct simulation *sim, struct ls_buf *out)
{
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(sim->cluster.registry, i)); i++) {
        if (kind->collection)
            sim_each(kind, LS_SLICE(""), dump_add, out);
    }
}
