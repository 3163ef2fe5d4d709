#include "check.h"
#include "support_simulation.h"

#define DEPLOYMENTS "apps/v1 deployments"
#define AUTOSCALERS "autoscaling/v2 horizontalpodautoscalers"

#define WEB(replicas)                                                                              \
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {replicas: " replicas    \
    ", selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {"    \
    "containers: [{name: c, image: nginx}]}}}}"
#define SCALER(least, most)                                                                        \
    "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: web}, spec: {"   \
    "scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: web}, minReplicas: " least      \
    ", maxReplicas: " most "}}"

static const struct {
    const char *replicas;
    const char *scaler;
    const char *outcome;
    const char *event;
} bounds[] = {
    {WEB("1"), SCALER("2", "4"), "2",
     "New size: 2; reason: Current number of replicas below Spec.MinReplicas"},
    {WEB("6"), SCALER("2", "4"), "4",
     "New size: 4; reason: Current number of replicas above Spec.MaxReplicas"},
    {WEB("3"), SCALER("2", "4"), "3", ""},
    {WEB("0"), SCALER("2", "4"), "0", ""},
};

TEST(an_autoscaler_keeps_its_target_within_bounds)
{
    for (size_t i = 0; i < LS_COUNT(bounds); i++) {
        struct simulation sim LS_AUTO(sim_release);
        sim_init(&sim, 1);
        sim_apply(&sim, bounds[i].replicas);
        sim_apply(&sim, bounds[i].scaler);
        sim_run(&sim, 60 * 1000);
        CHECK_STR(sim_text(&sim, DEPLOYMENTS, "web", "spec.replicas"), bounds[i].outcome);
        CHECK_STR(sim_text(&sim, DEPLOYMENTS, "web", "status.replicas"),
                  i == 3 ? "" : bounds[i].outcome);
        CHECK_STR(sim_text(&sim, AUTOSCALERS, "web", "status.desiredReplicas"), bounds[i].outcome);
        CHECK_STR(sim_event(&sim, "HorizontalPodAutoscaler/web", "SuccessfulRescale"),
                  bounds[i].event);
    }
}

TEST(an_autoscaler_says_what_it_cannot_do)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, SCALER("2", "4"));
    sim_run(&sim, 60 * 1000);
    CHECK_HAS(sim_condition(&sim, AUTOSCALERS, "web", "AbleToScale"), "False FailedGetScale: ");
    CHECK_STR(sim_text(&sim, AUTOSCALERS, "web", "status.desiredReplicas"), "0");
    sim_apply(&sim, WEB("1"));
    sim_run(&sim, 60 * 1000);
    CHECK_HAS(sim_condition(&sim, AUTOSCALERS, "web", "AbleToScale"), "True SucceededGetScale: ");
    CHECK_HAS(sim_condition(&sim, AUTOSCALERS, "web", "ScalingActive"),
              "False FailedGetResourceMetric: ");
    CHECK_STR(sim_text(&sim, DEPLOYMENTS, "web", "spec.replicas"), "2");
    sim_apply(&sim, WEB("0"));
    sim_run(&sim, 60 * 1000);
    CHECK_HAS(sim_condition(&sim, AUTOSCALERS, "web", "ScalingActive"), "False ScalingDisabled: ");
}
