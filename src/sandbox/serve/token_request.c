#include "sandbox/serve/token_request.h"

#include "sandbox/kinds/registry.h"
#include "sandbox/ops/write.h"
#include "sandbox/serve/request_body.h"
#include "sandbox/serve/handlers.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/serve/subresources.h"
#include "sandbox/status/field_errors.h"
#include "value/time.h"

#define AUDIENCE "https://kubernetes.default.svc"

enum { TOKEN_SECONDS = 3600, TOKEN_SECONDS_MIN = 600 };
#define TOKEN_SECONDS_MAX ((int64_t)1 << 32)

static const struct ls_api_type *token_type(void)
{
    return ls_api_type_find("io.k8s.api.authentication.v1.TokenRequest");
}

static const struct ls_failure *token_check(struct ls_api_request *request, int64_t seconds)
{
    struct ls_field_errors errors = {.arena = request->arena};
    struct ls_about about = {
        .group = "authentication.k8s.io", .kind = "TokenRequest", .name = LS_SLICE("")};
    if (seconds < TOKEN_SECONDS_MIN)
        ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "spec.expirationSeconds",
                           ls_arena_printf(request->arena, "%lld", (long long)seconds),
                           "may not specify a duration less than 10 minutes");
    if (seconds > TOKEN_SECONDS_MAX)
        ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "spec.expirationSeconds",
                           ls_arena_printf(request->arena, "%lld", (long long)seconds),
                           "may not specify a duration larger than 2^32 seconds");
    return ls_field_errors_failure(&errors, about);
}

static const struct ls_failure *names_check(struct ls_api_request *request, struct ls_node body)
{
    static const char *const whose[] = {"name", "namespace"};
    const struct ls_slice wanted[] = {request->at.name, request->at.namespace_name};
    struct ls_about about = {
        .group = "authentication.k8s.io", .kind = "TokenRequest", .name = request->at.name};
    for (size_t i = 0; i < LS_COUNT(whose); i++) {
        struct ls_field_errors errors = {.arena = request->arena};
        struct ls_node sent = ls_node_get(ls_node_at(body, "metadata"), ls_slice_of(whose[i]));
        if (ls_node_string(sent).len == 0 || ls_slice_equal(ls_node_string(sent), wanted[i]))
            continue;
        ls_field_error_add_value(&errors, LS_FIELD_ERROR_INVALID,
                                 ls_field(request->arena, "metadata", whose[i]), sent,
                                 "must match the service account %s if specified", whose[i]);
        return ls_field_errors_failure(&errors, about);
    }
    return NULL;
}

/* ---- what the token is bound to ---- */

static const struct {
    const char *kind;
    const char *plural;
    bool is_namespaced;
} binders[] = {{"Pod", "pods", true}, {"Node", "nodes", false}, {"Secret", "secrets", true}};

static const struct ls_failure *binder_check(struct ls_api_request *request, struct ls_node ref,
                                             const char *plural, bool is_namespaced)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_op_call call = ls_request_call(request);
    call.kind = ls_registry_resource(request->cluster->registry, LS_SLICE(""), LS_SLICE("v1"),
                                     ls_slice_of(plural));
    call.subresource = LS_SLICE("");
    call.name = ls_node_string(ls_node_at(ref, "name"));
    if (!is_namespaced)
        call.namespace_name = LS_SLICE("");
    const struct ls_failure *failure = ls_op_get(&call, &object);
    if (failure)
        return failure;
    struct ls_node root = ls_obj_root(object);
    struct ls_node account = ls_node_at(root, "spec.serviceAccountName");
    if (ls_slice_is(ls_slice_of(plural), "pods") &&
        !ls_slice_equal(ls_node_string(account), request->at.name))
        return ls_failure_bad_request(request->arena,
                                      "cannot bind token for serviceaccount \"%.*s\" to pod "
                                      "running with different serviceaccount name.",
                                      LS_ARG(request->at.name));
    struct ls_slice uid = ls_node_string(ls_node_at(ref, "uid"));
    if (uid.len == 0 || ls_slice_equal(uid, ls_node_string(ls_node_at(root, "metadata.uid"))))
        return NULL;
    struct ls_about about = {
        .group = "", .plural = ls_node_text(ls_node_at(ref, "kind")), .name = call.name};
    return ls_failure_conflict(request->arena, about,
                               ls_arena_printf(request->arena,
                                               "the UID in the bound object reference (%.*s) does "
                                               "not match the UID in record. The object might have "
                                               "been deleted and then recreated",
                                               LS_ARG(uid)));
}

static const struct ls_failure *bound_check(struct ls_api_request *request, struct ls_node ref)
{
    struct ls_node version = ls_node_at(ref, "apiVersion"), kind = ls_node_at(ref, "kind");
    if (!ls_node_is_map(ref))
        return NULL;
    for (size_t i = 0; i < LS_COUNT(binders); i++) {
        if (ls_node_string_is(kind, binders[i].kind) &&
            ls_slice_find(ls_node_string(version), '/') == SIZE_MAX)
            return binder_check(request, ref, binders[i].plural, binders[i].is_namespaced);
    }
    struct ls_slice rest, first = ls_slice_cut(ls_node_string(version), '/', &rest);
    bool has_group = rest.at != NULL;
    return ls_failure_bad_request(request->arena,
                                  "cannot bind token to object of type %.*s/%.*s, Kind=%s",
                                  LS_ARG(has_group ? first : LS_SLICE("")),
                                  LS_ARG(has_group ? rest : first), ls_node_text(kind));
}

