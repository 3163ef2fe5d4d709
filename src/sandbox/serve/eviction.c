#include "sandbox/serve/eviction.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/ops/bind.h"
#include "sandbox/serve/request_body.h"
#include "sandbox/serve/handlers.h"
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"
#include "sandbox/store/store.h"
#include "value/selector.h"

/* ---- budgets ---- */

static bool budget_selects(struct ls_arena *arena, struct ls_node budget, struct ls_node pod)
{
    struct ls_selector selector;
    struct ls_err err;
    return ls_selector_from_node(arena, ls_node_at(budget, "spec.selector"), &selector, &err) ==
               LS_OK &&
           ls_selector_match(&selector, ls_node_at(pod, "metadata.labels"));
}

/* The budget of a pod and the number of its budgets; borrowed until the next write. */
static size_t budgets_of(struct ls_api_request *request, const struct ls_kind *kind,
                         struct ls_node pod, const struct ls_obj **out)
{
    struct ls_collection_walk walk;
    size_t count = 0;
    if (!ls_collection_walk_start(&walk, kind->collection, request->at.namespace_name,
                                  (struct ls_object_key){0}, 0))
        return 0;
    while (ls_collection_walk_next(&walk)) {
        if (!budget_selects(request->arena, ls_obj_root(walk.object), pod))
            continue;
        *out = walk.object;
        count++;
    }
    ls_collection_walk_end(&walk);
    return count;
}

static int64_t number_at(struct ls_node budget, const char *path)
{
    return ls_node_int(ls_node_at(budget, path), 0);
}

static const struct ls_failure *too_many(struct ls_arena *arena, const char *why, int retry_after_s)
{
    struct ls_failure_cause *cause = LS_ARENA_NEW(arena, struct ls_failure_cause);
    struct ls_failure *failure = LS_ARENA_NEW(arena, struct ls_failure);
    *cause = (struct ls_failure_cause){"DisruptionBudget", why, ""};
    *failure = (struct ls_failure){
        .code = 429,
        .reason = "TooManyRequests",
        .message = "Cannot evict pod as it would violate the pod's disruption budget.",
        .causes = cause,
        .cause_count = 1,
        .retry_after_s = retry_after_s,
    };
    return failure;
}

enum { UNSEEN_BUDGET_RETRY_S = 10 };

static const struct ls_failure *budget_check(struct ls_arena *arena, struct ls_node budget)
{
    const char *name = ls_node_text(ls_node_at(budget, "metadata.name"));
    if (number_at(budget, "status.observedGeneration") < number_at(budget, "metadata.generation"))
        return too_many(arena,
                        ls_arena_printf(arena,
                                        "The disruption budget %s is still being processed by the "
                                        "server.",
                                        name),
                        UNSEEN_BUDGET_RETRY_S);
    if (number_at(budget, "status.disruptionsAllowed") > 0)
        return NULL;
    return too_many(arena,
                    ls_arena_printf(arena,
                                    "The disruption budget %s needs %lld healthy pods and has %lld "
                                    "currently",
                                    name, (long long)number_at(budget, "status.desiredHealthy"),
                                    (long long)number_at(budget, "status.currentHealthy")),
                    0);
}

/* Uses up one allowed disruption, until the controller counts again. */
static const struct ls_failure *budget_use(struct ls_api_request *request,
                                           const struct ls_kind *kind, struct ls_node budget)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_written written = {0};
    struct ls_op_call call = ls_request_call(request);
    call.kind = kind;
    call.subresource = LS_SLICE("status");
    call.name = ls_arena_slice(request->arena, ls_node_string(ls_node_at(budget, "metadata.name")));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("disruptionsAllowed"));
    ls_build_int(&build, number_at(budget, "status.disruptionsAllowed") - 1);
    ls_build_end(&build);
    ls_build_end(&build);
    const struct ls_failure *failure =
        ls_op_patch(&call, LS_PATCH_MERGE, ls_build_arena(&build, request->arena), &written);
    if (!failure)
        ls_obj_unref(written.object);
    return failure;
}

/* ---- pods ---- */

