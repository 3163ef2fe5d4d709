#include "sandbox/kinds/pod_qos.h"

#include "base/macros.h"
#include "value/quantity.h"

struct qos {
    bool asks;          /* a request or limit of cpu or memory anywhere */
    bool is_guaranteed; /* so far */
};

/* False: absent or zero. */
static bool amount_of(struct ls_node amounts, const char *resource, struct ls_quantity *out)
{
    struct ls_err err;
    struct ls_node amount = ls_node_get(amounts, ls_slice_of(resource));
    return !ls_node_is_absent(amount) && !ls_quantity_from_node(amount, out, &err) &&
           ls_quantity_sign(out) > 0;
}

static void resources_weigh(struct ls_node resources, struct qos *qos)
{
    static const char *const weighed[] = {"cpu", "memory"};
    for (size_t i = 0; i < LS_COUNT(weighed); i++) {
        struct ls_quantity limit;
        struct ls_quantity request;
        bool has_limit = amount_of(ls_node_get(resources, LS_SLICE("limits")), weighed[i], &limit);
        bool has_request =
            amount_of(ls_node_get(resources, LS_SLICE("requests")), weighed[i], &request);
        qos->asks |= has_limit || has_request;
        if (!has_limit || !has_request || ls_quantity_compare(&limit, &request) != 0)
            qos->is_guaranteed = false;
    }
}

const char *ls_pod_qos(struct ls_node spec)
{
    struct qos qos = {.is_guaranteed = true};
    struct ls_node own = ls_node_get(spec, LS_SLICE("resources"));
    if (ls_node_count(own) > 0) {
        resources_weigh(own, &qos);
    } else {
        LS_EACH (it, ls_node_get(spec, LS_SLICE("containers")))
            resources_weigh(ls_node_get(it.value, LS_SLICE("resources")), &qos);
        LS_EACH (it, ls_node_get(spec, LS_SLICE("initContainers")))
            resources_weigh(ls_node_get(it.value, LS_SLICE("resources")), &qos);
    }
    if (!qos.asks)
        return "BestEffort";
    return qos.is_guaranteed ? "Guaranteed" : "Burstable";
}
