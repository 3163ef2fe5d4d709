/* A sandbox that enforces roles, asked over HTTP: who may do what, and what is said to the rest. */
#include "check.h"
#include "support_rbac.h"

#define PODS     "/api/v1/namespaces/default/pods"
#define MAPS     "/api/v1/namespaces/default/configmaps"
#define REVIEWS  "/apis/authorization.k8s.io/v1/"
#define WHO      "/apis/authentication.k8s.io/v1/selfsubjectreviews"
#define WHO_BODY "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"

TEST(a_user_without_roles_may_discover_and_no_more)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/apis/apps/v1", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/version", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/metrics", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "forbidden: User \"jane\" cannot get path \"/metrics\"");
    CHECK_INT(rbac_ask(&front, "jane", "GET", PODS "/x", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "pods \"x\" is forbidden: User \"jane\" cannot get resource \"pods\" in API group "
              "\"\" in the namespace \"default\"");
    CHECK_STR(front_text(&front, "details.name"), "x");
    CHECK_STR(front_text(&front, "details.kind"), "pods");
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/apis/apps/v1/deployments", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "deployments.apps is forbidden: User \"jane\" cannot list resource \"deployments\" "
              "in API group \"apps\" at the cluster scope");
    CHECK_STR(front_text(&front, "details.group"), "apps");
}

TEST(the_kind_of_request_is_its_verb)
{
    static const struct {
        const char *method, *target, *said;
    } rows[] = {
        {"GET", PODS, "cannot list resource \"pods\""},
        {"GET", PODS "?watch=1", "cannot watch resource \"pods\""},
        {"GET", "/api/v1/watch/pods", "cannot watch resource \"pods\""},
        {"POST", PODS, "cannot create resource \"pods\""},
        {"PUT", PODS "/x", "cannot update resource \"pods\""},
        {"PATCH", PODS "/x", "cannot patch resource \"pods\""},
        {"DELETE", PODS "/x", "cannot delete resource \"pods\""},
        {"DELETE", PODS, "cannot deletecollection resource \"pods\""},
        {"GET", PODS "/x/log", "cannot get resource \"pods/log\""},
        {"POST", PODS "/x/eviction", "cannot create resource \"pods/eviction\""},
        {"GET", "/api/v1/namespaces/default", "\"namespaces\" in API group \"\" in the namespace"},
        {"GET", "/api/v1/gadgets/x", "gadgets \"x\" is forbidden"},
        {"GET", "/apis/odd.example/v1/gadgets", "gadgets.odd.example is forbidden"},
        {"GET", PODS "?fieldSelector=metadata.name%3Dx", "pods \"x\" is forbidden"},
        {"GET", PODS "?fieldSelector=metadata.name!%3Dx", "pods is forbidden"},
    };
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        CHECK_INT(rbac_ask(&front, "jane", rows[i].method, rows[i].target, NULL), 403);
        CHECK_HAS(front_text(&front, "message"), rows[i].said);
    }
}

TEST(strangers_see_health_and_version)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    CHECK_INT(front_ask(&front, "GET", "/readyz", "", NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/version", "", NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/api", "", NULL), 403);
    CHECK_INT(front_ask(&front, "GET", PODS, "", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "pods is forbidden: User \"system:anonymous\" cannot list resource \"pods\" in API "
              "group \"\" in the namespace \"default\"");
}

TEST(a_binding_counts_from_its_write_to_its_end)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "ClusterRole", "view"));
    CHECK_INT(rbac_ask(&front, "jane", "GET", PODS, NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/namespaces/default", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/namespaces/default/secrets", NULL), 403);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/namespaces/kube-system/pods", NULL), 403);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/pods", NULL), 403);
    CHECK_INT(rbac_ask(&front, "jim", "GET", PODS, NULL), 403);
    CHECK_INT(front_ask(&front, "PATCH", RBAC_V1 IN_DEFAULT "rolebindings/b", ADMIN TYPE_MERGE,
                        "{\"subjects\":[" RBAC_SUBJECT("User", "jim") "]}"),
              200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", PODS, NULL), 403);
    CHECK_INT(rbac_ask(&front, "jim", "GET", PODS, NULL), 200);
    CHECK_INT(front_ask(&front, "DELETE", RBAC_V1 IN_DEFAULT "rolebindings/b", NULL, NULL), 200);
    CHECK_INT(rbac_ask(&front, "jim", "GET", PODS, NULL), 403);
}

