/* DaemonSets: one pod on each node that fits, and their rolling update. */
#include "sandbox/workload/controllers.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/node_fit.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/revision.h"
#include "sandbox/workload/template.h"

/* One node as a DaemonSet sees it. */
struct node_slot {
    struct ls_node node;
    bool is_wanted;
    struct ls_node old_pod; /* of an earlier template; absent: none */
    struct ls_node new_pod; /* of the present one */
};

/* A DaemonSet while a decision is made. */
struct daemon_set_pods {
    const struct ls_controller_view *view;
    struct ls_controller_decision *decision;
    struct node_slot *slots; /* one per node */
    const char *hash;
    int64_t min_ready_s;
    int64_t unavailable_max;
    int64_t surge_max;
    bool is_rolling;
    int64_t misplaced;
    int64_t collision_count;
};

static bool pod_is_on(struct ls_node pod, struct ls_node node)
{
    LS_EACH (term, ls_node_at(pod, "spec.affinity.nodeAffinity."
                                   "requiredDuringSchedulingIgnoredDuringExecution."
                                   "nodeSelectorTerms")) {
        struct ls_node field = ls_node_item(ls_node_at(term.value, "matchFields"), 0);
        struct ls_node value = ls_node_item(ls_node_at(field, "values"), 0);
        if (ls_node_is_string(value))
            return ls_node_equal(value, ls_node_at(node, "metadata.name"));
    }
    return ls_node_equal(ls_node_at(pod, "spec.nodeName"), ls_node_at(node, "metadata.name"));
}

static bool pod_is_available(const struct daemon_set_pods *pods, struct ls_node pod)
{
    return !ls_node_is_absent(pod) && !ls_fact_is_deleted(pod) &&
           ls_pod_is_available(pod, pods->min_ready_s, pods->view->now_ms);
}

/* The pod of one node: the template with a node affinity and the tolerations of daemon pods. */

static void put_toleration(struct ls_build *build, const char *key, const char *effect)
{
    ls_build_map(build);
    ls_put_text(build, "key", key);
    ls_put_text(build, "operator", "Exists");
    ls_put_text(build, "effect", effect);
    ls_build_end(build);
}

static void put_tolerations(struct ls_build *build, struct ls_node spec)
{
    ls_put_list(build, "tolerations");
    LS_EACH (it, ls_node_at(spec, "tolerations"))
        ls_build_node(build, it.value);
    put_toleration(build, "node.kubernetes.io/not-ready", "NoExecute");
    put_toleration(build, "node.kubernetes.io/unreachable", "NoExecute");
    put_toleration(build, "node.kubernetes.io/disk-pressure", "NoSchedule");
    put_toleration(build, "node.kubernetes.io/memory-pressure", "NoSchedule");
    put_toleration(build, "node.kubernetes.io/pid-pressure", "NoSchedule");
    put_toleration(build, "node.kubernetes.io/unschedulable", "NoSchedule");
    if (ls_node_bool(ls_node_at(spec, "hostNetwork"), false))
        put_toleration(build, "node.kubernetes.io/network-unavailable", "NoSchedule");
    ls_build_end(build);
}

/* Bound to the node by name; replaces the required node affinity of the template. */
static void put_affinity(struct ls_build *build, struct ls_node affinity, const char *node)
{
    ls_put_map(build, "affinity");
    ls_put_members(build, affinity, "nodeAffinity");
    ls_put_map(build, "nodeAffinity");
    ls_put_members(build, ls_node_at(affinity, "nodeAffinity"),
                   "requiredDuringSchedulingIgnoredDuringExecution");
    ls_put_map(build, "requiredDuringSchedulingIgnoredDuringExecution");
    ls_put_list(build, "nodeSelectorTerms");
    ls_build_map(build);
    ls_put_list(build, "matchFields");
    ls_build_map(build);
    ls_put_text(build, "key", "metadata.name");
    ls_put_text(build, "operator", "In");
    ls_put_list(build, "values");
    ls_put_text(build, NULL, node);
    for (int closing = 0; closing < 8; closing++)
        ls_build_end(build);
}

