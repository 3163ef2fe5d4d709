#include "sandbox/kinds/registry.h"

#include <string.h>

#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/kinds/rows.h"
#include "sandbox/kinds/version_order.h"
#include "sandbox/store/store.h"

/* The kinds in one of the three orders in which they are searched. */
struct index {
    const struct ls_kind **at;
    size_t count;
    size_t cap;
};

struct ls_registry {
    struct ls_arena arena; /* the built-in kinds */
    struct index listed;   /* as discovery lists them */
    struct index paths;    /* by group, version, plural */
    struct index kinds;    /* by group, kind, version */
    uint64_t generation;
};

typedef int kind_compare(const struct ls_kind *a, const struct ls_kind *b);

/* Groups of custom kinds follow all built-in ones. */
static size_t group_rank(const char *group)
{
    size_t rank = 0;
    while (rank < ls_built_in_group_count && strcmp(ls_built_in_groups[rank]->group, group) != 0)
        rank++;
    return rank;
}

static int version_compare(const struct ls_kind *a, const struct ls_kind *b)
{
    return ls_version_compare(ls_slice_of(a->resource.version), ls_slice_of(b->resource.version));
}

static int listed_compare(const struct ls_kind *a, const struct ls_kind *b)
{
    size_t rank_a = group_rank(a->resource.group);
    size_t rank_b = group_rank(b->resource.group);
    if (rank_a != rank_b)
        return rank_a < rank_b ? -1 : 1;
    int order = strcmp(a->resource.group, b->resource.group);
    if (order == 0)
        order = version_compare(a, b);
    return order != 0 ? order : strcmp(a->resource.plural, b->resource.plural);
}

static int path_compare(const struct ls_kind *a, const struct ls_kind *b)
{
    int order = strcmp(a->resource.group, b->resource.group);
    if (order == 0)
        order = strcmp(a->resource.version, b->resource.version);
    return order != 0 ? order : strcmp(a->resource.plural, b->resource.plural);
}

/* Versions of a kind are adjacent, the preferred one first. */
static int kind_name_compare(const struct ls_kind *a, const struct ls_kind *b)
{
    int order = strcmp(a->resource.group, b->resource.group);
    if (order == 0)
        order = strcmp(a->resource.kind, b->resource.kind);
    return order != 0 ? order : version_compare(a, b);
}

static void index_add(struct index *index, const struct ls_kind *kind, kind_compare *compare)
{
    ls_vec_push(index, kind);
    size_t at = index->count - 1;
    while (at > 0 && compare(kind, index->at[at - 1]) < 0) {
        index->at[at] = index->at[at - 1];
        at--;
    }
    index->at[at] = kind;
}

static void index_remove(struct index *index, const struct ls_kind *kind)
{
    size_t at = 0;
    while (at < index->count && index->at[at] != kind)
        at++;
    LS_ASSERT(at < index->count);
    index->count--;
    memmove(&index->at[at], &index->at[at + 1], (index->count - at) * sizeof(const void *));
}

