#pragma once
/*
 * A town: a whole cluster with housekeeping and simulated workloads on a clock that jumps. Objects
 * are applied as YAML, time passes when told, and what became of them is read back.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "sandbox/kinds/cluster.h"
#include "value/node.h"

struct ls_keep;
struct ls_workload;

struct town {
    struct ls_cluster cluster;
    struct ls_keep *keep;
    struct ls_workload *workload;
    struct ls_arena arena; /* of whatever the calls below gave */
};

void town_init(struct town *town, uint64_t seed); /* three nodes, 2026-01-01T00:00:00Z */
void town_init_with_nodes(struct town *town, uint64_t seed, size_t node_count);
void town_release(struct town *town);
/* Lets time pass; what is due happens on the way. */
void town_run(struct town *town, int64_t ms);

/* Documents of namespace default: created, or merged into what is there. Fails the test when one is
 * refused. Lines of a YAML text may stand in several strings. */
void town_apply(struct town *town, const char *yaml);
/* The same for a status. */
void town_apply_status(struct town *town, const char *yaml);
/* "apps/v1 deployments": of namespace default. In the background. */
void town_delete(struct town *town, const char *resource, const char *name);
/* The same, and what it owns stays. */
void town_orphan(struct town *town, const char *resource, const char *name);

struct ls_node town_get(struct town *town, const char *resource, const char *name);
/* A member as text, numbers too; "" when there is none. */
const char *town_text(struct town *town, const char *resource, const char *name, const char *path);
/* "True REASON: MESSAGE" of a condition; "" when there is none. */
const char *town_condition(struct town *town, const char *resource, const char *name,
                           const char *type);
size_t town_count(struct town *town, const char *resource); /* in namespace default */
/* Names, with spaces between. */
const char *town_names(struct town *town, const char *resource);
/* The message of the first Event with this reason about "Kind/name"; "" when there is none. */
const char *town_told(struct town *town, const char *about, const char *reason);
int64_t town_told_count(struct town *town, const char *about, const char *reason);
/* Every object of every kind, as JSON, one a line. */
void town_dump(struct town *town, struct ls_buf *out);
