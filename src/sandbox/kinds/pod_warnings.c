#include "sandbox/kinds/pod_warnings.h"

#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/seen.h"
#include "value/go_text.h"

static const struct {
    const char *key;
    const char *words;
} old_annotations[] = {
    {"scheduler.alpha.kubernetes.io/critical-pod",
     "non-functional in v1.16+; use the \"priorityClassName\" field instead"},
    {"security.alpha.kubernetes.io/sysctls",
     "non-functional in v1.11+; use the \"sysctls\" field instead"},
    {"security.alpha.kubernetes.io/unsafe-sysctls",
     "non-functional in v1.11+; use the \"sysctls\" field instead"},
};

static const struct {
    const char *source;
    const char *shown; /* NULL: the name itself */
    const char *words;
} old_volumes[] = {
    {"photonPersistentDisk", NULL, "deprecated in v1.11, non-functional in v1.16+"},
    {"gitRepo", NULL, "deprecated in v1.11, and disabled by default in v1.33+"},
    {"scaleIO", NULL, "deprecated in v1.16, non-functional in v1.22+"},
    {"flocker", NULL, "deprecated in v1.22, non-functional in v1.25+"},
    {"storageos", "storageOS", "deprecated in v1.22, non-functional in v1.25+"},
    {"quobyte", NULL, "deprecated in v1.22, non-functional in v1.25+"},
    {"glusterfs", NULL, "deprecated in v1.25, non-functional in v1.26+"},
    {"cephfs", NULL, "deprecated in v1.28, non-functional in v1.31+"},
    {"rbd", NULL, "deprecated in v1.28, non-functional in v1.31+"},
};

static const struct {
    const char *label;
    const char *words;
} old_node_labels[] = {
    {"beta.kubernetes.io/arch", "deprecated since v1.14; use \"kubernetes.io/arch\" instead"},
    {"beta.kubernetes.io/os", "deprecated since v1.14; use \"kubernetes.io/os\" instead"},
    {"failure-domain.beta.kubernetes.io/region",
     "deprecated since v1.17; use \"topology.kubernetes.io/region\" instead"},
    {"failure-domain.beta.kubernetes.io/zone",
     "deprecated since v1.17; use \"topology.kubernetes.io/zone\" instead"},
    {"beta.kubernetes.io/instance-type",
     "deprecated since v1.17; use \"node.kubernetes.io/instance-type\" instead"},
    {"app.kubernetes.io/created-by", "deprecated since v1.9"},
    {"scheduler.alpha.kubernetes.io/preferAvoidPods",
     "deprecated since v1.22; use Taints and Tolerations instead"},
    {"node-role.kubernetes.io/master", "use \"node-role.kubernetes.io/control-plane\" instead"},
};

static void warn_at(const struct ls_spot *spot, struct ls_response_warnings *warnings,
                    const char *words)
{
    ls_response_warnings_add(warnings, spot->errors->arena, "%s: %s", ls_spot_path(spot), words);
}

/* The replacement of a deprecated node label; NULL: not deprecated. */
static const char *node_label_successor(struct ls_slice key)
{
    for (size_t i = 0; i < LS_COUNT(old_node_labels); i++) {
        if (ls_slice_is(key, old_node_labels[i].label))
            return old_node_labels[i].words;
    }
    return NULL;
}

static void node_selector_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    struct ls_spot selector = ls_spot_at(spec, "nodeSelector");
    LS_EACH_ITEM (entry, &selector) {
        const char *words = node_label_successor(entry.key);
        if (words)
            warn_at(&entry, warnings, words);
    }
}

static void topology_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    struct ls_spot constraints = ls_spot_at(spec, "topologySpreadConstraints");
    LS_EACH_ITEM (constraint, &constraints) {
        struct ls_spot key = ls_spot_at(&constraint, "topologyKey");
        struct ls_spot selector = ls_spot_at(&constraint, "labelSelector");
        const char *words = node_label_successor(ls_spot_text(&key));
        if (words)
            ls_response_warnings_add(warnings, key.errors->arena, "%s: %s is %s",
                                     ls_spot_path(&key), ls_node_text(key.value), words);
        if (!ls_spot_is_there(&selector))
            warn_at(&selector, warnings, "a null labelSelector results in matching no pod");
    }
}

