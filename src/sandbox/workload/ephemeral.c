/* Ephemeral volumes: creates the claim of each such volume of a pod. */
#include "sandbox/workload/controllers.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

/* The claim is named POD-VOLUME and owned by the pod. */

static struct ls_node claim_body(const struct ls_controller_view *view,
                                 struct ls_node template_node, const char *name)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node meta = ls_node_at(template_node, "metadata");
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "v1");
    ls_put_text(&build, "kind", "PersistentVolumeClaim");
    ls_put_map(&build, "metadata");
    ls_put_text(&build, "name", name);
    ls_put_slice(&build, "namespace", view->key.namespace_name);
    ls_put_node(&build, "labels", ls_node_at(meta, "labels"));
    ls_put_node(&build, "annotations", ls_node_at(meta, "annotations"));
    ls_put_owner(&build, LS_WORKLOAD_POD, view->object);
    ls_build_end(&build);
    ls_put_node(&build, "spec", ls_node_at(template_node, "spec"));
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

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
        if (!ls_node_is_absent(template_node) && !view_has_claim(view, name))
            ls_decide_create(decision, LS_WORKLOAD_CLAIM, claim_body(view, template_node, name));
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
