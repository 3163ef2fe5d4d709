#include "sandbox/ops/scale.h"

#include "sandbox/kinds/custom.h"
#include "sandbox/ops/patch.h"
#include "sandbox/ops/write.h"
#include "sandbox/types/table_types.h"
#include "value/build.h"
#include "value/edit.h"
#include "value/selector.h"
#include "value/structured_merge.h"

/* The fields of a kind that its Scale shows. */
struct scale_paths {
    const char *spec_replicas; /* dotted */
    const char *status_replicas;
    const char *selector; /* NULL: none */
    bool has_text;        /* the selector is a string (custom kinds) */
};

static struct scale_paths paths_of(const struct ls_kind *kind)
{
    const struct ls_custom_scale *custom = kind->is_custom ? ls_custom_scale(kind) : NULL;
    if (custom)
        return (struct scale_paths){custom->spec_replicas, custom->status_replicas,
                                    custom->label_selector, true};
    return (struct scale_paths){"spec.replicas", "status.replicas", "spec.selector", false};
}

/* ---- the Scale of an object ---- */

static const char *selector_text(struct ls_op_call *call, struct ls_node object)
{
    struct scale_paths paths = paths_of(call->kind);
    struct ls_node source = paths.selector ? ls_node_at(object, paths.selector) : LS_ABSENT;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_selector selector;
    if (paths.has_text)
        return ls_node_text(source);
    bool is_plain = ls_slice_is(ls_slice_of(call->kind->resource.kind), "ReplicationController");
    enum ls_code code = is_plain ? ls_selector_from_labels(call->arena, source, &selector, NULL)
                                 : ls_selector_from_node(call->arena, source, &selector, NULL);
    if (code)
        return "";
    ls_selector_print(&text, &selector);
    return ls_arena_dup(call->arena, ls_buf_slice(&text));
}

static void metadata_show(struct ls_op_call *call, struct ls_build *build, struct ls_node object,
                          struct ls_node managed)
{
    struct ls_metadata all = ls_metadata_read(ls_node_get(object, LS_SLICE("metadata")));
    struct ls_metadata shown = {0};
    static const enum ls_meta_field fields[] = {LS_META_NAME, LS_META_NAMESPACE, LS_META_UID,
                                                LS_META_RESOURCE_VERSION,
                                                LS_META_CREATION_TIMESTAMP};
    for (size_t i = 0; i < LS_COUNT(fields); i++)
        shown.at[fields[i]] = all.at[fields[i]];
    shown.at[LS_META_MANAGED_FIELDS] = managed;
    ls_build_member(build, "metadata", ls_metadata_build(call->arena, &shown));
}

static struct ls_node scale_of(struct ls_op_call *call, struct ls_node object,
                               struct ls_node managed)
{
    struct scale_paths paths = paths_of(call->kind);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const char *selector = selector_text(call, object);
    int64_t replicas = ls_node_int(ls_node_at(object, paths.spec_replicas), 0);
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "Scale");
    ls_build_member_text(&build, "apiVersion", "autoscaling/v1");
    metadata_show(call, &build, object, managed);
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    if (replicas) {
        ls_build_key(&build, LS_SLICE("replicas"));
        ls_build_int(&build, replicas);
    }
    ls_build_end(&build);
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("replicas"));
    ls_build_int(&build, ls_node_int(ls_node_at(object, paths.status_replicas), 0));
    if (selector[0])
        ls_build_member_text(&build, "selector", selector);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, call->arena);
}

static const struct ls_obj *obj_of(struct ls_node node)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, node);
    return ls_build_obj(&build);
}

const struct ls_failure *ls_scale_get(struct ls_op_call *call, const struct ls_obj *stored,
                                      const struct ls_obj **out)
{
    LS_ASSERT(stored);
    const struct ls_obj *shown LS_AUTO(ls_obj_unref_at) = ls_op_call_show(call, stored);
    *out = obj_of(scale_of(call, ls_obj_root(shown), LS_ABSENT));
    return NULL;
}

/* ---- who owns the number ---- */

