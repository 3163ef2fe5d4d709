#include "support_town.h"

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

void town_init_with_nodes(struct town *town, uint64_t seed, size_t node_count)
{
    struct ls_cluster *cluster = &town->cluster;
    *town = (struct town){0};
    cluster->world = ls_world_new_virtual(seed, TOWN_START_S * 1000LL);
    cluster->store = ls_store_new(cluster->world, NULL);
    cluster->registry = ls_registry_new(cluster->store);
    cluster->merge_types = ls_merge_types_new();
    cluster->addresses = ls_addresses_new();
    cluster->owners = ls_owners_new();
    town->keep = ls_keep_new(cluster);
    town->workload = ls_workload_new(cluster, node_count);
    town_run(town, 0);
}

void town_init(struct town *town, uint64_t seed)
{
    town_init_with_nodes(town, seed, 3);
}

void town_release(struct town *town)
{
    ls_workload_free(town->workload);
    ls_keep_free(town->keep);
    ls_owners_free(town->cluster.owners);
    ls_addresses_free(town->cluster.addresses);
    ls_merge_types_free(town->cluster.merge_types);
    ls_registry_free(town->cluster.registry);
    ls_store_free(town->cluster.store);
    ls_world_free(town->cluster.world);
    ls_arena_release(&town->arena);
}

void town_run(struct town *town, int64_t ms)
{
    struct ls_world *world = town->cluster.world;
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

static struct ls_op_call town_call(struct town *town, const struct ls_kind *kind,
                                   struct ls_slice name)
{
    CHECK(kind != NULL);
    return (struct ls_op_call){.cluster = &town->cluster,
                               .arena = &town->arena,
                               .kind = kind,
                               .namespace_name = kind->resource.is_namespaced ? LS_SLICE("default")
                                                                              : LS_SLICE(""),
                               .name = name,
                               .manager = LS_SLICE("tester")};
}

static void town_check(const struct ls_failure *failure)
{
    CHECK_STR(failure ? failure->message : "", "");
}

static void town_apply_one(struct town *town, struct ls_node document, const char *subresource)
{
    const struct ls_kind *kind =
        ls_registry_kind(town->cluster.registry, ls_node_string(ls_node_at(document, "apiVersion")),
                         ls_node_string(ls_node_at(document, "kind")));
    struct ls_op_call call =
        town_call(town, kind, ls_node_string(ls_node_at(document, "metadata.name")));
    struct ls_object_key key = {call.namespace_name, call.name};
    struct ls_written written = {0};
    call.subresource = ls_slice_of(subresource);
    if (ls_collection_get(kind->collection, key)) {
        town_check(ls_op_patch(&call, LS_PATCH_MERGE, document, &written));
    } else {
        call.name = LS_SLICE("");
        town_check(ls_op_create(&call, document, &written));
    }
    ls_obj_unref(written.object);
}

static void town_apply_to(struct town *town, const char *text, const char *subresource)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(ls_slice_of(text), NULL);
    struct ls_err err = {0};
    for (;;) {
        const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
        CHECK_OK(ls_yaml_next(yaml, &document, &err), err);
        if (!document)
            return;
        town_apply_one(town, ls_obj_root(document), subresource);
    }
}

void town_apply(struct town *town, const char *yaml)
{
    town_apply_to(town, yaml, "");
}

void town_apply_status(struct town *town, const char *yaml)
{
    town_apply_to(town, yaml, "status");
}

static const struct ls_kind *town_kind(struct town *town, const char *resource)
{
    struct ls_slice plural;
    struct ls_slice group;
    struct ls_slice version;
    struct ls_slice api_version = ls_slice_cut(ls_slice_of(resource), ' ', &plural);
    CHECK(ls_gvk_split(api_version, &group, &version));
    return ls_registry_resource(town->cluster.registry, group, version, plural);
}

static void town_delete_as(struct town *town, const char *resource, const char *name,
                           enum ls_delete_propagation propagation)
{
    struct ls_op_call call = town_call(town, town_kind(town, resource), ls_slice_of(name));
    struct ls_delete_options options = {.propagation = propagation, .grace_s = -1};
    struct ls_deleted deleted = {0};
    town_check(ls_op_delete(&call, &options, &deleted));
    ls_obj_unref(deleted.object);
}

