/* Refusals: Status bodies as kube-apiserver 1.36.3 sent them, and what people read. */
#include <string.h>

#include "cases.h"
#include "support_member.h"
#include "kube/status.h"
#include "phase/own/refusal.h"
#include "phase/own/refusal_text.h"

static const char *explained(const struct ls_member *member, struct ls_node status)
{
    static struct ls_err err;
    struct ls_refusal refusal = {.status = status};
    (void)!ls_status_fail(&refusal, &err);
    ls_refusal_explain(member, status, &err);
    return err.text;
}

static void run_case(const struct case_row *row)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0}, json LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_slice(&json, row->input);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
    struct ls_node status = ls_obj_root(obj);
    struct ls_slice manager = LS_SLICE("-");
    ls_buf_add_text(&out, "==>");
    if (ls_refusal_is_over_set(status, &manager))
        ls_buf_printf(&out, " [over the set of %.*s]", LS_ARG(manager));
    if (ls_refusal_is_conflict(status))
        ls_buf_add_text(&out, " [conflict]");
    if (ls_refusal_is_immutable(status))
        ls_buf_add_text(&out, " [immutable]");
    ls_buf_printf(&out, " %s", explained(NULL, status));
    if (strcmp(ls_buf_text(&out), row->expected) != 0)
        fail_msg("%s:\n%s\nnot\n%s", row->title, ls_buf_text(&out), row->expected);
}

TEST(refusals_of_a_real_server_become_sentences)
{
    CHECK(cases_run("refusal", run_case) >= 30);
}

static const char manifest[] = "apiVersion: apps/v1\n"
                               "kind: Deployment\n"
                               "metadata:\n"
                               "  name: web\n"
                               "  labels:\n"
                               "    app.kubernetes.io/name: web\n"
                               "spec:\n"
                               "  stategy: {}\n"
                               "  selector: {matchLabels: {app: web}}\n"
                               "  template:\n"
                               "    spec:\n"
                               "      containers:\n"
                               "      - name: a\n"
                               "        image: x\n"
                               "      - name: b\n"
                               "        ports:\n"
                               "        - containerPort: 80\n"
                               "        - containerPort: 81\n"
                               "          protocol: UDP\n"
                               "          name: x\n";

static const struct {
    const char *path;
    unsigned line;
} places[] = {
    {".spec.stategy", 8},
    {"spec.selector.matchLabels", 9},
    {"spec.template.spec.containers[0].image", 14},
    {".spec.template.spec.containers[name=\"a\"].image", 14},
    {".spec.template.spec.containers[name=\"b\"].image", 15},
    {".spec.template.spec.containers[name=\"b\"].ports[containerPort=81,protocol=\"UDP\"].name",
     20},
    {".spec.template.spec.containers[name=\"b\"].ports[containerPort=80].name", 17},
    {".metadata.labels.app.kubernetes.io/name", 6},
    {"metadata.labels[app.kubernetes.io/name]", 6},
    {"spec.template.spec.containers[7].image", 12},
    {".spec.template.spec.containers[name=\"z\"].image", 12},
    {"nothing", 1},
    {"", 1},
    {"spec..[", 7},
    {"spec.template.spec.containers[name=", 12},
    {"spec.template.spec.containers[name=\"", 12},
    {"spec.template.spec.containers[-1]", 12},
};

TEST(a_field_of_the_servers_path_has_its_line)
{
    struct member_stage stage LS_AUTO(member_stage_release) = {0};
    const struct ls_manifest *of = member_of(&stage, manifest)->manifest;
    for (size_t i = 0; i < LS_COUNT(places); i++) {
        struct ls_position position = {0};
        struct ls_node value = ls_value_at(of->object, ls_slice_of(places[i].path));
        CHECK(ls_obj_position(of->document, value, &position));
        if (position.line != places[i].line)
            fail_msg("%s: line %u, not %u", places[i].path, position.line, places[i].line);
    }
}

static const struct {
    const char *status;
    const char *sentence;
} placed[] = {
    {"{\"message\":\"failed to create typed patch object (shop/web; apps/v1, Kind=Deployment): "
     ".spec.stategy: field not declared in schema\",\"code\":500}",
     "a.yaml:8: it has no field .spec.stategy"},
    {"{\"reason\":\"Invalid\",\"code\":422,\"details\":{\"kind\":\"Deployment\",\"causes\":[{"
     "\"reason\":\"FieldValueRequired\",\"message\":\"Required value\",\"field\":"
     "\"spec.template.spec.containers[1].image\"}]}}",
     "a.yaml:15: spec.template.spec.containers[1].image: Required value"},
    {"{\"reason\":\"Invalid\",\"code\":422,\"details\":{\"kind\":\"Deployment\",\"causes\":[{"
     "\"reason\":\"FieldValueInvalid\",\"message\":\"Invalid value: {\\\"a\\\":\\\"}: \\\"}: field "
     "is "
     "immutable\",\"field\":\"spec.selector\"}]}}",
     "a.yaml:9: spec.selector cannot be changed (field is immutable); lockstep.dev/replace: "
     "\"true\" deletes it and makes it anew"},
};

TEST(the_place_in_the_manifest_comes_first)
{
    struct member_stage stage LS_AUTO(member_stage_release) = {0};
    const struct ls_member *member = member_of(&stage, manifest);
    for (size_t i = 0; i < LS_COUNT(placed); i++) {
        const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = obj_of(placed[i].status);
        CHECK_STR(explained(member, ls_obj_root(status)), placed[i].sentence);
    }
}

TEST(many_conflicts_are_counted)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&json, "{\"reason\":\"Conflict\",\"code\":409,\"details\":{\"causes\":[");
    for (int i = 0; i < 20; i++)
        ls_buf_printf(
            &json,
            "%s{\"reason\":\"FieldManagerConflict\",\"message\":\"conflict with \\\"k\\\" "
            "using v1\",\"field\":\".data.k%d\"}",
            i ? "," : "", i);
    ls_buf_add_text(&json, "]}}");
    const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
    CHECK_HAS(explained(NULL, ls_obj_root(status)),
              ".data.k15 is owned by \"k\" (Update, v1), and 12 more; --force-conflicts takes them "
              "over");
}

/* What is no Status of these, or broken, is left as it was told. */
static const char *const left[] = {
    "{}",
    "null",
    "{\"details\":{\"causes\":[1,{},{\"reason\":\"a\"}]},\"reason\":\"Invalid\"}",
    "{\"message\":\"x is forbidden: User \\\"u\\\" cannot\",\"reason\":\"Forbidden\"}",
    "{\"message\":\"x is forbidden: User \\\"u\",\"reason\":\"Forbidden\"}",
    "{\"message\":\"failed to create typed patch object\"}",
};

TEST(what_is_not_understood_stays_as_it_was_told)
{
    for (size_t i = 0; i < LS_COUNT(left); i++) {
        struct ls_err err = {0};
        const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = obj_of(left[i]);
        (void)!ls_fail(&err, LS_E_INVALID, "as it was told");
        ls_refusal_explain(NULL, ls_obj_root(status), &err);
        CHECK_STR(err.text, "as it was told");
        CHECK(!ls_refusal_is_conflict(ls_obj_root(status)));
        CHECK(!ls_refusal_is_immutable(ls_obj_root(status)));
        CHECK(!ls_refusal_is_over_set(ls_obj_root(status), NULL));
    }
}
