#include "sandbox/ops/terminating.h"

#include "value/build.h"

bool ls_kind_is_namespace(const struct ls_kind *kind)
{
    return kind->resource.group[0] == '\0' &&
           ls_slice_is(ls_slice_of(kind->resource.plural), "namespaces");
}

static bool is_definition(const struct ls_kind *kind)
{
    return ls_slice_is(ls_slice_of(kind->resource.group), "apiextensions.k8s.io") &&
           ls_slice_is(ls_slice_of(kind->resource.plural), "customresourcedefinitions");
}

/* ---- marking ---- */

static void text_set(struct ls_write *write, struct ls_draft *map, const char *key,
                     struct ls_slice text)
{
    struct ls_node value = ls_text_node(write->call->arena, text);
    ls_draft_set(&write->space, map, ls_slice_of(key), ls_draft_of(&write->space, value));
}

static struct ls_node list_with(struct ls_arena *arena, struct ls_node list, struct ls_node added)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    LS_EACH (it, list)
        ls_build_node(&build, it.value);
    ls_build_node(&build, added);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static void finalizer_add(struct ls_write *write, struct ls_metadata *metadata, const char *name)
{
    struct ls_arena *arena = write->call->arena;
    struct ls_node *finalizers = &metadata->at[LS_META_FINALIZERS];
    if (!ls_node_has_text(*finalizers, ls_slice_of(name)))
        *finalizers = list_with(arena, *finalizers, ls_text_node(arena, ls_slice_of(name)));
}

static void mark_store(struct ls_write *write, struct ls_draft *object,
                       struct ls_metadata *metadata)
{
    struct ls_op_call *call = write->call;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    metadata->at[LS_META_DELETION_TIMESTAMP] =
        ls_text_node(call->arena, ls_now_text(call->cluster, call->arena));
    ls_draft_build(object, &build);
    struct ls_node root = ls_build_arena(&build, call->arena);
    const struct ls_obj *marked LS_AUTO(ls_obj_unref_at) =
        ls_object_with(root, ls_metadata_build(call->arena, metadata));
    const struct ls_obj *revised LS_AUTO(ls_obj_unref_at) = ls_object_at_revision(
        call->arena, ls_obj_root(marked), ls_store_next(call->cluster->store));
    ls_write_replace(write, call->is_dry_run ? marked : revised);
}

static void namespace_mark(struct ls_write *write, const struct ls_delete_options *options)
{
    struct ls_node root = ls_obj_root(write->stored);
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(root, LS_SLICE("metadata")));
    struct ls_draft *object = ls_draft_of(&write->space, root);
    text_set(write, ls_write_map_at(write, object, "status"), "phase", LS_SLICE("Terminating"));
    if (options->propagation == LS_PROPAGATE_FOREGROUND)
        finalizer_add(write, &metadata, "foregroundDeletion");
    if (options->propagation == LS_PROPAGATE_ORPHAN)
        finalizer_add(write, &metadata, "orphan");
    mark_store(write, object, &metadata);
}

static struct ls_node terminating_condition(struct ls_write *write)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "type", "Terminating");
    ls_build_member_text(&build, "status", "True");
    ls_build_key(&build, LS_SLICE("lastTransitionTime"));
    ls_build_string(&build, ls_now_text(write->call->cluster, write->call->arena));
    ls_build_member_text(&build, "reason", "InstanceDeletionPending");
    ls_build_member_text(&build, "message",
                         "CustomResourceDefinition marked for deletion; CustomResource deletion "
                         "will begin soon");
    ls_build_end(&build);
    return ls_build_arena(&build, write->call->arena);
}

static void definition_mark(struct ls_write *write)
{
    struct ls_node root = ls_obj_root(write->stored);
    struct ls_node conditions = ls_node_at(root, "status.conditions");
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(root, LS_SLICE("metadata")));
    struct ls_draft *object = ls_draft_of(&write->space, root);
    finalizer_add(write, &metadata, "customresourcecleanup.apiextensions.k8s.io");
    conditions = list_with(write->call->arena, conditions, terminating_condition(write));
    ls_draft_set(&write->space, ls_write_map_at(write, object, "status"), LS_SLICE("conditions"),
                 ls_draft_of(&write->space, conditions));
    mark_store(write, object, &metadata);
}

bool ls_terminating_mark(struct ls_write *write, const struct ls_delete_options *options)
{
    LS_ASSERT(write->stored);
    struct ls_node root = ls_obj_root(write->stored);
    bool is_deleting = ls_object_is_deleting(root);
    if (ls_kind_is_namespace(write->call->kind)) {
        if (!is_deleting)
            namespace_mark(write, options);
        return !is_deleting || ls_node_count(ls_node_at(root, "spec.finalizers")) > 0;
    }
    if (!is_definition(write->call->kind) || is_deleting)
        return false;
    definition_mark(write);
    return true;
}
