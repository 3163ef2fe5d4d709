/* The new ReplicaSet of a Deployment: found by its template, created, numbered. */
#include "sandbox/workload/rollout.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/put.h"
#include "sandbox/workload/template.h"

static const char *number_text(const struct ls_deployment_rollout *rollout, int64_t number)
{
    return ls_arena_printf(rollout->view->arena, "%lld", (long long)number);
}

static bool annotation_is_copied(struct ls_slice key)
{
    static const char *const own[] = {"kubectl.kubernetes.io/last-applied-configuration",
                                      LS_DEPLOYMENT_ANNOTATION("revision"),
                                      LS_DEPLOYMENT_ANNOTATION("revision-history"),
                                      LS_DEPLOYMENT_ANNOTATION("desired-replicas"),
                                      LS_DEPLOYMENT_ANNOTATION("max-replicas"),
                                      "deprecated.deployment.rollback.to"};
    for (size_t i = 0; i < LS_COUNT(own); i++) {
        if (ls_slice_is(key, own[i]))
            return false;
    }
    return true;
}

static void put_copied_annotations(struct ls_build *build, struct ls_node deployment)
{
    LS_EACH (it, ls_node_at(deployment, "metadata.annotations")) {
        if (!annotation_is_copied(it.key))
            continue;
        ls_build_key(build, it.key);
        ls_build_node(build, it.value);
    }
}

static bool set_lacks_annotations(const struct ls_deployment_rollout *rollout, struct ls_node set)
{
    LS_EACH (it, ls_node_at(rollout->view->object, "metadata.annotations")) {
        struct ls_node have = ls_node_get(ls_node_at(set, "metadata.annotations"), it.key);
        if (annotation_is_copied(it.key) && !ls_node_equal(have, it.value))
            return true;
    }
    return false;
}

/* An old set becomes the new one again: an annotation lists its earlier revisions. */
static void put_new_revision(struct ls_build *build, const struct ls_deployment_rollout *rollout,
                             const struct ls_deployment_rollout_set *set, int64_t revision)
{
    const char *history =
        ls_node_text(ls_fact_annotation(set->object, LS_DEPLOYMENT_ANNOTATION("revision-history")));
    ls_put_text(build, LS_DEPLOYMENT_ANNOTATION("revision"), number_text(rollout, revision));
    if (set->revision)
        ls_put_text(build, LS_DEPLOYMENT_ANNOTATION("revision-history"),
                    ls_arena_printf(rollout->view->arena, "%s%s%lld", history, *history ? "," : "",
                                    (long long)set->revision));
}

static void rollout_adjust_new_set(struct ls_deployment_rollout *rollout,
                                   struct ls_deployment_rollout_set *set, int64_t revision)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node wants = ls_node_at(rollout->view->object, "spec.minReadySeconds");
    int64_t min_ready_s = ls_node_int(wants, 0);
    bool is_newer = set->revision < revision;
    bool has_time = ls_node_int(ls_node_at(set->object, "spec.minReadySeconds"), 0) == min_ready_s;
    rollout->revision = LS_MAX(revision, set->revision);
    if (!is_newer && has_time && !set_lacks_annotations(rollout, set->object))
        return;
    ls_build_map(&build);
    ls_put_map(&build, "metadata");
    ls_put_map(&build, "annotations");
    put_copied_annotations(&build, rollout->view->object);
    if (is_newer)
        put_new_revision(&build, rollout, set, revision);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_put_map(&build, "spec");
    ls_put_int(&build, "minReadySeconds", min_ready_s);
    ls_build_end(&build);
    ls_build_end(&build);
    ls_decide_patch(rollout->decision, LS_WORKLOAD_REPLICA_SET, set->object,
                    ls_build_arena(&build, rollout->view->arena));
}

static struct ls_node hash_labels(struct ls_arena *arena, const char *hash)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_put_text(&build, "pod-template-hash", hash);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static void put_new_template(struct ls_build *build, struct ls_node template_node,
                             struct ls_node extra_labels)
{
    struct ls_node meta = ls_node_at(template_node, "metadata");
    ls_put_map(build, "template");
    ls_put_map(build, "metadata");
    ls_put_members(build, meta, "labels");
    ls_put_merged(build, "labels", ls_node_at(meta, "labels"), extra_labels);
    ls_build_end(build);
    ls_put_members(build, template_node, "metadata");
    ls_build_end(build);
}

static void put_new_selector(struct ls_build *build, struct ls_node selector,
                             struct ls_node extra_labels)
{
    ls_put_map(build, "selector");
    ls_put_members(build, selector, "matchLabels");
    ls_put_merged(build, "matchLabels", ls_node_at(selector, "matchLabels"), extra_labels);
    ls_build_end(build);
}

