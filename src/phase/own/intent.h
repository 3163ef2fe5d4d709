#pragma once
/*
 * The intent of a member: the exact object that is applied, made from its manifest, and the hash by
 * which it is known again.
 *
 * Left out: status, nulls, managedFields, creationTimestamp, uid, resourceVersion, generation.
 * Folded: a Secret's stringData into data. Put in: the namespace, the part-of label, our
 * annotations. The same manifest gives the same bytes in every process.
 */
#include "phase/read/revision.h"
#include "value/hash.h"
#include "value/obj.h"

enum { LS_MANAGER_BYTES_MAX = 128, LS_APPLIED_BYTES = 3 + 2 * LS_HASH_BYTES + 1 };

struct ls_stamp {        /* what marks the members of one set */
    const char *set_id;  /* applyset-HASH-v1 */
    struct ls_slice key; /* of the hash: the parent's uid */
};

/* The canonical intent without LS_NOTE_APPLIED; the caller unrefs it. is_adopted adds the mark of
 * an object that was there before us. Refuses what the API cannot hold: annotations or labels that
 * are no strings, more data or annotations than fit (phase/own/limits.h); with file and line. */
enum ls_code ls_intent_make(const struct ls_member *member, const struct ls_stamp *stamp,
                            bool is_adopted, const struct ls_obj **out, struct ls_err *err);
/* "v1:HASH" of a canonical intent; the same with and without the mark of an adopted object. */
void ls_intent_applied(struct ls_node intent, const struct ls_stamp *stamp,
                       char out[LS_APPLIED_BYTES]);
/* The body of the apply: the intent, its hash, and the version it must meet ("" any; "1": only
 * create). The caller unrefs it. */
const struct ls_obj *ls_intent_body(struct ls_node intent, const char *applied,
                                    const char *resource_version);
/* Was a `status` left out? Users are told once. */
bool ls_manifest_has_status(const struct ls_manifest *manifest);

/* "lockstep:NAMESPACE/NAME", cut with a hash above LS_MANAGER_BYTES_MAX. */
void ls_field_manager_print(struct ls_buf *out, const char *namespace_name, const char *set_name);
