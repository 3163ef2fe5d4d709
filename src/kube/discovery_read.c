#include "kube/discovery_read.h"

#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "kube/limits.h"

void ls_group_versions_release(struct ls_group_versions *versions)
{
    for (size_t i = 0; i < versions->count; i++) {
        ls_free(versions->at[i].group);
        ls_free(versions->at[i].version);
    }
    ls_vec_release(versions);
}

/* ---- parts that both forms share ---- */

static const char *member(struct ls_node map, const char *key)
{
    return ls_node_text(ls_node_get(map, ls_slice_of(key)));
}

static const char *member_or(struct ls_node map, const char *key, const char *fallback)
{
    const char *text = member(map, key);
    return text[0] ? text : fallback;
}

static unsigned verbs_read(struct ls_node verbs)
{
    unsigned can = 0;
    LS_EACH (verb, verbs) {
        can |= ls_can_of(ls_node_string(verb.value));
    }
    return can;
}

static const char *const *texts_read(struct ls_arena *arena, struct ls_node list, size_t *count)
{
    const char **texts = LS_ARENA_ARRAY(arena, const char *, ls_node_count(list));
    *count = 0;
    LS_EACH (item, list) {
        if (ls_node_string(item.value).len > 0)
            texts[(*count)++] = ls_node_text(item.value);
    }
    return texts;
}

static void names_read(struct ls_arena *arena, struct ls_node from, struct ls_resource *out)
{
    out->short_names =
        texts_read(arena, ls_node_get(from, LS_SLICE("shortNames")), &out->short_name_count);
    out->categories =
        texts_read(arena, ls_node_get(from, LS_SLICE("categories")), &out->category_count);
    out->verbs = texts_read(arena, ls_node_get(from, LS_SLICE("verbs")), &out->verb_count);
    out->can = verbs_read(ls_node_get(from, LS_SLICE("verbs")));
}

/* A resource without a singular name uses its kind. */
static const char *singular_of(struct ls_arena *arena, const char *singular, const char *kind)
{
    if (singular[0])
        return singular;
    char *lower = ls_arena_dup(arena, ls_slice_of(kind));
    for (char *c = lower; *c; c++)
        *c = *c >= 'A' && *c <= 'Z' ? (char)(*c - 'A' + 'a') : *c;
    return lower;
}

/* ---- everything at once ---- */

bool ls_discovery_is_whole(struct ls_node root)
{
    return ls_node_string_is(ls_node_get(root, LS_SLICE("kind")), "APIGroupDiscoveryList");
}

static const struct ls_subresource *subresources_read(struct ls_arena *arena, struct ls_node list,
                                                      const struct ls_resource *parent,
                                                      size_t *count)
{
    struct ls_subresource *subs = LS_ARENA_ARRAY(arena, struct ls_subresource, ls_node_count(list));
    *count = 0;
    LS_EACH (item, list) {
        struct ls_node kind = ls_node_get(item.value, LS_SLICE("responseKind"));
        struct ls_subresource sub = {
            .name = member(item.value, "subresource"),
            .group = member_or(kind, "group", parent->group),
            .version = member_or(kind, "version", parent->version),
            .kind = member(kind, "kind"),
            .can = verbs_read(ls_node_get(item.value, LS_SLICE("verbs"))),
        };
        if (sub.name[0])
            subs[(*count)++] = sub;
    }
    return subs;
}

static enum ls_code whole_resource_read(struct ls_catalog *catalog, const char *group,
                                        const char *version, struct ls_node from,
                                        struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_node kind = ls_node_get(from, LS_SLICE("responseKind"));
    struct ls_resource resource = {
        .group = group,
        .version = version,
        .kind = member(kind, "kind"),
        .plural = member(from, "resource"),
        .is_namespaced = ls_node_string_is(ls_node_get(from, LS_SLICE("scope")), "Namespaced"),
    };
    /* A resource that exists only for its subresources has no kind: it cannot be requested. */
    if (!resource.kind[0] || !resource.plural[0])
        return LS_OK;
    names_read(&arena, from, &resource);
    resource.singular = singular_of(&arena, member(from, "singularResource"), resource.kind);
    resource.subresources = subresources_read(&arena, ls_node_get(from, LS_SLICE("subresources")),
                                              &resource, &resource.subresource_count);
    return ls_catalog_add(catalog, &resource, err);
}

static enum ls_code whole_version_read(struct ls_catalog *catalog, const char *group,
                                       struct ls_node version, struct ls_buf *notes,
                                       struct ls_err *err)
{
    const char *name = member(version, "version");
    struct ls_node resources = ls_node_get(version, LS_SLICE("resources"));
    bool is_stale = ls_node_string_is(ls_node_get(version, LS_SLICE("freshness")), "Stale");
    if (is_stale)
        ls_buf_printf(notes,
                      "the server behind %s%s%s does not answer: its kinds may be out of "
                      "date\n",
                      group, group[0] ? "/" : "", name);
    if (is_stale && ls_node_count(resources) == 0)
        ls_catalog_keep(catalog, ls_slice_of(group), ls_slice_of(name));
    LS_EACH (resource, resources) {
        enum ls_code code = whole_resource_read(catalog, group, name, resource.value, err);
        if (code)
            return code;
    }
    return LS_OK;
}

