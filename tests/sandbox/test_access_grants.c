/* Nobody grants more than he holds: writes of roles and bindings; and roles that aggregate others.
 */
#include "check.h"
#include "support_rbac.h"

#define ROLES    RBAC_V1 IN_DEFAULT "roles"
#define BINDINGS RBAC_V1 IN_DEFAULT "rolebindings"
#define GRANT_RULE                                                                                 \
    "{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"*\"],\"verbs\":[\"create\","  \
    "\"update\",\"patch\",\"get\"]}"
#define NOT_HELD                                                                                   \
    "user \"jane\" (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions "   \
    "not currently held:\n"

/* jane may write roles and bindings in namespace default, and get pods. */
static void grants_init(struct front *front)
{
    front_init_rbac(front);
    rbac_make(front, ROLES, RBAC_ROLE("granter", GRANT_RULE "," RBAC_RULE("\"get\"", "\"pods\"")));
    rbac_make(front, BINDINGS,
              RBAC_BINDING("granter", RBAC_SUBJECT("User", "jane"), "Role", "granter"));
    rbac_make(front, ROLES, RBAC_ROLE("secrets", RBAC_RULE("\"get\"", "\"secrets\"")));
}

TEST(a_role_has_only_rules_that_its_writer_holds)
{
    struct front front LS_AUTO(front_release);
    grants_init(&front);
    CHECK_INT(
        rbac_ask(&front, "jane", "POST", ROLES, RBAC_ROLE("a", RBAC_RULE("\"get\"", "\"pods\""))),
        201);
    CHECK_INT(rbac_ask(&front, "jane", "POST", ROLES,
                       RBAC_ROLE("b", RBAC_RULE("\"get\",\"list\"", "\"pods\",\"secrets\""))),
              403);
    CHECK_STR(front_text(&front, "message"),
              "roles.rbac.authorization.k8s.io \"b\" is forbidden: " NOT_HELD
              "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"list\"]}\n"
              "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\" \"list\"]}");
    CHECK_STR(front_text(&front, "details.name"), "b");
    CHECK_STR(front_text(&front, "details.kind"), "roles");
    CHECK_INT(front_ask(&front, "GET", ROLES "/b", NULL, NULL), 404);
}

TEST(every_way_to_write_a_role_is_guarded)
{
    static const char more[] = RBAC_ROLE("a", RBAC_RULE("\"get\"", "\"nodes\""));
    static const char applied[] =
        "{\"apiVersion\":\"rbac.authorization.k8s.io/v1\",\"kind\":\"Role\",\"metadata\":{"
        "\"name\":\"c\"},\"rules\":[" RBAC_RULE("\"get\"", "\"nodes\"") "]}";
    static const char patch[] = "{\"rules\":[" RBAC_RULE("\"get\"", "\"nodes\"") "]}";
    struct front front LS_AUTO(front_release);
    grants_init(&front);
    rbac_make(&front, ROLES, RBAC_ROLE("a", ""));
    CHECK_INT(rbac_ask(&front, "jane", "PUT", ROLES "/a", more), 403);
    CHECK_INT(rbac_ask(&front, "jane", "PUT", ROLES "/b",
                       RBAC_ROLE("b", RBAC_RULE("\"get\"", "\"nodes\""))),
              403);
    CHECK_INT(rbac_ask_typed(&front, "jane", TYPE_MERGE, "PATCH", ROLES "/a", patch), 403);
    CHECK_INT(
        rbac_ask_typed(&front, "jane", TYPE_APPLY, "PATCH", ROLES "/c?fieldManager=m", applied),
        403);
    CHECK_INT(rbac_ask(&front, "jane", "POST", ROLES "?dryRun=All", more), 403);
    CHECK_INT(front_ask(&front, "GET", ROLES "/a", NULL, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "rules")), 0);
    CHECK_INT(front_ask(&front, "GET", ROLES "/c", NULL, NULL), 404);
}

TEST(what_grants_nothing_new_is_not_asked_about)
{
    static const struct {
        const char *patch;
        int status;
    } rows[] = {
        {"{}", 200},
        {"{\"metadata\":{\"finalizers\":[\"a.example/b\"]}}", 200},
        {"{\"metadata\":{\"finalizers\":null}}", 200},
        {"{\"metadata\":{\"labels\":{\"a\":\"b\"}}}", 403},
    };
    struct front front LS_AUTO(front_release);
    grants_init(&front);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_INT(
            rbac_ask_typed(&front, "jane", TYPE_MERGE, "PATCH", ROLES "/secrets", rows[i].patch),
            rows[i].status);
}

TEST(a_binding_names_only_roles_that_its_writer_holds)
{
    struct front front LS_AUTO(front_release);
    grants_init(&front);
    CHECK_INT(rbac_ask(&front, "jane", "POST", BINDINGS,
                       RBAC_BINDING("a", RBAC_SUBJECT("User", "x"), "Role", "granter")),
              201);
    CHECK_INT(rbac_ask(&front, "jane", "POST", BINDINGS,
                       RBAC_BINDING("b", RBAC_SUBJECT("User", "x"), "Role", "secrets")),
              403);
    CHECK_STR(front_text(&front, "message"),
              "rolebindings.rbac.authorization.k8s.io \"b\" is forbidden: " NOT_HELD
              "{APIGroups:[\"\"], Resources:[\"secrets\"], Verbs:[\"get\"]}");
    CHECK_INT(rbac_ask(&front, "jane", "POST", BINDINGS,
                       RBAC_BINDING("b", RBAC_SUBJECT("User", "x"), "ClusterRole", "gone")),
              404);
    CHECK_INT(rbac_ask_typed(&front, "jane", TYPE_MERGE, "PATCH", BINDINGS "/a",
                             "{\"subjects\":[" RBAC_SUBJECT("User", "y") "]}"),
              200);
}

