#include <string.h>

#include "check.h"
#include "sandbox/workload/controllers.h"
#include "sandbox/workload/cron_time.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/job_index.h"
#include "sandbox/workload/job_policy.h"
#include "sandbox/workload/node_fit.h"
#include "support_workload.h"
#include "value/time.h"

/* Which pods fit on which nodes. */
struct fit {
    const char *pod;  /* spec */
    const char *node; /* metadata and spec; it has 4 cores, 8Gi and 10 pods */
    const char *misfit;
};

#define AFFINITY(term)                                                                             \
    "affinity: {nodeAffinity: {requiredDuringSchedulingIgnoredDuringExecution:"                    \
    " {nodeSelectorTerms: [" term "]}}}"
#define LABELLED "metadata: {name: n1, labels: {disk: fast, size: '5'}}"
#define TAINTED                                                                                    \
    "metadata: {name: n1}, spec: {taints: [{key: gpu, value: 'yes', effect: NoSchedule}]}"

static const struct fit fits[] = {
    {"", "metadata: {name: n1}", ""},
    {"nodeSelector: {disk: fast}", LABELLED, ""},
    {"nodeSelector: {disk: slow}", LABELLED, "node(s) didn't match Pod's node affinity/selector"},
    {AFFINITY("{matchExpressions: [{key: disk, operator: In, values: [slow, fast]}]}"), LABELLED,
     ""},
    {AFFINITY("{matchExpressions: [{key: disk, operator: NotIn, values: [fast]}]}"), LABELLED,
     "node(s) didn't match Pod's node affinity/selector"},
    {AFFINITY("{matchExpressions: [{key: gone, operator: DoesNotExist}]}"), LABELLED, ""},
    {AFFINITY("{matchExpressions: [{key: size, operator: Gt, values: ['4']}]}"), LABELLED, ""},
    {AFFINITY("{matchExpressions: [{key: size, operator: Lt, values: ['4']}]}"), LABELLED,
     "node(s) didn't match Pod's node affinity/selector"},
    {AFFINITY("{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}"), LABELLED, ""},
    {AFFINITY("{matchFields: [{key: metadata.name, operator: In, values: [n2]}]}, {matchFields:"
              " [{key: metadata.name, operator: In, values: [n1]}]}"),
     LABELLED, ""},
    {AFFINITY("{}"), LABELLED, "node(s) didn't match Pod's node affinity/selector"},
    {"", TAINTED, "node(s) had untolerated taint(s)"},
    {"tolerations: [{key: gpu, operator: Exists}]", TAINTED, ""},
    {"tolerations: [{key: gpu, value: 'yes', effect: NoSchedule}]", TAINTED, ""},
    {"tolerations: [{key: gpu, value: 'no'}]", TAINTED, "node(s) had untolerated taint(s)"},
    {"tolerations: [{operator: Exists}]", TAINTED, ""},
    {"", "metadata: {name: n1}, spec: {unschedulable: true}", "node(s) were unschedulable"},
    {"containers: [{resources: {requests: {cpu: 3900m}}}]", "metadata: {name: n1}", ""},
    {"containers: [{resources: {requests: {cpu: 3}}}, {resources: {requests: {cpu: 1500m}}}]",
     "metadata: {name: n1}", "Insufficient cpu"},
    {"containers: [{resources: {requests: {memory: 9Gi}}}]", "metadata: {name: n1}",
     "Insufficient memory"},
    {"initContainers: [{resources: {requests: {cpu: 5}}}], containers: [{}]",
     "metadata: {name: n1}", "Insufficient cpu"},
};

TEST(pods_fit_on_nodes_as_the_scheduler_says)
{
    for (size_t i = 0; i < LS_COUNT(fits); i++) {
        struct scene scene LS_AUTO(scene_release);
        struct ls_node_load load = {.pods = 1};
        scene_init(&scene, "{}");
        struct ls_node pod = scene_node(&scene, "{metadata: {name: p}, spec: {%s}}", fits[i].pod);
        struct ls_node node =
            scene_node(&scene, "{%s, status: {allocatable: {cpu: '4', memory: 8Gi, pods: '10'}}}",
                       fits[i].node);
        const char *misfit = ls_node_misfit(&scene.arena, pod, node, &load);
        CHECK_STR(misfit ? misfit : "", fits[i].misfit);
    }
}

TEST(a_full_node_takes_no_more_pods)
{
    struct scene scene LS_AUTO(scene_release);
    struct ls_node_load load = {.pods = 10};
    scene_init(&scene, "{}");
    struct ls_node node = scene_node(&scene, "{status: {allocatable: {pods: '10'}}}");
    CHECK_STR(ls_node_misfit(&scene.arena, scene.view.object, node, &load), "Too many pods");
}

