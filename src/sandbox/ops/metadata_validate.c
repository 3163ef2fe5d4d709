/* Validation of metadata, for all kinds alike. */
#include "sandbox/ops/metadata.h"

#include <stdlib.h>

#include "base/map.h"
#include "sandbox/ops/limits.h"
#include "sandbox/ops/names.h"
#include "value/go_text.h"

/* ---- the parts ---- */

static void labels_validate(struct ls_node labels, struct ls_field_errors *errors)
{
    LS_EACH (it, labels) {
        ls_text_check(errors, "metadata.labels", LS_TEXT_LABEL_KEY, it.key);
        ls_text_check(errors, "metadata.labels", LS_TEXT_LABEL_VALUE, ls_node_string(it.value));
    }
}

static void annotations_validate(struct ls_node annotations, struct ls_field_errors *errors)
{
    size_t bytes = 0;
    LS_EACH (it, annotations) {
        ls_text_check(errors, "metadata.annotations", LS_TEXT_ANNOTATION_KEY, it.key);
        bytes += it.key.len + ls_node_string(it.value).len;
    }
    if (bytes > LS_ANNOTATIONS_BYTES_MAX)
        ls_field_error_add(errors, LS_FIELD_ERROR_TOO_LONG, "metadata.annotations", NULL,
                           "may not be more than %d bytes", LS_ANNOTATIONS_BYTES_MAX);
}

static void owner_validate(struct ls_node owner, struct ls_field_errors *errors)
{
    static const char *const needed[] = {"kind", "name", "uid"};
    static const char field[] = "metadata.ownerReferences";
    struct ls_slice api_version = ls_node_string(ls_node_at(owner, "apiVersion"));
    struct ls_slice kind = ls_node_string(ls_node_at(owner, "kind"));
    struct ls_slice version = {0}, group = ls_slice_cut(api_version, '/', &version);
    if (!version.at)
        version = group;
    if (version.len == 0 || ls_slice_find(version, '/') != SIZE_MAX)
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "metadata.ownerReferences.apiVersion",
                           ls_arena_printf(errors->arena, "\"%.*s\"", LS_ARG(api_version)),
                           "version must not be empty");
    for (size_t i = 0; i < LS_COUNT(needed); i++) {
        if (ls_node_string(ls_node_at(owner, needed[i])).len == 0)
            ls_field_error_add(errors, LS_FIELD_ERROR_INVALID,
                               ls_field(errors->arena, field, needed[i]), "\"\"",
                               "must not be empty");
    }
    if (ls_slice_is(api_version, "v1") && ls_slice_is(kind, "Event"))
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, owner,
                                 "/v1, Kind=Event is disallowed from being an owner");
}

static void owners_validate(struct ls_node owners, struct ls_field_errors *errors)
{
    struct ls_node first = LS_ABSENT;
    LS_EACH (it, owners) {
        owner_validate(it.value, errors);
        if (!ls_node_bool(ls_node_at(it.value, "controller"), false))
            continue;
        if (ls_node_is_absent(first)) {
            first = it.value;
            continue;
        }
        ls_field_error_add_value(
            errors, LS_FIELD_ERROR_INVALID, "metadata.ownerReferences", owners,
            "Only one reference can have Controller set to true. Found \"true\" in "
            "references for %s/%s and %s/%s",
            ls_node_text(ls_node_at(first, "kind")), ls_node_text(ls_node_at(first, "name")),
            ls_node_text(ls_node_at(it.value, "kind")), ls_node_text(ls_node_at(it.value, "name")));
    }
}

static bool is_unqualified(struct ls_slice finalizer)
{
    return ls_slice_find(finalizer, '/') == SIZE_MAX && !ls_slice_is(finalizer, "orphan") &&
           !ls_slice_is(finalizer, "foregroundDeletion") && !ls_slice_is(finalizer, "kubernetes");
}

/* Custom kinds accept any finalizer name, with a warning; the two kinds that extend the API follow
 * the general rule only. */
