#include "sandbox/kinds/service_allocate.h"

#include "sandbox/kinds/addresses.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/service_spec.h"
#include "sandbox/kinds/service_validate.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/spot.h"

/* One write of a Service: the new one, and the old one (absent: a create). */
struct service {
    const struct ls_admission *admission;
    struct ls_shape spec;
    struct ls_node was;
};

static struct ls_node spec_now(const struct service *service)
{
    return ls_shape_value(service->spec);
}

static bool is_same(const struct service *service, const char *key)
{
    struct ls_node now = ls_shape_value(ls_shape_at(service->spec, key));
    struct ls_node was = ls_node_get(service->was, ls_slice_of(key));
    if (ls_node_is_absent(now) || ls_node_is_absent(was))
        return ls_node_is_absent(now) == ls_node_is_absent(was);
    return ls_node_equal(now, was);
}

static void drop_if_same(const struct service *service, const char *key)
{
    if (is_same(service, key))
        ls_shape_drop(service->spec, key);
}

static bool has_port(struct ls_node ports, struct ls_node node_port)
{
    LS_EACH (it, ports) {
        struct ls_node known = ls_node_get(it.value, LS_SLICE("nodePort"));
        if (!ls_node_is_absent(known) && ls_node_equal(known, node_port))
            return true;
    }
    return false;
}

/* A client that changes only the type and writes the old node ports back did not choose them. */
static void node_ports_drop(const struct service *service)
{
    struct ls_node old_ports = ls_node_get(service->was, LS_SLICE("ports"));
    struct ls_shape ports = ls_shape_at(service->spec, "ports");
    LS_EACH_SHAPE (port, ports) {
        struct ls_node number = ls_shape_get(port, "nodePort");
        if (!ls_node_is_absent(number) && !has_port(old_ports, number))
            return;
    }
    LS_EACH_SHAPE (port, ports)
        ls_shape_drop(port, "nodePort");
}

/* Unchanged fields that only the old type uses are dropped. */
static void old_type_fields_drop(const struct service *service)
{
    struct ls_node now = spec_now(service);
    struct ls_node was = service->was;
    if (ls_service_needs_ip(was) && !ls_service_needs_ip(now)) {
        if (is_same(service, "clusterIP") && is_same(service, "clusterIPs")) {
            ls_shape_drop(service->spec, "clusterIP");
            ls_shape_drop(service->spec, "clusterIPs");
        }
        drop_if_same(service, "ipFamilies");
        drop_if_same(service, "ipFamilyPolicy");
        drop_if_same(service, "internalTrafficPolicy");
    }
    if (ls_service_needs_ports(was) && !ls_service_needs_ports(now))
        node_ports_drop(service);
    if (ls_service_needs_health_port(was) && !ls_service_needs_health_port(now))
        drop_if_same(service, "healthCheckNodePort");
    if (ls_node_string_is(ls_node_get(was, LS_SLICE("type")), "LoadBalancer") &&
        !ls_node_string_is(ls_node_get(now, LS_SLICE("type")), "LoadBalancer")) {
        drop_if_same(service, "allocateLoadBalancerNodePorts");
        drop_if_same(service, "loadBalancerClass");
    }
    if (ls_service_is_external(was) && !ls_service_is_external(now))
        drop_if_same(service, "externalTrafficPolicy");
}

static void keep(const struct service *service, const char *key)
{
    struct ls_node was = ls_node_get(service->was, ls_slice_of(key));
    if (!ls_node_is_absent(was) && !ls_shape_has(service->spec, key))
        ls_shape_set(service->spec, key, was);
}

static struct ls_node old_node_port(struct ls_node ports, struct ls_node name)
{
    LS_EACH (it, ports) {
        struct ls_slice known = ls_node_string(ls_node_get(it.value, LS_SLICE("name")));
        if (ls_slice_equal(known, ls_node_string(name)))
            return ls_node_get(it.value, LS_SLICE("nodePort"));
    }
    return LS_ABSENT;
}

/* A port without a node port keeps that of the old port of its name, unless another port uses it
 * now. */
