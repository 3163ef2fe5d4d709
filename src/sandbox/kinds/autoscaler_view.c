/*
 * HorizontalPodAutoscalers of autoscaling/v1 as a view of those of v2, which are stored. v1 has one
 * target, the utilization of the CPU; everything else of a v2 object is kept in annotations, so
 * that nothing is lost when it is read and written back.
 */
#include <string.h>

#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/types/round_trip.h"
#include "value/json.h"

/* A part of v2 that v1 does not have, and the annotation that keeps it. */
struct carried {
    const char *holder;
    const char *member;
    const char *annotation;
};

static const struct carried metrics_carried = {"spec", "metrics",
                                               "autoscaling.alpha.kubernetes.io/metrics"};

static const struct carried others_carried[] = {
    {"spec", "behavior", "autoscaling.alpha.kubernetes.io/behavior"},
    {"status", "conditions", "autoscaling.alpha.kubernetes.io/conditions"},
    {"status", "currentMetrics", "autoscaling.alpha.kubernetes.io/current-metrics"},
};

static bool is_cpu_target(struct ls_node metric)
{
    return ls_node_string_is(ls_node_get(metric, LS_SLICE("type")), "Resource") &&
           ls_node_string_is(ls_node_at(metric, "resource.name"), "cpu") &&
           !ls_node_is_absent(ls_node_at(metric, "resource.target.averageUtilization"));
}

static void annotation_put(struct ls_shape object, const char *annotation, struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_shape metadata = ls_shape_made(object, "metadata");
    if (ls_node_count(value) == 0)
        return;
    ls_json_print(&text, value, LS_JSON_COMPACT);
    ls_shape_set_text(ls_shape_made(metadata, "annotations"), annotation, ls_buf_slice(&text));
}

/* The annotation's value as v2 would decode it, since anybody may have written it; absent: invalid.
 * */
static struct ls_node carried_read(struct ls_arena *arena, const struct carried *carried,
                                   struct ls_node value)
{
    bool is_spec = strcmp(carried->holder, "spec") == 0;
    const struct ls_api_type *type =
        ls_api_type_find(is_spec ? "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerSpec"
                                 : "io.k8s.api.autoscaling.v2.HorizontalPodAutoscalerStatus");
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_strict_errors strict = {.arena = arena};
    struct ls_node read;
    struct ls_err err;
    ls_build_map(&build);
    ls_build_member(&build, carried->member, value);
    ls_build_end(&build);
    if (ls_round_trip(arena, ls_build_arena(&build, arena), type, &strict, &read, &err) ||
        strict.count > 0)
        return LS_ABSENT;
    return ls_node_get(read, ls_slice_of(carried->member));
}

/* Reads an annotation and removes it; absent: nothing that can be read. */
static struct ls_node carried_take(struct ls_shape object, const struct carried *carried)
{
    struct ls_shape metadata = ls_shape_at(object, "metadata");
    struct ls_shape annotations = ls_shape_at(metadata, "annotations");
    struct ls_slice text = ls_node_string(ls_shape_get(annotations, carried->annotation));
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    if (text.len == 0 || ls_json_parse(text, NULL, &value, &err))
        return LS_ABSENT;
    struct ls_node taken = carried_read(&object.space->arena, carried, ls_obj_root(value));
    if (ls_node_is_absent(taken))
        return LS_ABSENT;
    ls_shape_drop(annotations, carried->annotation);
    if (ls_shape_count(annotations) == 0)
        ls_shape_drop(metadata, "annotations");
    return taken;
}

/* The first CPU target becomes the one of v1; the other metrics go into an annotation. */
static void metrics_show(struct ls_shape object, struct ls_shape spec)
{
    struct ls_shape others = {object.space, ls_draft_empty(object.space, LS_TYPE_LIST)};
    LS_EACH (it, ls_shape_value(ls_shape_at(spec, "metrics"))) {
        if (is_cpu_target(it.value) && !ls_shape_has(spec, "targetCPUUtilizationPercentage"))
            ls_shape_set(spec, "targetCPUUtilizationPercentage",
                         ls_node_at(it.value, "resource.target.averageUtilization"));
        else
            ls_shape_append(others, it.value);
    }
    ls_shape_drop(spec, "metrics");
    annotation_put(object, metrics_carried.annotation, ls_shape_value(others));
}

