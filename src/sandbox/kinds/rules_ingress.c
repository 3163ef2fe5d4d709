/* Rules of Ingress and IngressClass. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"
#include "sandbox/status/warnings.h"

static const struct ls_default parameters_defaults[] = {LS_DEFAULT_TEXT("scope", "Cluster")};

static void ingress_class_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    ls_shape_fill(ls_shape_at(spec, "parameters"), parameters_defaults);
}

static void host_check(const struct ls_spot *host)
{
    if (ls_slice_find(ls_spot_text(host), '*') != SIZE_MAX)
        ls_spot_follows(host, LS_TEXT_WILDCARD);
    else
        ls_spot_follows(host, LS_TEXT_DNS_SUBDOMAIN);
}

static void reference_check(const struct ls_spot *reference)
{
    ls_spot_optional_text(LS_SPOT_AT(reference, "apiGroup"), LS_TEXT_DNS_SUBDOMAIN);
    ls_spot_needed_text(LS_SPOT_AT(reference, "kind"), LS_TEXT_PATH_SEGMENT);
    ls_spot_needed_text(LS_SPOT_AT(reference, "name"), LS_TEXT_PATH_SEGMENT);
}

static void service_check(const struct ls_spot *backend, const struct ls_spot *service)
{
    struct ls_spot name = ls_spot_at(service, "name");
    struct ls_spot port_name = ls_spot_at(service, "port.name");
    struct ls_spot port_number = ls_spot_at(service, "port.number");
    bool has_name = ls_spot_text(&port_name).len > 0;
    bool has_number = ls_node_int(port_number.value, 0) != 0;
    ls_spot_needed_text(&name, LS_TEXT_DNS_LABEL);
    if (has_name && has_number)
        ls_spot_invalid_as(backend, "\"\"", "cannot set both port name & port number");
    else if (has_name)
        ls_spot_follows(&port_name, LS_TEXT_PORT_NAME);
    else if (has_number)
        ls_port_check(&port_number);
    else
        ls_spot_required(backend, "port name or number is required");
}

static void backend_check(const struct ls_spot *backend)
{
    struct ls_spot resource = ls_spot_at(backend, "resource");
    struct ls_spot service = ls_spot_at(backend, "service");
    if (ls_spot_is_there(&resource) && ls_spot_is_there(&service))
        ls_spot_invalid_as(backend, "\"\"", "cannot set both resource and service backends");
    else if (ls_spot_is_there(&resource))
        reference_check(&resource);
    else if (ls_spot_is_there(&service))
        service_check(backend, &service);
    else
        ls_spot_invalid_as(backend, "\"\"", "resource or service backend is required");
}

static bool contains(struct ls_slice text, const char *part)
{
    for (size_t i = 0; i < text.len; i++) {
        if (ls_slice_starts(ls_slice_from(text, i), part))
            return true;
    }
    return false;
}

static void url_path_check(const struct ls_spot *path)
{
    static const char *const inside[] = {"//", "/./", "/../", "%2f", "%2F"};
    static const char *const at_end[] = {"/..", "/."};
    struct ls_slice text = ls_spot_text(path);
    if (!ls_slice_starts(text, "/")) {
        if (ls_spot_is_there(path))
            ls_spot_invalid(path, "must be an absolute path");
        else
            ls_spot_invalid_as(path, "\"\"", "must be an absolute path");
    }
    for (size_t i = 0; i < LS_COUNT(inside); i++) {
        if (contains(text, inside[i]))
            ls_spot_invalid(path, "must not contain '%s'", inside[i]);
    }
    for (size_t i = 0; i < LS_COUNT(at_end); i++) {
        if (ls_slice_ends(text, at_end[i]))
            ls_spot_invalid(path, "cannot end with '%s'", at_end[i]);
    }
}

static void path_check(const struct ls_spot *entry)
{
    static const char *const types[] = {"Exact", "ImplementationSpecific", "Prefix"};
    struct ls_spot type = ls_spot_at(entry, "pathType");
    struct ls_spot path = ls_spot_at(entry, "path");
    if (!ls_spot_is_there(&type)) {
        ls_spot_required(&type, "pathType must be specified");
        return;
    }
    if (ls_node_string_is(type.value, "Exact") || ls_node_string_is(type.value, "Prefix"))
        url_path_check(&path);
    else if (LS_SPOT_CHOICE(&type, types) && ls_spot_text(&path).len > 0 &&
             !ls_slice_starts(ls_spot_text(&path), "/"))
        ls_spot_invalid(&path, "must be an absolute path");
    backend_check(LS_SPOT_AT(entry, "backend"));
}

static void rule_check(const struct ls_spot *rule)
{
    struct ls_spot host = ls_spot_at(rule, "host");
    struct ls_spot http = ls_spot_at(rule, "http");
    struct ls_spot paths = ls_spot_at(&http, "paths");
    if (ls_ip_is_valid(ls_spot_text(&host)))
        ls_spot_invalid(&host, "must be a DNS name, not an IP address");
    if (ls_spot_text(&host).len > 0)
        host_check(&host);
    if (ls_spot_is_there(&http) && ls_node_count(paths.value) == 0)
        ls_spot_required(&paths, "%s", "");
    LS_EACH_ITEM (path, &paths)
        path_check(&path);
}

static void tls_check(const struct ls_spot *spec)
{
    struct ls_spot list = ls_spot_at(spec, "tls");
    LS_EACH_ITEM (tls, &list) {
        struct ls_spot hosts = ls_spot_at(&tls, "hosts");
        LS_EACH_ITEM (host, &hosts)
            host_check(&host);
        ls_spot_optional_text(LS_SPOT_AT(&tls, "secretName"), LS_TEXT_DNS_SUBDOMAIN);
    }
}

static void ingress_validate(const struct ls_admission *admission, struct ls_node object,
                             struct ls_field_errors *errors)
{
    struct ls_spot ingress = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&ingress, "spec");
    struct ls_spot rules = ls_spot_at(&spec, "rules");
    struct ls_spot backend = ls_spot_at(&spec, "defaultBackend");
    struct ls_spot class = ls_spot_at(&spec, "ingressClassName");
    if (!ls_writes_object(admission))
        return;
    if (ls_node_count(rules.value) == 0 && !ls_spot_is_there(&backend))
        ls_spot_invalid_as(&spec, "null", "either `defaultBackend` or `rules` must be specified");
    if (ls_spot_is_there(&backend))
        backend_check(&backend);
    LS_EACH_ITEM (rule, &rules)
        rule_check(&rule);
    tls_check(&spec);
    if (ls_spot_is_there(&class))
        ls_spot_follows(&class, LS_TEXT_DNS_SUBDOMAIN);
}

static void ingress_class_validate(const struct ls_admission *admission, struct ls_node object,
                                   struct ls_field_errors *errors)
{
    static const char *const scopes[] = {"Cluster", "Namespace"};
    struct ls_spot class = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&class, "spec");
    struct ls_spot controller = ls_spot_at(&spec, "controller");
    struct ls_spot parameters = ls_spot_at(&spec, "parameters");
    if (!ls_admission_creates(admission))
        ls_spot_unchanged(&controller, ls_node_at(admission->old, "spec.controller"));
    ls_domain_path_check(&controller);
    if (!ls_spot_is_there(&parameters))
        return;
    reference_check(&parameters);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(&parameters, "scope"), scopes);
}

static void ingress_warn(const struct ls_admission *admission, struct ls_node object,
                         struct ls_response_warnings *warnings)
{
    static const char annotation[] = "kubernetes.io/ingress.class";
    struct ls_node annotations = ls_node_at(object, "metadata.annotations");
    if (ls_admission_creates(admission) &&
        !ls_node_is_absent(ls_node_get(annotations, ls_slice_of(annotation))))
        ls_response_warnings_add(
            warnings, admission->arena,
            "annotation \"%s\" is deprecated, please use 'spec.ingressClassName' "
            "instead",
            annotation);
}

const struct ls_kind_rules ls_rules_ingress = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .validate = ingress_validate,
    .warn = ingress_warn,
};

const struct ls_kind_rules ls_rules_ingress_class = {
    .generation = LS_GENERATION_SPEC,
    .defaults = ingress_class_default,
    .validate = ingress_class_validate,
};
