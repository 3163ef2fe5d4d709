#include "phase/set/removal.h"

#include <stdlib.h>

#include "base/defect.h"
#include "health/health.h"
#include "phase/read/rank.h"
#include "phase/words.h"
#include "value/build.h"

/* ---- order ---- */

/* Where one without a readable order stands: before all phases, what holds others up after them. */
static struct ls_order order_of(const struct ls_leaver *leaver)
{
    if (leaver->has_order)
        return leaver->order;
    return (struct ls_order){
        .deletion = ls_rank_is_ground(leaver->ref.resource) ? INT32_MAX : INT32_MIN,
        .position = ls_rank_of(ls_slice_of(leaver->ref.resource->kind)) * LS_ORDER_CUTS,
    };
}

static int stretch_compare(const struct ls_leaver *a, const struct ls_leaver *b)
{
    struct ls_order a_order = order_of(a);
    struct ls_order b_order = order_of(b);
    if (LS_DEFECT(teardown_forward))
        return ls_order_compare_creation(&a_order, &b_order);
    return ls_order_compare_deletion(&a_order, &a->ref, &b_order, &b->ref);
}

static int leaver_compare(const void *a_at, const void *b_at)
{
    const struct ls_leaver *a = a_at;
    const struct ls_leaver *b = b_at;
    int by_stretch = stretch_compare(a, b);
    return by_stretch ? by_stretch : ls_ref_compare(&a->ref, &b->ref);
}

void ls_removal_make(struct ls_arena *arena, const struct ls_leaver *leavers, size_t count,
                     struct ls_removal *out)
{
    LS_ASSERT(count < UINT32_MAX);
    struct ls_leaver *sorted = LS_ARENA_ARRAY(arena, struct ls_leaver, count);
    uint32_t *cells = LS_ARENA_ARRAY(arena, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        sorted[i] = leavers[i];
    qsort(sorted, count, sizeof *sorted, leaver_compare);
    for (size_t i = 1; i < count; i++)
        cells[i] = cells[i - 1] + (stretch_compare(&sorted[i - 1], &sorted[i]) != 0);
    *out = (struct ls_removal){
        .leavers = sorted,
        .cells = cells,
        .count = (uint32_t)count,
        .cell_count = count > 0 ? cells[count - 1] + 1 : 0,
    };
}

/* ---- release ---- */

static const char *const released_labels[] = {LS_LABEL_PART_OF};
static const char *const released_notes[] = {LS_NOTE_ORDER, LS_NOTE_APPLIED, LS_NOTE_ADOPTED};

static void step_begin(struct ls_build *build, const char *op, const char *path)
{
    ls_build_map(build);
    ls_build_member_text(build, "op", op);
    ls_build_member_text(build, "path", path);
}

static void step_test(struct ls_build *build, const char *path, struct ls_node value)
{
    step_begin(build, "test", path);
    ls_build_member(build, "value", value);
    ls_build_end(build);
}

/* "/metadata/labels/applyset.kubernetes.io~1part-of" */
static void path_print(struct ls_buf *out, const char *map, const char *key)
{
    ls_buf_clear(out);
    ls_buf_printf(out, "/metadata/%s/", map);
    for (; *key; key++) {
        if (*key == '~' || *key == '/')
            ls_buf_add_text(out, *key == '~' ? "~0" : "~1");
        else
            ls_buf_add_char(out, *key);
    }
}

/* Only the keys: a map that is left empty is the server's to drop. */
static size_t steps_remove(struct ls_build *build, struct ls_node metadata, const char *map,
                           const char *const *keys, size_t key_count)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    struct ls_node there = ls_node_at(metadata, map);
    size_t removed = 0;
    for (size_t i = 0; i < key_count; i++) {
        if (ls_node_is_absent(ls_node_get(there, ls_slice_of(keys[i]))))
            continue;
        path_print(&path, map, keys[i]);
        step_begin(build, "remove", ls_buf_text(&path));
        ls_build_end(build);
        removed++;
    }
    return removed;
}

const struct ls_obj *ls_release_patch(struct ls_node object)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node metadata = ls_node_at(object, "metadata");
    struct ls_node uid = ls_node_at(metadata, "uid");
    struct ls_node version = ls_node_at(metadata, "resourceVersion");
    if (!ls_node_is_string(uid) || !ls_node_is_string(version))
        return NULL;
    ls_build_list(&build);
    step_test(&build, "/metadata/uid", uid);
    step_test(&build, "/metadata/resourceVersion", version);
    size_t removed =
        steps_remove(&build, metadata, "labels", released_labels, LS_COUNT(released_labels));
    removed +=
        steps_remove(&build, metadata, "annotations", released_notes, LS_COUNT(released_notes));
    ls_build_end(&build);
    return removed > 0 ? ls_build_obj(&build) : NULL;
}

enum ls_propagation ls_removal_propagation(const struct ls_ref *ref)
{
    bool owns_pods =
        ls_health_owns_pods(ls_slice_of(ref->resource->group), ls_slice_of(ref->resource->kind));
    return owns_pods ? LS_PROPAGATION_FOREGROUND : LS_PROPAGATION_BACKGROUND;
}
