/* Validation of environment variables and of fieldRef and resourceFieldRef. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

static const char *const env_paths[] = {"metadata.name",
                                        "metadata.namespace",
                                        "metadata.uid",
                                        "spec.nodeName",
                                        "spec.serviceAccountName",
                                        "status.hostIP",
                                        "status.hostIPs",
                                        "status.podIP",
                                        "status.podIPs"};
static const char *const volume_paths[] = {"metadata.annotations", "metadata.labels",
                                           "metadata.name", "metadata.namespace", "metadata.uid"};
/* Fields that the server knows but does not allow in environment variables. */
static const char *const other_paths[] = {"metadata.annotations", "metadata.labels",
                                          "spec.restartPolicy", "spec.schedulerName",
                                          "status.phase"};
static const char *const resource_names[] = {
    "limits.cpu",   "limits.ephemeral-storage",   "limits.memory",
    "requests.cpu", "requests.ephemeral-storage", "requests.memory"};

/* metadata.labels['key'] */
static bool subscript_split(struct ls_slice path, struct ls_slice *base, struct ls_slice *key)
{
    size_t bracket = ls_slice_find(path, '[');
    if (bracket == SIZE_MAX || !ls_slice_ends(path, "']") || path.len < bracket + 4 ||
        path.at[bracket + 1] != '\'')
        return false;
    *base = (struct ls_slice){path.at, bracket};
    *key = (struct ls_slice){path.at + bracket + 2, path.len - bracket - 4};
    return true;
}

static void subscript_check(const struct ls_spot *reference, const struct ls_spot *path,
                            struct ls_slice base, struct ls_slice key)
{
    struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
    bool is_label = ls_slice_is(base, "metadata.labels");
    if (!is_label && !ls_slice_is(base, "metadata.annotations")) {
        ls_spot_invalid(path,
                        "error converting fieldPath: field label does not support subscript: %.*s",
                        LS_ARG(ls_spot_text(path)));
        return;
    }
    struct ls_text_flaws flaws =
        ls_text_flaws(is_label ? LS_TEXT_LABEL_KEY : LS_TEXT_ANNOTATION_KEY, key);
    ls_buf_printf(&shown, "\"%.*s\"", LS_ARG(key));
    for (size_t i = 0; i < flaws.count; i++)
        ls_spot_invalid_as(reference, ls_buf_text(&shown), "%s", flaws.at[i]);
}

void ls_field_ref_check(const struct ls_spot *reference, bool is_volume)
{
    struct ls_spot version = ls_spot_at(reference, "apiVersion");
    struct ls_spot path = ls_spot_at(reference, "fieldPath");
    struct ls_slice text = ls_spot_text(&path);
    struct ls_slice base;
    struct ls_slice key;
    const char *const *fine = is_volume ? volume_paths : env_paths;
    size_t fine_count = is_volume ? LS_COUNT(volume_paths) : LS_COUNT(env_paths);
    if (!ls_spot_needed(&version) || !ls_spot_needed(&path))
        return;
    if (!ls_node_string_is(version.value, "v1"))
        ls_spot_invalid(&path, "error converting fieldPath: unsupported pod version: %s",
                        ls_node_text(version.value));
    else if (subscript_split(text, &base, &key))
        subscript_check(reference, &path, base, key);
    else if (ls_slice_is_any(text, fine, fine_count))
        return;
    else if (ls_slice_is_any(text, env_paths, LS_COUNT(env_paths)) ||
             ls_slice_is_any(text, other_paths, LS_COUNT(other_paths)))
        ls_spot_choice(&path, fine, fine_count);
    else
        ls_spot_invalid(&path, "error converting fieldPath: field label not supported: %.*s",
                        LS_ARG(text));
}

static bool is_binary_or_decimal_one(struct ls_slice text)
{
    static const char *const units[] = {"1",   "1k",  "1M",  "1G",  "1T",  "1P", "1E",
                                        "1Ki", "1Mi", "1Gi", "1Ti", "1Pi", "1Ei"};
    return ls_slice_is_any(text, units, LS_COUNT(units));
}

static void divisor_check(const struct ls_spot *reference, struct ls_slice resource)
{
    struct ls_spot divisor = ls_spot_at(reference, "divisor");
    struct ls_spot shown =
        ls_spot_showing(reference, "divisor", ls_node_get(reference->value, LS_SLICE("resource")));
    struct ls_slice text = ls_spot_text(&divisor);
    struct ls_quantity quantity;
    const char *what = NULL;
    if (!ls_quantity_at(&divisor, &quantity) || ls_quantity_sign(&quantity) == 0)
        return;
    if (ls_slice_ends(resource, ".cpu")) {
        if (!ls_slice_is(text, "1") && !ls_slice_is(text, "1m"))
            ls_spot_invalid(&shown,
                            "only divisor's values 1m and 1 are supported with the cpu resource");
        return;
    }
    what = ls_slice_ends(resource, ".memory")              ? "memory"
           : ls_slice_ends(resource, ".ephemeral-storage") ? "local ephemeral storage"
                                                           : "hugepages";
    if (!is_binary_or_decimal_one(text))
        ls_spot_invalid(&shown,
                        "only divisor's values 1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, "
                        "1Ei are supported with the %s resource",
                        what);
}

