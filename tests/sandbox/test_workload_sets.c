#include <string.h>

#include "check.h"
#include "sandbox/workload/job_index.h"
#include "support_simulation.h"
#include "value/json.h"

#define STATEFUL(image, rest)                                                                      \
    "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec: {replicas: 3,"           \
    " serviceName: db, selector: {matchLabels: {app: db}}, template: {metadata: {labels: {app:"    \
    " db}}, spec: {containers: [{name: c, image: '" image "'}]}}" rest "}}"
#define CLAIMS                                                                                     \
    ", volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce],"       \
    " resources: {requests: {storage: 1Gi}}}}]"
#define SETS "apps/v1 statefulsets"

static const char *pod_image(struct simulation *sim, const char *name)
{
    struct ls_node containers = ls_node_at(sim_get(sim, "v1 pods", name), "spec.containers");
    return ls_node_text(ls_node_at(ls_node_item(containers, 0), "image"));
}

TEST(a_stateful_set_comes_up_in_order)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 1);
    sim_apply(&sim, STATEFUL("pg:1", ""));
    for (int i = 0; i < 100; i++) {
        sim_run(&sim, 5);
        /* A pod is there only when the one before it is ready. */
        if (sim_count(&sim, "v1 pods") > 1)
            CHECK_HAS(sim_condition(&sim, "v1 pods", "db-0", "Ready"), "True");
        if (sim_count(&sim, "v1 pods") > 2)
            CHECK_HAS(sim_condition(&sim, "v1 pods", "db-1", "Ready"), "True");
    }
    CHECK_STR(sim_names(&sim, "v1 pods"), "db-0 db-1 db-2");
    CHECK_STR(sim_text(&sim, SETS, "db", "status.availableReplicas"), "3");
    CHECK_STR(sim_text(&sim, SETS, "db", "status.currentRevision"),
              sim_text(&sim, SETS, "db", "status.updateRevision"));
    CHECK_STR(sim_text(&sim, "v1 pods", "db-1", "spec.hostname"), "db-1");
    CHECK_STR(sim_text(&sim, "v1 pods", "db-1", "spec.subdomain"), "db");
}

TEST(a_parallel_set_comes_up_at_once)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 2);
    sim_apply(&sim, STATEFUL("pg:1", ", podManagementPolicy: Parallel"));
    sim_run(&sim, 5);
    CHECK_INT(sim_count(&sim, "v1 pods"), 3);
}

TEST(an_update_goes_from_the_highest_ordinal_down_to_the_partition)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 3);
    sim_apply(&sim, STATEFUL("pg:1", ""));
    sim_run(&sim, 1000);
    sim_apply(&sim, STATEFUL("pg:2", ", updateStrategy: {type: RollingUpdate, rollingUpdate:"
                                     " {partition: 1}}"));
    sim_run(&sim, 50);
    CHECK_STR(pod_image(&sim, "db-0"), "pg:1");
    CHECK_STR(pod_image(&sim, "db-1"), "pg:1");
    sim_run(&sim, 2000);
    CHECK_STR(pod_image(&sim, "db-0"), "pg:1");
    CHECK_STR(pod_image(&sim, "db-1"), "pg:2");
    CHECK_STR(pod_image(&sim, "db-2"), "pg:2");
    CHECK_STR(sim_text(&sim, SETS, "db", "status.updatedReplicas"), "2");
    CHECK(strcmp(sim_text(&sim, SETS, "db", "status.currentRevision"),
                 sim_text(&sim, SETS, "db", "status.updateRevision")) != 0);
    /* A pod below the partition comes back as it was. */
    sim_delete(&sim, "v1 pods", "db-0");
    sim_run(&sim, 1000);
    CHECK_STR(pod_image(&sim, "db-0"), "pg:1");
    sim_apply(&sim, STATEFUL("pg:2", ", updateStrategy: {rollingUpdate: {partition: 0}}"));
    sim_run(&sim, 2000);
    CHECK_STR(pod_image(&sim, "db-0"), "pg:2");
    CHECK_STR(sim_text(&sim, SETS, "db", "status.currentRevision"),
              sim_text(&sim, SETS, "db", "status.updateRevision"));
    CHECK_INT(sim_count(&sim, "apps/v1 controllerrevisions"), 2);
}

