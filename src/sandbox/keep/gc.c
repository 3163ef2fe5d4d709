#include "sandbox/keep/gc.h"

#include "sandbox/keep/events.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/metadata.h"
#include "sandbox/store/store.h"
#include "value/build.h"

/* ---- owners ---- */

enum owner_state {
    OWNER_SOLID,
    OWNER_ABSENT,  /* or another object has its name now */
    OWNER_WAITING, /* it is being deleted and waits for its dependents */
    OWNER_UNKNOWN, /* its kind is not served */
    OWNER_STATE_COUNT
};

static bool has_finalizer(struct ls_node object, const char *name)
{
    return ls_node_has_text(ls_object_meta(object, LS_META_FINALIZERS), ls_slice_of(name));
}

static const struct ls_kind *owner_kind(const struct ls_keep_step *step, struct ls_node reference)
{
    struct ls_slice api_version = ls_node_string(ls_node_at(reference, "apiVersion"));
    struct ls_slice name = ls_node_string(ls_node_at(reference, "kind"));
    return ls_registry_kind(step->cluster->registry, api_version, name);
}

static enum owner_state owner_state(const struct ls_keep_step *step, struct ls_object_place place,
                                    struct ls_node reference)
{
    const struct ls_kind *kind = owner_kind(step, reference);
    struct ls_slice uid = ls_node_string(ls_node_at(reference, "uid"));
    if (!kind && ls_owners_is_gone(step->cluster->owners, uid))
        return OWNER_ABSENT; /* it went before its kind did */
    if (!kind || (kind->resource.is_namespaced && !place.kind->resource.is_namespaced))
        return OWNER_UNKNOWN;
    struct ls_object_key key = {.name = ls_node_string(ls_node_at(reference, "name"))};
    if (kind->resource.is_namespaced)
        key.namespace_name = place.key.namespace_name;
    struct ls_node owner = ls_obj_root(ls_collection_get(kind->collection, key));
    if (ls_node_is_absent(owner) || !ls_slice_equal(ls_object_uid(owner), uid))
        return OWNER_ABSENT;
    bool waits = ls_object_is_deleting(owner) && has_finalizer(owner, "foregroundDeletion");
    return waits ? OWNER_WAITING : OWNER_SOLID;
}

/* ---- changes of one object ---- */

static struct ls_node metadata_patch(struct ls_arena *arena, const char *key, struct ls_node value)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member(&build, key, value);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* A list for a merge patch: null when nothing is left. */
static struct ls_node list_finish(struct ls_build *build, struct ls_arena *arena, size_t count)
{
    ls_build_end(build);
    if (count > 0)
        return ls_build_arena(build, arena);
    ls_build_clear(build);
    ls_build_null(build);
    return ls_build_arena(build, arena);
}

static void finalizer_remove(const struct ls_keep_step *step, struct ls_object_place place,
                             const char *name)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    size_t count = 0;
    ls_build_list(&build);
    LS_EACH (it, ls_object_meta(ls_keep_step_read(place), LS_META_FINALIZERS)) {
        if (ls_node_string_is(it.value, name))
            continue;
        ls_build_node(&build, it.value);
        count++;
    }
    struct ls_node rest = list_finish(&build, step->arena, count);
    ls_keep_step_merge(step, place, "", metadata_patch(step->arena, "finalizers", rest));
}

/* Which references stay. */
typedef bool (*reference_filter)(const struct ls_keep_step *step, struct ls_object_place place,
                                 struct ls_node reference, struct ls_slice uid);

static bool is_solid(const struct ls_keep_step *step, struct ls_object_place place,
                     struct ls_node reference, struct ls_slice uid)
{
    (void)uid;
    return owner_state(step, place, reference) == OWNER_SOLID;
}

static bool is_other(const struct ls_keep_step *step, struct ls_object_place place,
                     struct ls_node reference, struct ls_slice uid)
{
    (void)step, (void)place;
    return !ls_slice_equal(ls_node_string(ls_node_at(reference, "uid")), uid);
}

static void references_keep(const struct ls_keep_step *step, struct ls_object_place place,
                            reference_filter stays, struct ls_slice uid)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    size_t count = 0;
    ls_build_list(&build);
    LS_EACH (it, ls_object_meta(ls_keep_step_read(place), LS_META_OWNER_REFERENCES)) {
        if (!stays(step, place, it.value, uid))
            continue;
        ls_build_node(&build, it.value);
        count++;
    }
    struct ls_node rest = list_finish(&build, step->arena, count);
    ls_keep_step_merge(step, place, "", metadata_patch(step->arena, "ownerReferences", rest));
}