static void put_new_metadata(struct ls_build *build, const struct ls_deployment_rollout *rollout,
                             const char *name, struct ls_node extra_labels, int64_t revision)
{
    struct ls_node deployment = rollout->view->object;
    ls_put_map(build, "metadata");
    ls_put_text(build, "name", name);
    ls_put_node(build, "namespace", ls_node_at(deployment, "metadata.namespace"));
    ls_put_merged(build, "labels", ls_node_at(deployment, "spec.template.metadata.labels"),
                  extra_labels);
    ls_put_map(build, "annotations");
    put_copied_annotations(build, deployment);
    ls_put_text(build, LS_DEPLOYMENT_ANNOTATION("revision"), number_text(rollout, revision));
    ls_deployment_rollout_put_scale(build, rollout);
    ls_build_end(build);
    ls_put_owner(build, LS_WORKLOAD_DEPLOYMENT, deployment);
    ls_build_end(build);
}

static struct ls_node rollout_new_body(const struct ls_deployment_rollout *rollout,
                                       const char *name, const char *hash, int64_t replicas,
                                       int64_t revision)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node deployment = rollout->view->object;
    struct ls_node extra = hash_labels(rollout->view->arena, hash);
    ls_build_map(&build);
    ls_put_text(&build, "apiVersion", "apps/v1");
    ls_put_text(&build, "kind", "ReplicaSet");
    put_new_metadata(&build, rollout, name, extra, revision);
    ls_put_map(&build, "spec");
    ls_put_int(&build, "replicas", replicas);
    ls_put_node(&build, "minReadySeconds", ls_node_at(deployment, "spec.minReadySeconds"));
    put_new_selector(&build, ls_node_at(deployment, "spec.selector"), extra);
    put_new_template(&build, ls_node_at(deployment, "spec.template"), extra);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, rollout->view->arena);
}

static void rollout_create_set(struct ls_deployment_rollout *rollout, int64_t revision)
{
    struct ls_arena *arena = rollout->view->arena;
    struct ls_node deployment = rollout->view->object;
    const char *hash =
        ls_template_hash(arena, ls_node_at(deployment, "spec.template"), rollout->collision_count);
    const char *name = ls_arena_printf(arena, "%s-%s", ls_fact_name(deployment), hash);
    int64_t replicas = ls_deployment_rollout_new_size(rollout, 0);
    struct ls_act *act =
        ls_decide_create(rollout->decision, LS_WORKLOAD_REPLICA_SET,
                         rollout_new_body(rollout, name, hash, replicas, revision));
    if (replicas)
        act->done = (struct ls_act_event){
            .reason = "ScalingReplicaSet",
            .text = ls_arena_printf(arena, "Scaled up replica set %s from 0 to %lld", name,
                                    (long long)replicas)};
    act->failed = (struct ls_act_event){
        .reason = "ReplicaSetCreateError",
        .text = ls_arena_printf(arena, "Failed to create new replica set \"%s\": ", name),
        .is_warning = true,
        .names_object = true};
    act->stops_at_failure = true;
    rollout->revision = revision;
    if (rollout->has_deadline)
        ls_conditions_set(&rollout->conditions, "Progressing", "True", "NewReplicaSetCreated",
                          ls_arena_printf(arena, "Created new replica set \"%s\"", name),
                          rollout->view->now_ms);
    rollout->sets[rollout->set_count] = (struct ls_deployment_rollout_set){
        .name = name, .replicas = replicas, .revision = revision};
    rollout->new_at = rollout->set_count++;
}

void ls_deployment_rollout_sync_new_set(struct ls_deployment_rollout *rollout, bool creates)
{
    int64_t newest = 0;
    struct ls_deployment_rollout_set *set = ls_deployment_rollout_new_set(rollout);
    for (size_t i = 0; i < rollout->set_count; i++) {
        if (ls_deployment_rollout_is_old(rollout, i))
            newest = LS_MAX(newest, rollout->sets[i].revision);
    }
    if (set) {
        rollout_adjust_new_set(rollout, set, newest + 1);
        if (rollout->has_deadline && !ls_conditions_find(&rollout->conditions, "Progressing"))
            ls_conditions_set(
                &rollout->conditions, "Progressing", "True", "FoundNewReplicaSet",
                ls_arena_printf(rollout->view->arena, "Found new replica set \"%s\"", set->name),
                rollout->view->now_ms);
    } else if (creates) {
        rollout_create_set(rollout, newest + 1);
    }
}
