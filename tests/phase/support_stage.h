#pragma once
/*
 * A stage: an embedded cluster with simulated workloads, and a client that speaks to it through a
 * wire that can fail (support_fault.h), in one virtual world. The client can be killed at any
 * moment and a new one started; the cluster lives on. Whole rollouts on it: support_rollout.h.
 *
 * Beside the client stands an eye: it sees the cluster as it is, without faults and without a trace
 * in the log.
 */
#include "support_fault.h"
#include "base/buf.h"
#include "base/world.h"
#include "kube/discovery.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"

struct ls_run;

struct stage {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct fault_wire wire;
    /* The client; all NULL while there is none. */
    struct ls_memory_wire *memory;
    struct ls_client *client;
    struct ls_discovery *discovery;
    void (*drop)(void *self); /* what stands on the client goes first; may be NULL */
    void *drop_self;
    /* The eye. */
    struct ls_memory_wire *eye_memory;
    struct ls_client *eye;
    struct ls_discovery *eye_kinds;
};

void stage_init(struct stage *stage, uint64_t seed); /* with workloads; a client is there */
void stage_release(struct stage *stage);
/* The process dies: client and connections, with all that is in flight. */
void stage_kill(struct stage *stage);
void stage_start(struct stage *stage);               /* a new process */
void stage_pass_ms(struct stage *stage, int64_t ms); /* lets time pass */

/* ---- what is there, as the eye sees it ---- */

/* GETs a path; the object, or the Status of a refusal. The caller unrefs it. */
const struct ls_obj *stage_get(struct stage *stage, const char *path);
/* A member of an object as text, numbers too; "" when there is none. Valid until the next call. */
const char *stage_text(struct stage *stage, const char *path, const char *field);
bool stage_has(struct stage *stage, const char *path);
/* Does what others do in a cluster: `what` is a resource by any of its names; space may be NULL.
 * Fails the test when it is refused. */
void stage_merge(struct stage *stage, const char *what, const char *space, const char *name,
                 const char *json);
void stage_create(struct stage *stage, const char *what, const char *space, const char *json);
void stage_delete(struct stage *stage, const char *what, const char *space, const char *name);
/* Objects that belong to some set (part-of); its parent is none. */
size_t stage_member_count(struct stage *stage);
/*
 * Everything there is, one line each, sorted: members and parents whole but for what differs from
 * one life to the next (uids, versions, times, status, addresses, keyed hashes), the rest by name,
 * what controllers make by number. Two clusters in the same state give the same text.
 */
void stage_dump(struct stage *stage, struct ls_buf *out);
/* Fails the test, with the lines that differ, unless two dumps are the same. */
void stage_check_same(const struct ls_buf *actual, const struct ls_buf *expected);
