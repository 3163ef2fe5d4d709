/* Columns of Services, their endpoints, Ingresses and network policies. */
#include "sandbox/columns/cells.h"

#include <ctype.h>

/* So many are shown in a cell; the rest is counted. */
enum { SHOWN_MAX = 3 };

static struct ls_slice member_text(struct ls_node node, const char *name)
{
    return ls_node_string(ls_node_get(node, ls_slice_of(name)));
}

/* ---- Service ---- */

static void cell_cluster_ip(const struct ls_cell *cell)
{
    struct ls_slice first = ls_node_string(ls_node_item(ls_cell_at(cell, "spec.clusterIPs"), 0));
    ls_build_string(cell->build, first.len ? first : LS_SLICE("<none>"));
}

/* Addresses, else host names, of status.loadBalancer, sorted. */
static void balancer_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_words words LS_AUTO(ls_words_release) = {0};
    LS_EACH (it, ls_node_at(object, "status.loadBalancer.ingress")) {
        struct ls_slice address = member_text(it.value, "ip");
        if (!address.len)
            address = member_text(it.value, "hostname");
        if (address.len)
            ls_words_add(&words, address);
    }
    ls_words_print(out, &words);
}

static void cell_external_ip(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node type = ls_cell_at(cell, "spec.type");
    bool has_balancer = ls_node_string_is(type, "LoadBalancer");
    if (ls_node_string_is(type, "ExternalName")) {
        ls_build_string(cell->build, ls_node_string(ls_cell_at(cell, "spec.externalName")));
        return;
    }
    if (has_balancer)
        balancer_print(&text, cell->object);
    LS_EACH (it, ls_cell_at(cell, "spec.externalIPs"))
        ls_cell_join(&text, ls_node_string(it.value));
    if (!text.len)
        ls_buf_add_text(&text, has_balancer ? "<pending>" : "<none>");
    ls_cell_put(cell, &text);
}

/* "80:30080/TCP": port, node port, protocol. */
static void cell_ports(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, ls_cell_at(cell, "spec.ports")) {
        int64_t port = ls_node_int(ls_node_get(it.value, LS_SLICE("port")), 0);
        int64_t node_port = ls_node_int(ls_node_get(it.value, LS_SLICE("nodePort")), 0);
        ls_buf_printf(&text, "%s%lld", text.len ? "," : "", (long long)port);
        if (node_port > 0)
            ls_buf_printf(&text, ":%lld", (long long)node_port);
        ls_buf_printf(&text, "/%.*s", LS_ARG(member_text(it.value, "protocol")));
    }
    if (!text.len)
        ls_buf_add_text(&text, "<none>");
    ls_cell_put(cell, &text);
}

static const struct ls_column service_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Type", "How the service is reached.", LS_COL_FIELD("spec.type")),
    LS_COL_TEXT("Cluster-IP", "Address inside the cluster.", .cell = cell_cluster_ip),
    LS_COL_TEXT("External-IP", "Addresses outside the cluster.", .cell = cell_external_ip),
    LS_COL_TEXT("Port(s)", "Ports, node ports and protocols.", .cell = cell_ports),
    LS_COL_AGE,
    LS_COL_TEXT("Selector", "Labels of the pods behind it.", .cell = ls_cell_labels,
                .path = "spec.selector", LS_COL_WIDE),
};
const struct ls_columns ls_columns_service = LS_COLUMNS(service_columns);

/* ---- Endpoints ---- */

struct addresses {
    struct ls_buf list;
    size_t shown;
    size_t count;
};

static void address_add(struct addresses *addresses, struct ls_slice ip, struct ls_node port)
{
    LS_ASSERT(addresses->shown <= SHOWN_MAX);
    if (addresses->shown == SHOWN_MAX)
        return;
    addresses->shown++;
    bool has_colon = ls_slice_find(ip, ':') != SIZE_MAX;
    if (ls_node_is_absent(port)) {
        ls_cell_join(&addresses->list, ip);
        return;
    }
    ls_cell_join(&addresses->list, LS_SLICE(""));
    ls_buf_printf(&addresses->list, has_colon ? "[%.*s]:%lld" : "%.*s:%lld", LS_ARG(ip),
                  (long long)ls_node_int(port, 0));
}