static void node_ports_keep(const struct service *service)
{
    struct ls_node old_ports = ls_node_get(service->was, LS_SLICE("ports"));
    struct ls_node new_ports = ls_shape_value(ls_shape_at(service->spec, "ports"));
    struct ls_shape ports = ls_shape_at(service->spec, "ports");
    LS_EACH_SHAPE (port, ports) {
        if (ls_shape_has(port, "nodePort"))
            continue;
        struct ls_node number = old_node_port(old_ports, ls_shape_get(port, "name"));
        if (!ls_node_is_absent(number) && !has_port(new_ports, number))
            ls_shape_set(port, "nodePort", number);
    }
}

static void allocated_keep(const struct service *service)
{
    struct ls_node now = spec_now(service);
    if (ls_service_needs_ip(service->was) && ls_service_needs_ip(now)) {
        keep(service, "clusterIP");
        keep(service, "clusterIPs");
    }
    if (ls_service_needs_ports(service->was) && ls_service_needs_ports(now))
        node_ports_keep(service);
    if (ls_service_needs_health_port(service->was) && ls_service_needs_health_port(now))
        keep(service, "healthCheckNodePort");
}

/* clusterIP is the first of clusterIPs; setting or changing either sets both. */
static void cluster_ips_complete(const struct service *service)
{
    struct ls_node one = ls_shape_get(service->spec, "clusterIP");
    struct ls_node all = ls_shape_value(ls_shape_at(service->spec, "clusterIPs"));
    bool is_changed = !ls_admission_creates(service->admission) && !is_same(service, "clusterIP") &&
                      is_same(service, "clusterIPs");
    if (ls_node_string(one).len == 0 || (ls_node_count(all) > 0 && !is_changed))
        return;
    ls_shape_set_empty(service->spec, "clusterIPs", LS_TYPE_LIST);
    ls_shape_append(ls_shape_at(service->spec, "clusterIPs"), one);
}

static const struct ls_failure *invalid(const struct service *service,
                                        const struct ls_field_errors *errors)
{
    struct ls_shape metadata = ls_shape_at(ls_shape_of(service->admission), "metadata");
    struct ls_slice name = ls_node_string(ls_shape_get(metadata, "name"));
    return ls_field_errors_failure(errors, ls_kind_about(service->admission->kind, name));
}

static void families_set(const struct service *service, bool is_dual)
{
    if (ls_shape_has(service->spec, "ipFamilies"))
        return;
    ls_shape_set_empty(service->spec, "ipFamilies", LS_TYPE_LIST);
    struct ls_shape families = ls_shape_at(service->spec, "ipFamilies");
    ls_shape_append_text(families, "IPv4");
    if (is_dual)
        ls_shape_append_text(families, "IPv6");
}

static void families_default(const struct service *service)
{
    struct ls_node now = spec_now(service);
    /* The address family of user-managed endpoints is unknown. */
    bool is_dual =
        ls_service_is_headless(now) && ls_node_count(ls_node_get(now, LS_SLICE("selector"))) == 0;
    struct ls_node old_policy = ls_node_get(service->was, LS_SLICE("ipFamilyPolicy"));
    if (!ls_shape_has(service->spec, "ipFamilyPolicy") && !ls_node_is_absent(old_policy))
        ls_shape_set(service->spec, "ipFamilyPolicy", old_policy);
    else if (!ls_shape_has(service->spec, "ipFamilyPolicy"))
        ls_shape_set_text(service->spec, "ipFamilyPolicy",
                          is_dual ? LS_SLICE("RequireDualStack") : LS_SLICE("SingleStack"));
    bool is_single =
        ls_node_string_is(ls_shape_get(service->spec, "ipFamilyPolicy"), "SingleStack");
    families_set(service, is_dual && !is_single);
}

/* Checks the addresses before any is allocated. */
static const struct ls_failure *addresses_refuse(const struct service *service)
{
    struct ls_field_errors errors = {.arena = service->admission->arena};
    struct ls_spot root = ls_spot_root(ls_shape_value(ls_shape_of(service->admission)), &errors);
    struct ls_spot spec = ls_spot_at(&root, "spec");
    struct ls_spot policy = ls_spot_at(&spec, "ipFamilyPolicy");
    struct ls_spot families = ls_spot_at(&spec, "ipFamilies");
    bool is_free = ls_service_is_headless(spec.value) &&
                   ls_node_count(ls_node_get(spec.value, LS_SLICE("selector"))) == 0;
    ls_service_ips_check(&spec);
    if (errors.count > 0)
        return invalid(service, &errors);
    if (!is_free && ls_node_string_is(policy.value, "RequireDualStack"))
        ls_spot_invalid(&policy, "this cluster is not configured for dual-stack services");
    LS_EACH_ITEM (family, &families) {
        if (!is_free && !ls_node_string_is(family.value, "IPv4"))
            ls_spot_invalid(&family, "not configured on this cluster");
    }
    return errors.count > 0 ? invalid(service, &errors) : NULL;
}

