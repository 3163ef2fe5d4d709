/* Validation of containers: names, ports, mounts, devices, probes. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

static const char *const pull_policies[] = {"Always", "IfNotPresent", "Never"};
static const char *const restart_policies[] = {"Always", "Never", "OnFailure"};

static void port_name_check(const struct ls_spot *port, struct ls_seen *names)
{
    struct ls_spot name = ls_spot_at(port, "name");
    if (ls_spot_text(&name).len > 0 && ls_spot_follows(&name, LS_TEXT_PORT_NAME) &&
        !ls_seen_add(names, ls_spot_text(&name)))
        ls_spot_duplicate(&name);
}

static void ports_check(const struct ls_spot *ports)
{
    static const char *const protocols[] = {"SCTP", "TCP", "UDP"};
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (port, ports) {
        struct ls_spot number = ls_spot_at(&port, "containerPort");
        struct ls_spot host = ls_spot_at(&port, "hostPort");
        port_name_check(&port, &names);
        if (ls_node_int(number.value, 0) == 0)
            ls_spot_required(&number, "%s", "");
        else
            ls_port_check(&number);
        if (ls_node_int(host.value, 0) != 0)
            ls_port_check(&host);
        LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&port, "protocol"), protocols);
    }
}

static void mount_path_check(const struct ls_spot *mount, struct ls_seen *paths)
{
    struct ls_spot path = ls_spot_at(mount, "mountPath");
    ls_spot_needed(&path);
    if (!ls_seen_add(paths, ls_spot_text(&path)))
        ls_spot_invalid(&path, "must be unique");
}

/* The real server reports these at the list, without the index. */
static void sub_paths_check(const struct ls_spot *mounts, const struct ls_spot *mount)
{
    struct ls_spot sub =
        ls_spot_showing(mounts, "subPath", ls_node_get(mount->value, LS_SLICE("subPath")));
    struct ls_spot expression =
        ls_spot_showing(mounts, "subPathExpr", ls_node_get(mount->value, LS_SLICE("subPathExpr")));
    if (ls_spot_text(&sub).len > 0)
        ls_local_path_check(&sub);
    if (ls_spot_text(&expression).len == 0)
        return;
    if (ls_spot_text(&sub).len > 0) {
        struct ls_spot own = ls_spot_at(mount, "subPathExpr");
        ls_spot_invalid(&own, "subPathExpr and subPath are mutually exclusive");
    }
    ls_local_path_check(&expression);
}

static void propagation_check(const struct ls_spot *mounts, const struct ls_spot *mount,
                              const struct ls_spot *container)
{
    static const char *const modes[] = {"Bidirectional", "HostToContainer", "None"};
    struct ls_spot mode = ls_spot_showing(mounts, "mountPropagation",
                                          ls_node_get(mount->value, LS_SLICE("mountPropagation")));
    struct ls_node privileged = ls_node_at(container->value, "securityContext.privileged");
    LS_SPOT_OPTIONAL_CHOICE(&mode, modes);
    if (ls_node_string_is(mode.value, "Bidirectional") && !ls_node_bool(privileged, false))
        ls_spot_forbidden(
            &mode, "Bidirectional mount propagation is available only to privileged containers");
}

static void mounts_check(const struct ls_spot *container, const struct ls_pod_frame *frame)
{
    struct ls_spot mounts = ls_spot_at(container, "volumeMounts");
    struct ls_seen paths LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (mount, &mounts) {
        struct ls_spot name = ls_spot_at(&mount, "name");
        ls_spot_needed(&name);
        if (!ls_seen_has(frame->volumes, ls_spot_text(&name)))
            ls_spot_not_found(&name);
        mount_path_check(&mount, &paths);
        sub_paths_check(&mounts, &mount);
        propagation_check(&mounts, &mount, container);
    }
}

