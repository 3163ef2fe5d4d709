/*
 * Protobuf bodies, read as every kind in turn: whatever is read can be sent through its type, and
 * what comes out of that stays as it is the second time.
 */
#include "base/arena.h"
#include "base/macros.h"
#include "sandbox/types/protobuf.h"
#include "sandbox/types/round_trip.h"
#include "sandbox/types/table_types.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_as(const struct ls_envelope *envelope, const struct ls_api_type *type)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_err err = {0};
    struct ls_node value = LS_ABSENT, once = LS_ABSENT, twice = LS_ABSENT;
    if (ls_protobuf_read(&arena, envelope, type, &value, &err)) {
        LS_ASSERT(err.text[0] != '\0');
        return;
    }
    if (ls_round_trip(&arena, value, type, NULL, &once, &err))
        return; /* texts without meaning: quantities, raw JSON */
    LS_ASSERT(!ls_round_trip(&arena, once, type, NULL, &twice, &err));
    LS_ASSERT(ls_node_equal(once, twice));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct ls_api_type *const types[] = {
        &ls_api_core_v1_Pod,
        &ls_api_core_v1_Service,
        &ls_api_core_v1_Secret,
        &ls_api_apps_v1_DaemonSet,
        &ls_api_coordination_v1_Lease,
        &ls_api_authorization_v1_SubjectAccessReview,
        &ls_api_apiextensions_v1_CustomResourceDefinition,
    };
    struct ls_envelope envelope = {0};
    struct ls_slice body = {(const char *)data, size};
    if (ls_envelope_read(body, &envelope, NULL))
        return 0;
    for (size_t i = 0; i < LS_COUNT(types); i++)
        read_as(&envelope, types[i]);
    return 0;
}