static void subset_add(struct addresses *addresses, struct ls_node subset, struct ls_node port)
{
    struct ls_node ready = ls_node_get(subset, LS_SLICE("addresses"));
    addresses->count += ls_node_count(ready);
    LS_EACH (it, ready)
        address_add(addresses, member_text(it.value, "ip"), port);
}

static void cell_endpoints(const struct ls_cell *cell)
{
    struct addresses addresses = {0};
    struct ls_node subsets = ls_cell_at(cell, "subsets");
    LS_EACH (it, subsets) {
        struct ls_node ports = ls_node_get(it.value, LS_SLICE("ports"));
        if (!ls_node_count(ports))
            subset_add(&addresses, it.value, LS_ABSENT);
        LS_EACH (port, ports)
            subset_add(&addresses, it.value, ls_node_get(port.value, LS_SLICE("port")));
    }
    ls_cell_more(&addresses.list, addresses.count, SHOWN_MAX);
    if (!ls_node_count(subsets))
        ls_buf_add_text(&addresses.list, "<none>");
    ls_cell_put(cell, &addresses.list);
    ls_buf_release(&addresses.list);
}

static const struct ls_column endpoints_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Endpoints", "Addresses and ports that are ready.", .cell = cell_endpoints),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_endpoints = LS_COLUMNS(endpoints_columns);

/* ---- EndpointSlice ---- */

static void put_or_unset(const struct ls_cell *cell, struct ls_buf *list, size_t count)
{
    ls_cell_more(list, count, SHOWN_MAX);
    if (!list->len)
        ls_buf_add_text(list, "<unset>");
    ls_cell_put(cell, list);
}

/* A port by its number, else by its name; "*" is any. */
static void cell_slice_ports(const struct ls_cell *cell)
{
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    LS_EACH (it, ls_cell_at(cell, "ports")) {
        struct ls_node port = ls_node_get(it.value, LS_SLICE("port"));
        struct ls_node name = ls_node_get(it.value, LS_SLICE("name"));
        if (count++ >= SHOWN_MAX)
            continue;
        if (count > 1)
            ls_buf_add_char(&list, ',');
        if (ls_node_type(port) == LS_TYPE_INT)
            ls_buf_printf(&list, "%lld", (long long)ls_node_int(port, 0));
        else
            ls_buf_add_text(&list, ls_node_is_string(name) ? ls_node_text(name) : "*");
    }
    put_or_unset(cell, &list, count);
}

static void cell_slice_endpoints(const struct ls_cell *cell)
{
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    LS_EACH (it, ls_cell_at(cell, "endpoints")) {
        LS_EACH (address, ls_node_get(it.value, LS_SLICE("addresses"))) {
            if (count++ < SHOWN_MAX)
                ls_cell_join(&list, ls_node_string(address.value));
        }
    }
    put_or_unset(cell, &list, count);
}

static const struct ls_column endpoint_slice_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("AddressType", "IPv4, IPv6 or names.", LS_COL_FIELD("addressType")),
    LS_COL_TEXT("Ports", "Ports of all endpoints.", .cell = cell_slice_ports),
    LS_COL_TEXT("Endpoints", "Addresses of the endpoints.", .cell = cell_slice_endpoints),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_endpoint_slice = LS_COLUMNS(endpoint_slice_columns);

/* ---- Ingress, IngressClass ---- */

/* Rules past the third host are counted, with a host or without. */
static void cell_hosts(const struct ls_cell *cell)
{
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    size_t shown = 0;
    bool has_more = false;
    struct ls_node rules = ls_cell_at(cell, "spec.rules");
    LS_EACH (it, rules) {
        struct ls_slice host = member_text(it.value, "host");
        has_more = has_more || shown == SHOWN_MAX;
        if (has_more || !host.len)
            continue;
        ls_cell_join(&list, host);
        shown++;
    }
    if (has_more)
        ls_cell_more(&list, ls_node_count(rules), SHOWN_MAX);
    if (!list.len)
        ls_buf_add_char(&list, '*');
    ls_cell_put(cell, &list);
}

