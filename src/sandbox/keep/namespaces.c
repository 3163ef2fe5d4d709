#include "sandbox/keep/namespaces.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/ops/metadata.h"
#include "sandbox/store/store.h"
#include "value/build.h"

#include <stdlib.h>
#include <string.h>

/* --- content --- */

struct tally {
    const char *name;
    size_t count;
};

/* What is left of a namespace, for its conditions. */
struct remains {
    struct ls_arena *arena;
    struct tally *kinds;
    size_t kind_count;
    struct tally *finalizers;
    size_t finalizer_count;
};

static void tally_add(struct ls_arena *arena, struct tally **at, size_t *count, const char *name)
{
    for (size_t i = 0; i < *count; i++) {
        if (strcmp((*at)[i].name, name) == 0) {
            (*at)[i].count++;
            return;
        }
    }
    struct tally *grown = LS_ARENA_ARRAY(arena, struct tally, *count + 1);
    if (*count)
        memcpy(grown, *at, *count * sizeof *grown);
    grown[(*count)++] = (struct tally){name, 1};
    *at = grown;
}

static bool is_first_of_shelf(const struct ls_registry *registry, size_t i)
{
    const struct ls_kind *kind = ls_registry_at(registry, i);
    for (size_t earlier = 0; earlier < i; earlier++) {
        if (ls_registry_at(registry, earlier)->shelf == kind->shelf)
            return false;
    }
    return true;
}

static bool has_content(const struct ls_registry *registry, size_t i)
{
    const struct ls_kind *kind = ls_registry_at(registry, i);
    return kind->resource.is_namespaced && !kind->is_virtual && kind->shelf &&
           ls_shelf_count(kind->shelf) > 0 && is_first_of_shelf(registry, i);
}

static size_t keys_collect(const struct ls_step *step, const struct ls_kind *kind,
                           struct ls_slice name, struct ls_object_key **out)
{
    struct ls_shelf_walk walk;
    size_t count = 0, cap = 0;
    if (!ls_shelf_walk_start(&walk, kind->shelf, name, (struct ls_object_key){0}, 0))
        return 0;
    cap = ls_shelf_walk_rest(&walk);
    *out = LS_ARENA_ARRAY(step->arena, struct ls_object_key, cap);
    while (count < cap && ls_shelf_walk_next(&walk))
        (*out)[count++] =
            (struct ls_object_key){ls_arena_slice(step->arena, walk.key.namespace_name),
                                   ls_arena_slice(step->arena, walk.key.name)};
    ls_shelf_walk_end(&walk);
    return count;
}

static void rest_tally(struct remains *remains, struct ls_place place)
{
    struct ls_node object = ls_step_read(place);
    const struct ls_resource *resource = &place.kind->resource;
    if (ls_node_is_absent(object))
        return;
    tally_add(remains->arena, &remains->kinds, &remains->kind_count,
              ls_arena_printf(remains->arena, "%s.%s", resource->plural, resource->group));
    LS_EACH (it, ls_object_meta(object, LS_META_FINALIZERS))
        tally_add(remains->arena, &remains->finalizers, &remains->finalizer_count,
                  ls_arena_dup(remains->arena, ls_node_string(it.value)));
}

static void content_remove(const struct ls_step *step, const struct ls_kind *kind,
                           struct ls_slice name, struct remains *remains)
{
    struct ls_object_key *keys = NULL;
    size_t count = keys_collect(step, kind, name, &keys);
    for (size_t i = 0; i < count; i++) {
        struct ls_place place = {kind, keys[i]};
        struct ls_node object = ls_step_read(place);
        if (!ls_node_is_absent(object) && !ls_object_is_deleting(object))
            ls_step_delete(step, place, ls_object_uid(object), LS_PROPAGATE_BACKGROUND);
        rest_tally(remains, place);
    }
}

/* Pods go first, so that nothing they need is taken from under them. */
static void contents_remove(const struct ls_step *step, struct ls_slice name,
                            struct remains *remains)
{
    const struct ls_registry *registry = step->cluster->registry;
    const struct ls_kind *pods = ls_step_kind(step, "", "pods");
    content_remove(step, pods, name, remains);
    for (size_t i = 0; ls_registry_at(registry, i); i++) {
        const struct ls_kind *kind = ls_registry_at(registry, i);
        if (kind != pods && has_content(registry, i))
            content_remove(step, kind, name, remains);
    }
}

/* --- conditions --- */

static int tally_compare(const void *a, const void *b)
{
    return strcmp(((const struct tally *)a)->name, ((const struct tally *)b)->name);
}

