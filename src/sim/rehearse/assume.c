#include "sim/rehearse/assume.h"

#include <string.h>

#include "base/ascii.h"
#include "value/build.h"

void ls_assumptions_release(struct ls_assumptions *assumed)
{
    for (size_t i = 0; i < assumed->kinds.count; i++)
        ls_vec_release(&assumed->kinds.at[i].versions);
    ls_vec_release(&assumed->kinds);
}

/* ---- which kinds ---- */

static struct ls_assumed_kind *kind_find(const struct ls_assumptions *assumed,
                                         struct ls_slice group, struct ls_slice kind)
{
    for (size_t i = 0; i < assumed->kinds.count; i++) {
        struct ls_assumed_kind *known = &assumed->kinds.at[i];
        if (ls_slice_equal(known->group, group) && ls_slice_equal(known->kind, kind))
            return known;
    }
    return NULL;
}

const struct ls_assumed_kind *ls_assumptions_of(const struct ls_assumptions *assumed,
                                                struct ls_node object)
{
    struct ls_gvk gvk;
    if (ls_gvk_of(object, &gvk, NULL))
        return NULL;
    return kind_find(assumed, gvk.group, gvk.kind);
}

static bool is_definition(struct ls_node object)
{
    return ls_slice_starts(ls_node_string(ls_node_at(object, "apiVersion")),
                           "apiextensions.k8s.io/") &&
           ls_node_string_is(ls_node_at(object, "kind"), "CustomResourceDefinition");
}

void ls_assumptions_define(struct ls_assumptions *assumed, struct ls_node object,
                           const struct ls_manifest *manifest)
{
    struct ls_node spec = ls_node_at(object, "spec");
    struct ls_assumed_kind kind = {.group = ls_node_string(ls_node_at(spec, "group")),
                                   .kind = ls_node_string(ls_node_at(spec, "names.kind")),
                                   .manifest = manifest};
    if (is_definition(object) && kind.kind.len > 0 && !kind_find(assumed, kind.group, kind.kind))
        ls_vec_push(&assumed->kinds, kind);
}

static bool is_served(const struct ls_catalog *catalog, struct ls_slice group)
{
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));) {
        if (ls_slice_is(group, resource->group))
            return true;
    }
    return false;
}

static bool is_defined(const struct ls_assumptions *assumed, struct ls_slice group)
{
    for (size_t i = 0; i < assumed->kinds.count; i++) {
        const struct ls_assumed_kind *kind = &assumed->kinds.at[i];
        if (!kind->is_made_up && ls_slice_equal(kind->group, group))
            return true;
    }
    return false;
}

static void version_add(struct ls_assumed_kind *kind, struct ls_slice version)
{
    for (size_t i = 0; i < kind->versions.count; i++) {
        if (ls_slice_equal(kind->versions.at[i], version))
            return;
    }
    ls_vec_push(&kind->versions, version);
}

static void object_add(struct ls_assumptions *assumed, const struct ls_manifest *manifest,
                       const struct ls_catalog *catalog)
{
    struct ls_gvk gvk;
    if (ls_gvk_of(manifest->object, &gvk, NULL) || ls_slice_find(gvk.group, '.') == SIZE_MAX)
        return;
    struct ls_assumed_kind *known = kind_find(assumed, gvk.group, gvk.kind);
    if (!known && (is_defined(assumed, gvk.group) || is_served(catalog, gvk.group)))
        return;
    if (!known) {
        ls_vec_push(&assumed->kinds, (struct ls_assumed_kind){.group = gvk.group,
                                                              .kind = gvk.kind,
                                                              .manifest = manifest,
                                                              .is_made_up = true});
        known = ls_vec_last(&assumed->kinds);
    }
    if (!known->is_made_up)
        return;
    known->is_namespaced |= !ls_node_is_absent(ls_node_at(manifest->object, "metadata.namespace"));
    version_add(known, gvk.version);
}

void ls_assumptions_find(struct ls_assumptions *assumed, const struct ls_manifests *manifests,
                         const struct ls_catalog *catalog)
{
    for (size_t i = 0; i < manifests->list.count; i++)
        ls_assumptions_define(assumed, manifests->list.at[i].object, &manifests->list.at[i]);
    for (size_t i = 0; i < manifests->list.count; i++)
        object_add(assumed, &manifests->list.at[i], catalog);
}

/* ---- definitions ---- */

/* "Policy" gives policies, "Class" classes: what people would call it; nothing depends on it. */
static void plural_print(struct ls_buf *out, struct ls_slice kind)
{
    for (size_t i = 0; i < kind.len; i++)
        ls_buf_add_char(out, ls_ascii_lower(kind.at[i]));
    struct ls_slice word = ls_buf_slice(out);
    if (ls_slice_ends(word, "s") || ls_slice_ends(word, "x") || ls_slice_ends(word, "ch")) {
        ls_buf_add_text(out, "es");
    } else if (ls_slice_ends(word, "y") && !ls_slice_ends(word, "ay") &&
               !ls_slice_ends(word, "ey")) {
        out->len--;
        ls_buf_add_text(out, "ies");
    } else {
        ls_buf_add_char(out, 's');
    }
}

static void version_build(struct ls_build *build, struct ls_slice version, bool is_stored)
{
    ls_build_map(build);
    ls_build_member_string(build, "name", version);
    ls_build_key(build, LS_SLICE("served"));
    ls_build_bool(build, true);
    ls_build_key(build, LS_SLICE("storage"));
    ls_build_bool(build, is_stored);
    ls_build_key(build, LS_SLICE("schema"));
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("openAPIV3Schema"));
    ls_build_map(build);
    ls_build_member_text(build, "type", "object");
    ls_build_key(build, LS_SLICE("x-kubernetes-preserve-unknown-fields"));
    ls_build_bool(build, true);
    ls_build_end(build);
    ls_build_end(build);
    ls_build_end(build);
}

static void names_build(struct ls_build *build, struct ls_slice kind, struct ls_slice plural)
{
    struct ls_buf singular LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < kind.len; i++)
        ls_buf_add_char(&singular, ls_ascii_lower(kind.at[i]));
    ls_build_key(build, LS_SLICE("names"));
    ls_build_map(build);
    ls_build_member_string(build, "kind", kind);
    ls_build_member_string(build, "plural", plural);
    ls_build_member_string(build, "singular", ls_buf_slice(&singular));
    ls_build_end(build);
}

const struct ls_obj *ls_assumed_kind_define(const struct ls_assumed_kind *kind)
{
    LS_ASSERT(kind->is_made_up);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf plural LS_AUTO(ls_buf_release) = {0};
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    plural_print(&plural, kind->kind);
    ls_buf_printf(&name, "%s.%.*s", ls_buf_text(&plural), LS_ARG(kind->group));
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "apiextensions.k8s.io/v1");
    ls_build_member_text(&build, "kind", "CustomResourceDefinition");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", ls_buf_text(&name));
    ls_build_end(&build);
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    ls_build_member_string(&build, "group", kind->group);
    ls_build_member_text(&build, "scope", kind->is_namespaced ? "Namespaced" : "Cluster");
    names_build(&build, kind->kind, ls_buf_slice(&plural));
    ls_build_key(&build, LS_SLICE("versions"));
    ls_build_list(&build);
    for (size_t i = 0; i < kind->versions.count; i++)
        version_build(&build, kind->versions.at[i], i == 0);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}
