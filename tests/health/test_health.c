/* Verdicts: the case files under tests/cases/health/, the table of kinds, and what is asked for. */
#include "health/health.h"

#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "cases.h"
#include "check.h"
#include "health/kind/rows.h"
#include "health/limits.h"
#include "health/word/grace.h"
#include "source_dir.h"
#include "value/json.h"
#include "value/time.h"
#include "value/yaml.h"

enum { COMPANIONS_MAX = 16 };

/* A stream: the object, then its companions. Without a second document they are not known; a second
 * one that is null makes them known and empty. */
struct stage {
    const struct ls_obj *documents[COMPANIONS_MAX + 1];
    struct ls_node companions[COMPANIONS_MAX];
    size_t count;
};

static void stage_release(struct stage *stage)
{
    for (size_t i = 0; i < stage->count; i++)
        ls_obj_unref(stage->documents[i]);
}

static void stage_read(struct stage *stage, struct ls_slice text)
{
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, NULL);
    struct ls_err err = {0};
    for (;;) {
        const struct ls_obj *document = NULL;
        CHECK_OK(ls_yaml_next(yaml, &document, &err), err);
        if (!document)
            return;
        CHECK(stage->count <= COMPANIONS_MAX);
        if (stage->count > 0)
            stage->companions[stage->count - 1] = ls_obj_root(document);
        stage->documents[stage->count++] = document;
    }
}

/* Words of a title that set the input: `@2026-01-01T00:05:00Z` its time,
 * `@from=2026-01-01T00:04:00Z` from when trouble counts, `@grace=1m` the user's grace, `@alone`
 * that there are no companions. */
static void input_read(const char *title, struct ls_health_input *input)
{
    struct ls_slice rest = ls_slice_of(title);
    while (rest.len > 0) {
        struct ls_slice word = ls_slice_cut(rest, ' ', &rest);
        struct ls_time time;
        struct ls_err err = {0};
        if (word.len < 2 || word.at[0] != '@')
            continue;
        word = ls_slice_from(word, 1);
        if (ls_slice_is(word, "alone")) {
            input->is_alone = true;
        } else if (ls_slice_starts(word, "grace=")) {
            CHECK(ls_grace_parse(ls_slice_from(word, strlen("grace=")), &input->grace_ms));
        } else {
            bool is_from = ls_slice_starts(word, "from=");
            word = ls_slice_from(word, is_from ? strlen("from=") : 0);
            CHECK_OK(ls_time_parse(word, &time, &err), err);
            *(is_from ? &input->from_ms : &input->now_ms) = ls_time_ms(time);
        }
    }
}

static void verdict_print(struct ls_buf *out, const struct ls_verdict *verdict)
{
    static const char *const nuances[] = {
        [LS_NUANCE_NONE] = "",
        [LS_NUANCE_SUSPENDED] = " (suspended)",
        [LS_NUANCE_MISSING] = " (missing)",
        [LS_NUANCE_IMPAIRED] = " (impaired)",
        [LS_NUANCE_SILENT] = " (silent)",
    };
    ls_buf_printf(out, "==> %s%s", ls_verdict_name(verdict->kind), nuances[verdict->nuance]);
    if (verdict->fails_at_ms) {
        ls_buf_add_text(out, ", failed from ");
        ls_time_print(out, ls_time_of_ms(verdict->fails_at_ms));
    }
    ls_buf_printf(out, "%s%s", *verdict->reason ? ": " : "", verdict->reason);
}

static void run_case(const struct case_row *row)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct stage stage LS_AUTO(stage_release) = {0};
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    stage_read(&stage, row->input);
    CHECK(stage.count > 0);
    struct ls_companion_objects companions = {stage.companions, stage.count - 1};
    struct ls_health_input input = {.arena = &arena,
                                    .object = ls_obj_root(stage.documents[0]),
                                    .companions = stage.count > 1 ? &companions : NULL};
    input_read(row->title, &input);
    struct ls_verdict verdict = ls_health_judge(&input);
    verdict_print(&said, &verdict);
    if (strcmp(ls_buf_text(&said), row->expected) != 0)
        fprintf(stderr, "%s\n", row->title);
    CHECK_STR(ls_buf_text(&said), row->expected);
}

TEST(case_files)
{
    CHECK(cases_run("health", run_case) > 90);
}

/* ---- the table ---- */

static const struct kind_wish {
    const char *group, *kind;
    bool has_rule, owns_pods;
} wishes[] = {
    {"apps", "Deployment", true, true},
    {"apps", "ReplicaSet", true, true},
    {"apps", "StatefulSet", true, true},
    {"apps", "DaemonSet", true, true},
    {"batch", "Job", true, true},
    {"batch", "CronJob", true, true},
    {"", "ReplicationController", true, true},
    {"", "Pod", true, false},
    {"", "PersistentVolumeClaim", true, false},
    {"", "Service", true, false},
    {"", "Namespace", true, false},
    {"networking.k8s.io", "Ingress", true, false},
    {"apiextensions.k8s.io", "CustomResourceDefinition", true, false},
    {"apiregistration.k8s.io", "APIService", true, false},
    {"", "ConfigMap", false, false}, /* in the table, but there is nothing to judge */
    {"extensions", "Deployment", true, true},
    {"", "Deployment", false, false},
    {"serving.knative.dev", "Service", false, false},
    {"apps.kruise.io", "StatefulSet", false, false},
    {"", "", false, false},
};