TEST(groups_and_service_accounts_are_bound)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 "clusterrolebindings",
              RBAC_BINDING("g", RBAC_SUBJECT("Group", "devs"), "ClusterRole", "view"));
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("s", RBAC_SUBJECT("ServiceAccount", "robot"), "ClusterRole", "edit"));
    CHECK_INT(front_ask(&front, "GET", "/api/v1/pods",
                        ADMIN "impersonate-user: jane\nimpersonate-group: devs\n", NULL),
              200);
    CHECK_INT(rbac_ask(&front, "devs", "GET", "/api/v1/pods", NULL), 403);
    CHECK_INT(rbac_ask(&front, "system:serviceaccount:default:robot", "GET",
                       "/api/v1/namespaces/default/secrets", NULL),
              200);
    CHECK_INT(rbac_ask(&front, "system:serviceaccount:kube-system:robot", "GET",
                       "/api/v1/namespaces/default/secrets", NULL),
              403);
    CHECK_INT(rbac_ask(&front, "robot", "GET", "/api/v1/namespaces/default/secrets", NULL), 403);
}

TEST(a_token_of_a_service_account_has_its_rights)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("s", RBAC_SUBJECT("ServiceAccount", "default"), "ClusterRole", "view"));
    rbac_make(
        &front, "/api/v1/namespaces/default/serviceaccounts/default/token",
        "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\",\"spec\":{}}");
    ls_buf_printf(&headers, "authorization: Bearer %s\n" JSON, front_text(&front, "status.token"));
    CHECK_INT(front_ask(&front, "GET", PODS, ls_buf_text(&headers), NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/pods", ls_buf_text(&headers), NULL), 403);
    CHECK_HAS(front_text(&front, "message"), "User \"system:serviceaccount:default:default\"");
    CHECK_INT(front_ask(&front, "POST", WHO, ls_buf_text(&headers), WHO_BODY), 201);
    CHECK_STR(front_text(&front, "status.userInfo.username"),
              "system:serviceaccount:default:default");
    CHECK_HAS(front_body(&front),
              "\"extra\":{\"authentication.kubernetes.io/credential-id\":[\"JTI=");
    CHECK_INT(front_ask(&front, "DELETE", "/api/v1/namespaces/default/serviceaccounts/default",
                        NULL, NULL),
              200);
    CHECK_INT(front_ask(&front, "GET", PODS, ls_buf_text(&headers), NULL), 401);
}

TEST(names_may_be_all_that_is_allowed)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(
        &front, RBAC_V1 IN_DEFAULT "roles",
        RBAC_ROLE("r",
                  "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"resourceNames\":[\"a\"],"
                  "\"verbs\":[\"get\",\"list\",\"update\"]}"));
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "Role", "r"));
    rbac_make(&front, MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    CHECK_INT(rbac_ask(&front, "jane", "GET", MAPS "/a", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "GET", MAPS "/b", NULL), 403);
    CHECK_INT(rbac_ask(&front, "jane", "GET", MAPS, NULL), 403);
    CHECK_INT(rbac_ask(&front, "jane", "GET", MAPS "?fieldSelector=metadata.name%3Da", NULL), 200);
    CHECK_INT(rbac_ask(&front, "jane", "PUT", MAPS "/a", "{\"metadata\":{\"name\":\"a\"}}"), 200);
}

TEST(an_apply_that_creates_needs_the_right_to_create)
{
    static const char body[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}";
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "roles",
              RBAC_ROLE("r", RBAC_RULE("\"patch\",\"update\"", "\"configmaps\"")));
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "Role", "r"));
    CHECK_INT(rbac_ask_typed(&front, "jane", TYPE_APPLY, "PATCH", MAPS "/a?fieldManager=m", body),
              403);
    CHECK_STR(front_text(&front, "message"),
              "configmaps \"a\" is forbidden: User \"jane\" cannot create resource \"configmaps\" "
              "in API group \"\" in the namespace \"default\"");
    rbac_make(&front, MAPS, body);
    CHECK_INT(rbac_ask_typed(&front, "jane", TYPE_APPLY, "PATCH", MAPS "/a?fieldManager=m", body),
              200);
}