static void annotations_warn(const struct ls_spot *holder, struct ls_response_warnings *warnings)
{
    struct ls_spot annotations = ls_spot_at(holder, "metadata.annotations");
    for (size_t i = 0; i < LS_COUNT(old_annotations); i++) {
        struct ls_slice key = ls_slice_of(old_annotations[i].key);
        struct ls_spot entry =
            ls_spot_entry(&annotations, key, ls_node_get(annotations.value, key));
        if (ls_spot_is_there(&entry))
            warn_at(&entry, warnings, old_annotations[i].words);
    }
}

static void volumes_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    struct ls_spot volumes = ls_spot_at(spec, "volumes");
    LS_EACH_ITEM (volume, &volumes) {
        for (size_t i = 0; i < LS_COUNT(old_volumes); i++) {
            struct ls_spot source = ls_spot_at(&volume, old_volumes[i].source);
            if (!ls_spot_is_there(&source))
                continue;
            if (old_volumes[i].shown)
                source.name = old_volumes[i].shown;
            warn_at(&source, warnings, old_volumes[i].words);
        }
        ls_claim_spec_warn(LS_SPOT_AT(&volume, "ephemeral.volumeClaimTemplate.spec"), warnings);
    }
    LS_EACH_ITEM (volume, &volumes) {
        LS_EACH (it, ls_node_at(volume.value, "projected.sources")) {
            if (ls_node_count(it.value) == 0)
                ls_response_warnings_add(warnings, volume.errors->arena,
                                         "volume \"%s\" (Projected) has no sources provided",
                                         ls_node_text(ls_node_get(volume.value, LS_SLICE("name"))));
        }
    }
}

/* Items of a list with the same value of `member`. */
static void repeats_warn(const struct ls_spot *spec, const char *list_name, const char *member,
                         struct ls_response_warnings *warnings)
{
    struct ls_spot list = ls_spot_at(spec, list_name);
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (item, &list) {
        struct ls_spot name = ls_spot_at(&item, member);
        if (!ls_seen_add(&seen, ls_spot_text(&name)))
            ls_response_warnings_add(warnings, name.errors->arena, "%s: duplicate %s \"%s\"",
                                     ls_spot_path(&name), member, ls_node_text(name.value));
    }
}

static void pull_secrets_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    struct ls_spot secrets = ls_spot_at(spec, "imagePullSecrets");
    repeats_warn(spec, "imagePullSecrets", "name", warnings);
    LS_EACH_ITEM (secret, &secrets) {
        struct ls_spot name = ls_spot_at(&secret, "name");
        if (ls_spot_text(&name).len == 0)
            warn_at(&name, warnings, "invalid empty name \"\"");
    }
}

static void fraction_warn(const struct ls_spot *amounts, const char *resource,
                          struct ls_response_warnings *warnings)
{
    struct ls_slice key = ls_slice_of(resource);
    struct ls_spot entry = ls_spot_entry(amounts, key, ls_node_get(amounts->value, key));
    struct ls_quantity amount;
    int64_t thousandths = 0;
    if (!ls_quantity_at(&entry, &amount) || !ls_quantity_scaled(&amount, -3, &thousandths) ||
        thousandths % 1000 == 0)
        return;
    ls_response_warnings_add(warnings, entry.errors->arena,
                             "%s: fractional byte value \"%s\" is invalid, must be an integer",
                             ls_spot_path(&entry), ls_node_text(entry.value));
}

void ls_claim_spec_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    fraction_warn(LS_SPOT_AT(spec, "resources.requests"), "storage", warnings);
    fraction_warn(LS_SPOT_AT(spec, "resources.limits"), "storage", warnings);
}

static void resources_warn(const struct ls_spot *container, struct ls_response_warnings *warnings)
{
    struct ls_spot limits = ls_spot_at(container, "resources.limits");
    struct ls_spot requests = ls_spot_at(container, "resources.requests");
    fraction_warn(&limits, "memory", warnings);
    fraction_warn(&requests, "memory", warnings);
    fraction_warn(&limits, "ephemeral-storage", warnings);
    fraction_warn(&requests, "ephemeral-storage", warnings);
}

