#include "sandbox/serve/subresources.h"

#include "sandbox/ops/bind.h"
#include "sandbox/serve/body_of.h"
#include "sandbox/serve/eviction.h"
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/status/complaints.h"
#include "value/time.h"

#define AUDIENCE "https://kubernetes.default.svc"

enum { TOKEN_SECONDS = 3600, TOKEN_SECONDS_MIN = 600 };

/* The object that the subresource belongs to; the caller unrefs it. */
static const struct ls_failure *parent_get(struct ls_api_request *request,
                                           const struct ls_obj **out)
{
    struct ls_call call = ls_request_call(request);
    call.subresource = LS_SLICE("");
    return ls_op_get(&call, out);
}

/* ---- containers that are not there ---- */

static void handle_refused(struct ls_api_request *request)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_failure *failure = parent_get(request, &object);
    if (!failure)
        failure = ls_failure_bad_request(
            request->arena,
            "%.*s is not possible: the sandbox simulates its workloads, no container runs",
            LS_ARG(request->at.subresource));
    ls_reply_failure(request, failure);
}

/* ---- logs ---- */

/* The container whose log is asked for; NULL and *why when that is not clear. */
static const char *log_container(struct ls_api_request *request, struct ls_node pod,
                                 const struct ls_failure **why)
{
    struct ls_slice asked = ls_query_get(&request->query, "container");
    struct ls_node containers = ls_node_at(pod, "spec.containers");
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    LS_EACH (it, containers) {
        struct ls_node name = ls_node_at(it.value, "name");
        if (asked.len > 0 ? ls_slice_equal(ls_node_string(name), asked)
                          : ls_node_count(containers) == 1)
            return ls_node_text(name);
        ls_buf_printf(&names, "%s%s", names.len > 0 ? " " : "", ls_node_text(name));
    }
    LS_EACH (it, ls_node_at(pod, "spec.initContainers")) {
        if (asked.len > 0 && ls_slice_equal(ls_node_string(ls_node_at(it.value, "name")), asked))
            return ls_node_text(ls_node_at(it.value, "name"));
    }
    *why = asked.len > 0
               ? ls_failure_bad_request(request->arena, "container %.*s is not valid for pod %.*s",
                                        LS_ARG(asked), LS_ARG(request->at.name))
               : ls_failure_bad_request(request->arena,
                                        "a container name must be specified for pod %.*s, choose "
                                        "one of: [%s]",
                                        LS_ARG(request->at.name), ls_buf_text(&names));
    return NULL;
}

static void handle_log(struct ls_api_request *request)
{
    const struct ls_obj *pod LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_failure *failure = parent_get(request, &pod);
    const char *container = failure ? NULL : log_container(request, ls_obj_root(pod), &failure);
    if (failure) {
        ls_reply_failure(request, failure);
        return;
    }
    /* A pod that no node runs has no log yet, and nobody fails over that. */
    bool is_bound = ls_node_string(ls_node_at(ls_obj_root(pod), "spec.nodeName")).len > 0;
    const char *text =
        !is_bound
            ? ""
            : ls_arena_printf(request->arena, "simulated container %s of pod %.*s: no output\n",
                              container, LS_ARG(request->at.name));
    ls_reply_text(request, 200, "text/plain", ls_slice_of(text));
}

/* ---- tokens ---- */

static const struct ls_failure *token_check(struct ls_api_request *request, int64_t seconds)
{
    struct ls_complaints complaints = {.arena = request->arena};
    struct ls_about about = {
        .group = "authentication.k8s.io", .kind = "TokenRequest", .name = LS_SLICE("")};
    if (seconds < TOKEN_SECONDS_MIN)
        ls_complain(&complaints, LS_COMPLAINT_INVALID, "spec.expirationSeconds",
                    ls_arena_printf(request->arena, "%lld", (long long)seconds),
                    "may not specify a duration less than 10 minutes");
    return ls_complaints_failure(&complaints, about);
}

static struct ls_token_claims token_claims(struct ls_api_request *request, struct ls_node account,
                                           struct ls_node body)
{
    struct ls_node audiences = ls_node_at(body, "spec.audiences");
    size_t count = LS_MAX(ls_node_count(audiences), (size_t)1);
    struct ls_slice *list = LS_ARENA_ARRAY(request->arena, struct ls_slice, count);
    size_t i = 0;
    list[0] = LS_SLICE(AUDIENCE);
    LS_EACH (it, audiences)
        list[i++] = ls_node_string(it.value);
    int64_t now_s = ls_clock_wall_ms(request->cluster->world->clock) / 1000;
    return (struct ls_token_claims){
        .namespace_name = request->at.namespace_name,
        .name = request->at.name,
        .uid = ls_node_string(ls_node_at(account, "metadata.uid")),
        .audiences = list,
        .audience_count = count,
        .issued_s = now_s,
        .expires_s = now_s + ls_node_int(ls_node_at(body, "spec.expirationSeconds"), TOKEN_SECONDS),
    };
}

