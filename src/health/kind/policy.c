/* Kinds that permit or forbid: budgets, admission, flow control. They are in force once they are
 * written and observed; the reason states what is wrong with them. */
#include "health/kind/kinds.h"
#include "health/word/condition.h"
#include "health/word/quote.h"

static struct ls_verdict impaired(const struct ls_health_input *input, const char *text)
{
    return ls_verdict_as(ls_verdict_ready_as(input->arena, "%s", text), LS_NUANCE_IMPAIRED);
}

/* ---- PodDisruptionBudget ---- */

/* In force once its controller has counted the pods. Too few pods allow no disruption, which is the
 * purpose of a budget; it often exists before its pods. */
struct ls_verdict ls_budget_judge(const struct ls_health_input *input)
{
    if (ls_health_observed(input->object) < 0 || !ls_health_is_observed(input->object))
        return ls_health_unobserved(input->arena, input->object);
    if (ls_health_condition_is(input->object, "DisruptionAllowed") != LS_CONDITION_FALSE)
        return ls_verdict_ready();
    return impaired(input,
                    ls_health_condition_text(input->arena, input->object, "DisruptionAllowed"));
}

/* ---- webhooks ---- */

/* Annotations that ask a controller to fill in the bundle. */
static const char *const injections[] = {
    "cert-manager.io/inject-ca-from", "cert-manager.io/inject-ca-from-secret",
    "cert-manager.io/inject-apiserver-ca", "service.beta.openshift.io/inject-cabundle",
    "service.alpha.openshift.io/inject-cabundle"};

static const char *injection_of(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    for (size_t i = 0; i < LS_COUNT(injections); i++)
        if (!ls_node_is_absent(ls_node_get(notes, ls_slice_of(injections[i]))))
            return injections[i];
    return NULL;
}

/* Until the bundle is there every call fails, and with it every write that the webhook handles.
 * Without such an annotation it is not known whether a bundle will come. The service is not
 * checked: its pods may belong to a later phase. */
struct ls_verdict ls_webhooks_judge(const struct ls_health_input *input)
{
    const char *injection = injection_of(input->object);
    if (!injection)
        return ls_verdict_ready();
    LS_EACH (it, ls_node_at(input->object, "webhooks")) {
        if (ls_node_string(ls_node_at(it.value, "clientConfig.caBundle")).len == 0)
            return ls_verdict_in_progress(input->arena, "webhook %s has no CA bundle yet (%s)",
                                          ls_health_quote_at(input->arena, it.value, "name"),
                                          injection);
    }
    return ls_verdict_ready();
}

/* ---- admission policies ---- */

struct ls_verdict ls_admission_policy_judge(const struct ls_health_input *input)
{
    struct ls_node warning =
        ls_node_item(ls_node_at(input->object, "status.typeChecking.expressionWarnings"), 0);
    if (!ls_health_is_observed(input->object))
        return ls_health_unobserved(input->arena, input->object);
    if (ls_node_is_absent(warning))
        return ls_verdict_ready();
    return impaired(input, ls_arena_printf(input->arena, "%s: %s",
                                           ls_health_quote_at(input->arena, warning, "fieldRef"),
                                           ls_health_quote_at(input->arena, warning, "warning")));
}

/* ---- FlowSchema ---- */

struct ls_verdict ls_flow_schema_judge(const struct ls_health_input *input)
{
    if (ls_health_condition_is(input->object, "Dangling") != LS_CONDITION_TRUE)
        return ls_verdict_ready();
    return impaired(input, ls_health_condition_text(input->arena, input->object, "Dangling"));
}
