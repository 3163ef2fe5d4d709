#include "sandbox/kinds/rules.h"
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

const struct ls_kind_rules ls_rules_webhook_configuration = {
    .generation = LS_GENERATION_ALL,
    .defaults = webhook_default,
};