static void devices_check(const struct ls_spot *container, const struct ls_pod_frame *frame)
{
    struct ls_spot devices = ls_spot_at(container, "volumeDevices");
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (device, &devices) {
        struct ls_spot name = ls_spot_at(&device, "name");
        if (ls_spot_needed(&name) && !ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_invalid(&name, "must be unique");
        if (!ls_seen_has(frame->volumes, ls_spot_text(&name)))
            ls_spot_not_found(&name);
        ls_spot_needed(LS_SPOT_AT(&device, "devicePath"));
    }
}

static void resize_policies_check(const struct ls_spot *container)
{
    static const char *const resources[] = {"cpu", "memory"};
    static const char *const policies[] = {"NotRequired", "RestartContainer"};
    struct ls_spot list = ls_spot_at(container, "resizePolicy");
    LS_EACH_ITEM (policy, &list) {
        struct ls_spot resource = list;
        struct ls_spot restart = list;
        resource.value = ls_node_get(policy.value, LS_SLICE("resourceName"));
        restart.value = ls_node_get(policy.value, LS_SLICE("restartPolicy"));
        LS_SPOT_NEEDED_CHOICE(&resource, resources);
        LS_SPOT_NEEDED_CHOICE(&restart, policies);
    }
}

static void container_check(const struct ls_spot *container, const struct ls_pod_frame *frame)
{
    static const char *const message_policies[] = {"File", "FallbackToLogsOnError"};
    ls_spot_needed_text(LS_SPOT_AT(container, "name"), LS_TEXT_DNS_LABEL);
    ls_spot_needed(LS_SPOT_AT(container, "image"));
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(container, "terminationMessagePolicy"), message_policies);
    ports_check(LS_SPOT_AT(container, "ports"));
    ls_env_check(LS_SPOT_AT(container, "env"));
    ls_env_from_check(LS_SPOT_AT(container, "envFrom"));
    mounts_check(container, frame);
    devices_check(container, frame);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(container, "imagePullPolicy"), pull_policies);
    ls_resources_check(LS_SPOT_AT(container, "resources"));
    resize_policies_check(container);
    ls_security_context_check(LS_SPOT_AT(container, "securityContext"));
}

static void probes_check(const struct ls_spot *container, const struct ls_pod_frame *frame)
{
    struct ls_spot lifecycle = ls_spot_at(container, "lifecycle");
    if (ls_spot_is_there(&lifecycle))
        ls_lifecycle_check(&lifecycle, frame);
    ls_probe_check(container, "livenessProbe", frame);
    ls_probe_check(container, "readinessProbe", frame);
    ls_probe_check(container, "startupProbe", frame);
}

static void restart_policy_check(const struct ls_spot *container)
{
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(container, "restartPolicy"), restart_policies);
}

/* protocol/hostIP/port, as errors show it. */
static const char *host_port_text(const struct ls_spot *port)
{
    return ls_arena_printf(
        port->errors->arena, "%s/%s/%lld",
        ls_node_text(ls_node_get(port->value, LS_SLICE("protocol"))),
        ls_node_text(ls_node_get(port->value, LS_SLICE("hostIP"))),
        (long long)ls_node_int(ls_node_get(port->value, LS_SLICE("hostPort")), 0));
}

static void host_ports_check(const struct ls_spot *container, struct ls_seen *taken)
{
    struct ls_spot ports = ls_spot_at(container, "ports");
    LS_EACH_ITEM (port, &ports) {
        struct ls_spot host = ls_spot_at(&port, "hostPort");
        if (ls_node_int(host.value, 0) == 0)
            continue;
        const char *text = host_port_text(&port);
        const char *quoted = ls_arena_printf(port.errors->arena, "\"%s\"", text);
        if (!ls_seen_add(taken, ls_slice_of(text)))
            ls_spot_duplicate_as(&host, quoted);
    }
}

void ls_containers_check(const struct ls_spot *containers, const struct ls_pod_frame *frame)
{
    LS_ASSERT(frame->volumes != NULL);
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    struct ls_seen taken LS_AUTO(ls_seen_release) = {.count = 0};
    if (!ls_spot_needed(containers))
        return;
    LS_EACH_ITEM (container, containers) {
        struct ls_spot name = ls_spot_at(&container, "name");
        container_check(&container, frame);
        if (!ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
        probes_check(&container, frame);
        restart_policy_check(&container);
    }
    LS_EACH_ITEM (container, containers)
        host_ports_check(&container, &taken);
}

static void no_probes_check(const struct ls_spot *container)
{
    static const char *const names[] = {"lifecycle", "livenessProbe", "readinessProbe",
                                        "startupProbe"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_spot member = ls_spot_at(container, names[i]);
        if (ls_spot_is_there(&member))
            ls_spot_forbidden(&member,
                              "may not be set for init containers without restartPolicy=Always");
    }
}

static void main_names_add(struct ls_node spec, struct ls_seen *names)
{
    LS_EACH (it, ls_node_get(spec, LS_SLICE("containers")))
        ls_seen_add(names, ls_node_string(ls_node_get(it.value, LS_SLICE("name"))));
}

void ls_init_containers_check(const struct ls_spot *containers, const struct ls_pod_frame *frame)
{
    LS_ASSERT(frame->volumes != NULL);
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    main_names_add(frame->spec, &names);
    LS_EACH_ITEM (container, containers) {
        struct ls_spot name = ls_spot_at(&container, "name");
        struct ls_node policy = ls_node_get(container.value, LS_SLICE("restartPolicy"));
        container_check(&container, frame);
        restart_policy_check(&container);
        if (ls_spot_text(&name).len > 0 && !ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
        if (ls_node_string_is(policy, "Always"))
            probes_check(&container, frame);
        else
            no_probes_check(&container);
    }
}
