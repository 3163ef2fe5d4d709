/* `lockstep doctor`: walks the way from the kubeconfig to the right to apply. */
#include <string.h>

#include "cli/connect.h"
#include "cli/report.h"
#include "cli/verbs.h"
#include "value/json.h"

/* What is asked; on failure err explains, and answer is what came, if anything. */
struct exam {
    struct ls_connection connection;
    struct ls_report report;
};

/* ---- asking ---- */

struct reply {
    const struct ls_obj *obj;
    struct ls_buf body;
    int http_status;
};

static void reply_keep(void *self, const struct ls_answer *answer)
{
    struct reply *reply = self;
    reply->obj = answer->obj ? ls_obj_ref(answer->obj) : NULL;
    reply->http_status = answer->http_status;
    ls_buf_add_slice(&reply->body, answer->body);
}

static void reply_release(struct reply *reply)
{
    ls_obj_unref(reply->obj);
    ls_buf_release(&reply->body);
}

static enum ls_code exam_get(struct exam *exam, const char *target, struct reply *out,
                             struct ls_err *err)
{
    struct ls_call_spec ask = {
        .verb = LS_VERB_GET, .raw_target = target, .accept = "application/json, */*"};
    return ls_connection_ask(&exam->connection, &ask, reply_keep, out, err);
}

static enum ls_code exam_review(struct exam *exam, const struct ls_resource *resource,
                                struct ls_slice body, struct reply *out, struct ls_err *err)
{
    struct ls_call_spec ask = {
        .verb = LS_VERB_CREATE, .place = {.resource = resource}, .body_text = body};
    return ls_connection_ask(&exam->connection, &ask, reply_keep, out, err);
}

/* ---- steps: false ends the exam, what follows is skipped ---- */

static bool step_config(struct exam *exam)
{
    const struct ls_kube_config *config = exam->connection.config;
    if (config->is_in_cluster)
        ls_report_ok(&exam->report, "config", "service account of this pod");
    else if (config->context_name)
        ls_report_ok(&exam->report, "config", "context %s (%s)", config->context_name,
                     config->context_from ? config->context_from : "no file");
    else
        ls_report_ok(&exam->report, "config", "no context, flags only");
    ls_report_ok(&exam->report, "server", "%s (%s)", config->server, config->server_from);
    ls_report_ok(&exam->report, "namespace", "%s (%s)", config->namespace_name,
                 config->namespace_from ? config->namespace_from : "by default");
    return true;
}

static bool step_credentials(struct exam *exam)
{
    const struct ls_kube_config *config = exam->connection.config;
    const char *kind = ls_credential_kind_name(config->credential);
    bool has_certificate = config->certificate.data.at != NULL;
    bool is_nobody = config->credential == LS_CREDENTIAL_NONE && !has_certificate;
    const char *from = config->credential_from ? config->credential_from : "no entry";
    if (is_nobody)
        ls_report_problem(&exam->report, "credentials",
                          "Name a user in the context, or give --token or --client-certificate.",
                          "none (%s): the server will take us for nobody", from);
    else if (config->credential == LS_CREDENTIAL_NONE)
        ls_report_ok(&exam->report, "credentials", "client certificate (%s)", from);
    else
        ls_report_ok(&exam->report, "credentials", "%s%s (%s)", kind,
                     has_certificate ? " and client certificate" : "", from);
    return true;
}

/* What to do, by the code of the error; its text says what is wrong. */
static const char *advice_for(struct exam *exam, enum ls_code code)
{
    const struct ls_kube_config *config = exam->connection.config;
    if (code == LS_E_UNAUTHORIZED)
        return ls_arena_printf(&exam->report.arena,
                               "The credentials come from %s: renew them, or choose others by "
                               "--context, --user or --token.",
                               config->credential_from ? config->credential_from : "nowhere");
    if (code == LS_E_FORBIDDEN)
        return "Ask who runs the cluster for the right, or choose another user by --context.";
    return ls_arena_printf(&exam->report.arena,
                           "The server's address and whom to trust come from %s: correct them "
                           "there, or give --server and --certificate-authority.",
                           config->server_from);
}

