/*
 * Stand-ins for rooms that are still being built, so that the server can be started without them.
 * Each goes when its room has landed.
 */
#include "sandbox/keep/keep.h"
#include "value/strategic_merge.h"

#define WEAK __attribute__((weak))

WEAK struct ls_keep *ls_keep_new(struct ls_cluster *cluster)
{
    (void)cluster;
    return NULL;
}
WEAK void ls_keep_free(struct ls_keep *keep)
{
    (void)keep;
}

WEAK enum ls_code ls_strategic_merge(struct ls_arena *arena, struct ls_node target,
                                     struct ls_node patch, const struct ls_type_schema *type,
                                     struct ls_node *out, struct ls_err *err)
{
    (void)arena;
    (void)target;
    (void)patch;
    (void)type;
    (void)out;
    return ls_fail(err, LS_E_UNSUPPORTED, "not built yet");
}
