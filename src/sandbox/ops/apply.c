/* Server-side apply: checks, conflicts, what kubectl took over from client-side apply, the
 * merge. */
#include "sandbox/kinds/custom.h"
#include "sandbox/ops/patch.h"
#include "sandbox/ops/sorted.h"
#include "sandbox/ops/from_unstructured.h"
#include "sandbox/ops/write.h"
#include "value/build.h"
#include "value/go_text.h"
#include "value/json.h"
#include "value/structured_merge.h"

#define LAST_APPLIED "kubectl.kubernetes.io/last-applied-configuration"

/* ---- what may be applied ---- */

/* As Go prints a GroupVersionKind: "apps/v1, Kind=Deployment", "/v1, Kind=ConfigMap". */
static const char *gvk_text(struct ls_arena *arena, struct ls_node body)
{
    struct ls_slice api_version = ls_node_string(ls_node_at(body, "apiVersion"));
    struct ls_slice kind = ls_node_string(ls_node_at(body, "kind"));
    bool has_group = ls_slice_find(api_version, '/') != SIZE_MAX;
    return ls_arena_printf(arena, "%s%.*s, Kind=%.*s", has_group ? "" : "/", LS_ARG(api_version),
                           LS_ARG(kind));
}

const struct ls_failure *ls_apply_check(struct ls_op_call *call, struct ls_node body,
                                        const char *api_version, const char *kind)
{
    struct ls_node managed = ls_object_meta(body, LS_META_MANAGED_FIELDS);
    if (!ls_node_is_map(body))
        return ls_failure_bad_request(
            call->arena,
            "error decoding YAML: error unmarshaling JSON: while decoding JSON: json: cannot "
            "unmarshal %s into Go value of type map[string]interface {}",
            ls_node_is_list(body) ? "array" : ls_type_name(ls_node_type(body)));
    if (!ls_node_string_is(ls_node_at(body, "apiVersion"), api_version) ||
        !ls_node_string_is(ls_node_at(body, "kind"), kind))
        return ls_failure_bad_request(call->arena, "invalid object type: %s",
                                      gvk_text(call->arena, body));
    if (!ls_node_is_absent(managed) && !ls_node_is_null(managed))
        return ls_failure_bad_request(call->arena, "metadata.managedFields must be nil");
    return NULL;
}

/* ---- conflicts ---- */

static const char *conflict_message(struct ls_arena *arena, const struct ls_conflicts *conflicts)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_managed_entry *owner = NULL;
    size_t count = conflicts->count + conflicts->left_out;
    bool is_one = count == 1;
    ls_buf_printf(&text, "Apply failed with %zu conflict%s: ", count, is_one ? "" : "s");
    for (size_t i = 0; i < conflicts->count; i++) {
        if (conflicts->at[i].owner != owner) {
            owner = conflicts->at[i].owner;
            ls_buf_printf(&text, "%sconflict%s with ", i ? "\n" : "", is_one ? "" : "s");
            ls_managed_entry_show(&text, owner);
            ls_buf_add_char(&text, ':');
        }
        ls_buf_add_text(&text, is_one ? " " : "\n- ");
        ls_field_path_show(&text, conflicts->at[i].path);
    }
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static struct ls_failure_cause conflict_cause(struct ls_arena *arena,
                                              const struct ls_conflict *conflict)
{
    struct ls_buf message LS_AUTO(ls_buf_release) = {0}, field LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&message, "conflict with ");
    ls_managed_entry_show(&message, conflict->owner);
    ls_field_path_show(&field, conflict->path);
    return (struct ls_failure_cause){.reason = "FieldManagerConflict",
                                     .message = ls_arena_dup(arena, ls_buf_slice(&message)),
                                     .field = ls_arena_dup(arena, ls_buf_slice(&field))};
}

static const struct ls_failure *conflicts_failure(struct ls_arena *arena,
                                                  const struct ls_conflicts *conflicts)
{
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    struct ls_failure_cause *causes =
        LS_ARENA_ARRAY(arena, struct ls_failure_cause, conflicts->count);
    for (size_t i = 0; i < conflicts->count; i++)
        causes[i] = conflict_cause(arena, &conflicts->at[i]);
    *failure = *ls_failure_new(arena, 409, "Conflict", "%s", conflict_message(arena, conflicts));
    failure->causes = causes;
    failure->cause_count = conflicts->count;
    return failure;
}

