#include "sandbox/keep/namespaces.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/metadata.h"
#include "sandbox/store/store.h"
#include "value/build.h"

/* ---- content ---- */

/* How often each name was met. */
struct namespaces_tally {
    struct ls_map *counts; /* name -> size_t in the arena */
    struct ls_arena *arena;
};

static void tally_add(struct namespaces_tally *tally, struct ls_slice name)
{
    size_t *count = ls_map_get(tally->counts, name);
    if (!count) {
        count = LS_ARENA_NEW(tally->arena, size_t);
        ls_map_put(tally->counts, name, count);
    }
    ++*count;
}

/* What is left of a namespace, for its conditions. */
struct remains {
    struct namespaces_tally kinds;
    struct namespaces_tally finalizers;
};

static void remains_init(struct remains *remains, struct ls_arena *arena)
{
    remains->kinds = (struct namespaces_tally){ls_map_new(0), arena};
    remains->finalizers = (struct namespaces_tally){ls_map_new(0), arena};
}

static void remains_release(struct remains *remains)
{
    ls_map_free(remains->kinds.counts);
    ls_map_free(remains->finalizers.counts);
}

static bool is_first_of_collection(const struct ls_registry *registry, size_t i)
{
    const struct ls_kind *kind = ls_registry_at(registry, i);
    for (size_t earlier = 0; earlier < i; earlier++) {
        if (ls_registry_at(registry, earlier)->collection == kind->collection)
            return false;
    }
    return true;
}

static bool has_content(const struct ls_registry *registry, size_t i)
{
    const struct ls_kind *kind = ls_registry_at(registry, i);
    return kind->resource.is_namespaced && !kind->is_virtual && kind->collection &&
           ls_collection_count(kind->collection) > 0 && is_first_of_collection(registry, i);
}

static size_t keys_collect(const struct ls_keep_step *step, const struct ls_kind *kind,
                           struct ls_slice name, struct ls_object_key **out)
{
    struct ls_collection_walk walk;
    size_t count = 0, cap = 0;
    if (!ls_collection_walk_start(&walk, kind->collection, name, (struct ls_object_key){0}, 0))
        return 0;
    cap = ls_collection_walk_rest(&walk);
    *out = LS_ARENA_ARRAY(step->arena, struct ls_object_key, cap);
    while (count < cap && ls_collection_walk_next(&walk))
        (*out)[count++] =
            (struct ls_object_key){ls_arena_slice(step->arena, walk.key.namespace_name),
                                   ls_arena_slice(step->arena, walk.key.name)};
    ls_collection_walk_end(&walk);
    return count;
}

static void rest_tally(struct remains *remains, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    const struct ls_resource *resource = &place.kind->resource;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_absent(object))
        return;
    ls_buf_printf(&name, "%s.%s", resource->plural, resource->group);
    tally_add(&remains->kinds, ls_buf_slice(&name));
    LS_EACH (it, ls_object_meta(object, LS_META_FINALIZERS))
        tally_add(&remains->finalizers, ls_node_string(it.value));
}

static void content_remove(const struct ls_keep_step *step, const struct ls_kind *kind,
                           struct ls_slice name, struct remains *remains)
{
    struct ls_object_key *keys = NULL;
    size_t count = keys_collect(step, kind, name, &keys);
    for (size_t i = 0; i < count; i++) {
        struct ls_object_place place = {kind, keys[i]};
        struct ls_node object = ls_keep_step_read(place);
        if (!ls_node_is_absent(object) && !ls_object_is_deleting(object))
            ls_keep_step_delete(step, place, ls_object_uid(object), LS_PROPAGATE_BACKGROUND);
        rest_tally(remains, place);
    }
}

/* Pods are deleted first, before the objects they use. */
static void contents_remove(const struct ls_keep_step *step, struct ls_slice name,
                            struct remains *remains)
{
    const struct ls_registry *registry = step->cluster->registry;
    const struct ls_kind *pods = ls_keep_step_kind(step, "", "pods");
    content_remove(step, pods, name, remains);
    for (size_t i = 0; ls_registry_at(registry, i); i++) {
        const struct ls_kind *kind = ls_registry_at(registry, i);
        if (kind != pods && has_content(registry, i))
            content_remove(step, kind, name, remains);
    }
}

