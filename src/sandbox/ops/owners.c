#include "sandbox/ops/owners.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/ops/metadata.h"

/* A place with a copy of its key; the strings follow the struct. */
struct kept_place {
    struct ls_object_place place;
};

/* The dependents of one owner. */
struct owner_dependents {
    struct ls_map *places; /* kept places by name */
    bool is_orphaned;      /* the owner is gone */
};

struct cause {
    enum ls_owner_cause why;
    struct kept_place *kept;
};

struct ls_owners {
    struct ls_map *dependents; /* uid -> struct owner_dependents */
    struct ls_map *waiting;    /* uid -> kept place of an owner that waits for its dependents */
    struct ls_map *watched;    /* namespaces */
    LS_VEC(struct cause) causes;
    size_t first; /* index of the first cause that still waits */
    struct kept_place *taken;
    void (*wake)(void *self);
    void *self;
};

/* ---- places ---- */

static struct kept_place *place_keep(const struct ls_kind *kind, struct ls_object_key key)
{
    size_t bytes = key.namespace_name.len + key.name.len;
    struct kept_place *kept = ls_alloc(sizeof *kept + bytes);
    char *text = (char *)(kept + 1);
    if (key.namespace_name.len)
        memcpy(text, key.namespace_name.at, key.namespace_name.len);
    if (key.name.len)
        memcpy(text + key.namespace_name.len, key.name.at, key.name.len);
    kept->place.kind = kind ? ls_kind_ref(kind) : NULL;
    kept->place.key.namespace_name = (struct ls_slice){text, key.namespace_name.len};
    kept->place.key.name = (struct ls_slice){text + key.namespace_name.len, key.name.len};
    return kept;
}

static void place_drop(struct kept_place *kept)
{
    if (!kept)
        return;
    if (kept->place.kind)
        ls_kind_unref(kept->place.kind);
    ls_free(kept);
}

/* "deployments.apps/shop/web": the same for all versions and views of a kind. */
static void place_name(struct ls_buf *out, const struct ls_kind *kind, struct ls_object_key key)
{
    const char *group = kind->stored_group ? kind->stored_group : kind->resource.group;
    ls_buf_printf(out, "%s.%s/%.*s/%.*s", kind->resource.plural, group, LS_ARG(key.namespace_name),
                  LS_ARG(key.name));
}

/* ---- life ---- */

struct ls_owners *ls_owners_new(void)
{
    struct ls_owners *owners = ls_alloc(sizeof *owners);
    owners->dependents = ls_map_new(0);
    owners->waiting = ls_map_new(0);
    owners->watched = ls_map_new(0);
    return owners;
}

static void places_free(struct ls_map *places)
{
    struct ls_slice name;
    void *kept;
    for (size_t at = 0; ls_map_next(places, &at, &name, &kept);)
        place_drop(kept);
    ls_map_free(places);
}

static void owner_dependents_free(struct owner_dependents *dependents)
{
    places_free(dependents->places);
    ls_free(dependents);
}

void ls_owners_free(struct ls_owners *owners)
{
    struct ls_slice uid;
    void *dependents;
    if (!owners)
        return;
    for (size_t at = 0; ls_map_next(owners->dependents, &at, &uid, &dependents);)
        owner_dependents_free(dependents);
    ls_map_free(owners->dependents);
    places_free(owners->waiting);
    ls_map_free(owners->watched);
    for (size_t i = owners->first; i < owners->causes.count; i++)
        place_drop(owners->causes.at[i].kept);
    ls_vec_release(&owners->causes);
    place_drop(owners->taken);
    ls_free(owners);
}

/* ---- causes ---- */

static void cause_push(struct ls_owners *owners, enum ls_owner_cause why,
                       const struct ls_kind *kind, struct ls_object_key key)
{
    if (!owners->wake)
        return;
    ls_vec_push(&owners->causes, (struct cause){why, place_keep(kind, key)});
    owners->wake(owners->self);
}

void ls_owners_on_cause(struct ls_owners *owners, void (*wake)(void *self), void *self)
{
    owners->wake = wake;
    owners->self = self;
}

bool ls_owners_next(struct ls_owners *owners, enum ls_owner_cause *cause,
                    struct ls_object_place *place)
{
    LS_ASSERT(owners->first <= owners->causes.count);
    place_drop(owners->taken);
    owners->taken = NULL;
    if (owners->first == owners->causes.count) {
        owners->first = owners->causes.count = 0;
        return false;
    }
    struct cause *oldest = &owners->causes.at[owners->first++];
    owners->taken = oldest->kept;
    *cause = oldest->why;
    *place = oldest->kept->place;
    return true;
}

void ls_owners_watch_namespace(struct ls_owners *owners, struct ls_slice name, bool is_watched)
{
    LS_ASSERT(name.len > 0);
    if (is_watched)
        ls_map_put(owners->watched, name, owners);
    else
        ls_map_remove(owners->watched, name);
}

/* ---- dependents ---- */