/* The first place in a sorted index whose kind is not before the key. */
typedef int place_compare(const struct ls_kind *kind, const struct ls_slice *sought);
static size_t index_lower(const struct index *index, place_compare *compare,
                          const struct ls_slice *sought)
{
    size_t low = 0;
    size_t high = index->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (compare(index->at[middle], sought) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Compares the names in order until two differ. */
static int names_compare(const char *const *names, const struct ls_slice *sought, size_t count)
{
    LS_ASSERT(count > 0);
    int order = 0;
    for (size_t i = 0; i < count && order == 0; i++)
        order = ls_slice_compare(ls_slice_of(names[i]), sought[i]);
    return order;
}

static int place_of_path(const struct ls_kind *kind, const struct ls_slice *sought)
{
    const struct ls_resource *resource = &kind->resource;
    const char *names[] = {resource->group, resource->version, resource->plural};
    return names_compare(names, sought, LS_COUNT(names));
}

static int place_of_version(const struct ls_kind *kind, const struct ls_slice *sought)
{
    const char *names[] = {kind->resource.group, kind->resource.version};
    return names_compare(names, sought, LS_COUNT(names));
}

static int place_of_group(const struct ls_kind *kind, const struct ls_slice *sought)
{
    return names_compare(&kind->resource.group, sought, 1);
}

static int place_of_kind(const struct ls_kind *kind, const struct ls_slice *sought)
{
    const char *names[] = {kind->resource.group, kind->resource.kind};
    return names_compare(names, sought, LS_COUNT(names));
}

static const struct ls_kind *index_find(const struct index *index, place_compare *compare,
                                        const struct ls_slice *sought)
{
    size_t at = index_lower(index, compare, sought);
    bool is_there = at < index->count && compare(index->at[at], sought) == 0;
    return is_there ? index->at[at] : NULL;
}

static void registry_index(struct ls_registry *registry, const struct ls_kind *kind)
{
    LS_ASSERT(kind->rules != NULL);
    LS_ASSERT(kind->resource.plural != NULL);
    LS_ASSERT(kind->is_virtual == (kind->collection == NULL));
    LS_ASSERT(kind->refs > 0);
    index_add(&registry->listed, kind, listed_compare);
    index_add(&registry->paths, kind, path_compare);
    index_add(&registry->kinds, kind, kind_name_compare);
}

struct ls_registry *ls_registry_new(struct ls_store *store)
{
    LS_ASSERT(store != NULL);
    struct ls_registry *registry = LS_NEW(struct ls_registry);
    for (size_t g = 0; g < ls_built_in_group_count; g++) {
        const struct ls_group_rows *group = ls_built_in_groups[g];
        for (size_t i = 0; i < group->row_count; i++) {
            struct ls_kind *kind = ls_kind_of_row(&registry->arena, group, &group->rows[i], store);
            registry_index(registry, kind);
        }
    }
    for (size_t i = 1; i < registry->paths.count; i++)
        LS_ASSERT(path_compare(registry->paths.at[i - 1], registry->paths.at[i]) < 0);
    registry->generation = 1;
    return registry;
}

void ls_registry_free(struct ls_registry *registry)
{
    if (!registry)
        return;
    for (size_t i = 0; i < registry->listed.count; i++)
        ls_kind_unref(registry->listed.at[i]);
    ls_vec_release(&registry->listed);
    ls_vec_release(&registry->paths);
    ls_vec_release(&registry->kinds);
    ls_arena_release(&registry->arena);
    ls_free(registry);
}

const struct ls_kind *ls_registry_resource(const struct ls_registry *registry,
                                           struct ls_slice group, struct ls_slice version,
                                           struct ls_slice plural)
{
    struct ls_slice sought[] = {group, version, plural};
    return index_find(&registry->paths, place_of_path, sought);
}

const struct ls_kind *ls_registry_kind(const struct ls_registry *registry,
                                       struct ls_slice api_version, struct ls_slice kind)
{
    struct ls_slice sought[] = {LS_SLICE(""), kind};
    struct ls_slice version;
    if (!ls_gvk_split(api_version, &sought[0], &version))
        return NULL;
    const struct index *kinds = &registry->kinds;
    for (size_t at = index_lower(kinds, place_of_kind, sought);
         at < kinds->count && place_of_kind(kinds->at[at], sought) == 0; at++) {
        if (ls_slice_is(version, kinds->at[at]->resource.version))
            return kinds->at[at];
    }
    return NULL;
}

const struct ls_kind *ls_registry_group_kind(const struct ls_registry *registry,
                                             struct ls_slice group, struct ls_slice kind)
{
    struct ls_slice sought[] = {group, kind};
    return index_find(&registry->kinds, place_of_kind, sought);
}

bool ls_registry_has_group(const struct ls_registry *registry, struct ls_slice group)
{
    return index_find(&registry->paths, place_of_group, &group) != NULL;
}

bool ls_registry_has_version(const struct ls_registry *registry, struct ls_slice group,
                             struct ls_slice version)
{
    struct ls_slice sought[] = {group, version};
    return index_find(&registry->paths, place_of_version, sought) != NULL;
}

const struct ls_kind *ls_registry_at(const struct ls_registry *registry, size_t i)
{
    LS_ASSERT(i <= registry->listed.count);
    return i < registry->listed.count ? registry->listed.at[i] : NULL;
}

uint64_t ls_registry_generation(const struct ls_registry *registry)
{
    return registry->generation;
}

void ls_registry_add(struct ls_registry *registry, const struct ls_kind *kind)
{
    LS_ASSERT(kind->is_custom);
    registry_index(registry, ls_kind_ref(kind));
    registry->generation++;
}

void ls_registry_remove(struct ls_registry *registry, const struct ls_kind *kind)
{
    LS_ASSERT(kind->is_custom);
    index_remove(&registry->listed, kind);
    index_remove(&registry->paths, kind);
    index_remove(&registry->kinds, kind);
    registry->generation++;
    ls_kind_unref(kind);
}
