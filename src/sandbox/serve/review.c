#include "sandbox/serve/review.h"

#include <string.h>

#include "sandbox/ops/write.h"
#include "sandbox/serve/access_review.h"
#include "sandbox/serve/request_body.h"
#include "sandbox/serve/options.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/status/field_errors.h"
#include "value/structured_merge.h"

#define AUDIENCE "https://kubernetes.default.svc"

/* Checks the request's spec and builds the members of the status. */
struct review {
    const char *kind;
    const struct ls_failure *(*check)(struct ls_api_request *request, struct ls_node body);
    void (*status)(struct ls_build *build, struct ls_api_request *request, struct ls_node body);
    bool shows_time; /* metadata.creationTimestamp, and nothing else */
};

/* ---- checks ---- */

/* The real server leaves the kind out here. */
static const struct ls_failure *access_failure(const struct ls_field_errors *errors)
{
    struct ls_about about = {.group = "authorization.k8s.io", .kind = "", .name = LS_SLICE("")};
    return ls_field_errors_failure(errors, about);
}

static void attributes_check(struct ls_field_errors *errors, struct ls_node spec)
{
    bool has_resource = ls_node_is_map(ls_node_at(spec, "resourceAttributes"));
    struct ls_node path = ls_node_at(spec, "nonResourceAttributes");
    bool has_path = ls_node_is_map(path);
    if (has_resource && has_path) {
        const char *shown = ls_arena_printf(errors->arena, "{\"Path\":\"%s\",\"Verb\":\"%s\"}",
                                            ls_node_text(ls_node_at(path, "path")),
                                            ls_node_text(ls_node_at(path, "verb")));
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "spec.nonResourceAttributes", shown,
                           "cannot be specified in combination with resourceAttributes");
    }
    if (!has_resource && !has_path)
        ls_field_error_add(
            errors, LS_FIELD_ERROR_INVALID, "spec.resourceAttributes", "null",
            "exactly one of nonResourceAttributes or resourceAttributes must be specified");
}

static const struct ls_failure *self_check(struct ls_api_request *request, struct ls_node body)
{
    struct ls_field_errors errors = {.arena = request->arena};
    attributes_check(&errors, ls_node_at(body, "spec"));
    return access_failure(&errors);
}

static void subject_errors(struct ls_field_errors *errors, struct ls_node spec)
{
    attributes_check(errors, spec);
    if (ls_node_string(ls_node_at(spec, "user")).len == 0 &&
        ls_node_count(ls_node_at(spec, "groups")) == 0)
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "spec.user", "\"\"",
                           "at least one of user or group must be specified");
}

static const struct ls_failure *subject_check(struct ls_api_request *request, struct ls_node body)
{
    struct ls_field_errors errors = {.arena = request->arena};
    subject_errors(&errors, ls_node_at(body, "spec"));
    return access_failure(&errors);
}

static const struct ls_failure *local_check(struct ls_api_request *request, struct ls_node body)
{
    struct ls_field_errors errors = {.arena = request->arena};
    struct ls_node spec = ls_node_at(body, "spec");
    struct ls_node in = ls_node_at(spec, "resourceAttributes.namespace");
    subject_errors(&errors, spec);
    if (!ls_slice_equal(ls_node_string(in), request->at.namespace_name))
        ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "spec.resourceAttributes.namespace",
                           ls_arena_printf(request->arena, "\"%.*s\"", LS_ARG(ls_node_string(in))),
                           "must match metadata.namespace");
    return access_failure(&errors);
}

static const struct ls_failure *rules_check(struct ls_api_request *request, struct ls_node body)
{
    if (ls_node_string(ls_node_at(body, "spec.namespace")).len > 0)
        return NULL;
    return ls_failure_bad_request(request->arena, "no namespace on request");
}

static const struct ls_failure *token_check(struct ls_api_request *request, struct ls_node body)
{
    if (ls_node_string(ls_node_at(body, "spec.token")).len > 0)
        return NULL;
    return ls_failure_bad_request(request->arena,
                                  "token is required for TokenReview in authentication");
}

/* ---- answers ---- */

static void member_bool(struct ls_build *build, const char *key, bool value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_bool(build, value);
}

static void self_access_status(struct ls_build *build, struct ls_api_request *request,
                               struct ls_node body)
{
    if (request->serve->authorizer)
        ls_access_review_self(build, request, ls_node_at(body, "spec"));
    else
        member_bool(build, "allowed", true);
}

