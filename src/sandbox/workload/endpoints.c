/* Endpoints objects of Services with a selector. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/endpoint.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"

static const char managed_by[] = "endpoints.kubernetes.io/managed-by";

static void put_addresses(struct ls_build *build, const char *key,
                          const struct ls_controller_view *view, const struct ls_backends *backends,
                          bool is_ready)
{
    size_t count = 0;
    for (size_t i = 0; i < backends->count && count < LS_ENDPOINTS_MAX; i++) {
        const struct ls_backend *backend = &backends->at[i];
        struct ls_node spec = ls_node_at(backend->pod, "spec");
        if (backend->is_terminating || backend->is_ready != is_ready)
            continue;
        if (!count++)
            ls_put_list(build, key);
        ls_build_map(build);
        ls_put_slice(build, "ip", backend->ip);
        if (ls_slice_equal(ls_node_string(ls_node_at(spec, "subdomain")), view->key.name))
            ls_put_node(build, "hostname", ls_node_at(spec, "hostname"));
        ls_backend_put_target(build, backend);
        ls_build_end(build);
    }
    if (count)
        ls_build_end(build);
}

static bool backends_show(const struct ls_backends *backends)
{
    for (size_t i = 0; i < backends->count; i++) {
        if (!backends->at[i].is_terminating)
            return true;
    }
    return false;
}

/* The list `subsets`: one subset, or none when no pod is there. */
static struct ls_node subsets_of(const struct ls_controller_view *view,
                                 const struct ls_backends *backends)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    if (backends_show(backends)) {
        ls_build_map(&build);
        put_addresses(&build, "addresses", view, backends, true);
        put_addresses(&build, "notReadyAddresses", view, backends, false);
        ls_backends_put_ports(&build, view, backends);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static int64_t endpoints_trigger_ms(const struct ls_controller_view *view,
                                    const struct ls_backends *backends)
{
    struct ls_nodes ready = {0};
    LS_EACH (subset, ls_node_at(view->related, "subsets")) {
        LS_EACH (address, ls_node_at(subset.value, "addresses"))
            ls_nodes_add(view->arena, &ready, address.value);
    }
    return ls_backends_trigger_ms(view, backends, &ready, ls_node_is_absent(view->related));
}

static struct ls_node endpoints_body(const struct ls_controller_view *view,
                                     const struct ls_backends *backends, struct ls_node subsets)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "Endpoints");
    ls_put_map(&build, "metadata");
    ls_put_slice(&build, "name", view->key.name);
    ls_put_slice(&build, "namespace", view->key.namespace_name);
    ls_backends_put_labels(&build, view, managed_by, "endpoint-controller", false);
    ls_backends_put_trigger(&build, endpoints_trigger_ms(view, backends));
    ls_build_end(&build);
    ls_put_node(&build, "subsets", subsets);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void endpoints_decide(const struct ls_controller_view *view,
                             struct ls_controller_decision *decision)
{
    struct ls_node old = view->related;
    bool is_ours = ls_node_string_is(ls_fact_label(old, managed_by), "endpoint-controller");
    if (ls_node_is_absent(view->object) || !ls_service_has_backends(view->object)) {
        if (is_ours && ls_node_is_absent(view->object))
            ls_decide_delete(decision, LS_WORKLOAD_ENDPOINTS, old);
        return;
    }
    struct ls_backends backends = ls_backends_of(view);
    struct ls_node subsets = subsets_of(view, &backends);
    struct ls_node have = ls_node_at(old, "subsets");
    if (ls_node_is_absent(old))
        ls_decide_create(decision, LS_WORKLOAD_ENDPOINTS, endpoints_body(view, &backends, subsets));
    else if (!ls_node_equal(have, subsets) && (ls_node_count(have) || ls_node_count(subsets)))
        ls_decide_patch(decision, LS_WORKLOAD_ENDPOINTS, old,
                        endpoints_body(view, &backends, subsets));
}

static void endpoints_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    ls_service_gather_pods(manager, view);
    view->related = ls_manager_get(manager, LS_WORKLOAD_ENDPOINTS, view->key);
}

const struct ls_controller ls_endpoints = {.name = "endpoint-controller",
                                           .field_manager = "kube-controller-manager",
                                           .kind = LS_WORKLOAD_SERVICE,
                                           .is_low_priority = true,
                                           .sees_deleted = true,
                                           .gather = endpoints_gather,
                                           .decide = endpoints_decide,
                                           .on_event = ls_service_on_event};