static struct ls_node daemon_spec(const struct daemon_set_pods *pods, struct ls_node node)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node spec = ls_node_at(pods->view->object, "spec.template.spec");
    ls_build_map(&build);
    LS_EACH (member, spec) {
        if (ls_slice_is(member.key, "affinity") || ls_slice_is(member.key, "tolerations"))
            continue;
        ls_build_key(&build, member.key);
        ls_build_node(&build, member.value);
    }
    put_affinity(&build, ls_node_at(spec, "affinity"), ls_fact_name(node));
    put_tolerations(&build, spec);
    ls_build_end(&build);
    return ls_build_arena(&build, pods->view->arena);
}

static struct ls_node daemon_pod(const struct daemon_set_pods *pods, struct ls_node node)
{
    struct ls_build labels LS_AUTO(ls_build_release) = {0};
    struct ls_node object = pods->view->object;
    ls_build_map(&labels);
    ls_put_text(&labels, "controller-revision-hash", pods->hash);
    ls_put_text(
        &labels, "pod-template-generation",
        ls_node_text(ls_fact_annotation(object, "deprecated.daemonset.template.generation")));
    ls_build_end(&labels);
    struct ls_pod_extra extra = {.labels = ls_build_arena(&labels, pods->view->arena),
                                 .spec = daemon_spec(pods, node)};
    return ls_pod_from_template(pods->view->arena, LS_WORKLOAD_DAEMON_SET, object,
                                ls_node_at(object, "spec.template"), &extra);
}

static void pods_create(struct daemon_set_pods *pods, const struct node_slot *slot)
{
    ls_decide_create_pod(pods->decision, daemon_pod(pods, slot->node));
}

static void pods_delete(struct daemon_set_pods *pods, struct ls_node pod)
{
    if (!ls_fact_is_deleted(pod))
        ls_decide_delete_pod(pods->decision, pod);
}

/* ---- reading ---- */

static void pods_read_spec(struct daemon_set_pods *pods)
{
    struct ls_node spec = ls_node_at(pods->view->object, "spec");
    struct ls_node strategy = ls_node_at(spec, "updateStrategy");
    int64_t wanted = 0;
    for (size_t i = 0; i < pods->view->nodes.count; i++)
        wanted += pods->slots[i].is_wanted;
    pods->min_ready_s = ls_node_int(ls_node_at(spec, "minReadySeconds"), 0);
    pods->is_rolling = !ls_node_string_is(ls_node_at(strategy, "type"), "OnDelete");
    pods->unavailable_max =
        ls_fact_share(ls_node_at(strategy, "rollingUpdate.maxUnavailable"), wanted, LS_ROUND_UP);
    pods->surge_max =
        ls_fact_share(ls_node_at(strategy, "rollingUpdate.maxSurge"), wanted, LS_ROUND_UP);
    if (!pods->unavailable_max && !pods->surge_max)
        pods->unavailable_max = 1;
}

static void pods_read_nodes(struct daemon_set_pods *pods)
{
    const struct ls_controller_view *view = pods->view;
    pods->slots = LS_ARENA_ARRAY(view->arena, struct node_slot, view->nodes.count + 1);
    for (size_t i = 0; i < view->nodes.count; i++) {
        struct ls_node node = view->nodes.at[i];
        /* The template with the tolerations of daemon pods, not yet bound to a node by name. */
        struct ls_build build LS_AUTO(ls_build_release) = {0};
        struct ls_node spec = ls_node_at(view->object, "spec.template.spec");
        ls_build_map(&build);
        ls_put_map(&build, "spec");
        ls_put_node(&build, "nodeSelector", ls_node_at(spec, "nodeSelector"));
        ls_put_node(&build, "affinity", ls_node_at(spec, "affinity"));
        put_tolerations(&build, spec);
        ls_build_end(&build);
        ls_build_end(&build);
        struct ls_node sample = ls_build_arena(&build, view->arena);
        pods->slots[i].node = node;
        pods->slots[i].is_wanted = !ls_node_refusal(view->arena, sample, node);
    }
}

static struct node_slot *pods_slot(struct daemon_set_pods *pods, struct ls_node pod)
{
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        if (pod_is_on(pod, pods->slots[i].node))
            return &pods->slots[i];
    }
    return NULL;
}