void ls_resource_ref_check(const struct ls_spot *reference, bool is_volume)
{
    struct ls_spot container = ls_spot_at(reference, "containerName");
    struct ls_spot resource = ls_spot_at(reference, "resource");
    struct ls_slice text = ls_spot_text(&resource);
    if (is_volume && ls_spot_text(&container).len == 0)
        ls_spot_required(&container, "%s", "");
    else if (ls_spot_needed(&resource) && !ls_slice_starts(text, "requests.hugepages-") &&
             !ls_slice_starts(text, "limits.hugepages-"))
        LS_SPOT_CHOICE(&resource, resource_names);
    divisor_check(reference, text);
}

static void key_ref_check(const struct ls_spot *reference)
{
    ls_spot_follows(LS_SPOT_AT(reference, "name"), LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_needed_text(LS_SPOT_AT(reference, "key"), LS_TEXT_CONFIG_KEY);
}

static size_t value_sources_check(const struct ls_spot *from)
{
    struct ls_spot field = ls_spot_at(from, "fieldRef");
    struct ls_spot resource = ls_spot_at(from, "resourceFieldRef");
    struct ls_spot config = ls_spot_at(from, "configMapKeyRef");
    struct ls_spot secret = ls_spot_at(from, "secretKeyRef");
    struct ls_spot file = ls_spot_at(from, "fileKeyRef");
    if (ls_spot_is_there(&field))
        ls_field_ref_check(&field, false);
    if (ls_spot_is_there(&resource))
        ls_resource_ref_check(&resource, false);
    if (ls_spot_is_there(&config))
        key_ref_check(&config);
    if (ls_spot_is_there(&secret))
        key_ref_check(&secret);
    return (size_t)ls_spot_is_there(&field) + ls_spot_is_there(&resource) +
           ls_spot_is_there(&config) + ls_spot_is_there(&secret) + ls_spot_is_there(&file);
}

static void value_from_check(const struct ls_spot *variable)
{
    struct ls_spot from = ls_spot_at(variable, "valueFrom");
    struct ls_node value = ls_node_get(variable->value, LS_SLICE("value"));
    if (!ls_spot_is_there(&from))
        return;
    size_t sources = value_sources_check(&from);
    if (sources == 0)
        ls_spot_invalid_as(&from, "\"\"",
                           "must specify one of: `fieldRef`, `resourceFieldRef`, "
                           "`configMapKeyRef`, `secretKeyRef` or `fileKeyRef`");
    else if (ls_node_string(value).len > 0)
        ls_spot_invalid_as(&from, "\"\"", "may not be specified when `value` is not empty");
    else if (sources > 1)
        ls_spot_invalid_as(&from, "\"\"", "may not have more than one field specified at a time");
}

void ls_env_check(const struct ls_spot *env)
{
    LS_EACH_ITEM (variable, env) {
        ls_spot_needed_text(LS_SPOT_AT(&variable, "name"), LS_TEXT_ENV_NAME);
        value_from_check(&variable);
    }
}

static void env_source_check(const struct ls_spot *source)
{
    ls_spot_needed_text(LS_SPOT_AT(source, "name"), LS_TEXT_DNS_SUBDOMAIN);
}

void ls_env_from_check(const struct ls_spot *sources)
{
    LS_EACH_ITEM (source, sources) {
        struct ls_spot config = ls_spot_at(&source, "configMapRef");
        struct ls_spot secret = ls_spot_at(&source, "secretRef");
        ls_spot_follows(LS_SPOT_AT(&source, "prefix"), LS_TEXT_ENV_PREFIX);
        if (ls_spot_is_there(&config))
            env_source_check(&config);
        if (ls_spot_is_there(&secret))
            env_source_check(&secret);
        if (!ls_spot_is_there(&config) && !ls_spot_is_there(&secret))
            ls_spot_invalid_as(sources, "\"\"",
                               "must specify one of: `configMapRef` or `secretRef`");
        if (ls_spot_is_there(&config) && ls_spot_is_there(&secret))
            ls_spot_invalid_as(sources, "\"\"",
                               "may not have more than one field specified at a time");
    }
}
