#include "sandbox/keep/step.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/store/store.h"

const struct ls_kind *ls_keep_step_kind(const struct ls_keep_step *step, const char *group,
                                        const char *plural)
{
    return ls_registry_resource(step->cluster->registry, ls_slice_of(group), LS_SLICE("v1"),
                                ls_slice_of(plural));
}

/* A place remembers the kind by which its object was written; its definition may have changed
 * since.
 */
static const struct ls_kind *kind_now(const struct ls_keep_step *step, const struct ls_kind *kind)
{
    const struct ls_registry *registry = step->cluster->registry;
    const struct ls_resource *resource = &kind->resource;
    const struct ls_kind *now =
        ls_registry_resource(registry, ls_slice_of(resource->group), ls_slice_of(resource->version),
                             ls_slice_of(resource->plural));
    if (!now)
        now = ls_registry_group_kind(registry, ls_slice_of(resource->group),
                                     ls_slice_of(resource->kind));
    return now ? now : kind;
}

static struct ls_op_call step_call(const struct ls_keep_step *step, const struct ls_kind *kind,
                                   struct ls_object_key key)
{
    LS_ASSERT(kind);
    LS_ASSERT(step->manager);
    return (struct ls_op_call){.cluster = step->cluster,
                               .arena = step->arena,
                               .kind = kind_now(step, kind),
                               .namespace_name = key.namespace_name,
                               .name = key.name,
                               .manager = ls_slice_of(step->manager),
                               .fields = LS_FIELDS_IGNORE};
}

bool ls_keep_step_create(const struct ls_keep_step *step, const struct ls_kind *kind,
                         struct ls_slice namespace_name, struct ls_node object)
{
    struct ls_op_call call =
        step_call(step, kind, (struct ls_object_key){.namespace_name = namespace_name});
    struct ls_written written = {0};
    if (ls_op_create(&call, object, &written))
        return false;
    ls_obj_unref(written.object);
    return true;
}

bool ls_keep_step_merge(const struct ls_keep_step *step, struct ls_object_place place,
                        const char *subresource, struct ls_node patch)
{
    struct ls_op_call call = step_call(step, place.kind, place.key);
    struct ls_written written = {0};
    call.subresource = ls_slice_of(subresource);
    if (ls_op_patch(&call, LS_PATCH_MERGE, patch, &written))
        return false;
    ls_obj_unref(written.object);
    return true;
}

bool ls_keep_step_delete(const struct ls_keep_step *step, struct ls_object_place place,
                         struct ls_slice uid, enum ls_delete_propagation propagation)
{
    LS_ASSERT(uid.len > 0);
    struct ls_op_call call = step_call(step, place.kind, place.key);
    struct ls_delete_options options = {
        .propagation = propagation, .grace_s = -1, .uid = ls_arena_slice(step->arena, uid)};
    struct ls_deleted deleted = {0};
    if (ls_op_delete(&call, &options, &deleted))
        return false;
    ls_obj_unref(deleted.object);
    return true;
}

struct ls_node ls_keep_step_read(struct ls_object_place place)
{
    LS_ASSERT(place.kind);
    return ls_obj_root(ls_collection_get(place.kind->collection, place.key));
}
