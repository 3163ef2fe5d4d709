/* Ephemeral volumes: creates the claim of each such volume of a pod. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

/* The claim is named POD-VOLUME and owned by the pod. */

static bool view_has_claim(const struct ls_controller_view *view, const char *name)
{
    for (size_t i = 0; i < view->claims.count; i++) {
        if (ls_node_string_is(ls_node_at(view->claims.at[i], "metadata.name"), name))
            return true;
    }
    return false;
}

static const char *claim_name(const struct ls_controller_view *view, struct ls_node volume)
{
    return ls_arena_printf(view->arena, "%s-%s", ls_fact_name(view->object),
                           ls_node_text(ls_node_at(volume, "name")));
}

static void ephemeral_decide(const struct ls_controller_view *view,
                             struct ls_controller_decision *decision)
{
    if (!ls_pod_is_active(view->object))
        return;
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes")) {
        struct ls_node template_node = ls_node_at(volume.value, "ephemeral.volumeClaimTemplate");
        const char *name = claim_name(view, volume.value);
        struct ls_claim_extra extra = {
            .name = name, .owner_kind = LS_WORKLOAD_POD, .is_owned = true};
        if (!ls_node_is_absent(template_node) && !view_has_claim(view, name))
            ls_decide_create_claim(view, template_node, &extra, decision);
    }
}

static void ephemeral_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes")) {
        if (ls_node_is_absent(ls_node_at(volume.value, "ephemeral")))
            continue;
        struct ls_object_key key = {view->key.namespace_name,
                                    ls_slice_of(claim_name(view, volume.value))};
        struct ls_node claim = ls_manager_get(manager, LS_WORKLOAD_CLAIM, key);
        if (!ls_node_is_absent(claim))
            ls_nodes_add(view->arena, &view->claims, claim);
    }
}

const struct ls_controller ls_ephemeral_volumes = {.name = "ephemeral-volume-controller",
                                                   .field_manager = "kube-controller-manager",
                                                   .kind = LS_WORKLOAD_POD,
                                                   .gather = ephemeral_gather,
                                                   .decide = ephemeral_decide};