static void pods_replace_failed(struct daemon_set_pods *pods, struct ls_node pod)
{
    ls_decide_warning(pods->decision, "FailedDaemonPod",
                      "Found failed daemon pod %s/%s on node %s, will try to kill it",
                      ls_node_text(ls_node_at(pod, "metadata.namespace")), ls_fact_name(pod),
                      ls_node_text(ls_node_at(pod, "spec.nodeName")));
    pods_delete(pods, pod);
}

/* Puts a pod into the slot of its node; deletes it where no pod is wanted. */
static void pods_place(struct daemon_set_pods *pods, struct ls_node pod)
{
    struct node_slot *slot = pods_slot(pods, pod);
    bool is_new = ls_node_string_is(ls_fact_label(pod, "controller-revision-hash"), pods->hash);
    if (!slot || !slot->is_wanted) {
        pods->misplaced++;
        pods_delete(pods, pod);
        return;
    }
    struct ls_node *place = is_new ? &slot->new_pod : &slot->old_pod;
    if (ls_pod_phase_is(pod, "Failed") && !ls_fact_is_deleted(pod))
        pods_replace_failed(pods, pod);
    else if (!ls_node_is_absent(*place) && !ls_fact_is_deleted(pod))
        pods_delete(pods, pod); /* a second one on the same node */
    if (ls_node_is_absent(*place))
        *place = pod;
}

static void pods_read_pods(struct daemon_set_pods *pods)
{
    struct ls_nodes ours = {0};
    ls_claim_pods(pods->view, LS_WORKLOAD_DAEMON_SET, pods->decision, &ours);
    ls_nodes_sort(&ours, ls_order_by_age);
    for (size_t i = 0; i < ours.count; i++)
        pods_place(pods, ours.at[i]);
}

/* ---- acting ---- */

static void pods_fill(struct daemon_set_pods *pods)
{
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        const struct node_slot *slot = &pods->slots[i];
        if (slot->is_wanted && ls_node_is_absent(slot->old_pod) && ls_node_is_absent(slot->new_pod))
            pods_create(pods, slot);
    }
}

static int64_t pods_unavailable(const struct daemon_set_pods *pods)
{
    int64_t count = 0;
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        const struct node_slot *slot = &pods->slots[i];
        count += slot->is_wanted && !pod_is_available(pods, slot->new_pod) &&
                 !pod_is_available(pods, slot->old_pod);
    }
    return count;
}

/* Deletes old pods: unavailable ones at once, the others within maxUnavailable. */
static void pods_roll(struct daemon_set_pods *pods)
{
    LS_ASSERT(pods->unavailable_max >= 0);
    int64_t room = pods->unavailable_max - pods_unavailable(pods);
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        struct ls_node old = pods->slots[i].old_pod;
        if (ls_node_is_absent(old) || ls_fact_is_deleted(old))
            continue;
        if (!pod_is_available(pods, old))
            pods_delete(pods, old);
        else if (room-- > 0)
            pods_delete(pods, old);
    }
}

/* With maxSurge the new pod is created first; the old one is deleted when the new is available. */
static void pods_surge(struct daemon_set_pods *pods)
{
    LS_ASSERT(pods->surge_max > 0);
    int64_t surging = 0;
    for (size_t i = 0; i < pods->view->nodes.count; i++)
        surging += !ls_node_is_absent(pods->slots[i].old_pod) &&
                   !ls_node_is_absent(pods->slots[i].new_pod);
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        const struct node_slot *slot = &pods->slots[i];
        if (ls_node_is_absent(slot->old_pod))
            continue;
        if (pod_is_available(pods, slot->new_pod))
            pods_delete(pods, slot->old_pod);
        else if (ls_node_is_absent(slot->new_pod) && surging++ < pods->surge_max)
            pods_create(pods, slot);
    }
}

/* ---- reporting ---- */

struct daemon_set_tally {
    int64_t wanted;
    int64_t scheduled;
    int64_t ready;
    int64_t available;
    int64_t updated;
};