TEST(claims_stay_when_pods_go_unless_asked_otherwise)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 4);
    sim_apply(&sim, STATEFUL("pg:1", CLAIMS));
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, "v1 persistentvolumeclaims"), "data-db-0 data-db-1 data-db-2");
    CHECK_STR(sim_text(&sim, "v1 persistentvolumeclaims", "data-db-2", "status.phase"), "Bound");
    sim_apply(&sim, "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec:"
                    " {replicas: 2}}");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 2);
    CHECK_INT(sim_count(&sim, "v1 persistentvolumeclaims"), 3);
    sim_apply(&sim, "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: db}, spec:"
                    " {replicas: 1, persistentVolumeClaimRetentionPolicy: {whenScaled: Delete}}}");
    sim_run(&sim, 1000);
    CHECK_STR(sim_names(&sim, "v1 persistentvolumeclaims"), "data-db-0 data-db-2");
    CHECK_HAS(sim_event(&sim, "StatefulSet/db", "SuccessfulCreate"),
              "Create Claim data-db-0 Pod db-0 in StatefulSet db success");
}

#define DAEMON(image, rest)                                                                        \
    "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: ds}, spec: {selector: {matchLabels:"  \
    " {app: ds}}, template: {metadata: {labels: {app: ds}}, spec: {containers: [{name: c, image:"  \
    " '" image "'}]}}" rest "}}"
#define DAEMONS "apps/v1 daemonsets"

TEST(a_daemon_set_has_a_pod_on_each_node)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 5);
    sim_apply(&sim, DAEMON("log:1", ""));
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.numberReady"), "3");
    CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.desiredNumberScheduled"), "3");
    /* A node that is cordoned keeps its pod; one that is gone takes it along. */
    sim_apply(&sim, "{apiVersion: v1, kind: Node, metadata: {name: node-1}, spec:"
                    " {unschedulable: true}}");
    sim_delete(&sim, "v1 nodes", "node-2");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 2);
    CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.desiredNumberScheduled"), "2");
    CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.numberAvailable"), "2");
}

TEST(a_daemon_set_rolls_one_node_at_a_time_or_surges)
{
    static const char *const strategies[] = {
        "", ", updateStrategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}"};
    static const size_t least[] = {2, 3};
    static const size_t most[] = {3, 4};
    for (size_t k = 0; k < LS_COUNT(strategies); k++) {
        struct simulation sim LS_AUTO(sim_release);
        sim_init(&sim, 6);
        sim_apply(&sim, DAEMON("log:1", ""));
        sim_run(&sim, 1000);
        const char *update = ls_arena_printf(&sim.arena, DAEMON("log:2", "%s"), strategies[k]);
        sim_apply(&sim, update);
        for (int i = 0; i < 300; i++) {
            sim_run(&sim, 5);
            CHECK(sim_count(&sim, "v1 pods") >= least[k]);
            /* Pods on their way out come on top. */
            CHECK(sim_count(&sim, "v1 pods") <= most[k] + 1);
        }
        CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.updatedNumberScheduled"), "3");
        CHECK_STR(sim_text(&sim, DAEMONS, "ds", "status.numberAvailable"), "3");
        CHECK_INT(sim_count(&sim, "v1 pods"), 3);
    }
}

#define JOB(spec, command)                                                                         \
    "{apiVersion: batch/v1, kind: Job, metadata: {name: j}, spec: {" spec                          \
    "template: {spec: {restartPolicy: Never, containers: [{name: c, image: b, command: " command   \
    "}]}}}}"
#define JOBS "batch/v1 jobs"

static const char *owner_of(struct simulation *sim, const char *resource, const char *name)
{
    struct ls_node owners = ls_node_at(sim_get(sim, resource, name), "metadata.ownerReferences");
    return ls_node_text(ls_node_at(ls_node_item(owners, 0), "uid"));
}

