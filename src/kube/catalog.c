#include "kube/catalog.h"

#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "kube/limits.h"

struct catalog_entry {
    const struct ls_resource *resource;
    bool is_in_first_version; /* of its group */
};

struct catalog_entries {
    struct catalog_entry *at;
    size_t count;
    size_t cap;
};

struct silent {
    const char *group;
    const char *version;
};

struct ls_catalog {
    struct ls_arena arena; /* every resource that was ever in the catalog */
    struct ls_map *known;  /* the printed form of a resource, to the resource */
    struct catalog_entries published;
    struct catalog_entries draft;
    LS_VEC(struct silent) silent;       /* group versions whose servers do not answer */
    LS_VEC(struct silent) draft_silent; /* ... of the draft */
    struct ls_map *kinds;               /* "group/version/kind" to the published resource */
    struct ls_map *preferred; /* "plural.group" to the published resource of the first version */
};

struct ls_catalog *ls_catalog_new(void)
{
    struct ls_catalog *catalog = LS_NEW(struct ls_catalog);
    catalog->known = ls_map_new(0);
    catalog->kinds = ls_map_new(0);
    catalog->preferred = ls_map_new(0);
    return catalog;
}

void ls_catalog_free(struct ls_catalog *catalog)
{
    if (!catalog)
        return;
    ls_vec_release(&catalog->published);
    ls_vec_release(&catalog->draft);
    ls_vec_release(&catalog->silent);
    ls_vec_release(&catalog->draft_silent);
    ls_map_free(catalog->known);
    ls_map_free(catalog->kinds);
    ls_map_free(catalog->preferred);
    ls_arena_release(&catalog->arena);
    ls_free(catalog);
}

/* ---- one copy of each resource ---- */

static void texts_print(struct ls_buf *out, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(out, "%s,", texts[i]);
    ls_buf_add_char(out, '\n');
}

/* Every property of a resource; two that print the same are the same. */
static void resource_describe(struct ls_buf *out, const struct ls_resource *resource)
{
    ls_buf_printf(out, "%s\n%s\n%s\n%s\n%s\n%u\n%d\n", resource->group, resource->version,
                  resource->kind, resource->plural, resource->singular, resource->can,
                  resource->is_namespaced);
    texts_print(out, resource->short_names, resource->short_name_count);
    texts_print(out, resource->categories, resource->category_count);
    texts_print(out, resource->verbs, resource->verb_count);
    for (size_t i = 0; i < resource->subresource_count; i++) {
        const struct ls_subresource *sub = &resource->subresources[i];
        ls_buf_printf(out, "%s\n%s\n%s\n%s\n%u\n", sub->name, sub->group, sub->version, sub->kind,
                      sub->can);
    }
}

static const char *text_copy(struct ls_arena *arena, const char *text)
{
    return ls_arena_dup(arena, ls_slice_of(text));
}

static const char *const *texts_copy(struct ls_arena *arena, const char *const *texts, size_t count)
{
    const char **copy = LS_ARENA_ARRAY(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        copy[i] = text_copy(arena, texts[i]);
    return copy;
}

static struct ls_resource *resource_copy(struct ls_arena *arena, const struct ls_resource *from)
{
    struct ls_resource *copy = LS_ARENA_NEW(arena, struct ls_resource);
    *copy = *from;
    copy->group = text_copy(arena, from->group);
    copy->version = text_copy(arena, from->version);
    copy->kind = text_copy(arena, from->kind);
    copy->plural = text_copy(arena, from->plural);
    copy->singular = text_copy(arena, from->singular);
    copy->short_names = texts_copy(arena, from->short_names, from->short_name_count);
    copy->categories = texts_copy(arena, from->categories, from->category_count);
    copy->verbs = texts_copy(arena, from->verbs, from->verb_count);
    struct ls_subresource *subs =
        LS_ARENA_ARRAY(arena, struct ls_subresource, from->subresource_count);
    for (size_t i = 0; i < from->subresource_count; i++) {
        const struct ls_subresource *sub = &from->subresources[i];
        subs[i] = (struct ls_subresource){text_copy(arena, sub->name), text_copy(arena, sub->group),
                                          text_copy(arena, sub->version),
                                          text_copy(arena, sub->kind), sub->can};
    }
    copy->subresources = subs;
    return copy;
}

static const struct ls_resource *resource_intern(struct ls_catalog *catalog,
                                                 const struct ls_resource *resource)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    resource_describe(&text, resource);
    struct ls_resource *known = ls_map_get(catalog->known, ls_buf_slice(&text));
    if (known)
        return known;
    known = resource_copy(&catalog->arena, resource);
    ls_map_put(catalog->known, ls_buf_slice(&text), known);
    return known;
}