/* ---- the answer ---- */

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
    char id[37];
    ls_random_uuid(&request->cluster->world->random, id);
    return (struct ls_token_claims){
        .namespace_name = request->at.namespace_name,
        .name = request->at.name,
        .uid = ls_node_string(ls_node_at(account, "metadata.uid")),
        .id = ls_arena_slice(request->arena, ls_slice_of(id)),
        .audiences = list,
        .audience_count = count,
        .issued_s = now_s,
        .expires_s = now_s + ls_node_int(ls_node_at(body, "spec.expirationSeconds"), TOKEN_SECONDS),
    };
}

static void member_time(struct ls_build *build, const char *key, int64_t seconds)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print(&text, ls_time_of_ms(seconds * 1000));
    ls_build_member_string(build, key, ls_buf_slice(&text));
}

static void token_spec(struct ls_build *build, const struct ls_token_claims *claims,
                       struct ls_node ref)
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
    if (ls_node_is_map(ref))
        ls_build_node(build, ref);
    else
        ls_build_null(build);
    ls_build_end(build);
}

/* managedFields of the request's creator, though it is not stored. */
static void token_managed(struct ls_build *build, struct ls_api_request *request,
                          struct ls_node body)
{
    struct ls_kind kind = {.resource = {.kind = "TokenRequest"}, .type = token_type()};
    struct ls_op_call call = ls_request_call(request);
    call.kind = &kind;
    struct ls_merge merge = {
        .type = ls_merge_type_of(request->cluster->merge_types, kind.type),
        .self = {.manager =
                     ls_request_manager(request, ls_query_get(&request->query, "fieldManager")),
                 .operation = LS_MANAGE_UPDATE,
                 .api_version = LS_SLICE("authentication.k8s.io/v1"),
                 .subresource = LS_SLICE("token"),
                 .time = ls_now_text(request->cluster, request->arena)},
        .untouched = ls_server_fields(),
    };
    struct ls_managed_fields managed = ls_managed_first(&call, merge, body);
    if (managed.count == 0)
        return;
    ls_build_key(build, LS_SLICE("managedFields"));
    ls_managed_fields_build(build, managed);
}

static struct ls_node token_build(struct ls_api_request *request,
                                  const struct ls_token_claims *claims, struct ls_node body)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "TokenRequest");
    ls_build_member_text(&build, "apiVersion", "authentication.k8s.io/v1");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_string(&build, "name", claims->name);
    ls_build_member_string(&build, "namespace", claims->namespace_name);
    ls_build_member_string(&build, "uid", claims->uid);
    member_time(&build, "creationTimestamp", claims->issued_s);
    token_managed(&build, request, body);
    ls_build_end(&build);
    token_spec(&build, claims, ls_node_at(body, "spec.boundObjectRef"));
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    ls_build_member_string(&build, "token",
                           ls_auth_issue(request->serve->auth, request->arena, claims));
    member_time(&build, "expirationTimestamp", claims->expires_s);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, request->arena);
}

/* The body with a default expirationSeconds, which belongs to the client. */
static struct ls_node with_seconds(struct ls_arena *arena, struct ls_node body)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "TokenRequest");
    ls_build_member_text(&build, "apiVersion", "authentication.k8s.io/v1");
    ls_build_member(&build, "metadata", ls_node_at(body, "metadata"));
    ls_build_key(&build, LS_SLICE("spec"));
    ls_build_map(&build);
    LS_EACH (it, ls_node_at(body, "spec")) {
        if (ls_slice_is(it.key, "expirationSeconds") || ls_node_is_null(it.value))
            continue;
        ls_build_key(&build, it.key);
        ls_build_node(&build, it.value);
    }
    ls_build_key(&build, LS_SLICE("expirationSeconds"));
    ls_build_int(&build, ls_node_int(ls_node_at(body, "spec.expirationSeconds"), TOKEN_SECONDS));
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static const struct ls_failure *token_read(struct ls_api_request *request, struct ls_node *out)
{
    struct ls_err err;
    struct ls_node body = LS_ABSENT, typed = LS_ABSENT;
    const struct ls_failure *failure = ls_body_object(request, NULL, &body);
    if (failure)
        return failure;
    if (ls_round_trip(request->arena, body, token_type(), NULL, &typed, &err))
        return ls_failure_bad_request(
            request->arena,
            "TokenRequest in version \"v1\" cannot be handled as a TokenRequest: %s", err.text);
    *out = with_seconds(request->arena, typed);
    return NULL;
}

void ls_handle_token(struct ls_api_request *request)
{
    const struct ls_obj *account LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure = token_read(request, &body);
    if (!failure)
        failure = names_check(request, body);
    if (!failure)
        failure = ls_parent_get(request, &account);
    if (!failure)
        failure = token_check(request, ls_node_int(ls_node_at(body, "spec.expirationSeconds"), 0));
    if (!failure)
        failure = bound_check(request, ls_node_at(body, "spec.boundObjectRef"));
    if (failure) {
        ls_reply_failure(request, failure);
        return;
    }
    struct ls_token_claims claims = token_claims(request, ls_obj_root(account), body);
    ls_reply_value(request, 201, token_build(request, &claims, body));
}