static void subject_access_status(struct ls_build *build, struct ls_api_request *request,
                                  struct ls_node body)
{
    if (request->serve->authorizer)
        ls_access_review_subject(build, request, ls_node_at(body, "spec"));
    else
        member_bool(build, "allowed", true);
}

static void texts(struct ls_build *build, const char *key, const char *text)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_list(build);
    ls_build_text(build, text);
    ls_build_end(build);
}

/* A rule: verbs on resources of groups, or on paths (then without groups). Lists end with NULL. */
enum { RULE_WORDS_MAX = 12 };
struct rule {
    const char *verb;
    const char *group;
    const char *names[RULE_WORDS_MAX];
};

/* Without an authorizer: the rules of every known user and those of the admin, as in a new
 * cluster. */
static const struct rule resource_rules[] = {
    {"create", "authorization.k8s.io", {"selfsubjectaccessreviews", "selfsubjectrulesreviews"}},
    {"create", "authentication.k8s.io", {"selfsubjectreviews"}},
    {"*", "*", {"*"}},
};
static const struct rule path_rules[] = {
    {"get",
     NULL,
     {"/api", "/api/*", "/apis", "/apis/*", "/healthz", "/livez", "/openapi", "/openapi/*",
      "/readyz", "/version", "/version/"}},
    {"*", NULL, {"*"}},
    {"get", NULL, {"/healthz", "/livez", "/readyz", "/version", "/version/"}},
};

static void rules_build(struct ls_build *build, const char *key, const struct rule *rules,
                        size_t count)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_list(build);
    for (size_t i = 0; i < count; i++) {
        ls_build_map(build);
        texts(build, "verbs", rules[i].verb);
        if (rules[i].group)
            texts(build, "apiGroups", rules[i].group);
        ls_build_key(build, rules[i].group ? LS_SLICE("resources") : LS_SLICE("nonResourceURLs"));
        ls_build_list(build);
        for (size_t k = 0; k < RULE_WORDS_MAX && rules[i].names[k]; k++)
            ls_build_text(build, rules[i].names[k]);
        ls_build_end(build);
        ls_build_end(build);
    }
    ls_build_end(build);
}

static void rules_status(struct ls_build *build, struct ls_api_request *request,
                         struct ls_node body)
{
    if (request->serve->authorizer) {
        ls_access_review_rules(build, request, ls_node_at(body, "spec"));
        return;
    }
    rules_build(build, "resourceRules", resource_rules, LS_COUNT(resource_rules));
    rules_build(build, "nonResourceRules", path_rules, LS_COUNT(path_rules));
    member_bool(build, "incomplete", false);
}

static void self_status(struct ls_build *build, struct ls_api_request *request, struct ls_node body)
{
    (void)body;
    ls_build_key(build, LS_SLICE("userInfo"));
    ls_build_map(build);
    ls_user_build(build, &request->user);
    ls_build_end(build);
}

static void token_status(struct ls_build *build, struct ls_api_request *request,
                         struct ls_node body)
{
    struct ls_user user = {0};
    struct ls_slice token = ls_node_string(ls_node_at(body, "spec.token"));
    bool is_known = ls_auth_token_user(request->serve->auth, request->arena, token, &user);
    if (is_known)
        member_bool(build, "authenticated", true);
    ls_build_key(build, LS_SLICE("user"));
    ls_build_map(build);
    if (is_known)
        ls_user_build(build, &user);
    ls_build_end(build);
    if (is_known)
        texts(build, "audiences", AUDIENCE);
    else
        ls_build_member_text(build, "error", "invalid bearer token");
}

static const struct review reviews[] = {
    {"SelfSubjectReview", NULL, self_status, true},
    {"SelfSubjectAccessReview", self_check, self_access_status, false},
    {"SubjectAccessReview", subject_check, subject_access_status, false},
    {"LocalSubjectAccessReview", local_check, subject_access_status, false},
    {"SelfSubjectRulesReview", rules_check, rules_status, false},
    {"TokenReview", token_check, token_status, false},
};

/* ---- any review ---- */

