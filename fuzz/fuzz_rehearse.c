/* Outcomes of `lockstep rehearse`, and paths of awaited properties: what can be written there reads
 * back. */
#include "base/buf.h"
#include "sim/rehearse/expected.h"
#include "sim/rehearse/gate_path.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void path_try(struct ls_slice text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *empty LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *once LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *twice LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_gate_path path;
    struct ls_err err;
    LS_ASSERT(ls_json_parse(LS_SLICE("{}"), NULL, &empty, &err) == LS_OK);
    LS_ASSERT(ls_json_parse(LS_SLICE("true"), NULL, &value, &err) == LS_OK);
    if (!ls_gate_path_parse(&arena, text, &path) ||
        ls_gate_path_set(ls_obj_root(empty), &path, ls_obj_root(value), &once, &err))
        return;
    /* What stands there already is replaced by the same. */
    if (ls_gate_path_set(ls_obj_root(once), &path, ls_obj_root(value), &twice, &err))
        return;
    LS_ASSERT(ls_node_equal(ls_obj_root(once), ls_obj_root(twice)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    struct ls_expected expected;
    struct ls_err err;
    if (ls_expected_parse(text, &expected, &err) == LS_OK) {
        LS_ASSERT(expected.kind.len > 0);
        LS_ASSERT(expected.outcome != LS_EXPECTED_SIMULATED);
    }
    path_try(text);
    return 0;
}
