#include "support_cluster.h"

#include <string.h>

#include "sandbox/kinds/addresses.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/owners.h"
#include "sandbox/store/store.h"
#include "sandbox/types/api_type.h"

enum { STAGE_START_S = 1767225600 }; /* 2026-01-01T00:00:00Z */

void stage_init_bare(struct stage *stage)
{
    stage_init_short(stage, 0);
}

void stage_init_short(struct stage *stage, size_t history_events_max)
{
    struct ls_store_limits limits = {.history_events_max = history_events_max};
    *stage = (struct stage){0};
    struct ls_cluster *cluster = &stage->cluster;
    cluster->world = ls_world_new_virtual(7, STAGE_START_S * 1000LL);
    cluster->store = ls_store_new(cluster->world, &limits);
    cluster->registry = ls_registry_new(cluster->store);
    cluster->merge_types = ls_merge_types_new();
    cluster->addresses = ls_addresses_new();
    cluster->owners = ls_owners_new();
}

void stage_init(struct stage *stage)
{
    stage_init_bare(stage);
    stage_create(stage, "v1 namespaces", "{\"metadata\":{\"name\":\"default\"}}");
}

void stage_release(struct stage *stage)
{
    ls_owners_free(stage->cluster.owners);
    ls_addresses_free(stage->cluster.addresses);
    ls_merge_types_free(stage->cluster.merge_types);
    ls_registry_free(stage->cluster.registry);
    ls_store_free(stage->cluster.store);
    ls_world_free(stage->cluster.world);
    ls_arena_release(&stage->arena);
}

struct ls_op_call stage_call(struct stage *stage, const char *resource, const char *name)
{
    struct ls_slice rest, subresource, group = LS_SLICE(""), version;
    struct ls_slice api_version = ls_slice_cut(ls_slice_of(resource), ' ', &rest);
    struct ls_slice plural = ls_slice_cut(rest, '/', &subresource);
    CHECK(ls_gvk_split(api_version, &group, &version));
    struct ls_op_call call = {
        .cluster = &stage->cluster,
        .arena = &stage->arena,
        .kind = ls_registry_resource(stage->cluster.registry, group, version, plural),
        .subresource = subresource,
        .name = ls_slice_of(name),
        .manager = LS_SLICE("tester")};
    CHECK(call.kind);
    if (call.kind->resource.is_namespaced)
        call.namespace_name = LS_SLICE("default");
    return call;
}

static const char *failure_said(struct stage *stage, const struct ls_failure *failure)
{
    return ls_arena_printf(&stage->arena, "%d %s %s", failure->code, failure->reason,
                           failure->message);
}

/* Uids differ from run to run of other code; nothing here depends on them. */
static const char *object_said(struct stage *stage, int code, struct ls_node object)
{
    struct ls_slice uid = ls_node_string(ls_node_at(object, "metadata.uid"));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text, "%d %s", code, json_of(object));
    char *at = uid.len ? strstr(text.at, ls_arena_dup(&stage->arena, uid)) : NULL;
    if (at) {
        memcpy(at, "UID", 3);
        memmove(at + 3, at + uid.len, strlen(at + uid.len) + 1);
    }
    return ls_arena_dup(&stage->arena, ls_slice_of(text.at));
}

const char *stage_said(struct stage *stage, const struct ls_failure *failure,
                       struct ls_written *written)
{
    if (failure)
        return failure_said(stage, failure);
    const char *said =
        object_said(stage, written->is_created ? 201 : 200, ls_obj_root(written->object));
    ls_obj_unref(written->object);
    return said;
}

const char *stage_create(struct stage *stage, const char *resource, const char *body)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(body);
    struct ls_op_call call = stage_call(stage, resource, "");
    struct ls_written written = {0};
    return stage_said(stage, ls_op_create(&call, ls_obj_root(obj), &written), &written);
}

const char *stage_update(struct stage *stage, const char *resource, const char *name,
                         const char *body)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(body);
    struct ls_op_call call = stage_call(stage, resource, name);
    struct ls_written written = {0};
    return stage_said(stage, ls_op_update(&call, ls_obj_root(obj), &written), &written);
}

const char *stage_patch(struct stage *stage, const char *resource, const char *name,
                        enum ls_patch patch, const char *body)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(body);
    struct ls_op_call call = stage_call(stage, resource, name);
    struct ls_written written = {0};
    return stage_said(stage, ls_op_patch(&call, patch, ls_obj_root(obj), &written), &written);
}

static const char *applied(struct stage *stage, const char *resource, const char *name,
                           const char *manager, bool is_forced, const char *body)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(body);
    struct ls_op_call call = stage_call(stage, resource, name);
    struct ls_written written = {0};
    call.manager = ls_slice_of(manager);
    call.is_forced = is_forced;
    return stage_said(stage, ls_op_patch(&call, LS_PATCH_APPLY, ls_obj_root(obj), &written),
                      &written);
}

const char *stage_apply(struct stage *stage, const char *resource, const char *name,
                        const char *manager, const char *body)
{
    return applied(stage, resource, name, manager, false, body);
}

const char *stage_force(struct stage *stage, const char *resource, const char *name,
                        const char *manager, const char *body)
{
    return applied(stage, resource, name, manager, true, body);
}

const char *stage_delete(struct stage *stage, const char *resource, const char *name,
                         enum ls_delete_propagation propagation)
{
    struct ls_op_call call = stage_call(stage, resource, name);
    struct ls_delete_options options = {.propagation = propagation, .grace_s = -1};
    struct ls_deleted deleted = {0};
    const struct ls_failure *failure = ls_op_delete(&call, &options, &deleted);
    if (failure)
        return failure_said(stage, failure);
    const char *said =
        deleted.is_gone ? "200 gone" : object_said(stage, 200, ls_obj_root(deleted.object));
    ls_obj_unref(deleted.object);
    return said;
}

const char *stage_get(struct stage *stage, const char *resource, const char *name)
{
    struct ls_op_call call = stage_call(stage, resource, name);
    struct ls_written written = {0};
    return stage_said(stage, ls_op_get(&call, &written.object), &written);
}

const char *stage_at(struct stage *stage, const char *resource, const char *name, const char *path)
{
    struct ls_op_call call = stage_call(stage, resource, name);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_op_get(&call, &object))
        return "";
    struct ls_node node = ls_node_at(ls_obj_root(object), path);
    return ls_node_is_absent(node) ? "" : json_of(node);
}
