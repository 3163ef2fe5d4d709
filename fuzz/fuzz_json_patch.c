/*
 * Patches, on a text that is a list of two values [a, b].
 *
 * b as a JSON patch of a: applying all operations at once gives what applying them one by one
 * gives, and fails when that fails; the target stays as it was. a and b as two states: the merge
 * patch from a to b, applied to a, gives b, unless a map of b holds a null, which a merge patch
 * cannot say.
 */
#include "base/buf.h"
#include "base/macros.h"
#include "value/build.h"
#include "value/json.h"
#include "value/json_patch.h"
#include "value/limits.h"
#include "value/merge_patch.h"
#include "value/obj.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static enum ls_code apply_one(struct ls_node target, struct ls_node operation,
                              const struct ls_obj **out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    ls_build_node(&build, operation);
    ls_build_end(&build);
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    return ls_json_patch_apply(target, ls_obj_root(patch), out, NULL);
}

/* The codes and results of both ways agree. A limit on all copies together shows only at once. */
static void check_step_by_step(struct ls_node target, struct ls_node patch, enum ls_code code,
                               const struct ls_obj *at_once)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, target);
    const struct ls_obj *now LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    enum ls_code step = LS_OK;
    LS_EACH (it, patch) {
        const struct ls_obj *next = NULL;
        step = apply_one(ls_obj_root(now), it.value, &next);
        if (step)
            break;
        ls_obj_unref(now);
        now = next;
    }
    if (code == LS_E_TOO_BIG)
        return;
    LS_ASSERT(step == code);
    LS_ASSERT(code || ls_node_equal(ls_obj_root(now), ls_obj_root(at_once)));
}

static void check_json_patch(struct ls_node target, struct ls_node patch)
{
    const struct ls_obj *result LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf before LS_AUTO(ls_buf_release) = {0};
    struct ls_buf after LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    ls_json_print(&before, target, LS_JSON_COMPACT);
    enum ls_code code = ls_json_patch_apply(target, patch, &result, &err);
    ls_json_print(&after, target, LS_JSON_COMPACT);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&before), ls_buf_slice(&after)));
    LS_ASSERT((code == LS_OK) == (result != NULL));
    LS_ASSERT(!code || err.text[0]);
    enum { OPERATIONS_MAX = 64 };
    if (ls_node_is_list(patch) && ls_node_count(patch) <= OPERATIONS_MAX)
        check_step_by_step(target, patch, code, result);
}

/* A patch applied twice does the same as once. */
static void check_merge_patch(struct ls_node target, struct ls_node patch)
{
    const struct ls_obj *once LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *twice LS_AUTO(ls_obj_unref_at) = NULL;
    LS_ASSERT(!ls_merge_patch_apply(target, patch, &once, NULL));
    LS_ASSERT(!ls_merge_patch_apply(ls_obj_root(once), patch, &twice, NULL));
    LS_ASSERT(ls_node_equal(ls_obj_root(once), ls_obj_root(twice)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_json_options options = {.depth_max = LS_DEPTH_DEFAULT};
    const struct ls_obj *input LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_slice text = {(const char *)data, size};
    if (ls_json_parse(text, &options, &input, NULL))
        return 0;
    struct ls_node a = ls_node_item(ls_obj_root(input), 0);
    struct ls_node b = ls_node_item(ls_obj_root(input), 1);
    if (ls_node_is_absent(a) || ls_node_is_absent(b))
        return 0;
    check_json_patch(a, b);
    check_merge_patch(a, b);
    return 0;
}
