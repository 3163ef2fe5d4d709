#pragma once
/*
 * The state of one write: what create, update, patch and apply have in common.
 *
 *     ls_write_open()    finds the stored object
 *     ls_write_decode()  decodes a value as an object of the kind: drops unknown fields, defaults
 *     ls_write_own()     updates managedFields (apply.c does this itself)
 *     ls_write_close()   finishes, validates and stores the object
 *     ls_write_release()
 *
 * The order is kube-apiserver's, and managedFields show it: defaults belong to the writer of the
 * object, fields added by preparation have no owner.
 */
#include "sandbox/ops/call.h"
#include "sandbox/ops/metadata.h"
#include "sandbox/store/store.h"
#include "value/managed_fields.h"
#include "value/structured_merge.h"

struct ls_write {
    struct ls_op_call *call;
    const struct ls_kind *kind;  /* the call's, counted */
    struct ls_object_key key;    /* name empty: not known yet */
    const struct ls_obj *stored; /* counted; NULL: there is none */
    struct ls_node live;         /* the same in the call's version; absent: there is none */
    struct ls_draft_space space;
    struct ls_draft *object;          /* the new object */
    struct ls_node written;           /* as it was written: the object before preparation */
    struct ls_managed_fields managed; /* of the new object */
    bool is_managed_reset;            /* the body asked to forget who owns what */
    bool is_post;                     /* the name comes with the body */
    bool is_patch;
    bool is_apply; /* a patch that must keep its managedFields */
};

void ls_write_open(struct ls_write *write, struct ls_op_call *call);
void ls_write_release(struct ls_write *write);

/* Sets object and written; failures are those of a body that was sent. */
const struct ls_failure *ls_write_decode(struct ls_write *write, struct ls_node value);
/* Its two halves, for callers with other failures. */
const char *ls_write_convert(struct ls_write *write, struct ls_node value, struct ls_node *out);
void ls_write_take(struct ls_write *write, struct ls_node converted);

/* The map at a key of another map; created if it is missing. */
struct ls_draft *ls_write_map_at(struct ls_write *write, struct ls_draft *map, const char *key);

/* Turns unknown and duplicate fields into warnings; with strict validation returns false and the
 * message. */
bool ls_op_call_strict_pass(struct ls_op_call *call, const char **why);

/* The call's manager becomes the owner of the changes in `written`. */
void ls_write_own(struct ls_write *write);
/* The owners of an untracked object: the manager of the merge owns everything. */
struct ls_managed_fields ls_managed_first(struct ls_op_call *call, struct ls_merge merge,
                                          struct ls_node object);
/* Drops owners by a version that is not served: their fields cannot be compared any more. */
struct ls_managed_fields ls_managed_known(struct ls_op_call *call,
                                          struct ls_managed_fields managed);
/* Removes `metadata` itself from the fields of the merge's manager. */
struct ls_managed_fields ls_managed_strip(struct ls_arena *arena, struct ls_managed_fields managed,
                                          const struct ls_managed_entry *self);
/* The fields that a write through the call's endpoint resets, so that it does not own them. */
struct ls_field_set ls_reset_fields(const struct ls_op_call *call);
struct ls_field_set ls_server_fields(void); /* those of every endpoint */

/* Checks that namespace and name of the body agree with the call. */
const struct ls_failure *ls_op_call_names_match(struct ls_op_call *call, struct ls_node written,
                                                bool needs_name);
const struct ls_failure *ls_write_close(struct ls_write *write, struct ls_written *out);

/* The parts of close. finish: fields of other endpoints, metadata, preparation, generation. */
const struct ls_failure *ls_write_finish(struct ls_write *write, const struct ls_obj **out);
const struct ls_failure *ls_write_validate(struct ls_write *write, struct ls_node object);
struct ls_admission ls_write_admission(struct ls_write *write);
/* The object as it will be stored; counted. */
const struct ls_obj *ls_write_stored_form(struct ls_write *write, const struct ls_obj *object);
/* Store and remove; the owners' index follows. */
void ls_write_store(struct ls_write *write, const struct ls_obj *object);
void ls_write_remove(struct ls_write *write);
/* Replaces the stored object by one in its stored form; on a dry run only the write sees it. */
void ls_write_replace(struct ls_write *write, const struct ls_obj *stored);
/* What is stored, in the call's version; counted. */
const struct ls_obj *ls_op_call_show(struct ls_op_call *call, const struct ls_obj *stored);

/* generation.c: what metadata.generation becomes; absent: none. */
struct ls_node ls_generation_next(struct ls_write *write, struct ls_node sent);
