#include "phase/read/resolve.h"

#include <stdlib.h>
#include <string.h>

#include "phase/read/kind_advice.h"
#include "phase/read/names.h"
#include "phase/read/own_kinds.h"
#include "phase/read/rank.h"

struct resolving {
    struct ls_arena *arena;
    const struct ls_resolve_options *options;
    struct ls_own_kinds own;
    LS_VEC(const char *) spaces; /* that the set makes, sorted */
    struct ls_problems *problems;
    struct ls_err err; /* of the manifest at hand */
    size_t excluded_count;
    const struct ls_manifest *excluded; /* the first */
    uint64_t idle;                      /* annotations without effect ... */
    const struct ls_manifest *idler;    /* ... and who has the first */
};

static void resolving_release(struct resolving *resolving)
{
    ls_own_kinds_release(&resolving->own);
    ls_vec_release(&resolving->spaces);
}

/* ---- which resource ---- */

static enum ls_code check_verbs(struct resolving *resolving, const struct ls_manifest *manifest,
                                const struct ls_resource *resource)
{
    unsigned needed = LS_CAN_GET | LS_CAN_PATCH | LS_CAN_DELETE;
    if ((resource->can & needed) == needed)
        return LS_OK;
    return ls_manifest_fail(manifest, LS_ABSENT, &resolving->err,
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
        return ls_manifest_fail(manifest, version, &resolving->err,
                                "apiVersion must be VERSION or GROUP/VERSION, as in v1 or apps/v1");
    const struct ls_resource *resource = NULL;
    if (text.len > 0)
        resource = ls_catalog_of_kind(catalog, &gvk);
    if (text.len > 0 && !resource) {
        resource = ls_own_kinds_find(&resolving->own, &gvk);
        out->is_new_kind = resource != NULL;
    }
    if (!resource)
        return ls_kind_advise(catalog, &resolving->own, manifest, &resolving->err);
    out->ref.resource = resource;
    return check_verbs(resolving, manifest, resource);
}

/* ---- which namespace and name ---- */

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
        return ls_manifest_fail(manifest, space, &resolving->err,
                                "it stands in namespace %s, and -n says %s: leave one of the two "
                                "out",
                                ls_node_text(space), options->namespace_name);
    out->ref.namespace_name = is_given ? ls_node_text(space) : options->namespace_name;
    return LS_OK;
}

/* ---- the set and its parent ---- */

static enum ls_code check_parent(struct resolving *resolving, const struct ls_entry *entry)
{
    const struct ls_resolve_options *options = resolving->options;
    const struct ls_ref *ref = &entry->ref;
    if (!options->parent_name)
        return LS_OK;
    if (ls_resource_is(ref->resource, "", "Namespace") &&
        strcmp(ref->name, options->parent_namespace) == 0)
        return ls_manifest_fail(entry->manifest, LS_ABSENT, &resolving->err,
                                "the set's parent, ConfigMap %s/%s, lives in this Namespace, which "
                                "must then not belong to the set: take it out, or give another "
                                "one with --parent-namespace",
                                options->parent_namespace, options->parent_name);
    if (ls_resource_is(ref->resource, "", "ConfigMap") &&
        strcmp(ref->namespace_name, options->parent_namespace) == 0 &&
        strcmp(ref->name, options->parent_name) == 0)
        return ls_manifest_fail(entry->manifest, LS_ABSENT, &resolving->err,
                                "this is the set's own parent, which lockstep keeps itself: take "
                                "it out, or give the set another name");
    return LS_OK;
}