TEST(kinds_are_distinguished_by_group)
{
    for (size_t i = 0; i < LS_COUNT(wishes); i++) {
        struct ls_slice group = ls_slice_of(wishes[i].group), kind = ls_slice_of(wishes[i].kind);
        CHECK_INT(ls_health_has_rule(group, kind), wishes[i].has_rule);
        CHECK_INT(ls_health_owns_pods(group, kind), wishes[i].owns_pods);
    }
}

/* No kind twice, and each that owns pods or has companions has a rule. */
TEST(the_table_of_kinds)
{
    size_t count;
    const struct ls_health_row *rows = ls_health_rows(&count);
    CHECK(count > 60);
    for (size_t i = 0; i < count; i++) {
        CHECK(rows[i].judge != NULL);
        CHECK(ls_health_row_find(ls_slice_of(rows[i].group), ls_slice_of(rows[i].kind)) ==
              &rows[i]);
    }
}

/* The page names every kind of the table. */
TEST(the_manual_names_every_kind)
{
    struct ls_buf page LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    size_t count;
    const struct ls_health_row *rows = ls_health_rows(&count);
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/docs/manual/readiness.md", 1 << 20, &page, &err), err);
    for (size_t i = 0; i < count; i++) {
        if (!strstr(ls_buf_text(&page), rows[i].kind))
            fprintf(stderr, "%s is not in docs/manual/readiness.md\n", rows[i].kind);
        CHECK(strstr(ls_buf_text(&page), rows[i].kind) != NULL);
    }
    for (size_t i = LS_GRACE_AT_ONCE; i < LS_GRACE_COUNT; i++)
        CHECK_HAS(ls_buf_text(&page), ls_grace_row((enum ls_grace)i)->name);
}

TEST(only_work_that_ended_well_is_finished)
{
    static const struct {
        const char *json;
        bool is_finished;
    } rows[] = {
        {"{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"status\":{\"conditions\":"
         "[{\"type\":\"Complete\",\"status\":\"True\"}]}}",
         true},
        {"{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"status\":{\"conditions\":"
         "[{\"type\":\"Failed\",\"status\":\"True\"}]}}",
         false},
        {"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"status\":{\"phase\":\"Succeeded\"}}", true},
        {"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"status\":{\"phase\":\"Failed\"}}", false},
        {"{\"apiVersion\":\"v1\",\"kind\":\"Thing\",\"status\":{\"phase\":\"Succeeded\"}}", false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_json_parse(ls_slice_of(rows[i].json), NULL, &object, &err), err);
        CHECK_INT(ls_health_is_finished(ls_obj_root(object)), rows[i].is_finished);
    }
}

/* ---- companions ---- */

static void check_companions(const char *yaml, const char *expected)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf said LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_companions companions;
    struct ls_err err = {0};
    CHECK_OK(ls_yaml_parse(ls_slice_of(yaml), NULL, &object, &err), err);
    ls_health_companions(&arena, ls_obj_root(object), &companions);
    for (size_t i = 0; i < companions.count; i++) {
        const struct ls_companion *one = &companions.at[i];
        ls_buf_printf(&said, "%s %s/%s %s %s\n", one->namespace_name, one->group, one->kind,
                      one->labels ? one->labels : "-", one->fields ? one->fields : "-");
    }
    ls_buf_printf(&said, "left out %zu", companions.left_out);
    CHECK_STR(ls_buf_text(&said), expected);
}

TEST(a_workload_asks_for_its_pods_and_what_is_said_of_them)
{
    check_companions("{apiVersion: apps/v1, kind: Deployment, metadata: {name: w, namespace: shop, "
                     "uid: u1}, spec: {selector: {matchLabels: {app: w}, matchExpressions: [{key: "
                     "tier, operator: In, values: [b, a]}]}}}",
                     "shop /Event - involvedObject.uid=u1\n"
                     "shop /Pod app=w,tier in (a,b) -\n"
                     "shop /Event - involvedObject.kind=Pod,type=Warning\n"
                     "shop apps/ReplicaSet app=w,tier in (a,b) -\n"
                     "left out 0");
}

TEST(without_uid_or_selector_there_is_nothing_to_ask_for)
{
    check_companions("{apiVersion: apps/v1, kind: Deployment, metadata: {name: w}}", "left out 0");
    check_companions("{apiVersion: apps/v1, kind: Deployment, spec: {selector: {}}}", "left out 0");
    check_companions("{apiVersion: v1, kind: ConfigMap, metadata: {uid: u}}", "left out 0");
}

