/* Adds documents to the list of manifests; a List is replaced by its items. */
#include <string.h>

#include "source/documents.h"
#include "source/limits.h"
#include "value/build.h"

static enum ls_code add_object(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                               struct ls_err *err)
{
    if (ls_manifest_check(manifest, manifests->takes_nameless, err))
        return ls_source_mistake(manifests, err);
    if (manifests->list.count == LS_SOURCE_MANIFESTS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s:%u: there are more than %d objects", manifest->file,
                       manifest->line, LS_SOURCE_MANIFESTS_MAX);
    ls_vec_push(&manifests->list, *manifest);
    (void)ls_obj_ref(manifest->document);
    return LS_OK;
}

static struct ls_manifest item_of(const struct ls_manifest *list, struct ls_node object)
{
    struct ls_manifest item = *list;
    struct ls_position position;
    item.object = object;
    if (ls_obj_position(list->document, object, &position))
        item.line = position.line;
    return item;
}

/* The server leaves kind and apiVersion out of the items of a PodList: the list itself has them.
 * NULL when the item has its own, or the list does not say. The copy has no positions but its first
 * line. */
static const struct ls_obj *item_complete(const struct ls_manifest *list, struct ls_node item)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_slice kind = ls_node_string(ls_node_at(list->object, "kind"));
    struct ls_node version = ls_node_at(list->object, "apiVersion");
    bool is_named = !ls_node_is_absent(ls_node_at(item, "kind")) ||
                    !ls_node_is_absent(ls_node_at(item, "apiVersion"));
    if (!ls_node_is_map(item) || is_named || ls_slice_is(kind, "List"))
        return NULL;
    ls_build_map(&build);
    if (!ls_node_is_absent(version))
        ls_build_member(&build, "apiVersion", version);
    kind.len -= strlen("List");
    ls_build_member_string(&build, "kind", kind);
    LS_EACH (it, item) {
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static enum ls_code add_unfolded(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                                 unsigned depth, struct ls_err *err)
{
    if (!ls_manifest_is_list(manifest->object))
        return add_object(manifests, manifest, err);
    if (depth == LS_LISTS_DEEP_MAX) {
        (void)ls_fail(err, LS_E_TOO_BIG, "Lists are nested more than %d deep", LS_LISTS_DEEP_MAX);
        return ls_manifest_context(manifest, LS_ABSENT, err);
    }
    LS_EACH (it, ls_node_at(manifest->object, "items")) {
        const struct ls_obj *complete LS_AUTO(ls_obj_unref_at) = item_complete(manifest, it.value);
        struct ls_manifest item = item_of(manifest, it.value);
        if (complete) {
            item.document = complete;
            item.object = ls_obj_root(complete);
        }
        if (add_unfolded(manifests, &item, depth + 1, err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_manifests_add(struct ls_manifests *manifests, const struct ls_manifest *manifest,
                              struct ls_err *err)
{
    LS_ASSERT(manifest->document);
    if (ls_node_is_null(manifest->object)) {
        manifests->empty_count++;
        return LS_OK;
    }
    return add_unfolded(manifests, manifest, 0, err);
}
