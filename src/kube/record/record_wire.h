#pragma once
/*
 * A wire that records what passes through it: requests, replies object by object, events of
 * watches, and how each exchange ended. It stands in front of the session, so it never sees
 * credentials; headers are not recorded. What is recorded is recorded before the receiver sees it.
 */
#include "kube/record/record.h"
#include "net/wire.h"

struct ls_record_wire;
/* Borrows both for life. */
struct ls_record_wire *ls_record_wire_new(struct ls_record *record, struct ls_wire *inner);
void ls_record_wire_free(struct ls_record_wire *wire); /* after all its requests; NULL is fine */
struct ls_wire *ls_record_wire_interface(struct ls_record_wire *wire);

/* What a target is about. */
struct ls_record_target {
    struct ls_slice group;    /* empty: the core group */
    struct ls_slice resource; /* "deployments"; empty: no objects, as /version or discovery */
    struct ls_slice space;    /* namespace; may be empty */
    struct ls_slice name;     /* empty: the collection */
    bool is_watch;
};
void ls_record_target_read(struct ls_slice target, struct ls_record_target *out);
/* Is this the resource of the kind, as its plural is made: deployments, ingresses, policies? */
bool ls_record_is_plural(struct ls_slice resource, struct ls_slice kind);
