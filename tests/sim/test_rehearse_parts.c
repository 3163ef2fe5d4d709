/* The parts of a rehearsal that need no world: kinds of findings, outcomes, paths of gates, verbs
 * of requests, the order of a teardown, rights. */
#include <string.h>

#include "base/file.h"
#include "check.h"
#include "sim/rehearse/expected.h"
#include "sim/rehearse/finding.h"
#include "sim/rehearse/gate_path.h"
#include "sim/rehearse/requests.h"
#include "sim/rehearse/rights.h"
#include "sim/rehearse/teardown_check.h"
#include "source_dir.h"
#include "value/json.h"

/* ---- findings ---- */

static void manual_read(struct ls_buf *out)
{
    enum { MANUAL_BYTES_MAX = 1 << 20 };
    struct ls_err err = {0};
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/docs/manual/rehearse.md", MANUAL_BYTES_MAX, out, &err),
             err);
}

TEST(each_kind_of_finding_has_a_row_and_the_manual_names_it)
{
    struct ls_buf manual LS_AUTO(ls_buf_release) = {0};
    manual_read(&manual);
    for (int i = 0; i < LS_REHEARSE_FINDING_COUNT; i++) {
        const struct ls_rehearse_finding_row *row =
            ls_rehearse_finding_row((enum ls_rehearse_finding_kind)i);
        struct ls_buf line LS_AUTO(ls_buf_release) = {0};
        CHECK(row->name && row->title);
        ls_buf_printf(&line, "| `%s` | %s |", row->name, ls_severity_name(row->severity));
        if (!strstr(ls_buf_text(&manual), ls_buf_text(&line)))
            fail_msg("docs/manual/rehearse.md has no row %s", ls_buf_text(&line));
        for (int j = 0; j < i; j++)
            CHECK(strcmp(row->name,
                         ls_rehearse_finding_row((enum ls_rehearse_finding_kind)j)->name) != 0);
    }
}

TEST(findings_are_counted_once_and_sorted_by_severity_and_place)
{
    struct ls_rehearse_findings findings LS_AUTO(ls_rehearse_findings_release) = {0};
    const struct ls_manifest manifests[] = {{.file = "b.yaml", .line = 3},
                                            {.file = "a.yaml", .line = 9}};
    struct ls_rehearse_finding_spec spec = {.kind = LS_REHEARSE_FINDING_JOB_AGAIN,
                                            .manifest = &manifests[1]};
    CHECK_INT(ls_rehearse_findings_worst(&findings), LS_SEVERITY_NOTE);
    ls_rehearse_findings_add(&findings, &spec, "first");
    ls_rehearse_findings_add(&findings, &spec, "the same place again");
    CHECK_INT(ls_rehearse_findings_worst(&findings), LS_SEVERITY_WARNING);
    spec = (struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_GATE};
    ls_rehearse_findings_add(&findings, &spec, "without a place");
    spec.manifest = &manifests[0];
    ls_rehearse_findings_add(&findings, &spec, "with one");
    ls_rehearse_findings_sort(&findings);
    CHECK_INT(findings.count, 3);
    CHECK_STR(findings.list.at[0].text, "with one");
    CHECK_STR(findings.list.at[1].text, "without a place");
    CHECK_STR(findings.list.at[2].text, "first");
    CHECK_INT(findings.by_severity[LS_SEVERITY_ERROR], 2);
}

/* ---- outcomes ---- */

TEST(outcomes_are_kind_or_kind_and_name)
{
    static const struct {
        const char *text;
        const char *kind; /* NULL: refused */
        const char *name;
        enum ls_expected_kind outcome;
    } rows[] = {
        {"Job=fail", "Job", "", LS_EXPECTED_FAIL},
        {"Job/a=never", "Job", "a", LS_EXPECTED_NEVER},
        {"Deployment=ready", "Deployment", "", LS_EXPECTED_READY},
        {"Job", NULL, NULL, 0},
        {"Job=", NULL, NULL, 0},
        {"=fail", NULL, NULL, 0},
        {"Job/=fail", NULL, NULL, 0},
        {"Job=sometimes", NULL, NULL, 0},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_expected expected = {0};
        struct ls_err err = {0};
        enum ls_code code = ls_expected_parse(ls_slice_of(rows[i].text), &expected, &err);
        CHECK_INT(code, rows[i].kind ? LS_OK : LS_E_USAGE);
        if (!rows[i].kind)
            continue;
        CHECK(ls_slice_is(expected.kind, rows[i].kind));
        CHECK(ls_slice_is(expected.name, rows[i].name));
        CHECK_INT(expected.outcome, rows[i].outcome);
    }
}

