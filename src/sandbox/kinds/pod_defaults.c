#include "sandbox/kinds/pod_defaults.h"

#include "sandbox/kinds/image_name.h"
#include "value/quantity.h"

enum { FILE_MODE = 0644 };

static const struct ls_default spec_defaults[] = {
    LS_DEFAULT_TEXT("restartPolicy", "Always"),
    LS_DEFAULT_INT("terminationGracePeriodSeconds", 30),
    LS_DEFAULT_TEXT("dnsPolicy", "ClusterFirst"),
    LS_DEFAULT_MAP("securityContext"),
    LS_DEFAULT_TEXT("schedulerName", "default-scheduler"),
};
static const struct ls_default container_defaults[] = {
    LS_DEFAULT_TEXT("terminationMessagePath", "/dev/termination-log"),
    LS_DEFAULT_TEXT("terminationMessagePolicy", "File"),
};
static const struct ls_default probe_defaults[] = {
    LS_DEFAULT_INT("timeoutSeconds", 1),
    LS_DEFAULT_INT("periodSeconds", 10),
    LS_DEFAULT_INT("successThreshold", 1),
    LS_DEFAULT_INT("failureThreshold", 3),
};
static const struct ls_default http_get_defaults[] = {
    LS_DEFAULT_TEXT("path", "/"),
    LS_DEFAULT_TEXT("scheme", "HTTP"),
};
static const struct ls_default grpc_defaults[] = {LS_DEFAULT_TEXT("service", "")};
static const struct ls_default port_defaults[] = {LS_DEFAULT_TEXT("protocol", "TCP")};
static const struct ls_default field_ref_defaults[] = {LS_DEFAULT_TEXT("apiVersion", "v1")};
static const struct ls_default claim_defaults[] = {LS_DEFAULT_TEXT("volumeMode", "Filesystem")};
static const struct ls_default token_defaults[] = {LS_DEFAULT_INT("expirationSeconds", 3600)};

/* Defaults of a volume by its source. */
static const struct {
    const char *source;
    struct ls_default row;
} volume_defaults[] = {
    {"configMap", LS_DEFAULT_INT("defaultMode", FILE_MODE)},
    {"secret", LS_DEFAULT_INT("defaultMode", FILE_MODE)},
    {"downwardAPI", LS_DEFAULT_INT("defaultMode", FILE_MODE)},
    {"projected", LS_DEFAULT_INT("defaultMode", FILE_MODE)},
    {"hostPath", LS_DEFAULT_TEXT("type", "")},
    {"iscsi", LS_DEFAULT_TEXT("iscsiInterface", "default")},
    {"rbd", LS_DEFAULT_TEXT("pool", "rbd")},
    {"rbd", LS_DEFAULT_TEXT("user", "admin")},
    {"rbd", LS_DEFAULT_TEXT("keyring", "/etc/ceph/keyring")},
    {"azureDisk", LS_DEFAULT_TEXT("cachingMode", "ReadWrite")},
    {"azureDisk", LS_DEFAULT_TEXT("fsType", "ext4")},
    {"azureDisk", LS_DEFAULT_BOOL("readOnly", false)},
    {"azureDisk", LS_DEFAULT_TEXT("kind", "Shared")},
    {"scaleIO", LS_DEFAULT_TEXT("fsType", "xfs")},
    {"scaleIO", LS_DEFAULT_TEXT("storageMode", "ThinProvisioned")},
};

const char *ls_image_pull_policy(struct ls_slice image)
{
    struct ls_image_name name;
    if (!ls_image_name_read(image, &name))
        return "IfNotPresent";
    bool is_untagged = !name.tag.at && !name.digest.at;
    return is_untagged || ls_slice_is(name.tag, "latest") ? "Always" : "IfNotPresent";
}

static void handler_default(struct ls_shape handler)
{
    ls_shape_fill(ls_shape_at(handler, "httpGet"), http_get_defaults);
    ls_shape_fill(ls_shape_at(handler, "grpc"), grpc_defaults);
}

static void probe_default(struct ls_shape container, const char *name)
{
    struct ls_shape probe = ls_shape_at(container, name);
    ls_shape_fill(probe, probe_defaults);
    handler_default(probe);
}

static void env_default(struct ls_shape env)
{
    LS_EACH_SHAPE (variable, env) {
        struct ls_shape source = ls_shape_at(variable, "valueFrom");
        ls_shape_fill(ls_shape_at(source, "fieldRef"), field_ref_defaults);
        struct ls_shape file = ls_shape_at(source, "fileKeyRef");
        if (ls_shape_is_there(file) && !ls_shape_has(file, "optional"))
            ls_shape_set_bool(file, "optional", false);
    }
}

/* Amounts are stored in thousandths, rounded up. */
static void amount_round(struct ls_shape amounts, struct ls_slice name, struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_quantity amount;
    int64_t count;
    if (ls_quantity_parse(text, &amount, NULL) || amount.exponent >= -3 ||
        !ls_quantity_scaled(&amount, -3, &count))
        return;
    const char *rounded = ls_arena_printf(&amounts.space->arena, "%lldm", (long long)count);
    if (ls_quantity_normalize(ls_slice_of(rounded), &out, NULL) == LS_OK)
        ls_shape_set_text(amounts, ls_arena_dup(&amounts.space->arena, name), ls_buf_slice(&out));
}

