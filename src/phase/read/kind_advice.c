#include "phase/read/kind_advice.h"

#include "base/nearest.h"
#include "base/utf8.h"
#include "phase/read/limits.h"

/* Walks the kinds of the server, then those of the set. */
struct kind_advice_walk {
    const struct ls_catalog *catalog;
    const struct ls_own_kinds *own;
    size_t catalog_at;
    size_t own_at;
};

static const struct ls_resource *walk_next(struct kind_advice_walk *walk)
{
    const struct ls_resource *resource = ls_catalog_next(walk->catalog, NULL, &walk->catalog_at);
    if (resource || walk->own_at == walk->own->list.count)
        return resource;
    return walk->own->list.at[walk->own_at++];
}

static void print_version(struct ls_buf *out, const struct ls_resource *resource)
{
    bool is_core = resource->group[0] == '\0';
    ls_buf_printf(out, "%s%s%s", resource->group, is_core ? "" : "/", resource->version);
}

/* The set's CRD and the server may both name a version. */
static bool is_listed(struct ls_slice list, struct ls_slice version)
{
    while (list.at) {
        if (ls_slice_equal(ls_slice_trim(ls_slice_cut(list, ',', &list)), version))
            return true;
    }
    return false;
}

/* Every apiVersion under which exactly this kind is known, with commas between; returns how many.
 */
static size_t list_versions(struct kind_advice_walk walk, struct ls_slice kind, struct ls_buf *out)
{
    size_t count = 0;
    for (const struct ls_resource *resource; (resource = walk_next(&walk)) != NULL;) {
        struct ls_buf version LS_AUTO(ls_buf_release) = {0};
        if (!ls_slice_is(kind, resource->kind))
            continue;
        print_version(&version, resource);
        if (is_listed(ls_buf_slice(out), ls_buf_slice(&version)))
            continue;
        if (count++ < LS_VERSIONS_SHOWN_MAX)
            ls_buf_printf(out, "%s%s", count > 1 ? ", " : "", ls_buf_text(&version));
    }
    return count;
}

static struct ls_slice shown(struct ls_slice text)
{
    return ls_utf8_front(text, LS_VALUE_SHOWN_BYTES_MAX);
}

/* The kind that was meant: the same letters, a plural or short name, or a slip of few letters; of
 * equally near ones that of the same group. */
static const struct ls_resource *find_nearest(struct kind_advice_walk walk, struct ls_slice kind,
                                              struct ls_slice group)
{
    const struct ls_resource *nearest = NULL;
    struct ls_match match;
    size_t best = 2 * (ls_nearest_reach(kind.len) + 1);
    struct ls_err unread;
    for (const struct ls_resource *resource; (resource = walk_next(&walk)) != NULL;) {
        size_t distance = ls_nearest_distance(kind, ls_slice_of(resource->kind));
        if (distance > ls_nearest_reach(kind.len))
            continue;
        size_t score = 2 * distance + !ls_slice_is(group, resource->group);
        if (score < best) {
            nearest = resource;
            best = score;
        }
    }
    bool is_same_word = nearest && best < 2;
    if (!is_same_word && !ls_catalog_find(walk.catalog, kind, &match, &unread))
        return match.resource;
    return nearest;
}

/* "apiVersion is missing" or "there is no kind Foo in apps/v1". */
static void print_trouble(struct ls_buf *out, struct ls_slice kind, struct ls_slice version,
                          bool is_kind_known)
{
    if (version.len == 0)
        ls_buf_add_text(out, "apiVersion is missing");
    if (version.len == 0 && !is_kind_known)
        ls_buf_printf(out, ", and there is no kind %.*s", LS_ARG(kind));
    if (version.len > 0)
        ls_buf_printf(out, "there is no kind %.*s in %.*s", LS_ARG(kind), LS_ARG(version));
}

static void print_remedy(struct ls_buf *out, struct kind_advice_walk walk, struct ls_slice kind,
                         struct ls_slice group)
{
    const struct ls_resource *nearest = find_nearest(walk, kind, group);
    if (!nearest) {
        ls_buf_add_text(out,
                        ": check the spelling, or put the CustomResourceDefinition that brings "
                        "it into the set");
        return;
    }
    ls_buf_printf(out, ": the server knows %s in ", nearest->kind);
    print_version(out, nearest);
}

enum ls_code ls_kind_advise(const struct ls_catalog *catalog, const struct ls_own_kinds *own,
                            const struct ls_manifest *manifest, struct ls_err *err)
{
    struct ls_node kind_node = ls_node_at(manifest->object, "kind");
    struct ls_node version_node = ls_node_at(manifest->object, "apiVersion");
    struct ls_slice kind = ls_node_string(kind_node);
    struct ls_slice version = ls_node_string(version_node), group = {0}, unread;
    struct kind_advice_walk walk = {.catalog = catalog, .own = own};
    struct ls_buf versions LS_AUTO(ls_buf_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_gvk_split(version, &group, &unread) && ls_catalog_is_silent(catalog, group, unread))
        return ls_manifest_fail(manifest, version_node, err,
                                "the server behind %.*s does not answer, so nobody knows its kind "
                                "%.*s: check the APIService %.*s.%.*s and the Service that it "
                                "points to, then try again",
                                LS_ARG(version), LS_ARG(shown(kind)), LS_ARG(unread),
                                LS_ARG(group));
    size_t count = list_versions(walk, kind, &versions);
    print_trouble(&text, ls_utf8_front(kind, LS_VALUE_SHOWN_BYTES_MAX),
                  ls_utf8_front(version, LS_VALUE_SHOWN_BYTES_MAX), count > 0);
    if (count > 0)
        ls_buf_printf(&text, ": write %s %s%s",
                      count > 1 ? "one of" : "apiVersion:", ls_buf_text(&versions),
                      count > LS_VERSIONS_SHOWN_MAX ? ", ..." : "");
    else
        print_remedy(&text, walk, kind, group);
    return ls_manifest_fail(manifest, version.len > 0 && count > 0 ? version_node : kind_node, err,
                            "%s", ls_buf_text(&text));
}
