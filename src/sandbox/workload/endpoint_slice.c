/* EndpointSlices of Services with a selector. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/endpoint.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char managed_by[] = "endpointslice.kubernetes.io/managed-by";
static const char controller_name[] = "endpointslice-controller.k8s.io";

static void put_endpoint(struct ls_build *build, const struct ls_controller_view *view,
                         const struct ls_backend *backend)
{
    struct ls_node spec = ls_node_at(backend->pod, "spec");
    ls_build_map(build);
    ls_put_list(build, "addresses");
    ls_put_slice(build, NULL, backend->ip);
    ls_build_end(build);
    ls_put_map(build, "conditions");
    ls_put_bool(build, "ready", backend->is_ready);
    ls_put_bool(build, "serving", backend->is_serving);
    ls_put_bool(build, "terminating", backend->is_terminating);
    ls_build_end(build);
    if (ls_slice_equal(ls_node_string(ls_node_at(spec, "subdomain")), view->key.name))
        ls_put_node(build, "hostname", ls_node_at(spec, "hostname"));
    ls_backend_put_target(build, backend);
    ls_build_end(build);
}

/* Endpoints and ports of one slice, as members of an otherwise empty map. */
static struct ls_node slice_content(const struct ls_controller_view *view,
                                    const struct ls_backends *backends, size_t from, size_t to)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_list(&build, "endpoints");
    for (size_t i = from; i < to; i++)
        put_endpoint(&build, view, &backends->at[i]);
    ls_build_end(&build);
    if (backends->count)
        ls_backends_put_ports(&build, view, backends);
    else
        ls_put_null(&build, "ports");
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static int64_t slice_trigger_ms(const struct ls_controller_view *view,
                                const struct ls_backends *backends, struct ls_node old)
{
    struct ls_nodes ready = {0};
    LS_EACH (it, ls_node_at(old, "endpoints")) {
        if (ls_node_bool(ls_node_at(it.value, "conditions.ready"), false))
            ls_nodes_add(view->arena, &ready, it.value);
    }
    return ls_backends_trigger_ms(view, backends, &ready, ls_node_is_absent(old));
}

static void put_metadata(struct ls_build *build, const struct ls_controller_view *view,
                         const struct ls_backends *backends, struct ls_node old)
{
    ls_put_map(build, "metadata");
    if (ls_node_is_absent(old)) {
        ls_put_text(build, "generateName",
                    ls_arena_printf(view->arena, "%s-", ls_fact_name(view->object)));
        ls_put_node(build, "namespace", ls_node_at(view->object, "metadata.namespace"));
        ls_put_owner(build, LS_WORKLOAD_SERVICE, view->object);
    }
    ls_backends_put_labels(build, view, managed_by, controller_name, true);
    ls_backends_put_trigger(build, slice_trigger_ms(view, backends, old));
    ls_build_end(build);
}

static struct ls_node slice_body(const struct ls_controller_view *view,
                                 const struct ls_backends *backends, struct ls_node content)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "discovery.k8s.io/v1");
    ls_put_text(&build, "kind", "EndpointSlice");
    put_metadata(&build, view, backends, LS_ABSENT);
    ls_put_text(&build, "addressType", "IPv4");
    ls_put_members(&build, content, NULL);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static struct ls_node slice_patch(const struct ls_controller_view *view,
                                  const struct ls_backends *backends, struct ls_node old,
                                  struct ls_node content)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    put_metadata(&build, view, backends, old);
    ls_put_members(&build, content, NULL);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

static bool lists_equal(struct ls_node a, struct ls_node b)
{
    return (!ls_node_count(a) && !ls_node_count(b)) || ls_node_equal(a, b);
}

static bool slice_holds(struct ls_node slice, struct ls_node content)
{
    return lists_equal(ls_node_at(slice, "endpoints"), ls_node_at(content, "endpoints")) &&
           lists_equal(ls_node_at(slice, "ports"), ls_node_at(content, "ports"));
}

static void slices_decide(const struct ls_controller_view *view,
                          struct ls_controller_decision *decision)
{
    struct ls_backends backends = ls_backends_of(view);
    struct ls_nodes slices = view->revisions;
    size_t used = 0;
    ls_nodes_sort(&slices, ls_order_by_name);
    for (size_t from = 0;
         ls_service_has_backends(view->object) && !ls_fact_is_deleted(view->object);
         from += LS_ENDPOINTS_SLICE_MAX) {
        size_t to = LS_MIN(from + LS_ENDPOINTS_SLICE_MAX, backends.count);
        struct ls_node content = slice_content(view, &backends, LS_MIN(from, to), to);
        if (used >= slices.count)
            ls_decide_create(decision, LS_WORKLOAD_SLICE, slice_body(view, &backends, content));
        else if (!slice_holds(slices.at[used], content))
            ls_decide_patch(decision, LS_WORKLOAD_SLICE, slices.at[used],
                            slice_patch(view, &backends, slices.at[used], content));
        used++;
        if (to == backends.count)
            break;
    }
    for (size_t i = used; i < slices.count; i++)
        ls_decide_delete(decision, LS_WORKLOAD_SLICE, slices.at[i]);
}

static void slices_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    struct ls_nodes all = {0};
    ls_service_gather_pods(manager, view);
    ls_manager_controlled(manager, view, LS_WORKLOAD_SLICE, &all);
    for (size_t i = 0; i < all.count; i++) {
        if (ls_node_string_is(ls_fact_label(all.at[i], managed_by), controller_name))
            ls_nodes_add(view->arena, &view->revisions, all.at[i]);
    }
}

const struct ls_controller ls_endpoint_slices = {.name = "endpoint-slice-controller",
                                                 .field_manager = "kube-controller-manager",
                                                 .kind = LS_WORKLOAD_SERVICE,
                                                 .is_low_priority = true,
                                                 .gather = slices_gather,
                                                 .decide = slices_decide,
                                                 .on_event = ls_service_on_event};