void town_delete(struct town *town, const char *resource, const char *name)
{
    town_delete_as(town, resource, name, LS_PROPAGATE_BACKGROUND);
}

void town_orphan(struct town *town, const char *resource, const char *name)
{
    town_delete_as(town, resource, name, LS_PROPAGATE_ORPHAN);
}

struct ls_node town_get(struct town *town, const char *resource, const char *name)
{
    struct ls_op_call call = town_call(town, town_kind(town, resource), ls_slice_of(name));
    struct ls_object_key key = {call.namespace_name, call.name};
    return ls_obj_root(ls_collection_get(call.kind->collection, key));
}

static const char *text_of(struct town *town, struct ls_node node)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_absent(node))
        return "";
    if (ls_node_is_string(node))
        return ls_arena_dup(&town->arena, ls_node_string(node));
    ls_json_print(&text, node, LS_JSON_COMPACT);
    return ls_arena_dup(&town->arena, ls_buf_slice(&text));
}

const char *town_text(struct town *town, const char *resource, const char *name, const char *path)
{
    return text_of(town, ls_node_at(town_get(town, resource, name), path));
}

const char *town_condition(struct town *town, const char *resource, const char *name,
                           const char *type)
{
    LS_EACH (it, ls_node_at(town_get(town, resource, name), "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            return ls_arena_printf(&town->arena, "%s %s: %s",
                                   ls_node_text(ls_node_at(it.value, "status")),
                                   ls_node_text(ls_node_at(it.value, "reason")),
                                   ls_node_text(ls_node_at(it.value, "message")));
    }
    return "";
}

/* Calls for each object of a kind in a namespace; empty: in all. */
typedef void (*town_fn)(void *self, struct ls_node object);

static void town_each(const struct ls_kind *kind, struct ls_slice namespace_name, town_fn fn,
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

const char *town_names(struct town *town, const char *resource)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    const struct ls_kind *kind = town_kind(town, resource);
    town_each(kind, home_of(kind), name_add, &names);
    return ls_arena_dup(&town->arena, ls_buf_slice(&names));
}

static void count_add(void *self, struct ls_node object)
{
    size_t *count = self;
    (void)object;
    (*count)++;
}

size_t town_count(struct town *town, const char *resource)
{
    size_t count = 0;
    const struct ls_kind *kind = town_kind(town, resource);
    town_each(kind, home_of(kind), count_add, &count);
    return count;
}

struct telling {
    const char *about;
    const char *reason;
    struct ls_buf message;
    int64_t count;
};

static void telling_look(void *self, struct ls_node event)
{
    struct telling *telling = self;
    struct ls_buf about LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&about, "%s/%s", ls_node_text(ls_node_at(event, "involvedObject.kind")),
                  ls_node_text(ls_node_at(event, "involvedObject.name")));
    if (!ls_slice_is(ls_buf_slice(&about), telling->about) ||
        !ls_node_string_is(ls_node_at(event, "reason"), telling->reason))
        return;
    if (!telling->message.len)
        ls_buf_add_slice(&telling->message, ls_node_string(ls_node_at(event, "message")));
    telling->count += ls_node_int(ls_node_at(event, "count"), 1);
}

static struct telling town_telling(struct town *town, const char *about, const char *reason)
{
    struct telling telling = {.about = about, .reason = reason};
    town_each(town_kind(town, "v1 events"), LS_SLICE("default"), telling_look, &telling);
    return telling;
}

const char *town_told(struct town *town, const char *about, const char *reason)
{
    struct telling telling = town_telling(town, about, reason);
    const char *message = ls_arena_dup(&town->arena, ls_buf_slice(&telling.message));
    ls_buf_release(&telling.message);
    return message;
}

int64_t town_told_count(struct town *town, const char *about, const char *reason)
{
    struct telling telling = town_telling(town, about, reason);
    ls_buf_release(&telling.message);
    return telling.count;
}

static void dump_add(void *self, struct ls_node object)
{
    ls_json_print(self, object, LS_JSON_COMPACT);
    ls_buf_add_char(self, '\n');
}

void town_dump(struct town *town, struct ls_buf *out)
{
    const struct ls_kind *kind;
    for (size_t i = 0; (kind = ls_registry_at(town->cluster.registry, i)); i++) {
        if (kind->collection)
            town_each(kind, LS_SLICE(""), dump_add, out);
    }
}