static bool has_condition(struct ls_node pod, const char *type)
{
    struct ls_node conditions = ls_node_at(pod, "status.conditions");
    struct ls_node found = ls_node_find(conditions, "type", ls_slice_of(type));
    return ls_node_string_is(ls_node_at(found, "status"), "True");
}

/* Pods that no budget counts: they do not run, or are being deleted. */
static bool is_free_to_go(struct ls_node pod)
{
    struct ls_node phase = ls_node_at(pod, "status.phase");
    return ls_node_string_is(phase, "Succeeded") || ls_node_string_is(phase, "Failed") ||
           ls_node_string_is(phase, "Pending") ||
           !ls_node_is_absent(ls_node_at(pod, "metadata.deletionTimestamp"));
}

/* An unhealthy pod may be evicted where the budget holds without it. */
static bool is_not_counted(struct ls_node budget, struct ls_node pod)
{
    if (has_condition(pod, "Ready"))
        return false;
    if (ls_node_string_is(ls_node_at(budget, "spec.unhealthyPodEvictionPolicy"), "AlwaysAllow"))
        return true;
    int64_t wanted = number_at(budget, "status.desiredHealthy");
    return wanted > 0 && number_at(budget, "status.currentHealthy") >= wanted;
}

static const struct ls_failure *budget_ask(struct ls_api_request *request, struct ls_node pod,
                                           bool is_dry_run)
{
    const struct ls_obj *budget = NULL;
    const struct ls_kind *kind =
        ls_registry_resource(request->cluster->registry, LS_SLICE("policy"), LS_SLICE("v1"),
                             LS_SLICE("poddisruptionbudgets"));
    size_t count = is_free_to_go(pod) ? 0 : budgets_of(request, kind, pod, &budget);
    if (count > 1)
        return ls_failure_new(request->arena, 500, "",
                              "This pod has more than one PodDisruptionBudget, which the eviction "
                              "subresource does not support.");
    if (count == 0 || is_not_counted(ls_obj_root(budget), pod))
        return NULL;
    const struct ls_failure *failure = budget_check(request->arena, ls_obj_root(budget));
    if (failure || is_dry_run)
        return failure;
    return budget_use(request, kind, ls_obj_root(budget));
}

/* ---- the request ---- */

static const struct ls_failure *eviction_read(struct ls_api_request *request,
                                              struct ls_op_call *call,
                                              struct ls_delete_options *out)
{
    struct ls_node body = LS_ABSENT;
    struct ls_write_options written;
    const struct ls_failure *failure =
        ls_write_options_read(request->arena, &request->query, LS_WRITE_CREATE, &written);
    if (!failure)
        failure = ls_body_object(request, NULL, &body);
    if (failure)
        return failure;
    if (!ls_slice_equal(ls_node_string(ls_node_at(body, "metadata.name")), request->at.name))
        return ls_failure_bad_request(request->arena,
                                      "name in URL does not match name in Eviction object");
    failure = ls_delete_options_read(request->arena, &request->query,
                                     ls_node_at(body, "deleteOptions"), out, &call->is_dry_run);
    call->is_dry_run = call->is_dry_run || written.is_dry_run;
    return failure;
}

static const struct ls_failure *evict(struct ls_api_request *request)
{
    struct ls_op_call call = ls_request_call(request);
    struct ls_delete_options options;
    struct ls_deleted deleted = {0};
    const struct ls_obj *pod LS_AUTO(ls_obj_unref_at) = NULL;
    call.subresource = LS_SLICE("");
    const struct ls_failure *failure = eviction_read(request, &call, &options);
    if (!failure)
        failure = ls_op_get(&call, &pod);
    if (!failure)
        failure = budget_ask(request, ls_obj_root(pod), call.is_dry_run);
    if (!failure && !call.is_dry_run)
        ls_op_mark_evicted(&call);
    if (!failure)
        failure = ls_op_delete(&call, &options, &deleted);
    if (!failure)
        ls_obj_unref(deleted.object);
    return failure;
}

void ls_handle_eviction(struct ls_api_request *request)
{
    const struct ls_failure *failure = evict(request);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_success(request, 201);
}
