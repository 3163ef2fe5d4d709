#include "sandbox/kinds/pod_validate.h"

#include "sandbox/kinds/checks.h"

enum {
    NAMESERVERS_MAX = 3,
    SEARCHES_MAX = 32,
};

static void host_network_check(const struct ls_spot *spec, const struct ls_pod_frame *frame)
{
    struct ls_spot containers = ls_spot_at(spec, "containers");
    if (!ls_node_bool(ls_node_get(spec->value, LS_SLICE("hostNetwork")), false))
        return;
    LS_EACH_ITEM (container, &containers) {
        struct ls_spot ports = ls_spot_at(&container, "ports");
        LS_EACH_ITEM (port, &ports) {
            struct ls_spot host = ls_spot_at(&port, "hostPort");
            int64_t number = ls_node_int(ls_node_get(port.value, LS_SLICE("containerPort")), 0);
            int64_t on_host = ls_node_int(host.value, 0);
            if ((frame->is_pod || on_host != 0) && on_host != number)
                ls_spot_invalid(&host, "must match `containerPort` when `hostNetwork` is true");
        }
    }
}

static void dns_config_check(const struct ls_spot *spec)
{
    struct ls_spot config = ls_spot_at(spec, "dnsConfig");
    struct ls_spot servers = ls_spot_at(&config, "nameservers");
    struct ls_spot searches = ls_spot_at(&config, "searches");
    struct ls_node policy = ls_node_get(spec->value, LS_SLICE("dnsPolicy"));
    if (ls_node_string_is(policy, "None") && !ls_spot_is_there(&config)) {
        ls_spot_required(&config, "must provide `dnsConfig` when `dnsPolicy` is None");
        return;
    }
    if (ls_node_string_is(policy, "None") && ls_node_count(servers.value) == 0) {
        ls_spot_required(&servers,
                         "must provide at least one DNS nameserver when `dnsPolicy` is None");
        return;
    }
    if (ls_node_count(servers.value) > NAMESERVERS_MAX)
        ls_spot_invalid(&servers, "must not have more than %d nameservers", NAMESERVERS_MAX);
    LS_EACH_ITEM (server, &servers)
        ls_ip_check(&server);
    if (ls_node_count(searches.value) > SEARCHES_MAX)
        ls_spot_invalid(&searches, "must not have more than %d search paths", SEARCHES_MAX);
}

static void gates_check(const struct ls_spot *spec)
{
    struct ls_spot readiness = ls_spot_at(spec, "readinessGates");
    struct ls_spot scheduling = ls_spot_at(spec, "schedulingGates");
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (gate, &readiness) {
        ls_spot_follows(LS_SPOT_AT(&gate, "conditionType"), LS_TEXT_LABEL_KEY);
    }
    LS_EACH_ITEM (gate, &scheduling) {
        struct ls_spot named = gate;
        named.value = ls_node_get(gate.value, LS_SLICE("name"));
        ls_spot_follows(&named, LS_TEXT_LABEL_KEY);
        if (!ls_seen_add(&seen, ls_spot_text(&named)))
            ls_spot_duplicate(&named);
    }
}

static void names_check(const struct ls_spot *spec)
{
    static const struct {
        const char *name;
        enum ls_text_rule rule;
    } rows[] = {
        {"serviceAccountName", LS_TEXT_DNS_SUBDOMAIN},
        {"nodeName", LS_TEXT_DNS_SUBDOMAIN},
    };
    static const char *const labels[] = {"hostname", "subdomain"};
    struct ls_spot deadline = ls_spot_at(spec, "activeDeadlineSeconds");
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_spot name = ls_spot_at(spec, rows[i].name);
        ls_spot_optional_text(&name, rows[i].rule);
    }
    if (ls_spot_is_there(&deadline))
        ls_spot_in_range(&deadline, 1, INT32_MAX);
    for (size_t i = 0; i < LS_COUNT(labels); i++) {
        struct ls_spot name = ls_spot_at(spec, labels[i]);
        ls_spot_optional_text(&name, LS_TEXT_DNS_LABEL);
    }
}

