/*
 * Strategic merge on a text that is a list [live, patch], both pods: whatever comes out has a
 * bounded depth and can be patched with nothing without changing; a refusal has a message.
 */
#include "base/arena.h"
#include "base/macros.h"
#include "sandbox/types/table_types.h"
#include "value/json.h"
#include "value/limits.h"
#include "value/obj.h"
#include "value/strategic_merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct ls_type_schema *pod_type(void)
{
    static struct ls_merge_types *types;
    if (!types)
        types = ls_merge_types_new();
    return ls_merge_type_of(types, &ls_api_core_v1_Pod);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node once = LS_ABSENT, twice = LS_ABSENT;
    const struct ls_obj *pair LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_json_parse((struct ls_slice){(const char *)data, size}, NULL, &pair, &err))
        return 0;
    struct ls_node live = ls_node_item(ls_obj_root(pair), 0);
    struct ls_node patch = ls_node_item(ls_obj_root(pair), 1);
    if (ls_strategic_merge(&arena, live, patch, pod_type(), &once, &err)) {
        LS_ASSERT(err.text[0] != '\0');
        return 0;
    }
    const struct ls_obj *nothing LS_AUTO(ls_obj_unref_at) = NULL;
    LS_ASSERT(ls_node_depth(once) <= LS_DEPTH_MAX);
    LS_ASSERT(!ls_json_parse(LS_SLICE("{}"), NULL, &nothing, &err));
    LS_ASSERT(!ls_strategic_merge(&arena, once, ls_obj_root(nothing), pod_type(), &twice, &err));
    LS_ASSERT(ls_node_equal(once, twice));
    return 0;
}