static void dependent_add(struct ls_owners *owners, struct ls_slice uid, const struct ls_kind *kind,
                          struct ls_object_key key)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct owner_dependents *dependents = ls_map_get(owners->dependents, uid);
    if (!dependents) {
        dependents = LS_NEW(struct owner_dependents);
        dependents->places = ls_map_new(0);
        ls_map_put(owners->dependents, uid, dependents);
    }
    place_name(&name, kind, key);
    if (!ls_map_get(dependents->places, ls_buf_slice(&name)))
        ls_map_put(dependents->places, ls_buf_slice(&name), place_keep(kind, key));
}

static void dependent_remove(struct ls_owners *owners, struct ls_slice uid,
                             const struct ls_kind *kind, struct ls_object_key key)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    struct owner_dependents *dependents = ls_map_get(owners->dependents, uid);
    if (!dependents)
        return;
    place_name(&name, kind, key);
    place_drop(ls_map_remove(dependents->places, ls_buf_slice(&name)));
    if (ls_map_count(dependents->places) == 0)
        owner_dependents_free(ls_map_remove(owners->dependents, uid));
}

void ls_owners_dependents(const struct ls_owners *owners, struct ls_slice uid,
                          ls_owners_visit visit, void *self)
{
    LS_ASSERT(visit);
    const struct owner_dependents *dependents = ls_map_get(owners->dependents, uid);
    struct ls_slice name;
    void *kept;
    for (size_t at = 0; dependents && ls_map_next(dependents->places, &at, &name, &kept);) {
        if (!visit(self, ((struct kept_place *)kept)->place))
            return;
    }
}

size_t ls_owners_dependent_count(const struct ls_owners *owners, struct ls_slice uid)
{
    const struct owner_dependents *dependents = ls_map_get(owners->dependents, uid);
    return dependents ? ls_map_count(dependents->places) : 0;
}

bool ls_owners_is_gone(const struct ls_owners *owners, struct ls_slice uid)
{
    const struct owner_dependents *dependents = ls_map_get(owners->dependents, uid);
    return dependents && dependents->is_orphaned;
}

/* ---- what a write means ---- */

static bool references_differ(struct ls_node old, struct ls_node now)
{
    if (ls_node_count(old) == 0 || ls_node_count(now) == 0)
        return ls_node_count(old) != ls_node_count(now);
    return !ls_node_equal(old, now);
}

static void references_note(struct ls_owners *owners, const struct ls_kind *kind,
                            struct ls_object_key key, struct ls_node old, struct ls_node now)
{
    if (!references_differ(old, now))
        return;
    LS_EACH (it, old)
        dependent_remove(owners, ls_node_string(ls_node_at(it.value, "uid")), kind, key);
    LS_EACH (it, now)
        dependent_add(owners, ls_node_string(ls_node_at(it.value, "uid")), kind, key);
    LS_EACH (it, old) {
        struct kept_place *waits =
            ls_map_get(owners->waiting, ls_node_string(ls_node_at(it.value, "uid")));
        if (waits)
            cause_push(owners, LS_OWNER_CAUSE_RELEASED, waits->place.kind, waits->place.key);
    }
    if (ls_node_count(now) > 0)
        cause_push(owners, LS_OWNER_CAUSE_REFERS, kind, key);
}

static bool is_waiting(struct ls_node object)
{
    struct ls_node finalizers = ls_object_meta(object, LS_META_FINALIZERS);
    return ls_object_is_deleting(object) &&
           (ls_node_has_text(finalizers, LS_SLICE("orphan")) ||
            ls_node_has_text(finalizers, LS_SLICE("foregroundDeletion")));
}

static void waiting_note(struct ls_owners *owners, const struct ls_kind *kind,
                         struct ls_object_key key, struct ls_node old, struct ls_node now)
{
    bool waited = is_waiting(old), waits = is_waiting(now);
    if (waited && !waits)
        place_drop(ls_map_remove(owners->waiting, ls_object_uid(old)));
    if (!waits)
        return;
    if (!waited)
        ls_map_put(owners->waiting, ls_object_uid(now), place_keep(kind, key));
    /* The propagation policy may have changed between orphan and foreground. */
    if (!waited || !ls_node_equal(ls_object_meta(old, LS_META_FINALIZERS),
                                  ls_object_meta(now, LS_META_FINALIZERS)))
        cause_push(owners, LS_OWNER_CAUSE_WAITS, kind, key);
}

static bool unowned_cause(void *self, struct ls_object_place place)
{
    cause_push(self, LS_OWNER_CAUSE_UNOWNED, place.kind, place.key);
    return true;
}

void ls_owners_note(struct ls_owners *owners, const struct ls_kind *kind, struct ls_object_key key,
                    struct ls_node old, struct ls_node now)
{
    if (!owners)
        return;
    references_note(owners, kind, key, ls_object_meta(old, LS_META_OWNER_REFERENCES),
                    ls_object_meta(now, LS_META_OWNER_REFERENCES));
    waiting_note(owners, kind, key, old, now);
    if (!ls_node_is_absent(now))
        return;
    struct owner_dependents *dependents = ls_map_get(owners->dependents, ls_object_uid(old));
    if (dependents)
        dependents->is_orphaned = true;
    ls_owners_dependents(owners, ls_object_uid(old), unowned_cause, owners);
    if (ls_map_get(owners->watched, key.namespace_name))
        cause_push(owners, LS_OWNER_CAUSE_REMOVED, NULL,
                   (struct ls_object_key){.name = key.namespace_name});
}
