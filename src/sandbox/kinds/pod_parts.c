/* The subresources ephemeralcontainers and resize of a pod. */
#include "sandbox/kinds/pod_qos.h"
#include "sandbox/kinds/pod_validate.h"

/* ---- ephemeral containers ---- */

static void names_check(const struct ls_spot *ephemeral, struct ls_node spec)
{
    struct ls_node containers = ls_node_get(spec, LS_SLICE("containers"));
    struct ls_node init_containers = ls_node_get(spec, LS_SLICE("initContainers"));
    LS_EACH_ITEM (container, ephemeral) {
        struct ls_spot name = ls_spot_at(&container, "name");
        if (!ls_node_is_absent(ls_node_find(containers, "name", ls_node_string(name.value))) ||
            !ls_node_is_absent(ls_node_find(init_containers, "name", ls_node_string(name.value))))
            ls_spot_duplicate(&name);
    }
}

static void targets_check(const struct ls_spot *ephemeral, struct ls_node spec)
{
    LS_EACH_ITEM (container, ephemeral) {
        struct ls_spot target = ls_spot_at(&container, "targetContainerName");
        if (ls_spot_text(&target).len > 0 &&
            ls_node_is_absent(ls_node_find(ls_node_get(spec, LS_SLICE("containers")), "name",
                                           ls_node_string(target.value))))
            ls_spot_not_found(&target);
    }
}

static void kept_check(const struct ls_spot *ephemeral, struct ls_node old)
{
    LS_EACH (it, old) {
        struct ls_node name = ls_node_get(it.value, LS_SLICE("name"));
        struct ls_node now = ls_node_find(ephemeral->value, "name", ls_node_string(name));
        if (ls_node_is_absent(now))
            ls_spot_forbidden(ephemeral,
                              "existing ephemeral containers \"%s\" may not be removed\n",
                              ls_node_text(name));
        else if (!ls_node_equal(now, it.value))
            ls_spot_forbidden(ephemeral,
                              "existing ephemeral containers \"%s\" may not be changed\n",
                              ls_node_text(name));
    }
}

/* ---- resize ---- */

/* A node that supports resize reports the resources of each container. */
static bool can_resize(struct ls_node old)
{
    if (!ls_node_string_is(ls_node_at(old, "status.phase"), "Running"))
        return true;
    LS_EACH (it, ls_node_at(old, "status.containerStatuses")) {
        if (!ls_node_is_absent(ls_node_at(it.value, "state.running")))
            return !ls_node_is_absent(ls_node_at(it.value, "resources"));
    }
    return true;
}

static void resize_check(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_node was = ls_node_at(old, "status.qosClass");
    if (!ls_node_string_is(was, ls_pod_qos(spec->value))) {
        struct ls_spot shown = ls_spot_showing(spec->parent, "spec", was);
        ls_spot_invalid(&shown, "Pod QOS Class may not change as a result of resizing");
    }
    if (!can_resize(old))
        ls_spot_forbidden(spec, "Pod running on node without support for resize");
}

void ls_pod_part_check(const struct ls_spot *pod, struct ls_node old, struct ls_slice subresource)
{
    LS_ASSERT(subresource.len > 0);
    struct ls_spot spec = ls_spot_at(pod, "spec");
    struct ls_spot ephemeral = ls_spot_at(&spec, "ephemeralContainers");
    ls_pod_spec_check(&spec, true);
    if (ls_slice_is(subresource, "resize")) {
        resize_check(&spec, old);
        return;
    }
    names_check(&ephemeral, spec.value);
    targets_check(&ephemeral, spec.value);
    kept_check(&ephemeral, ls_node_at(old, "spec.ephemeralContainers"));
}
