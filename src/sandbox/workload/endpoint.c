#include "sandbox/workload/endpoint.h"

#include "base/map.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/manager.h"
#include "sandbox/workload/put.h"
#include "value/selector.h"

bool ls_service_has_backends(struct ls_node service)
{
    return ls_node_count(ls_node_at(service, "spec.selector")) > 0 &&
           !ls_node_string_is(ls_node_at(service, "spec.type"), "ExternalName");
}

static bool service_selects(struct ls_node service, struct ls_node pod)
{
    struct ls_node labels = ls_node_at(pod, "metadata.labels");
    if (!ls_service_has_backends(service))
        return false;
    LS_EACH (want, ls_node_at(service, "spec.selector")) {
        if (!ls_node_equal(ls_node_get(labels, want.key), want.value))
            return false;
    }
    return true;
}

struct ls_backends ls_backends_of(const struct ls_controller_view *view)
{
    struct ls_nodes pods = view->pods;
    struct ls_backends backends = {
        .at = LS_ARENA_ARRAY(view->arena, struct ls_backend, pods.count + 1)};
    bool takes_unready =
        ls_node_bool(ls_node_at(view->object, "spec.publishNotReadyAddresses"), false);
    ls_nodes_sort(&pods, ls_order_by_name);
    for (size_t i = 0; i < pods.count; i++) {
        struct ls_node pod = pods.at[i];
        struct ls_slice ip = ls_node_string(ls_node_at(pod, "status.podIP"));
        if (!ip.len || ls_pod_is_ended(pod) || !service_selects(view->object, pod))
            continue;
        bool is_leaving = ls_fact_is_deleted(pod);
        bool is_serving = ls_pod_is_ready(pod);
        backends.at[backends.count++] =
            (struct ls_backend){.pod = pod,
                                .ip = ip,
                                .is_ready = takes_unready || (is_serving && !is_leaving),
                                .is_serving = is_serving,
                                .is_terminating = is_leaving};
    }
    return backends;
}

/* The number of a port that a pod names; 0: it has none of that name. */
static int64_t pod_port(struct ls_node pod, struct ls_slice name, struct ls_slice protocol)
{
    LS_EACH (container, ls_node_at(pod, "spec.containers")) {
        LS_EACH (port, ls_node_at(container.value, "ports")) {
            if (ls_slice_equal(ls_node_string(ls_node_at(port.value, "name")), name) &&
                ls_slice_equal(ls_node_string(ls_node_at(port.value, "protocol")), protocol))
                return ls_node_int(ls_node_at(port.value, "containerPort"), 0);
        }
    }
    return 0;
}

static int64_t backend_port(const struct ls_backends *backends, struct ls_node port)
{
    struct ls_node target = ls_node_at(port, "targetPort");
    if (!ls_node_is_string(target))
        return ls_node_int(target, ls_node_int(ls_node_at(port, "port"), 0));
    return backends->count ? pod_port(backends->at[0].pod, ls_node_string(target),
                                      ls_node_string(ls_node_at(port, "protocol")))
                           : 0;
}

void ls_backends_put_ports(struct ls_build *build, const struct ls_controller_view *view,
                           const struct ls_backends *backends)
{
    if (!backends->count)
        return;
    ls_put_list(build, "ports");
    LS_EACH (port, ls_node_at(view->object, "spec.ports")) {
        int64_t number = backend_port(backends, port.value);
        if (!number)
            continue;
        ls_build_map(build);
        ls_put_slice(build, "name", ls_node_string(ls_node_at(port.value, "name")));
        ls_put_int(build, "port", number);
        ls_put_node(build, "protocol", ls_node_at(port.value, "protocol"));
        ls_put_node(build, "appProtocol", ls_node_at(port.value, "appProtocol"));
        ls_build_end(build);
    }
    ls_build_end(build);
}

void ls_backend_put_target(struct ls_build *build, const struct ls_backend *backend)
{
    struct ls_node meta = ls_node_at(backend->pod, "metadata");
    ls_put_node(build, "nodeName", ls_node_at(backend->pod, "spec.nodeName"));
    ls_put_map(build, "targetRef");
    ls_put_text(build, "kind", "Pod");
    ls_put_node(build, "namespace", ls_node_at(meta, "namespace"));
    ls_put_node(build, "name", ls_node_at(meta, "name"));
    ls_put_node(build, "uid", ls_node_at(meta, "uid"));
    ls_build_end(build);
}

void ls_backends_put_labels(struct ls_build *build, const struct ls_controller_view *view,
                            const char *key, const char *value, bool names_service)
{
    ls_put_map(build, "labels");
    ls_put_members(build, ls_node_at(view->object, "metadata.labels"), NULL);
    ls_put_text(build, key, value);
    if (names_service)
        ls_put_slice(build, "kubernetes.io/service-name", view->key.name);
    if (ls_node_string_is(ls_node_at(view->object, "spec.clusterIP"), "None"))
        ls_put_text(build, "service.kubernetes.io/headless", "");
    ls_build_end(build);
}

/* The pods that are named, by uid. */
static struct ls_map *targets_by_uid(const struct ls_nodes *targets)
{
    struct ls_map *map = ls_map_new(0);
    for (size_t i = 0; i < targets->count; i++)
        ls_map_put(map, ls_node_string(ls_node_at(targets->at[i], "targetRef.uid")),
                   &targets->at[i]);
    return map;
}

int64_t ls_backends_trigger_ms(const struct ls_controller_view *view,
                               const struct ls_backends *backends,
                               const struct ls_nodes *known_ready, bool is_first)
{
    int64_t least_ms = is_first ? ls_fact_created_ms(view->object) : 0;
    struct ls_map *known = targets_by_uid(known_ready);
    for (size_t i = 0; i < backends->count; i++) {
        struct ls_node pod = backends->at[i].pod;
        struct ls_node since = ls_node_at(ls_fact_condition(pod, "Ready"), "lastTransitionTime");
        int64_t since_ms = ls_fact_time_ms(since);
        bool was_ready = ls_map_get(known, ls_fact_uid(pod)) != NULL;
        if (was_ready != backends->at[i].is_ready && since_ms)
            least_ms = least_ms ? LS_MIN(least_ms, since_ms) : since_ms;
    }
    ls_map_free(known);
    return least_ms;
}

void ls_backends_put_trigger(struct ls_build *build, int64_t trigger_ms)
{
    static const char key[] = "endpoints.kubernetes.io/last-change-trigger-time";
    ls_put_map(build, "annotations");
    if (trigger_ms)
        ls_put_time(build, key, trigger_ms);
    else
        ls_put_null(build, key);
    ls_build_end(build);
}

void ls_service_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                         enum ls_workload_kind kind, const struct ls_collection_event *event)
{
    if (kind != LS_WORKLOAD_POD)
        return;
    ls_manager_enqueue_where(manager, controller, event->key.namespace_name, service_selects,
                             ls_obj_root(event->object));
    if (event->previous &&
        !ls_node_equal(ls_node_at(ls_obj_root(event->object), "metadata.labels"),
                       ls_node_at(ls_obj_root(event->previous), "metadata.labels")))
        ls_manager_enqueue_where(manager, controller, event->key.namespace_name, service_selects,
                                 ls_obj_root(event->previous));
}

void ls_service_gather_pods(struct ls_manager *manager, struct ls_controller_view *view)
{
    if (ls_service_has_backends(view->object))
        ls_manager_all(manager, view, LS_WORKLOAD_POD, view->key.namespace_name, &view->pods);
}
