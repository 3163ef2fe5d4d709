#include "sandbox/status/failure.h"

#include "support_json.h"

static const char *status_of(const struct ls_failure *failure, struct ls_arena *arena)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_failure_build(&build, failure);
    return json_of(ls_build_arena(&build, arena));
}

static struct ls_about deployment(const char *name)
{
    return (struct ls_about){
        .group = "apps", .plural = "deployments", .kind = "Deployment", .name = ls_slice_of(name)};
}

static struct ls_about config_map(const char *name)
{
    return (struct ls_about){
        .group = "", .plural = "configmaps", .kind = "ConfigMap", .name = ls_slice_of(name)};
}

#define HEAD "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"metadata\":{},\"status\":\"Failure\","

TEST(not_found_names_the_resource_with_its_group)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(status_of(ls_failure_not_found(&arena, deployment("web")), &arena),
              HEAD "\"message\":\"deployments.apps \\\"web\\\" not found\",\"reason\":\"NotFound\","
                   "\"details\":{\"name\":\"web\",\"group\":\"apps\",\"kind\":\"deployments\"},"
                   "\"code\":404}");
    CHECK_STR(status_of(ls_failure_not_found(&arena, config_map("a")), &arena),
              HEAD "\"message\":\"configmaps \\\"a\\\" not found\",\"reason\":\"NotFound\","
                   "\"details\":{\"name\":\"a\",\"kind\":\"configmaps\"},\"code\":404}");
}

TEST(a_name_is_quoted_as_go_does_and_kept_as_it_is_in_details)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(status_of(ls_failure_not_found(&arena, config_map("x\x01")), &arena),
              HEAD "\"message\":\"configmaps \\\"x\\\\x01\\\" not found\",\"reason\":\"NotFound\","
                   "\"details\":{\"name\":\"x\\u0001\",\"kind\":\"configmaps\"},\"code\":404}");
    const struct ls_failure *failure = ls_failure_not_found(&arena, config_map("x\xFF"));
    CHECK_STR(failure->message, "configmaps \"x\\xff\" not found");
    CHECK_HAS(status_of(failure, &arena), "\"name\":\"x\xEF\xBF\xBD\"");
}

TEST(exists_and_conflict_are_409)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_failure *failure = ls_failure_exists(&arena, config_map("a"));
    CHECK_INT(failure->code, 409);
    CHECK_STR(failure->reason, "AlreadyExists");
    CHECK_STR(failure->message, "configmaps \"a\" already exists");
    failure = ls_failure_conflict(&arena, config_map("a"), "the object has been modified");
    CHECK_INT(failure->code, 409);
    CHECK_STR(failure->reason, "Conflict");
    CHECK_STR(failure->message,
              "Operation cannot be fulfilled on configmaps \"a\": the object has been modified");
}

TEST(forbidden_leaves_out_what_has_no_name)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ls_failure_forbidden(&arena, deployment("web"), "no")->message,
              "deployments.apps \"web\" is forbidden: no");
    CHECK_STR(ls_failure_forbidden(&arena, deployment(""), "no")->message,
              "deployments.apps is forbidden: no");
    struct ls_about nothing = {.group = "", .plural = "", .kind = "", .name = LS_SLICE("")};
    CHECK_STR(ls_failure_forbidden(&arena, nothing, "no")->message, "forbidden: no");
}

TEST(bad_request_has_no_details)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(status_of(ls_failure_bad_request(&arena, "limit %d", 3), &arena),
              HEAD "\"message\":\"limit 3\",\"reason\":\"BadRequest\",\"code\":400}");
}

TEST(an_internal_error_has_its_cause_without_a_reason)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(status_of(ls_failure_internal(&arena, "boom"), &arena),
              HEAD "\"message\":\"Internal error occurred: boom\",\"reason\":\"InternalError\","
                   "\"details\":{\"causes\":[{\"message\":\"boom\"}]},\"code\":500}");
}

TEST(a_failure_without_reason_has_no_member_for_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(status_of(ls_failure_new(&arena, 500, "", "resourceVersion %s", "set"), &arena),
              HEAD "\"message\":\"resourceVersion set\",\"code\":500}");
}

TEST(details_may_be_empty_or_hold_everything)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_failure failure = {.code = 422, .reason = "Invalid", .message = "m"};
    failure.has_details = true;
    CHECK_STR(status_of(&failure, &arena),
              HEAD "\"message\":\"m\",\"reason\":\"Invalid\",\"details\":{},\"code\":422}");
    struct ls_failure_cause cause = {.reason = "R", .message = "c", .field = "f"};
    failure = (struct ls_failure){.code = 429,
                                  .reason = "TooManyRequests",
                                  .message = "m",
                                  .name = "n",
                                  .group = "g",
                                  .kind = "k",
                                  .uid = "u",
                                  .causes = &cause,
                                  .cause_count = 1,
                                  .retry_after_s = 10};
    CHECK_STR(status_of(&failure, &arena),
              HEAD "\"message\":\"m\",\"reason\":\"TooManyRequests\",\"details\":{\"name\":\"n\","
                   "\"group\":\"g\",\"kind\":\"k\",\"uid\":\"u\",\"causes\":[{\"reason\":\"R\","
                   "\"message\":\"c\",\"field\":\"f\"}],\"retryAfterSeconds\":10},\"code\":429}");
}
