/* The end of a create or update: names, existence, conflicts, validation, the store. */
#include "sandbox/ops/write.h"

#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/limits.h"
#include "sandbox/ops/names.h"
#include "sandbox/ops/size.h"

/* ---- the rights of the user ---- */

static const struct ls_failure *guard_changes(struct ls_write *write)
{
    const struct ls_write_guard *guard = write->call->guard;
    if (!guard)
        return NULL;
    return guard->changes(guard->self, write->call, write->live, write->written);
}

static const struct ls_failure *guard_creates(struct ls_write *write)
{
    const struct ls_write_guard *guard = write->call->guard;
    return guard && !write->is_post ? guard->creates(guard->self, write->call) : NULL;
}

/* ---- create ---- */

/* NULL: objects may be created in the call's namespace. */
static const struct ls_failure *namespace_refusal(struct ls_op_call *call, struct ls_slice name)
{
    struct ls_slice wanted = call->namespace_name;
    if (!call->kind->resource.is_namespaced)
        return NULL;
    const struct ls_kind *kind = ls_registry_resource(call->cluster->registry, LS_SLICE(""),
                                                      LS_SLICE("v1"), LS_SLICE("namespaces"));
    struct ls_object_key key = {.name = wanted};
    const struct ls_obj *found = ls_collection_get(kind->collection, key);
    if (!found)
        return ls_failure_not_found(call->arena, ls_kind_about(kind, wanted));
    if (!ls_node_string_is(ls_node_at(ls_obj_root(found), "status.phase"), "Terminating"))
        return NULL;
    struct ls_failure *failure = LS_ARENA_NEW(call->arena, struct ls_failure);
    struct ls_failure_cause *cause = LS_ARENA_NEW(call->arena, struct ls_failure_cause);
    const char *why = ls_arena_printf(
        call->arena,
        "unable to create new content in namespace %.*s because it is being terminated",
        LS_ARG(wanted));
    *failure = *ls_failure_forbidden(call->arena, ls_kind_about(call->kind, name), why);
    *cause = (struct ls_failure_cause){
        .reason = "NamespaceTerminating",
        .message =
            ls_arena_printf(call->arena, "namespace %.*s is being terminated", LS_ARG(wanted)),
        .field = "metadata.namespace"};
    failure->causes = cause;
    failure->cause_count = 1;
    return failure;
}

/* Makes a name from generateName; a few tries to find a free one. */
static void name_generate(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    struct ls_slice base = ls_node_string(ls_object_meta(write->written, LS_META_GENERATE_NAME));
    write->key.name = ls_node_string(ls_object_meta(write->written, LS_META_NAME));
    for (size_t i = 0; base.len > 0 && i < LS_NAME_TRIES_MAX; i++) {
        if (write->key.name.len > 0 &&
            (i == 0 || !ls_collection_get(call->kind->collection, write->key)))
            return;
        write->key.name = ls_name_generate(call->arena, &call->cluster->world->random, base);
    }
}

static bool has_revision(const struct ls_write *write)
{
    int64_t revision;
    struct ls_slice sent = ls_object_revision(write->written);
    return ls_slice_to_i64(sent, &revision) && revision != 0;
}

static const struct ls_failure *exists_failure(struct ls_write *write, const struct ls_obj *taken)
{
    struct ls_op_call *call = write->call;
    const struct ls_failure *failure =
        ls_failure_exists(call->arena, ls_kind_about(call->kind, write->key.name));
    if (!ls_object_is_deleting(ls_obj_root(taken)))
        return failure;
    struct ls_failure *waiting = LS_ARENA_NEW(call->arena, struct ls_failure);
    *waiting = *failure;
    waiting->message =
        ls_arena_printf(call->arena, "object is being deleted: %s", failure->message);
    return waiting;
}

static const struct ls_failure *create_check(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    struct ls_slice name = ls_node_string(ls_object_meta(write->written, LS_META_NAME));
    const struct ls_failure *failure = namespace_refusal(call, name);
    if (!failure && call->kind->is_custom)
        failure = ls_custom_create_refusal(call->arena, call->kind, name);
    return failure;
}

/* The stored object in the call's version: another version may lose fields. */
static const struct ls_obj *answer_of(struct ls_write *write, const struct ls_obj *object)
{
    if (!write->call->kind->view)
        return ls_obj_ref(object);
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) = ls_write_stored_form(write, object);
    return ls_op_call_show(write->call, stored);
}

static void created(struct ls_write *write, const struct ls_obj *object, struct ls_written *out)
{
    if (!write->call->is_dry_run)
        ls_write_store(write, object);
    *out = (struct ls_written){.object = answer_of(write, object), .is_created = true};
}

static const struct ls_failure *create_close(struct ls_write *write, struct ls_written *out)
{
    struct ls_op_call *call = write->call;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_failure *failure = create_check(write);
    if (!failure)
        failure = guard_changes(write);
    if (failure)
        return failure;
    name_generate(write);
    failure = ls_write_finish(write, &object);
    if (!failure)
        failure = ls_write_validate(write, ls_obj_root(object));
    if (!failure)
        failure = guard_creates(write);
    if (failure)
        return failure;
    if (write->is_post && has_revision(write))
        return ls_failure_new(call->arena, 500, "",
                              "resourceVersion should not be set on objects to be created");
    failure = ls_write_fit(write, &object);
    if (failure)
        return failure;
    const struct ls_obj *taken = ls_collection_get(call->kind->collection, write->key);
    if (taken)
        return exists_failure(write, taken);
    created(write, object, out);
    return NULL;
}

