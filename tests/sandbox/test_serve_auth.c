#include "check.h"
#include "support_sandbox.h"

#define SELF "/apis/authentication.k8s.io/v1/selfsubjectreviews"
#define BODY "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"

TEST(without_a_token_only_health_and_version_answer)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_INT(stage_ask(&stage, "GET", "/readyz", "", NULL), 200);
    CHECK_INT(stage_ask(&stage, "GET", "/version", "", NULL), 200);
    CHECK_INT(stage_ask(&stage, "GET", "/api", "", NULL), 403);
    CHECK_STR(stage_text(&stage, "message"),
              "forbidden: User \"system:anonymous\" cannot get path \"/api\"");
    CHECK_INT(stage_ask(&stage, "GET", "/metrics", "", NULL), 403);
    CHECK_INT(stage_ask(&stage, "GET", "/api/v1/namespaces/default/pods", "", NULL), 403);
    CHECK_STR(stage_text(&stage, "message"),
              "pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API "
              "group \"\" in the namespace \"default\"");
    CHECK_INT(stage_ask(&stage, "GET", "/apis/apps/v1/deployments", "", NULL), 403);
    CHECK_STR(stage_text(&stage, "message"),
              "deployments.apps is forbidden: User \"system:anonymous\" cannot list resource "
              "\"deployments\" in API group \"apps\" at the cluster scope");
}

TEST(a_wrong_token_is_refused)
{
    static const char *const headers[] = {
        "authorization: Bearer wrong\n",
        "authorization: bearer stage-tokem\n",
        "authorization: Bearer stage-token-and-more\n",
        "authorization: Bearer a.b.c\n",
    };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < LS_COUNT(headers); i++) {
        CHECK_INT(stage_ask(&stage, "GET", "/api", headers[i], NULL), 401);
        CHECK_STR(stage_text(&stage, "reason"), "Unauthorized");
        CHECK_STR(stage_text(&stage, "message"), "Unauthorized");
    }
    CHECK_INT(stage_ask(&stage, "GET", "/api", "authorization: bearer   stage-token \n", NULL),
              200);
}

static void check_self(const char *headers, const char *user_info)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage);
    ls_buf_printf(&all, ADMIN JSON "%s", headers);
    CHECK_INT(stage_ask(&stage, "POST", SELF, ls_buf_text(&all), BODY), 201);
    CHECK_HAS(stage_body(&stage), user_info);
    CHECK_STR(stage_text(&stage, "metadata.creationTimestamp"), "2026-01-01T00:00:00Z");
}

TEST(a_review_tells_who_asks)
{
    check_self("",
               "\"status\":{\"userInfo\":{\"username\":\"admin\",\"groups\":[\"system:masters\","
               "\"system:authenticated\"]}}");
    check_self("impersonate-user: bob\n",
               "{\"username\":\"bob\",\"groups\":[\"system:authenticated\"]}");
    check_self("impersonate-user: bob\nimpersonate-group: a\nimpersonate-group: b\n"
               "impersonate-uid: 17\nimpersonate-extra-foo%2fbar: x\nimpersonate-extra-a: z\n"
               "impersonate-extra-foo%2fbar: y\n",
               "{\"username\":\"bob\",\"uid\":\"17\",\"groups\":[\"a\",\"b\",\"system:"
               "authenticated\"],\"extra\":{\"a\":[\"z\"],\"foo/bar\":[\"x\",\"y\"]}}");
    check_self("impersonate-user: system:serviceaccount:default:build\n",
               "\"groups\":[\"system:serviceaccounts\",\"system:serviceaccounts:default\","
               "\"system:authenticated\"]");
    check_self("impersonate-user: x\nimpersonate-group: system:unauthenticated\n",
               "\"groups\":[\"system:unauthenticated\"]");
}

TEST(impersonation_needs_a_name)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_INT(stage_ask(&stage, "POST", SELF, ADMIN JSON "impersonate-group: a\n", BODY), 400);
    CHECK_STR(stage_text(&stage, "message"),
              "requested &user.DefaultInfo{Name:\"\", UID:\"\", Groups:[]string{\"a\"}, "
              "Extra:map[string][]string(nil)} without impersonating a user name");
    CHECK_INT(stage_ask(&stage, "POST", SELF, ADMIN JSON "impersonate-uid: 3\n", BODY), 400);
    CHECK_INT(
        stage_ask(&stage, "POST", SELF, ADMIN JSON "impersonate-user: system:anonymous\n", BODY),
        403);
}