static struct ls_field_set path_set(struct ls_arena *arena, const char *dotted)
{
    struct ls_field_element elements[16];
    struct ls_slice rest = ls_slice_of(dotted);
    size_t count = 0;
    while (rest.at && count < LS_COUNT(elements))
        elements[count++] = ls_field_name(ls_slice_cut(rest, '.', &rest));
    struct ls_field_element *kept = LS_ARENA_ARRAY(arena, struct ls_field_element, count);
    for (size_t i = 0; i < count; i++)
        kept[i] = elements[i];
    return ls_field_set_of(arena, (struct ls_field_path){kept, count});
}

/* The owners of spec.replicas of the object, as owners of the Scale's. */
static struct ls_managed_fields scale_owners(struct ls_op_call *call,
                                             struct ls_managed_fields parent)
{
    struct ls_field_set there = path_set(call->arena, paths_of(call->kind).spec_replicas);
    struct ls_field_set here = path_set(call->arena, "spec.replicas");
    struct ls_managed_entry *entries =
        LS_ARENA_ARRAY(call->arena, struct ls_managed_entry, parent.count);
    size_t count = 0;
    for (size_t i = 0; i < parent.count; i++) {
        if (!ls_field_set_is_subset(there, parent.entries[i].fields))
            continue;
        entries[count] = parent.entries[i];
        entries[count].api_version = LS_SLICE("autoscaling/v1");
        entries[count++].fields = here;
    }
    return (struct ls_managed_fields){entries, count};
}

static size_t entry_find(struct ls_managed_fields managed, const struct ls_managed_entry *wanted)
{
    size_t i = 0;
    while (i < managed.count && !ls_managed_is_same(&managed.entries[i], wanted))
        i++;
    return i;
}

/*
 * The reverse: a manager that lost the Scale's replicas loses the object's, a new owner gets an
 * entry there.
 *
 * kube-apiserver distinguishes updates by apiVersion, and the entries of the Scale have another
 * one. So any write to the Scale gives every owner by update an entry for the replicas alone,
 * without a time. Clients see this.
 */
static struct ls_managed_fields parent_owners(struct ls_op_call *call,
                                              struct ls_managed_fields parent,
                                              struct ls_managed_fields scale)
{
    struct ls_arena *arena = call->arena;
    struct ls_field_set there = path_set(arena, paths_of(call->kind).spec_replicas);
    struct ls_field_set here = path_set(arena, "spec.replicas");
    size_t count = 0, most = parent.count + scale.count;
    struct ls_managed_entry *entries = LS_ARENA_ARRAY(arena, struct ls_managed_entry, most);
    for (size_t i = 0; i < parent.count; i++) {
        struct ls_managed_entry entry = parent.entries[i];
        if (ls_field_set_is_subset(there, entry.fields) && entry_find(scale, &entry) == scale.count)
            entry.fields = ls_field_set_difference(arena, entry.fields, there);
        if (!ls_field_set_is_empty(entry.fields))
            entries[count++] = entry;
    }
    for (size_t i = 0; i < scale.count; i++) {
        struct ls_managed_entry entry = scale.entries[i];
        size_t at = entry_find(parent, &entry);
        if (!ls_field_set_is_subset(here, entry.fields) ||
            (at < parent.count && ls_field_set_is_subset(there, parent.entries[at].fields)))
            continue;
        entry.api_version = ls_slice_of(call->kind->api_version);
        entry.time = (struct ls_slice){0};
        entry.fields = there;
        entries[count++] = entry;
    }
    return (struct ls_managed_fields){entries, count};
}

/* ---- writing ---- */

/* The state of one write of a Scale. */
struct scaling {
    struct ls_write write;           /* of the object behind it */
    struct ls_managed_fields parent; /* of the object */
    struct ls_merge merge;           /* of the Scale */
    struct ls_managed_fields after;  /* of the Scale */
    struct ls_node scale;            /* the new Scale */
    bool is_put;                     /* the whole Scale was sent */
};

static void scaling_release(struct scaling *scaling)
{
    ls_write_release(&scaling->write);
}