/* ---- what kubectl applied from the client's side ---- */

static struct ls_slice last_applied(struct ls_node object)
{
    struct ls_node annotations = ls_object_meta(object, LS_META_ANNOTATIONS);
    return ls_node_string(ls_node_get(annotations, LS_SLICE(LAST_APPLIED)));
}

/* The fields of the last-applied annotation that the live object still holds unchanged: kubectl may
 * take those from any owner. False: there is no annotation. */
static bool own_fields_find(struct ls_arena *arena, const struct ls_merge *merge,
                            struct ls_field_set *out)
{
    const struct ls_obj *applied LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_typed_changes changes;
    struct ls_slice text = last_applied(merge->live);
    if (text.len == 0 || ls_json_parse(text, NULL, &applied, NULL))
        return false;
    struct ls_node api_version = ls_node_at(ls_obj_root(applied), "apiVersion");
    if (!ls_slice_equal(ls_node_string(api_version), merge->self.api_version))
        return false;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_obj_root(applied));
    struct ls_node config = ls_build_arena(&build, arena);
    if (ls_typed_check(config, merge->type, false, NULL) ||
        ls_typed_compare(arena, config, merge->live, merge->type, &changes, NULL))
        return false;
    struct ls_field_set set = ls_typed_fields(arena, config, merge->type);
    set = ls_field_set_difference(arena, set, changes.modified);
    set = ls_field_set_difference(arena, set, changes.added);
    *out = ls_field_set_difference(arena, set, changes.removed);
    return true;
}

/* Keeps the conflicts that kubectl may not take over; false: there is no annotation to compare
 * with. */
static bool conflicts_filter(struct ls_op_call *call, const struct ls_merge *merge,
                             struct ls_conflicts *conflicts)
{
    struct ls_field_set own;
    size_t count = 0;
    if (!ls_slice_is(call->manager, "kubectl") || !own_fields_find(call->arena, merge, &own))
        return false;
    struct ls_conflict *left = LS_ARENA_ARRAY(call->arena, struct ls_conflict, conflicts->count);
    for (size_t i = 0; i < conflicts->count; i++) {
        if (!ls_field_set_has(own, conflicts->at[i].path))
            left[count++] = conflicts->at[i];
    }
    conflicts->at = left;
    conflicts->count = count;
    return true;
}

static const struct ls_failure *typed_failure(struct ls_op_call *call, struct ls_node body,
                                              const struct ls_type_schema *type,
                                              const struct ls_err *err)
{
    struct ls_buf why LS_AUTO(ls_buf_release) = {0};
    if (!ls_typed_explain(call->arena, body, type, &why))
        ls_buf_add_text(&why, err->text);
    return ls_failure_new(call->arena, 500, "",
                          "failed to create typed patch object (%s/%s; %s): %s",
                          ls_node_text(ls_object_meta(body, LS_META_NAMESPACE)),
                          ls_node_text(ls_object_meta(body, LS_META_NAME)),
                          gvk_text(call->arena, body), ls_buf_text(&why));
}

const struct ls_failure *ls_apply_merge(struct ls_op_call *call, const struct ls_merge *merge,
                                        struct ls_node body, struct ls_merged *out)
{
    struct ls_conflicts conflicts;
    struct ls_err err;
    enum ls_code code =
        ls_merge_apply(call->arena, merge, body, call->is_forced, out, &conflicts, &err);
    if (code == LS_E_CONFLICT && conflicts_filter(call, merge, &conflicts) && conflicts.count == 0)
        code = ls_merge_apply(call->arena, merge, body, true, out, &conflicts, &err);
    if (code == LS_E_CONFLICT)
        return conflicts_failure(call->arena, &conflicts);
    return code ? typed_failure(call, body, merge->type, &err) : NULL;
}