/* ---- dependents ---- */

static enum ls_delete_propagation propagation_of(struct ls_node object)
{
    if (has_finalizer(object, "orphan"))
        return LS_PROPAGATE_ORPHAN;
    if (has_finalizer(object, "foregroundDeletion"))
        return LS_PROPAGATE_FOREGROUND;
    return LS_PROPAGATE_BACKGROUND;
}

static bool is_dependent_waiting(void *self, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    bool *is_waiting = self;
    *is_waiting = ls_object_is_deleting(object) && has_finalizer(object, "foregroundDeletion");
    return !*is_waiting;
}

static void unblocked_build(struct ls_build *build, struct ls_node reference)
{
    ls_build_map(build);
    LS_EACH (it, reference) {
        ls_build_key(build, it.key);
        if (ls_slice_is(it.key, "blockOwnerDeletion"))
            ls_build_bool(build, false);
        else
            ls_build_node(build, it.value);
    }
    ls_build_end(build);
}

/* A cycle of owners that wait for one another would never end: the object that would close it stops
 * blocking its own owners. */
static void circle_break(const struct ls_keep_step *step, struct ls_object_place place,
                         struct ls_slice uid)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    bool is_circle = false;
    ls_owners_dependents(step->cluster->owners, uid, is_dependent_waiting, &is_circle);
    if (!is_circle)
        return;
    ls_build_list(&build);
    LS_EACH (it, ls_object_meta(ls_keep_step_read(place), LS_META_OWNER_REFERENCES))
        unblocked_build(&build, it.value);
    ls_build_end(&build);
    ls_keep_step_merge(
        step, place, "",
        metadata_patch(step->arena, "ownerReferences", ls_build_arena(&build, step->arena)));
}

static void dependent_process(const struct ls_keep_step *step, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    size_t count[OWNER_STATE_COUNT] = {0}, all = 0;
    if (ls_node_is_absent(object) || ls_object_is_deleting(object))
        return;
    LS_EACH (it, ls_object_meta(object, LS_META_OWNER_REFERENCES)) {
        count[owner_state(step, place, it.value)]++;
        all++;
    }
    if (all == 0 || count[OWNER_UNKNOWN] > 0 || count[OWNER_SOLID] == all)
        return;
    struct ls_slice uid = ls_arena_slice(step->arena, ls_object_uid(object));
    if (count[OWNER_SOLID] > 0) {
        references_keep(step, place, is_solid, uid);
    } else if (count[OWNER_WAITING] > 0 &&
               ls_owners_dependent_count(step->cluster->owners, uid) > 0) {
        circle_break(step, place, uid);
        ls_keep_step_delete(step, place, uid, LS_PROPAGATE_FOREGROUND);
    } else {
        ls_keep_step_delete(step, place, uid, propagation_of(object));
    }
}

/* ---- owners that wait ---- */

struct collecting {
    struct ls_arena *arena;
    struct ls_object_place *at;
    size_t count;
};

static bool place_collect(void *self, struct ls_object_place place)
{
    struct collecting *collecting = self;
    place.key.namespace_name = ls_arena_slice(collecting->arena, place.key.namespace_name);
    place.key.name = ls_arena_slice(collecting->arena, place.key.name);
    collecting->at[collecting->count++] = place;
    return true;
}

/* Writes follow, so these are copies. */
static struct collecting dependents_of(const struct ls_keep_step *step, struct ls_slice uid)
{
    const struct ls_owners *owners = step->cluster->owners;
    struct collecting found = {.arena = step->arena};
    found.at =
        LS_ARENA_ARRAY(step->arena, struct ls_object_place, ls_owners_dependent_count(owners, uid));
    ls_owners_dependents(owners, uid, place_collect, &found);
    return found;
}

struct blocking {
    struct ls_slice uid;
    bool is_blocked;
};

static bool blocking_find(void *self, struct ls_object_place place)
{
    struct blocking *blocking = self;
    LS_EACH (it, ls_object_meta(ls_keep_step_read(place), LS_META_OWNER_REFERENCES)) {
        struct ls_slice uid = ls_node_string(ls_node_at(it.value, "uid"));
        if (ls_slice_equal(uid, blocking->uid) &&
            ls_node_bool(ls_node_at(it.value, "blockOwnerDeletion"), false))
            blocking->is_blocked = true;
    }
    return !blocking->is_blocked;
}