static const struct ls_failure *scaling_open(struct scaling *scaling, struct ls_op_call *call)
{
    ls_write_open(&scaling->write, call);
    if (!scaling->write.stored)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    struct ls_node list = ls_object_meta(scaling->write.live, LS_META_MANAGED_FIELDS);
    if (ls_managed_fields_parse(call->arena, list, &scaling->parent, NULL))
        scaling->parent = (struct ls_managed_fields){0};
    scaling->merge = (struct ls_merge){
        .type = ls_merge_type_of(call->cluster->merge_types, &ls_api_autoscaling_v1_Scale),
        .live = scale_of(call, scaling->write.live, LS_ABSENT),
        .managed = scale_owners(call, scaling->parent),
        .self = {.manager = call->manager,
                 .operation = LS_MANAGE_UPDATE,
                 .api_version = LS_SLICE("autoscaling/v1"),
                 .subresource = call->subresource,
                 .time = ls_now_text(call->cluster, call->arena)},
        .untouched = ls_server_fields(),
    };
    return NULL;
}

static void scaling_own(struct scaling *scaling)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_merged merged;
    scaling->after = scaling->merge.managed;
    if (scaling->merge.managed.count > 0 &&
        !ls_merge_update(call->arena, &scaling->merge, scaling->scale, &merged, NULL))
        scaling->after = merged.managed;
}

static const struct ls_failure *scale_validate(struct ls_op_call *call, struct ls_node scale)
{
    struct ls_field_errors errors = {.arena = call->arena};
    struct ls_about about = {
        .group = "autoscaling", .plural = "scales", .kind = "Scale", .name = call->name};
    struct ls_node replicas = ls_node_at(scale, "spec.replicas");
    if (ls_node_int(replicas, 0) < 0)
        ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "spec.replicas", replicas,
                                 "must be greater than or equal to 0");
    return ls_field_errors_failure(&errors, about);
}

/* The object with the Scale's replicas, revision and uid. */
static const struct ls_failure *parent_make(struct scaling *scaling, struct ls_node *out)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_node scale = scaling->scale;
    struct ls_metadata metadata =
        ls_metadata_read(ls_node_get(scaling->write.live, LS_SLICE("metadata")));
    struct ls_metadata sent = ls_metadata_read(ls_node_get(scale, LS_SLICE("metadata")));
    const struct ls_obj *made LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    struct ls_node replicas =
        ls_int_node(call->arena, ls_node_int(ls_node_at(scale, "spec.replicas"), 0));
    if (ls_edit_set(scaling->write.live, paths_of(call->kind).spec_replicas, replicas, &made, &err))
        return ls_failure_internal(call->arena, "%s", err.text);
    metadata.at[LS_META_RESOURCE_VERSION] = sent.at[LS_META_RESOURCE_VERSION];
    metadata.at[LS_META_UID] = sent.at[LS_META_UID];
    *out = ls_object_with_in(call->arena, ls_obj_root(made),
                             ls_metadata_build(call->arena, &metadata));
    return NULL;
}

static const struct ls_failure *scaling_close(struct scaling *scaling, struct ls_written *out)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_node parent = LS_ABSENT;
    struct ls_written written = {0};
    const struct ls_failure *failure = scale_validate(call, scaling->scale);
    if (!failure)
        failure = parent_make(scaling, &parent);
    if (failure)
        return failure;
    scaling->write.is_patch = !scaling->is_put;
    ls_write_take(&scaling->write, parent);
    scaling->write.managed = parent_owners(call, scaling->parent, scaling->after);
    failure = ls_write_close(&scaling->write, &written);
    if (failure)
        return failure;
    *out = (struct ls_written){.object =
                                   obj_of(scale_of(call, ls_obj_root(written.object), LS_ABSENT))};
    ls_obj_unref(written.object);
    return NULL;
}

/* Decodes the value as a Scale; NULL, or why it is none. */
static const char *scale_convert(struct scaling *scaling, struct ls_node value)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_strict_errors *strict = call->fields == LS_FIELDS_IGNORE ? NULL : &call->strict;
    struct ls_err err;
    const char *why = NULL;
    if (strict)
        strict->arena = call->arena;
    if (ls_round_trip(call->arena, value, &ls_api_autoscaling_v1_Scale, strict, &scaling->scale,
                      &err))
        return ls_arena_dup(call->arena, ls_slice_of(err.text));
    (void)ls_op_call_strict_pass(call, &why);
    return why;
}