static void cell_balancer(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    balancer_print(&text, cell->object);
    ls_cell_put(cell, &text);
}

static void cell_ingress_ports(const struct ls_cell *cell)
{
    ls_build_text(cell->build, ls_node_count(ls_cell_at(cell, "spec.tls")) ? "80, 443" : "80");
}

static const struct ls_column ingress_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Class", "Which controller takes care of it.",
                LS_COL_FIELD("spec.ingressClassName"), .fallback = "<none>"),
    LS_COL_TEXT("Hosts", "Hosts that its rules name.", .cell = cell_hosts),
    LS_COL_TEXT("Address", "Where it is reached.", .cell = cell_balancer),
    LS_COL_TEXT("Ports", "Ports for plain and for TLS traffic.", .cell = cell_ingress_ports),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_ingress = LS_COLUMNS(ingress_columns);

static void cell_class_name(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node notes = ls_cell_at(cell, "metadata.annotations");
    struct ls_node mark =
        ls_node_get(notes, LS_SLICE("ingressclass.kubernetes.io/is-default-class"));
    ls_buf_add_text(&text, ls_node_text(ls_cell_at(cell, "metadata.name")));
    if (ls_node_string_is(mark, "true"))
        ls_buf_add_text(&text, " (default)");
    ls_cell_put(cell, &text);
}

static void cell_class_parameters(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node parameters = ls_cell_at(cell, "spec.parameters");
    struct ls_node group = ls_node_get(parameters, LS_SLICE("apiGroup"));
    ls_buf_add_slice(&text, member_text(parameters, "kind"));
    if (ls_node_is_string(group))
        ls_buf_printf(&text, ".%s", ls_node_text(group));
    ls_buf_printf(&text, "/%.*s", LS_ARG(member_text(parameters, "name")));
    if (ls_node_is_map(parameters))
        ls_cell_put(cell, &text);
    else
        ls_build_text(cell->build, "<none>");
}

static const struct ls_column ingress_class_columns[] = {
    LS_COL_NAME_BY(cell_class_name),
    LS_COL_TEXT("Controller", "Who serves Ingresses of the class.",
                LS_COL_FIELD("spec.controller")),
    LS_COL_TEXT("Parameters", "Where its settings are.", .cell = cell_class_parameters),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_ingress_class = LS_COLUMNS(ingress_class_columns);

/* ---- NetworkPolicy, IPAddress, ServiceCIDR ---- */

/* Without a selector the policy is about all pods, as with an empty one. */
static const struct ls_column network_policy_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("Pod-Selector", "Which pods it is about.", .cell = ls_cell_selector,
                .path = "spec.podSelector"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_network_policy = LS_COLUMNS(network_policy_columns);

/* "services/default/kubernetes", and the age, for which the real Table has a cell without a
 * column. */
static void cell_parent(const struct ls_cell *cell)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node parent = ls_cell_at(cell, "spec.parentRef");
    struct ls_slice group = member_text(parent, "group"), in = member_text(parent, "namespace");
    ls_buf_add_slice(&text, member_text(parent, "resource"));
    if (group.len)
        ls_buf_printf(&text, ".%.*s", LS_ARG(group));
    for (size_t i = 0; i < text.len; i++)
        text.at[i] = (char)tolower((unsigned char)text.at[i]);
    if (in.len)
        ls_buf_printf(&text, "/%.*s", LS_ARG(in));
    ls_buf_printf(&text, "/%.*s", LS_ARG(member_text(parent, "name")));
    if (ls_node_is_map(parent))
        ls_cell_put(cell, &text);
    else
        ls_build_text(cell->build, "<none>");
    ls_cell_age(cell);
}

static const struct ls_column ip_address_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("ParentRef", "Whose address it is.", .cell = cell_parent),
};
const struct ls_columns ls_columns_ip_address = LS_COLUMNS(ip_address_columns);

static const struct ls_column service_cidr_columns[] = {
    LS_COL_NAME,
    LS_COL_TEXT("CIDRs", "Ranges of addresses.", .cell = ls_cell_joined, .path = "spec.cidrs"),
    LS_COL_AGE,
};
const struct ls_columns ls_columns_service_cidr = LS_COLUMNS(service_cidr_columns);
