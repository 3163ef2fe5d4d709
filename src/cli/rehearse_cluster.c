#include "cli/rehearse_cluster.h"

#include <string.h>

#include "base/map.h"
#include "kube/discovery.h"
#include "phase/set/parent.h"
#include "phase/words.h"
#include "sim/rehearse/limits.h"

/* One reading of a cluster. */
struct cluster_read {
    struct ls_cluster_part *part;
    struct ls_connection *connection;
    const struct ls_catalog *catalog;
    const char *namespace_name; /* of objects that name none */
};

void ls_cluster_part_release(struct ls_cluster_part *part)
{
    for (size_t i = 0; i < part->objects.count; i++)
        ls_obj_unref(part->objects.at[i]);
    ls_vec_release(&part->objects);
    if (part->known)
        ls_map_free(part->known);
    *part = (struct ls_cluster_part){0};
}

/* ---- one object ---- */

/* Of what the cluster has read already, nothing is read again; true: it is new. */
static bool is_new(struct ls_cluster_part *part, const struct ls_place *place)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_place_print(&key, place);
    return ls_map_put(part->known, ls_buf_slice(&key), part) == NULL;
}

static void object_keep(void *self, const struct ls_answer *answer)
{
    struct ls_cluster_part *part = self;
    if (!answer->code && answer->obj)
        ls_vec_push(&part->objects, ls_obj_ref(answer->obj));
}

/* What is not there, or may not be read, is left out; only a lost connection is an error. */
static enum ls_code object_read(struct cluster_read *read, const struct ls_place *place,
                                struct ls_err *err)
{
    struct ls_err missing = {0};
    if (!is_new(read->part, place))
        return LS_OK;
    enum ls_code code = ls_connection_ask(
        read->connection, &(struct ls_call_spec){.verb = LS_VERB_GET, .place = *place}, object_keep,
        read->part, &missing);
    read->part->is_partial |= code == LS_E_FORBIDDEN;
    if (!code || code == LS_E_NOT_FOUND || code == LS_E_FORBIDDEN)
        return LS_OK;
    *err = missing;
    return code;
}

static const struct ls_resource *resource_named(const struct cluster_read *read, const char *group,
                                                const char *kind)
{
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(read->catalog, NULL, &at));) {
        if (ls_resource_is(resource, group, kind) &&
            ls_catalog_is_preferred(read->catalog, resource))
            return resource;
    }
    return NULL;
}

static enum ls_code named_read(struct cluster_read *read, const char *group, const char *kind,
                               const char *namespace_name, const char *name, struct ls_err *err)
{
    const struct ls_resource *resource = resource_named(read, group, kind);
    if (!resource || !name[0])
        return LS_OK;
    return object_read(
        read,
        &(struct ls_place){.resource = resource, .namespace_name = namespace_name, .name = name},
        err);
}

/* ---- manifests ---- */

static const struct ls_resource *resource_of(const struct cluster_read *read,
                                             const struct ls_manifest *manifest)
{
    struct ls_gvk gvk;
    return ls_gvk_of(manifest->object, &gvk, NULL) ? NULL : ls_catalog_of_kind(read->catalog, &gvk);
}

static const char *namespace_of(const struct cluster_read *read, const struct ls_manifest *manifest)
{
    struct ls_node space = ls_node_at(manifest->object, "metadata.namespace");
    return ls_node_is_string(space) ? ls_node_text(space) : read->namespace_name;
}

/* What objects stand on comes before them: the definition of the kind, and the namespace. */
static enum ls_code foundation_read(struct cluster_read *read, const struct ls_manifest *manifest,
                                    struct ls_err *err)
{
    const struct ls_resource *resource = resource_of(read, manifest);
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    if (!resource)
        return LS_OK;
    ls_buf_printf(&name, "%s.%s", resource->plural, resource->group);
    if (strchr(resource->group, '.') && !ls_slice_ends(ls_slice_of(resource->group), ".k8s.io") &&
        named_read(read, "apiextensions.k8s.io", "CustomResourceDefinition", NULL,
                   ls_buf_text(&name), err))
        return err->code;
    if (!resource->is_namespaced)
        return LS_OK;
    return named_read(read, "", "Namespace", NULL, namespace_of(read, manifest), err);
}

static enum ls_code manifest_read(struct cluster_read *read, const struct ls_manifest *manifest,
                                  struct ls_err *err)
{
    struct ls_place place = {.resource = resource_of(read, manifest),
                             .name = ls_node_text(ls_node_at(manifest->object, "metadata.name"))};
    if (!place.resource)
        return LS_OK;
    if (place.resource->is_namespaced)
        place.namespace_name = namespace_of(read, manifest);
    return object_read(read, &place, err);
}

/* ---- what pods name ---- */

/* Keys under which a pod names another object, and where the name is. */
static const struct {
    const char *key;
    const char *kind;
    const char *name; /* inside the value; "": the value itself */
} references[] = {
    {"secretKeyRef", "Secret", "name"},
    {"secretRef", "Secret", "name"},
    {"secretName", "Secret", ""},
    {"configMapKeyRef", "ConfigMap", "name"},
    {"configMapRef", "ConfigMap", "name"},
    {"configMap", "ConfigMap", "name"},
    {"serviceAccountName", "ServiceAccount", ""},
};

static enum ls_code reference_read(struct cluster_read *read, const struct ls_iter *it,
                                   const char *namespace_name, struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(references); i++) {
        struct ls_node name =
            references[i].name[0] ? ls_node_at(it->value, references[i].name) : it->value;
        if (ls_slice_is(it->key, references[i].key) && ls_node_is_string(name) &&
            named_read(read, "", references[i].kind, namespace_name, ls_node_text(name), err))
            return err->code;
    }
    return LS_OK;
}

