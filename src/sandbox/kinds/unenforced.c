#include "sandbox/kinds/unenforced.h"

#include <string.h>

#include "sandbox/kinds/cluster.h"

/* ---- conditions ---- */

static bool has_pod_security(struct ls_node labels)
{
    LS_EACH (it, labels) {
        if (ls_slice_starts(it.key, "pod-security.kubernetes.io/"))
            return true;
    }
    return false;
}

static bool converts_by_webhook(struct ls_node conversion)
{
    return ls_node_string_is(ls_node_at(conversion, "strategy"), "Webhook");
}

static bool is_there(struct ls_node part)
{
    return !ls_node_is_absent(part);
}

static bool is_not_utc(struct ls_node zone)
{
    struct ls_slice name = ls_node_string(zone);
    return name.len > 0 && !ls_slice_is(name, "UTC") && !ls_slice_is(name, "Etc/UTC");
}

static bool has_required_terms(struct ls_node affinity)
{
    static const char *const places[] = {
        "podAffinity.requiredDuringSchedulingIgnoredDuringExecution",
        "podAntiAffinity.requiredDuringSchedulingIgnoredDuringExecution"};
    for (size_t i = 0; i < LS_COUNT(places); i++) {
        if (ls_node_count(ls_node_at(affinity, places[i])) > 0)
            return true;
    }
    return false;
}

static bool has_hard_constraints(struct ls_node constraints)
{
    return !ls_node_is_absent(
        ls_node_find(constraints, "whenUnsatisfiable", LS_SLICE("DoNotSchedule")));
}

/* ---- the table ---- */

#define ADMISSION "admissionregistration.k8s.io"
#define RBAC      "rbac.authorization.k8s.io"
#define FLOW      "flowcontrol.apiserver.k8s.io"

#define POLICY_TEXT  "admission policies: their expressions are not evaluated"
#define WEBHOOK_TEXT "admission webhooks: none is called"
#define RBAC_TEXT    "RBAC: whoever has its token may do everything"
#define FLOW_TEXT    "priority and fairness: no request waits or is refused for it"

/* Pod fields that the scheduler ignores, in a kind that makes pods. */
#define POD_ROWS(group, kind, spec)                                                                \
    {group,                                                                                        \
     kind,                                                                                         \
     spec ".affinity",                                                                             \
     has_required_terms,                                                                           \
     "required pod affinity",                                                                      \
     "pod affinity and anti-affinity: the scheduler ignores them"},                                \
    {                                                                                              \
        group, kind, spec ".topologySpreadConstraints", has_hard_constraints,                      \
            "`whenUnsatisfiable: DoNotSchedule`",                                                  \
            "topology spread constraints: the scheduler ignores them"                              \
    }

