/* Kinds that others need before they can be written: definitions, namespaces, API services. */
#include "health/word/condition.h"
#include "health/kind/kinds.h"
#include "health/word/quote.h"

static struct ls_verdict by_condition(const struct ls_health_input *input, const char *type)
{
    if (ls_health_condition_is(input->object, type) == LS_CONDITION_TRUE)
        return ls_verdict_ready();
    return ls_verdict_in_progress(input->arena, "%s",
                                  ls_health_condition_text(input->arena, input->object, type));
}

static struct ls_verdict failed_by(const struct ls_health_input *input, const char *type)
{
    return ls_verdict_failed(input->arena, "%s",
                             ls_health_condition_text(input->arena, input->object, type));
}

/* Names that another definition owns do not become free by waiting, and neither does a missing
 * approval for a protected group. A non-structural schema works, with fewer features. */
struct ls_verdict ls_crd_judge(const struct ls_health_input *input)
{
    struct ls_node object = input->object;
    if (ls_health_condition_is(object, "NamesAccepted") == LS_CONDITION_FALSE)
        return failed_by(input, "NamesAccepted");
    if (ls_health_condition_is(object, "KubernetesAPIApprovalPolicyConformant") ==
        LS_CONDITION_FALSE)
        return failed_by(input, "KubernetesAPIApprovalPolicyConformant");
    if (ls_health_condition_is(object, "Terminating") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(
            input->arena, "%s", ls_health_condition_text(input->arena, object, "Terminating"));
    if (ls_health_condition_is(object, "Established") == LS_CONDITION_FALSE &&
        !ls_health_condition_says(object, "Established", "Installing"))
        return failed_by(input, "Established");
    if (ls_health_condition_is(object, "NonStructuralSchema") == LS_CONDITION_TRUE &&
        ls_health_condition_is(object, "Established") == LS_CONDITION_TRUE)
        return ls_verdict_as(ls_verdict_ready_as(input->arena, "%s",
                                                 ls_health_condition_text(input->arena, object,
                                                                          "NonStructuralSchema")),
                             LS_NUANCE_IMPAIRED);
    return by_condition(input, "Established");
}

/* Unavailable may mean that its backend is still starting. */
struct ls_verdict ls_api_service_judge(const struct ls_health_input *input)
{
    return by_condition(input, "Available");
}

/* What keeps a namespace from being deleted, most informative first. */
static const char *const remains[] = {"NamespaceDeletionContentFailure",
                                      "NamespaceDeletionDiscoveryFailure",
                                      "NamespaceFinalizersRemaining", "NamespaceContentRemaining"};

const char *ls_namespace_remains(const struct ls_health_input *input)
{
    for (size_t i = 0; i < LS_COUNT(remains); i++)
        if (ls_health_condition_is(input->object, remains[i]) == LS_CONDITION_TRUE)
            return ls_health_condition_text(input->arena, input->object, remains[i]);
    return "";
}

struct ls_verdict ls_namespace_judge(const struct ls_health_input *input)
{
    struct ls_slice phase = ls_node_string(ls_node_at(input->object, "status.phase"));
    if (ls_slice_is(phase, "Active"))
        return ls_verdict_ready();
    if (!ls_slice_is(phase, "Terminating"))
        return ls_verdict_in_progress(input->arena, "is not active yet");
    const char *what = ls_namespace_remains(input);
    return ls_verdict_in_progress(input->arena, "is being deleted%s%s", what[0] ? "; " : "", what);
}

struct ls_verdict ls_service_cidr_judge(const struct ls_health_input *input)
{
    return by_condition(input, "Ready");
}

/* ---- Node ---- */

/* A node that does not report may be down or unreachable: its pods may run or not. */
struct ls_verdict ls_node_judge(const struct ls_health_input *input)
{
    static const char *const pressures[] = {"MemoryPressure", "DiskPressure", "PIDPressure",
                                            "NetworkUnavailable"};
    enum ls_condition_is ready = ls_health_condition_is(input->object, "Ready");
    if (ready == LS_CONDITION_UNKNOWN)
        return ls_verdict_unknown(input->arena, "%s",
                                  ls_health_condition_text(input->arena, input->object, "Ready"));
    if (ready != LS_CONDITION_TRUE)
        return by_condition(input, "Ready");
    for (size_t i = 0; i < LS_COUNT(pressures); i++)
        if (ls_health_condition_is(input->object, pressures[i]) == LS_CONDITION_TRUE)
            return ls_verdict_as(
                ls_verdict_ready_as(
                    input->arena, "%s",
                    ls_health_condition_text(input->arena, input->object, pressures[i])),
                LS_NUANCE_IMPAIRED);
    if (ls_node_bool(ls_node_at(input->object, "spec.unschedulable"), false))
        return ls_verdict_as(
            ls_verdict_ready_as(input->arena, "takes no new pods (spec.unschedulable)"),
            LS_NUANCE_SUSPENDED);
    return ls_verdict_ready();
}

/* ---- CertificateSigningRequest ---- */

struct ls_verdict ls_signing_request_judge(const struct ls_health_input *input)
{
    static const char *const refusals[] = {"Denied", "Failed"};
    for (size_t i = 0; i < LS_COUNT(refusals); i++)
        if (ls_health_condition_is(input->object, refusals[i]) == LS_CONDITION_TRUE)
            return failed_by(input, refusals[i]);
    if (ls_node_string(ls_node_at(input->object, "status.certificate")).len > 0)
        return ls_verdict_ready();
    if (ls_health_condition_is(input->object, "Approved") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(
            input->arena, "is approved, but signer %s has not issued its certificate yet",
            ls_health_quote_at(input->arena, input->object, "spec.signerName"));
    return ls_verdict_in_progress(input->arena, "waits for somebody to approve it");
}
