/* managedFields of a write: who owned what before, who owns it now, and the fields that nobody
 * owns. */
#include "sandbox/ops/write.h"

#include "sandbox/kinds/registry.h"
#include "value/limits.h"
#include "value/structured_merge.h"

/*
 * The fields without an owner: those that the server sets, and those that an endpoint resets.
 * Sorted by name, as field sets are.
 */
/* clang-format off */
#define FIELD(text) .element = {.kind = LS_FIELD_NAME, .name = {(text), sizeof(text) - 1}}
#define OWN(text) {FIELD(text), .is_member = true}
#define SET(table) {(table), LS_COUNT(table)}
#define WITHIN(text, table) {FIELD(text), .below = SET(table)}

static const struct ls_field_entry server_metadata[] = {
    OWN("creationTimestamp"), OWN("generation"),      OWN("managedFields"), OWN("name"),
    OWN("namespace"),         OWN("resourceVersion"), OWN("selfLink"),      OWN("uid"),
};
/* /status of a Deployment and of a Pod. */
static const struct ls_field_entry labels_metadata[] = {
    OWN("creationTimestamp"), OWN("generation"), OWN("labels"),          OWN("managedFields"),
    OWN("name"),              OWN("namespace"),  OWN("resourceVersion"), OWN("selfLink"),
    OWN("uid"),
};
static const struct ls_field_entry pod_metadata[] = {
    OWN("creationTimestamp"), OWN("deletionTimestamp"), OWN("generation"),
    OWN("managedFields"),     OWN("name"),              OWN("namespace"),
    OWN("ownerReferences"),   OWN("resourceVersion"),   OWN("selfLink"),
    OWN("uid"),
};
static const struct ls_field_entry plain[] = {
    OWN("apiVersion"), OWN("kind"), WITHIN("metadata", server_metadata),
};
static const struct ls_field_entry main_fields[] = {
    OWN("apiVersion"), OWN("kind"), WITHIN("metadata", server_metadata), OWN("status"),
};
static const struct ls_field_entry status_fields[] = {
    OWN("apiVersion"), OWN("kind"), WITHIN("metadata", server_metadata), OWN("spec"),
};
static const struct ls_field_entry deployment_status_fields[] = {
    OWN("apiVersion"), OWN("kind"), WITHIN("metadata", labels_metadata), OWN("spec"),
};
static const struct ls_field_entry pod_status_fields[] = {
    OWN("apiVersion"), OWN("kind"), WITHIN("metadata", pod_metadata), OWN("spec"),
};
static const struct ls_field_entry custom_status_fields[] = {
    OWN("apiVersion"), OWN("kind"), OWN("metadata"), OWN("spec"),
};
/* clang-format on */

static struct ls_field_set status_untouched(const struct ls_kind *kind)
{
    if (kind->is_custom)
        return (struct ls_field_set)SET(custom_status_fields);
    if (ls_slice_is(ls_slice_of(kind->resource.kind), "Deployment"))
        return (struct ls_field_set)SET(deployment_status_fields);
    if (ls_slice_is(ls_slice_of(kind->resource.kind), "Pod"))
        return (struct ls_field_set)SET(pod_status_fields);
    return (struct ls_field_set)SET(status_fields);
}

struct ls_field_set ls_server_fields(void)
{
    return (struct ls_field_set)SET(plain);
}

struct ls_field_set ls_reset_fields(const struct ls_op_call *call)
{
    if (ls_slice_is(call->subresource, "status"))
        return status_untouched(call->kind);
    if (call->kind->rules && call->kind->rules->has_status)
        return (struct ls_field_set)SET(main_fields);
    return ls_server_fields();
}

static bool is_served(const struct ls_op_call *call, struct ls_slice api_version)
{
    const struct ls_kind *kind = call->kind;
    return ls_slice_is(api_version, kind->api_version) || !call->cluster->registry ||
           ls_registry_kind(call->cluster->registry, api_version, ls_slice_of(kind->resource.kind));
}

