#pragma once
/*
 * The metadata of an object, one node per field, in the order of ObjectMeta.
 */
#include "base/arena.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/status/field_errors.h"
#include "value/node.h"
#include "value/obj.h"

enum ls_meta_field {
    LS_META_NAME,
    LS_META_GENERATE_NAME,
    LS_META_NAMESPACE,
    LS_META_SELF_LINK,
    LS_META_UID,
    LS_META_RESOURCE_VERSION,
    LS_META_GENERATION,
    LS_META_CREATION_TIMESTAMP,
    LS_META_DELETION_TIMESTAMP,
    LS_META_DELETION_GRACE,
    LS_META_LABELS,
    LS_META_ANNOTATIONS,
    LS_META_OWNER_REFERENCES,
    LS_META_FINALIZERS,
    LS_META_MANAGED_FIELDS,
    LS_META_COUNT
};

struct ls_metadata {
    struct ls_node at[LS_META_COUNT]; /* absent: not there */
};

struct ls_metadata ls_metadata_read(struct ls_node metadata); /* null counts as not there */
struct ls_node ls_metadata_build(struct ls_arena *arena, const struct ls_metadata *metadata);

/* One field of the metadata of an object. */
struct ls_node ls_object_meta(struct ls_node object, enum ls_meta_field field);
struct ls_slice ls_object_uid(struct ls_node object);
struct ls_slice ls_object_revision(struct ls_node object);
bool ls_object_is_deleting(struct ls_node object);

/* The object with other metadata; the caller unrefs it. */
const struct ls_obj *ls_object_with(struct ls_node object, struct ls_node metadata);
/* The same in the arena. */
struct ls_node ls_object_with_in(struct ls_arena *arena, struct ls_node object,
                                 struct ls_node metadata);
/* The object with another resourceVersion. */
const struct ls_obj *ls_object_at_revision(struct ls_arena *arena, struct ls_node object,
                                           int64_t revision);
/* The same object but for resourceVersion and the times in managedFields? */
bool ls_object_is_same(struct ls_node a, struct ls_node b);

/* Values of fields, in the arena. */
struct ls_node ls_text_node(struct ls_arena *arena, struct ls_slice text);
struct ls_node ls_int_node(struct ls_arena *arena, int64_t value);
struct ls_node ls_revision_node(struct ls_arena *arena, int64_t revision); /* text */
struct ls_node ls_empty_map_node(struct ls_arena *arena);
struct ls_slice ls_now_text(struct ls_cluster *cluster, struct ls_arena *arena);

/* The rules for the metadata of every kind, in kube-apiserver's words and order. `old` absent: a
 * create; else also the fields that must not change. */
void ls_metadata_validate(const struct ls_kind *kind, struct ls_node old, struct ls_node object,
                          struct ls_field_errors *errors);