TEST(a_service_asks_for_its_endpoints)
{
    check_companions("{apiVersion: v1, kind: Service, metadata: {name: w, namespace: s, uid: u}}",
                     "s /Event - involvedObject.uid=u\n"
                     "s discovery.k8s.io/EndpointSlice kubernetes.io/service-name=w -\n"
                     "left out 0");
    check_companions("{apiVersion: v1, kind: Service, metadata: {name: w, namespace: s}, spec: "
                     "{selector: {app: w}}}",
                     "s discovery.k8s.io/EndpointSlice kubernetes.io/service-name=w -\n"
                     "s /Pod app=w -\n"
                     "s /Event - involvedObject.kind=Pod,type=Warning\n"
                     "left out 0");
}

TEST(an_ingress_asks_for_each_backend_once_and_counts_those_past_the_limit)
{
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&yaml,
                    "{apiVersion: networking.k8s.io/v1, kind: Ingress, metadata: {namespace: "
                    "s, uid: u}, spec: {defaultBackend: {service: {name: s0}}, rules: [");
    for (size_t i = 0; i < LS_HEALTH_BACKENDS_MAX + 2; i++)
        ls_buf_printf(&yaml,
                      "{http: {paths: [{backend: {service: {name: s%zu}}}, {backend: {resource: "
                      "{name: s9}}}]}},",
                      i);
    ls_buf_add_text(&yaml, "]}}");
    check_companions(ls_buf_text(&yaml),
                     "s /Service - metadata.name=s0\ns /Service - metadata.name=s1\n"
                     "s /Service - metadata.name=s2\ns /Service - metadata.name=s3\n"
                     "s /Service - metadata.name=s4\ns /Service - metadata.name=s5\n"
                     "s discovery.k8s.io/EndpointSlice "
                     "kubernetes.io/service-name in (s0,s1,s2,s3,s4,s5) -\n"
                     "s /Event - involvedObject.uid=u\n"
                     "left out 2");
}

/* ---- limits ---- */

TEST(what_the_cluster_says_is_cut_and_stays_on_one_line)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    ls_buf_add_text(&yaml,
                    "{apiVersion: a/v1, kind: T, status: {conditions: [{type: Ready, status: "
                    "'False', message: \"\\e[31mred\\n\\n");
    for (size_t i = 0; i < LS_HEALTH_QUOTE_BYTES_MAX; i++)
        ls_buf_add_text(&yaml, "ü");
    ls_buf_add_text(&yaml, "\"}]}}");
    CHECK_OK(ls_yaml_parse(ls_buf_slice(&yaml), NULL, &object, &err), err);
    struct ls_verdict verdict = ls_health_judge(&(struct ls_health_input){
        .arena = &arena, .object = ls_obj_root(object), .companions = NULL});
    CHECK_HAS(verdict.reason, "condition Ready is False: [31mred ü");
    CHECK_HAS(verdict.reason, "ü...");
    CHECK(strlen(verdict.reason) < LS_HEALTH_QUOTE_BYTES_MAX + 64);
}

TEST(a_reason_has_an_end)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_verdict verdict =
        ls_verdict_failed(&arena, "%0*d", 2 * LS_HEALTH_REASON_BYTES_MAX, 7);
    CHECK_INT(strlen(verdict.reason), LS_HEALTH_REASON_BYTES_MAX);
    CHECK_STR(ls_verdict_name(verdict.kind), "failed");
    CHECK_STR(ls_verdict_ready().reason, "");
}

TEST(the_order_of_companions_does_not_matter)
{
    static const char text[] =
        "{apiVersion: apps/v1, kind: Deployment, metadata: {generation: 1}, spec: {replicas: 2, "
        "selector: {matchLabels: {a: b}}}, status: {observedGeneration: 1, updatedReplicas: 2}}\n"
        "---\n{kind: Pod, metadata: {name: p1, uid: u1, labels: {a: b}}, status: {phase: "
        "Pending}}\n"
        "---\n{kind: Pod, metadata: {name: p2, uid: u2, labels: {a: b}}, status: {phase: "
        "Pending}}\n"
        "---\n{kind: Event, metadata: {name: e1}, involvedObject: {uid: u1}, type: Warning, "
        "reason: FailedMount, message: first, lastTimestamp: '2026-01-01T00:00:00Z'}\n"
        "---\n{kind: Event, metadata: {name: e2}, involvedObject: {uid: u1}, type: Warning, "
        "reason: FailedMount, message: second, lastTimestamp: '2026-01-01T00:00:00Z'}\n";
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct stage stage LS_AUTO(stage_release) = {0};
    stage_read(&stage, ls_slice_of(text));
    struct ls_node turned[] = {stage.companions[3], stage.companions[2], stage.companions[1],
                               stage.companions[0]};
    struct ls_node object = ls_obj_root(stage.documents[0]);
    struct ls_verdict one = ls_health_judge(&(struct ls_health_input){
        .arena = &arena,
        .object = object,
        .companions = &(struct ls_companion_objects){stage.companions, 4}});
    struct ls_verdict other = ls_health_judge(
        &(struct ls_health_input){.arena = &arena,
                                  .object = object,
                                  .companions = &(struct ls_companion_objects){turned, 4}});
    CHECK_STR(one.reason, "0 of 2 pods ready; pod p1: has not started yet: second (FailedMount) "
                          "(and 1 more)");
    CHECK_STR(other.reason, one.reason);
}