/* The body as the annotation holds it: without the annotation itself, as Go prints it. */
static struct ls_node last_applied_node(struct ls_arena *arena, struct ls_node body)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_draft_space space LS_AUTO(ls_draft_space_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_draft *draft = ls_draft_of(&space, body);
    struct ls_draft *metadata = ls_draft_member(&space, draft, LS_SLICE("metadata"));
    struct ls_draft *annotations =
        metadata ? ls_draft_member(&space, metadata, LS_SLICE("annotations")) : NULL;
    if (annotations)
        ls_draft_take_member(&space, annotations, LS_SLICE(LAST_APPLIED));
    ls_draft_build(draft, &build);
    ls_go_print_json(&text, ls_sorted_all(arena, ls_build_arena(&build, arena)));
    ls_buf_add_char(&text, '\n');
    return ls_text_node(arena, ls_buf_slice(&text));
}

/* An apply by kubectl updates the annotation, where there is one. */
static struct ls_node last_applied_renew(struct ls_op_call *call, struct ls_node object,
                                         struct ls_node body)
{
    struct ls_draft_space space LS_AUTO(ls_draft_space_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!ls_slice_is(call->manager, "kubectl") || last_applied(object).len == 0)
        return object;
    struct ls_draft *draft = ls_draft_of(&space, object);
    struct ls_draft *metadata = ls_draft_member(&space, draft, LS_SLICE("metadata"));
    struct ls_draft *annotations = ls_draft_member(&space, metadata, LS_SLICE("annotations"));
    ls_draft_set(&space, annotations, LS_SLICE(LAST_APPLIED),
                 ls_draft_of(&space, last_applied_node(call->arena, body)));
    ls_draft_build(draft, &build);
    return ls_build_arena(&build, call->arena);
}

/* ---- the merge ---- */

static const struct ls_failure *managed_live(struct ls_write *write, struct ls_merge *merge)
{
    struct ls_op_call *call = write->call;
    struct ls_err err;
    struct ls_node list = ls_object_meta(write->live, LS_META_MANAGED_FIELDS);
    if (ls_managed_fields_parse(call->arena, list, &merge->managed, &err))
        return ls_failure_new(call->arena, 500, "", "failed to decode managed fields: %s",
                              err.text);
    merge->managed = ls_managed_known(call, merge->managed);
    if (merge->managed.count > 0 || !write->stored)
        return NULL;
    /* Fields of an untracked object get an owner before the first apply. */
    struct ls_merge first = *merge;
    first.self.manager = LS_SLICE("before-first-apply");
    first.self.operation = LS_MANAGE_UPDATE;
    merge->managed = ls_managed_first(call, first, write->live);
    return NULL;
}

static bool managed_is_same(struct ls_managed_fields a, struct ls_managed_fields b)
{
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++) {
        if (!ls_managed_is_same(&a.entries[i], &b.entries[i]) ||
            !ls_slice_equal(a.entries[i].api_version, b.entries[i].api_version) ||
            !ls_field_set_equal(a.entries[i].fields, b.entries[i].fields))
            return false;
    }
    return true;
}

static const struct ls_failure *strict_refusal(struct ls_op_call *call)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_strict_errors *strict = &call->strict;
    const char *why;
    if (call->fields != LS_FIELDS_STRICT || strict->count == 0) {
        (void)ls_op_call_strict_pass(call, &why);
        return NULL;
    }
    for (size_t i = 0; i < strict->count; i++)
        ls_buf_printf(&text, "\n  %s", strict->at[i]);
    return ls_failure_bad_request(call->arena,
                                  "error strict decoding YAML: error converting YAML to JSON: "
                                  "yaml: unmarshal errors:%s",
                                  ls_buf_text(&text));
}

static const struct ls_failure *uid_refusal(struct ls_write *write, struct ls_node body)
{
    struct ls_op_call *call = write->call;
    struct ls_slice uid = ls_object_uid(body);
    if (write->stored || uid.len == 0)
        return NULL;
    const char *why = ls_arena_printf(
        call->arena,
        "uid mismatch: the provided object specified uid %.*s, and no existing object was found",
        LS_ARG(uid));
    return ls_failure_conflict(call->arena, ls_kind_about(call->kind, call->name), why);
}

