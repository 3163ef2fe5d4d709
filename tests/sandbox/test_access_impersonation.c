/* Who may act as whom: the modes of impersonation and the rights that each needs. */
#include "check.h"
#include "support_rbac.h"

#define WHO      "/apis/authentication.k8s.io/v1/selfsubjectreviews"
#define WHO_BODY "{\"kind\":\"SelfSubjectReview\",\"apiVersion\":\"authentication.k8s.io/v1\"}"
#define PODS     "/api/v1/namespaces/default/pods"

struct robot {
    struct front front;
    struct ls_buf token; /* the header line */
};

static void robot_release(struct robot *robot)
{
    ls_buf_release(&robot->token);
    front_release(&robot->front);
}

/* A service account with a ClusterRole of these rules. */
static void robot_init(struct robot *robot, const char *rules)
{
    struct front *front = &robot->front;
    struct ls_buf role LS_AUTO(ls_buf_release) = {0};
    front_init_rbac(front);
    robot->token = (struct ls_buf){0};
    ls_buf_printf(&role, "{\"metadata\":{\"name\":\"r\"},\"rules\":[%s]}", rules);
    rbac_make(front, RBAC_V1 "clusterroles", ls_buf_text(&role));
    rbac_make(front, RBAC_V1 "clusterrolebindings",
              RBAC_BINDING("r",
                           "{\"kind\":\"ServiceAccount\",\"name\":\"default\",\"namespace\":"
                           "\"default\"}",
                           "ClusterRole", "r"));
    rbac_make(front, "/api/v1/namespaces/default/serviceaccounts/default/token",
              "{\"kind\":\"TokenRequest\",\"apiVersion\":\"authentication.k8s.io/v1\"}");
    ls_buf_printf(&robot->token, JSON "authorization: Bearer %s\n",
                  front_text(front, "status.token"));
}

static int robot_ask(struct robot *robot, const char *as, const char *method, const char *target,
                     const char *body)
{
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, "%s%s", ls_buf_text(&robot->token), as);
    return front_ask(&robot->front, method, target, ls_buf_text(&headers), body);
}

#define RULE_ON(group, resources, rest, verbs)                                                     \
    "{\"apiGroups\":[\"" group "\"],\"resources\":[" resources "]," rest "\"verbs\":[" verbs "]}"

TEST(the_first_mode_that_fits_words_the_refusal)
{
    static const struct {
        const char *as, *said;
    } rows[] = {
        {"impersonate-user: jane\n", "cannot impersonate-on:user-info:list resource \"pods\""},
        {"impersonate-user: system:serviceaccount:a:b\n",
         "cannot impersonate-on:serviceaccount:list resource \"pods\""},
        {"impersonate-user: system:node:n1\n",
         "cannot impersonate-on:arbitrary-node:list resource \"pods\""},
        {"impersonate-user: system:serviceaccount:a:b\nimpersonate-group: g\n",
         "serviceaccounts \"b\" is forbidden: User \"system:serviceaccount:default:default\" "
         "cannot "
         "impersonate resource \"serviceaccounts\" in API group \"\" in the namespace \"a\""},
        {"impersonate-user: system:node:n1\nimpersonate-uid: 1\n",
         "users \"system:node:n1\" is forbidden: User \"system:serviceaccount:default:default\" "
         "cannot impersonate resource \"users\" in API group \"\" at the cluster scope"},
    };
    struct robot robot LS_AUTO(robot_release);
    robot_init(&robot, "");
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        CHECK_INT(robot_ask(&robot, rows[i].as, "GET", PODS, NULL), 403);
        CHECK_HAS(front_text(&robot.front, "message"), rows[i].said);
    }
    CHECK_INT(front_ask(&robot.front, "GET", "/version", "impersonate-user: jane\n", NULL), 403);
}

TEST(the_oldest_mode_asks_for_each_part_of_the_user)
{
    struct robot robot LS_AUTO(robot_release);
    robot_init(
        &robot,
        RULE_ON("", "\"users\"", "\"resourceNames\":[\"jane\"],", "\"impersonate\"") "," RULE_ON(
            "", "\"groups\"", "\"resourceNames\":[\"devs\"],",
            "\"impersonate\"") "," RULE_ON("authentication.k8s.io", "\"userextras/a\"", "",
                                           "\"impersonate\""));
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\n", "POST", WHO, WHO_BODY), 201);
    CHECK_STR(front_text(&robot.front, "status.userInfo.username"), "jane");
    CHECK_INT(robot_ask(&robot, "impersonate-user: jim\n", "POST", WHO, WHO_BODY), 403);
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\nimpersonate-group: devs\n", "POST", WHO,
                        WHO_BODY),
              201);
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\nimpersonate-group: ops\n", "POST", WHO,
                        WHO_BODY),
              403);
    CHECK_INT(
        robot_ask(&robot, "impersonate-user: jane\nimpersonate-uid: 7\n", "POST", WHO, WHO_BODY),
        403);
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\nimpersonate-extra-a: x\n", "POST", WHO,
                        WHO_BODY),
              201);
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\nimpersonate-extra-b: x\n", "POST", WHO,
                        WHO_BODY),
              403);
}

TEST(a_constrained_mode_holds_for_some_requests_only)
{
    struct robot robot LS_AUTO(robot_release);
    robot_init(&robot, RULE_ON("authentication.k8s.io", "\"users\",\"groups\"", "",
                               "\"impersonate:user-info\"") "," RULE_ON("", "\"pods\"", "",
                                                                        "\"impersonate-on:user-info"
                                                                        ":list\""));
    rbac_make(&robot.front, RBAC_V1 "clusterrolebindings",
              RBAC_BINDING("v", RBAC_SUBJECT("User", "jane"), "ClusterRole", "view"));
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\n", "GET", PODS, NULL), 200);
    CHECK_INT(robot_ask(&robot, "impersonate-user: jim\n", "GET", PODS, NULL), 403);
    CHECK_HAS(front_text(&robot.front, "message"), "User \"jim\" cannot list resource \"pods\"");
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\n", "GET", PODS "/x", NULL), 403);
    CHECK_HAS(front_text(&robot.front, "message"), "cannot impersonate-on:user-info:get resource");
    CHECK_INT(robot_ask(&robot, "impersonate-user: jane\nimpersonate-group: system:masters\n",
                        "GET", PODS, NULL),
              403);
    CHECK_HAS(front_text(&robot.front, "message"),
              "impersonating the system:masters group is not allowed");
}
