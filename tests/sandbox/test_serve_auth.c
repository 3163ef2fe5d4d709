#include "check.h"
#include "support_sandbox.h"

#define SELF "/apis/authentication.k8s.io/v1/selfsubjectreviews"
#define BODY "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"

TEST(without_a_token_only_health_and_version_answer)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/readyz", "", NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/version", "", NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/api", "", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "forbidden: User \"system:anonymous\" cannot get path \"/api\"");
    CHECK_INT(front_ask(&front, "GET", "/metrics", "", NULL), 403);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/namespaces/default/pods", "", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API "
              "group \"\" in the namespace \"default\"");
    CHECK_INT(front_ask(&front, "GET", "/apis/apps/v1/deployments", "", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "deployments.apps is forbidden: User \"system:anonymous\" cannot list resource "
              "\"deployments\" in API group \"apps\" at the cluster scope");
}

TEST(a_wrong_token_is_refused)
{
    static const char *const headers[] = {
        "authorization: Bearer wrong\n",
        "authorization: bearer front-tokem\n",
        "authorization: Bearer front-token-and-more\n",
        "authorization: Bearer a.b.c\n",
    };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(headers); i++) {
        CHECK_INT(front_ask(&front, "GET", "/api", headers[i], NULL), 401);
        CHECK_STR(front_text(&front, "reason"), "Unauthorized");
        CHECK_STR(front_text(&front, "message"), "Unauthorized");
    }
    CHECK_INT(front_ask(&front, "GET", "/api", "authorization: bearer   front-token \n", NULL),
              200);
}

static void check_self(const char *headers, const char *user_info)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    ls_buf_printf(&all, ADMIN JSON "%s", headers);
    CHECK_INT(front_ask(&front, "POST", SELF, ls_buf_text(&all), BODY), 201);
    CHECK_HAS(front_body(&front), user_info);
    CHECK_STR(front_text(&front, "metadata.creationTimestamp"), "2026-01-01T00:00:00Z");
}

TEST(a_review_shows_the_user)
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
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "POST", SELF, ADMIN JSON "impersonate-group: a\n", BODY), 400);
    CHECK_STR(front_text(&front, "message"),
              "requested &user.DefaultInfo{Name:\"\", UID:\"\", Groups:[]string{\"a\"}, "
              "Extra:map[string][]string(nil)} without impersonating a user name");
    CHECK_INT(front_ask(&front, "POST", SELF, ADMIN JSON "impersonate-uid: 3\n", BODY), 400);
    CHECK_INT(
        front_ask(&front, "POST", SELF, ADMIN JSON "impersonate-user: system:anonymous\n", BODY),
        403);
}
