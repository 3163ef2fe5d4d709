#pragma once
/*
 * A write on its way: what create, update, patch and apply have in common.
 *
 *     ls_write_open()    finds what is stored
 *     ls_write_decode()  turns a value into an object of the kind: unknown fields go, defaults come
 *     ls_write_own()     notes who owns what (or apply.c does)
 *     ls_write_close()   metadata, the other endpoints' fields, preparation, generation,
 * validation, and then the store ls_write_release()
 *
 * The order is kube-apiserver's, and can be seen in managedFields: defaults belong to whoever wrote
 * the object, what preparation adds belongs to nobody.
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
    struct ls_draft *object;          /* as it will be */
    struct ls_node written;           /* as it was written: the object before preparation */
    struct ls_managed_fields managed; /* as they will be */
    bool is_managed_reset;            /* the body asked to forget who owns what */
    bool is_post;                     /* the name comes with the body */
    bool is_patch;
    bool is_apply; /* a patch that must keep its managedFields */
};

void ls_write_open(struct ls_write *write, struct ls_op_call *call);
void ls_write_release(struct ls_write *write);

/* Sets object and written; a failure is worded as for a body that was sent. */
const struct ls_failure *ls_write_decode(struct ls_write *write, struct ls_node value);
/* Its two halves, for those who word failures in another way. */
const char *ls_write_convert(struct ls_write *write, struct ls_node value, struct ls_node *out);
void ls_write_take(struct ls_write *write, struct ls_node converted);

/* The map at a key of another, made when it is not there. */
struct ls_draft *ls_write_map_at(struct ls_write *write, struct ls_draft *map, const char *key);

/* Unknown and duplicate fields become warnings; with strict validation false, and the sentence. */
bool ls_op_call_strays_pass(struct ls_op_call *call, const char **why);

/* Whoever wrote `written` owns what changed. */
void ls_write_own(struct ls_write *write);
/* The owners of an object that nobody owned anything of: self of the merge owns all. */
struct ls_managed_fields ls_managed_first(struct ls_op_call *call, struct ls_merge merge,
                                          struct ls_node object);
/* Without owners by a version that nobody serves: what they own cannot be told any more. */
struct ls_managed_fields ls_managed_known(struct ls_op_call *call,
                                          struct ls_managed_fields managed);
/* Nobody owns `metadata` itself; self may have just come to. */
struct ls_managed_fields ls_managed_strip(struct ls_arena *arena, struct ls_managed_fields managed,
                                          const struct ls_managed_entry *self);
/* The fields that nobody owns by writing through the call's endpoint. */
struct ls_field_set ls_untouched_fields(const struct ls_op_call *call);
struct ls_field_set ls_server_fields(void); /* those of every endpoint */

/* The namespace and name of what was written agree with the call's. */
const struct ls_failure *ls_op_call_names_match(struct ls_op_call *call, struct ls_node written,
                                                bool needs_name);
const struct ls_failure *ls_write_close(struct ls_write *write, struct ls_written *out);

/* What close is made of. finish: the other endpoints' fields, metadata, preparation, generation. */
const struct ls_failure *ls_write_finish(struct ls_write *write, const struct ls_obj **out);
const struct ls_failure *ls_write_validate(struct ls_write *write, struct ls_node object);
struct ls_admission ls_write_admission(struct ls_write *write);
/* NULL when something may be created in the call's namespace. */
const struct ls_failure *ls_namespace_refusal(struct ls_op_call *call, struct ls_slice name);
/* The object as it will be stored; counted. */
const struct ls_obj *ls_write_stored_form(struct ls_write *write, const struct ls_obj *object);
/* Into the store, and out of it; the owners' index follows. */
void ls_write_store(struct ls_write *write, const struct ls_obj *object);
void ls_write_remove(struct ls_write *write);
/* The same for an object in its stored form, in place of what is stored; on a dry run only the
 * write sees it. */
void ls_write_replace(struct ls_write *write, const struct ls_obj *stored);
/* What is stored, in the call's version; counted. */
const struct ls_obj *ls_op_call_show(struct ls_op_call *call, const struct ls_obj *stored);

/* generation.c: what metadata.generation becomes; absent: none. */
struct ls_node ls_generation_next(struct ls_write *write, struct ls_node sent);
