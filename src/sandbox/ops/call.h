#pragma once
/*
 * A call: one request on the objects of one kind, made by an HTTP client, a simulated controller or
 * the housekeeping. All writes of the embedded cluster go through the functions below; they check,
 * default, validate, merge, maintain managedFields and generation, and store the result.
 *
 * Each returns NULL, or the failure. The objects in results are counted; the caller unrefs them.
 */
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/status/failure.h"
#include "sandbox/status/warnings.h"
#include "sandbox/types/round_trip.h"

struct ls_op_call;

/* What a write must pass beside the rules of its kind: the rights of the user who sent it. Writes
 * of controllers have none. */
struct ls_write_guard {
    void *self;
    /* The object becomes `now`; `old` absent: it is created. */
    const struct ls_failure *(*changes)(void *self, struct ls_op_call *call, struct ls_node old,
                                        struct ls_node now);
    /* A PUT or an apply creates the object. */
    const struct ls_failure *(*creates)(void *self, struct ls_op_call *call);
};

enum ls_field_validation { LS_FIELDS_WARN, LS_FIELDS_IGNORE, LS_FIELDS_STRICT };

struct ls_op_call {
    struct ls_cluster *cluster;
    struct ls_arena *arena; /* of everything but stored objects */
    const struct ls_kind *kind;
    struct ls_slice subresource;        /* "" or "status", "scale", ... */
    struct ls_slice namespace_name;     /* "" for cluster-scoped kinds */
    struct ls_slice name;               /* "" for collections */
    struct ls_slice manager;            /* the owner of the written fields; never empty */
    const struct ls_write_guard *guard; /* NULL: none */
    enum ls_field_validation fields;
    bool is_dry_run;
    bool is_forced;                       /* apply: take fields from others */
    struct ls_strict_errors strict;       /* found while the body was decoded */
    struct ls_response_warnings warnings; /* become Warning headers */
};

struct ls_written {
    const struct ls_obj *object; /* as stored, in the kind's version */
    bool is_created;
};

void ls_op_call_warn(struct ls_op_call *call, const char *format, ...) LS_FORMAT(2, 3);

/* The stored object in the call's version. */
const struct ls_failure *ls_op_get(struct ls_op_call *call, const struct ls_obj **out);
/* The same as it was at a revision that the history of its collection holds. */
const struct ls_failure *ls_op_get_at(struct ls_op_call *call, int64_t revision,
                                      const struct ls_obj **out);
/* Bodies are decoded values before the round trip, which these functions do. */
const struct ls_failure *ls_op_create(struct ls_op_call *call, struct ls_node body,
                                      struct ls_written *out);
const struct ls_failure *ls_op_update(struct ls_op_call *call, struct ls_node body,
                                      struct ls_written *out);

enum ls_patch { LS_PATCH_JSON, LS_PATCH_MERGE, LS_PATCH_STRATEGIC, LS_PATCH_APPLY };
const struct ls_failure *ls_op_patch(struct ls_op_call *call, enum ls_patch patch,
                                     struct ls_node body, struct ls_written *out);

enum ls_delete_propagation {
    LS_PROPAGATE_DEFAULT,
    LS_PROPAGATE_BACKGROUND,
    LS_PROPAGATE_FOREGROUND,
    LS_PROPAGATE_ORPHAN
};
struct ls_delete_options {
    enum ls_delete_propagation propagation;
    int64_t grace_s;     /* -1: not given */
    struct ls_slice uid; /* preconditions; "" none */
    struct ls_slice revision;
};
struct ls_deleted {
    const struct ls_obj *object; /* its last state, or its state while it waits for deletion */
    bool is_gone;                /* this call removed it: the reply is a Status */
    bool shows_object;           /* the reply is the object even so (grace 0 on a pod, ...) */
};
const struct ls_failure *ls_op_delete(struct ls_op_call *call,
                                      const struct ls_delete_options *options,
                                      struct ls_deleted *out);
