/*
 * Server-side apply, on a text that is a list [schema, live object, configuration of a,
 * configuration of b]: whoever applies the same again changes neither object nor owners; nobody but
 * the two owns anything; what both gave up is owned by nobody.
 */
#include "base/arena.h"
#include "base/macros.h"
#include "value/json.h"
#include "value/obj.h"
#include "value/structured_merge.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct world {
    struct ls_arena arena;
    const struct ls_type_schema *type;
    struct ls_node object;
    struct ls_managed_fields managed;
};

static void world_release(struct world *world)
{
    ls_arena_release(&world->arena);
}

static enum ls_code world_apply(struct world *world, const char *manager, struct ls_node config,
                                bool force, struct ls_merged *out)
{
    struct ls_conflicts conflicts = {0};
    struct ls_err err = {0};
    struct ls_merge merge = {
        .type = world->type,
        .live = world->object,
        .managed = world->managed,
        .self = {.manager = ls_slice_of(manager),
                 .operation = LS_MANAGE_APPLY,
                 .api_version = LS_SLICE("v1")},
    };
    enum ls_code code = ls_merge_apply(&world->arena, &merge, config, force, out, &conflicts, &err);
    LS_ASSERT((code == LS_E_CONFLICT) == (conflicts.count > 0));
    LS_ASSERT(!code || err.text[0]);
    LS_ASSERT(!force || code != LS_E_CONFLICT);
    return code;
}

static bool managed_is_equal(struct ls_managed_fields a, struct ls_managed_fields b)
{
    if (a.count != b.count)
        return false;
    for (size_t i = 0; i < a.count; i++) {
        if (!ls_managed_is_same(&a.entries[i], &b.entries[i]) ||
            !ls_field_set_equal(a.entries[i].fields, b.entries[i].fields))
            return false;
    }
    return true;
}

/* Applies, then applies the same again. False when it was refused. */
static bool world_apply_twice(struct world *world, const char *manager, struct ls_node config)
{
    struct ls_merged merged, again;
    enum ls_code plain = world_apply(world, manager, config, false, &merged);
    if (world_apply(world, manager, config, true, &merged)) {
        LS_ASSERT(plain != LS_OK);
        return false;
    }
    world->object = merged.object;
    world->managed = merged.managed;
    LS_ASSERT(!world_apply(world, manager, config, false, &again));
    LS_ASSERT(managed_is_equal(merged.managed, again.managed));
    LS_ASSERT(!again.is_changed && ls_node_equal(merged.object, again.object));
    return true;
}

static struct ls_node empty_map(struct ls_arena *arena)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    const struct ls_obj *input LS_AUTO(ls_obj_unref_at) = NULL;
    struct world world LS_AUTO(world_release) = {0};
    if (ls_json_parse(text, NULL, &input, NULL))
        return 0;
    struct ls_node list = ls_obj_root(input);
    if (!ls_node_is_map(ls_node_item(list, 0)) || !ls_node_is_map(ls_node_item(list, 1)) ||
        !ls_node_is_map(ls_node_item(list, 2)) || !ls_node_is_map(ls_node_item(list, 3)))
        return 0;
    if (ls_type_schema_from_openapi(&world.arena, ls_node_item(list, 0), LS_ABSENT, &world.type,
                                    NULL))
        return 0;
    world.object = ls_node_item(list, 1);
    if (!world_apply_twice(&world, "a", ls_node_item(list, 2)) ||
        !world_apply_twice(&world, "b", ls_node_item(list, 3)))
        return 0;
    LS_ASSERT(world.managed.count <= 2);
    struct ls_node nothing = empty_map(&world.arena);
    if (world_apply_twice(&world, "a", nothing) && world_apply_twice(&world, "b", nothing))
        LS_ASSERT(world.managed.count == 0);
    return 0;
}