/* True: it is an entry. Of a manifest whose kind is not known all else is checked too. */
static bool resolve_one(struct resolving *resolving, const struct ls_manifest *manifest,
                        struct ls_entry *out)
{
    struct ls_problems *problems = resolving->problems;
    size_t before = problems->count;
    out->manifest = manifest;
    out->ref.name = ls_node_text(ls_node_at(manifest->object, "metadata.name"));
    ls_metadata_check(manifest, problems);
    if (find_resource(resolving, manifest, out)) {
        struct ls_wishes unused;
        ls_problems_add(problems, manifest, &resolving->err);
        ls_wishes_read(resolving->arena, manifest, &unused, problems);
        return false;
    }
    LS_ASSERT(out->ref.resource);
    ls_name_check(manifest, out->ref.resource, problems);
    if (find_space(resolving, manifest, out) || check_parent(resolving, out))
        ls_problems_add(problems, manifest, &resolving->err);
    if (ls_resource_is(out->ref.resource, "", "Namespace"))
        ls_vec_push(&resolving->spaces, out->ref.name);
    if (problems->count == before)
        return true;
    struct ls_wishes unused;
    ls_wishes_read(resolving->arena, manifest, &unused, problems);
    return false;
}

/* What KOTS would not deploy, and what it would do that is not done here. */
static bool is_left_out(struct resolving *resolving, const struct ls_manifest *manifest)
{
    if (ls_wishes_is_excluded(manifest)) {
        resolving->excluded = resolving->excluded_count++ ? resolving->excluded : manifest;
        return true;
    }
    uint64_t idle = ls_wishes_idle(manifest);
    if (idle && !resolving->idle)
        resolving->idler = manifest;
    resolving->idle |= idle;
    return false;
}

static void notes_write(const struct resolving *resolving, struct ls_entries *out)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (resolving->excluded_count > 0) {
        size_t count = resolving->excluded_count;
        ls_manifest_place(resolving->excluded, LS_ABSENT, &text);
        ls_buf_printf(&text, ": kots.io/exclude or kots.io/when leaves %zu object%s out of the set",
                      count, count == 1 ? "" : "s, this one first,");
        out->excluded_note = ls_arena_dup(resolving->arena, ls_buf_slice(&text));
    }
    if (!resolving->idle)
        return;
    ls_buf_clear(&text);
    ls_manifest_place(resolving->idler, LS_ABSENT, &text);
    ls_buf_add_text(&text, ": annotations of KOTS that have no effect here: ");
    ls_wishes_idle_print(resolving->idle, &text);
    out->idle_note = ls_arena_dup(resolving->arena, ls_buf_slice(&text));
}

/* ---- namespaces of the set ---- */

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

static void check_empty(struct resolving *resolving, size_t count)
{
    struct ls_err err;
    if (count > resolving->excluded_count)
        return;
    (void)ls_fail(&err, LS_E_INVALID,
                  "what -f names holds no object%s: an empty set would remove all it had; to "
                  "take a set down use `lockstep delete`",
                  count > 0 ? " that kots.io/exclude and kots.io/when leave in" : "");
    ls_problems_add(resolving->problems, NULL, &err);
}

void ls_resolve(struct ls_arena *arena, const struct ls_manifests *manifests,
                const struct ls_resolve_options *options, struct ls_entries *out,
                struct ls_problems *problems)
{
    struct resolving resolving LS_AUTO(resolving_release) = {
        .arena = arena, .options = options, .problems = problems};
    size_t count = manifests->list.count, good = 0;
    struct ls_entry *entries = LS_ARENA_ARRAY(arena, struct ls_entry, count);
    LS_ASSERT(options->namespace_name && options->namespace_name[0] != '\0');
    ls_own_kinds_read(arena, manifests, options->catalog, &resolving.own, problems);
    for (size_t i = 0; i < count; i++) {
        const struct ls_manifest *manifest = &manifests->list.at[i];
        entries[good] = (struct ls_entry){0};
        if (!is_left_out(&resolving, manifest) && resolve_one(&resolving, manifest, &entries[good]))
            good++;
    }
    check_empty(&resolving, count);
    mark_new_spaces(&resolving, entries, good);
    *out = (struct ls_entries){entries, good, resolving.own.new_count, NULL, NULL};
    notes_write(&resolving, out);
}