static void member_string(struct ls_build *build, const char *key, struct ls_slice value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_string(build, value);
}

static void member_time(struct ls_build *build, const char *key, int64_t seconds)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print(&text, ls_time_of_ms(seconds * 1000));
    member_string(build, key, ls_buf_slice(&text));
}

static void token_spec(struct ls_build *build, const struct ls_token_claims *claims)
{
    ls_build_key(build, LS_SLICE("spec"));
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("audiences"));
    ls_build_list(build);
    for (size_t i = 0; i < claims->audience_count; i++)
        ls_build_string(build, claims->audiences[i]);
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("expirationSeconds"));
    ls_build_int(build, claims->expires_s - claims->issued_s);
    ls_build_key(build, LS_SLICE("boundObjectRef"));
    ls_build_null(build);
    ls_build_end(build);
}

static struct ls_node token_build(struct ls_api_request *request,
                                  const struct ls_token_claims *claims)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "TokenRequest");
    ls_build_member_text(&build, "apiVersion", "authentication.k8s.io/v1");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    member_string(&build, "name", claims->name);
    member_string(&build, "namespace", claims->namespace_name);
    member_string(&build, "uid", claims->uid);
    member_time(&build, "creationTimestamp", claims->issued_s);
    ls_build_end(&build);
    token_spec(&build, claims);
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    member_string(&build, "token", ls_auth_issue(request->serve->auth, request->arena, claims));
    member_time(&build, "expirationTimestamp", claims->expires_s);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, request->arena);
}

static void handle_token(struct ls_api_request *request)
{
    const struct ls_obj *account LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure = ls_body_object(request, NULL, &body);
    if (!failure)
        failure = token_check(
            request, ls_node_int(ls_node_at(body, "spec.expirationSeconds"), TOKEN_SECONDS));
    if (!failure)
        failure = parent_get(request, &account);
    if (failure) {
        ls_reply_failure(request, failure);
        return;
    }
    struct ls_token_claims claims = token_claims(request, ls_obj_root(account), body);
    ls_reply_value(request, 201, token_build(request, &claims));
}

/* ---- bindings ---- */

static void handle_binding(struct ls_api_request *request)
{
    struct ls_call call = ls_request_call(request);
    struct ls_write_options options = {0};
    struct ls_written written = {0};
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure =
        ls_write_options_read(request->arena, &request->query, LS_WRITE_CREATE, &options);
    call.subresource = LS_SLICE("");
    call.is_dry_run = options.is_dry_run;
    if (!failure)
        failure = ls_body_object(request, &call.strays, &body);
    if (!failure)
        failure = ls_op_bind(&call, body, &written);
    if (!failure)
        ls_obj_unref(written.object);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_success(request, 201);
}

/* ---- the table ---- */

static const struct {
    const char *resource;
    const char *subresource;
    enum ls_api_verb verb; /* LS_API_NONE: any */
    ls_handler *handler;
} rows[] = {
    {"pods", "log", LS_API_GET, handle_log},
    {"pods", "exec", LS_API_NONE, handle_refused},
    {"pods", "attach", LS_API_NONE, handle_refused},
    {"pods", "portforward", LS_API_NONE, handle_refused},
    {"pods", "proxy", LS_API_NONE, handle_refused},
    {"services", "proxy", LS_API_NONE, handle_refused},
    {"nodes", "proxy", LS_API_NONE, handle_refused},
    {"pods", "binding", LS_API_CREATE, handle_binding},
    {"pods", "eviction", LS_API_CREATE, ls_handle_eviction},
    {"serviceaccounts", "token", LS_API_CREATE, handle_token},
};

ls_handler *ls_subresource_handler(const struct ls_api_request *request)
{
    if (request->at.subresource.len == 0 || request->at.group.len > 0)
        return NULL;
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (ls_slice_is(request->at.resource, rows[i].resource) &&
            ls_slice_is(request->at.subresource, rows[i].subresource) &&
            (rows[i].verb == LS_API_NONE || rows[i].verb == request->verb))
            return rows[i].handler;
    }
    return NULL;
}