static const struct ls_failure *ip_refuse(const struct service *service, struct ls_slice ip)
{
    struct ls_field_errors errors = {.arena = service->admission->arena};
    struct ls_node ips = ls_shape_value(ls_shape_at(service->spec, "clusterIPs"));
    ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID, "spec.clusterIPs", ips,
                             "failed to allocate IP %.*s: %s", LS_ARG(ip),
                             ls_addresses_has_ip(ip)
                                 ? "provided IP is already allocated"
                                 : "the provided network does not match the current range");
    return invalid(service, &errors);
}

static const struct ls_failure *ip_allocate(const struct service *service)
{
    const struct ls_addresses *addresses = service->admission->cluster->addresses;
    struct ls_slice asked = ls_node_string(ls_shape_get(service->spec, "clusterIP"));
    struct ls_node was = ls_node_get(service->was, LS_SLICE("clusterIP"));
    struct ls_ip_text chosen;
    if (ls_slice_is(asked, "None") || (asked.len > 0 && ls_slice_equal(asked, ls_node_string(was))))
        return NULL;
    if (asked.len > 0)
        /* Validation refuses a changed address. */
        return ls_admission_creates(service->admission) &&
                       !ls_addresses_ip_is_free(addresses, asked)
                   ? ip_refuse(service, asked)
                   : NULL;
    if (!ls_addresses_next_ip(addresses, &chosen))
        return ls_failure_internal(service->admission->arena,
                                   "failed to allocate a serviceIP: range is full");
    ls_shape_set_text(service->spec, "clusterIP", ls_slice_of(chosen.text));
    ls_shape_drop(service->spec, "clusterIPs");
    cluster_ips_complete(service);
    return NULL;
}

static const struct ls_failure *port_refuse(const struct service *service, size_t i, int64_t port)
{
    struct ls_field_errors errors = {.arena = service->admission->arena};
    const char *field = ls_arena_printf(errors.arena, "spec.ports[%zu].nodePort", i);
    const char *shown = ls_arena_printf(errors.arena, "%lld", (long long)port);
    if (ls_addresses_has_port(port))
        ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, field, shown,
                           "provided port is already allocated");
    else
        ls_field_error_add(
            &errors, LS_FIELD_ERROR_INVALID, field, shown,
            "provided port is not in the valid range. The range of valid ports is %d-%d",
            LS_NODE_PORT_MIN, LS_NODE_PORT_MAX);
    return invalid(service, &errors);
}

/* The node port of an earlier port with the same number: TCP and UDP may share it. */
static int64_t shared_node_port(struct ls_shape ports, size_t end, struct ls_node number)
{
    LS_ASSERT(end <= ls_shape_count(ports));
    for (size_t i = 0; i < end; i++) {
        struct ls_shape other = ls_shape_item(ports, i);
        if (ls_node_equal(ls_shape_get(other, "port"), number))
            return ls_node_int(ls_shape_get(other, "nodePort"), 0);
    }
    return 0;
}

/* On a dry run the real server does not check the range. */
static bool is_refused(const struct ls_admission *admission, int64_t port)
{
    if (admission->is_dry_run && !ls_addresses_has_port(port))
        return false;
    return !ls_addresses_port_is_free(admission->cluster->addresses, port);
}

static const struct ls_failure *ports_allocate(const struct service *service)
{
    const struct ls_addresses *addresses = service->admission->cluster->addresses;
    struct ls_node old_ports = ls_node_get(service->was, LS_SLICE("ports"));
    struct ls_shape ports = ls_shape_at(service->spec, "ports");
    bool may_choose =
        ls_node_bool(ls_shape_get(service->spec, "allocateLoadBalancerNodePorts"), true);
    int64_t last = 0;
    for (size_t i = 0; i < ls_shape_count(ports); i++) {
        struct ls_shape port = ls_shape_item(ports, i);
        struct ls_node asked = ls_shape_get(port, "nodePort");
        int64_t number = ls_node_int(asked, 0);
        int64_t shared = shared_node_port(ports, i, ls_shape_get(port, "port"));
        if (number != 0 && number != shared && !has_port(old_ports, asked) &&
            is_refused(service->admission, number))
            return port_refuse(service, i, number);
        if (number != 0 || !may_choose)
            continue;
        if (shared != 0 && ls_admission_creates(service->admission))
            number = shared;
        else if (ls_addresses_next_port(addresses, last, &number))
            last = number;
        else
            return ls_failure_internal(service->admission->arena,
                                       "failed to allocate a nodePort: range is full");
        ls_shape_set_int(port, "nodePort", number);
    }
    return NULL;
}

