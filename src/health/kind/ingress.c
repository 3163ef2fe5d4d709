/*
 * An Ingress is ready when the services behind it have their endpoints, and, if one of them is a
 * LoadBalancer, when it has an address itself.
 *
 * Whether a controller will ever write an address cannot be known: many never do. Only a
 * LoadBalancer behind the Ingress shows that addresses are assigned in this cluster. Backends that
 * are not services, and those past LS_HEALTH_BACKENDS_MAX, are not checked.
 */
#include "base/buf.h"
#include "health/kind/kinds.h"
#include "health/limits.h"
#include "health/word/quote.h"

struct backends {
    struct ls_slice names[LS_HEALTH_BACKENDS_MAX]; /* each once, in order of appearance */
    size_t count;
    size_t left_out;
};

static void backend_add(struct backends *backends, struct ls_node backend)
{
    struct ls_slice name = ls_node_string(ls_node_at(backend, "service.name"));
    if (name.len == 0)
        name = ls_node_string(ls_node_at(backend, "serviceName")); /* before networking.k8s.io/v1 */
    for (size_t i = 0; i < backends->count; i++)
        if (ls_slice_equal(backends->names[i], name))
            return;
    if (name.len == 0)
        return;
    if (backends->count < LS_HEALTH_BACKENDS_MAX)
        backends->names[backends->count++] = name;
    else
        backends->left_out++;
}

static void backends_read(struct ls_node ingress, struct backends *out)
{
    *out = (struct backends){.count = 0};
    backend_add(out, ls_node_at(ingress, "spec.defaultBackend"));
    backend_add(out, ls_node_at(ingress, "spec.backend")); /* before networking.k8s.io/v1 */
    LS_EACH (rule, ls_node_at(ingress, "spec.rules")) {
        LS_EACH (path, ls_node_at(rule.value, "http.paths"))
            backend_add(out, ls_node_at(path.value, "backend"));
    }
}

void ls_ingress_ask(struct ls_companion_query *ask)
{
    struct backends backends;
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    backends_read(ask->object, &backends);
    if (backends.count == 0)
        return;
    for (size_t i = 0; i < backends.count; i++) {
        ls_buf_printf(&names, "%s%.*s", i ? "," : "", LS_ARG(backends.names[i]));
        ls_companion_query_for(
            ask, "", "Service", NULL,
            ls_arena_printf(ask->arena, "metadata.name=%.*s", LS_ARG(backends.names[i])));
    }
    ls_companion_query_for(
        ask, "discovery.k8s.io", "EndpointSlice",
        ls_arena_printf(ask->arena, "kubernetes.io/service-name in (%s)", ls_buf_text(&names)),
        NULL);
    ls_companion_query_own_events(ask);
    ask->out->left_out += backends.left_out;
}

static struct ls_node service_find(const struct ls_health_input *input, struct ls_slice name)
{
    struct ls_node service;
    for (size_t at = 0;
         !ls_node_is_absent(service = ls_companion_next(input->companions, "Service", &at));)
        if (ls_slice_equal(ls_node_string(ls_node_at(service, "metadata.name")), name))
            break;
    return service;
}

static struct ls_verdict backend_judge(const struct ls_health_input *input, struct ls_slice name)
{
    const char *shown = ls_health_quote(input->arena, name);
    struct ls_node service = service_find(input, name);
    if (ls_node_is_absent(service))
        return ls_verdict_in_progress(input->arena, "service %s does not exist", shown);
    struct ls_verdict verdict = ls_endpoints_judge(input, service);
    if (verdict.kind == LS_VERDICT_READY)
        return verdict;
    return ls_verdict_in_progress(input->arena, "service %s: %s", shown, verdict.reason);
}

static bool backends_have_balancer(const struct ls_health_input *input,
                                   const struct backends *backends)
{
    for (size_t i = 0; i < backends->count; i++)
        if (ls_node_string_is(ls_node_at(service_find(input, backends->names[i]), "spec.type"),
                              "LoadBalancer"))
            return true;
    return false;
}

/* Have all of them been read? */
static bool has_services(const struct ls_health_input *input, const struct backends *backends)
{
    for (size_t i = 0; i < backends->count; i++)
        if (ls_node_is_absent(service_find(input, backends->names[i])))
            return false;
    return backends->count > 0;
}

static bool has_address(struct ls_node ingress)
{
    return ls_node_count(ls_node_at(ingress, "status.loadBalancer.ingress")) > 0;
}

/* Only the Ingress is given: its address is the only evidence. */
static struct ls_verdict alone_judge(const struct ls_health_input *input)
{
    if (has_address(input->object))
        return ls_verdict_ready_as(input->arena, "the services behind it were not read");
    return ls_verdict_in_progress(input->arena,
                                  "has no address yet; the services behind it were not read");
}

struct ls_verdict ls_ingress_judge(const struct ls_health_input *input)
{
    struct backends backends;
    backends_read(input->object, &backends);
    if (input->is_alone && !has_services(input, &backends))
        return alone_judge(input);
    if (backends.count > 0 && !input->companions)
        return ls_verdict_in_progress(input->arena, "its backends are not known yet");
    for (size_t i = 0; i < backends.count; i++) {
        struct ls_verdict verdict = backend_judge(input, backends.names[i]);
        if (verdict.kind != LS_VERDICT_READY)
            return verdict;
    }
    if (!backends_have_balancer(input, &backends) || has_address(input->object))
        return ls_verdict_ready();
    const char *warning = ls_companion_own_warning(input);
    return ls_verdict_in_progress(input->arena, "has no address yet%s%s", *warning ? ": " : "",
                                  warning);
}