static void foreground_process(const struct ls_keep_step *step, struct ls_object_place place)
{
    struct blocking blocking = {.uid = ls_object_uid(ls_keep_step_read(place))};
    ls_owners_dependents(step->cluster->owners, blocking.uid, blocking_find, &blocking);
    if (!blocking.is_blocked)
        finalizer_remove(step, place, "foregroundDeletion");
}

/* Foreground: no dependent blocks it any more. Orphan: no dependent names it as owner any more. */
static void waiting_process(const struct ls_keep_step *step, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    if (!ls_object_is_deleting(object))
        return;
    if (has_finalizer(object, "foregroundDeletion"))
        foreground_process(step, place);
    else if (has_finalizer(object, "orphan") &&
             ls_owners_dependent_count(step->cluster->owners, ls_object_uid(object)) == 0)
        finalizer_remove(step, place, "orphan");
}

static void owner_process(const struct ls_keep_step *step, struct ls_object_place place)
{
    struct ls_node object = ls_keep_step_read(place);
    if (!ls_object_is_deleting(object))
        return;
    struct ls_slice uid = ls_arena_slice(step->arena, ls_object_uid(object));
    bool is_orphaning = has_finalizer(object, "orphan");
    struct collecting dependents = dependents_of(step, uid);
    for (size_t i = 0; i < dependents.count; i++) {
        if (is_orphaning)
            references_keep(step, dependents.at[i], is_other, uid);
        else
            dependent_process(step, dependents.at[i]);
    }
    waiting_process(step, place);
}

/* ---- references that lead nowhere ---- */

/* Is the owner in another namespace? */
static bool is_elsewhere(const struct ls_kind *kind, struct ls_node reference)
{
    struct ls_collection_walk walk;
    bool is_found = false;
    struct ls_slice name = ls_node_string(ls_node_at(reference, "name"));
    struct ls_slice uid = ls_node_string(ls_node_at(reference, "uid"));
    if (!ls_collection_walk_start(&walk, kind->collection, LS_SLICE(""), (struct ls_object_key){0},
                                  0))
        return false;
    while (!is_found && ls_collection_walk_next(&walk))
        is_found = ls_slice_equal(walk.key.name, name) &&
                   ls_slice_equal(ls_object_uid(ls_obj_root(walk.object)), uid);
    ls_collection_walk_end(&walk);
    return is_found;
}

static const char *stranger_message(const struct ls_keep_step *step, struct ls_object_place place,
                                    struct ls_node reference)
{
    struct ls_slice in_namespace = place.key.namespace_name;
    return ls_arena_printf(
        step->arena,
        "ownerRef [%s/%s, namespace: %.*s, name: %s, uid: %s] does not exist in namespace \"%.*s\"",
        ls_node_text(ls_node_at(reference, "apiVersion")),
        ls_node_text(ls_node_at(reference, "kind")), LS_ARG(in_namespace),
        ls_node_text(ls_node_at(reference, "name")), ls_node_text(ls_node_at(reference, "uid")),
        LS_ARG(in_namespace));
}

/* An object whose owner is in another namespace gets a Warning before it is collected. */
static void strangers_report(const struct ls_keep_step *step, struct ls_object_place place)
{
    LS_EACH (it, ls_object_meta(ls_keep_step_read(place), LS_META_OWNER_REFERENCES)) {
        const struct ls_kind *kind = owner_kind(step, it.value);
        enum owner_state state = owner_state(step, place, it.value);
        if (!kind || !kind->resource.is_namespaced || state == OWNER_SOLID ||
            state == OWNER_WAITING || !is_elsewhere(kind, it.value))
            continue;
        ls_keep_step_event(step, place, "OwnerRefInvalidNamespace",
                           stranger_message(step, place, it.value));
        return; /* the write may have freed the object */
    }
}

void ls_gc_process(const struct ls_keep_step *step, enum ls_owner_cause cause,
                   struct ls_object_place place)
{
    LS_ASSERT(cause < LS_OWNER_CAUSE_REMOVED);
    LS_ASSERT(place.kind);
    switch (cause) {
    case LS_OWNER_CAUSE_REFERS:
        strangers_report(step, place);
        dependent_process(step, place);
        break;
    case LS_OWNER_CAUSE_UNOWNED:
        dependent_process(step, place);
        break;
    case LS_OWNER_CAUSE_WAITS:
        owner_process(step, place);
        break;
    case LS_OWNER_CAUSE_RELEASED:
        waiting_process(step, place);
        break;
    case LS_OWNER_CAUSE_REMOVED:
        break;
    }
}
