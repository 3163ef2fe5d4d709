/* One pod of a StatefulSet, with its name, labels, volumes and claims. */
#include "sandbox/workload/stateful_set.h"

#include <string.h>

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/revision.h"
#include "sandbox/workload/template.h"

int64_t ls_ordinal_of(struct ls_node set, struct ls_node pod)
{
    struct ls_slice name = ls_node_string(ls_node_at(pod, "metadata.name"));
    struct ls_slice base = ls_node_string(ls_node_at(set, "metadata.name"));
    int64_t ordinal = 0;
    if (name.len <= base.len + 1 || memcmp(name.at, base.at, base.len) != 0 ||
        name.at[base.len] != '-' || !ls_slice_to_i64(ls_slice_from(name, base.len + 1), &ordinal))
        return -1;
    return ordinal;
}

static const char *claim_name(const struct ls_controller_view *view, struct ls_node claim,
                              int64_t ordinal)
{
    return ls_arena_printf(view->arena, "%s-%s-%lld", ls_fact_name(claim),
                           ls_fact_name(view->object), (long long)ordinal);
}

static bool set_claims_volume(const struct ls_controller_view *view, struct ls_slice volume)
{
    LS_EACH (claim, ls_node_at(view->object, "spec.volumeClaimTemplates")) {
        if (ls_slice_is(volume, ls_fact_name(claim.value)))
            return true;
    }
    return false;
}

static void put_volumes(struct ls_build *build, const struct ls_controller_view *view,
                        struct ls_node old, int64_t ordinal)
{
    ls_put_list(build, "volumes");
    LS_EACH (claim, ls_node_at(view->object, "spec.volumeClaimTemplates")) {
        ls_build_map(build);
        ls_put_text(build, "name", ls_fact_name(claim.value));
        ls_put_map(build, "persistentVolumeClaim");
        ls_put_text(build, "claimName", claim_name(view, claim.value, ordinal));
        ls_build_end(build);
        ls_build_end(build);
    }
    LS_EACH (volume, old) {
        if (!set_claims_volume(view, ls_node_string(ls_node_at(volume.value, "name"))))
            ls_build_node(build, volume.value);
    }
    ls_build_end(build);
}

static struct ls_node stateful_spec(const struct ls_controller_view *view,
                                    struct ls_node template_spec, const char *name, int64_t ordinal)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node claims = ls_node_at(view->object, "spec.volumeClaimTemplates");
    struct ls_node volumes = ls_node_at(template_spec, "volumes");
    struct ls_node service = ls_node_at(view->object, "spec.serviceName");
    ls_build_map(&build);
    LS_EACH (member, template_spec) {
        if (ls_slice_is(member.key, "volumes") || ls_slice_is(member.key, "hostname") ||
            ls_slice_is(member.key, "subdomain"))
            continue;
        ls_build_key(&build, member.key);
        ls_build_node(&build, member.value);
    }
    ls_put_text(&build, "hostname", name);
    if (ls_node_string(service).len)
        ls_put_node(&build, "subdomain", service);
    if (ls_node_count(claims) || ls_node_count(volumes))
        put_volumes(&build, view, volumes, ordinal);
    ls_build_end(&build);
    return ls_build_arena(&build, view->arena);
}

struct ls_node ls_stateful_pod(const struct ls_controller_view *view, int64_t ordinal,
                               const char *revision)
{
    LS_ASSERT(ordinal >= 0);
    struct ls_build labels LS_AUTO(ls_build_release) = {0};
    struct ls_node template_node = ls_controller_revision_template(view, revision);
    const char *name =
        ls_arena_printf(view->arena, "%s-%lld", ls_fact_name(view->object), (long long)ordinal);
    ls_build_map(&labels);
    ls_put_text(&labels, "apps.kubernetes.io/pod-index",
                ls_arena_printf(view->arena, "%lld", (long long)ordinal));
    ls_put_text(&labels, "controller-revision-hash", revision);
    ls_put_text(&labels, "statefulset.kubernetes.io/pod-name", name);
    ls_build_end(&labels);
    struct ls_pod_extra extra = {
        .name = name,
        .labels = ls_build_arena(&labels, view->arena),
        .spec = stateful_spec(view, ls_node_at(template_node, "spec"), name, ordinal)};
    return ls_pod_from_template(view->arena, LS_WORKLOAD_STATEFUL_SET, view->object, template_node,
                                &extra);
}

static struct ls_node view_claim(const struct ls_controller_view *view, const char *name)
{
    for (size_t i = 0; i < view->claims.count; i++) {
        if (strcmp(ls_fact_name(view->claims.at[i]), name) == 0)
            return view->claims.at[i];
    }
    return LS_ABSENT;
}

static bool set_policy_deletes(const struct ls_controller_view *view, const char *when)
{
    struct ls_node policy = ls_node_at(view->object, "spec.persistentVolumeClaimRetentionPolicy");
    return ls_node_string_is(ls_node_get(policy, ls_slice_of(when)), "Delete");
}

void ls_stateful_claims(const struct ls_controller_view *view, int64_t ordinal,
                        struct ls_controller_decision *decision)
{
    LS_ASSERT(ordinal >= 0);
    LS_EACH (claim, ls_node_at(view->object, "spec.volumeClaimTemplates")) {
        const char *name = claim_name(view, claim.value, ordinal);
        if (!ls_node_is_absent(view_claim(view, name)))
            continue;
        struct ls_claim_extra extra = {
            .name = name,
            .labels = ls_node_at(view->object, "spec.selector.matchLabels"),
            .owner_kind = LS_WORKLOAD_STATEFUL_SET,
            .is_owned = set_policy_deletes(view, "whenDeleted"),
        };
        struct ls_act *act = ls_decide_create_claim(view, claim.value, &extra, decision);
        act->done = (struct ls_act_event){
            .reason = "SuccessfulCreate",
            .text = ls_arena_printf(
                view->arena, "Create Claim %s Pod %s-%lld in StatefulSet %s success", name,
                ls_fact_name(view->object), (long long)ordinal, ls_fact_name(view->object))};
        act->stops_at_failure = true;
    }
}

void ls_stateful_drop_claims(const struct ls_controller_view *view, int64_t ordinal,
                             struct ls_controller_decision *decision)
{
    if (!set_policy_deletes(view, "whenScaled"))
        return;
    LS_EACH (claim, ls_node_at(view->object, "spec.volumeClaimTemplates")) {
        struct ls_node there = view_claim(view, claim_name(view, claim.value, ordinal));
        if (!ls_node_is_absent(there) && !ls_fact_is_deleted(there))
            ls_decide_delete(decision, LS_WORKLOAD_CLAIM, there);
    }
}
