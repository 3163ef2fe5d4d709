/* Numbers that no cluster could follow: each ends in a limit that has a name. */
#include "check.h"
#include "support_simulation.h"

#define POD_SPEC "{containers: [{name: c, image: i}], restartPolicy: Never}"

TEST(deadlines_of_ages_never_come)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
                    "spec: {activeDeadlineSeconds: 9223372036854775807, template: {spec: " POD_SPEC
                    "}}\n");
    sim_apply(&sim, "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c}\n"
                    "spec: {schedule: '* * * * *', startingDeadlineSeconds: 9223372036854775807, "
                    "jobTemplate: {spec: {template: {spec: " POD_SPEC "}}}}\n");
    sim_run(&sim, 90 * 1000);
    CHECK_HAS(sim_condition(&sim, "batch/v1 jobs", "j", "Complete"), "True");
    CHECK(sim_count(&sim, "batch/v1 jobs") >= 2);
}

TEST(a_pod_may_ask_for_ages_to_end)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
                    "spec: {terminationGracePeriodSeconds: 9223372036854775807, "
                    "containers: [{name: c, image: i}]}\n");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "p", "status.phase"), "Running");
    sim_delete(&sim, "v1 pods", "p");
    CHECK_STR(sim_text(&sim, "v1 pods", "p", "metadata.deletionGracePeriodSeconds"),
              "9223372036854775807");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
}

TEST(requests_beyond_counting_fit_nowhere)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n"
                    "  - {name: a, image: i, resources: {requests: {cpu: 9E, memory: 8E}}}\n"
                    "  - {name: b, image: i, resources: {requests: {cpu: 9E, memory: 8E}}}\n");
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, "v1 pods", "p", "status.phase"), "Pending");
}
