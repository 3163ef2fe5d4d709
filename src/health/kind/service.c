/*
 * A Service is ready when every port has endpoints, all of them are ready, and a LoadBalancer has
 * its address. Ports are matched by name with those of the EndpointSlices.
 */
#include <inttypes.h>

#include "health/kind/kinds.h"
#include "health/kind/pod_trouble.h"
#include "health/word/quote.h"

#define SERVICE_NAME_LABEL "kubernetes.io/service-name"

void ls_service_ask(struct ls_companion_query *ask)
{
    const char *name = ls_node_text(ls_node_at(ask->object, "metadata.name"));
    ls_companion_query_own_events(ask);
    ls_companion_query_for(ask, "discovery.k8s.io", "EndpointSlice",
                           ls_arena_printf(ask->arena, SERVICE_NAME_LABEL "=%s", name), NULL);
    ls_companion_query_pods(ask);
}

/* ---- endpoints ---- */

struct endpoint_count {
    int64_t ready;
    int64_t all;
};

static bool slice_is_of(struct ls_node slice, struct ls_node service)
{
    struct ls_node labels = ls_node_at(slice, "metadata.labels");
    return ls_slice_equal(ls_node_string(ls_node_get(labels, LS_SLICE(SERVICE_NAME_LABEL))),
                          ls_node_string(ls_node_at(service, "metadata.name")));
}

/* With two address families each pod has an endpoint in both; the first family is counted. */
static bool slice_counts(struct ls_node slice, struct ls_node service)
{
    struct ls_node family = ls_node_item(ls_node_at(service, "spec.ipFamilies"), 0);
    struct ls_slice type = ls_node_string(ls_node_at(slice, "addressType"));
    return ls_node_is_absent(family) || type.len == 0 ||
           ls_slice_equal(ls_node_string(family), type);
}

static bool slice_has_port(struct ls_node slice, struct ls_slice name)
{
    LS_EACH (it, ls_node_at(slice, "ports")) {
        if (ls_slice_equal(ls_node_string(ls_node_at(it.value, "name")), name))
            return true;
    }
    return false;
}

/* Terminating endpoints do not count; an absent condition means true. */
static void endpoints_add(struct ls_node slice, struct endpoint_count *count)
{
    LS_EACH (it, ls_node_at(slice, "endpoints")) {
        struct ls_node conditions = ls_node_at(it.value, "conditions");
        if (ls_node_bool(ls_node_at(conditions, "terminating"), false))
            continue;
        count->all++;
        count->ready += ls_node_bool(ls_node_at(conditions, "ready"), true);
    }
}

static struct endpoint_count port_count(const struct ls_health_input *input, struct ls_node service,
                                        struct ls_slice port)
{
    struct endpoint_count count = {0};
    struct ls_node slice;
    for (size_t at = 0;
         !ls_node_is_absent(slice = ls_companion_next(input->companions, "EndpointSlice", &at));)
        if (slice_is_of(slice, service) && slice_counts(slice, service) &&
            slice_has_port(slice, port))
            endpoints_add(slice, &count);
    return count;
}

static struct ls_verdict port_judge(const struct ls_health_input *input, struct ls_node service,
                                    struct ls_node port)
{
    struct endpoint_count count =
        port_count(input, service, ls_node_string(ls_node_at(port, "name")));
    const char *name = ls_health_quote_at(input->arena, port, "name");
    if (*name == '\0')
        name = ls_arena_printf(input->arena, "%" PRId64, ls_node_int(ls_node_at(port, "port"), 0));
    if (count.all == 0 && ls_node_is_string(ls_node_at(port, "targetPort")))
        return ls_verdict_in_progress(input->arena, "port %s has no endpoints (target port %s)",
                                      name, ls_health_quote_at(input->arena, port, "targetPort"));
    if (count.all == 0)
        return ls_verdict_in_progress(input->arena, "port %s has no endpoints", name);
    if (count.ready < count.all)
        return ls_verdict_in_progress(input->arena,
                                      "port %s: %" PRId64 " of %" PRId64 " endpoints ready", name,
                                      count.ready, count.all);
    return ls_verdict_ready();
}

static bool has_slices(const struct ls_health_input *input, struct ls_node service)
{
    struct ls_node slice;
    for (size_t at = 0;
         !ls_node_is_absent(slice = ls_companion_next(input->companions, "EndpointSlice", &at));)
        if (slice_is_of(slice, service))
            return true;
    return false;
}

struct ls_verdict ls_endpoints_judge(const struct ls_health_input *input, struct ls_node service)
{
    struct ls_node ports = ls_node_at(service, "spec.ports");
    /* Without a selector somebody else manages the endpoints, or there are none (ExternalName). */
    if (ls_node_string_is(ls_node_at(service, "spec.type"), "ExternalName") ||
        ls_node_count(ls_node_at(service, "spec.selector")) == 0 || ls_node_count(ports) == 0)
        return ls_verdict_ready();
    if (input->is_alone && !has_slices(input, service))
        return ls_verdict_ready_as(input->arena, "its endpoints were not read");
    if (!input->companions)
        return ls_verdict_in_progress(input->arena, "its endpoints are not known yet");
    LS_EACH (it, ports) {
        struct ls_verdict verdict = port_judge(input, service, it.value);
        if (verdict.kind != LS_VERDICT_READY)
            return verdict;
    }
    return ls_verdict_ready();
}

/* ---- its address ---- */

static bool service_wants_address(struct ls_node service)
{
    return ls_node_string_is(ls_node_at(service, "spec.type"), "LoadBalancer") &&
           ls_node_count(ls_node_at(service, "spec.externalIPs")) == 0 &&
           ls_node_count(ls_node_at(service, "status.loadBalancer.ingress")) == 0;
}

/* Why endpoints are missing: a pod in trouble, or the selector. */
static struct ls_verdict endpoints_missing(const struct ls_health_input *input, const char *what)
{
    struct ls_buf labels LS_AUTO(ls_buf_release) = {0};
    struct ls_selector selector;
    const char *pods = ls_pods_trouble(input).text;
    if (*pods)
        return ls_verdict_in_progress(input->arena, "%s; %s", what, pods);
    if (!input->companions || !ls_health_selector(input->arena, input->object, &selector))
        return ls_verdict_in_progress(input->arena, "%s", what);
    ls_selector_print(&labels, &selector);
    return ls_verdict_in_progress(input->arena, "%s; it selects pods with %s", what,
                                  ls_health_quote(input->arena, ls_buf_slice(&labels)));
}

struct ls_verdict ls_service_judge(const struct ls_health_input *input)
{
    struct ls_verdict verdict = ls_endpoints_judge(input, input->object);
    if (verdict.kind != LS_VERDICT_READY)
        return endpoints_missing(input, verdict.reason);
    if (!service_wants_address(input->object))
        return verdict;
    const char *warning = ls_companion_own_warning(input);
    return ls_verdict_in_progress(input->arena, "its load balancer has no address yet%s%s",
                                  *warning ? ": " : "", warning);
}
