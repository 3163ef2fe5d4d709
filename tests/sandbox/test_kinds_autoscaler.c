#include <stdio.h>

#include "check.h"
#include "support_json.h"
#include "support_kinds.h"

static const struct ls_kind *v1_kind(const struct kinds_stage *stage)
{
    return ls_registry_kind(stage->cluster.registry, LS_SLICE("autoscaling/v1"),
                            LS_SLICE("HorizontalPodAutoscaler"));
}

static const char rich[] =
    "{\"kind\":\"HorizontalPodAutoscaler\",\"apiVersion\":\"autoscaling/"
    "v2\",\"metadata\":{\"name\":"
    "\"x\",\"annotations\":{\"mine\":\"kept\"}},\"spec\":{\"maxReplicas\":3,\"metrics\":[{\"type\":"
    "\"Resource\",\"resource\":{\"name\":\"memory\",\"target\":{\"type\":\"Utilization\","
    "\"averageUtilization\":50}}},{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":"
    "{"
    "\"type\":\"Utilization\",\"averageUtilization\":60}}}],\"behavior\":{\"scaleDown\":{"
    "\"selectPolicy\":\"Max\"}}},\"status\":{\"desiredReplicas\":2,\"currentMetrics\":null,"
    "\"conditions\":[{\"type\":\"AbleToScale\",\"status\":\"True\",\"lastTransitionTime\":null}]}}";

TEST(the_old_version_shows_one_target)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind = v1_kind(&stage);
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) = obj_of(rich);
    struct ls_node shown = kind->view->show(&stage.arena, kind, ls_obj_root(stored));
    CHECK_STR(ls_node_text(ls_node_at(shown, "apiVersion")), "autoscaling/v1");
    CHECK_STR(json_of(ls_node_at(shown, "spec")),
              "{\"maxReplicas\":3,\"targetCPUUtilizationPercentage\":60}");
    CHECK_STR(json_of(ls_node_at(shown, "status")),
              "{\"desiredReplicas\":2,\"currentReplicas\":0}");
}

TEST(nothing_is_lost_on_the_way_through_the_old_version)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind = v1_kind(&stage);
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) = obj_of(rich);
    struct ls_node shown = kind->view->show(&stage.arena, kind, ls_obj_root(stored));
    struct ls_node back = kind->view->store(&stage.arena, kind, shown);
    CHECK(ls_node_equal(back, ls_obj_root(stored)));
}

TEST(what_is_written_in_the_old_version_is_a_metric_in_the_new)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind = v1_kind(&stage);
    const struct ls_obj *shown LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":\"x\"},\"spec\":{"
               "\"targetCPUUtilizationPercentage\":70}}");
    struct ls_node stored = kind->view->store(&stage.arena, kind, ls_obj_root(shown));
    CHECK_STR(json_of(ls_node_at(stored, "spec.metrics")),
              "[{\"type\":\"Resource\",\"resource\":{\"name\":\"cpu\",\"target\":{\"type\":"
              "\"Utilization\",\"averageUtilization\":70}}}]");
}

TEST(a_note_that_is_none_of_the_new_version_stays_a_note)
{
    static const char *const notes[] = {"not json", "7", "[7]", "[{\\\"bogus\\\":1}]"};
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind = v1_kind(&stage);
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        char text[256];
        snprintf(text, sizeof text,
                 "{\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"annotations\":{"
                 "\"autoscaling.alpha.kubernetes.io/metrics\":\"%s\"}},\"spec\":{}}",
                 notes[i]);
        const struct ls_obj *shown LS_AUTO(ls_obj_unref_at) = obj_of(text);
        struct ls_node stored = kind->view->store(&stage.arena, kind, ls_obj_root(shown));
        CHECK_INT((int)ls_node_count(ls_node_at(stored, "metadata.annotations")), 1);
        CHECK(ls_node_is_absent(ls_node_at(stored, "spec.metrics")));
    }
}
