/* Nodes of the simulated cluster, with their leases; made once at the start. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/put.h"

/* The name under which nodes are created. */
static const struct ls_controller node_registrar = {
    .name = "kubelet", .field_manager = "kubelet", .kind = LS_WORKLOAD_NODE};

static void put_labels(struct ls_build *build, const char *name)
{
    ls_put_map(build, "labels");
    ls_put_text(build, "beta.kubernetes.io/arch", "amd64");
    ls_put_text(build, "beta.kubernetes.io/os", "linux");
    ls_put_text(build, "kubernetes.io/arch", "amd64");
    ls_put_text(build, "kubernetes.io/hostname", name);
    ls_put_text(build, "kubernetes.io/os", "linux");
    ls_build_end(build);
}

static void put_resources(struct ls_build *build, const char *key)
{
    ls_put_map(build, key);
    ls_put_text(build, "cpu", "32");
    ls_put_text(build, "ephemeral-storage", "1Ti");
    ls_put_text(build, "hugepages-1Gi", "0");
    ls_put_text(build, "hugepages-2Mi", "0");
    ls_put_text(build, "memory", "256Gi");
    ls_put_text(build, "pods", "110");
    ls_build_end(build);
}

struct node_condition {
    const char *type;
    const char *status;
    const char *reason;
    const char *message;
};

static void put_conditions(struct ls_build *build, int64_t now_ms)
{
    static const struct node_condition rows[] = {
        {"MemoryPressure", "False", "KubeletHasSufficientMemory",
         "kubelet has sufficient memory available"},
        {"DiskPressure", "False", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"},
        {"PIDPressure", "False", "KubeletHasSufficientPID", "kubelet has sufficient PID available"},
        {"Ready", "True", "KubeletReady", "kubelet is posting ready status"},
    };
    ls_put_list(build, "conditions");
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        ls_build_map(build);
        ls_put_text(build, "type", rows[i].type);
        ls_put_text(build, "status", rows[i].status);
        ls_put_time(build, "lastHeartbeatTime", now_ms);
        ls_put_time(build, "lastTransitionTime", now_ms);
        ls_put_text(build, "reason", rows[i].reason);
        ls_put_text(build, "message", rows[i].message);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static void put_address(struct ls_build *build, const char *type, const char *address)
{
    ls_build_map(build);
    ls_put_text(build, "type", type);
    ls_put_text(build, "address", address);
    ls_build_end(build);
}

static void put_info(struct ls_build *build, const char *name)
{
    ls_put_map(build, "nodeInfo");
    ls_put_text(build, "machineID", name);
    ls_put_text(build, "systemUUID", name);
    ls_put_text(build, "bootID", name);
    ls_put_text(build, "kernelVersion", "6.1.0");
    ls_put_text(build, "osImage", "lockstep sandbox");
    ls_put_text(build, "containerRuntimeVersion", "containerd://2.1.0");
    ls_put_text(build, "kubeletVersion", "v1.36.3");
    ls_put_text(build, "kubeProxyVersion", "");
    ls_put_text(build, "operatingSystem", "linux");
    ls_put_text(build, "architecture", "amd64");
    ls_build_end(build);
}

static struct ls_node node_status(struct ls_arena *arena, const char *name, size_t i,
                                  int64_t now_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    put_resources(&build, "capacity");
    put_resources(&build, "allocatable");
    put_conditions(&build, now_ms);
    ls_put_list(&build, "addresses");
    put_address(&build, "InternalIP",
                ls_arena_printf(arena, "172.18.%zu.%zu", i / 250, i % 250 + 2));
    put_address(&build, "Hostname", name);
    ls_build_end(&build);
    ls_put_map(&build, "daemonEndpoints");
    ls_put_map(&build, "kubeletEndpoint");
    ls_put_int(&build, "Port", 10250);
    ls_build_end(&build);
    ls_build_end(&build);
    put_info(&build, name);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static struct ls_node node_body(struct ls_arena *arena, const char *name, size_t i, int64_t now_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "Node");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", name);
    put_labels(&build, name);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_text(&build, "podCIDR", ls_arena_printf(arena, "10.244.%zu.0/24", i % 256));
    ls_put_list(&build, "podCIDRs");
    ls_put_text(&build, NULL, ls_arena_printf(arena, "10.244.%zu.0/24", i % 256));
    ls_build_end(&build);
    ls_put_text(&build, "providerID", ls_arena_printf(arena, "sandbox://%s", name));
    ls_build_end(&build);
    ls_put_node(&build, "status", node_status(arena, name, i, now_ms));
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static void put_node_owner(struct ls_build *build, struct ls_node node)
{
    ls_put_list(build, "ownerReferences");
    ls_build_map(build);
    ls_put_text(build, "apiVersion", "v1");
    ls_put_text(build, "kind", "Node");
    ls_put_node(build, "name", ls_node_at(node, "metadata.name"));
    ls_put_node(build, "uid", ls_node_at(node, "metadata.uid"));
    ls_build_end(build);
    ls_build_end(build);
}

/* Never renewed, so that an idle cluster writes nothing. */
static struct ls_node lease_body(struct ls_arena *arena, struct ls_node owner, const char *name,
                                 int64_t now_ms)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "coordination.k8s.io/v1");
    ls_put_text(&build, "kind", "Lease");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", name);
    ls_put_text(&build, "namespace", "kube-node-lease");
    put_node_owner(&build, owner);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_text(&build, "holderIdentity", name);
    ls_put_int(&build, "leaseDurationSeconds", 40);
    ls_put_micro_time(&build, "renewTime", now_ms);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

void ls_nodes_make(struct ls_manager *manager, struct ls_arena *arena, size_t count, int64_t now_ms)
{
    for (size_t i = 0; i < count; i++) {
        const char *name = ls_arena_printf(arena, "node-%zu", i + 1);
        struct ls_act node = {.type = LS_ACT_CREATE,
                              .kind = LS_WORKLOAD_NODE,
                              .body = node_body(arena, name, i, now_ms)};
        struct ls_object_key key = {LS_SLICE(""), ls_slice_of(name)};
        ls_manager_act(manager, &node_registrar, &node);
        struct ls_node made = ls_manager_get(manager, LS_WORKLOAD_NODE, key);
        struct ls_act lease = {.type = LS_ACT_CREATE,
                               .kind = LS_WORKLOAD_LEASE,
                               .body = lease_body(arena, made, name, now_ms)};
        ls_manager_act(manager, &node_registrar, &lease);
    }
}
