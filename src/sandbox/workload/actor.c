#include "sandbox/workload/actor.h"

#include "sandbox/ops/bind.h"
#include "sandbox/ops/call.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/recorder.h"

static struct ls_op_call actor_call(const struct ls_actor *actor, const struct ls_act *act)
{
    struct ls_object_key key =
        ls_object_key_of(act->type == LS_ACT_CREATE ? act->body : act->object);
    return (struct ls_op_call){.cluster = actor->cluster,
                               .arena = actor->arena,
                               .kind = actor->kinds[act->kind],
                               .namespace_name = key.namespace_name,
                               .name = act->type == LS_ACT_CREATE ? LS_SLICE("") : key.name,
                               .manager = ls_slice_of(actor->field_manager)};
}

static const struct ls_failure *act_delete(struct ls_op_call *call, const struct ls_act *act)
{
    struct ls_delete_options options = {
        .propagation = LS_PROPAGATE_BACKGROUND,
        .grace_s = act->grace_s,
        .uid = ls_node_string(ls_node_at(act->object, "metadata.uid"))};
    struct ls_deleted deleted = {0};
    const struct ls_failure *failure = ls_op_delete(call, &options, &deleted);
    if (!failure)
        ls_obj_unref(deleted.object);
    return failure;
}

static struct ls_node binding_body(struct ls_arena *arena, const struct ls_act *act)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "Binding");
    ls_put_map(&build, "metadata");
    ls_put_node(&build, "name", ls_node_at(act->object, "metadata.name"));
    ls_put_node(&build, "namespace", ls_node_at(act->object, "metadata.namespace"));
    ls_put_node(&build, "uid", ls_node_at(act->object, "metadata.uid"));
    ls_build_end(&build);
    ls_put_map(&build, "target");
    ls_put_text(&build, "kind", "Node");
    ls_put_text(&build, "name", act->name);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* A mistyped number of replicas must not fill the memory. */
static const struct ls_failure *act_refusal(const struct ls_op_call *call, const struct ls_act *act)
{
    if (act->type != LS_ACT_CREATE || act->kind != LS_WORKLOAD_POD ||
        ls_collection_count(call->kind->collection) < LS_PODS_MAX)
        return NULL;
    const char *why = ls_arena_printf(
        call->arena, "the sandbox has %d pods, controllers make no more", LS_PODS_MAX);
    return ls_failure_forbidden(call->arena, ls_kind_about(call->kind, LS_SLICE("")), why);
}

/* `name` becomes the name of the written object, in the arena. */
static const struct ls_failure *act_write(struct ls_op_call *call, const struct ls_act *act,
                                          const char **name)
{
    struct ls_written written = {0};
    const struct ls_failure *failure = act_refusal(call, act);
    if (failure)
        return failure;
    switch (act->type) {
    case LS_ACT_CREATE:
        failure = ls_op_create(call, act->body, &written);
        break;
    case LS_ACT_STATUS:
        call->subresource = LS_SLICE("status");
        LS_FALLTHROUGH;
    case LS_ACT_UPDATE:
        failure = ls_op_update(call, act->body, &written);
        break;
    case LS_ACT_PATCH:
        if (act->is_scale)
            call->subresource = LS_SLICE("scale");
        failure = ls_op_patch(call, LS_PATCH_MERGE, act->body, &written);
        break;
    case LS_ACT_BIND:
        failure = ls_op_bind(call, binding_body(call->arena, act), &written);
        break;
    case LS_ACT_DELETE:
    case LS_ACT_EVENT:
        LS_ASSERT(false); /* not a write */
    }
    if (failure)
        return failure;
    struct ls_node root = ls_obj_root(written.object);
    *name = ls_arena_dup(call->arena, ls_node_string(ls_node_at(root, "metadata.name")));
    ls_obj_unref(written.object);
    return NULL;
}

static void actor_record(const struct ls_actor *actor, const struct ls_act *act,
                         const struct ls_act_event *about, const char *addition)
{
    if (!about->reason)
        return;
    struct ls_slice host = ls_slice_is(ls_slice_of(actor->component), "kubelet")
                               ? ls_node_string(ls_node_at(actor->regarding, "spec.nodeName"))
                               : LS_SLICE("");
    struct ls_event event = {.component = actor->component,
                             .field_manager = actor->field_manager,
                             .host = host,
                             .api_version = ls_workload_kinds[actor->kind].api_version,
                             .kind = ls_workload_kinds[actor->kind].kind,
                             .regarding = actor->regarding,
                             .field_path = act->field_path,
                             .reason = about->reason,
                             .text = ls_arena_printf(actor->arena, "%s%s", about->text,
                                                     about->names_object ? addition : ""),
                             .action = act->action,
                             .is_warning = about->is_warning};
    ls_recorder_record(actor->recorder, actor->arena, &event);
}

const struct ls_failure *ls_actor_do(const struct ls_actor *actor, const struct ls_act *act)
{
    LS_ASSERT(actor->kind < LS_WORKLOAD_COUNT);
    LS_ASSERT(act->kind < LS_WORKLOAD_COUNT);
    const struct ls_failure *failure = NULL;
    const char *name = ls_node_text(ls_node_at(act->object, "metadata.name"));
    struct ls_op_call call = {0};
    if (act->type != LS_ACT_EVENT)
        call = actor_call(actor, act);
    if (act->type == LS_ACT_DELETE)
        failure = act_delete(&call, act);
    else if (act->type != LS_ACT_EVENT)
        failure = act_write(&call, act, &name);
    if (failure)
        actor_record(actor, act, &act->failed, failure->message);
    else
        actor_record(actor, act, &act->done, name);
    return failure;
}