static void amounts_round(struct ls_shape resources, const char *list)
{
    struct ls_shape amounts = ls_shape_at(resources, list);
    if (!ls_shape_is_there(amounts))
        return;
    LS_EACH (it, ls_shape_value(amounts))
        amount_round(amounts, it.key, ls_node_string(it.value));
}

static void container_default(struct ls_shape container)
{
    amounts_round(ls_shape_at(container, "resources"), "limits");
    amounts_round(ls_shape_at(container, "resources"), "requests");
    ls_shape_fill(container, container_defaults);
    if (!ls_shape_has(container, "imagePullPolicy")) {
        struct ls_slice image = ls_node_string(ls_shape_get(container, "image"));
        ls_shape_set_text(container, "imagePullPolicy", ls_slice_of(ls_image_pull_policy(image)));
    }
    struct ls_shape ports = ls_shape_at(container, "ports");
    LS_EACH_SHAPE (port, ports)
        ls_shape_fill(port, port_defaults);
    env_default(ls_shape_at(container, "env"));
    probe_default(container, "livenessProbe");
    probe_default(container, "readinessProbe");
    probe_default(container, "startupProbe");
    struct ls_shape lifecycle = ls_shape_at(container, "lifecycle");
    handler_default(ls_shape_at(lifecycle, "postStart"));
    handler_default(ls_shape_at(lifecycle, "preStop"));
}

static void downward_items_default(struct ls_shape source)
{
    struct ls_shape items = ls_shape_at(source, "items");
    LS_EACH_SHAPE (item, items)
        ls_shape_fill(ls_shape_at(item, "fieldRef"), field_ref_defaults);
}

static void projected_default(struct ls_shape projected)
{
    struct ls_shape sources = ls_shape_at(projected, "sources");
    LS_EACH_SHAPE (source, sources) {
        ls_shape_fill(ls_shape_at(source, "serviceAccountToken"), token_defaults);
        downward_items_default(ls_shape_at(source, "downwardAPI"));
    }
}

static void volume_default(struct ls_shape volume)
{
    /* A volume with only a name is an emptyDir. */
    if (ls_shape_count(volume) <= 1)
        ls_shape_set_empty(volume, "emptyDir", LS_TYPE_MAP);
    for (size_t i = 0; i < LS_COUNT(volume_defaults); i++)
        ls_shape_fill_rows(ls_shape_at(volume, volume_defaults[i].source), &volume_defaults[i].row,
                           1);
    downward_items_default(ls_shape_at(volume, "downwardAPI"));
    projected_default(ls_shape_at(volume, "projected"));
    struct ls_shape claim = ls_shape_at(ls_shape_at(volume, "ephemeral"), "volumeClaimTemplate");
    ls_claim_spec_default(ls_shape_at(claim, "spec"));
    struct ls_shape image = ls_shape_at(volume, "image");
    if (ls_shape_is_there(image) && !ls_shape_has(image, "pullPolicy")) {
        struct ls_slice reference = ls_node_string(ls_shape_get(image, "reference"));
        ls_shape_set_text(image, "pullPolicy", ls_slice_of(ls_image_pull_policy(reference)));
    }
}

/* serviceAccount, the deprecated name, mirrors serviceAccountName. */
static void service_account_default(struct ls_shape spec)
{
    struct ls_node name = ls_shape_get(spec, "serviceAccountName");
    struct ls_node old_name = ls_shape_get(spec, "serviceAccount");
    if (ls_node_string(name).len > 0)
        ls_shape_set(spec, "serviceAccount", name);
    else if (ls_node_string(old_name).len > 0)
        ls_shape_set(spec, "serviceAccountName", old_name);
}

void ls_claim_spec_default(struct ls_shape spec)
{
    ls_shape_fill(spec, claim_defaults);
}

void ls_pod_spec_default(struct ls_shape spec)
{
    static const char *const lists[] = {"containers", "initContainers", "ephemeralContainers"};
    ls_shape_fill(spec, spec_defaults);
    service_account_default(spec);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_shape containers = ls_shape_at(spec, lists[i]);
        LS_EACH_SHAPE (container, containers)
            container_default(container);
    }
    struct ls_shape volumes = ls_shape_at(spec, "volumes");
    LS_EACH_SHAPE (volume, volumes)
        volume_default(volume);
}

void ls_pod_template_default(struct ls_shape pod_template)
{
    ls_pod_spec_default(ls_shape_made(pod_template, "spec"));
}

void ls_strategy_default(struct ls_shape spec, const char *member, const struct ls_default *rows,
                         size_t row_count)
{
    LS_ASSERT(row_count > 0);
    static const struct ls_default types[] = {LS_DEFAULT_TEXT("type", "RollingUpdate")};
    struct ls_shape strategy = ls_shape_made(spec, member);
    ls_shape_fill(strategy, types);
    if (ls_node_string_is(ls_shape_get(strategy, "type"), "RollingUpdate"))
        ls_shape_fill_rows(ls_shape_made(strategy, "rollingUpdate"), rows, row_count);
}
