/* Numbers that no cluster could follow: each ends in a limit that has a name. */
#include "check.h"
#include "support_town.h"

#define POD_SPEC "{containers: [{name: c, image: i}], restartPolicy: Never}"

TEST(deadlines_of_ages_never_come)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 1);
    town_apply(&town,
               "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\n"
               "spec: {activeDeadlineSeconds: 9223372036854775807, template: {spec: " POD_SPEC
               "}}\n");
    town_apply(&town, "apiVersion: batch/v1\nkind: CronJob\nmetadata: {name: c}\n"
                      "spec: {schedule: '* * * * *', startingDeadlineSeconds: 9223372036854775807, "
                      "jobTemplate: {spec: {template: {spec: " POD_SPEC "}}}}\n");
    town_run(&town, 90 * 1000);
    CHECK_HAS(town_condition(&town, "batch/v1 jobs", "j", "Complete"), "True");
    CHECK(town_count(&town, "batch/v1 jobs") >= 2);
}

TEST(a_pod_may_ask_for_ages_to_end)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 1);
    town_apply(&town, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\n"
                      "spec: {terminationGracePeriodSeconds: 9223372036854775807, "
                      "containers: [{name: c, image: i}]}\n");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "p", "status.phase"), "Running");
    town_delete(&town, "v1 pods", "p");
    CHECK_STR(town_text(&town, "v1 pods", "p", "metadata.deletionGracePeriodSeconds"),
              "9223372036854775807");
    town_run(&town, 1000);
    CHECK_INT(town_count(&town, "v1 pods"), 0);
}

TEST(requests_beyond_counting_fit_nowhere)
{
    struct town town LS_AUTO(town_release);
    town_init(&town, 1);
    town_apply(&town, "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n"
                      "  - {name: a, image: i, resources: {requests: {cpu: 9E, memory: 8E}}}\n"
                      "  - {name: b, image: i, resources: {requests: {cpu: 9E, memory: 8E}}}\n");
    town_run(&town, 1000);
    CHECK_STR(town_text(&town, "v1 pods", "p", "status.phase"), "Pending");
}