/* ---- filling ---- */

void ls_catalog_draft(struct ls_catalog *catalog)
{
    ls_vec_clear(&catalog->draft);
    ls_vec_clear(&catalog->draft_silent);
}

enum ls_code ls_catalog_add(struct ls_catalog *catalog, const struct ls_resource *resource,
                            struct ls_err *err)
{
    LS_ASSERT(resource->kind[0] != '\0');
    LS_ASSERT(resource->plural[0] != '\0');
    if (catalog->draft.count == LS_DISCOVERY_RESOURCES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the server has more than %d kinds, the limit",
                       LS_DISCOVERY_RESOURCES_MAX);
    struct catalog_entry entry = {.resource = resource_intern(catalog, resource)};
    ls_vec_push(&catalog->draft, entry);
    return LS_OK;
}

bool ls_catalog_is_silent(const struct ls_catalog *catalog, struct ls_slice group,
                          struct ls_slice version)
{
    for (size_t i = 0; i < catalog->silent.count; i++) {
        if (ls_slice_is(group, catalog->silent.at[i].group) &&
            ls_slice_is(version, catalog->silent.at[i].version))
            return true;
    }
    return false;
}

void ls_catalog_keep(struct ls_catalog *catalog, struct ls_slice group, struct ls_slice version)
{
    struct silent silent = {ls_arena_dup(&catalog->arena, group),
                            ls_arena_dup(&catalog->arena, version)};
    ls_vec_push(&catalog->draft_silent, silent);
    for (size_t i = 0; i < catalog->published.count; i++) {
        struct catalog_entry entry = {.resource = catalog->published.at[i].resource};
        if (ls_slice_is(group, entry.resource->group) &&
            ls_slice_is(version, entry.resource->version))
            ls_vec_push(&catalog->draft, entry);
    }
}

static void kind_key(struct ls_buf *out, struct ls_slice group, struct ls_slice version,
                     struct ls_slice kind)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "%.*s/%.*s/%.*s", LS_ARG(group), LS_ARG(version), LS_ARG(kind));
}

static void kinds_fill(struct ls_catalog *catalog)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_map_clear(catalog->kinds);
    for (size_t i = 0; i < catalog->published.count; i++) {
        const struct ls_resource *resource = catalog->published.at[i].resource;
        kind_key(&key, ls_slice_of(resource->group), ls_slice_of(resource->version),
                 ls_slice_of(resource->kind));
        /* Of two resources of one kind the one that the server lists first wins. */
        if (!ls_map_get(catalog->kinds, ls_buf_slice(&key)))
            ls_map_put(catalog->kinds, ls_buf_slice(&key), (void *)resource);
    }
}

static void ranks_fill(struct ls_catalog *catalog)
{
    ls_map_clear(catalog->preferred);
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    const struct ls_resource *first = NULL; /* of the group */
    for (size_t i = 0; i < catalog->published.count; i++) {
        struct catalog_entry *entry = &catalog->published.at[i];
        if (!first || strcmp(first->group, entry->resource->group) != 0)
            first = entry->resource;
        ls_buf_clear(&key);
        ls_resource_print(&key, entry->resource);
        entry->is_in_first_version = strcmp(first->version, entry->resource->version) == 0;
        if (!ls_map_get(catalog->preferred, ls_buf_slice(&key)))
            ls_map_put(catalog->preferred, ls_buf_slice(&key), (void *)entry->resource);
    }
}

void ls_catalog_publish(struct ls_catalog *catalog)
{
    struct catalog_entries old = catalog->published;
    catalog->published = catalog->draft;
    catalog->draft = old;
    ls_vec_clear(&catalog->draft);
    ls_vec_clear(&catalog->silent);
    for (size_t i = 0; i < catalog->draft_silent.count; i++)
        ls_vec_push(&catalog->silent, catalog->draft_silent.at[i]);
    ls_vec_clear(&catalog->draft_silent);
    ranks_fill(catalog);
    kinds_fill(catalog);
}

/* ---- finding by name ---- */

enum catalog_naming { NAMED_BY_NAME, NAMED_BY_SHORT_NAME, NAMED_BY_KIND, NAMING_COUNT };

struct wanted {
    struct ls_slice name;
    struct ls_slice version; /* at == NULL: any */
    struct ls_slice group;   /* at == NULL: any */
    enum catalog_naming naming;
    bool group_is_prefix;
    bool is_in_first_version;
};

