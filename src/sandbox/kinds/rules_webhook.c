/* Rules of ValidatingWebhookConfiguration and MutatingWebhookConfiguration. */
#include <string.h>

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/rule_validate.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"

static const struct ls_default webhook_defaults[] = {
    LS_DEFAULT_TEXT("failurePolicy", "Fail"), LS_DEFAULT_TEXT("matchPolicy", "Equivalent"),
    LS_DEFAULT_MAP("namespaceSelector"),      LS_DEFAULT_MAP("objectSelector"),
    LS_DEFAULT_INT("timeoutSeconds", 10),
};
static const struct ls_default mutating_defaults[] = {
    LS_DEFAULT_TEXT("reinvocationPolicy", "Never"),
};
static const struct ls_default service_defaults[] = {LS_DEFAULT_INT("port", 443)};
static const struct ls_default rule_defaults[] = {LS_DEFAULT_TEXT("scope", "*")};

static void webhook_default(const struct ls_admission *admission)
{
    bool is_mutating = ls_slice_starts(ls_slice_of(admission->kind->resource.kind), "Mutating");
    struct ls_shape webhooks = ls_shape_at(ls_shape_of(admission), "webhooks");
    LS_EACH_SHAPE (webhook, webhooks) {
        ls_shape_fill(webhook, webhook_defaults);
        if (is_mutating)
            ls_shape_fill(webhook, mutating_defaults);
        struct ls_shape client = ls_shape_at(webhook, "clientConfig");
        ls_shape_fill(ls_shape_at(client, "service"), service_defaults);
        struct ls_shape rules = ls_shape_at(webhook, "rules");
        LS_EACH_SHAPE (rule, rules)
            ls_shape_fill(rule, rule_defaults);
    }
}

enum { TIMEOUT_S_MAX = 30 };

/* A domain of at least three segments. */
static void name_check(const struct ls_spot *name)
{
    size_t dots = 0;
    for (size_t i = 0; i < ls_spot_text(name).len; i++)
        dots += ls_spot_text(name).at[i] == '.' ? 1 : 0;
    if (ls_spot_needed_text(name, LS_TEXT_DNS_SUBDOMAIN) && dots < 2)
        ls_spot_invalid(name, "should be a domain with at least three segments separated by dots");
}

static void url_check(const struct ls_spot *url)
{
    struct ls_slice text = ls_spot_text(url);
    size_t colon = ls_slice_find(text, ':');
    struct ls_slice scheme = {text.at, colon == SIZE_MAX ? 0 : colon};
    if (!ls_slice_is(scheme, "https"))
        ls_spot_invalid_as(
            url, ls_arena_printf(url->errors->arena, "\"%.*s\"", LS_ARG(scheme)),
            "'https' is the only allowed URL scheme; desired format: https://host[/path]");
    if (colon == SIZE_MAX || !ls_slice_starts(ls_slice_from(text, colon), "://") ||
        text.len == colon + strlen("://"))
        ls_spot_invalid_as(url, "\"\"",
                           "host must be specified; desired format: https://host[/path]");
}

static void segment_check(const struct ls_spot *path, struct ls_slice segment, size_t i)
{
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_DNS_SUBDOMAIN, segment);
    if (segment.len == 0)
        ls_spot_invalid(path, "segment[%zu] may not be empty", i);
    for (size_t k = 0; segment.len > 0 && k < flaws.count; k++)
        ls_spot_invalid(path, "segment[%zu]: %s", i, flaws.at[k]);
}

static void path_check(const struct ls_spot *path)
{
    struct ls_slice rest = ls_spot_text(path);
    if (rest.len == 0 || ls_slice_is(rest, "/"))
        return;
    if (!ls_slice_starts(rest, "/"))
        ls_spot_invalid(path, "must start with a '/'");
    rest = ls_slice_from(rest, 1);
    if (ls_slice_ends(rest, "/"))
        rest.len--;
    bool has_more = true;
    for (size_t i = 0; has_more && i < LS_COMPARED_MAX; i++) {
        has_more = ls_slice_find(rest, '/') != SIZE_MAX;
        segment_check(path, ls_slice_cut(rest, '/', &rest), i);
    }
}

