#include "sandbox/access/access.h"

#include "base/arena.h"
#include "base/mem.h"
#include "sandbox/access/aggregation.h"
#include "sandbox/access/authorizer.h"
#include "sandbox/access/defaults.h"

struct ls_access {
    struct ls_aggregation *aggregation;
    struct ls_authorizer *authorizer;
};

static void defaults_make(struct ls_cluster *cluster)
{
    struct ls_arena arena = {0};
    struct ls_keep_step step = {.cluster = cluster, .arena = &arena, .manager = "kube-apiserver"};
    ls_access_defaults(&step);
    ls_arena_release(&arena);
}

struct ls_access *ls_access_new(struct ls_cluster *cluster)
{
    LS_ASSERT(cluster->has_rbac);
    struct ls_access *access = LS_NEW(struct ls_access);
    defaults_make(cluster);
    access->aggregation = ls_aggregation_new(cluster);
    access->authorizer = ls_authorizer_new(cluster);
    return access;
}

void ls_access_free(struct ls_access *access)
{
    if (!access)
        return;
    ls_authorizer_free(access->authorizer);
    ls_aggregation_free(access->aggregation);
    ls_free(access);
}

struct ls_authorizer *ls_access_authorizer(struct ls_access *access)
{
    return access ? access->authorizer : NULL;
}
