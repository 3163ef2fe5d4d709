#include "sandbox/workload/decision.h"

#include "value/edit.h"

struct ls_object_key ls_object_key_of(struct ls_node object)
{
    struct ls_node meta = ls_node_at(object, "metadata");
    return (struct ls_object_key){ls_node_string(ls_node_at(meta, "namespace")),
                                  ls_node_string(ls_node_at(meta, "name"))};
}

void ls_nodes_add(struct ls_arena *arena, struct ls_nodes *nodes, struct ls_node node)
{
    LS_ASSERT(nodes->count <= nodes->cap);
    if (nodes->count == nodes->cap) {
        size_t cap = nodes->cap ? nodes->cap * 2 : 8;
        struct ls_node *grown = LS_ARENA_ARRAY(arena, struct ls_node, cap);
        for (size_t i = 0; i < nodes->count; i++)
            grown[i] = nodes->at[i];
        nodes->at = grown;
        nodes->cap = cap;
    }
    nodes->at[nodes->count++] = node;
}

static struct ls_act *decision_add(struct ls_controller_decision *decision, struct ls_act added)
{
    LS_ASSERT(added.kind < LS_WORKLOAD_COUNT);
    if (decision->act_count == decision->act_cap) {
        size_t cap = decision->act_cap ? decision->act_cap * 2 : 8;
        struct ls_act *grown = LS_ARENA_ARRAY(decision->arena, struct ls_act, cap);
        for (size_t i = 0; i < decision->act_count; i++)
            grown[i] = decision->acts[i];
        decision->acts = grown;
        decision->act_cap = cap;
    }
    struct ls_act *act = &decision->acts[decision->act_count++];
    *act = added;
    act->grace_s = -1;
    return act;
}

struct ls_act *ls_decide_create(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node body)
{
    return decision_add(decision, (struct ls_act){LS_ACT_CREATE, kind, .body = body});
}

struct ls_act *ls_decide_delete(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object)
{
    LS_ASSERT(!ls_node_is_absent(object));
    return decision_add(decision, (struct ls_act){LS_ACT_DELETE, kind, .object = object});
}

struct ls_act *ls_decide_patch(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                               struct ls_node object, struct ls_node patch)
{
    LS_ASSERT(!ls_node_is_absent(object));
    return decision_add(decision,
                        (struct ls_act){LS_ACT_PATCH, kind, .object = object, .body = patch});
}

struct ls_act *ls_decide_update(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object, struct ls_node changed)
{
    return decision_add(decision,
                        (struct ls_act){LS_ACT_UPDATE, kind, .object = object, .body = changed});
}

struct ls_act *ls_decide_status(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object, struct ls_node status)
{
    LS_ASSERT(!ls_node_is_absent(object));
    if (ls_node_equal(ls_node_at(object, "status"), status))
        return NULL;
    struct ls_node changed = ls_node_with(decision->arena, object, "status", status);
    return decision_add(decision,
                        (struct ls_act){LS_ACT_STATUS, kind, .object = object, .body = changed});
}

LS_FORMAT(3, 0)
static struct ls_act *decision_add_event(struct ls_controller_decision *decision,
                                         const char *reason, const char *format, va_list args)
{
    struct ls_act_event event = {.reason = reason,
                                 .text = ls_arena_vprintf(decision->arena, format, args)};
    return decision_add(decision, (struct ls_act){LS_ACT_EVENT, LS_WORKLOAD_EVENT, .done = event});
}

struct ls_act *ls_decide_event(struct ls_controller_decision *decision, const char *reason,
                               const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_act *act = decision_add_event(decision, reason, format, args);
    va_end(args);
    return act;
}

struct ls_act *ls_decide_warning(struct ls_controller_decision *decision, const char *reason,
                                 const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_act *act = decision_add_event(decision, reason, format, args);
    va_end(args);
    act->done.is_warning = true;
    return act;
}

void ls_decide_wake(struct ls_controller_decision *decision, int64_t at_ms)
{
    LS_ASSERT(at_ms >= 0);
    if (at_ms && (!decision->wake_at_ms || at_ms < decision->wake_at_ms))
        decision->wake_at_ms = at_ms;
}

struct ls_node ls_node_with(struct ls_arena *arena, struct ls_node object, const char *path,
                            struct ls_node value)
{
    const struct ls_obj *changed = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    /* Cannot fail: our paths go through maps only, and stored objects are within every limit. */
    struct ls_err err = {0};
    enum ls_code code = ls_edit_set(object, path, value, &changed, &err);
    LS_ASSERT(code == LS_OK);
    ls_build_node(&build, ls_obj_root(changed));
    struct ls_node copy = ls_build_arena(&build, arena);
    ls_obj_unref(changed);
    return copy;
}
