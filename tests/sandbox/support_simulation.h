#pragma once
/*
 * A simulation: a cluster with housekeeping and simulated workloads on a virtual clock. A test
 * applies objects as YAML, lets time pass, and reads the objects back.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "sandbox/kinds/cluster.h"
#include "value/node.h"

struct ls_keep;
struct ls_workload;

struct simulation {
    struct ls_cluster cluster;
    struct ls_keep *keep;
    struct ls_workload *workload;
    struct ls_arena arena; /* of whatever the calls below gave */
};

void sim_init(struct simulation *sim, uint64_t seed); /* three nodes, 2026-01-01T00:00:00Z */
void sim_init_with_nodes(struct simulation *sim, uint64_t seed, size_t node_count);
void sim_release(struct simulation *sim);
/* Lets time pass; what is due happens on the way. */
void sim_run(struct simulation *sim, int64_t ms);

/* Documents of namespace default: created, or merged into what is there. Fails the test when one is
 * refused. Lines of a YAML text may stand in several strings. */
void sim_apply(struct simulation *sim, const char *yaml);
/* The same for a status. */
void sim_apply_status(struct simulation *sim, const char *yaml);
/* "apps/v1 deployments": of namespace default. In the background. */
void sim_delete(struct simulation *sim, const char *resource, const char *name);
/* The same, and what it owns stays. */
void sim_orphan(struct simulation *sim, const char *resource, const char *name);

struct ls_node sim_get(struct simulation *sim, const char *resource, const char *name);
/* A member as text, numbers too; "" when there is none. */
const char *sim_text(struct simulation *sim, const char *resource, const char *name,
                     const char *path);
/* "True REASON: MESSAGE" of a condition; "" when there is none. */
const char *sim_condition(struct simulation *sim, const char *resource, const char *name,
                          const char *type);
size_t sim_count(struct simulation *sim, const char *resource); /* in namespace default */
/* Names, with spaces between. */
const char *sim_names(struct simulation *sim, const char *resource);
/* The message of the first Event with this reason about "Kind/name"; "" when there is none. */
const char *sim_event(struct simulation *sim, const char *about, const char *reason);
int64_t sim_event_count(struct simulation *sim, const char *about, const char *reason);
/* Every object of every kind, as JSON, one a line. */
void sim_dump(struct simulation *sim, struct ls_buf *out);