const struct ls_failure *ls_scale_update(struct ls_op_call *call, struct ls_node body,
                                         struct ls_written *out)
{
    struct scaling scaling LS_AUTO(scaling_release) = {.write = {.call = call}};
    const char *why = scale_convert(&scaling, body);
    if (why)
        return ls_failure_bad_request(
            call->arena, "Scale in version \"v1\" cannot be handled as a Scale: %s", why);
    struct ls_node scale = scaling.scale;
    const struct ls_failure *failure = ls_op_call_names_match(call, scale, true);
    if (!failure)
        failure = scaling_open(&scaling, call);
    if (failure)
        return failure;
    scaling.scale = scale;
    scaling.is_put = true;
    scaling_own(&scaling);
    return scaling_close(&scaling, out);
}

/* Replicas without an owner get one before the first apply. */
static void first_owner(struct scaling *scaling)
{
    struct ls_arena *arena = scaling->write.call->arena;
    struct ls_merge first = scaling->merge;
    struct ls_merged merged;
    first.self.manager = LS_SLICE("before-first-apply");
    if (!ls_round_trip(arena, ls_empty_map_node(arena), &ls_api_autoscaling_v1_Scale, NULL,
                       &first.live, NULL) &&
        !ls_merge_update(arena, &first, scaling->merge.live, &merged, NULL))
        scaling->merge.managed = merged.managed;
}

static const struct ls_failure *scale_apply(struct scaling *scaling, struct ls_node body)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_merged merged;
    const struct ls_failure *failure = ls_apply_check(call, body, "autoscaling/v1", "Scale");
    if (failure)
        return failure;
    if (scaling->merge.managed.count == 0)
        first_owner(scaling);
    scaling->merge.self.operation = LS_MANAGE_APPLY;
    failure = ls_apply_merge(call, &scaling->merge, body, &merged);
    if (failure)
        return failure;
    /* kube-apiserver merges the change, and then fails to make the object of it. */
    bool is_same =
        ls_node_equal(ls_node_at(merged.object, "spec"), ls_node_at(scaling->merge.live, "spec"));
    if (call->kind->is_custom && !is_same)
        return ls_failure_new(call->arena, 500, "",
                              "failed to convert new object (%s/%.*s; autoscaling/v1, Kind=Scale) "
                              "to proper version: request to convert CR to an invalid "
                              "group/version: autoscaling/v1",
                              "", LS_ARG(call->name));
    scaling->scale = merged.object;
    scaling->after = merged.managed;
    return NULL;
}

/* A patch sees the Scale with its managedFields. */
static struct ls_node scale_with_owners(struct scaling *scaling)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (scaling->merge.managed.count == 0)
        return scaling->merge.live;
    ls_managed_fields_build(&build, scaling->merge.managed);
    return scale_of(call, scaling->write.live, ls_build_arena(&build, call->arena));
}

static const struct ls_failure *scale_patch(struct scaling *scaling, enum ls_patch patch,
                                            struct ls_node body)
{
    struct ls_op_call *call = scaling->write.call;
    struct ls_node patched, target = scale_with_owners(scaling);
    const struct ls_failure *failure =
        ls_patch_make(call, patch, target, body, scaling->merge.type, &patched);
    if (failure)
        return failure;
    const char *why = scale_convert(scaling, patched);
    if (why)
        return ls_patch_refuse(call, patch, body, target, patched, why);
    scaling_own(scaling);
    return NULL;
}

const struct ls_failure *ls_scale_patch(struct ls_op_call *call, enum ls_patch patch,
                                        struct ls_node body, struct ls_written *out)
{
    LS_ASSERT(patch <= LS_PATCH_APPLY);
    struct scaling scaling LS_AUTO(scaling_release) = {.write = {.call = call}};
    const struct ls_failure *failure = scaling_open(&scaling, call);
    if (!failure)
        failure = patch == LS_PATCH_APPLY ? scale_apply(&scaling, body)
                                          : scale_patch(&scaling, patch, body);
    if (!failure)
        failure = ls_op_call_names_match(call, scaling.scale, true);
    return failure ? failure : scaling_close(&scaling, out);
}