static struct ls_node cpu_metric(struct ls_draft_space *space, struct ls_node percentage)
{
    struct ls_shape metric = {space, ls_draft_empty(space, LS_TYPE_MAP)};
    ls_shape_set_text(metric, "type", LS_SLICE("Resource"));
    struct ls_shape resource = ls_shape_made(metric, "resource");
    ls_shape_set_text(resource, "name", LS_SLICE("cpu"));
    struct ls_shape target = ls_shape_made(resource, "target");
    ls_shape_set_text(target, "type", LS_SLICE("Utilization"));
    ls_shape_set(target, "averageUtilization", percentage);
    return ls_shape_value(metric);
}

static void metrics_store(struct ls_shape object, struct ls_shape spec)
{
    struct ls_node percentage = ls_shape_get(spec, "targetCPUUtilizationPercentage");
    struct ls_shape all = {object.space, ls_draft_empty(object.space, LS_TYPE_LIST)};
    LS_EACH (it, carried_take(object, &metrics_carried))
        ls_shape_append(all, it.value);
    if (!ls_node_is_absent(percentage))
        ls_shape_append(all, cpu_metric(object.space, percentage));
    ls_shape_drop(spec, "targetCPUUtilizationPercentage");
    if (ls_shape_count(all) > 0)
        ls_shape_set(spec, "metrics", ls_shape_value(all));
}

static struct ls_node shape_finish(struct ls_arena *arena, struct ls_shape object)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(object.draft, &build);
    return ls_build_arena(&build, arena);
}

static struct ls_node autoscaler_show(struct ls_arena *arena, const struct ls_kind *kind,
                                      struct ls_node stored)
{
    static const struct ls_default zero_status[] = {
        LS_DEFAULT_INT("currentReplicas", 0),
        LS_DEFAULT_INT("desiredReplicas", 0),
    };
    struct ls_draft_space space LS_AUTO(ls_draft_space_release) = {0};
    struct ls_shape object = {&space, ls_draft_of(&space, stored)};
    ls_shape_set_text(object, "apiVersion", ls_slice_of(kind->api_version));
    metrics_show(object, ls_shape_at(object, "spec"));
    for (size_t i = 0; i < LS_COUNT(others_carried); i++) {
        struct ls_shape holder = ls_shape_at(object, others_carried[i].holder);
        annotation_put(object, others_carried[i].annotation,
                       ls_shape_value(ls_shape_at(holder, others_carried[i].member)));
        ls_shape_drop(holder, others_carried[i].member);
    }
    ls_shape_fill(ls_shape_at(object, "status"), zero_status);
    return shape_finish(arena, object);
}

/* As Go writes a status of v2: replica counts of 0 are left out, the list of metrics is always
 * written, even as null. */
static void status_store(struct ls_shape status, struct ls_node null)
{
    if (ls_node_int(ls_shape_get(status, "currentReplicas"), 1) == 0)
        ls_shape_drop(status, "currentReplicas");
    ls_shape_drop(status, "currentCPUUtilizationPercentage");
    if (ls_shape_is_there(status) && !ls_shape_has(status, "currentMetrics"))
        ls_shape_set(status, "currentMetrics", null);
}

static struct ls_node autoscaler_store(struct ls_arena *arena, const struct ls_kind *kind,
                                       struct ls_node shown)
{
    struct ls_draft_space space LS_AUTO(ls_draft_space_release) = {0};
    struct ls_shape object = {&space, ls_draft_of(&space, shown)};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    (void)kind;
    ls_shape_set_text(object, "apiVersion", LS_SLICE("autoscaling/v2"));
    metrics_store(object, ls_shape_at(object, "spec"));
    for (size_t i = 0; i < LS_COUNT(others_carried); i++)
        ls_shape_set(ls_shape_at(object, others_carried[i].holder), others_carried[i].member,
                     carried_take(object, &others_carried[i]));
    ls_build_null(&build);
    status_store(ls_shape_at(object, "status"), ls_build_arena(&build, &space.arena));
    return shape_finish(arena, object);
}

const struct ls_kind_view ls_autoscaler_v1_view = {.show = autoscaler_show,
                                                   .store = autoscaler_store};