/* managedFields of the review's creator. */
static void managed_build(struct ls_build *build, struct ls_api_request *request,
                          struct ls_node body)
{
    struct ls_op_call call = ls_request_call(request);
    struct ls_merge merge = {
        .type = ls_kind_merge_type(request->kind, request->cluster->merge_types),
        .self = {.manager =
                     ls_request_manager(request, ls_query_get(&request->query, "fieldManager")),
                 .operation = LS_MANAGE_UPDATE,
                 .api_version = ls_slice_of(request->kind->api_version),
                 .subresource = LS_SLICE(""),
                 .time = ls_now_text(request->cluster, request->arena)},
        .untouched = ls_reset_fields(&call),
    };
    struct ls_managed_fields managed = ls_managed_first(&call, merge, body);
    if (managed.count == 0)
        return;
    ls_build_key(build, LS_SLICE("managedFields"));
    ls_managed_fields_build(build, managed);
}

static void metadata_build(struct ls_build *build, struct ls_api_request *request,
                           const struct review *review, struct ls_node body)
{
    struct ls_node metadata = ls_node_at(body, "metadata");
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    if (review->shows_time) {
        ls_build_key(build, LS_SLICE("creationTimestamp"));
        ls_build_string(build, ls_now_text(request->cluster, request->arena));
    } else {
        LS_EACH (it, metadata) {
            ls_build_key(build, it.key);
            ls_build_node(build, it.value);
        }
    }
    if (request->at.namespace_name.len > 0 &&
        ls_node_is_absent(ls_node_at(metadata, "namespace"))) {
        ls_build_key(build, LS_SLICE("namespace"));
        ls_build_string(build, request->at.namespace_name);
    }
    if (!review->shows_time && review->status != rules_status)
        managed_build(build, request, body);
    ls_build_end(build);
}

static struct ls_node review_build(struct ls_api_request *request, const struct review *review,
                                   struct ls_node body)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node spec = ls_node_at(body, "spec");
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", review->kind);
    ls_build_member_text(&build, "apiVersion", request->kind->api_version);
    metadata_build(&build, request, review, body);
    /* The real server's rules review returns an empty spec as well. */
    bool drops_spec = review->status == rules_status;
    if (!review->shows_time) {
        ls_build_key(&build, LS_SLICE("spec"));
        if (drops_spec || ls_node_is_absent(spec)) {
            ls_build_map(&build);
            ls_build_end(&build);
        } else {
            ls_build_node(&build, spec);
        }
    }
    ls_build_key(&build, LS_SLICE("status"));
    ls_build_map(&build);
    review->status(&build, request, body);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_arena(&build, request->arena);
}

static const struct review *review_of(const struct ls_kind *kind)
{
    for (size_t i = 0; i < LS_COUNT(reviews); i++) {
        if (strcmp(reviews[i].kind, kind->resource.kind) == 0)
            return &reviews[i];
    }
    return NULL;
}

/* The round trip, so that the response shows what the server understood. */
static const struct ls_failure *review_read(struct ls_api_request *request, struct ls_node *out)
{
    struct ls_op_call call = ls_request_call(request);
    struct ls_write_options options = {0};
    struct ls_node body = LS_ABSENT;
    struct ls_err err;
    const struct ls_resource *resource = &request->kind->resource;
    const struct ls_failure *failure =
        ls_write_options_read(request->arena, &request->query, LS_WRITE_CREATE, &options);
    call.fields = options.fields;
    if (!failure)
        failure = ls_body_object(request, &call.strict, &body);
    if (failure)
        return failure;
    const char *why = NULL;
    if (ls_round_trip(request->arena, body, request->kind->type, &call.strict, out, &err))
        why = err.text;
    else
        (void)ls_op_call_strict_pass(&call, &why);
    request->warnings = call.warnings;
    if (!why)
        return NULL;
    return ls_failure_bad_request(request->arena,
                                  "%s in version \"%s\" cannot be handled as a %s: %s",
                                  resource->kind, resource->version, resource->kind, why);
}

static void handle_review(struct ls_api_request *request)
{
    const struct review *review = review_of(request->kind);
    struct ls_node body = LS_ABSENT;
    const struct ls_failure *failure = review_read(request, &body);
    if (!failure && review->check)
        failure = review->check(request, body);
    if (failure)
        ls_reply_failure(request, failure);
    else
        ls_reply_value(request, 201, review_build(request, review, body));
}

ls_handler *ls_review_handler(const struct ls_kind *kind)
{
    LS_ASSERT(kind);
    return review_of(kind) ? handle_review : NULL;
}
