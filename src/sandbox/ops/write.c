#include "sandbox/ops/write.h"

#include "sandbox/kinds/custom.h"
#include "sandbox/ops/owners.h"
#include "value/build.h"

void ls_write_open(struct ls_write *write, struct ls_op_call *call)
{
    LS_ASSERT(!write->stored);
    LS_ASSERT(call->kind);
    LS_ASSERT(call->arena);
    *write = (struct ls_write){.call = call, .key = {call->namespace_name, call->name}};
    /* The owners' index may hold the last other reference, and drop it during this write. */
    write->kind = ls_kind_ref(call->kind);
    if (call->name.len == 0)
        return;
    write->stored = ls_collection_get(call->kind->collection, write->key);
    if (!write->stored)
        return;
    ls_obj_ref(write->stored);
    write->live = ls_obj_root(write->stored);
    if (call->kind->view)
        write->live = call->kind->view->show(call->arena, call->kind, write->live);
}

void ls_write_release(struct ls_write *write)
{
    ls_obj_unref(write->stored);
    if (write->kind)
        ls_kind_unref(write->kind);
    ls_draft_space_release(&write->space);
    *write = (struct ls_write){0};
}

struct ls_admission ls_write_admission(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    return (struct ls_admission){.arena = call->arena,
                                 .cluster = call->cluster,
                                 .kind = call->kind,
                                 .namespace_name = call->namespace_name,
                                 .subresource = call->subresource,
                                 .old = write->live,
                                 .space = &write->space,
                                 .object = write->object,
                                 .is_dry_run = call->is_dry_run};
}

/* ---- from a value to an object ---- */

/* `[]` and `[{}]` are how clients ask to forget who owns what. */
static bool is_managed_reset(struct ls_node value)
{
    struct ls_node managed = ls_object_meta(value, LS_META_MANAGED_FIELDS);
    if (!ls_node_is_list(managed))
        return false;
    size_t count = ls_node_count(managed);
    struct ls_node first = ls_node_item(managed, 0);
    return count == 0 || (count == 1 && ls_node_is_map(first) && ls_node_count(first) == 0);
}

const char *ls_write_convert(struct ls_write *write, struct ls_node value, struct ls_node *out)
{
    LS_ASSERT(write->call);
    struct ls_op_call *call = write->call;
    struct ls_strict_errors *strict = call->fields == LS_FIELDS_IGNORE ? NULL : &call->strict;
    if (strict)
        strict->arena = call->arena;
    write->is_managed_reset = is_managed_reset(value);
    if (call->kind->is_custom)
        return ls_custom_coerce(call->arena, call->kind, value, strict, out);
    struct ls_err err;
    if (ls_round_trip(call->arena, value, call->kind->type, strict, out, &err))
        return ls_arena_dup(call->arena, ls_slice_of(err.text));
    return NULL;
}

static struct ls_node draft_node(struct ls_arena *arena, const struct ls_draft *draft)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(draft, &build);
    return ls_build_arena(&build, arena);
}

/* Callers inside the process may leave out apiVersion and kind. */
static struct ls_node kind_named(struct ls_op_call *call, struct ls_node object)
{
    if (ls_node_string_is(ls_node_at(object, "kind"), call->kind->resource.kind) &&
        ls_node_string_is(ls_node_at(object, "apiVersion"), call->kind->api_version))
        return object;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", call->kind->resource.kind);
    ls_build_member_text(&build, "apiVersion", call->kind->api_version);
    LS_EACH (it, object) {
        if (ls_slice_is(it.key, "kind") || ls_slice_is(it.key, "apiVersion"))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, call->arena);
}

void ls_write_take(struct ls_write *write, struct ls_node converted)
{
    const struct ls_kind_rules *rules = write->call->kind->rules;
    converted = kind_named(write->call, converted);
    write->object = ls_draft_of(&write->space, converted);
    write->written = converted;
    if (!rules || !rules->defaults)
        return;
    struct ls_admission admission = ls_write_admission(write);
    rules->defaults(&admission);
    write->written = draft_node(write->call->arena, write->object);
}

