#include "sandbox/ops/bind.h"

#include "sandbox/ops/write.h"
#include "value/build.h"

static const struct ls_failure *binding_refusal(struct ls_op_call *call, struct ls_node binding)
{
    struct ls_slice name = ls_node_string(ls_node_at(binding, "metadata.name"));
    struct ls_slice kind = ls_node_string(ls_node_at(binding, "target.kind"));
    if (name.len && !ls_slice_equal(name, call->name))
        return ls_failure_bad_request(call->arena,
                                      "name in URL does not match name in Binding object");
    bool is_node = !kind.len || ls_slice_is(kind, "Node");
    bool is_named = ls_node_string(ls_node_at(binding, "target.name")).len > 0;
    if (is_node && is_named)
        return NULL;
    const char *wrong = ls_arena_printf(
        call->arena,
        "target.kind: Unsupported value: \"%.*s\": supported values: \"Node\", \"<empty>\"",
        LS_ARG(kind));
    if (is_node)
        return ls_failure_new(call->arena, 500, "", "target.name: Required value");
    if (is_named)
        return ls_failure_new(call->arena, 500, "", "%s", wrong);
    return ls_failure_new(call->arena, 500, "", "[%s, target.name: Required value]", wrong);
}

/* Why this pod cannot be bound; NULL: it can be. */
static const char *pod_refusal(struct ls_arena *arena, struct ls_node pod)
{
    const char *name = ls_node_text(ls_node_at(pod, "metadata.name"));
    const char *node = ls_node_text(ls_node_at(pod, "spec.nodeName"));
    if (!ls_node_is_absent(ls_node_at(pod, "metadata.deletionTimestamp")))
        return ls_arena_printf(arena, "pod %s is being deleted, cannot be assigned to a host",
                               name);
    if (*node)
        return ls_arena_printf(arena, "pod %s is already assigned to node \"%s\"", name, node);
    if (ls_node_count(ls_node_at(pod, "spec.schedulingGates")))
        return ls_arena_printf(arena, "pod %s has non-empty .spec.schedulingGates", name);
    return NULL;
}

static const struct ls_failure *uid_refusal(struct ls_op_call *call, struct ls_node binding,
                                            struct ls_node pod)
{
    struct ls_slice wanted = ls_node_string(ls_node_at(binding, "metadata.uid"));
    struct ls_slice found = ls_node_string(ls_node_at(pod, "metadata.uid"));
    if (!wanted.len || ls_slice_equal(wanted, found))
        return NULL;
    return ls_failure_conflict(
        call->arena, ls_kind_about(call->kind, call->name),
        ls_arena_printf(call->arena,
                        "StorageError: invalid object, Code: 4, Key: /registry/pods/%.*s/%.*s, "
                        "ResourceVersion: 0, AdditionalErrorMsg: Precondition failed: UID in "
                        "precondition: %.*s, UID in object meta: %.*s",
                        LS_ARG(call->namespace_name), LS_ARG(call->name), LS_ARG(wanted),
                        LS_ARG(found)));
}

struct bind_condition {
    const char *type;
    const char *reason; /* NULL: none, and no message */
    const char *message;
};

static void condition_build(struct ls_build *build, struct ls_op_call *call,
                            const struct bind_condition *condition)
{
    ls_build_map(build);
    ls_build_member_text(build, "type", condition->type);
    ls_build_member_text(build, "status", "True");
    ls_build_key(build, LS_SLICE("lastProbeTime"));
    ls_build_null(build);
    ls_build_key(build, LS_SLICE("lastTransitionTime"));
    ls_build_string(build, ls_now_text(call->cluster, call->arena));
    if (condition->reason) {
        ls_build_member_text(build, "reason", condition->reason);
        ls_build_member_text(build, "message", condition->message);
    }
    ls_build_end(build);
}

