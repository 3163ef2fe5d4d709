#include "sandbox/ops/size.h"

#include <string.h>

#include "sandbox/ops/limits.h"
#include "sandbox/types/protobuf_size.h"
#include "value/json.h"

enum {
    RAFT_BYTES = 17, /* id and type of the request around the transaction */
    PUT_BYTES = 13,  /* of a transaction that puts one value, beyond keys, value and its lengths */
    PUT_LENGTHS = 3, /* lengths that grow with the value: of operation, put and value */
    REREAD_BYTES = 5 /* added where the old object is read again after a mismatch */
};

/* Built-in kinds are stored as protobuf, but for those of the two built-in extensions. */
static bool is_stored_as_json(const struct ls_kind *kind)
{
    return kind->is_custom || !kind->type ||
           strcmp(kind->resource.group, "apiextensions.k8s.io") == 0 ||
           strcmp(kind->resource.group, "apiregistration.k8s.io") == 0;
}

/* The stored size: without resourceVersion, which etcd keeps itself; JSON ends with a line
 * break. */
static size_t value_bytes(const struct ls_kind *kind, struct ls_node object)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t revision = ls_object_revision(object).len;
    if (!is_stored_as_json(kind))
        return ls_protobuf_size(object, kind->type) - revision;
    ls_json_print(&text, object, LS_JSON_COMPACT);
    return text.len + 1 - (revision ? revision + strlen("\"resourceVersion\":\"\",") : 0);
}

/* `/registry/GROUP/PLURAL/NAMESPACE/NAME`; built-in kinds have no group there. */
static size_t key_bytes(const struct ls_write *write)
{
    const struct ls_resource *resource = &write->kind->resource;
    size_t group = is_stored_as_json(write->kind) ? strlen(resource->group) + 1 : 0;
    size_t space = write->key.namespace_name.len;
    return strlen("/registry/") + group + strlen(resource->plural) + 1 + (space ? space + 1 : 0) +
           write->key.name.len;
}

/* The size of the transaction that creates or replaces the object. */
static size_t message_bytes(const struct ls_write *write, struct ls_node object)
{
    int64_t revision = 0;
    size_t key = key_bytes(write);
    size_t value = value_bytes(write->kind, object);
    size_t bytes = PUT_BYTES + PUT_LENGTHS * ls_varint_size(value) + 2 * key + value;
    if (!write->stored)
        return bytes;
    (void)ls_slice_to_i64(ls_object_revision(write->live), &revision);
    return bytes + REREAD_BYTES + key + ls_varint_size((uint64_t)revision);
}

static const struct ls_failure *refusal(struct ls_write *write, struct ls_node object)
{
    struct ls_arena *arena = write->call->arena;
    size_t bytes = message_bytes(write, object);
    if (bytes > LS_OBJECT_MESSAGE_BYTES_MAX)
        return ls_failure_new(arena, 500, "",
                              "rpc error: code = ResourceExhausted desc = trying to send message "
                              "larger than max (%zu vs. %d)",
                              bytes, LS_OBJECT_MESSAGE_BYTES_MAX);
    if (bytes + RAFT_BYTES > LS_OBJECT_BYTES_MAX)
        return ls_failure_new(arena, 500, "", "etcdserver: request is too large");
    return NULL;
}

static const struct ls_obj *without_managed_fields(struct ls_arena *arena, struct ls_node object)
{
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(object, LS_SLICE("metadata")));
    metadata.at[LS_META_MANAGED_FIELDS] = LS_ABSENT;
    return ls_object_with(object, ls_metadata_build(arena, &metadata));
}

/* A small object is not measured: JSON needs at most six bytes per character. */
const struct ls_failure *ls_write_fit(struct ls_write *write, const struct ls_obj **object)
{
    LS_ASSERT(*object);
    struct ls_op_call *call = write->call;
    size_t heap_bytes = ls_obj_bytes(*object);
    if (call->is_dry_run)
        return NULL;
    if (ls_store_is_full(call->cluster->store, heap_bytes))
        return ls_failure_new(call->arena, 500, "", "etcdserver: mvcc: database space exceeded");
    if (heap_bytes <= LS_OBJECT_BYTES_MAX / 8)
        return NULL;
    const struct ls_failure *failure = refusal(write, ls_obj_root(*object));
    if (!failure || write->is_apply)
        return failure;
    const struct ls_obj *bare LS_AUTO(ls_obj_unref_at) =
        without_managed_fields(call->arena, ls_obj_root(*object));
    failure = refusal(write, ls_obj_root(bare));
    if (failure)
        return failure;
    ls_obj_unref(*object);
    *object = ls_obj_ref(bare);
    return NULL;
}
