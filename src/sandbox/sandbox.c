#include "sandbox/sandbox.h"

#include "base/mem.h"
#include "base/world.h"
#include "sandbox/access/access.h"
#include "sandbox/keep/keep.h"
#include "sandbox/kinds/addresses.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/load.h"
#include "sandbox/ops/owners.h"
#include "sandbox/ops/restore.h"
#include "sandbox/serve/serve.h"
#include "sandbox/store/store.h"
#include "sandbox/types/api_type.h"
#include "sandbox/workload/workload.h"

/* In the order of creation: each part uses the parts above it. */
struct ls_sandbox {
    struct ls_cluster cluster;
    struct ls_keep *keep;
    struct ls_access *access;     /* NULL: roles are not enforced */
    struct ls_workload *workload; /* NULL: a bare API server */
    struct ls_serve *serve;
};

static void cluster_init(struct ls_cluster *cluster, struct ls_world *world,
                         const struct ls_sandbox_options *options)
{
    struct ls_store_limits limits = {0};
    struct ls_slice ca_pem = options->ca_pem;
    cluster->world = world;
    cluster->has_rbac = options->has_rbac;
    cluster->store = ls_store_new(world, &limits);
    cluster->registry = ls_registry_new(cluster->store);
    cluster->merge_types = ls_merge_types_new();
    cluster->addresses = ls_addresses_new();
    cluster->owners = ls_owners_new();
    cluster->ca_pem =
        (struct ls_slice){ls_strndup(ca_pem.len > 0 ? ca_pem.at : "", ca_pem.len), ca_pem.len};
}

static void cluster_release(struct ls_cluster *cluster)
{
    ls_owners_free(cluster->owners);
    ls_addresses_free(cluster->addresses);
    ls_merge_types_free(cluster->merge_types);
    ls_registry_free(cluster->registry);
    ls_store_free(cluster->store);
    ls_free((void *)cluster->ca_pem.at);
}

struct ls_sandbox *ls_sandbox_new(struct ls_world *world, const struct ls_sandbox_options *options)
{
    struct ls_sandbox *sandbox = LS_NEW(struct ls_sandbox);
    struct ls_serve_options serve = {.token = options->token};
    cluster_init(&sandbox->cluster, world, options);
    sandbox->keep = ls_keep_new(&sandbox->cluster);
    if (options->has_rbac)
        sandbox->access = ls_access_new(&sandbox->cluster);
    serve.authorizer = ls_access_authorizer(sandbox->access);
    if (!options->has_no_workloads)
        sandbox->workload = ls_workload_new(&sandbox->cluster, options->node_count);
    sandbox->serve = ls_serve_new(&sandbox->cluster, &serve);
    /* Watches cannot start before the server did, as with kube-apiserver's watch cache. */
    ls_store_compact(sandbox->cluster.store);
    return sandbox;
}

void ls_sandbox_free(struct ls_sandbox *sandbox)
{
    if (!sandbox)
        return;
    ls_serve_free(sandbox->serve);
    ls_workload_free(sandbox->workload);
    ls_access_free(sandbox->access);
    ls_keep_free(sandbox->keep);
    cluster_release(&sandbox->cluster);
    ls_free(sandbox);
}

struct ls_service ls_sandbox_service(struct ls_sandbox *sandbox)
{
    return ls_serve_service(sandbox->serve);
}

static void collection_each(struct ls_collection *collection, ls_sandbox_object_fn fn, void *self)
{
    struct ls_collection_walk walk;
    struct ls_object_key start = {0};
    bool is_there = ls_collection_walk_start(&walk, collection, LS_SLICE(""), start, 0);
    LS_ASSERT(is_there); /* the present is never too old */
    while (ls_collection_walk_next(&walk))
        fn(self, walk.object);
    ls_collection_walk_end(&walk);
}

void ls_sandbox_each(const struct ls_sandbox *sandbox, ls_sandbox_object_fn fn, void *self)
{
    struct ls_collection *collection;
    for (size_t at = 0; (collection = ls_store_collection_next(sandbox->cluster.store, &at));)
        collection_each(collection, fn, self);
}

int64_t ls_sandbox_revision(const struct ls_sandbox *sandbox)
{
    return ls_store_revision(sandbox->cluster.store);
}

void ls_sandbox_observe(struct ls_sandbox *sandbox, ls_sandbox_change_fn fn, void *self)
{
    ls_store_observe(sandbox->cluster.store, fn, self);
}

bool ls_sandbox_load(struct ls_sandbox *sandbox, const struct ls_obj *object)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_node root = ls_obj_root(object);
    struct ls_node metadata = ls_node_at(root, "metadata");
    struct ls_op_call call = {
        .cluster = &sandbox->cluster,
        .arena = &arena,
        .kind = ls_registry_kind(sandbox->cluster.registry,
                                 ls_node_string(ls_node_at(root, "apiVersion")),
                                 ls_node_string(ls_node_at(root, "kind"))),
        .name = ls_node_string(ls_node_at(metadata, "name")),
        .manager = LS_SLICE("load"),
    };
    if (!call.kind || call.kind->is_virtual || call.name.len == 0)
        return false;
    if (call.kind->resource.is_namespaced)
        call.namespace_name = ls_node_string(ls_node_at(metadata, "namespace"));
    ls_op_load(&call, root);
    return true;
}

void ls_sandbox_compact(struct ls_sandbox *sandbox)
{
    ls_store_compact(sandbox->cluster.store);
}

struct ls_service ls_sandbox_lagging_service(struct ls_sandbox *sandbox)
{
    return ls_serve_lagging_service(sandbox->serve);
}

void ls_sandbox_lag(struct ls_sandbox *sandbox, int64_t revision, enum ls_lag_reads reads,
                    int64_t for_ms)
{
    ls_serve_lag(sandbox->serve, (struct ls_lag){revision, reads}, for_ms);
}

bool ls_sandbox_restore(struct ls_sandbox *sandbox, int64_t revision)
{
    return ls_op_restore(&sandbox->cluster, revision);
}