static int64_t highest_port(struct ls_shape spec)
{
    int64_t highest = 0;
    struct ls_shape ports = ls_shape_at(spec, "ports");
    LS_EACH_SHAPE (port, ports) {
        int64_t number = ls_node_int(ls_shape_get(port, "nodePort"), 0);
        highest = LS_MAX(highest, number);
    }
    return highest;
}

static void health_port_allocate(const struct service *service)
{
    int64_t number = 0;
    if (ls_shape_has(service->spec, "healthCheckNodePort"))
        return;
    if (ls_addresses_next_port(service->admission->cluster->addresses, highest_port(service->spec),
                               &number))
        ls_shape_set_int(service->spec, "healthCheckNodePort", number);
}

static const struct ls_failure *too_many_ports(const struct service *service)
{
    struct ls_field_errors errors = {.arena = service->admission->arena};
    size_t count = ls_shape_count(ls_shape_at(service->spec, "ports"));
    if (count <= LS_COMPARED_MAX)
        return NULL;
    ls_field_error_add(&errors, LS_FIELD_ERROR_TOO_MANY, "spec.ports",
                       ls_arena_printf(errors.arena, "%zu", count), "must have at most %d items",
                       LS_COMPARED_MAX);
    return invalid(service, &errors);
}

const struct ls_failure *ls_service_allocate(const struct ls_admission *admission)
{
    LS_ASSERT(admission->cluster != NULL);
    struct service service = {admission, ls_shape_at(ls_shape_of(admission), "spec"),
                              ls_node_get(admission->old, LS_SLICE("spec"))};
    if (!ls_shape_is_there(service.spec) || admission->subresource.len > 0)
        return NULL;
    const struct ls_failure *failure = too_many_ports(&service);
    if (failure)
        return failure;
    if (!ls_admission_creates(admission)) {
        allocated_keep(&service);
        old_type_fields_drop(&service);
    }
    cluster_ips_complete(&service);
    if (ls_service_needs_ip(spec_now(&service))) {
        families_default(&service);
        failure = addresses_refuse(&service);
        if (!failure)
            failure = ip_allocate(&service);
    }
    if (!failure && ls_service_needs_ports(spec_now(&service)))
        failure = ports_allocate(&service);
    if (!failure && ls_service_needs_health_port(spec_now(&service)))
        health_port_allocate(&service);
    return failure;
}

static void addresses_each(struct ls_cluster *cluster, struct ls_node object,
                           void (*ip_do)(struct ls_addresses *, struct ls_slice),
                           void (*port_do)(struct ls_addresses *, int64_t))
{
    LS_ASSERT(cluster->addresses != NULL);
    struct ls_node spec = ls_node_get(object, LS_SLICE("spec"));
    LS_EACH (ip, ls_node_get(spec, LS_SLICE("clusterIPs")))
        ip_do(cluster->addresses, ls_node_string(ip.value));
    LS_EACH (port, ls_node_get(spec, LS_SLICE("ports")))
        port_do(cluster->addresses, ls_node_int(ls_node_get(port.value, LS_SLICE("nodePort")), 0));
    port_do(cluster->addresses, ls_node_int(ls_node_get(spec, LS_SLICE("healthCheckNodePort")), 0));
}

void ls_service_stored(struct ls_cluster *cluster, struct ls_node old, struct ls_node object)
{
    if (!ls_node_is_absent(old))
        ls_service_forget(cluster, old);
    addresses_each(cluster, object, ls_addresses_take_ip, ls_addresses_take_port);
}

void ls_service_forget(struct ls_cluster *cluster, struct ls_node object)
{
    addresses_each(cluster, object, ls_addresses_give_ip, ls_addresses_give_port);
}