/* ---- update ---- */

/* Kinds whose updates must carry a resourceVersion. */
static bool needs_revision(const struct ls_kind *kind)
{
    static const char *const plurals[] = {
        "runtimeclasses",
        "poddisruptionbudgets",
        "csidrivers",
        "csistoragecapacities",
        "volumeattachments",
        "csinodes",
        "leases",
        "validatingadmissionpolicies",
        "mutatingadmissionpolicies",
        "mutatingwebhookconfigurations",
        "validatingwebhookconfigurations",
        "mutatingadmissionpolicybindings",
        "validatingadmissionpolicybindings",
        "apiservices",
        "customresourcedefinitions",
    };
    if (kind->is_custom)
        return true;
    for (size_t i = 0; i < LS_COUNT(plurals); i++) {
        if (ls_slice_is(ls_slice_of(kind->resource.plural), plurals[i]))
            return true;
    }
    return false;
}

static const struct ls_failure *revision_missing(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    struct ls_field_errors errors = {.arena = call->arena};
    struct ls_about about = ls_kind_about(call->kind, call->name);
    about.kind = about.plural;
    ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "metadata.resourceVersion", "0",
                       "must be specified for an update");
    return ls_field_errors_failure(&errors, about);
}

static const struct ls_failure *uid_check(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    struct ls_slice sent = ls_object_uid(write->written), uid = ls_object_uid(write->live);
    if (write->is_patch || sent.len == 0 || ls_slice_equal(sent, uid))
        return NULL;
    const struct ls_resource *resource = &call->kind->resource;
    const char *why = ls_arena_printf(
        call->arena,
        "StorageError: invalid object, Code: 4, Key: /registry/%s/%.*s%s%.*s, ResourceVersion: 0, "
        "AdditionalErrorMsg: Precondition failed: UID in precondition: %.*s, UID in object meta: "
        "%.*s",
        resource->plural, LS_ARG(call->namespace_name), call->namespace_name.len ? "/" : "",
        LS_ARG(call->name), LS_ARG(sent), LS_ARG(uid));
    return ls_failure_conflict(call->arena, ls_kind_about(call->kind, call->name), why);
}

static const struct ls_failure *revision_check(struct ls_write *write)
{
    struct ls_op_call *call = write->call;
    struct ls_slice sent = ls_object_revision(write->written);
    int64_t revision = 0;
    if (sent.len > 0 && (!ls_slice_to_i64(sent, &revision) || revision < 0))
        return ls_failure_new(call->arena, 500, "",
                              "strconv.ParseUint: parsing \"%.*s\": invalid syntax", LS_ARG(sent));
    if (revision == 0)
        return needs_revision(call->kind) ? revision_missing(write) : NULL;
    if (ls_slice_equal(sent, ls_object_revision(write->live)))
        return NULL;
    return ls_failure_conflict(call->arena, ls_kind_about(call->kind, call->name),
                               "the object has been modified; please apply your changes to the "
                               "latest version and try again");
}

/* True: a deleted object lost its last finalizer with this update. */
static bool is_released(const struct ls_write *write, struct ls_node object)
{
    struct ls_node namespace_finalizers = ls_node_at(object, "spec.finalizers");
    bool is_namespace = ls_slice_is(ls_slice_of(write->call->kind->resource.kind), "Namespace") &&
                        write->call->kind->resource.group[0] == '\0';
    return ls_object_is_deleting(write->live) &&
           ls_node_count(ls_object_meta(object, LS_META_FINALIZERS)) == 0 &&
           ls_node_int(ls_object_meta(write->live, LS_META_DELETION_GRACE), 0) == 0 &&
           !(is_namespace && ls_node_count(namespace_finalizers) > 0);
}

static void updated(struct ls_write *write, const struct ls_obj *object, struct ls_written *out)
{
    struct ls_op_call *call = write->call;
    int64_t old_revision = 0;
    if (is_released(write, ls_obj_root(object))) {
        (void)ls_slice_to_i64(ls_object_revision(write->live), &old_revision);
        if (!call->is_dry_run)
            ls_write_remove(write);
        out->object = ls_object_at_revision(call->arena, ls_obj_root(object), old_revision);
        return;
    }
    if (ls_object_is_same(write->live, ls_obj_root(object))) {
        out->object = ls_op_call_show(call, write->stored);
        return;
    }
    if (!call->is_dry_run)
        ls_write_store(write, object);
    out->object = answer_of(write, object);
}

static const struct ls_failure *update_close(struct ls_write *write, struct ls_written *out)
{
    const struct ls_failure *failure = uid_check(write);
    if (!failure)
        failure = guard_changes(write);
    if (!failure)
        failure = revision_check(write);
    if (failure)
        return failure;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    failure = ls_write_finish(write, &object);
    if (!failure)
        failure = ls_write_validate(write, ls_obj_root(object));
    if (!failure)
        failure = ls_write_fit(write, &object);
    if (failure)
        return failure;
    *out = (struct ls_written){0};
    updated(write, object, out);
    return NULL;
}

const struct ls_failure *ls_write_close(struct ls_write *write, struct ls_written *out)
{
    LS_ASSERT(write->object);
    return write->stored ? update_close(write, out) : create_close(write, out);
}