/* A variable may refer to an earlier one of its name: A=$(A):more. */
static bool builds_on(const struct ls_spot *variable, struct ls_slice name)
{
    struct ls_slice value = ls_node_string(ls_node_get(variable->value, LS_SLICE("value")));
    const char *reference = ls_arena_printf(variable->errors->arena, "$(%.*s)", LS_ARG(name));
    if (!ls_node_is_absent(ls_node_get(variable->value, LS_SLICE("valueFrom"))) ||
        ls_slice_is(value, reference))
        return false;
    for (size_t i = 0; i < value.len; i++) {
        if (ls_slice_starts(ls_slice_from(value, i), reference))
            return true;
    }
    return false;
}

static void env_warn(const struct ls_spot *container, struct ls_response_warnings *warnings)
{
    struct ls_spot env = ls_spot_at(container, "env");
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (variable, &env) {
        struct ls_slice name = ls_node_string(ls_node_get(variable.value, LS_SLICE("name")));
        if (!ls_seen_add(&seen, name) && !builds_on(&variable, name))
            ls_response_warnings_add(
                warnings, variable.errors->arena,
                "%s: hides previous definition of \"%.*s\", which may be dropped when "
                "using apply",
                ls_spot_path(&variable), LS_ARG(name));
    }
}

/* Containers in the order in which the real server visits them. */
static const char *const container_lists[] = {"initContainers", "containers",
                                              "ephemeralContainers"};

static void containers_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    for (size_t i = 0; i < LS_COUNT(container_lists); i++) {
        struct ls_spot containers = ls_spot_at(spec, container_lists[i]);
        LS_EACH_ITEM (container, &containers) {
            resources_warn(&container, warnings);
            env_warn(&container, warnings);
        }
    }
}

/* A port that was found, and its place. */
struct port {
    int64_t number;
    int64_t host_port;
    struct ls_slice protocol;
    struct ls_slice host_ip;
    struct ls_slice name;
    const char *path;
};

static struct port port_of(const struct ls_spot *spot)
{
    return (struct port){
        .number = ls_node_int(ls_node_get(spot->value, LS_SLICE("containerPort")), 0),
        .host_port = ls_node_int(ls_node_get(spot->value, LS_SLICE("hostPort")), 0),
        .protocol = ls_node_string(ls_node_get(spot->value, LS_SLICE("protocol"))),
        .host_ip = ls_node_string(ls_node_get(spot->value, LS_SLICE("hostIP"))),
        .name = ls_node_string(ls_node_get(spot->value, LS_SLICE("name"))),
        .path = ls_spot_path(spot),
    };
}

/* NULL: they do not overlap. */
static const char *ports_meet(const struct port *a, const struct port *b)
{
    if (a->number != b->number || !ls_slice_equal(a->protocol, b->protocol))
        return NULL;
    if (a->host_port == b->host_port && ls_slice_equal(a->host_ip, b->host_ip))
        return "duplicate port definition";
    if (a->host_port == 0 || b->host_port == 0)
        return "overlapping port definition";
    if (a->host_port == b->host_port && (a->host_ip.len == 0) != (b->host_ip.len == 0))
        return "dangerously ambiguous port definition";
    return NULL;
}

enum { PORTS_COMPARED_MAX = 256 }; /* per pod; each is compared with all before it */

struct ports {
    struct port at[PORTS_COMPARED_MAX];
    size_t count;
};

static void ports_collect(const struct ls_spot *spec, struct ports *ports)
{
    for (size_t i = 0; i < LS_COUNT(container_lists); i++) {
        struct ls_spot containers = ls_spot_at(spec, container_lists[i]);
        LS_EACH_ITEM (container, &containers) {
            struct ls_spot list = ls_spot_at(&container, "ports");
            LS_EACH_ITEM (port, &list) {
                if (ports->count < PORTS_COMPARED_MAX)
                    ports->at[ports->count++] = port_of(&port);
            }
        }
    }
}

static void port_names_warn(const struct ls_spot *spec, const struct ports *ports,
                            struct ls_response_warnings *warnings)
{
    for (size_t i = 1; i < ports->count; i++) {
        const struct port *port = &ports->at[i];
        size_t first = 0;
        while (first < i && !ls_slice_equal(ports->at[first].name, port->name))
            first++;
        if (port->name.len > 0 && first < i)
            ls_response_warnings_add(
                warnings, spec->errors->arena,
                "%s: duplicate port name \"%.*s\" with %s, services and probes that "
                "select ports by name will use %s",
                port->path, LS_ARG(port->name), ports->at[first].path, ports->at[first].path);
    }
}

