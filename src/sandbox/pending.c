/*
 * Stand-ins for rooms that are still being built, so that the server can be started without them.
 * Each goes when its room has landed.
 */
#include "base/buf.h"
#include "base/mem.h"
#include "sandbox/keep/keep.h"
#include "sandbox/serve/select.h"
#include "sandbox/serve/watch.h"
#include "sandbox/types/body.h"
#include "value/json.h"
#include "value/strategic_merge.h"
#include "value/yaml.h"

#define WEAK __attribute__((weak))

static const struct ls_failure *later(struct ls_arena *arena)
{
    return ls_failure_new(arena, 501, "", "not built yet");
}

struct ls_watches {
    int nothing;
};
WEAK struct ls_watches *ls_watches_new(struct ls_cluster *cluster,
                                       const struct ls_watches_options *options)
{
    (void)cluster;
    (void)options;
    return LS_NEW(struct ls_watches);
}
WEAK void ls_watches_free(struct ls_watches *watches)
{
    ls_free(watches);
}
WEAK size_t ls_watches_count(const struct ls_watches *watches)
{
    (void)watches;
    return 0;
}
WEAK const struct ls_failure *ls_watch_start(struct ls_watches *watches,
                                             struct ls_api_request *request,
                                             const struct ls_list_options *options)
{
    (void)watches;
    (void)options;
    return later(request->arena);
}
WEAK struct ls_keep *ls_keep_new(struct ls_cluster *cluster)
{
    (void)cluster;
    return NULL;
}
WEAK void ls_keep_free(struct ls_keep *keep)
{
    (void)keep;
}
WEAK const char *ls_selector_words(struct ls_arena *arena, struct ls_slice text)
{
    (void)text;
    return ls_arena_printf(arena, "unable to parse requirement");
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
