#include "phase/read/own_kinds.h"

#include <string.h>

#include "phase/read/limits.h"
#include "phase/read/wishes.h"

enum {
    CUSTOM_CAN = LS_CAN_GET | LS_CAN_LIST | LS_CAN_WATCH | LS_CAN_CREATE | LS_CAN_UPDATE |
                 LS_CAN_PATCH | LS_CAN_DELETE | LS_CAN_DELETE_COLLECTION
};

struct own_kinds_reading {
    struct ls_arena *arena;
    const struct ls_manifest *manifest;
    const struct ls_catalog *catalog;
    struct ls_own_kinds *out;
    struct ls_err *err;
};

void ls_own_kinds_release(struct ls_own_kinds *kinds)
{
    ls_vec_release(&kinds->list);
}

static bool is_crd(struct ls_node object)
{
    return ls_node_string_is(ls_node_at(object, "kind"), "CustomResourceDefinition") &&
           ls_node_string_is(ls_node_at(object, "apiVersion"), "apiextensions.k8s.io/v1");
}

/* A text that must be there. */
static enum ls_code text_of(struct own_kinds_reading *in, const char *path, const char **out)
{
    struct ls_node spec = ls_node_at(in->manifest->object, "spec");
    struct ls_node value = ls_node_at(in->manifest->object, path);
    if (ls_node_is_string(value) && ls_node_string(value).len > 0) {
        *out = ls_node_text(value);
        return LS_OK;
    }
    return ls_manifest_fail(in->manifest, ls_node_is_absent(value) ? spec : value, in->err,
                            "%s is missing or no text: without it nobody knows the kind that it "
                            "brings",
                            path);
}

static enum ls_code read_scope(struct own_kinds_reading *in, struct ls_resource *out)
{
    struct ls_node spec = ls_node_at(in->manifest->object, "spec");
    struct ls_node scope = ls_node_at(spec, "scope");
    out->is_namespaced = ls_node_string_is(scope, "Namespaced");
    if (out->is_namespaced || ls_node_string_is(scope, "Cluster"))
        return LS_OK;
    return ls_manifest_fail(in->manifest, ls_node_is_absent(scope) ? spec : scope, in->err,
                            "spec.scope must be Namespaced or Cluster");
}

static enum ls_code read_names(struct own_kinds_reading *in, struct ls_resource *out)
{
    if (text_of(in, "spec.group", &out->group) || text_of(in, "spec.names.kind", &out->kind) ||
        text_of(in, "spec.names.plural", &out->plural) || read_scope(in, out))
        return in->err->code;
    struct ls_node name = ls_node_at(in->manifest->object, "metadata.name");
    const char *wanted = ls_arena_printf(in->arena, "%s.%s", out->plural, out->group);
    if (!ls_node_string_is(name, wanted))
        return ls_manifest_fail(in->manifest, name, in->err,
                                "its name must be spec.names.plural, a dot and spec.group: %s",
                                wanted);
    struct ls_node singular = ls_node_at(in->manifest->object, "spec.names.singular");
    out->singular = ls_node_string(singular).len > 0 ? ls_node_text(singular) : "";
    out->can = CUSTOM_CAN;
    return LS_OK;
}

static enum ls_code add_versions(struct own_kinds_reading *in, const struct ls_resource *kind)
{
    bool is_known = false;
    size_t before = in->out->list.count;
    LS_EACH (it, ls_node_at(in->manifest->object, "spec.versions")) {
        struct ls_node name = ls_node_at(it.value, "name");
        if (ls_node_string(name).len == 0 || !ls_node_bool(ls_node_at(it.value, "served"), false))
            continue;
        if (in->out->list.count == LS_OWN_KINDS_MAX)
            return ls_fail(in->err, LS_E_TOO_BIG, "the set brings more than %d kinds and versions",
                           LS_OWN_KINDS_MAX);
        struct ls_resource *resource = LS_ARENA_NEW(in->arena, struct ls_resource);
        *resource = *kind;
        resource->version = ls_node_text(name);
        struct ls_gvk gvk = {ls_slice_of(kind->group), ls_node_string(name),
                             ls_slice_of(kind->kind)};
        is_known = is_known || ls_catalog_of_kind(in->catalog, &gvk) != NULL;
        ls_vec_push(&in->out->list, resource);
    }
    if (in->out->list.count == before)
        return ls_manifest_fail(in->manifest, ls_node_at(in->manifest->object, "spec.versions"),
                                in->err,
                                "spec.versions has none with a name and served: true, so nobody "
                                "could use the kind");
    in->out->new_count += is_known ? 0 : 1;
    return LS_OK;
}

/* Two CRDs may not bring the same kind: the server would establish one of them only. The same
 * plural makes the same name, which is found where objects are compared. */
static enum ls_code check_namesake(struct own_kinds_reading *in, const struct ls_resource *kind)
{
    LS_ASSERT(kind->group && kind->kind && kind->plural);
    for (size_t i = 0; i < in->out->list.count; i++) {
        const struct ls_resource *other = in->out->list.at[i];
        if (strcmp(other->group, kind->group) != 0 || strcmp(other->kind, kind->kind) != 0 ||
            strcmp(other->plural, kind->plural) == 0)
            continue;
        return ls_manifest_fail(in->manifest, ls_node_at(in->manifest->object, "spec.names.kind"),
                                in->err,
                                "the CustomResourceDefinition %s.%s of the set brings the kind %s "
                                "of %s too: keep one of the two",
                                other->plural, other->group, kind->kind, kind->group);
    }
    return LS_OK;
}

void ls_own_kinds_read(struct ls_arena *arena, const struct ls_manifests *manifests,
                       const struct ls_catalog *catalog, struct ls_own_kinds *out,
                       struct ls_problems *problems)
{
    for (size_t i = 0; i < manifests->list.count; i++) {
        struct ls_resource kind = {0};
        struct ls_err err;
        struct own_kinds_reading in = {arena, &manifests->list.at[i], catalog, out, &err};
        if (!is_crd(in.manifest->object) || ls_wishes_is_excluded(in.manifest))
            continue;
        if (read_names(&in, &kind) || check_namesake(&in, &kind) || add_versions(&in, &kind))
            ls_problems_add(problems, in.manifest, &err);
    }
}

const struct ls_resource *ls_own_kinds_find(const struct ls_own_kinds *kinds,
                                            const struct ls_gvk *gvk)
{
    for (size_t i = 0; i < kinds->list.count; i++) {
        const struct ls_resource *resource = kinds->list.at[i];
        if (ls_slice_is(gvk->kind, resource->kind) && ls_slice_is(gvk->group, resource->group) &&
            ls_slice_is(gvk->version, resource->version))
            return resource;
    }
    return NULL;
}
