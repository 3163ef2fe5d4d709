/* The object before it is stored: fields of other endpoints, metadata, preparation, generation,
 * validation. */
#include "sandbox/ops/write.h"

#include "base/map.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/unenforced.h"
#include "sandbox/types/order.h"
#include "value/build.h"
#include "value/hash.h"

/* ---- what other endpoints own ---- */

/* What Go writes for an empty status; absent: nothing. */
static struct ls_node status_empty(struct ls_write *write)
{
    struct ls_arena *arena = write->call->arena;
    const struct ls_api_type *type = write->call->kind->type;
    const struct ls_api_field *field = type ? ls_api_field_find(type, LS_SLICE("status")) : NULL;
    struct ls_node empty;
    if (!field || field->flags & (LS_FIELD_POINTER | LS_FIELD_OMIT_ZERO) || !field->type)
        return LS_ABSENT;
    if (ls_round_trip(arena, ls_empty_map_node(arena), field->type, NULL, &empty, NULL))
        return LS_ABSENT;
    return empty;
}

static void member_put(struct ls_write *write, const char *key, struct ls_node value)
{
    struct ls_slice name = ls_slice_of(key);
    if (ls_node_is_absent(value))
        ls_draft_take_member(&write->space, write->object, name);
    else
        ls_draft_set(&write->space, write->object, name, ls_draft_of(&write->space, value));
}

static void main_fold(struct ls_write *write)
{
    const struct ls_kind_rules *rules = write->call->kind->rules;
    if (!rules || !rules->has_status)
        return;
    if (write->stored)
        member_put(write, "status", ls_node_get(write->live, LS_SLICE("status")));
    else if (!ls_slice_is(ls_slice_of(write->call->kind->resource.kind), "Node"))
        member_put(write, "status", status_empty(write)); /* kubelets send theirs */
}

/* An update of /status keeps everything else, and for built-in kinds the metadata too. */
static void status_fold(struct ls_write *write)
{
    struct ls_draft_space *space = &write->space;
    struct ls_draft *status = ls_draft_take_member(space, write->object, LS_SLICE("status"));
    struct ls_draft *metadata = ls_draft_take_member(space, write->object, LS_SLICE("metadata"));
    write->object = ls_draft_of(space, write->live);
    if (status)
        ls_draft_set(space, write->object, LS_SLICE("status"), status);
    else
        ls_draft_take_member(space, write->object, LS_SLICE("status"));
    if (!write->call->kind->is_custom && metadata)
        ls_draft_set(space, write->object, LS_SLICE("metadata"), metadata);
}

/* Endpoints that write a part of a pod's spec. */
static bool writes_part(const struct ls_write *write)
{
    return ls_slice_is(write->call->subresource, "ephemeralcontainers") ||
           ls_slice_is(write->call->subresource, "resize");
}

static void spec_member_take(struct ls_write *write, struct ls_draft *spec, struct ls_node sent,
                             const char *key)
{
    struct ls_slice name = ls_slice_of(key);
    struct ls_node value = ls_node_get(sent, name);
    if (ls_node_is_absent(value))
        ls_draft_take_member(&write->space, spec, name);
    else
        ls_draft_set(&write->space, spec, name, ls_draft_of(&write->space, value));
}

/* Takes the resources of containers whose position did not change; a list in another order is taken
 * whole, and validation refuses it. */
static void resources_take(struct ls_write *write, struct ls_draft *spec, struct ls_node sent,
                           const char *key)
{
    struct ls_node list = ls_node_get(sent, ls_slice_of(key));
    struct ls_draft *mine = ls_draft_member(&write->space, spec, ls_slice_of(key));
    size_t i = 0;
    bool is_same = ls_node_count(list) == (mine ? ls_draft_count(mine) : 0);
    LS_EACH (it, list) {
        struct ls_draft *own = is_same ? ls_draft_item(&write->space, mine, i++) : NULL;
        struct ls_draft *name = own ? ls_draft_member(&write->space, own, LS_SLICE("name")) : NULL;
        is_same = name && ls_slice_equal(ls_node_string(ls_draft_node(name)),
                                         ls_node_string(ls_node_at(it.value, "name")));
        if (!is_same)
            break;
        spec_member_take(write, own, it.value, "resources");
        spec_member_take(write, own, it.value, "resizePolicy");
    }
    if (!is_same)
        spec_member_take(write, spec, sent, key);
}

