#include "value/merge_patch.h"

#include "base/arena.h"
#include "value/build.h"
#include "value/limits.h"
#include "value/lookup.h"

static enum ls_code sizes_check(struct ls_node a, struct ls_node b, struct ls_err *err)
{
    size_t bytes = sizeof(uint32_t) * (ls_node_words(a) + ls_node_words(b));
    if (bytes > LS_MERGE_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "merge patch: both sides have %zu bytes, the limit is %d",
                       bytes, LS_MERGE_BYTES_MAX);
    return LS_OK;
}

/* Recurses as deep as the deeper side, which its reader has bounded. */
static void merge(struct ls_arena *arena, struct ls_build *build, struct ls_node target,
                  struct ls_node patch)
{
    if (!ls_node_is_map(patch)) {
        ls_build_node(build, patch);
        return;
    }
    if (!ls_node_is_map(target))
        target = LS_ABSENT;
    struct ls_lookup changes = ls_lookup_of(arena, patch);
    struct ls_lookup present = ls_lookup_of(arena, target);
    ls_build_map(build);
    LS_EACH (old, target) {
        struct ls_node change = ls_lookup_get(&changes, old.key);
        if (ls_node_is_null(change))
            continue;
        ls_build_key(build, old.key);
        if (ls_node_is_absent(change))
            ls_build_node(build, old.value);
        else
            merge(arena, build, old.value, change);
    }
    LS_EACH (change, patch) {
        if (ls_node_is_null(change.value) ||
            !ls_node_is_absent(ls_lookup_get(&present, change.key)))
            continue;
        ls_build_key(build, change.key);
        merge(arena, build, LS_ABSENT, change.value);
    }
    ls_build_end(build);
}

enum ls_code ls_merge_patch_apply(struct ls_node target, struct ls_node patch,
                                  const struct ls_obj **out, struct ls_err *err)
{
    LS_ASSERT(!ls_node_is_absent(patch));
    enum ls_code code = sizes_check(target, patch, err);
    if (code)
        return code;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    merge(&arena, &build, target, patch);
    *out = ls_build_obj(&build);
    return LS_OK;
}