static const struct ls_failure *conversion_failure(struct ls_op_call *call, struct ls_node body,
                                                   const char *why)
{
    const char *gvk = gvk_text(call->arena, body);
    const char *in_namespace = ls_node_text(ls_object_meta(body, LS_META_NAMESPACE));
    const char *name = ls_node_text(ls_object_meta(body, LS_META_NAME));
    if (call->kind->is_custom)
        return ls_failure_new(call->arena, 500, "",
                              "failed to convert new typed object (%s/%s; %s) to object: %s",
                              in_namespace, name, gvk, why);
    return ls_failure_new(call->arena, 500, "",
                          "failed to convert new object (%s/%s; %s) to proper version: unable to "
                          "convert unstructured object to %s: %s",
                          in_namespace, name, gvk, gvk,
                          ls_from_unstructured_message(call->arena, why));
}

/* Stores the result of the merge. */
static const struct ls_failure *applied_close(struct ls_write *write, struct ls_node object,
                                              struct ls_node body, struct ls_written *out)
{
    struct ls_op_call *call = write->call;
    struct ls_node converted;
    enum ls_field_validation fields = call->fields;
    const struct ls_failure *failure = strict_refusal(call);
    if (failure)
        return failure;
    call->fields = LS_FIELDS_IGNORE; /* the merge has refused what is unknown */
    const char *why = ls_write_convert(write, object, &converted);
    if (why && !call->kind->is_custom)
        why =
            ls_write_convert(write, ls_from_unstructured_integers(call->arena, object), &converted);
    call->fields = fields;
    if (why)
        return conversion_failure(call, body, why);
    ls_write_take(write, converted);
    failure = uid_refusal(write, body);
    if (!failure)
        failure = ls_op_call_names_match(write->call, write->written, true);
    return failure ? failure : ls_write_close(write, out);
}

/* The live object without managedFields, which the merge does not read. */
static struct ls_node live_without_managed(const struct ls_write *write)
{
    struct ls_arena *arena = write->call->arena;
    if (!write->stored)
        return LS_ABSENT;
    struct ls_metadata metadata = ls_metadata_read(ls_node_get(write->live, LS_SLICE("metadata")));
    metadata.at[LS_META_MANAGED_FIELDS] = LS_ABSENT;
    return ls_object_with_in(arena, write->live, ls_metadata_build(arena, &metadata));
}

static const struct ls_failure *apply_run(struct ls_write *write, struct ls_node body,
                                          struct ls_written *out)
{
    struct ls_op_call *call = write->call;
    struct ls_merge merge = {
        .type = ls_kind_merge_type(call->kind, call->cluster->merge_types),
        .live = live_without_managed(write),
        .self = {.manager = call->manager,
                 .operation = LS_MANAGE_APPLY,
                 .api_version = ls_slice_of(call->kind->api_version),
                 .subresource = call->subresource,
                 .time = ls_now_text(call->cluster, call->arena)},
        .untouched = ls_reset_fields(call),
    };
    struct ls_merged merged;
    const struct ls_failure *failure = managed_live(write, &merge);
    if (!failure)
        failure = ls_apply_merge(call, &merge, body, &merged);
    if (failure)
        return failure;
    struct ls_node object = last_applied_renew(call, merged.object, body);
    write->managed = ls_managed_strip(call->arena, merged.managed, &merge.self);
    if (write->stored && object.word == merged.object.word && !merged.is_changed &&
        call->strict.count == 0 && managed_is_same(merge.managed, write->managed)) {
        *out = (struct ls_written){.object = ls_op_call_show(call, write->stored)};
        return NULL;
    }
    return applied_close(write, object, body, out);
}

const struct ls_failure *ls_op_apply(struct ls_op_call *call, struct ls_node body,
                                     struct ls_written *out)
{
    LS_ASSERT(call->name.len > 0);
    LS_ASSERT(call->manager.len > 0);
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    ls_write_open(&write, call);
    write.is_patch = true;
    write.is_apply = true;
    if (!write.stored && call->subresource.len > 0)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    const struct ls_failure *failure =
        ls_apply_check(call, body, call->kind->api_version, call->kind->resource.kind);
    return failure ? failure : apply_run(&write, body, out);
}