TEST(an_outcome_of_a_name_counts_before_one_of_its_kind)
{
    const struct ls_expected list[] = {
        {LS_SLICE("Job"), LS_SLICE("a"), LS_EXPECTED_FAIL},
        {LS_SLICE("Job"), {0}, LS_EXPECTED_NEVER},
        {LS_SLICE("Job"), {0}, LS_EXPECTED_READY},
    };
    const struct ls_expected_list outcomes = {list, LS_COUNT(list)};
    const struct ls_assumptions assumed = {0};
    static const struct {
        const char *object;
        enum ls_expected_kind outcome;
    } rows[] = {
        {"{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"a\"}}",
         LS_EXPECTED_FAIL},
        {"{\"apiVersion\":\"batch/v1\",\"kind\":\"Job\",\"metadata\":{\"name\":\"b\"}}",
         LS_EXPECTED_READY},
        {"{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"a\"}}",
         LS_EXPECTED_SIMULATED},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_json_parse(ls_slice_of(rows[i].object), NULL, &object, &err), err);
        CHECK_INT(ls_expected_of(outcomes, &assumed, ls_obj_root(object)), rows[i].outcome);
    }
}

/* ---- paths of gates ---- */

TEST(paths_of_gates_are_written_where_jsonpath_reads_them)
{
    static const struct {
        const char *path;
        const char *before;
        const char *after; /* NULL: no single place */
    } rows[] = {
        {".status.phase", "{}", "{\"status\":{\"phase\":true}}"},
        {"{.status.phase}", "{\"a\":1}", "{\"a\":1,\"status\":{\"phase\":true}}"},
        {".status['a-b']", "{}", "{\"status\":{\"a-b\":true}}"},
        {".status.l[1].x", "{}", "{\"status\":{\"l\":[null,{\"x\":true}]}}"},
        {".status.conditions[?(@.type==\"Ready\")].status", "{}",
         "{\"status\":{\"conditions\":[{\"type\":\"Ready\",\"status\":true}]}}"},
        {".status.conditions[?(@.type=='Ready')].status",
         "{\"status\":{\"conditions\":[{\"type\":\"A\"}]}}",
         "{\"status\":{\"conditions\":[{\"type\":\"A\"},{\"type\":\"Ready\",\"status\":true}]}}"},
        {".status.conditions[?(@.type==\"A\")].status",
         "{\"status\":{\"conditions\":[{\"type\":\"A\"}]}}",
         "{\"status\":{\"conditions\":[{\"type\":\"A\",\"status\":true}]}}"},
        {".status.*", "{}", NULL},
        {".status..phase", "{}", NULL},
        {".status.l[0:2]", "{}", NULL},
        {".status.l[*]", "{}", NULL},
        {"status", "{}", NULL},
        {"", "{}", NULL},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = NULL;
        const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
        const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_buf printed LS_AUTO(ls_buf_release) = {0};
        struct ls_gate_path path;
        struct ls_err err = {0};
        bool is_place = ls_gate_path_parse(&arena, ls_slice_of(rows[i].path), &path);
        CHECK_INT(is_place, rows[i].after != NULL);
        if (!is_place)
            continue;
        CHECK_OK(ls_json_parse(ls_slice_of(rows[i].before), NULL, &before, &err), err);
        CHECK_OK(ls_json_parse(LS_SLICE("true"), NULL, &value, &err), err);
        CHECK_OK(ls_gate_path_set(ls_obj_root(before), &path, ls_obj_root(value), &after, &err),
                 err);
        ls_json_print(&printed, ls_obj_root(after), LS_JSON_COMPACT);
        CHECK_STR(ls_buf_text(&printed), rows[i].after);
    }
}

/* ---- requests ---- */