TEST(a_role_that_is_missing_is_named)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "Role", "gone"));
    rbac_make(&front, RBAC_V1 "clusterrolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "ClusterRole", "gone"));
    CHECK_INT(rbac_ask(&front, "jane", "GET", PODS, NULL), 403);
    CHECK_HAS(front_text(&front, "message"),
              "in the namespace \"default\": RBAC: [clusterrole.rbac.authorization.k8s.io \"gone\" "
              "not found, role.rbac.authorization.k8s.io \"gone\" not found]");
}

/* ---- reviews ---- */

#define ACCESS(verb, resource)                                                                     \
    "{\"spec\":{\"resourceAttributes\":{\"namespace\":\"default\",\"verb\":\"" verb                \
    "\",\"resource\":\"" resource "\"}}}"

TEST(reviews_tell_the_truth)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("b", RBAC_SUBJECT("User", "jane"), "ClusterRole", "view"));
    CHECK_INT(rbac_ask(&front, "jane", "POST", REVIEWS "selfsubjectaccessreviews",
                       ACCESS("list", "pods")),
              201);
    CHECK_HAS(front_body(&front),
              "\"status\":{\"allowed\":true,\"reason\":\"RBAC: allowed by RoleBinding "
              "\\\"b/default\\\" of ClusterRole \\\"view\\\" to User \\\"jane\\\"\"}");
    CHECK_INT(rbac_ask(&front, "jane", "POST", REVIEWS "selfsubjectaccessreviews",
                       ACCESS("create", "pods")),
              201);
    CHECK_HAS(front_body(&front), "\"status\":{\"allowed\":false}");
    CHECK_INT(rbac_ask(&front, "jane", "POST", REVIEWS "subjectaccessreviews",
                       "{\"spec\":{\"user\":\"jane\"}}"),
              403);
    rbac_make(&front, REVIEWS "subjectaccessreviews",
              "{\"spec\":{\"user\":\"x\",\"groups\":[\"system:authenticated\"],"
              "\"nonResourceAttributes\":{\"path\":\"/api\",\"verb\":\"get\"}}}");
    CHECK_HAS(front_body(&front), "ClusterRoleBinding \\\"system:discovery\\\" of ClusterRole "
                                  "\\\"system:discovery\\\" to Group \\\"system:authenticated\\\"");
    rbac_make(
        &front, REVIEWS IN_DEFAULT "localsubjectaccessreviews",
        "{\"metadata\":{\"namespace\":\"default\"},\"spec\":{\"user\":\"jane\","
        "\"resourceAttributes\":{\"namespace\":\"default\",\"verb\":\"get\",\"resource\":\"pods\","
        "\"subresource\":\"exec\"}}}");
    CHECK_HAS(front_body(&front), "\"status\":{\"allowed\":false}");
}

TEST(a_rules_review_lists_what_is_held)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, RBAC_V1 IN_DEFAULT "roles",
              RBAC_ROLE("r",
                        "{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"resourceNames\":[\"a\"],"
                        "\"verbs\":[\"get\"]}"));
    rbac_make(
        &front, RBAC_V1 IN_DEFAULT "rolebindings",
        RBAC_BINDING("b",
                     RBAC_SUBJECT("User", "jane") "," RBAC_SUBJECT("Group", "system:authenticated"),
                     "Role", "r"));
    rbac_make(&front, RBAC_V1 IN_DEFAULT "rolebindings",
              RBAC_BINDING("c", RBAC_SUBJECT("User", "jane"), "Role", "gone"));
    CHECK_INT(rbac_ask(&front, "jane", "POST", REVIEWS "selfsubjectrulesreviews",
                       "{\"spec\":{\"namespace\":\"default\"}}"),
              201);
    CHECK_HAS(front_body(&front),
              "\"resourceRules\":[{\"verbs\":[\"create\"],\"apiGroups\":[\"authorization.k8s.io\"],"
              "\"resources\":[\"selfsubjectaccessreviews\",\"selfsubjectrulesreviews\"]},{"
              "\"verbs\":[\"create\"],\"apiGroups\":[\"authentication.k8s.io\"],\"resources\":["
              "\"selfsubjectreviews\"]},{\"verbs\":[\"get\"],\"apiGroups\":[\"\"],\"resources\":["
              "\"pods\"],\"resourceNames\":[\"a\"]}],\"nonResourceRules\":[{");
    CHECK_HAS(front_body(&front), "\"incomplete\":false,\"evaluationError\":\"role.rbac."
                                  "authorization.k8s.io \\\"gone\\\" not found\"}");
}