static void part_fold(struct ls_write *write)
{
    struct ls_node sent = ls_node_get(write->written, LS_SLICE("spec"));
    write->object = ls_draft_of(&write->space, write->live);
    struct ls_draft *spec = ls_draft_member(&write->space, write->object, LS_SLICE("spec"));
    if (ls_slice_is(write->call->subresource, "ephemeralcontainers")) {
        spec_member_take(write, spec, sent, "ephemeralContainers");
        return;
    }
    resources_take(write, spec, sent, "containers");
    resources_take(write, spec, sent, "initContainers");
    spec_member_take(write, spec, sent, "resources");
}

static void endpoint_fold(struct ls_write *write)
{
    if (writes_part(write))
        part_fold(write);
    else if (ls_slice_is(write->call->subresource, "status"))
        status_fold(write);
    else
        main_fold(write);
}

/* ---- metadata ---- */

/* Whether an equal reference came before; linear in the length of the list. */
static bool is_repeated(struct ls_map *seen, struct ls_node reference)
{
    struct ls_hash hash = ls_hash_node(reference);
    struct ls_slice key = {(const char *)hash.bytes, sizeof hash.bytes};
    return ls_map_put(seen, key, seen) != NULL;
}

static struct ls_node owners_dedup(struct ls_write *write, struct ls_node owners)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf doubles LS_AUTO(ls_buf_release) = {0};
    struct ls_map *seen = ls_map_new(0);
    ls_build_list(&build);
    LS_EACH (it, owners) {
        if (!is_repeated(seen, it.value))
            ls_build_node(&build, it.value);
        else
            ls_buf_printf(&doubles, "%s%s", doubles.len ? ", " : "",
                          ls_node_text(ls_node_at(it.value, "uid")));
    }
    ls_build_end(&build);
    ls_map_free(seen);
    if (doubles.len == 0)
        return owners;
    ls_op_call_warn(
        write->call,
        ".metadata.ownerReferences contains duplicate entries%s; API server dedups owner "
        "references in 1.20+, and may reject such requests as early as 1.24; please fix "
        "your requests; duplicate UID(s) observed: %s",
        write->is_patch ? " after mutating admission happens" : "", ls_buf_text(&doubles));
    return ls_build_arena(&build, write->call->arena);
}

static void metadata_stamp_new(struct ls_write *write, struct ls_metadata *metadata)
{
    struct ls_op_call *call = write->call;
    char uid[37];
    ls_random_uuid(&call->cluster->world->random, uid);
    metadata->at[LS_META_NAME] = ls_text_node(call->arena, write->key.name);
    metadata->at[LS_META_UID] = ls_text_node(call->arena, ls_slice_of(uid));
    metadata->at[LS_META_CREATION_TIMESTAMP] =
        ls_text_node(call->arena, ls_now_text(call->cluster, call->arena));
    metadata->at[LS_META_DELETION_TIMESTAMP] = LS_ABSENT;
    metadata->at[LS_META_DELETION_GRACE] = LS_ABSENT;
}

static void metadata_stamp_old(struct ls_write *write, struct ls_metadata *metadata)
{
    struct ls_metadata old = ls_metadata_read(ls_node_get(write->live, LS_SLICE("metadata")));
    struct ls_node *at = metadata->at;
    if (ls_node_string(at[LS_META_UID]).len == 0)
        at[LS_META_UID] = old.at[LS_META_UID];
    at[LS_META_CREATION_TIMESTAMP] = old.at[LS_META_CREATION_TIMESTAMP];
    if (!ls_node_is_absent(old.at[LS_META_DELETION_TIMESTAMP]))
        at[LS_META_DELETION_TIMESTAMP] = old.at[LS_META_DELETION_TIMESTAMP];
    if (ls_node_is_absent(at[LS_META_DELETION_GRACE]))
        at[LS_META_DELETION_GRACE] = old.at[LS_META_DELETION_GRACE];
    if (ls_slice_is(write->call->subresource, "status") &&
        ls_slice_is(ls_slice_of(write->call->kind->resource.kind), "Deployment"))
        at[LS_META_LABELS] = old.at[LS_META_LABELS];
}

static void metadata_put(struct ls_write *write, const struct ls_metadata *metadata)
{
    member_put(write, "metadata", ls_metadata_build(write->call->arena, metadata));
}

static void metadata_stamp(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    bool is_status = ls_slice_is(call->subresource, "status");
    bool keeps = writes_part(write) || (is_status && call->kind->is_custom);
    struct ls_node source = keeps ? write->live : write->written;
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(source, LS_SLICE("metadata")));
    struct ls_node owners = metadata.at[LS_META_OWNER_REFERENCES];
    metadata.at[LS_META_SELF_LINK] = LS_ABSENT;
    metadata.at[LS_META_MANAGED_FIELDS] = LS_ABSENT;
    metadata.at[LS_META_RESOURCE_VERSION] = LS_ABSENT;
    metadata.at[LS_META_NAMESPACE] = call->kind->resource.is_namespaced
                                         ? ls_text_node(call->arena, call->namespace_name)
                                         : LS_ABSENT;
    if (ls_node_count(owners) > 1)
        metadata.at[LS_META_OWNER_REFERENCES] = owners_dedup(write, owners);
    if (write->stored)
        metadata_stamp_old(write, &metadata);
    else
        metadata_stamp_new(write, &metadata);
    metadata_put(write, &metadata);
}