static const struct {
    const char *schedule;
    const char *after;
    const char *next; /* "": never */
} times[] = {
    {"* * * * *", "2026-01-01T00:00:00Z", "2026-01-01T00:01:00Z"},
    {"*/15 * * * *", "2026-01-01T00:14:59Z", "2026-01-01T00:15:00Z"},
    {"0 3 * * *", "2026-01-01T03:00:00Z", "2026-01-02T03:00:00Z"},
    {"0 0 29 2 *", "2026-01-01T00:00:00Z", "2028-02-29T00:00:00Z"},
    {"0 0 30 2 *", "2026-01-01T00:00:00Z", ""},
    {"0 0 * * 1", "2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z"},  /* the 1st is a Thursday */
    {"0 0 13 * 5", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"}, /* the 13th or a Friday */
    {"30 8 1 jan *", "2026-01-01T09:00:00Z", "2027-01-01T08:30:00Z"},
    {"@hourly", "2026-12-31T23:30:00Z", "2027-01-01T00:00:00Z"},
    {"@every 90s", "2026-01-01T00:00:00Z", "2026-01-01T00:01:30Z"},
};

TEST(schedules_come_due)
{
    for (size_t i = 0; i < LS_COUNT(times); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        struct ls_cron_schedule schedule;
        struct ls_time after;
        struct ls_err err = {0};
        CHECK_OK(ls_time_parse(ls_slice_of(times[i].after), &after, &err), err);
        const char *flaw = ls_cron_parse(&arena, ls_slice_of(times[i].schedule), &schedule);
        CHECK_STR(flaw ? flaw : "", "");
        int64_t next_ms = ls_cron_next_ms(&schedule, ls_time_ms(after));
        if (next_ms)
            ls_time_print(&text, ls_time_of_ms(next_ms));
        CHECK_STR(ls_buf_text(&text), times[i].next);
    }
}

TEST(indexes_are_written_as_ranges)
{
    static const char *const texts[] = {"", "0", "0,1", "0-2", "1,3-5,9", "0-9"};
    for (size_t i = 0; i < LS_COUNT(texts); i++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, "{}");
        struct ls_node job = scene_node(&scene,
                                        "{spec: {completionMode: Indexed, completions: 10}, status:"
                                        " {completedIndexes: '%s'}}",
                                        texts[i]);
        struct ls_indexes indexes = ls_indexes_read(&scene.arena, job);
        CHECK_STR(ls_indexes_text(&scene.arena, &indexes), texts[i]);
    }
}

TEST(the_next_index_is_the_lowest_that_is_free)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{spec: {completionMode: Indexed, completions: 4}, status:"
                       " {completedIndexes: '1'}}");
    struct ls_indexes indexes = ls_indexes_read(&scene.arena, scene.view.object);
    CHECK_INT(ls_indexes_take(&indexes, 0), 0);
    CHECK_INT(ls_indexes_take(&indexes, 0), 2);
    ls_indexes_finish(&indexes, 3);
    CHECK_INT(ls_indexes_take(&indexes, 0), -1);
}

/* Done are 0, 1, 2 and 5 of ten. */
TEST(success_rules_ask_for_indexes_a_count_or_both)
{
    static const struct {
        const char *rules;
        const char *message; /* NULL: none is met */
    } rows[] = {
        {"[]", NULL},
        {"[{succeededIndexes: '0-2'}]", "Matched rules at index 0"},
        {"[{succeededIndexes: '0-3'}]", NULL},
        {"[{succeededIndexes: '1,5'}]", "Matched rules at index 0"},
        {"[{succeededCount: 4}]", "Matched rules at index 0"},
        {"[{succeededCount: 5}]", NULL},
        {"[{succeededIndexes: '2-9', succeededCount: 2}]", "Matched rules at index 0"},
        {"[{succeededIndexes: '2-9', succeededCount: 3}]", NULL},
        {"[{succeededIndexes: '9'}, {succeededCount: 1}]", "Matched rules at index 1"},
    };
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{spec: {completionMode: Indexed, completions: 10}, status:"
                       " {completedIndexes: '0-2,5'}}");
    struct ls_indexes indexes = ls_indexes_read(&scene.arena, scene.view.object);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_node rules = scene_node(&scene, "%s", rows[i].rules);
        const char *message = ls_job_success(&scene.arena, rules, &indexes);
        CHECK_STR(message ? message : "", rows[i].message ? rows[i].message : "");
    }
}

#define INDEXED_POD                                                                                \
    "{metadata: {name: j-%d, namespace: n, annotations: {batch.kubernetes.io/job-completion-index" \
    ": '%d'}, finalizers: [batch.kubernetes.io/job-tracking]}, status: {phase: %s}}"