/* clang-format off */
const struct ls_unenforced ls_unenforced_rows[] = {
    {"", "LimitRange", "", NULL, "",
     "LimitRanges: pods get no defaults from them and none is refused"},
    {"", "ResourceQuota", "", NULL, "",
     "ResourceQuotas: nothing is counted and nothing is refused"},
    {"", "Namespace", "metadata.labels", has_pod_security, "labels `pod-security.kubernetes.io/*`",
     "Pod Security labels: no pod is refused or warned about"},
    {RBAC, "Role", "", NULL, "", RBAC_TEXT},
    {RBAC, "RoleBinding", "", NULL, "", RBAC_TEXT},
    {RBAC, "ClusterRole", "", NULL, "", RBAC_TEXT},
    {RBAC, "ClusterRoleBinding", "", NULL, "", RBAC_TEXT},
    {ADMISSION, "ValidatingAdmissionPolicy", "", NULL, "", POLICY_TEXT},
    {ADMISSION, "ValidatingAdmissionPolicyBinding", "", NULL, "", POLICY_TEXT},
    {ADMISSION, "MutatingAdmissionPolicy", "", NULL, "", POLICY_TEXT},
    {ADMISSION, "MutatingAdmissionPolicyBinding", "", NULL, "", POLICY_TEXT},
    {ADMISSION, "ValidatingWebhookConfiguration", "", NULL, "", WEBHOOK_TEXT},
    {ADMISSION, "MutatingWebhookConfiguration", "", NULL, "", WEBHOOK_TEXT},
    {"apiextensions.k8s.io", "CustomResourceDefinition", "spec.conversion", converts_by_webhook,
     "`conversion.strategy: Webhook`",
     "conversion webhooks: versions differ in apiVersion alone"},
    {"apiregistration.k8s.io", "APIService", "spec.service", is_there, "a service",
     "aggregated APIs: no request is passed on to the service"},
    {"networking.k8s.io", "NetworkPolicy", "", NULL, "",
     "NetworkPolicies: there is no network"},
    {"networking.k8s.io", "ServiceCIDR", "", NULL, "",
     "ServiceCIDRs: cluster IPs come from 10.0.0.0/16 alone"},
    {FLOW, "FlowSchema", "", NULL, "", FLOW_TEXT},
    {FLOW, "PriorityLevelConfiguration", "", NULL, "", FLOW_TEXT},
    {"scheduling.k8s.io", "PriorityClass", "", NULL, "",
     "PriorityClasses: pods get their priority, but none goes first or is preempted"},
    {"node.k8s.io", "RuntimeClass", "", NULL, "",
     "RuntimeClasses: pods get no overhead and no node selector from them"},
    {"batch", "CronJob", "spec.timeZone", is_not_utc, "a `timeZone` other than UTC",
     "time zones of CronJobs: schedules are read as UTC"},
    POD_ROWS("", "Pod", "spec"),
    POD_ROWS("", "ReplicationController", "spec.template.spec"),
    POD_ROWS("apps", "Deployment", "spec.template.spec"),
    POD_ROWS("apps", "ReplicaSet", "spec.template.spec"),
    POD_ROWS("apps", "StatefulSet", "spec.template.spec"),
    POD_ROWS("apps", "DaemonSet", "spec.template.spec"),
    POD_ROWS("batch", "Job", "spec.template.spec"),
    POD_ROWS("batch", "CronJob", "spec.jobTemplate.spec.template.spec"),
};
/* clang-format on */
const size_t ls_unenforced_count = LS_COUNT(ls_unenforced_rows);

/* ---- warning ---- */

static bool is_content(struct ls_slice member)
{
    return !ls_slice_is(member, "metadata") && !ls_slice_is(member, "status");
}

/* Every member but metadata and status. */
static bool content_is_same(struct ls_node a, struct ls_node b)
{
    size_t left = 0;
    LS_EACH (it, a) {
        if (is_content(it.key) && !ls_node_equal(it.value, ls_node_get(b, it.key)))
            return false;
        left += is_content(it.key);
    }
    LS_EACH (it, b)
        left -= is_content(it.key);
    return left == 0;
}

static bool is_changed(const struct ls_unenforced *row, struct ls_node old, struct ls_node object)
{
    if (ls_node_is_absent(old))
        return true;
    if (!row->part[0])
        return !content_is_same(old, object);
    return !ls_node_equal(ls_node_at(old, row->part), ls_node_at(object, row->part));
}

static bool is_about(const struct ls_unenforced *row, const struct ls_kind *kind)
{
    LS_ASSERT(row->kind != NULL);
    LS_ASSERT(row->text != NULL);
    return strcmp(row->kind, kind->resource.kind) == 0 &&
           strcmp(row->group, kind->resource.group) == 0;
}

static bool is_enforced(const struct ls_unenforced *row, const struct ls_cluster *cluster)
{
    return cluster->has_rbac && strcmp(row->group, RBAC) == 0;
}

void ls_unenforced_warn(const struct ls_admission *admission, struct ls_node object,
                        struct ls_response_warnings *warnings)
{
    if (admission->kind->is_custom || admission->subresource.len > 0)
        return;
    for (size_t i = 0; i < ls_unenforced_count; i++) {
        const struct ls_unenforced *row = &ls_unenforced_rows[i];
        if (!is_about(row, admission->kind) || is_enforced(row, admission->cluster) ||
            !is_changed(row, admission->old, object))
            continue;
        if (!row->applies || row->applies(ls_node_at(object, row->part)))
            ls_response_warnings_add(warnings, admission->arena, LS_UNENFORCED_WARNING "%s",
                                     row->text);
    }
}
