/* A sandbox that enforces roles, asked over HTTP: who may do what, and what is said to the rest. */
#include "check.h"
#include "support_sandbox.h"

#define RBAC     "/apis/rbac.authorization.k8s.io/v1/"
#define DEFAULT  "namespaces/default/"
#define PODS     "/api/v1/namespaces/default/pods"
#define MAPS     "/api/v1/namespaces/default/configmaps"
#define REVIEWS  "/apis/authorization.k8s.io/v1/"
#define WHO      "/apis/authentication.k8s.io/v1/selfsubjectreviews"
#define WHO_BODY "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"
#define APPLY    "content-type: application/apply-patch+yaml\n"
#define MERGE    "content-type: application/merge-patch+json\n"

/* A request as another user, by impersonation. */
static int ask_with(struct front *front, const char *user, const char *type, const char *method,
                    const char *target, const char *body)
{
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, ADMIN "%simpersonate-user: %s\n", type, user);
    return front_ask(front, method, target, ls_buf_text(&headers), body);
}

static int ask_as(struct front *front, const char *user, const char *method, const char *target,
                  const char *body)
{
    return ask_with(front, user, JSON, method, target, body);
}

static void make(struct front *front, const char *target, const char *body)
{
    CHECK_INT(front_ask(front, "POST", target, NULL, body), 201);
}

#define SUBJECT(kind, name) "{\"kind\":\"" kind "\",\"name\":\"" name "\"}"
#define ROLE_REF(kind, name)                                                                       \
    "\"roleRef\":{\"apiGroup\":\"rbac.authorization.k8s.io\",\"kind\":\"" kind                     \
    "\",\"name\":\"" name "\"}"
#define BINDING(name, subject, role)                                                               \
    "{\"metadata\":{\"name\":\"" name "\"},\"subjects\":[" subject "]," role "}"
#define ROLE(name, rules) "{\"metadata\":{\"name\":\"" name "\"},\"rules\":[" rules "]}"
#define RULE(verbs, resources)                                                                     \
    "{\"apiGroups\":[\"\"],\"resources\":[" resources "],\"verbs\":[" verbs "]}"

TEST(a_user_without_roles_may_discover_and_no_more)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    CHECK_INT(ask_as(&front, "jane", "GET", "/api", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", "/apis/apps/v1", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", "/version", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", "/metrics", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "forbidden: User \"jane\" cannot get path \"/metrics\"");
    CHECK_INT(ask_as(&front, "jane", "GET", PODS "/x", NULL), 403);
    CHECK_STR(front_text(&front, "message"),
              "pods \"x\" is forbidden: User \"jane\" cannot get resource \"pods\" in API group "
              "\"\" in the namespace \"default\"");
    CHECK_STR(front_text(&front, "details.name"), "x");
    CHECK_STR(front_text(&front, "details.kind"), "pods");
    CHECK_INT(ask_as(&front, "jane", "GET", "/apis/apps/v1/deployments", NULL), 403);
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
        CHECK_INT(ask_as(&front, "jane", rows[i].method, rows[i].target, NULL), 403);
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
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("ClusterRole", "view")));
    CHECK_INT(ask_as(&front, "jane", "GET", PODS, NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", "/api/v1/namespaces/default", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", "/api/v1/namespaces/default/secrets", NULL), 403);
    CHECK_INT(ask_as(&front, "jane", "GET", "/api/v1/namespaces/kube-system/pods", NULL), 403);
    CHECK_INT(ask_as(&front, "jane", "GET", "/api/v1/pods", NULL), 403);
    CHECK_INT(ask_as(&front, "jim", "GET", PODS, NULL), 403);
    CHECK_INT(front_ask(&front, "PATCH", RBAC DEFAULT "rolebindings/b", ADMIN MERGE,
                        "{\"subjects\":[" SUBJECT("User", "jim") "]}"),
              200);
    CHECK_INT(ask_as(&front, "jane", "GET", PODS, NULL), 403);
    CHECK_INT(ask_as(&front, "jim", "GET", PODS, NULL), 200);
    CHECK_INT(front_ask(&front, "DELETE", RBAC DEFAULT "rolebindings/b", NULL, NULL), 200);
    CHECK_INT(ask_as(&front, "jim", "GET", PODS, NULL), 403);
}

TEST(groups_and_service_accounts_are_bound)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    make(&front, RBAC "clusterrolebindings",
         BINDING("g", SUBJECT("Group", "devs"), ROLE_REF("ClusterRole", "view")));
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("s", SUBJECT("ServiceAccount", "robot"), ROLE_REF("ClusterRole", "edit")));
    CHECK_INT(front_ask(&front, "GET", "/api/v1/pods",
                        ADMIN "impersonate-user: jane\nimpersonate-group: devs\n", NULL),
              200);
    CHECK_INT(ask_as(&front, "devs", "GET", "/api/v1/pods", NULL), 403);
    CHECK_INT(ask_as(&front, "system:serviceaccount:default:robot", "GET",
                     "/api/v1/namespaces/default/secrets", NULL),
              200);
    CHECK_INT(ask_as(&front, "system:serviceaccount:kube-system:robot", "GET",
                     "/api/v1/namespaces/default/secrets", NULL),
              403);
    CHECK_INT(ask_as(&front, "robot", "GET", "/api/v1/namespaces/default/secrets", NULL), 403);
}

