#include "phase/read/resolve.h"

#include "kube/path.h"
#include "phase/read/kind_advice.h"
#include "phase/read/own_kinds.h"
#include "phase/read/rank.h"

#include <stdlib.h>
#include <string.h>

struct resolving {
    struct ls_arena *arena;
    const struct ls_resolve_options *options;
    struct ls_own_kinds own;
    LS_VEC(const char *) spaces; /* that the set makes, sorted */
    struct ls_err *err;
};

static void resolving_release(struct resolving *resolving)
{
    ls_own_kinds_release(&resolving->own);
    ls_vec_release(&resolving->spaces);
}

/* Which resource. */

static enum ls_code check_verbs(struct resolving *resolving, const struct ls_manifest *manifest,
                                const struct ls_resource *resource)
{
    unsigned needed = LS_CAN_GET | LS_CAN_PATCH | LS_CAN_DELETE;
    if ((resource->can & needed) == needed)
        return LS_OK;
    return ls_manifest_fail(manifest, LS_ABSENT, resolving->err,
                            "the server keeps no objects of this kind, so there is nothing to roll "
                            "out: leave it out");
}

static enum ls_code find_resource(struct resolving *resolving, const struct ls_manifest *manifest,
                                  struct ls_entry *out)
{
    struct ls_node version = ls_node_at(manifest->object, "apiVersion");
    const struct ls_catalog *catalog = resolving->options->catalog;
    struct ls_gvk gvk = {.kind = ls_node_string(ls_node_at(manifest->object, "kind"))};
    struct ls_slice text = ls_node_string(version);
    if (text.len > 0 && !ls_gvk_split(text, &gvk.group, &gvk.version))
        return ls_manifest_fail(manifest, version, resolving->err,
                                "apiVersion must be VERSION or GROUP/VERSION, as in v1 or apps/v1");
    const struct ls_resource *resource = NULL;
    if (text.len > 0)
        resource = ls_catalog_of_kind(catalog, &gvk);
    if (text.len > 0 && !resource) {
        resource = ls_own_kinds_find(&resolving->own, &gvk);
        out->is_new_kind = resource != NULL;
    }
    if (!resource)
        return ls_kind_advise(catalog, &resolving->own, manifest, resolving->err);
    out->ref.resource = resource;
    return check_verbs(resolving, manifest, resource);
}

/* Which namespace and name. */

static enum ls_code find_space(struct resolving *resolving, const struct ls_manifest *manifest,
                               struct ls_entry *out)
{
    const struct ls_resolve_options *options = resolving->options;
    struct ls_node space = ls_node_at(manifest->object, "metadata.namespace");
    bool is_given = ls_node_string(space).len > 0;
    out->ref.namespace_name = "";
    if (!out->ref.resource->is_namespaced)
        return LS_OK; /* one that is given all the same is left out, as by kubectl */
    if (is_given && options->is_namespace_enforced &&
        !ls_node_string_is(space, options->namespace_name))
        return ls_manifest_fail(manifest, space, resolving->err,
                                "it stands in namespace %s, and -n says %s: leave one of the two "
                                "out",
                                ls_node_text(space), options->namespace_name);
    out->ref.namespace_name = is_given ? ls_node_text(space) : options->namespace_name;
    return LS_OK;
}

/* May the text stand in a path? Whether it is a valid name is the server's to say. */
static enum ls_code check_segment(struct resolving *resolving, const struct ls_manifest *manifest,
                                  const char *path)
{
    struct ls_node value = ls_node_at(manifest->object, path);
    if (ls_node_string(value).len == 0)
        return LS_OK;
    if (ls_path_check_segment(path, ls_node_string(value), resolving->err))
        return ls_manifest_context(manifest, value, resolving->err);
    return LS_OK;
}

/* The set and its parent. */

static enum ls_code check_parent(struct resolving *resolving, const struct ls_entry *entry)
{
    const struct ls_resolve_options *options = resolving->options;
    const struct ls_ref *ref = &entry->ref;
    if (!options->parent_name)
        return LS_OK;
    if (ls_resource_is(ref->resource, "", "Namespace") &&
        strcmp(ref->name, options->parent_namespace) == 0)
        return ls_manifest_fail(entry->manifest, LS_ABSENT, resolving->err,
                                "the set's parent, ConfigMap %s/%s, lives in this Namespace, which "
                                "must then not belong to the set: take it out, or give another "
                                "one with --parent-namespace",
                                options->parent_namespace, options->parent_name);
    if (ls_resource_is(ref->resource, "", "ConfigMap") &&
        strcmp(ref->namespace_name, options->parent_namespace) == 0 &&
        strcmp(ref->name, options->parent_name) == 0)
        return ls_manifest_fail(entry->manifest, LS_ABSENT, resolving->err,
                                "this is the set's own parent, which lockstep keeps itself: take "
                                "it out, or give the set another name");
    return LS_OK;
}

static enum ls_code resolve_one(struct resolving *resolving, const struct ls_manifest *manifest,
                                struct ls_entry *out)
{
    out->manifest = manifest;
    out->ref.name = ls_node_text(ls_node_at(manifest->object, "metadata.name"));
    if (find_resource(resolving, manifest, out) || find_space(resolving, manifest, out) ||
        check_segment(resolving, manifest, "metadata.name") ||
        check_segment(resolving, manifest, "metadata.namespace") || check_parent(resolving, out))
        return resolving->err->code;
    if (ls_resource_is(out->ref.resource, "", "Namespace"))
        ls_vec_push(&resolving->spaces, out->ref.name);
    return LS_OK;
}

/* Namespaces of the set. */

static int compare_texts(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

static void mark_new_spaces(struct resolving *resolving, struct ls_entry *entries, size_t count)
{
    size_t space_count = resolving->spaces.count;
    if (space_count == 0)
        return;
    qsort(resolving->spaces.at, space_count, sizeof(const char *), compare_texts);
    for (size_t i = 0; i < count; i++) {
        const char *space = entries[i].ref.namespace_name;
        entries[i].is_new_space = bsearch(&space, resolving->spaces.at, space_count,
                                          sizeof(const char *), compare_texts) != NULL;
    }
}

enum ls_code ls_resolve(struct ls_arena *arena, const struct ls_manifests *manifests,
                        const struct ls_resolve_options *options, struct ls_entries *out,
                        struct ls_err *err)
{
    struct resolving resolving LS_AUTO(resolving_release) = {
        .arena = arena, .options = options, .err = err};
    size_t count = manifests->list.count;
    struct ls_entry *entries = LS_ARENA_ARRAY(arena, struct ls_entry, count);
    LS_ASSERT(options->namespace_name && options->namespace_name[0] != '\0');
    if (count == 0)
        return ls_fail(err, LS_E_INVALID,
                       "what -f names holds no object: an empty set would remove all it had; to "
                       "take a set down use `lockstep delete`");
    if (ls_own_kinds_read(arena, manifests, options->catalog, &resolving.own, err))
        return err->code;
    for (size_t i = 0; i < count; i++) {
        if (resolve_one(&resolving, &manifests->list.at[i], &entries[i]))
            return err->code;
    }
    mark_new_spaces(&resolving, entries, count);
    *out = (struct ls_entries){entries, count, resolving.own.new_count};
    return LS_OK;
}
