#pragma once
/*
 * What a cluster holds of a set, read for a rehearsal: the parent, the members, objects that have
 * the names of manifests, their namespaces and the definitions of their kinds, and the ConfigMaps,
 * Secrets and ServiceAccounts that their pods name. Nothing is written: every request is a GET.
 */
#include "cli/connect.h"
#include "phase/run/run.h"

struct ls_cluster_part {                   /* {0} is empty */
    LS_VEC(const struct ls_obj *) objects; /* definitions and namespaces first */
    struct ls_map *known;
    bool is_partial; /* the user may not read some of it */
    uint64_t request_count;
};
void ls_cluster_part_release(struct ls_cluster_part *part);

/* Which set: name and namespaces of `run`. What the user may not read is left out. */
enum ls_code ls_cluster_part_read(struct ls_cluster_part *part, struct ls_connection *connection,
                                  const struct ls_run_options *run,
                                  const struct ls_manifests *manifests, struct ls_err *err);