TEST(requests_have_the_verbs_of_rbac)
{
    static const struct {
        const char *method;
        const char *target;
        enum ls_request_verb verb;
    } rows[] = {
        {"GET", "/api", LS_REQUEST_DISCOVER},
        {"GET", "/apis", LS_REQUEST_DISCOVER},
        {"GET", "/api/v1", LS_REQUEST_DISCOVER},
        {"GET", "/apis/apps/v1", LS_REQUEST_DISCOVER},
        {"GET", "/openapi/v3", LS_REQUEST_DISCOVER},
        {"GET", "/api/v1/namespaces", LS_REQUEST_LIST},
        {"GET", "/api/v1/namespaces/shop", LS_REQUEST_GET},
        {"GET", "/api/v1/namespaces/shop/pods", LS_REQUEST_LIST},
        {"GET", "/api/v1/namespaces/shop/pods/a", LS_REQUEST_GET},
        {"GET", "/apis/apps/v1/deployments?limit=1", LS_REQUEST_LIST},
        {"GET", "/apis/apps/v1/namespaces/a/deployments?watch=true", LS_REQUEST_WATCH},
        {"PATCH", "/apis/apps/v1/namespaces/a/deployments/b", LS_REQUEST_PATCH},
        {"PATCH", "/apis/apps/v1/namespaces/a/deployments/b?dryRun=All", LS_REQUEST_DRY_RUN},
        {"POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", LS_REQUEST_REVIEW},
        {"POST", "/api/v1/namespaces", LS_REQUEST_CREATE},
        {"PUT", "/api/v1/namespaces/a", LS_REQUEST_UPDATE},
        {"DELETE", "/api/v1/namespaces/a", LS_REQUEST_DELETE},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        enum ls_request_verb verb =
            ls_request_verb_of(ls_slice_of(rows[i].method), ls_slice_of(rows[i].target));
        if (verb != rows[i].verb)
            fail_msg("%s %s is %s, not %s", rows[i].method, rows[i].target,
                     ls_request_verb_name(verb), ls_request_verb_name(rows[i].verb));
    }
}

/* ---- a teardown ---- */

TEST(what_goes_with_its_namespace_goes_before_its_turn)
{
    struct ls_rehearse_findings findings LS_AUTO(ls_rehearse_findings_release) = {0};
    const struct ls_manifest manifest = {.file = "a.yaml", .line = 7, .object = LS_ABSENT};
    struct ls_timeline_row rows[] = {
        {.group = "",
         .kind = "Namespace",
         .namespace_name = "",
         .name = "a",
         .phase = 1,
         .batch = 1},
        {.group = "",
         .kind = "ConfigMap",
         .namespace_name = "b",
         .name = "x",
         .phase = 2,
         .batch = 1},
        {.group = "",
         .kind = "ConfigMap",
         .namespace_name = "a",
         .name = "y",
         .phase = 2,
         .batch = 1},
    };
    struct ls_timeline timeline = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        rows[i].manifest = &manifest;
        ls_vec_push(&timeline.rows, rows[i]);
    }
    ls_teardown_order_check(&timeline, &findings);
    CHECK_INT(findings.count, 1);
    CHECK_STR(findings.list.at[0].object, "ConfigMap a/y");
    ls_vec_release(&timeline.rows);
}

/* ---- rights ---- */

/* May do everything but delete, and create nothing but the object called a. */
static bool some_may(void *self, const struct ls_right *right)
{
    (void)self;
    if (strcmp(right->verb, "delete") == 0)
        return false;
    return strcmp(right->verb, "create") != 0 || strcmp(right->name, "a") == 0;
}

TEST(a_right_that_is_missing_is_named_once_a_kind)
{
    struct ls_rehearsal rehearsal LS_AUTO(ls_rehearsal_release) = {0};
    const struct ls_manifest manifest = {.file = "a.yaml", .line = 7, .object = LS_ABSENT};
    struct ls_timeline_row row = {.group = "apps",
                                  .kind = "Deployment",
                                  .plural = "deployments",
                                  .namespace_name = "s",
                                  .name = "a",
                                  .manifest = &manifest};
    static const struct ls_rehearsal_request requests[] = {
        {.method = "GET", .target = "/apis/apps/v1/namespaces/s/deployments?watch=true"},
        {.method = "GET", .target = "/api/v1/namespaces/s/pods?watch=true"},
        {.method = "PATCH",
         .target = "/apis/apps/v1/namespaces/s/deployments/a",
         .is_created = true},
        {.method = "DELETE", .target = "/apis/apps/v1/namespaces/s/deployments/a"},
    };
    ls_vec_push(&rehearsal.rollout.timeline.rows, row);
    for (size_t i = 0; i < LS_COUNT(requests); i++)
        ls_rehearsal_requests_add(&rehearsal.rollout.requests, &requests[i]);
    ls_rehearse_rights_check(&rehearsal, "ci", some_may, NULL);
    CHECK_INT(rehearsal.findings.count, 1);
    CHECK_STR(rehearsal.findings.list.at[0].text,
              "ci may not delete deployments.apps in namespace s");
    CHECK_INT(rehearsal.findings.list.at[0].line, 7);
}
