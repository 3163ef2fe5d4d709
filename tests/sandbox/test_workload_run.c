#include "sandbox/workload/workload.h"

#include "check.h"
#include "support_cluster.h"

/* A cluster with three nodes, on a clock that jumps. */
struct town {
    struct stage stage;
    struct ls_workload *workload;
};

static void town_init(struct town *town)
{
    stage_init(&town->stage);
    stage_create(&town->stage, "v1 serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
    town->workload = ls_workload_new(&town->stage.cluster, 3);
}

static void town_release(struct town *town)
{
    ls_workload_free(town->workload);
    stage_release(&town->stage);
}

/* Lets time pass; what is due happens on the way. */
static void town_run(struct town *town, int64_t ms)
{
    struct ls_world *world = town->stage.cluster.world;
    int64_t end_ms = ls_clock_mono_ms(world->clock) + ms;
    for (;;) {
        uint64_t calls = ls_loop_counts(world->loop).calls;
        int64_t left_ms = end_ms - ls_clock_mono_ms(world->clock);
        bool goes_on = ls_loop_step(world->loop, left_ms);
        bool ran = ls_loop_counts(world->loop).calls != calls;
        if (!goes_on || (!left_ms && !ran))
            break;
    }
    if (ls_clock_mono_ms(world->clock) < end_ms)
        ls_virtual_clock_advance_ms(&world->virtual_clock, end_ms - ls_clock_mono_ms(world->clock));
}

#define DEPLOYMENT(name, replicas, image)                                                          \
    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":\"" name           \
    "\"},\"spec\":{\"replicas\":" replicas ",\"selector\":{\"matchLabels\":{\"app\":\"" name       \
    "\"}},\"template\":{\"metadata\":{\"labels\":{\"app\":\"" name                                 \
    "\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"" image "\"}]}}}}"

TEST(a_deployment_becomes_available)
{
    struct town town LS_AUTO(town_release);
    town_init(&town);
    CHECK_HAS(stage_create(&town.stage, "apps/v1 deployments", DEPLOYMENT("web", "3", "nginx:1")),
              "201");
    town_run(&town, 500);
    CHECK_STR(stage_at(&town.stage, "apps/v1 deployments", "web", "status.availableReplicas"), "3");
    CHECK_HAS(stage_at(&town.stage, "apps/v1 deployments", "web", "status.conditions"),
              "has successfully progressed.");
}