enum ls_code ls_discovery_read_whole(struct ls_catalog *catalog, struct ls_node root,
                                     struct ls_buf *notes, struct ls_err *err)
{
    LS_EACH (group, ls_node_get(root, LS_SLICE("items"))) {
        const char *name = ls_node_text(ls_node_at(group.value, "metadata.name"));
        LS_EACH (version, ls_node_get(group.value, LS_SLICE("versions"))) {
            enum ls_code code = whole_version_read(catalog, name, version.value, notes, err);
            if (code)
                return code;
        }
    }
    return LS_OK;
}

/* ---- the old endpoints ---- */

static enum ls_code version_push(struct ls_group_versions *out, const char *group,
                                 const char *version, struct ls_err *err)
{
    if (out->count == LS_DISCOVERY_VERSIONS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the server has more than %d group versions, the limit",
                       LS_DISCOVERY_VERSIONS_MAX);
    struct ls_group_version row = {ls_strdup(group), ls_strdup(version)};
    ls_vec_push(out, row);
    return LS_OK;
}

static enum ls_code group_read(struct ls_group_versions *out, struct ls_node group,
                               struct ls_err *err)
{
    const char *name = member(group, "name");
    const char *preferred = ls_node_text(ls_node_at(group, "preferredVersion.version"));
    enum ls_code code = preferred[0] ? version_push(out, name, preferred, err) : LS_OK;
    LS_EACH (item, ls_node_get(group, LS_SLICE("versions"))) {
        const char *version = member(item.value, "version");
        if (!code && version[0] && strcmp(version, preferred) != 0)
            code = version_push(out, name, version, err);
    }
    return code;
}

enum ls_code ls_discovery_read_versions(struct ls_node root, struct ls_group_versions *out,
                                        struct ls_err *err)
{
    enum ls_code code = LS_OK;
    const char *kind = member(root, "kind");
    bool is_known =
        !kind[0] || strcmp(kind, "APIVersions") == 0 || strcmp(kind, "APIGroupList") == 0;
    if (!ls_node_is_map(root) || !is_known)
        return ls_fail(err, LS_E_PROTOCOL,
                       "the server answered with %s%.40s instead of its API groups",
                       kind[0] ? "a " : "something else", kind);
    LS_EACH (version, ls_node_get(root, LS_SLICE("versions"))) {
        if (!code && ls_node_string(version.value).len > 0)
            code = version_push(out, "", ls_node_text(version.value), err);
    }
    LS_EACH (group, ls_node_get(root, LS_SLICE("groups"))) {
        if (!code)
            code = group_read(out, group.value, err);
    }
    return code;
}

/* In the old form "deployments/scale" is listed beside "deployments". */
static const struct ls_subresource *old_subresources_read(struct ls_arena *arena,
                                                          struct ls_node all,
                                                          const struct ls_resource *parent,
                                                          size_t *count)
{
    struct ls_subresource *subs = NULL;
    size_t parent_len = strlen(parent->plural);
    *count = 0;
    LS_EACH (item, all) {
        const char *name = member(item.value, "name");
        if (strncmp(name, parent->plural, parent_len) != 0 || name[parent_len] != '/')
            continue;
        if (!subs)
            subs = LS_ARENA_ARRAY(arena, struct ls_subresource, ls_node_count(all));
        subs[(*count)++] = (struct ls_subresource){
            .name = name + parent_len + 1,
            .group = member_or(item.value, "group", parent->group),
            .version = member_or(item.value, "version", parent->version),
            .kind = member(item.value, "kind"),
            .can = verbs_read(ls_node_get(item.value, LS_SLICE("verbs"))),
        };
    }
    return subs;
}

enum ls_code ls_discovery_read_version(struct ls_catalog *catalog,
                                       const struct ls_group_version *version, struct ls_node root,
                                       struct ls_err *err)
{
    struct ls_node all = ls_node_get(root, LS_SLICE("resources"));
    if (ls_node_count(all) > LS_DISCOVERY_PER_VERSION_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s has more than %d kinds and subresources, the limit",
                       version->version, LS_DISCOVERY_PER_VERSION_MAX);
    LS_EACH (item, all) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_resource resource = {
            .group = version->group,
            .version = version->version,
            .kind = member(item.value, "kind"),
            .plural = member(item.value, "name"),
            .is_namespaced = ls_node_bool(ls_node_get(item.value, LS_SLICE("namespaced")), false),
        };
        if (!resource.kind[0] || !resource.plural[0] || strchr(resource.plural, '/'))
            continue;
        names_read(&arena, item.value, &resource);
        resource.singular = singular_of(&arena, member(item.value, "singularName"), resource.kind);
        resource.subresources =
            old_subresources_read(&arena, all, &resource, &resource.subresource_count);
        enum ls_code code = ls_catalog_add(catalog, &resource, err);
        if (code)
            return code;
    }
    return LS_OK;
}
