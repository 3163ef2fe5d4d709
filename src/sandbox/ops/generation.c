/* Which changes of an object raise metadata.generation. */
#include "sandbox/ops/write.h"
#include "value/build.h"

static bool member_differs(struct ls_write *write, struct ls_slice key, struct ls_node old)
{
    struct ls_draft *now = ls_draft_member(&write->space, write->object, key);
    if (!now || ls_node_is_absent(old))
        return now || !ls_node_is_absent(old);
    return !ls_draft_equal(&write->space, now, old);
}

static bool annotations_differ(struct ls_write *write)
{
    struct ls_draft *metadata = ls_draft_member(&write->space, write->object, LS_SLICE("metadata"));
    struct ls_node old = ls_object_meta(write->live, LS_META_ANNOTATIONS);
    struct ls_draft *now =
        metadata ? ls_draft_member(&write->space, metadata, LS_SLICE("annotations")) : NULL;
    if (!now || ls_node_is_absent(old))
        return (now && ls_draft_count(now) > 0) || ls_node_count(old) > 0;
    return !ls_draft_equal(&write->space, now, old);
}

static struct ls_node without_metadata(struct ls_arena *arena, struct ls_node object)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    LS_EACH (it, object) {
        if (ls_slice_is(it.key, "metadata"))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* A change outside metadata, and outside status where that has an endpoint of its own. Values are
 * compared whole: a custom object may have any number of members. */
static bool content_differs(struct ls_write *write)
{
    struct ls_arena *arena = write->call->arena;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(write->object, &build);
    struct ls_node now = ls_build_arena(&build, arena);
    return !ls_node_equal(without_metadata(arena, write->live), without_metadata(arena, now));
}

static bool generation_moves(struct ls_write *write, enum ls_generation rule)
{
    struct ls_node old_spec = ls_node_get(write->live, LS_SLICE("spec"));
    if (ls_slice_is(write->call->subresource, "status") ||
        ls_slice_is(write->call->subresource, "finalize"))
        return false;
    switch (rule) {
    case LS_GENERATION_SPEC:
    case LS_GENERATION_SPEC_CHANGES:
        return member_differs(write, LS_SLICE("spec"), old_spec);
    case LS_GENERATION_SPEC_AND_ANNOTATIONS:
        return member_differs(write, LS_SLICE("spec"), old_spec) || annotations_differ(write);
    case LS_GENERATION_BUT_STATUS: /* status is the stored one here, so it is equal */
    case LS_GENERATION_ALL:
        return content_differs(write);
    case LS_GENERATION_NONE:
    case LS_GENERATION_ONE:
        break;
    }
    return false;
}

struct ls_node ls_generation_next(struct ls_write *write, struct ls_node sent)
{
    const struct ls_kind_rules *rules = write->call->kind->rules;
    enum ls_generation rule = rules ? rules->generation : LS_GENERATION_NONE;
    bool keeps_sent = rule == LS_GENERATION_NONE || rule == LS_GENERATION_SPEC_CHANGES;
    if (!write->stored)
        return keeps_sent ? sent : ls_int_node(write->call->arena, 1);
    struct ls_node old = ls_object_meta(write->live, LS_META_GENERATION);
    if (!generation_moves(write, rule))
        return old;
    return ls_int_node(write->call->arena, ls_node_int(old, 0) + 1);
}