static bool step_connect(struct exam *exam)
{
    struct ls_err err = {0};
    if (!ls_connection_prepare(&exam->connection, &err))
        return true;
    ls_report_problem(&exam->report, "connection", "Correct the entry that is named.", "%s",
                      err.text);
    return false;
}

static bool step_version(struct exam *exam)
{
    struct reply reply LS_AUTO(reply_release) = {0};
    struct ls_err err = {0};
    enum ls_code code = exam_get(exam, "/version", &reply, &err);
    struct ls_node version = ls_node_at(ls_obj_root(reply.obj), "gitVersion");
    if (code) {
        ls_report_problem(&exam->report, "version", advice_for(exam, code), "%s", err.text);
        return reply.http_status != 0;
    }
    if (!ls_node_is_string(version)) {
        ls_report_problem(&exam->report, "version", advice_for(exam, LS_E_PROTOCOL),
                          "the answer to GET /version names no gitVersion");
        return false;
    }
    ls_report_ok(&exam->report, "version", "Kubernetes %s", ls_node_text(version));
    return true;
}

static bool step_ready(struct exam *exam)
{
    struct reply reply LS_AUTO(reply_release) = {0};
    struct ls_err err = {0};
    enum ls_code code = exam_get(exam, "/readyz", &reply, &err);
    if (code == LS_E_SERVER)
        ls_report_problem(&exam->report, "ready",
                          "Wait until the server has started; `lockstep get --raw "
                          "'/readyz?verbose'` shows what is missing.",
                          "%s", err.text);
    else if (code)
        ls_report_problem(&exam->report, "ready", advice_for(exam, code), "%s", err.text);
    else
        ls_report_ok(&exam->report, "ready", "the server is ready");
    return reply.http_status != 0;
}

static const struct ls_resource self_reviews = {.group = "authentication.k8s.io",
                                                .version = "v1",
                                                .kind = "SelfSubjectReview",
                                                .plural = "selfsubjectreviews",
                                                .singular = "selfsubjectreview"};
static const struct ls_resource access_reviews = {.group = "authorization.k8s.io",
                                                  .version = "v1",
                                                  .kind = "SelfSubjectAccessReview",
                                                  .plural = "selfsubjectaccessreviews",
                                                  .singular = "selfsubjectaccessreview"};

static void groups_print(struct ls_buf *out, struct ls_node groups)
{
    LS_EACH (it, groups)
        ls_buf_printf(out, "%s%s", out->len > 0 ? ", " : "", ls_node_text(it.value));
}

static bool step_identity(struct exam *exam)
{
    struct reply reply LS_AUTO(reply_release) = {0};
    struct ls_buf groups LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    enum ls_code code = exam_review(
        exam, &self_reviews,
        LS_SLICE("{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"SelfSubjectReview\"}"),
        &reply, &err);
    struct ls_node user = ls_node_at(ls_obj_root(reply.obj), "status.userInfo");
    if (code) {
        ls_report_problem(&exam->report, "identity", advice_for(exam, code), "%s", err.text);
        return false;
    }
    groups_print(&groups, ls_node_at(user, "groups"));
    ls_report_ok(&exam->report, "identity", "%s, member of %s",
                 ls_node_text(ls_node_at(user, "username")),
                 groups.len > 0 ? ls_buf_text(&groups) : "no group");
    return true;
}

/* ---- may we apply? ---- */

static const struct {
    const char *group;
    const char *plural;
} applied[] = {
    {"", "configmaps"},      {"", "secrets"},   {"", "services"},
    {"apps", "deployments"}, {"batch", "jobs"},
};
static const char *const verbs[] = {"create", "patch", "delete"};

static enum ls_code may_i(struct exam *exam, size_t kind, const char *verb, bool *out,
                          struct ls_err *err)
{
    struct reply reply LS_AUTO(reply_release) = {0};
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"apiVersion\":\"authorization.k8s.io/v1\",\"kind\":"
                           "\"SelfSubjectAccessReview\",\"spec\":{\"resourceAttributes\":{"
                           "\"namespace\":");
    ls_json_print_string(&body, ls_slice_of(exam->connection.config->namespace_name));
    ls_buf_printf(&body, ",\"group\":\"%s\",\"resource\":\"%s\",\"verb\":\"%s\"}}}",
                  applied[kind].group, applied[kind].plural, verb);
    if (exam_review(exam, &access_reviews, ls_buf_slice(&body), &reply, err))
        return err->code;
    *out = ls_node_bool(ls_node_at(ls_obj_root(reply.obj), "status.allowed"), false);
    return LS_OK;
}