static void ports_warn(const struct ls_spot *spec, struct ls_response_warnings *warnings)
{
    struct ports *ports = LS_ARENA_NEW(spec->errors->arena, struct ports);
    ports_collect(spec, ports);
    for (size_t i = 1; i < ports->count; i++) {
        for (size_t earlier = 0; earlier < i; earlier++) {
            const char *words = ports_meet(&ports->at[i], &ports->at[earlier]);
            if (words)
                ls_response_warnings_add(warnings, spec->errors->arena, "%s: %s with %s",
                                         ports->at[i].path, words, ports->at[earlier].path);
        }
    }
    port_names_warn(spec, ports, warnings);
}

static void terms_warn(const struct ls_spot *affinity, struct ls_response_warnings *warnings)
{
    struct ls_spot required =
        ls_spot_at(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
    struct ls_spot preferred =
        ls_spot_at(affinity, "preferredDuringSchedulingIgnoredDuringExecution");
    static const char words[] = "a null labelSelector results in matching no pod";
    LS_EACH_ITEM (term, &required) {
        struct ls_spot selector = ls_spot_at(&term, "labelSelector");
        if (!ls_spot_is_there(&selector))
            warn_at(&selector, warnings, words);
    }
    LS_EACH_ITEM (term, &preferred) {
        struct ls_spot selector = ls_spot_at(&term, "podAffinityTerm.labelSelector");
        if (!ls_spot_is_there(&selector))
            warn_at(&selector, warnings, words);
    }
}

void ls_pod_warn(const struct ls_spot *holder, struct ls_response_warnings *warnings)
{
    struct ls_spot spec = ls_spot_at(holder, "spec");
    struct ls_spot grace = ls_spot_at(&spec, "terminationGracePeriodSeconds");
    struct ls_spot affinity = ls_spot_at(&spec, "affinity.podAffinity");
    node_selector_warn(&spec, warnings);
    topology_warn(&spec, warnings);
    annotations_warn(holder, warnings);
    volumes_warn(&spec, warnings);
    repeats_warn(&spec, "hostAliases", "ip", warnings);
    pull_secrets_warn(&spec, warnings);
    containers_warn(&spec, warnings);
    ports_warn(&spec, warnings);
    if (ls_node_int(grace.value, 0) < 0)
        warn_at(&grace, warnings,
                "must be >= 0; negative values are invalid and will be treated as 1");
    terms_warn(&affinity, warnings);
    terms_warn(LS_SPOT_AT(&spec, "affinity.podAntiAffinity"), warnings);
}

void ls_pod_name_warn(const struct ls_spot *object, const char *use,
                      struct ls_response_warnings *warnings)
{
    LS_ASSERT(use != NULL);
    struct ls_spot name = ls_spot_at(object, "metadata.name");
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_DNS_LABEL, ls_spot_text(&name));
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    if (flaws.count == 0)
        return;
    for (size_t i = 0; i < flaws.count; i++)
        ls_buf_printf(&list, "%s%s", i > 0 ? " " : "", flaws.at[i]);
    ls_response_warnings_add(
        warnings, object->errors->arena,
        "metadata.name: this is used in %s, which can result in surprising behavior; a "
        "DNS label is recommended: [%s]",
        use, ls_buf_text(&list));
}

void ls_template_warn(const struct ls_admission *admission, struct ls_node object,
                      const char *place, struct ls_response_warnings *warnings)
{
    LS_ASSERT(place != NULL);
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot root = ls_spot_root(object, &places);
    struct ls_spot pod_template = ls_spot_at(&root, place);
    int64_t before = ls_node_int(ls_node_at(admission->old, "metadata.generation"), 0);
    int64_t after = ls_node_int(ls_node_at(object, "metadata.generation"), 0);
    if (admission->subresource.len > 0 || (!ls_admission_creates(admission) && before == after))
        return;
    ls_pod_warn(&pod_template, warnings);
}

void ls_workload_warn(const struct ls_admission *admission, struct ls_node object,
                      struct ls_response_warnings *warnings)
{
    struct ls_field_errors places = {.arena = admission->arena};
    struct ls_spot root = ls_spot_root(object, &places);
    if (ls_admission_creates(admission))
        ls_pod_name_warn(&root, LS_POD_NAMES, warnings);
    ls_template_warn(admission, object, "spec.template", warnings);
}