static void tally_add(struct daemon_set_tally *tally, const struct daemon_set_pods *pods,
                      const struct node_slot *slot)
{
    struct ls_node pod = ls_node_is_absent(slot->new_pod) ? slot->old_pod : slot->new_pod;
    tally->wanted++;
    if (ls_node_is_absent(pod))
        return;
    tally->scheduled++;
    tally->updated += !ls_node_is_absent(slot->new_pod);
    bool is_ready = ls_pod_is_ready(slot->new_pod) || ls_pod_is_ready(slot->old_pod);
    bool is_available =
        pod_is_available(pods, slot->new_pod) || pod_is_available(pods, slot->old_pod);
    tally->ready += is_ready;
    tally->available += is_available;
    if (is_ready && !is_available)
        ls_decide_wake(pods->decision, ls_pod_available_at_ms(pod, pods->min_ready_s));
}

static struct ls_node pods_status(const struct daemon_set_pods *pods)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct daemon_set_tally tally = {0};
    for (size_t i = 0; i < pods->view->nodes.count; i++) {
        if (pods->slots[i].is_wanted)
            tally_add(&tally, pods, &pods->slots[i]);
    }
    ls_build_map(&build);
    ls_put_int(&build, "currentNumberScheduled", tally.scheduled);
    ls_put_int(&build, "numberMisscheduled", pods->misplaced);
    ls_put_int(&build, "desiredNumberScheduled", tally.wanted);
    ls_put_int(&build, "numberReady", tally.ready);
    ls_put_count(&build, "observedGeneration", ls_fact_generation(pods->view->object));
    ls_put_count(&build, "updatedNumberScheduled", tally.updated);
    ls_put_count(&build, "numberAvailable", tally.available);
    ls_put_count(&build, "numberUnavailable", tally.wanted - tally.available);
    ls_put_count(&build, "collisionCount", pods->collision_count);
    ls_build_end(&build);
    return ls_build_arena(&build, pods->view->arena);
}

static void daemon_set_decide(const struct ls_controller_view *view,
                              struct ls_controller_decision *decision)
{
    struct daemon_set_pods pods = {
        .view = view,
        .decision = decision,
        .collision_count = ls_node_int(ls_node_at(view->object, "status.collisionCount"), 0)};
    ls_controller_revision_adopt(view, LS_WORKLOAD_DAEMON_SET, decision);
    struct ls_controller_revision revision =
        ls_controller_revision_sync(view, LS_WORKLOAD_DAEMON_SET, pods.collision_count, decision);
    pods.hash = revision.hash;
    pods_read_nodes(&pods);
    pods_read_spec(&pods);
    if (!ls_fact_is_deleted(view->object)) {
        pods_read_pods(&pods);
        pods_fill(&pods);
        if (pods.is_rolling && pods.surge_max)
            pods_surge(&pods);
        else if (pods.is_rolling)
            pods_roll(&pods);
    }
    ls_decide_status(decision, LS_WORKLOAD_DAEMON_SET, view->object, pods_status(&pods));
    const char *in_use[] = {revision.name};
    ls_controller_revision_clean_up(view, in_use, LS_COUNT(in_use), decision);
}

static void daemon_set_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_manager_controlled(manager, view, LS_WORKLOAD_POD, &view->pods);
    ls_manager_orphans(manager, view, LS_WORKLOAD_POD, &view->pods);
    ls_controller_revision_gather(manager, view);
    ls_manager_all(manager, view, LS_WORKLOAD_NODE, LS_SLICE(""), &view->nodes);
}

static bool always(struct ls_node object, struct ls_node other)
{
    (void)object;
    (void)other;
    return true;
}

static void daemon_set_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                                enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind == LS_WORKLOAD_NODE)
        ls_manager_enqueue_where(manager, controller, LS_SLICE(""), always,
                                 ls_obj_root(event->object));
    if (kind == LS_WORKLOAD_POD)
        ls_manager_enqueue_adopters(manager, controller, event, ls_fact_selector_matches);
}

const struct ls_controller ls_daemon_sets = {.name = "daemonset-controller",
                                             .field_manager = "kube-controller-manager",
                                             .kind = LS_WORKLOAD_DAEMON_SET,
                                             .gather = daemon_set_gather,
                                             .decide = daemon_set_decide,
                                             .on_event = daemon_set_on_event};