static bool takes_any_finalizer(const struct ls_kind *kind)
{
    struct ls_slice group = ls_slice_of(kind->resource.group);
    return kind->is_custom || ls_slice_is(group, "apiextensions.k8s.io") ||
           ls_slice_is(group, "apiregistration.k8s.io");
}

static void finalizers_are_qualified(struct ls_node finalizers, struct ls_field_errors *errors)
{
    size_t i = 0;
    LS_EACH (it, finalizers) {
        const char *field = ls_field_index(errors->arena, "metadata.finalizers", i++);
        if (is_unqualified(ls_node_string(it.value)))
            ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, it.value,
                                     "name is neither a standard finalizer name nor is it fully "
                                     "qualified");
    }
}

static void finalizers_validate(struct ls_node finalizers, struct ls_field_errors *errors)
{
    static const char field[] = "metadata.finalizers";
    bool has_orphan = false, has_foreground = false;
    LS_EACH (it, finalizers) {
        struct ls_slice name = ls_node_string(it.value);
        has_orphan |= ls_slice_is(name, "orphan");
        has_foreground |= ls_slice_is(name, "foregroundDeletion");
        ls_text_check(errors, field, LS_TEXT_LABEL_KEY, name);
    }
    if (has_orphan && has_foreground)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, finalizers,
                                 "finalizer orphan and foregroundDeletion cannot be both set");
}

/* ---- on every write ---- */

static void name_validate(const struct ls_kind *kind, const struct ls_metadata *metadata,
                          struct ls_field_errors *errors)
{
    struct ls_slice name = ls_node_string(metadata->at[LS_META_NAME]);
    struct ls_slice base = ls_node_string(metadata->at[LS_META_GENERATE_NAME]);
    enum ls_text_rule rule = kind->rules->name_rule;
    if (base.len > 0)
        ls_prefix_check(errors, "metadata.generateName", rule, base);
    if (name.len == 0)
        ls_field_error_add(errors, LS_FIELD_ERROR_REQUIRED, "metadata.name", NULL,
                           "name or generateName is required");
    else if (name.len > LS_NAME_BYTES_MAX) /* names that are path segments have no other limit */
        ls_field_error_add(errors, LS_FIELD_ERROR_TOO_LONG, "metadata.name", NULL,
                           "may not be more than %d bytes", LS_NAME_BYTES_MAX);
    else
        ls_text_check(errors, "metadata.name", rule, name);
}

static void common_validate(const struct ls_kind *kind, const struct ls_metadata *metadata,
                            struct ls_field_errors *errors)
{
    struct ls_slice namespace_name = ls_node_string(metadata->at[LS_META_NAMESPACE]);
    if (kind->resource.is_namespaced)
        ls_text_check(errors, "metadata.namespace", LS_TEXT_DNS_LABEL, namespace_name);
    if (ls_node_int(metadata->at[LS_META_GENERATION], 0) < 0)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, "metadata.generation",
                                 metadata->at[LS_META_GENERATION],
                                 "must be greater than or equal to 0");
    labels_validate(metadata->at[LS_META_LABELS], errors);
    annotations_validate(metadata->at[LS_META_ANNOTATIONS], errors);
    owners_validate(metadata->at[LS_META_OWNER_REFERENCES], errors);
    finalizers_validate(metadata->at[LS_META_FINALIZERS], errors);
}

/* ---- on updates ---- */

static int name_compare(const void *a, const void *b)
{
    return ls_slice_compare(*(const struct ls_slice *)a, *(const struct ls_slice *)b);
}

