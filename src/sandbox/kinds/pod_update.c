/* Validation of an update of a pod: the few fields of spec that may change. */
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/pod_validate.h"
#include "sandbox/kinds/workload_validate.h"

static const char change_words[] =
    "pod updates may not change fields other than "
    "`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,"
    "`spec.tolerations` (only additions to existing tolerations),"
    "`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)";

/* False: the remaining checks are skipped. */
static bool container_list_check(const struct ls_spot *containers, struct ls_node old)
{
    if (ls_node_count(containers->value) != ls_node_count(old)) {
        ls_spot_forbidden(containers, "pod updates may not add or remove containers");
        return false;
    }
    return true;
}

static bool deadline_check(const struct ls_spot *spec, struct ls_node old_spec)
{
    struct ls_spot deadline = ls_spot_at(spec, "activeDeadlineSeconds");
    struct ls_node old = ls_node_get(old_spec, LS_SLICE("activeDeadlineSeconds"));
    if (ls_node_is_absent(old))
        return true;
    if (!ls_spot_is_there(&deadline)) {
        ls_spot_invalid(&deadline, "must not update from a positive integer to nil value");
        return true;
    }
    if (ls_node_int(deadline.value, 0) <= ls_node_int(old, 0))
        return true;
    ls_spot_invalid(&deadline, "must be less than or equal to previous value");
    return false;
}

/* Long lists may not change: comparing them would take quadratic time. */
static bool are_compared(struct ls_node a, struct ls_node b)
{
    return ls_node_count(a) <= LS_COMPARED_MAX && ls_node_count(b) <= LS_COMPARED_MAX;
}

static bool has_item(struct ls_node list, struct ls_node sought)
{
    LS_EACH (it, list) {
        if (ls_node_equal(it.value, sought))
            return true;
    }
    return false;
}

static bool has_toleration(struct ls_node list, struct ls_node sought)
{
    static const char *const but[] = {"tolerationSeconds"};
    LS_EACH (it, list) {
        if (ls_members_equal(it.value, sought, but, LS_COUNT(but)))
            return true;
    }
    return false;
}

static void tolerations_update_check(const struct ls_spot *spec, struct ls_node old_spec)
{
    struct ls_spot tolerations = ls_spot_at(spec, "tolerations");
    struct ls_node old = ls_node_get(old_spec, LS_SLICE("tolerations"));
    if (ls_node_is_absent(old) || ls_node_equal(tolerations.value, old))
        return;
    bool is_compared = are_compared(tolerations.value, old);
    LS_EACH (it, old) {
        if (!is_compared || !has_toleration(tolerations.value, it.value)) {
            ls_spot_forbidden(&tolerations, "existing toleration can not be modified except its "
                                            "tolerationSeconds");
            return;
        }
    }
    /* Checked a second time, as in the real server. */
    ls_tolerations_check(&tolerations);
}

static void gates_update_check(const struct ls_spot *spec, struct ls_node old_spec)
{
    struct ls_spot gates = ls_spot_at(spec, "schedulingGates");
    struct ls_node old = ls_node_get(old_spec, LS_SLICE("schedulingGates"));
    bool is_compared = are_compared(gates.value, old);
    LS_EACH_ITEM (gate, &gates) {
        struct ls_spot named = ls_spot_at(&gate, "name");
        if (!is_compared || !has_item(old, gate.value))
            ls_spot_forbidden(&named,
                              "only deletion is allowed, but found new scheduling gate '%s'",
                              ls_node_text(named.value));
    }
}

static bool containers_equal(struct ls_node now, struct ls_node old)
{
    static const char *const but[] = {"image"};
    struct ls_iter before = ls_iter(old);
    LS_EACH (it, now) {
        if (!ls_next(&before) || !ls_members_equal(it.value, before.value, but, LS_COUNT(but)))
            return false;
    }
    return true;
}

static bool grace_equal(struct ls_node now, struct ls_node old)
{
    int64_t before = ls_node_int(old, 0);
    int64_t after = ls_node_int(now, 0);
    return before == after || (before < 0 && after == 1);
}

static bool rest_equal(struct ls_node now, struct ls_node old)
{
    static const char *const but[] = {
        "containers",   "initContainers",  "activeDeadlineSeconds",
        "tolerations",  "schedulingGates", "terminationGracePeriodSeconds",
        "nodeSelector", "affinity"};
    /* A pod with scheduling gates may still change its node selector and affinity. */
    bool is_gated = ls_node_count(ls_node_get(old, LS_SLICE("schedulingGates"))) > 0;
    return ls_members_equal(now, old, but, is_gated ? LS_COUNT(but) : LS_COUNT(but) - 2) &&
           containers_equal(ls_node_get(now, LS_SLICE("containers")),
                            ls_node_get(old, LS_SLICE("containers"))) &&
           containers_equal(ls_node_get(now, LS_SLICE("initContainers")),
                            ls_node_get(old, LS_SLICE("initContainers"))) &&
           grace_equal(ls_node_get(now, LS_SLICE("terminationGracePeriodSeconds")),
                       ls_node_get(old, LS_SLICE("terminationGracePeriodSeconds")));
}

void ls_pod_update_check(const struct ls_spot *spec, struct ls_node old_spec)
{
    struct ls_spot containers = ls_spot_at(spec, "containers");
    if (!container_list_check(&containers, ls_node_get(old_spec, LS_SLICE("containers"))) ||
        !container_list_check(LS_SPOT_AT(spec, "initContainers"),
                              ls_node_get(old_spec, LS_SLICE("initContainers"))) ||
        !deadline_check(spec, old_spec))
        return;
    tolerations_update_check(spec, old_spec);
    gates_update_check(spec, old_spec);
    if (!rest_equal(spec->value, old_spec))
        ls_spot_forbidden(spec, "%s", change_words);
}