static void service_port_check(const struct ls_spot *port)
{
    int64_t number = ls_node_int(port->value, 0);
    if (number < 1 || number > UINT16_MAX)
        ls_spot_invalid(port, "port is not valid: must be between 1 and 65535, inclusive");
}

static void client_check(const struct ls_spot *client)
{
    struct ls_spot url = ls_spot_at(client, "url");
    struct ls_spot service = ls_spot_at(client, "service");
    struct ls_spot name = ls_spot_at(&service, "name");
    struct ls_spot space = ls_spot_at(&service, "namespace");
    if (ls_spot_is_there(&url) == ls_spot_is_there(&service)) {
        ls_spot_required(client, "exactly one of url or service is required");
    } else if (ls_spot_is_there(&url)) {
        url_check(&url);
    } else {
        /* The real server reports each as the other. */
        if (ls_spot_text(&space).len == 0)
            ls_spot_required(&name, "%s", "");
        if (ls_spot_text(&name).len == 0)
            ls_spot_required(&space, "%s", "");
        service_port_check(LS_SPOT_AT(&service, "port"));
        path_check(LS_SPOT_AT(&service, "path"));
    }
}

static bool is_known_version(struct ls_node version)
{
    return ls_node_string_is(version, "v1") || ls_node_string_is(version, "v1beta1");
}

static void versions_check(const struct ls_spot *versions)
{
    bool has_known = false;
    if (ls_node_count(versions->value) == 0) {
        ls_spot_required(versions, "must specify one of v1, v1beta1");
        return;
    }
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (version, versions) {
        if (!ls_seen_add(&seen, ls_spot_text(&version))) {
            ls_spot_invalid(&version, "duplicate version");
            continue;
        }
        ls_spot_follows(&version, LS_TEXT_DNS_1035);
        has_known |= is_known_version(version.value);
    }
    if (!has_known)
        ls_spot_invalid(versions, "must include at least one of v1, v1beta1");
}

static void webhook_check(const struct ls_spot *webhook)
{
    static const char *const failures[] = {"Fail", "Ignore"};
    static const char *const matches[] = {"Equivalent", "Exact"};
    static const char *const effects[] = {"None", "NoneOnDryRun"};
    struct ls_spot rules = ls_spot_at(webhook, "rules");
    struct ls_spot effect = ls_spot_at(webhook, "sideEffects");
    struct ls_spot timeout = ls_spot_at(webhook, "timeoutSeconds");
    name_check(LS_SPOT_AT(webhook, "name"));
    LS_EACH_ITEM (rule, &rules)
        ls_resource_rule_check(&rule);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(webhook, "failurePolicy"), failures);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(webhook, "matchPolicy"), matches);
    if (!ls_spot_is_there(&effect))
        ls_spot_required(&effect, "must specify one of None, NoneOnDryRun");
    else
        LS_SPOT_CHOICE(&effect, effects);
    if (ls_node_int(timeout.value, 1) < 1 || ls_node_int(timeout.value, 1) > TIMEOUT_S_MAX)
        ls_spot_invalid(&timeout, "the timeout value must be between 1 and %d seconds",
                        TIMEOUT_S_MAX);
    ls_label_selector_check(LS_SPOT_AT(webhook, "namespaceSelector"));
    ls_label_selector_check(LS_SPOT_AT(webhook, "objectSelector"));
    client_check(LS_SPOT_AT(webhook, "clientConfig"));
    ls_match_conditions_check(LS_SPOT_AT(webhook, "matchConditions"));
}

static void webhooks_validate(const struct ls_admission *admission, struct ls_node object,
                              struct ls_field_errors *errors)
{
    struct ls_spot configuration = ls_spot_root(object, errors);
    struct ls_spot webhooks = ls_spot_at(&configuration, "webhooks");
    (void)admission;
    struct ls_seen names LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (webhook, &webhooks) {
        struct ls_spot name = ls_spot_at(&webhook, "name");
        webhook_check(&webhook);
        versions_check(LS_SPOT_AT(&webhook, "admissionReviewVersions"));
        if (ls_spot_text(&name).len > 0 && !ls_seen_add(&names, ls_spot_text(&name)))
            ls_spot_duplicate(&name);
    }
}

const struct ls_kind_rules ls_rules_webhook_configuration = {
    .generation = LS_GENERATION_ALL,
    .defaults = webhook_default,
    .validate = webhooks_validate,
};