/* The added finalizers, each once, sorted. */
static size_t added_find(struct ls_arena *arena, struct ls_node old, struct ls_node finalizers,
                         struct ls_slice **out)
{
    struct ls_map *known = ls_map_new(0);
    struct ls_slice *added = LS_ARENA_ARRAY(arena, struct ls_slice, ls_node_count(finalizers));
    size_t count = 0;
    LS_EACH (it, old)
        ls_map_put(known, ls_node_string(it.value), known);
    LS_EACH (it, finalizers) {
        if (!ls_map_put(known, ls_node_string(it.value), known))
            added[count++] = ls_node_string(it.value);
    }
    ls_map_free(known);
    if (count > 0)
        qsort(added, count, sizeof *added, name_compare);
    *out = added;
    return count;
}

static void new_finalizers_refuse(const struct ls_metadata *old, const struct ls_metadata *metadata,
                                  struct ls_field_errors *errors)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_slice *added;
    size_t count = added_find(errors->arena, old->at[LS_META_FINALIZERS],
                              metadata->at[LS_META_FINALIZERS], &added);
    if (count == 0)
        return;
    for (size_t i = 0; i < count; i++) {
        ls_buf_add_text(&text, i ? ", " : "");
        ls_go_quote(&text, added[i]);
    }
    ls_field_error_add(errors, LS_FIELD_ERROR_FORBIDDEN, "metadata.finalizers", NULL,
                       "no new finalizers can be added if the object is being deleted, found new "
                       "finalizers []string{%s}",
                       ls_buf_text(&text));
}

static void unchanged_validate(const struct ls_metadata *old, const struct ls_metadata *metadata,
                               struct ls_field_errors *errors)
{
    static const struct {
        enum ls_meta_field field;
        const char *path;
    } fixed[] = {
        {LS_META_NAME, "metadata.name"},
        {LS_META_NAMESPACE, "metadata.namespace"},
        {LS_META_UID, "metadata.uid"},
        {LS_META_CREATION_TIMESTAMP, "metadata.creationTimestamp"},
        {LS_META_DELETION_TIMESTAMP, "metadata.deletionTimestamp"},
        {LS_META_DELETION_GRACE, "metadata.deletionGracePeriodSeconds"},
    };
    for (size_t i = 0; i < LS_COUNT(fixed); i++) {
        struct ls_node was = old->at[fixed[i].field], is = metadata->at[fixed[i].field];
        if (ls_node_is_absent(was) ? !ls_node_is_absent(is) : !ls_node_equal(was, is))
            ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, fixed[i].path, is,
                                     "field is immutable");
    }
}

static void update_validate(const struct ls_metadata *old, const struct ls_metadata *metadata,
                            struct ls_field_errors *errors)
{
    if (!ls_node_is_absent(old->at[LS_META_DELETION_TIMESTAMP]))
        new_finalizers_refuse(old, metadata, errors);
    unchanged_validate(old, metadata, errors);
    labels_validate(metadata->at[LS_META_LABELS], errors);
    annotations_validate(metadata->at[LS_META_ANNOTATIONS], errors);
    owners_validate(metadata->at[LS_META_OWNER_REFERENCES], errors);
}

/* ---- which checks, how often ---- */

/* kube-apiserver checks metadata of an update by the rules common to all writes and by those of
 * updates. Many kinds then repeat a part of it, and report the same error each time. */