struct ls_managed_fields ls_managed_known(struct ls_op_call *call, struct ls_managed_fields managed)
{
    size_t known = 0, kept = 0;
    while (known < managed.count && is_served(call, managed.entries[known].api_version))
        known++;
    if (known == managed.count)
        return managed;
    struct ls_managed_entry *entries =
        LS_ARENA_ARRAY(call->arena, struct ls_managed_entry, managed.count);
    for (size_t i = 0; i < managed.count; i++) {
        if (is_served(call, managed.entries[i].api_version))
            entries[kept++] = managed.entries[i];
    }
    return (struct ls_managed_fields){.entries = entries, .count = kept};
}

/* The owners before the write: those in the body if it has any, else the stored ones. An unreadable
 * list counts as empty. */
static struct ls_managed_fields managed_before(const struct ls_write *write)
{
    struct ls_arena *arena = write->call->arena;
    struct ls_managed_fields managed = {0};
    if (write->call->subresource.len == 0) {
        if (write->is_managed_reset)
            return managed;
        struct ls_node sent = ls_object_meta(write->written, LS_META_MANAGED_FIELDS);
        if (!ls_managed_fields_parse(arena, sent, &managed, NULL) && managed.count > 0)
            return managed;
    }
    struct ls_node stored = ls_object_meta(write->live, LS_META_MANAGED_FIELDS);
    if (ls_managed_fields_parse(arena, stored, &managed, NULL))
        return (struct ls_managed_fields){0};
    return managed;
}

/* The object before it is created: as in Go, with empty structs where its type has structs, so that
 * nobody owns those. */
static struct ls_node empty_object(struct ls_op_call *call)
{
    struct ls_node empty = ls_empty_map_node(call->arena), zero;
    if (call->kind->is_custom ||
        ls_round_trip(call->arena, empty, call->kind->type, NULL, &zero, NULL))
        return empty;
    return zero;
}

struct ls_managed_fields ls_managed_strip(struct ls_arena *arena, struct ls_managed_fields managed,
                                          const struct ls_managed_entry *self)
{
    LS_ASSERT(self);
    static const struct ls_field_entry metadata[] = {OWN("metadata")};
    struct ls_managed_entry *entries =
        LS_ARENA_ARRAY(arena, struct ls_managed_entry, managed.count);
    size_t count = 0;
    for (size_t i = 0; i < managed.count; i++) {
        struct ls_managed_entry entry = managed.entries[i];
        if (ls_managed_is_same(&entry, self))
            entry.fields =
                ls_field_set_difference(arena, entry.fields, (struct ls_field_set)SET(metadata));
        if (!ls_field_set_is_empty(entry.fields))
            entries[count++] = entry;
    }
    return (struct ls_managed_fields){entries, count};
}

struct ls_managed_fields ls_managed_first(struct ls_op_call *call, struct ls_merge merge,
                                          struct ls_node object)
{
    struct ls_merged merged;
    merge.live = empty_object(call);
    if (ls_merge_update(call->arena, &merge, object, &merged, NULL))
        return (struct ls_managed_fields){0};
    return ls_managed_strip(call->arena, merged.managed, &merge.self);
}

void ls_write_own(struct ls_write *write)
{
    LS_ASSERT(write->object);
    LS_ASSERT(write->call->manager.len > 0);
    struct ls_op_call *call = write->call;
    struct ls_managed_fields before = managed_before(write);
    write->managed = (struct ls_managed_fields){0};
    /* An untracked object stays untracked until somebody applies to it. */
    if (before.count == 0 && write->stored)
        return;
    struct ls_merge merge = {
        .type = ls_kind_merge_type(call->kind, call->cluster->merge_types),
        .live = write->live,
        .managed = before,
        .self = {.manager = call->manager,
                 .operation = LS_MANAGE_UPDATE,
                 .api_version = ls_slice_of(call->kind->api_version),
                 .subresource = call->subresource,
                 .time = ls_now_text(call->cluster, call->arena)},
        .untouched = ls_reset_fields(call),
    };
    struct ls_merged merged;
    if (!write->stored) {
        write->managed = ls_managed_first(call, merge, write->written);
    } else if (!ls_merge_update(call->arena, &merge, write->written, &merged, NULL)) {
        merged.managed = ls_managed_strip(call->arena, merged.managed, &merge.self);
        merged.managed = ls_managed_known(call, merged.managed);
        write->managed =
            ls_managed_fields_cap(call->arena, merged.managed, LS_MANAGED_UPDATERS_MAX);
    }
}