TEST(a_token_of_a_service_account_has_its_rights)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    front_init_rbac(&front);
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("s", SUBJECT("ServiceAccount", "default"), ROLE_REF("ClusterRole", "view")));
    make(&front, "/api/v1/namespaces/default/serviceaccounts/default/token",
         "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\",\"spec\":{}}");
    ls_buf_printf(&headers, "authorization: Bearer %s\n" JSON, front_text(&front, "status.token"));
    CHECK_INT(front_ask(&front, "GET", PODS, ls_buf_text(&headers), NULL), 200);
    CHECK_INT(front_ask(&front, "GET", "/api/v1/pods", ls_buf_text(&headers), NULL), 403);
    CHECK_HAS(front_text(&front, "message"), "User \"system:serviceaccount:default:default\"");
    CHECK_INT(front_ask(&front, "POST", WHO, ls_buf_text(&headers), WHO_BODY), 201);
    CHECK_STR(front_text(&front, "status.userInfo.username"),
              "system:serviceaccount:default:default");
}

TEST(names_may_be_all_that_is_allowed)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    make(&front, RBAC DEFAULT "roles",
         ROLE("r", "{\"apiGroups\":[\"\"],\"resources\":[\"configmaps\"],\"resourceNames\":[\"a\"],"
                   "\"verbs\":[\"get\",\"list\",\"update\"]}"));
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("Role", "r")));
    make(&front, MAPS, "{\"metadata\":{\"name\":\"a\"}}");
    CHECK_INT(ask_as(&front, "jane", "GET", MAPS "/a", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "GET", MAPS "/b", NULL), 403);
    CHECK_INT(ask_as(&front, "jane", "GET", MAPS, NULL), 403);
    CHECK_INT(ask_as(&front, "jane", "GET", MAPS "?fieldSelector=metadata.name%3Da", NULL), 200);
    CHECK_INT(ask_as(&front, "jane", "PUT", MAPS "/a", "{\"metadata\":{\"name\":\"a\"}}"), 200);
}

TEST(an_apply_that_creates_needs_the_right_to_create)
{
    static const char body[] =
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}";
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    make(&front, RBAC DEFAULT "roles", ROLE("r", RULE("\"patch\",\"update\"", "\"configmaps\"")));
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("Role", "r")));
    CHECK_INT(ask_with(&front, "jane", APPLY, "PATCH", MAPS "/a?fieldManager=m", body), 403);
    CHECK_STR(front_text(&front, "message"),
              "configmaps \"a\" is forbidden: User \"jane\" cannot create resource \"configmaps\" "
              "in API group \"\" in the namespace \"default\"");
    make(&front, MAPS, body);
    CHECK_INT(ask_with(&front, "jane", APPLY, "PATCH", MAPS "/a?fieldManager=m", body), 200);
}

TEST(a_role_that_is_missing_is_named)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("Role", "gone")));
    make(&front, RBAC "clusterrolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("ClusterRole", "gone")));
    CHECK_INT(ask_as(&front, "jane", "GET", PODS, NULL), 403);
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
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane"), ROLE_REF("ClusterRole", "view")));
    CHECK_INT(
        ask_as(&front, "jane", "POST", REVIEWS "selfsubjectaccessreviews", ACCESS("list", "pods")),
        201);
    CHECK_HAS(front_body(&front),
              "\"status\":{\"allowed\":true,\"reason\":\"RBAC: allowed by RoleBinding "
              "\\\"b/default\\\" of ClusterRole \\\"view\\\" to User \\\"jane\\\"\"}");
    CHECK_INT(ask_as(&front, "jane", "POST", REVIEWS "selfsubjectaccessreviews",
                     ACCESS("create", "pods")),
              201);
    CHECK_HAS(front_body(&front), "\"status\":{\"allowed\":false}");
    CHECK_INT(ask_as(&front, "jane", "POST", REVIEWS "subjectaccessreviews",
                     "{\"spec\":{\"user\":\"jane\"}}"),
              403);
    make(&front, REVIEWS "subjectaccessreviews",
         "{\"spec\":{\"user\":\"x\",\"groups\":[\"system:authenticated\"],"
         "\"nonResourceAttributes\":{\"path\":\"/api\",\"verb\":\"get\"}}}");
    CHECK_HAS(front_body(&front), "ClusterRoleBinding \\\"system:discovery\\\" of ClusterRole "
                                  "\\\"system:discovery\\\" to Group \\\"system:authenticated\\\"");
    make(&front, REVIEWS DEFAULT "localsubjectaccessreviews",
         "{\"metadata\":{\"namespace\":\"default\"},\"spec\":{\"user\":\"jane\","
         "\"resourceAttributes\":{\"namespace\":\"default\",\"verb\":\"get\",\"resource\":\"pods\","
         "\"subresource\":\"exec\"}}}");
    CHECK_HAS(front_body(&front), "\"status\":{\"allowed\":false}");
}

TEST(a_rules_review_lists_what_is_held)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    make(&front, RBAC DEFAULT "roles",
         ROLE("r", "{\"apiGroups\":[\"\"],\"resources\":[\"pods\"],\"resourceNames\":[\"a\"],"
                   "\"verbs\":[\"get\"]}"));
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("b", SUBJECT("User", "jane") "," SUBJECT("Group", "system:authenticated"),
                 ROLE_REF("Role", "r")));
    make(&front, RBAC DEFAULT "rolebindings",
         BINDING("c", SUBJECT("User", "jane"), ROLE_REF("Role", "gone")));
    CHECK_INT(ask_as(&front, "jane", "POST", REVIEWS "selfsubjectrulesreviews",
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