static void refusal_note(struct ls_buf *out, size_t kind, const char *verb)
{
    ls_buf_printf(out, "%s%s %s%s%s", out->len > 0 ? ", " : "", verb, applied[kind].plural,
                  applied[kind].group[0] ? "." : "", applied[kind].group);
}

static enum ls_code refusals_collect(struct exam *exam, struct ls_buf *out, struct ls_err *err)
{
    for (size_t kind = 0; kind < LS_COUNT(applied); kind++) {
        for (size_t i = 0; i < LS_COUNT(verbs); i++) {
            bool is_allowed = false;
            if (may_i(exam, kind, verbs[i], &is_allowed, err))
                return err->code;
            if (!is_allowed)
                refusal_note(out, kind, verbs[i]);
        }
    }
    return LS_OK;
}

static bool step_rights(struct exam *exam)
{
    struct ls_buf refused LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    const char *namespace_name = exam->connection.config->namespace_name;
    if (refusals_collect(exam, &refused, &err))
        ls_report_problem(&exam->report, "rights", advice_for(exam, err.code), "%s", err.text);
    else if (refused.len > 0)
        ls_report_problem(&exam->report, "rights",
                          "Ask for a Role with these rights in this namespace, or choose another "
                          "namespace by -n or another user by --context.",
                          "in namespace %s we may not: %s", namespace_name, ls_buf_text(&refused));
    else
        ls_report_ok(&exam->report, "rights", "we may apply and delete in namespace %s",
                     namespace_name);
    return true;
}

/* ---- the exam ---- */

static const struct {
    const char *name; /* shown when it is skipped; NULL: never is */
    bool (*run)(struct exam *exam);
} steps[] = {
    {NULL, step_config},       {NULL, step_credentials}, {NULL, step_connect},
    {"version", step_version}, {"ready", step_ready},    {"identity", step_identity},
    {"rights", step_rights},
};

/* What to do when there is no configuration to begin with. */
static const char *config_advice(const struct ls_args *args, enum ls_code code)
{
    if (code == LS_E_USAGE)
        return "Correct the command line.";
    if (code == LS_E_NOT_FOUND && ls_args_is_on(args, "sandbox"))
        return "Run `lockstep sandbox` in another terminal and leave it running; without --sandbox "
               "the kubeconfig counts.";
    return "Correct what is named, or give another kubeconfig by --kubeconfig or $KUBECONFIG.";
}

static void exam_run(struct exam *exam, const struct ls_args *args)
{
    struct ls_err err = {0};
    bool goes_on = !ls_connection_configure(&exam->connection, args, &err);
    if (!goes_on)
        ls_report_problem(&exam->report, "config", config_advice(args, err.code), "%s", err.text);
    for (size_t i = 0; i < LS_COUNT(steps); i++) {
        if (goes_on)
            goes_on = steps[i].run(exam);
        else if (steps[i].name)
            ls_report_skipped(&exam->report, steps[i].name);
    }
}

static void exam_print(const struct exam *exam, bool is_json)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (is_json)
        ls_report_print_json(&exam->report, &out);
    else
        ls_report_print(&exam->report, &out);
    fwrite(out.at, 1, out.len, stdout);
}

static void exam_release(struct exam *exam)
{
    ls_connection_close(&exam->connection);
    ls_report_release(&exam->report);
}

enum ls_exit ls_cli_verb_doctor(const struct ls_args *args)
{
    if (args->word_count > 0)
        return ls_cli_usage("doctor", "takes no arguments, not '%s'", args->words[0]);
    struct exam exam LS_AUTO(exam_release) = {0};
    exam_run(&exam, args);
    int signal_number = exam.connection.signal_number;
    if (!signal_number)
        exam_print(&exam, ls_args_is(args, "output", "json"));
    bool is_well = ls_report_is_well(&exam.report);
    return ls_cli_end(is_well ? LS_EXIT_DONE : LS_EXIT_ERROR, signal_number);
}
