/* The scheduler: binds each pod to a node that fits. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/mem.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/node_fit.h"
#include "sandbox/workload/put.h"

/* What runs on each node, and which pods wait for one; kept up to date by events. */
struct placement {
    struct ls_map *loads;   /* by node name: struct ls_node_load */
    struct ls_map *waiting; /* by namespace/name: char * of itself */
};

/* Why nodes do not fit, and how many for each reason. */
struct misfits {
    const char **reasons;
    size_t *counts;
    size_t count;
};

static void misfits_add(struct misfits *misfits, const char *reason)
{
    size_t i = 0;
    while (i < misfits->count && strcmp(misfits->reasons[i], reason) < 0)
        i++;
    if (i == misfits->count || strcmp(misfits->reasons[i], reason) != 0) {
        for (size_t k = misfits->count++; k > i; k--) {
            misfits->reasons[k] = misfits->reasons[k - 1];
            misfits->counts[k] = misfits->counts[k - 1];
        }
        misfits->reasons[i] = reason;
        misfits->counts[i] = 0;
    }
    misfits->counts[i]++;
}

/* Preemption would only help where resources are short; there is no preemption here. */
static bool reason_is_about_room(const char *reason)
{
    return strncmp(reason, "Insufficient", 12) == 0 || strncmp(reason, "Too many", 8) == 0;
}

static void misfits_print_preemption(struct ls_buf *out, const struct misfits *misfits,
                                     size_t total)
{
    LS_ASSERT(total > 0);
    size_t room = 0;
    for (size_t i = 0; i < misfits->count; i++)
        room += reason_is_about_room(misfits->reasons[i]) ? misfits->counts[i] : 0;
    ls_buf_printf(out,
                  " no new claims to deallocate, preemption: 0/%zu nodes are available: ", total);
    if (room)
        ls_buf_printf(out, "%zu No preemption victims found for incoming pod%s", room,
                      room < total ? ", " : "");
    if (room < total)
        ls_buf_printf(out, "%zu Preemption is not helpful for scheduling", total - room);
    ls_buf_add_char(out, '.');
}

static const char *misfits_message(struct ls_arena *arena, const struct misfits *misfits,
                                   size_t total)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!total)
        return "no nodes available to schedule pods";
    ls_buf_printf(&text, "0/%zu nodes are available: ", total);
    for (size_t i = 0; i < misfits->count; i++)
        ls_buf_printf(&text, "%s%zu %s", i ? ", " : "", misfits->counts[i], misfits->reasons[i]);
    ls_buf_add_char(&text, '.');
    misfits_print_preemption(&text, misfits, total);
    return ls_arena_dup(arena, ls_buf_slice(&text));
}

static const char *claim_message(const struct ls_controller_view *view, struct ls_slice claim_name)
{
    for (size_t i = 0; i < view->claims.count; i++) {
        struct ls_node claim = view->claims.at[i];
        if (!ls_slice_equal(ls_node_string(ls_node_at(claim, "metadata.name")), claim_name))
            continue;
        bool is_bound = ls_node_string_is(ls_node_at(claim, "status.phase"), "Bound");
        return is_bound ? NULL
                        : ls_arena_printf(view->arena,
                                          "0/%zu nodes are available: pod has unbound immediate "
                                          "PersistentVolumeClaims. not found",
                                          view->nodes.count);
    }
    return ls_arena_printf(
        view->arena,
        "0/%zu nodes are available: persistentvolumeclaim \"%.*s\" not found. not found",
        view->nodes.count, LS_ARG(claim_name));
}

/* The name of the claim that a volume of a pod uses; empty: none. */
static struct ls_slice volume_claim(struct ls_arena *arena, struct ls_node pod,
                                    struct ls_node volume)
{
    struct ls_node named = ls_node_at(volume, "persistentVolumeClaim.claimName");
    if (ls_node_is_string(named))
        return ls_node_string(named);
    if (ls_node_is_absent(ls_node_at(volume, "ephemeral")))
        return LS_SLICE("");
    return ls_slice_of(ls_arena_printf(arena, "%s-%s", ls_fact_name(pod),
                                       ls_node_text(ls_node_at(volume, "name"))));
}

/* A claim of a WaitForFirstConsumer class gets its node from the first pod that uses it. */
static bool claim_waits_for_pod(const struct ls_controller_view *view, struct ls_node claim)
{
    struct ls_node name = ls_node_at(claim, "spec.storageClassName");
    for (size_t i = 0; i < view->volumes.count; i++) {
        struct ls_node one = view->volumes.at[i];
        if (ls_node_equal(name, ls_node_at(one, "metadata.name")))
            return ls_node_string_is(ls_node_at(one, "volumeBindingMode"), "WaitForFirstConsumer");
    }
    return false;
}

static bool view_waits_for_claims(const struct ls_controller_view *view)
{
    for (size_t i = 0; i < view->claims.count; i++) {
        if (!ls_node_string_is(ls_node_at(view->claims.at[i], "status.phase"), "Bound") &&
            claim_waits_for_pod(view, view->claims.at[i]))
            return true;
    }
    return false;
}