enum metadata_repeat {
    UPDATE_AGAIN = LS_BIT(0),
    FINALIZERS_AFTER_UPDATE = LS_BIT(1), /* they are qualified names */
    COMMON_AGAIN = LS_BIT(2),
    FINALIZERS_AFTER_COMMON = LS_BIT(3),
    COMMON_BOTH = COMMON_AGAIN | FINALIZERS_AFTER_COMMON,
    UPDATE_BOTH = UPDATE_AGAIN | FINALIZERS_AFTER_UPDATE,
    EVERYTHING = UPDATE_BOTH | COMMON_BOTH,
};
static const struct {
    const char *group;
    const char *plural;
    unsigned repeats; /* of enum metadata_repeat */
} update_repeats[] = {
    {"", "configmaps", EVERYTHING},
    {"", "events", 0},
    {"", "limitranges", COMMON_BOTH},
    {"", "namespaces", EVERYTHING},
    {"", "nodes", EVERYTHING},
    {"", "persistentvolumeclaims", EVERYTHING},
    {"", "persistentvolumes", EVERYTHING},
    {"", "pods", EVERYTHING},
    {"", "secrets", EVERYTHING},
    {"", "serviceaccounts", EVERYTHING},
    {"admissionregistration.k8s.io", "mutatingwebhookconfigurations", COMMON_AGAIN},
    {"admissionregistration.k8s.io", "validatingwebhookconfigurations", COMMON_AGAIN},
    {"apiextensions.k8s.io", "customresourcedefinitions", UPDATE_AGAIN},
    {"apiregistration.k8s.io", "apiservices", UPDATE_AGAIN | COMMON_AGAIN},
    {"batch", "jobs", EVERYTHING},
    {"coordination.k8s.io", "leases", UPDATE_AGAIN},
    {"discovery.k8s.io", "endpointslices", COMMON_BOTH},
    {"flowcontrol.apiserver.k8s.io", "flowschemas", COMMON_BOTH},
    {"flowcontrol.apiserver.k8s.io", "prioritylevelconfigurations", COMMON_BOTH},
    {"networking.k8s.io", "ingresses", EVERYTHING},
    {"networking.k8s.io", "ipaddresses", EVERYTHING},
    {"policy", "poddisruptionbudgets", 0},
    {"rbac.authorization.k8s.io", "clusterrolebindings", EVERYTHING},
    {"rbac.authorization.k8s.io", "clusterroles", EVERYTHING},
    {"rbac.authorization.k8s.io", "rolebindings", EVERYTHING},
    {"rbac.authorization.k8s.io", "roles", EVERYTHING},
    {"storage.k8s.io", "storageclasses", EVERYTHING},
};

static unsigned repeats_of(const struct ls_kind *kind)
{
    for (size_t i = 0; i < LS_COUNT(update_repeats); i++) {
        if (ls_slice_is(ls_slice_of(kind->resource.group), update_repeats[i].group) &&
            ls_slice_is(ls_slice_of(kind->resource.plural), update_repeats[i].plural))
            return update_repeats[i].repeats;
    }
    return kind->is_custom ? UPDATE_AGAIN : UPDATE_BOTH;
}

static void checks_run(const struct ls_kind *kind, const struct ls_metadata *before,
                       const struct ls_metadata *now, unsigned repeats,
                       struct ls_field_errors *errors)
{
    struct ls_node finalizers = now->at[LS_META_FINALIZERS];
    common_validate(kind, now, errors);
    update_validate(before, now, errors);
    if (repeats & UPDATE_AGAIN)
        update_validate(before, now, errors);
    if (repeats & FINALIZERS_AFTER_UPDATE)
        finalizers_are_qualified(finalizers, errors);
    if (repeats & COMMON_AGAIN)
        common_validate(kind, now, errors);
    if (repeats & FINALIZERS_AFTER_COMMON)
        finalizers_are_qualified(finalizers, errors);
}

void ls_metadata_validate(const struct ls_kind *kind, struct ls_node old, struct ls_node object,
                          struct ls_field_errors *errors)
{
    struct ls_metadata now = ls_metadata_read(ls_node_get(object, LS_SLICE("metadata")));
    size_t count = errors->count;
    if (ls_node_is_absent(old)) {
        name_validate(kind, &now, errors);
        common_validate(kind, &now, errors);
        if (!takes_any_finalizer(kind))
            finalizers_are_qualified(now.at[LS_META_FINALIZERS], errors);
        return;
    }
    struct ls_metadata before = ls_metadata_read(ls_node_get(old, LS_SLICE("metadata")));
    checks_run(kind, &before, &now, FINALIZERS_AFTER_UPDATE, errors);
    if (errors->count == count)
        return;
    errors->count = count;
    checks_run(kind, &before, &now, repeats_of(kind), errors);
}