/* Pods and revisions that a set left behind go on under its successor, and none is made anew. */
static void check_is_taken_over(const char *resource, const char *set, const char *yaml)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 9);
    sim_apply(&sim, yaml);
    sim_run(&sim, 1000);
    const char *pods = sim_names(&sim, "v1 pods");
    const char *revisions = sim_names(&sim, "apps/v1 controllerrevisions");
    char *pod = ls_arena_dup(&sim.arena, ls_slice_of(pods));
    pod[strcspn(pod, " ")] = 0;
    sim_orphan(&sim, resource, set);
    sim_run(&sim, 1000);
    CHECK_STR(owner_of(&sim, "v1 pods", pod), "");
    CHECK_STR(owner_of(&sim, "apps/v1 controllerrevisions", revisions), "");
    sim_apply(&sim, yaml);
    sim_run(&sim, 1000);
    const char *uid = sim_text(&sim, resource, set, "metadata.uid");
    CHECK_STR(sim_names(&sim, "v1 pods"), pods);
    CHECK_STR(sim_names(&sim, "apps/v1 controllerrevisions"), revisions);
    CHECK_STR(owner_of(&sim, "v1 pods", pod), uid);
    CHECK_STR(owner_of(&sim, "apps/v1 controllerrevisions", revisions), uid);
}

TEST(sets_take_over_what_their_namesakes_left)
{
    check_is_taken_over(SETS, "db", STATEFUL("pg:1", ""));
    check_is_taken_over("apps/v1 daemonsets", "agent",
                        "{apiVersion: apps/v1, kind: DaemonSet, metadata: {name: agent}, spec:"
                        " {selector: {matchLabels: {app: agent}}, template: {metadata: {labels:"
                        " {app: agent}}, spec: {containers: [{name: c, image: a}]}}}}");
}

TEST(a_job_completes)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 7);
    sim_apply(&sim, JOB("completions: 3, parallelism: 2, ", "[sleep, '2']"));
    sim_run(&sim, 1000);
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.active"), "2");
    CHECK_HAS(sim_names(&sim, "v1 pods"), "j-");
    sim_run(&sim, 5000);
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.succeeded"), "3");
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Complete"),
              "True CompletionsReached: Reached expected number of succeeded pods");
    CHECK_STR(sim_condition(&sim, JOBS, "j", "SuccessCriteriaMet"),
              "True CompletionsReached: Reached expected number of succeeded pods");
    CHECK_STR(sim_event(&sim, "Job/j", "Completed"), "Job completed");
    sim_delete(&sim, JOBS, "j");
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
}

TEST(a_failing_job_backs_off_and_gives_up)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 8);
    sim_apply(&sim, JOB("backoffLimit: 2, ", "['false']"));
    sim_run(&sim, 9 * 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 1);
    sim_run(&sim, 11 * 1000); /* 10 seconds after the first failure */
    CHECK_INT(sim_count(&sim, "v1 pods"), 2);
    sim_run(&sim, 9 * 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 2);
    sim_run(&sim, 12 * 1000); /* 20 after the second */
    CHECK_INT(sim_count(&sim, "v1 pods"), 3);
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Failed"),
              "True BackoffLimitExceeded: Job has reached the specified backoff limit");
    CHECK_HAS(sim_condition(&sim, JOBS, "j", "FailureTarget"), "True BackoffLimitExceeded");
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.failed"), "3");
}

TEST(a_job_has_a_deadline_and_a_time_to_live)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 9);
    sim_apply(&sim,
              JOB("activeDeadlineSeconds: 5, ttlSecondsAfterFinished: 60, ", "[sleep, '1000']"));
    sim_run(&sim, 7 * 1000);
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Failed"),
              "True DeadlineExceeded: Job was active longer than specified deadline");
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
    sim_run(&sim, 60 * 1000);
    CHECK_INT(sim_count(&sim, JOBS), 0);
}

TEST(a_suspended_job_has_no_pods)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 10);
    sim_apply(&sim, JOB("suspend: true, ", "[sleep, '10']"));
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Suspended"), "True JobSuspended: Job suspended");
    sim_apply(&sim, JOB("suspend: false, ", "[sleep, '10']"));
    sim_run(&sim, 1000);
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Suspended"), "False JobResumed: Job resumed");
    CHECK_INT(sim_count(&sim, "v1 pods"), 1);
    sim_apply(&sim, JOB("suspend: true, ", "[sleep, '10']"));
    sim_run(&sim, 1000);
    CHECK_INT(sim_count(&sim, "v1 pods"), 0);
    sim_apply(&sim, JOB("suspend: false, ", "[sleep, '10']"));
    sim_run(&sim, 30 * 1000);
    CHECK_HAS(sim_condition(&sim, JOBS, "j", "Complete"), "True");
}