static void host_aliases_check(const struct ls_spot *spec)
{
    struct ls_spot aliases = ls_spot_at(spec, "hostAliases");
    LS_EACH_ITEM (alias, &aliases) {
        struct ls_spot names = ls_spot_at(&alias, "hostnames");
        ls_ip_check(LS_SPOT_AT(&alias, "ip"));
        LS_EACH_ITEM (name, &names)
            ls_spot_follows(&name, LS_TEXT_DNS_SUBDOMAIN);
    }
}

static void os_check(const struct ls_spot *spec)
{
    static const char *const systems[] = {"linux", "windows"};
    struct ls_spot os = ls_spot_at(spec, "os");
    struct ls_spot name = ls_spot_at(&os, "name");
    struct ls_spot shown = os;
    shown.value = name.value;
    if (ls_spot_is_there(&os) && ls_spot_needed(&name))
        LS_SPOT_CHOICE(&shown, systems);
}

/* The parts after the containers, in the order of the real server. */
static void spec_rest_check(const struct ls_spot *spec, const struct ls_pod_frame *frame)
{
    static const char *const restarts[] = {"Always", "OnFailure", "Never"};
    static const char *const dns[] = {"ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"};
    static const char *const preemptions[] = {"PreemptLowerPriority", "Never"};
    host_network_check(spec, frame);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(spec, "restartPolicy"), restarts);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(spec, "dnsPolicy"), dns);
    ls_labels_check(LS_SPOT_AT(spec, "nodeSelector"));
    ls_pod_security_context_check(LS_SPOT_AT(spec, "securityContext"));
    ls_affinity_check(LS_SPOT_AT(spec, "affinity"));
    dns_config_check(spec);
    gates_check(spec);
    ls_topology_check(LS_SPOT_AT(spec, "topologySpreadConstraints"));
    names_check(spec);
    ls_tolerations_check(LS_SPOT_AT(spec, "tolerations"));
    host_aliases_check(spec);
    ls_spot_optional_text(LS_SPOT_AT(spec, "priorityClassName"), LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_optional_text(LS_SPOT_AT(spec, "runtimeClassName"), LS_TEXT_DNS_SUBDOMAIN);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(spec, "preemptionPolicy"), preemptions);
    os_check(spec);
}

void ls_pod_spec_check(const struct ls_spot *spec, bool is_pod)
{
    struct ls_seen volume_names LS_AUTO(ls_seen_release) = {.count = 0};
    struct ls_spot grace = ls_spot_at(spec, "terminationGracePeriodSeconds");
    struct ls_pod_frame frame = {.is_pod = is_pod,
                                 .spec = spec->value,
                                 .volumes = &volume_names,
                                 .grace_s = ls_node_int(grace.value, 0)};
    struct ls_spot resources = ls_spot_at(spec, "resources");
    ls_pod_volumes_check(LS_SPOT_AT(spec, "volumes"), &frame);
    ls_containers_check(LS_SPOT_AT(spec, "containers"), &frame);
    ls_init_containers_check(LS_SPOT_AT(spec, "initContainers"), &frame);
    if (ls_spot_is_there(&resources))
        ls_resources_check(&resources);
    spec_rest_check(spec, &frame);
}

void ls_pod_template_check(const struct ls_spot *pod_template)
{
    /* The real server leaves `metadata` out of these two places. */
    struct ls_spot labels =
        ls_spot_showing(pod_template, "labels", ls_node_at(pod_template->value, "metadata.labels"));
    struct ls_spot annotations = ls_spot_showing(
        pod_template, "annotations", ls_node_at(pod_template->value, "metadata.annotations"));
    struct ls_spot spec = ls_spot_at(pod_template, "spec");
    struct ls_spot ephemeral = ls_spot_at(&spec, "ephemeralContainers");
    ls_labels_check(&labels);
    ls_annotations_check(&annotations);
    ls_pod_spec_check(&spec, false);
    if (ls_node_count(ephemeral.value) > 0)
        ls_spot_forbidden(&ephemeral, "ephemeral containers not allowed in pod template");
}