TEST(a_success_policy_deletes_what_still_runs_and_does_not_count_it)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{metadata: {name: j, namespace: n}, spec: {completionMode: Indexed,"
                       " completions: 5, parallelism: 2, successPolicy: {rules: ["
                       "{succeededIndexes: '0'}]}}}");
    scene_add(&scene, &scene.view.pods, INDEXED_POD, 0, 0, "Succeeded");
    scene_add(&scene, &scene.view.pods, INDEXED_POD, 1, 1, "Running");
    scene_decide(&scene, ls_jobs.decide);
    CHECK_INT(scene_count(&scene, LS_ACT_CREATE, LS_WORKLOAD_POD), 0);
    CHECK_INT(scene_count(&scene, LS_ACT_DELETE, LS_WORKLOAD_POD), 1);
    CHECK_INT(scene_count(&scene, LS_ACT_PATCH, LS_WORKLOAD_POD), 2);
    struct ls_node job = scene_act(&scene, LS_ACT_STATUS, LS_WORKLOAD_JOB, 0)->body;
    CHECK_STR(scene_condition(&scene, job, "SuccessCriteriaMet"),
              "True SuccessPolicy: Matched rules at index 0");
    CHECK_STR(scene_condition(&scene, job, "Complete"), "");
    CHECK_INT(ls_node_int(ls_node_at(job, "status.failed"), 0), 0);
    CHECK_INT(ls_node_int(ls_node_at(job, "status.terminating"), 0), 1);
}

/* ---- who controls whom ---- */

static void name_add(void *self, struct ls_object_key key)
{
    struct ls_buf *names = self;
    ls_buf_printf(names, "%.*s ", LS_ARG(key.name));
}

static const char *controlled(struct scene *scene, struct ls_owner_index *family, const char *uid)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    ls_owner_index_each(family, ls_slice_of(uid), LS_WORKLOAD_POD, name_add, &names);
    return ls_arena_dup(&scene->arena, ls_buf_slice(&names));
}

static const char *orphans(struct scene *scene, struct ls_owner_index *family)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    ls_owner_index_each_orphan(family, LS_SLICE("shop"), LS_WORKLOAD_POD, name_add, &names);
    return ls_arena_dup(&scene->arena, ls_buf_slice(&names));
}

static struct ls_node pod_of(struct scene *scene, const char *name, const char *uid)
{
    return scene_node(scene,
                      "{metadata: {name: %s, namespace: shop, ownerReferences: [{uid: %s,"
                      " controller: %s}]}}",
                      name, uid, *uid ? "true" : "false");
}

TEST(a_family_follows_its_members)
{
    struct scene scene LS_AUTO(scene_release);
    struct ls_owner_index *family = ls_owner_index_new();
    scene_init(&scene, "{}");
    struct ls_node a = pod_of(&scene, "a", "u1");
    struct ls_node b = pod_of(&scene, "b", "u1");
    struct ls_node moved = pod_of(&scene, "a", "u2");
    struct ls_node stray = scene_node(&scene, "{metadata: {name: c, namespace: shop}}");
    ls_owner_index_put(family, LS_WORKLOAD_POD, ls_object_key_of(a), a);
    ls_owner_index_put(family, LS_WORKLOAD_POD, ls_object_key_of(b), b);
    ls_owner_index_put(family, LS_WORKLOAD_POD, ls_object_key_of(stray), stray);
    CHECK_STR(controlled(&scene, family, "u1"), "a b ");
    CHECK_STR(orphans(&scene, family), "c ");
    ls_owner_index_put(family, LS_WORKLOAD_POD, ls_object_key_of(moved), moved);
    CHECK_STR(controlled(&scene, family, "u1"), "b ");
    CHECK_STR(controlled(&scene, family, "u2"), "a ");
    ls_owner_index_remove(family, LS_WORKLOAD_POD, ls_object_key_of(b), b);
    CHECK_STR(controlled(&scene, family, "u1"), "");
    ls_owner_index_clear(family, LS_WORKLOAD_POD);
    CHECK_STR(controlled(&scene, family, "u2"), "");
    CHECK_STR(orphans(&scene, family), "");
    ls_owner_index_free(family);
}

TEST(pods_become_available_after_a_while)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, "{status: {conditions: [{type: Ready, status: 'True', lastTransitionTime:"
                       " '2023-11-14T22:13:20Z'}]}}");
    int64_t now_ms = scene.view.now_ms;
    CHECK(ls_pod_is_available(scene.view.object, 0, now_ms));
    CHECK(!ls_pod_is_available(scene.view.object, 10, now_ms));
    CHECK_INT(ls_pod_available_at_ms(scene.view.object, 10), now_ms + 10000);
    CHECK(ls_pod_is_available(scene.view.object, 10, now_ms + 10000));
}