/* NULL: all claims are bound. */
static const char *view_claims_message(const struct ls_controller_view *view)
{
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes")) {
        struct ls_slice claim = volume_claim(view->arena, view->object, volume.value);
        const char *message = claim.len ? claim_message(view, claim) : NULL;
        if (message)
            return message;
    }
    return NULL;
}

/* The node with the fewest pods of those that fit, the first by name among equals. */
static struct ls_node view_choose(const struct ls_controller_view *view, struct misfits *misfits)
{
    struct ls_node best = LS_ABSENT;
    int64_t best_pods = 0;
    for (size_t i = 0; i < view->nodes.count; i++) {
        const char *misfit =
            ls_node_misfit(view->arena, view->object, view->nodes.at[i], &view->loads[i]);
        if (misfit) {
            misfits_add(misfits, misfit);
        } else if (ls_node_is_absent(best) || view->loads[i].pods < best_pods) {
            best = view->nodes.at[i];
            best_pods = view->loads[i].pods;
        }
    }
    return best;
}

static struct ls_node unscheduled_status(const struct ls_controller_view *view, const char *message)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node old = ls_fact_condition(view->object, "PodScheduled");
    struct ls_node status = ls_node_at(view->object, "status");
    ls_build_map(&build);
    ls_put_list(&build, "conditions");
    ls_build_map(&build);
    ls_put_null(&build, "lastProbeTime");
    if (ls_node_string_is(ls_node_at(old, "status"), "False"))
        ls_put_node(&build, "lastTransitionTime", ls_node_at(old, "lastTransitionTime"));
    else
        ls_put_time(&build, "lastTransitionTime", view->now_ms);
    ls_put_text(&build, "message", message);
    ls_put_int(&build, "observedGeneration", ls_fact_generation(view->object));
    ls_put_text(&build, "reason", "Unschedulable");
    ls_put_text(&build, "status", "False");
    ls_put_text(&build, "type", "PodScheduled");
    ls_build_end(&build);
    LS_EACH (it, ls_node_at(status, "conditions")) {
        if (!ls_node_string_is(ls_node_at(it.value, "type"), "PodScheduled"))
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    ls_put_members(&build, status, "conditions");
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void scheduler_refuse(const struct ls_controller_view *view,
                             struct ls_controller_decision *decision, const char *message)
{
    struct ls_node status = unscheduled_status(view, message);
    if (ls_decide_status(decision, LS_WORKLOAD_POD, view->object, status))
        ls_decide_warning(decision, "FailedScheduling", "%s", message)->action = "Scheduling";
}

static bool pod_waits_for_scheduler(struct ls_node pod)
{
    return !ls_node_string(ls_node_at(pod, "spec.nodeName")).len && ls_pod_is_active(pod) &&
           ls_node_string_is(ls_node_at(pod, "spec.schedulerName"), "default-scheduler") &&
           !ls_node_count(ls_node_at(pod, "spec.schedulingGates"));
}

static void scheduler_decide(const struct ls_controller_view *view,
                             struct ls_controller_decision *decision)
{
    struct misfits misfits = {.reasons =
                                  LS_ARENA_ARRAY(view->arena, const char *, view->nodes.count + 1),
                              .counts = LS_ARENA_ARRAY(view->arena, size_t, view->nodes.count + 1)};
    if (!pod_waits_for_scheduler(view->object) || view_waits_for_claims(view))
        return;
    const char *claims = view_claims_message(view);
    struct ls_node node = claims ? LS_ABSENT : view_choose(view, &misfits);
    if (ls_node_is_absent(node)) {
        const char *message =
            claims ? claims : misfits_message(view->arena, &misfits, view->nodes.count);
        scheduler_refuse(view, decision, message);
        return;
    }
    struct ls_act *act = ls_decide_delete(decision, LS_WORKLOAD_POD, view->object);
    act->type = LS_ACT_BIND;
    act->name = ls_fact_name(node);
    act->action = "Binding";
    act->done = (struct ls_act_event){
        .reason = "Scheduled",
        .text = ls_arena_printf(view->arena, "Successfully assigned %s/%s to %s",
                                ls_node_text(ls_node_at(view->object, "metadata.namespace")),
                                ls_fact_name(view->object), act->name)};
}

static void scheduler_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct placement *placement = ls_manager_state(manager, &ls_scheduler);
    struct ls_slice namespace_name = view->key.namespace_name;
    if (!pod_waits_for_scheduler(view->object))
        return;
    ls_manager_all(manager, view, LS_WORKLOAD_NODE, LS_SLICE(""), &view->nodes);
    struct ls_node_load *loads =
        LS_ARENA_ARRAY(view->arena, struct ls_node_load, view->nodes.count + 1);
    for (size_t i = 0; i < view->nodes.count; i++) {
        struct ls_slice name = ls_node_string(ls_node_at(view->nodes.at[i], "metadata.name"));
        const struct ls_node_load *load =
            placement->loads ? ls_map_get(placement->loads, name) : NULL;
        loads[i] = load ? *load : (struct ls_node_load){0};
    }
    view->loads = loads;
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes")) {
        struct ls_object_key key = {namespace_name,
                                    volume_claim(view->arena, view->object, volume.value)};
        struct ls_node claim = ls_manager_get(manager, LS_WORKLOAD_CLAIM, key);
        if (key.name.len && !ls_node_is_absent(claim))
            ls_nodes_add(view->arena, &view->claims, claim);
    }
    if (view->claims.count)
        ls_manager_all(manager, view, LS_WORKLOAD_STORAGE_CLASS, LS_SLICE(""), &view->volumes);
}