static const char *tally_text(struct ls_arena *arena, const char *opening, const char *between,
                              struct tally *at, size_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, opening);
    if (count)
        qsort(at, count, sizeof *at, tally_compare);
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(&text, "%s%s %s %zu resource instances", i ? ", " : "", at[i].name, between,
                      at[i].count);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

struct condition {
    const char *type;
    const char *reason;
    const char *message;
    bool is_true;
};

enum { CONTENT_REMAINING = 3, FINALIZERS_REMAINING = 4, CONDITION_COUNT = 5 };

static const struct condition settled[CONDITION_COUNT] = {
    {"NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered",
     "All resources successfully discovered", false},
    {"NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions",
     "All legacy kube types successfully parsed", false},
    {"NamespaceDeletionContentFailure", "ContentDeleted",
     "All content successfully deleted, may be waiting on finalization", false},
    [CONTENT_REMAINING] = {"NamespaceContentRemaining", "ContentRemoved",
                           "All content successfully removed", false},
    [FINALIZERS_REMAINING] = {"NamespaceFinalizersRemaining", "ContentHasNoFinalizers",
                              "All content-preserving finalizers finished", false},
};

static void conditions_make(struct remains *remains, struct condition out[CONDITION_COUNT])
{
    memcpy(out, settled, sizeof settled);
    if (remains->kind_count > 0) {
        out[CONTENT_REMAINING].is_true = true;
        out[CONTENT_REMAINING].reason = "SomeResourcesRemain";
        out[CONTENT_REMAINING].message =
            tally_text(remains->arena, "Some resources are remaining: ", "has", remains->kinds,
                       remains->kind_count);
    }
    if (remains->finalizer_count > 0) {
        out[FINALIZERS_REMAINING].is_true = true;
        out[FINALIZERS_REMAINING].reason = "SomeFinalizersRemain";
        out[FINALIZERS_REMAINING].message = tally_text(
            remains->arena, "Some content in the namespace has finalizers remaining: ", "in",
            remains->finalizers, remains->finalizer_count);
    }
}

static struct ls_node condition_find(struct ls_node namespace, const char *type)
{
    LS_EACH (it, ls_node_at(namespace, "status.conditions")) {
        if (ls_node_string_is(ls_node_at(it.value, "type"), type))
            return it.value;
    }
    return LS_ABSENT;
}

static void condition_build(const struct ls_step *step, struct ls_build *build,
                            struct ls_node namespace, const struct condition *condition)
{
    struct ls_node old = condition_find(namespace, condition->type);
    const char *status = condition->is_true ? "True" : "False";
    ls_build_map(build);
    ls_build_member_text(build, "type", condition->type);
    ls_build_member_text(build, "status", status);
    ls_build_key(build, LS_SLICE("lastTransitionTime"));
    if (ls_node_string_is(ls_node_at(old, "status"), status))
        ls_build_node(build, ls_node_at(old, "lastTransitionTime"));
    else
        ls_build_string(build, ls_now_text(step->cluster, step->arena));
    ls_build_member_text(build, "reason", condition->reason);
    ls_build_member_text(build, "message", condition->message);
    ls_build_end(build);
}

static void conditions_write(const struct ls_step *step, struct ls_place place,
                             struct remains *remains)
{
    struct condition conditions[CONDITION_COUNT];
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node namespace = ls_step_read(place);
    conditions_make(remains, conditions);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("conditions"));
    ls_build_list(&build);
    for (size_t i = 0; i < CONDITION_COUNT; i++)
        condition_build(step, &build, namespace, &conditions[i]);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_step_merge(step, place, "status", ls_build_arena(&build, step->arena));
}

/* --- the end --- */

static void finalize(const struct ls_step *step, struct ls_place place)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("finalizers"));
    ls_build_list(&build);
    LS_EACH (it, ls_node_at(ls_step_read(place), "spec.finalizers")) {
        if (!ls_node_string_is(it.value, "kubernetes"))
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_step_merge(step, place, "finalize", ls_build_arena(&build, step->arena));
}

void ls_namespace_look(const struct ls_step *step, struct ls_slice name)
{
    struct ls_place place = {ls_step_kind(step, "", "namespaces"), {.name = name}};
    struct ls_node namespace = ls_step_read(place);
    struct remains remains = {.arena = step->arena};
    if (!ls_object_is_deleting(namespace)) {
        ls_owners_watch_namespace(step->cluster->owners, name, false);
        return;
    }
    if (ls_node_count(ls_node_at(namespace, "spec.finalizers")) == 0)
        return;
    /* What this look removes is no cause for another. */
    ls_owners_watch_namespace(step->cluster->owners, name, false);
    contents_remove(step, name, &remains);
    conditions_write(step, place, &remains);
    if (remains.kind_count > 0)
        ls_owners_watch_namespace(step->cluster->owners, name, true);
    else
        finalize(step, place);
}