TEST(an_indexed_job_has_a_pod_for_each_index)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 11);
    sim_apply(&sim,
              JOB("completions: 5, parallelism: 3, completionMode: Indexed, ", "[sleep, '5']"));
    sim_run(&sim, 7 * 1000);
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.completedIndexes"), "0-2");
    sim_run(&sim, 7 * 1000);
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.completedIndexes"), "0-4");
    CHECK_HAS(sim_condition(&sim, JOBS, "j", "Complete"), "True");
    CHECK_HAS(sim_names(&sim, "v1 pods"), "j-4-");
}

TEST(a_success_policy_ends_a_job_before_all_is_done)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 11);
    sim_apply(&sim, JOB("completions: 5, parallelism: 1, completionMode: Indexed, successPolicy: "
                        "{rules: [{succeededIndexes: '3-4'}, {succeededIndexes: '0,2', "
                        "succeededCount: 2}]}, ",
                        "[sleep, '5']"));
    sim_run(&sim, 12 * 1000);
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.completedIndexes"), "0,1");
    CHECK_STR(sim_condition(&sim, JOBS, "j", "SuccessCriteriaMet"), "");
    sim_run(&sim, 20 * 1000);
    CHECK_STR(sim_condition(&sim, JOBS, "j", "SuccessCriteriaMet"),
              "True SuccessPolicy: Matched rules at index 1");
    CHECK_STR(sim_condition(&sim, JOBS, "j", "Complete"),
              "True SuccessPolicy: Matched rules at index 1");
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.completedIndexes"), "0-2");
    CHECK_STR(sim_text(&sim, JOBS, "j", "status.succeeded"), "3");
    CHECK_STR(sim_event(&sim, "Job/j", "Completed"), "Job completed");
    CHECK_INT(sim_count(&sim, "v1 pods"), 3);
}

TEST(a_failure_policy_can_end_a_job_at_once)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 12);
    sim_apply(&sim, JOB("podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {operator: In,"
                        " values: [42]}}]}, ",
                        "[sh, -c, 'exit 42']"));
    sim_run(&sim, 2000);
    CHECK_HAS(sim_condition(&sim, JOBS, "j", "Failed"),
              "failed with exit code 42 matching FailJob rule at index 0");
    CHECK_INT(sim_count(&sim, "v1 pods"), 1);
}

#define CRON(schedule, rest, command)                                                              \
    "{apiVersion: batch/v1, kind: CronJob, metadata: {name: tick}, spec: {schedule: '" schedule    \
    "', " rest "jobTemplate: {spec: {template: {spec: {restartPolicy: Never, containers: [{name:"  \
    " c, image: b, command: " command "}]}}}}}}"

TEST(a_cron_job_runs_on_the_clock_and_keeps_its_history_short)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 13);
    sim_apply(&sim, CRON("*/10 * * * *", "", "[echo]"));
    sim_run(&sim, 599 * 1000);
    CHECK_INT(sim_count(&sim, JOBS), 0);
    sim_run(&sim, 2 * 1000);
    CHECK_INT(sim_count(&sim, JOBS), 1);
    CHECK_STR(sim_text(&sim, "batch/v1 cronjobs", "tick", "status.lastScheduleTime"),
              "2026-01-01T00:10:00Z");
    sim_run(&sim, 3600 * 1000);
    CHECK_INT(sim_count(&sim, JOBS), 3);
    CHECK_INT(sim_event_count(&sim, "CronJob/tick", "SuccessfulCreate"), 7);
}

TEST(concurrency_policies_of_a_cron_job)
{
    static const struct {
        const char *policy;
        size_t running;
    } rows[] = {{"Allow", 3}, {"Forbid", 1}, {"Replace", 1}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct simulation sim LS_AUTO(sim_release);
        sim_init(&sim, 14);
        sim_apply(&sim,
                  ls_arena_printf(&sim.arena,
                                  CRON("* * * * *", "concurrencyPolicy: %s, ", "[sleep, '1000']"),
                                  rows[i].policy));
        sim_run(&sim, 190 * 1000);
        CHECK_INT(sim_count(&sim, "v1 pods"), rows[i].running);
    }
}

