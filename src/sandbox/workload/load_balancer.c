/* Load balancers: Services of that type and Ingresses get an address. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"

/* The memory holds nothing; its serial number gives the address. */
struct address_memory {
    bool is_there;
};

/* From 198.18.0.0/15, which is reserved for tests and reaches nobody. */
static const char *address_of(const struct ls_controller_view *view)
{
    unsigned low = view->serial % 254 + 1;
    unsigned high = view->serial / 254;
    return ls_arena_printf(view->arena, "198.%u.%u.%u", 18 + high / 256 % 2, high % 256, low);
}

static struct ls_node status_with_address(const struct ls_controller_view *view, bool has_mode)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_members(&build, ls_node_at(view->object, "status"), "loadBalancer");
    ls_put_map(&build, "loadBalancer");
    ls_put_list(&build, "ingress");
    ls_build_map(&build);
    ls_put_text(&build, "ip", address_of(view));
    if (has_mode)
        ls_put_text(&build, "ipMode", "VIP");
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static struct ls_node status_without_address(const struct ls_controller_view *view)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_members(&build, ls_node_at(view->object, "status"), "loadBalancer");
    ls_put_map(&build, "loadBalancer");
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static void balancer_decide(const struct ls_controller_view *view,
                            struct ls_controller_decision *decision)
{
    bool wants = ls_node_string_is(ls_node_at(view->object, "spec.type"), "LoadBalancer") &&
                 !ls_node_string(ls_node_at(view->object, "spec.loadBalancerClass")).len;
    bool has = ls_node_count(ls_node_at(view->object, "status.loadBalancer.ingress")) > 0;
    if (ls_fact_is_deleted(view->object) || wants == has)
        return;
    if (!wants) {
        ls_decide_status(decision, LS_WORKLOAD_SERVICE, view->object, status_without_address(view));
        return;
    }
    ls_decide_event(decision, "EnsuringLoadBalancer", "Ensuring load balancer");
    ls_decide_status(decision, LS_WORKLOAD_SERVICE, view->object, status_with_address(view, true));
    ls_decide_event(decision, "EnsuredLoadBalancer", "Ensured load balancer");
}

const struct ls_controller ls_load_balancers = {.name = "service-controller",
                                                .field_manager = "kube-controller-manager",
                                                .kind = LS_WORKLOAD_SERVICE,
                                                .memory_bytes = sizeof(struct address_memory),
                                                .decide = balancer_decide};

/* Ingresses get an address the same way, whatever their class. */
static void ingress_decide(const struct ls_controller_view *view,
                           struct ls_controller_decision *decision)
{
    if (!ls_node_count(ls_node_at(view->object, "status.loadBalancer.ingress")) &&
        !ls_fact_is_deleted(view->object))
        ls_decide_status(decision, LS_WORKLOAD_INGRESS, view->object,
                         status_with_address(view, false));
}

const struct ls_controller ls_ingresses = {.name = "sandbox-ingress-controller",
                                           .field_manager = "sandbox-ingress-controller",
                                           .kind = LS_WORKLOAD_INGRESS,
                                           .memory_bytes = sizeof(struct address_memory),
                                           .decide = ingress_decide};