static enum ls_code references_read(struct cluster_read *read, struct ls_node node,
                                    const char *namespace_name, size_t depth, struct ls_err *err)
{
    if (depth == LS_REHEARSE_REFERENCES_DEEP_MAX)
        return LS_OK;
    LS_EACH (it, node) {
        bool is_map = ls_node_is_map(node);
        if (is_map && reference_read(read, &it, namespace_name, err))
            return err->code;
        if (references_read(read, it.value, namespace_name, depth + 1, err))
            return err->code;
    }
    return LS_OK;
}

/* ---- members ---- */

static bool member_keep(void *self, const struct ls_obj *obj)
{
    struct cluster_read *read = self;
    struct ls_node root = ls_obj_root(obj);
    struct ls_gvk gvk;
    struct ls_place place = {.name = ls_node_text(ls_node_at(root, "metadata.name"))};
    if (ls_gvk_of(root, &gvk, NULL))
        return true;
    place.resource = ls_catalog_of_kind(read->catalog, &gvk);
    place.namespace_name = ls_node_text(ls_node_at(root, "metadata.namespace"));
    if (place.resource && is_new(read->part, &place))
        ls_vec_push(&read->part->objects, ls_obj_ref(obj));
    return true;
}

static void members_begin(void *self)
{
    (void)self;
}

static enum ls_code members_read_in(struct cluster_read *read, const struct ls_resource *resource,
                                    const char *namespace_name, const char *labels,
                                    struct ls_err *err)
{
    struct ls_selection selection = {
        .resource = resource, .namespace_name = namespace_name, .labels = labels};
    struct ls_list_hooks hooks = {.self = read, .begin = members_begin, .object = member_keep};
    enum ls_code code = ls_connection_list(read->connection, &selection, &hooks, err);
    return code == LS_E_FORBIDDEN || code == LS_E_NOT_FOUND ? LS_OK : code;
}

static enum ls_code kind_read(struct cluster_read *read, const struct ls_group_kind *kind,
                              const struct ls_parent *parent, const struct ls_run_options *run,
                              struct ls_err *err)
{
    const struct ls_resource *resource = resource_named(read, kind->group, kind->kind);
    struct ls_buf labels LS_AUTO(ls_buf_release) = {0};
    if (!resource)
        return LS_OK;
    ls_buf_add_text(&labels, LS_LABEL_PART_OF "=");
    ls_set_id_print(&labels, run->parent_namespace, run->set_name);
    if (!resource->is_namespaced)
        return members_read_in(read, resource, NULL, ls_buf_text(&labels), err);
    if (members_read_in(read, resource, run->parent_namespace, ls_buf_text(&labels), err))
        return err->code;
    for (size_t i = 0; i < parent->namespace_count; i++) {
        if (members_read_in(read, resource, parent->namespaces[i], ls_buf_text(&labels), err))
            return err->code;
    }
    return LS_OK;
}

/* The parent is the last object read so far. */
static enum ls_code members_read(struct cluster_read *read, const struct ls_run_options *run,
                                 struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct ls_parent parent;
    ls_buf_printf(&name, "%s%s", LS_PARENT_PREFIX, run->set_name);
    if (named_read(read, "", "Namespace", NULL, run->parent_namespace, err))
        return err->code;
    size_t count = read->part->objects.count;
    if (named_read(read, "", "ConfigMap", run->parent_namespace, ls_buf_text(&name), err))
        return err->code;
    if (read->part->objects.count == count)
        return LS_OK;
    const struct ls_obj *object = read->part->objects.at[count];
    if (ls_parent_read(&arena, ls_obj_root(object), run->set_name, &parent, err))
        return err->code;
    for (size_t i = 0; i < parent.namespace_count; i++) {
        if (named_read(read, "", "Namespace", NULL, parent.namespaces[i], err))
            return err->code;
    }
    for (size_t i = 0; i < parent.kind_count; i++) {
        if (kind_read(read, &parent.kinds[i], &parent, run, err))
            return err->code;
    }
    return LS_OK;
}

/* ---- all of it ---- */

typedef enum ls_code (*each_fn)(struct cluster_read *read, const struct ls_manifest *manifest,
                                struct ls_err *err);

static enum ls_code pods_read(struct cluster_read *read, const struct ls_manifest *manifest,
                              struct ls_err *err)
{
    return references_read(read, ls_node_at(manifest->object, "spec"), namespace_of(read, manifest),
                           0, err);
}

static enum ls_code each_manifest(struct cluster_read *read, const struct ls_manifests *manifests,
                                  each_fn fn, struct ls_err *err)
{
    for (size_t i = 0; i < manifests->list.count; i++) {
        if (fn(read, &manifests->list.at[i], err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_cluster_part_read(struct ls_cluster_part *part, struct ls_connection *connection,
                                  const struct ls_run_options *run,
                                  const struct ls_manifests *manifests, struct ls_err *err)
{
    struct cluster_read read = {
        .part = part, .connection = connection, .namespace_name = run->namespace_name};
    part->known = ls_map_new(ls_random_u64(&connection->world->random));
    if (ls_connection_discover(connection, err))
        return err->code;
    read.catalog = ls_discovery_catalog(connection->discovery);
    if (each_manifest(&read, manifests, foundation_read, err) || members_read(&read, run, err) ||
        each_manifest(&read, manifests, manifest_read, err) ||
        each_manifest(&read, manifests, pods_read, err))
        return ls_context(err, "--from-cluster");
    part->request_count = ls_client_counts(connection->client).requests;
    return LS_OK;
}