/* ---- keeping the placement ---- */

static void placement_count(struct placement *placement, struct ls_node pod, int sign)
{
    LS_ASSERT(sign == 1 || sign == -1);
    struct ls_slice name = ls_node_string(ls_node_at(pod, "spec.nodeName"));
    struct ls_node_load one = ls_pod_load(pod);
    if (!name.len || ls_pod_is_ended(pod))
        return;
    struct ls_node_load *load = ls_map_get(placement->loads, name);
    if (!load) {
        load = LS_NEW(struct ls_node_load);
        ls_map_put(placement->loads, name, load);
    }
    load->pods += sign * one.pods;
    load->cpu_milli += sign * one.cpu_milli;
    load->memory_bytes += sign * one.memory_bytes;
    if (!load->pods)
        ls_free(ls_map_remove(placement->loads, name));
}

static void placement_note_waiting(struct placement *placement,
                                   const struct ls_collection_event *event)
{
    struct ls_buf id LS_AUTO(ls_buf_release) = {0};
    bool waits =
        event->change != LS_CHANGE_DELETED && pod_waits_for_scheduler(ls_obj_root(event->object));
    ls_buf_printf(&id, "%.*s/%.*s", LS_ARG(event->key.namespace_name), LS_ARG(event->key.name));
    bool is_noted = ls_map_get(placement->waiting, ls_buf_slice(&id)) != NULL;
    if (waits && !is_noted)
        ls_map_put(placement->waiting, ls_buf_slice(&id), ls_strdup(ls_buf_text(&id)));
    else if (!waits && is_noted)
        ls_free(ls_map_remove(placement->waiting, ls_buf_slice(&id)));
}

static void placement_touch_waiting(struct ls_manager *manager,
                                    const struct ls_controller *controller)
{
    const struct placement *placement = ls_manager_state(manager, controller);
    struct ls_slice id;
    void *value;
    for (size_t at = 0; ls_map_next(placement->waiting, &at, &id, &value);) {
        struct ls_object_key key;
        key.namespace_name = ls_slice_cut(id, '/', &key.name);
        ls_manager_enqueue(manager, controller, key);
    }
}

static void scheduler_heard_pod(struct ls_manager *manager, const struct ls_controller *controller,
                                const struct ls_collection_event *event)
{
    struct placement *placement = ls_manager_state(manager, controller);
    struct ls_node pod = ls_obj_root(event->object);
    bool is_there = event->change != LS_CHANGE_DELETED;
    bool was_running = event->previous && !ls_pod_is_ended(ls_obj_root(event->previous));
    placement_note_waiting(placement, event);
    if (event->previous)
        placement_count(placement, ls_obj_root(event->previous), -1);
    if (is_there)
        placement_count(placement, pod, 1);
    bool made_room = was_running && (!is_there || ls_pod_is_ended(pod));
    if (made_room)
        placement_touch_waiting(manager, controller);
}

static void scheduler_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                               enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    struct placement *placement = ls_manager_state(manager, controller);
    if (!placement->loads) {
        placement->loads = ls_map_new(0);
        placement->waiting = ls_map_new(0);
    }
    if (kind == LS_WORKLOAD_POD)
        scheduler_heard_pod(manager, controller, event);
    else if (kind == LS_WORKLOAD_NODE || kind == LS_WORKLOAD_CLAIM)
        placement_touch_waiting(manager, controller);
}

static void placement_forget(void *state)
{
    struct placement *placement = state;
    struct ls_map *maps[] = {placement->loads, placement->waiting};
    for (size_t i = 0; i < LS_COUNT(maps) && maps[i]; i++) {
        struct ls_slice key;
        void *value;
        for (size_t at = 0; ls_map_next(maps[i], &at, &key, &value);)
            ls_free(value);
        ls_map_free(maps[i]);
    }
    *placement = (struct placement){0};
}

const struct ls_controller ls_scheduler = {.name = "default-scheduler",
                                           .field_manager = "kube-scheduler",
                                           .kind = LS_WORKLOAD_POD,
                                           .state_bytes = sizeof(struct placement),
                                           .forget_state = placement_forget,
                                           .gather = scheduler_gather,
                                           .decide = scheduler_decide,
                                           .on_event = scheduler_on_event};