static struct ls_node conditions_with(struct ls_op_call *call, struct ls_node old,
                                      const struct bind_condition *condition)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    bool is_there = false;
    ls_build_list(&build);
    LS_EACH (it, old) {
        if (!ls_node_string_is(ls_node_at(it.value, "type"), condition->type)) {
            ls_build_node(&build, it.value);
            continue;
        }
        condition_build(&build, call, condition);
        is_there = true;
    }
    if (!is_there)
        condition_build(&build, call, condition);
    ls_build_end(&build);
    return ls_build_arena(&build, call->arena);
}

/* Copies annotations or labels of the Binding to the pod. */
static void copy_members(struct ls_write *write, struct ls_draft *pod, struct ls_node binding,
                         const char *key)
{
    struct ls_node from = ls_node_get(ls_node_at(binding, "metadata"), ls_slice_of(key));
    if (!ls_node_count(from))
        return;
    struct ls_draft *to = ls_write_map_at(write, ls_write_map_at(write, pod, "metadata"), key);
    LS_EACH (it, from)
        ls_draft_set(&write->space, to, it.key, ls_draft_of(&write->space, it.value));
}

/* The pod with this condition, as a draft. */
static struct ls_draft *pod_with_condition(struct ls_write *write,
                                           const struct bind_condition *condition)
{
    struct ls_node root = ls_obj_root(write->stored);
    struct ls_draft *pod = ls_draft_of(&write->space, root);
    struct ls_node conditions =
        conditions_with(write->call, ls_node_at(root, "status.conditions"), condition);
    ls_draft_set(&write->space, ls_write_map_at(write, pod, "status"), LS_SLICE("conditions"),
                 ls_draft_of(&write->space, conditions));
    return pod;
}

static void pod_replace(struct ls_write *write, struct ls_draft *pod)
{
    struct ls_op_call *call = write->call;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(pod, &build);
    const struct ls_obj *now LS_AUTO(ls_obj_unref_at) = ls_object_at_revision(
        call->arena, ls_build_arena(&build, call->arena), ls_store_next(call->cluster->store));
    if (!call->is_dry_run)
        ls_write_replace(write, now);
}

static void pod_place(struct ls_write *write, struct ls_node binding)
{
    static const struct bind_condition scheduled = {.type = "PodScheduled"};
    struct ls_draft *pod = pod_with_condition(write, &scheduled);
    ls_draft_set(&write->space, ls_write_map_at(write, pod, "spec"), LS_SLICE("nodeName"),
                 ls_draft_of(&write->space, ls_node_at(binding, "target.name")));
    ls_draft_take_member(&write->space, ls_write_map_at(write, pod, "status"),
                         LS_SLICE("nominatedNodeName"));
    copy_members(write, pod, binding, "annotations");
    copy_members(write, pod, binding, "labels");
    pod_replace(write, pod);
}

void ls_op_mark_evicted(struct ls_op_call *call)
{
    LS_ASSERT(call->name.len > 0);
    static const struct bind_condition target = {"DisruptionTarget", "EvictionByEvictionAPI",
                                                 "Eviction API: evicting"};
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    ls_write_open(&write, call);
    if (write.stored)
        pod_replace(&write, pod_with_condition(&write, &target));
}

const struct ls_failure *ls_op_bind(struct ls_op_call *call, struct ls_node binding,
                                    struct ls_written *out)
{
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    const struct ls_failure *failure = binding_refusal(call, binding);
    if (failure)
        return failure;
    ls_write_open(&write, call);
    if (!write.stored)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    failure = uid_refusal(call, binding, write.live);
    if (failure)
        return failure;
    const char *why = pod_refusal(call->arena, write.live);
    if (why)
        return ls_failure_conflict(
            call->arena,
            (struct ls_about){
                .group = "", .plural = "pods/binding", .kind = "Pod", .name = call->name},
            why);
    pod_place(&write, binding);
    *out = (struct ls_written){.object = ls_op_call_show(call, write.stored)};
    return NULL;
}