/* ---- conditions ---- */

static int name_compare(const void *a, const void *b)
{
    return ls_slice_compare(*(const struct ls_slice *)a, *(const struct ls_slice *)b);
}

static const char *tally_text(const struct namespaces_tally *tally, const char *opening,
                              const char *between)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    struct ls_slice *names =
        LS_ARENA_ARRAY(tally->arena, struct ls_slice, ls_map_count(tally->counts));
    struct ls_slice name;
    void *unused;
    for (size_t at = 0; ls_map_next(tally->counts, &at, &name, &unused);)
        names[count++] = name;
    qsort(names, count, sizeof *names, name_compare);
    ls_buf_add_text(&text, opening);
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(&text, "%s%.*s %s %zu resource instances", i ? ", " : "", LS_ARG(names[i]),
                      between, *(size_t *)ls_map_get(tally->counts, names[i]));
    return ls_arena_dup(tally->arena, ls_buf_slice(&text));
}

struct namespaces_condition {
    const char *type;
    const char *reason;
    const char *message;
    bool is_true;
};

enum { CONTENT_REMAINING = 3, FINALIZERS_REMAINING = 4, CONDITION_COUNT = 5 };

static const struct namespaces_condition all_removed[CONDITION_COUNT] = {
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

static void conditions_make(struct remains *remains,
                            struct namespaces_condition out[CONDITION_COUNT])
{
    memcpy(out, all_removed, sizeof all_removed);
    if (ls_map_count(remains->kinds.counts) > 0) {
        out[CONTENT_REMAINING].is_true = true;
        out[CONTENT_REMAINING].reason = "SomeResourcesRemain";
        out[CONTENT_REMAINING].message =
            tally_text(&remains->kinds, "Some resources are remaining: ", "has");
    }
    if (ls_map_count(remains->finalizers.counts) > 0) {
        out[FINALIZERS_REMAINING].is_true = true;
        out[FINALIZERS_REMAINING].reason = "SomeFinalizersRemain";
        out[FINALIZERS_REMAINING].message = tally_text(
            &remains->finalizers, "Some content in the namespace has finalizers remaining: ", "in");
    }
}

static struct ls_node condition_find(struct ls_node namespace, const char *type)
{
    return ls_node_find(ls_node_at(namespace, "status.conditions"), "type", ls_slice_of(type));
}

static void condition_build(const struct ls_keep_step *step, struct ls_build *build,
                            struct ls_node namespace, const struct namespaces_condition *condition)
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

static void conditions_write(const struct ls_keep_step *step, struct ls_object_place place,
                             struct remains *remains)
{
    struct namespaces_condition conditions[CONDITION_COUNT];
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node namespace = ls_keep_step_read(place);
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
    ls_keep_step_merge(step, place, "status", ls_build_arena(&build, step->arena));
}

/* ---- the end ---- */

static void finalize(const struct ls_keep_step *step, struct ls_object_place place)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("finalizers"));
    ls_build_list(&build);
    LS_EACH (it, ls_node_at(ls_keep_step_read(place), "spec.finalizers")) {
        if (!ls_node_string_is(it.value, "kubernetes"))
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_keep_step_merge(step, place, "finalize", ls_build_arena(&build, step->arena));
}

void ls_namespace_finalize(const struct ls_keep_step *step, struct ls_slice name)
{
    LS_ASSERT(name.len > 0);
    struct ls_object_place place = {ls_keep_step_kind(step, "", "namespaces"), {.name = name}};
    struct ls_node namespace = ls_keep_step_read(place);
    if (!ls_object_is_deleting(namespace)) {
        ls_owners_watch_namespace(step->cluster->owners, name, false);
        return;
    }
    if (ls_node_count(ls_node_at(namespace, "spec.finalizers")) == 0)
        return;
    /* Deletions of this call cause no further one. */
    ls_owners_watch_namespace(step->cluster->owners, name, false);
    struct remains remains LS_AUTO(remains_release);
    remains_init(&remains, step->arena);
    contents_remove(step, name, &remains);
    conditions_write(step, place, &remains);
    if (ls_map_count(remains.kinds.counts) > 0)
        ls_owners_watch_namespace(step->cluster->owners, name, true);
    else
        finalize(step, place);
}