const struct ls_failure *ls_write_decode(struct ls_write *write, struct ls_node value)
{
    struct ls_op_call *call = write->call;
    const struct ls_resource *resource = &call->kind->resource;
    struct ls_node converted;
    const char *why = ls_write_convert(write, value, &converted);
    if (!why && ls_op_call_strict_pass(call, &why)) {
        ls_write_take(write, converted);
        return NULL;
    }
    return ls_failure_bad_request(call->arena, "%s in version \"%s\" cannot be handled as a %s: %s",
                                  resource->kind, resource->version, resource->kind, why);
}

/* ---- namespace and name ---- */

struct ls_draft *ls_write_map_at(struct ls_write *write, struct ls_draft *map, const char *key)
{
    LS_ASSERT(ls_draft_type(map) == LS_TYPE_MAP);
    struct ls_draft *inner = ls_draft_member(&write->space, map, ls_slice_of(key));
    if (inner && ls_draft_type(inner) == LS_TYPE_MAP)
        return inner;
    inner = ls_draft_empty(&write->space, LS_TYPE_MAP);
    ls_draft_set(&write->space, map, ls_slice_of(key), inner);
    return inner;
}

const struct ls_failure *ls_op_call_names_match(struct ls_op_call *call, struct ls_node written,
                                                bool needs_name)
{
    struct ls_slice in_namespace = ls_node_string(ls_object_meta(written, LS_META_NAMESPACE));
    struct ls_slice name = ls_node_string(ls_object_meta(written, LS_META_NAME));
    bool is_namespaced = call->kind->resource.is_namespaced;
    if (is_namespaced && in_namespace.len && !ls_slice_equal(in_namespace, call->namespace_name))
        return ls_failure_bad_request(call->arena,
                                      "the namespace of the provided object does not match the "
                                      "namespace sent on the request");
    if (!needs_name || ls_slice_equal(name, call->name))
        return NULL;
    if (name.len == 0)
        return ls_failure_bad_request(call->arena,
                                      "the name of the object (%.*s based on URL) was "
                                      "undeterminable: name must be provided",
                                      LS_ARG(call->name));
    return ls_failure_bad_request(
        call->arena, "the name of the object (%.*s) does not match the name on the URL (%.*s)",
        LS_ARG(name), LS_ARG(call->name));
}

/* ---- the store ---- */

const struct ls_obj *ls_write_stored_form(struct ls_write *write, const struct ls_obj *object)
{
    struct ls_op_call *call = write->call;
    if (!call->kind->view)
        return ls_obj_ref(object);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, call->kind->view->store(call->arena, call->kind, ls_obj_root(object)));
    return ls_build_obj(&build);
}

static void stored_put(struct ls_write *write, const struct ls_obj *stored)
{
    struct ls_op_call *call = write->call;
    const struct ls_kind_rules *rules = call->kind->rules;
    struct ls_node old = ls_obj_root(write->stored), now = ls_obj_root(stored);
    ls_collection_put(call->kind->collection, write->key, stored);
    ls_owners_note(call->cluster->owners, call->kind, write->key, old, now);
    if (rules && rules->stored)
        rules->stored(call->cluster, old, now);
}

void ls_write_store(struct ls_write *write, const struct ls_obj *object)
{
    LS_ASSERT(write->key.name.len > 0);
    LS_ASSERT(!write->call->is_dry_run);
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) = ls_write_stored_form(write, object);
    stored_put(write, stored);
}

void ls_write_replace(struct ls_write *write, const struct ls_obj *stored)
{
    LS_ASSERT(write->stored);
    LS_ASSERT(stored != write->stored);
    if (!write->call->is_dry_run)
        stored_put(write, stored);
    ls_obj_unref(write->stored);
    write->stored = ls_obj_ref(stored);
}

void ls_write_remove(struct ls_write *write)
{
    LS_ASSERT(write->stored);
    LS_ASSERT(!write->call->is_dry_run);
    struct ls_op_call *call = write->call;
    const struct ls_kind_rules *rules = call->kind->rules;
    struct ls_node root = ls_obj_root(write->stored);
    const struct ls_obj *last LS_AUTO(ls_obj_unref_at) =
        ls_object_at_revision(call->arena, root, ls_store_next(call->cluster->store));
    ls_collection_remove(call->kind->collection, write->key, last);
    ls_owners_note(call->cluster->owners, call->kind, write->key, root, LS_ABSENT);
    if (rules && rules->forget)
        rules->forget(call->cluster, root);
}