static bool is_called(const struct ls_resource *resource, const struct wanted *wanted)
{
    switch (wanted->naming) {
    case NAMED_BY_NAME:
        return ls_slice_is_nocase(wanted->name, resource->plural) ||
               ls_slice_is_nocase(wanted->name, resource->singular);
    case NAMED_BY_SHORT_NAME:
        return ls_resource_has_short_name(resource, wanted->name);
    case NAMED_BY_KIND:
    case NAMING_COUNT:
        break;
    }
    return ls_slice_is_nocase(wanted->name, resource->kind);
}

static bool group_fits(const struct ls_resource *resource, const struct wanted *wanted)
{
    if (!wanted->group.at)
        return true;
    struct ls_slice group = ls_slice_of(resource->group);
    if (wanted->group_is_prefix && group.len > wanted->group.len)
        group.len = wanted->group.len;
    return ls_slice_equal(group, wanted->group);
}

static bool entry_fits(const struct catalog_entry *entry, const struct wanted *wanted)
{
    const struct ls_resource *resource = entry->resource;
    return (!wanted->is_in_first_version || entry->is_in_first_version) &&
           (!wanted->version.at || ls_slice_is(wanted->version, resource->version)) &&
           group_fits(resource, wanted) && is_called(resource, wanted);
}

static bool scan(const struct ls_catalog *catalog, const struct wanted *wanted,
                 struct ls_match *out)
{
    struct ls_match match = {0};
    for (size_t i = 0; i < catalog->published.count && !match.rival; i++) {
        const struct catalog_entry *entry = &catalog->published.at[i];
        if (!entry_fits(entry, wanted))
            continue;
        if (!match.resource)
            match.resource = entry->resource;
        else if (strcmp(match.resource->group, entry->resource->group) != 0)
            match.rival = entry->resource;
    }
    if (match.resource)
        *out = match;
    return match.resource != NULL;
}

/* Exact groups before prefixes of groups; the first versions of all groups before later ones. */
static bool scan_all(const struct ls_catalog *catalog, struct wanted wanted, struct ls_match *out)
{
    for (int loose = 0; loose <= (wanted.group.at ? 1 : 0); loose++) {
        wanted.group_is_prefix = loose;
        for (int later = 0; later < 2; later++) {
            wanted.is_in_first_version = !later && !wanted.version.at;
            if (scan(catalog, &wanted, out))
                return true;
        }
    }
    return false;
}

enum ls_code ls_catalog_find(const struct ls_catalog *catalog, struct ls_slice name,
                             struct ls_match *out, struct ls_err *err)
{
    struct wanted by_group = {0};
    by_group.name = ls_slice_cut(name, '.', &by_group.group);
    struct wanted by_version = {.name = by_group.name};
    if (by_group.group.at)
        by_version.version = ls_slice_cut(by_group.group, '.', &by_version.group);
    for (int naming = 0; naming < NAMING_COUNT && name.len > 0; naming++) {
        by_group.naming = by_version.naming = (enum catalog_naming)naming;
        if (by_version.group.at && scan_all(catalog, by_version, out))
            return LS_OK;
        if (scan_all(catalog, by_group, out))
            return LS_OK;
    }
    return ls_fail(err, LS_E_NOT_FOUND, "the server has no kind that is called \"%.*s\"",
                   (int)LS_MIN(name.len, LS_PATH_SEGMENT_BYTES_MAX), name.at ? name.at : "");
}

/* ---- finding otherwise ---- */

const struct ls_resource *ls_catalog_of_kind(const struct ls_catalog *catalog,
                                             const struct ls_gvk *gvk)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    kind_key(&key, gvk->group, gvk->version, gvk->kind);
    return ls_map_get(catalog->kinds, ls_buf_slice(&key));
}

bool ls_catalog_is_preferred(const struct ls_catalog *catalog, const struct ls_resource *resource)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    ls_resource_print(&key, resource);
    return ls_map_get(catalog->preferred, ls_buf_slice(&key)) == resource;
}

const struct ls_resource *ls_catalog_next(const struct ls_catalog *catalog, const char *category,
                                          size_t *at)
{
    LS_ASSERT(*at <= catalog->published.count);
    while (*at < catalog->published.count) {
        const struct ls_resource *resource = catalog->published.at[(*at)++].resource;
        if (!category)
            return resource;
        if (ls_resource_is_in_category(resource, ls_slice_of(category)) &&
            ls_catalog_is_preferred(catalog, resource))
            return resource;
    }
    return NULL;
}
