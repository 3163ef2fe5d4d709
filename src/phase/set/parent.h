#pragma once
/*
 * The parent of a set: the ConfigMap `lockstep-set-NAME` that says which kinds and namespaces the
 * members are of (ApplySet, KEP-3659), who works on the set now, which Jobs are done, and where the
 * manifests came from.
 *
 * It lists at least what exists: before the first write the union of old and new, after the last
 * exactly what is left.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "kube/resource.h"
#include "value/obj.h"

struct ls_group_kind {
    const char *kind;
    const char *group; /* "" for core */
};

struct ls_finished { /* a Job that is done and gone, and in which form it was */
    const char *namespace_name;
    const char *name;
    const char *applied;
};

struct ls_parent {
    bool exists;
    bool is_going; /* it has a deletionTimestamp: nothing may be written any more */
    const char *uid;
    const char *version;     /* resourceVersion; "" when it does not exist */
    const char *tooling;     /* "lockstep/v0.1": who wrote it last; the body says our own */
    const char *holder;      /* "" nobody; set/lock.h reads it */
    const char *origin;      /* where the manifests were at the last write; NULL or "": not known */
    uint64_t unpruned_count; /* members that stayed though the manifests do not have them */
    uint64_t object_count;   /* members after the last rollout that ended; 0: not known */
    const struct ls_group_kind *kinds;
    size_t kind_count;
    const char *const *namespaces; /* without its own */
    size_t namespace_count;
    const struct ls_finished *finished; /* oldest first */
    size_t finished_count;
};

/* ConfigMaps: every server has them, so they are known before it is asked for its kinds. */
const struct ls_resource *ls_parent_resource(void);
/* "applyset-HASH-v1" of the parent ConfigMap of a set. */
void ls_set_id_print(struct ls_buf *out, const char *namespace_name, const char *set_name);
/* Is it one? At most LS_SET_NAME_BYTES_MAX bytes of a DNS subdomain; says what is wrong. */
enum ls_code ls_set_name_check(const char *set_name, struct ls_err *err);

/* The set whose parent a ConfigMap is, by its name alone; NULL: of none. Borrowed. */
const char *ls_parent_set_name(struct ls_node object);

/* Reads it; refuses one that another tool made or whose lists do not read. Everything lives in the
 * arena. */
enum ls_code ls_parent_read(struct ls_arena *arena, struct ls_node object, const char *set_name,
                            struct ls_parent *out, struct ls_err *err);
/* The apply body: lists sorted and without repeats, holder when not "", and the version seen; for
 * one that does not exist "1", which creates and never overwrites. Of finished Jobs the oldest are
 * left out above LS_FINISHED_BYTES_MAX. Refuses lists that an annotation cannot hold. The caller
 * unrefs *out. */
enum ls_code ls_parent_body(const struct ls_parent *parent, const char *namespace_name,
                            const char *set_name, const struct ls_obj **out, struct ls_err *err);

/* What is to be kept of finished Jobs: those of `old` that `now` names too, in their order and with
 * its hashes, then the others of `now`. Lives in the arena and borrows the texts. */
const struct ls_finished *ls_finished_merge(struct ls_arena *arena, const struct ls_finished *old,
                                            size_t old_count, const struct ls_finished *now,
                                            size_t now_count, size_t *count);
/* Whether this version wrote it last. */
bool ls_parent_is_by_us(const struct ls_parent *parent);
/* The hash of a finished Job; NULL: the parent knows of none. */
const char *ls_finished_find(const struct ls_parent *parent, const char *namespace_name,
                             const char *name);