TEST(a_job_made_by_hand_from_a_cron_job_is_no_run_of_it)
{
    struct simulation sim LS_AUTO(sim_release);
    sim_init(&sim, 14);
    sim_apply(&sim, CRON("0 3 * * *", "concurrencyPolicy: Forbid, ", "[sleep, '20000']"));
    sim_run(&sim, 1000);
    sim_apply(&sim,
              ls_arena_printf(
                  &sim.arena,
                  "{apiVersion: batch/v1, kind: Job, metadata: {name: now, annotations:"
                  " {cronjob.kubernetes.io/instantiate: manual}, ownerReferences: [{apiVersion:"
                  " batch/v1, kind: CronJob, name: tick, uid: %s, controller: true}]}, spec:"
                  " {template: {spec: {restartPolicy: Never, containers: [{name: c, image: b,"
                  " command: [sleep, '20000']}]}}}}",
                  sim_text(&sim, "batch/v1 cronjobs", "tick", "metadata.uid")));
    sim_run(&sim, 3600 * 1000);
    CHECK_STR(sim_event(&sim, "CronJob/tick", "UnexpectedJob"),
              "Saw a job that the controller did not create or forgot: now");
    CHECK_INT(
        ls_node_count(ls_node_at(sim_get(&sim, "batch/v1 cronjobs", "tick"), "status.active")), 0);
    /* Its run at three o'clock is not held up by it. */
    sim_run(&sim, 3 * 3600 * 1000);
    CHECK_INT(sim_count(&sim, "batch/v1 jobs"), 2);
    CHECK_INT(sim_event_count(&sim, "CronJob/tick", "SuccessfulCreate"), 1);
}

/* Each index may fail once more; the Job ends when all are lost, or too many are. */
TEST(indexes_fail_for_themselves)
{
    static const struct {
        const char *limits;
        const char *lost;
        const char *failed;
    } rows[] = {
        {"backoffLimitPerIndex: 1, ", "0-2", "True FailedIndexes: Job has failed indexes"},
        {"backoffLimitPerIndex: 0, maxFailedIndexes: 1, ", "0-2",
         "True MaxFailedIndexesExceeded: Job has exceeded the specified maximal number of failed"
         " indexes"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct simulation sim LS_AUTO(sim_release);
        sim_init(&sim, 15);
        sim_apply(&sim, ls_arena_printf(&sim.arena,
                                        JOB("completions: 3, parallelism: 3, completionMode:"
                                            " Indexed, %s",
                                            "['false']"),
                                        rows[i].limits));
        sim_run(&sim, 5 * 1000);
        CHECK_INT(sim_count(&sim, "v1 pods"), 3);
        sim_run(&sim, 10 * 1000);
        CHECK_INT(sim_count(&sim, "v1 pods"), i ? 3 : 6);
        CHECK_STR(sim_condition(&sim, JOBS, "j", "Failed"), rows[i].failed);
        CHECK_STR(sim_text(&sim, JOBS, "j", "status.failedIndexes"), rows[i].lost);
    }
}

/* Anybody may write the annotation of a pod: what is not a count of failures counts as none. */
TEST(a_count_of_failures_that_cannot_be_is_none)
{
    static const char *const texts[] = {"9223372036854775807", "-9223372036854775808", "many"};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_err err = {0};
        const struct ls_obj *pod LS_AUTO(ls_obj_unref_at) = NULL;
        const char *text = ls_arena_printf(
            &arena,
            "{\"metadata\":{\"annotations\":{\"batch.kubernetes.io/job-completion-index\":\"0\","
            "\"batch.kubernetes.io/job-index-failure-count\":\"%s\"}}}",
            texts[i]);
        CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &pod, &err), err);
        int64_t failures = 0;
        int64_t failed_ms = 0;
        struct ls_indexes indexes = {
            .count = 1, .limit = 5, .failures = &failures, .failed_ms = &failed_ms};
        ls_indexes_fail(&indexes, ls_obj_root(pod), 7, false);
        CHECK_INT(failures, 1);
        CHECK_INT(failed_ms, 7);
    }
}