TEST(the_verbs_bind_and_escalate_lift_the_guard)
{
    struct front front LS_AUTO(front_release);
    grants_init(&front);
    rbac_make(&front, ROLES,
              RBAC_ROLE("lift",
                        "{\"apiGroups\":[\"rbac.authorization.k8s.io\"],\"resources\":[\"roles\"],"
                        "\"resourceNames\":[\"secrets\"],\"verbs\":[\"bind\",\"escalate\"]}"));
    rbac_make(&front, BINDINGS, RBAC_BINDING("lift", RBAC_SUBJECT("User", "jane"), "Role", "lift"));
    CHECK_INT(rbac_ask(&front, "jane", "POST", BINDINGS,
                       RBAC_BINDING("b", RBAC_SUBJECT("User", "x"), "Role", "secrets")),
              201);
    CHECK_INT(rbac_ask(&front, "jane", "PUT", ROLES "/secrets",
                       RBAC_ROLE("secrets", RBAC_RULE("\"*\"", "\"nodes\""))),
              200);
    CHECK_INT(rbac_ask(&front, "jane", "POST", ROLES,
                       RBAC_ROLE("other", RBAC_RULE("\"get\"", "\"nodes\""))),
              403);
}

/* ---- aggregation ---- */

#define CLUSTER_ROLES RBAC_V1 "clusterroles"
#define SUM                                                                                        \
    "{\"metadata\":{\"name\":\"sum\"},\"aggregationRule\":{\"clusterRoleSelectors\":[{"            \
    "\"matchLabels\":{\"sum\":\"yes\"}}]}}"
#define PART(name, resource)                                                                       \
    "{\"metadata\":{\"name\":\"" name                                                              \
    "\",\"labels\":{\"sum\":\"yes\"}},\"rules\":[" RBAC_RULE("\"get\"", "\"" resource "\"") "]}"

static const char *sum_rules(struct front *front)
{
    front_settle(front);
    CHECK_INT(front_ask(front, "GET", CLUSTER_ROLES "/sum", NULL, NULL), 200);
    return front_body(front);
}

TEST(a_role_collects_the_rules_of_others)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, CLUSTER_ROLES, PART("b", "pods"));
    rbac_make(&front, CLUSTER_ROLES, SUM);
    CHECK_HAS(sum_rules(&front), "\"rules\":[{\"verbs\":[\"get\"],\"apiGroups\":[\"\"],"
                                 "\"resources\":[\"pods\"]}]");
    CHECK_HAS(front_body(&front), "\"manager\":\"clusterrole-aggregation-controller\"");
    rbac_make(&front, CLUSTER_ROLES, PART("a", "nodes"));
    CHECK_HAS(sum_rules(&front), "\"resources\":[\"nodes\"]},{\"verbs\":[\"get\"],\"apiGroups\":["
                                 "\"\"],\"resources\":[\"pods\"]}]");
    CHECK_INT(front_ask(&front, "PATCH", CLUSTER_ROLES "/sum", ADMIN TYPE_MERGE, "{\"rules\":[]}"),
              200);
    CHECK_HAS(sum_rules(&front), "\"resources\":[\"nodes\"]},{");
    CHECK_INT(front_ask(&front, "DELETE", CLUSTER_ROLES "/a", NULL, NULL), 200);
    CHECK_INT(front_ask(&front, "DELETE", CLUSTER_ROLES "/b", NULL, NULL), 200);
    sum_rules(&front);
    CHECK_INT(ls_node_count(front_at(&front, "rules")), 0);
}

TEST(a_label_adds_to_view_edit_and_admin)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(
        &front, CLUSTER_ROLES,
        "{\"metadata\":{\"name\":\"more\",\"labels\":{\"rbac.authorization.k8s.io/"
        "aggregate-to-view\":\"true\"}},\"rules\":[" RBAC_RULE("\"get\"", "\"gadgets\"") "]}");
    rbac_make(&front, BINDINGS,
              RBAC_BINDING("a", RBAC_SUBJECT("User", "jane"), "ClusterRole", "admin"));
    front_settle(&front);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/namespaces/default/gadgets/x", NULL), 404);
    CHECK_INT(rbac_ask(&front, "jane", "GET", "/api/v1/namespaces/default/gizmos/x", NULL), 403);
}

TEST(aggregation_needs_everything)
{
    struct front front LS_AUTO(front_release);
    front_init_rbac(&front);
    rbac_make(&front, CLUSTER_ROLES, RBAC_ROLE("granter", GRANT_RULE));
    rbac_make(&front, RBAC_V1 "clusterrolebindings",
              RBAC_BINDING("granter", RBAC_SUBJECT("User", "jane"), "ClusterRole", "granter"));
    CHECK_INT(rbac_ask(&front, "jane", "POST", CLUSTER_ROLES, SUM), 403);
    CHECK_STR(
        front_text(&front, "message"),
        "clusterroles.rbac.authorization.k8s.io \"sum\" is forbidden: must have cluster-admin "
        "privileges to use the aggregationRule");
}
