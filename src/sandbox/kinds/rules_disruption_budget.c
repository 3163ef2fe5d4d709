/* Rules of PodDisruptionBudget. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/workload_validate.h"
#include "value/go_text.h"

/* A number or text as Go prints an IntOrString. */
static void amount_print(struct ls_buf *out, struct ls_node amount)
{
    if (ls_node_is_string(amount))
        ls_buf_printf(out, "\"%s\"", ls_node_text(amount));
    else if (ls_node_is_absent(amount))
        ls_buf_add_text(out, "null");
    else
        ls_buf_printf(out, "%lld", (long long)ls_node_int(amount, 0));
}

static const char *spec_text(const struct ls_spot *spec)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node selector = ls_node_get(spec->value, LS_SLICE("selector"));
    ls_buf_add_text(&text, "{\"MinAvailable\":");
    amount_print(&text, ls_node_get(spec->value, LS_SLICE("minAvailable")));
    ls_buf_add_text(&text, ",\"Selector\":");
    ls_go_print_json(&text, selector);
    ls_buf_add_text(&text, ",\"MaxUnavailable\":");
    amount_print(&text, ls_node_get(spec->value, LS_SLICE("maxUnavailable")));
    ls_buf_add_text(&text, ",\"UnhealthyPodEvictionPolicy\":");
    amount_print(&text, ls_node_get(spec->value, LS_SLICE("unhealthyPodEvictionPolicy")));
    ls_buf_add_char(&text, '}');
    return ls_arena_dup(spec->errors->arena, ls_buf_slice(&text));
}

static void amount_check(const struct ls_spot *amount)
{
    if (!ls_spot_is_there(amount))
        return;
    ls_int_or_percent_check(amount);
    ls_percent_at_most_100(amount);
}

static void disruption_budget_validate(const struct ls_admission *admission, struct ls_node object,
                                       struct ls_field_errors *errors)
{
    static const char *const policies[] = {"AlwaysAllow", "IfHealthyBudget"};
    struct ls_spot budget = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&budget, "spec");
    struct ls_spot available = ls_spot_at(&spec, "minAvailable");
    struct ls_spot unavailable = ls_spot_at(&spec, "maxUnavailable");
    if (!ls_writes_object(admission))
        return;
    if (ls_spot_is_there(&available) && ls_spot_is_there(&unavailable))
        ls_spot_invalid_as(&spec, spec_text(&spec),
                           "minAvailable and maxUnavailable cannot be both set");
    amount_check(&available);
    amount_check(&unavailable);
    ls_label_selector_check(LS_SPOT_AT(&spec, "selector"));
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(&spec, "unhealthyPodEvictionPolicy"), policies);
}

const struct ls_kind_rules ls_rules_pod_disruption_budget = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .validate = disruption_budget_validate,
};