static struct ls_metadata metadata_now(struct ls_write *write)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(ls_draft_member(&write->space, write->object, LS_SLICE("metadata")), &build);
    return ls_metadata_read(ls_build_arena(&build, write->call->arena));
}

static struct ls_node managed_node(struct ls_write *write)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (write->managed.count == 0)
        return LS_ABSENT;
    ls_managed_fields_build(&build, write->managed);
    return ls_build_arena(&build, write->call->arena);
}

/* The revision in reply and store: the next one; on a dry run the old one or none. */
static struct ls_node revision_node(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    if (call->is_dry_run)
        return ls_object_meta(write->live, LS_META_RESOURCE_VERSION);
    return ls_revision_node(call->arena, ls_store_next(call->cluster->store));
}

/* ---- preparation and validation ---- */

static const struct ls_failure *prepare(struct ls_write *write)
{
    const struct ls_kind_rules *rules = write->call->kind->rules;
    if (!rules || !rules->prepare)
        return NULL;
    struct ls_admission admission = ls_write_admission(write);
    return rules->prepare(&admission);
}

/* Puts members that defaults and rules added into the order of the type. */
static const struct ls_obj *in_order(const struct ls_obj *object, const struct ls_api_type *type)
{
    if (!type || ls_api_is_ordered(ls_obj_root(object), type))
        return object;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_api_build_ordered(&build, ls_obj_root(object), type);
    ls_obj_unref(object);
    return ls_build_obj(&build);
}

static const struct ls_obj *object_finish(struct ls_write *write)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_metadata metadata = metadata_now(write);
    metadata.at[LS_META_GENERATION] = ls_generation_next(write, metadata.at[LS_META_GENERATION]);
    metadata.at[LS_META_MANAGED_FIELDS] = managed_node(write);
    metadata.at[LS_META_RESOURCE_VERSION] = revision_node(write);
    metadata_put(write, &metadata);
    ls_draft_build(write->object, &build);
    return in_order(ls_build_obj(&build), write->call->kind->type);
}

const struct ls_failure *ls_write_finish(struct ls_write *write, const struct ls_obj **out)
{
    LS_ASSERT(write->object);
    endpoint_fold(write);
    metadata_stamp(write);
    const struct ls_failure *failure = prepare(write);
    if (!failure)
        *out = object_finish(write);
    return failure;
}

static void finalizers_warn(struct ls_write *write, struct ls_node finalizers)
{
    LS_EACH (it, finalizers) {
        struct ls_slice name = ls_node_string(it.value);
        if (ls_slice_find(name, '/') != SIZE_MAX || ls_slice_is(name, "orphan") ||
            ls_slice_is(name, "foregroundDeletion"))
            continue;
        bool is_domain = ls_slice_find(name, '.') != SIZE_MAX;
        ls_op_call_warn(
            write->call,
            "metadata.finalizers: \"%.*s\": prefer a domain-qualified finalizer name %sto "
            "avoid accidental conflicts with other finalizer writers",
            LS_ARG(name), is_domain ? "including a path (/) " : "");
    }
}

const struct ls_failure *ls_write_validate(struct ls_write *write, struct ls_node object)
{
    struct ls_op_call *call = write->call;
    const struct ls_kind_rules *rules = call->kind->rules;
    struct ls_field_errors errors = {.arena = call->arena};
    struct ls_admission admission = ls_write_admission(write);
    ls_metadata_validate(call->kind, write->live, object, &errors);
    if (rules && rules->validate)
        rules->validate(&admission, object, &errors);
    if (call->kind->is_custom) {
        ls_custom_validate(call->arena, call->kind, call->subresource, write->live, object, &errors,
                           &call->warnings);
        if (errors.count == 0)
            finalizers_warn(write, ls_object_meta(object, LS_META_FINALIZERS));
    }
    if (rules && rules->warn && errors.count == 0)
        rules->warn(&admission, object, &call->warnings);
    if (errors.count == 0)
        ls_unenforced_warn(&admission, object, &call->warnings);
    return ls_field_errors_failure(&errors, ls_kind_stored_about(call->kind, write->key.name));
}
