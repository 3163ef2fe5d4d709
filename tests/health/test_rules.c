/* Rules as data: what they decide, in which order, and how a mistake is reported. */
#include "health/rule/rules.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "health/health.h"
#include "health/limits.h"
#include "value/yaml.h"

static const int64_t now_ms = INT64_C(1790000000000);

/* `VERDICT[/NUANCE]: REASON` of an object, by the rules of a file. */
static void judge_by(const char *rule_text, const char *object_text, struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    if (*rule_text)
        CHECK_OK(ls_rules_add(rules, "my.yaml", ls_slice_of(rule_text), &err), err);
    CHECK_OK(ls_yaml_parse(ls_slice_of(object_text), NULL, &object, &err), err);
    struct ls_verdict verdict =
        ls_health_judge(&(struct ls_health_input){.arena = &arena,
                                                  .object = ls_obj_root(object),
                                                  .rules = rules,
                                                  .now_ms = now_ms,
                                                  .is_alone = true});
    ls_buf_printf(out, "%s (%s)%s%s", ls_verdict_name(verdict.kind), ls_verdict_argo(verdict),
                  *verdict.reason ? ": " : "", verdict.reason);
}

#define THING "apiVersion: x.dev/v1\nkind: Thing\nmetadata: {name: t, generation: 2}\n"
#define RULE  "- group: x.dev\n  kinds: [Thing]\n"

static const struct rule_wish {
    const char *what, *rules, *object, *said;
} wishes[] = {
    {"the first case that is true wins",
     RULE "  cases:\n  - failed: status.a == 1\n    reason: a is one\n  - ready: status.a == 1\n",
     THING "status: {a: 1}", "failed (Degraded): a is one"},
    {"a field that is not there makes a case not true",
     RULE "  cases:\n  - failed: status.b.c == 1\n  - ready: status.a == 1\n",
     THING "status: {a: 1}", "ready (Healthy)"},
    {"nor does a comparison of different kinds",
     RULE "  cases:\n  - failed: status.a < \"x\"\n  - ready: status.a == 1\n",
     THING "status: {a: 1}", "ready (Healthy)"},
    {"no case is true: read like any other", RULE "  cases:\n  - ready: status.a == 2\n",
     THING "status: {phase: Creating}", "in progress (Progressing): phase is Creating"},
    {"a reason may be computed",
     RULE "  cases:\n  - in-progress: status.a < 3\n    reasonExpression: string(status.a) + \" of "
          "3\"\n",
     THING "status: {a: 1}", "in progress (Progressing): 1 of 3"},
    {"without a reason the object's own words are taken",
     RULE "  cases:\n  - failed: conditions.Ready.status == \"False\"\n",
     THING "status: {conditions: [{type: Ready, status: \"False\", reason: Broke}]}",
     "failed (Degraded): condition Ready is False: Broke"},
    {"conditions by their type", RULE "  cases:\n  - ready: conditions.Up.status == \"True\"\n",
     THING "status: {conditions: [{type: Up, status: \"True\"}]}", "ready (Healthy)"},
    {"a condition about an earlier generation is not there",
     RULE "  cases:\n  - ready: conditions.Up.status == \"True\"\n  - in-progress: '!(\"Up\" in "
          "conditions)'\n    reason: not yet\n",
     THING "status: {conditions: [{type: Up, status: \"True\", observedGeneration: 1}]}",
     "in progress (Progressing): not yet"},
    {"a generation that was not seen comes first", RULE "  cases:\n  - ready: \"true\"\n",
     THING "status: {observedGeneration: 1}",
     "in progress (Progressing): its controller has observed generation 1, not yet 2"},
    {"what always reports and has not is on its way", RULE "  reports: true\n", THING,
     "in progress (Progressing): its controller has not reported yet"},
    {"what may not report is not waited for", RULE, THING,
     "ready (Progressing): has no status; it is not waited for"},
    {"suspended", RULE "  cases:\n  - suspended: spec.held == true\n    reason: held\n",
     THING "spec: {held: true}", "in progress (Suspended): held"},
    {"switched off", RULE "  cases:\n  - switched-off: spec.held == true\n",
     THING "spec: {held: true}", "ready (Suspended)"},
    {"missing", RULE "  cases:\n  - missing: status.gone == true\n    reason: gone\n",
     THING "status: {gone: true}", "in progress (Missing): gone"},
    {"a failure that has just been reported is given its grace",
     RULE "  cases:\n  - failed: status.a == 1\n    reason: bad\n",
     THING "status: {a: 1, conditions: [{type: X, status: \"True\", lastTransitionTime: "
           "\"2026-09-21T14:13:00Z\"}]}",
     "in progress (Progressing): bad"},
    {"a final one is not",
     RULE "  cases:\n  - failed: status.a == 1\n    reason: bad\n    final: true\n",
     THING "status: {a: 1, conditions: [{type: X, status: \"True\", lastTransitionTime: "
           "\"2026-09-21T14:13:00Z\"}]}",
     "failed (Degraded): bad"},
    {"groups and kinds by their ends",
     "- group: \"*.dev\"\n  kinds: [\"Th*\"]\n  cases:\n  - failed: \"true\"\n    reason: mine\n",
     THING, "failed (Degraded): mine"},
    {"another group is not meant",
     "- group: y.dev\n  kinds: [\"*\"]\n  cases:\n  - failed: \"true\"\n", THING "status: {a: 1}",
     "ready (Healthy)"},
    {"rules of the user come before those compiled in",
     "- group: cert-manager.io\n  kinds: [Certificate]\n  cases:\n  - ready: status.mine == true\n",
     "apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: c}\nstatus: {mine: true, "
     "conditions: [{type: Ready, status: \"False\"}]}",
     "ready (Healthy)"},
    {"and leave them in force",
     "- group: cert-manager.io\n  kinds: [Certificate]\n  cases:\n  - ready: status.mine == true\n",
     "apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: c}\nstatus: {conditions: "
     "[{type: Ready, status: \"False\", reason: DoesNotExist}]}",
     "failed (Degraded): condition Ready is False: DoesNotExist"},
    {"unless they say that they stand for them",
     "- group: cert-manager.io\n  kinds: [Certificate]\n  replaces: true\n  cases: []\n",
     "apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata: {name: c}\nstatus: {conditions: "
     "[{type: Ready, status: \"False\", reason: DoesNotExist}]}",
     "in progress (Progressing): condition Ready is False: DoesNotExist"},
    {"a Cluster whose infrastructure is being made is on its way", RULE,
     "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: c}\nstatus: {phase: "
     "Provisioning, conditions: [{type: Ready, status: \"False\", severity: Info, reason: "
     "WaitingForInfrastructure}]}",
     "in progress (Progressing): condition Ready is False: WaitingForInfrastructure"},
    {"one that cannot be made has failed", RULE,
     "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata: {name: c}\nstatus: {phase: "
     "Provisioning, conditions: [{type: Ready, status: \"False\", severity: Error, reason: "
     "NoQuota}]}",
     "failed (Degraded): condition Ready is False: NoQuota"},
    {"a Shoot whose operation goes on", RULE,
     "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: s}\nstatus: "
     "{lastOperation: {state: Processing, description: waits for workers}}",
     "in progress (Progressing): waits for workers"},
    {"a host that is being written to", RULE,
     "apiVersion: metal3.io/v1alpha1\nkind: BareMetalHost\nmetadata: {name: h}\nstatus: "
     "{provisioning: {state: provisioning}, operationalStatus: OK, errorMessage: \"\"}",
     "in progress (Progressing): is provisioning"},
    {"a host that nobody can reach", RULE,
     "apiVersion: metal3.io/v1alpha1\nkind: BareMetalHost\nmetadata: {name: h}\nstatus: "
     "{provisioning: {state: registering}, operationalStatus: error, errorMessage: no answer}",
     "failed (Degraded): no answer"},
    {"capacity that was promised and is not there yet", RULE,
     "apiVersion: autoscaling.x-k8s.io/v1\nkind: ProvisioningRequest\nmetadata: {name: "
     "r}\nstatus: {conditions: [{type: Accepted, status: \"True\"}, {type: Provisioned, status: "
     "\"False\"}]}",
     "in progress (Progressing): condition Provisioned is False"},
    {"a tenant of MinIO that has lost its quorum", RULE,
     "apiVersion: minio.min.io/v2\nkind: Tenant\nmetadata: {name: t}\nstatus: {currentState: "
     "Initialized, healthStatus: red}",
     "failed (Degraded): healthStatus is red"},
    {"of a Secret no expression makes the reason",
     "- group: \"\"\n  kinds: [Secret]\n  cases:\n  - failed: has(self.data.key)\n    "
     "reasonExpression: self.data.key\n",
     "{apiVersion: v1, kind: Secret, metadata: {name: s}, data: {key: aHVudGVyMg==}}",
     "failed (Degraded)"},
    {"they come before rules in C too",
     "- group: \"\"\n  kinds: [Pod]\n  cases:\n  - failed: spec.bad == true\n    reason: mine\n",
     "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {bad: true}\nstatus: {phase: "
     "Succeeded}",
     "failed (Degraded): mine"},
};

TEST(rules_decide)
{
    for (size_t i = 0; i < LS_COUNT(wishes); i++) {
        struct ls_buf said LS_AUTO(ls_buf_release) = {0};
        judge_by(wishes[i].rules, wishes[i].object, &said);
        if (strcmp(ls_buf_text(&said), wishes[i].said) != 0)
            fprintf(stderr, "%s\n", wishes[i].what);
        CHECK_STR(ls_buf_text(&said), wishes[i].said);
    }
}

/* Kinds that the generic rule alone would judge wrong. */
static const struct known_wish {
    const char *api_version, *kind, *status, *said;
} known[] = {
    {"cluster.open-cluster-management.io/v1", "ManagedCluster",
     "{conditions: [{type: HubAcceptedManagedCluster, status: 'True'}]}",
     "in progress (Progressing): it has not joined yet"},
    {"cluster.open-cluster-management.io/v1", "ManagedCluster",
     "{conditions: [{type: ManagedClusterConditionAvailable, status: Unknown, reason: "
     "LeaseUpdateStopped}]}",
     "failed (Degraded): condition ManagedClusterConditionAvailable is Unknown: "
     "LeaseUpdateStopped"},
    {"core.oam.dev/v1beta1", "Application", "{status: runningWorkflow}",
     "in progress (Progressing): its status is runningWorkflow"},
    {"core.oam.dev/v1beta1", "Application", "{status: workflowSuspending}",
     "in progress (Suspended): its workflow waits for somebody"},
    {"core.oam.dev/v1beta1", "Application", "{status: running}", "ready (Healthy)"},
    {"volsync.backube/v1alpha1", "ReplicationSource",
     "{lastSyncTime: x, conditions: [{type: Synchronizing, status: 'False', reason: "
     "WaitingForSchedule}]}",
     "ready (Healthy)"},
    {"keycloak.org/v1alpha1", "Keycloak", "{phase: reconciling, ready: true}", "ready (Healthy)"},
    {"kro.run/v1alpha1", "ResourceGraphDefinition",
     "{state: Inactive, conditions: [{type: GraphAccepted, status: 'False', reason: "
     "InvalidResourceGraph}]}",
     "failed (Degraded): GraphAccepted is False, InvalidResourceGraph"},
    {"extensions.gardener.cloud/v1alpha1", "Worker",
     "{lastOperation: {state: Error}, lastError: {description: quota}}",
     "failed (Degraded): quota"},
};

TEST(rules_of_projects)
{
    for (size_t i = 0; i < LS_COUNT(known); i++) {
        struct ls_buf said LS_AUTO(ls_buf_release) = {0}, object LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&object, "apiVersion: %s\nkind: %s\nmetadata: {name: t}\nstatus: %s\n",
                      known[i].api_version, known[i].kind, known[i].status);
        judge_by(RULE, ls_buf_text(&object), &said);
        CHECK_STR(ls_buf_text(&said), known[i].said);
    }
}

TEST(an_expression_that_costs_too_much_says_so_and_stops)
{
    struct ls_buf said LS_AUTO(ls_buf_release) = {0}, object LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&object, THING "status: {a: [0");
    for (int i = 1; i < 200; i++)
        ls_buf_printf(&object, ", %d", i);
    ls_buf_add_text(&object, "]}\n");
    judge_by(RULE "  cases:\n  - ready: status.a.all(a, status.a.all(b, status.a.all(c, a + b + c "
                  ">= 0)))\n",
             ls_buf_text(&object), &said);
    CHECK_STR(ls_buf_text(&said), "unknown (Unknown): case 1 of its health rule in my.yaml costs "
                                  "more than 100000 steps");
}

/* ---- mistakes ---- */

static const struct mistake {
    const char *text, *begins;
} mistakes[] = {
    {"a: [", "my.yaml:2:1: "},
    {"a: 1", "my.yaml:1:1: a file of health rules is a list of rules"},
    {"- 7", "my.yaml:1:3: a rule is a map with group, kinds and cases"},
    {"- kinds: [A]", "my.yaml:1:3: group is an API group"},
    {"- group: x.dev", "my.yaml:1:3: kinds is a list of kinds"},
    {"- group: x.dev\n  kinds: A", "my.yaml:2:10: kinds is a list of kinds"},
    {"- group: x.dev\n  kinds: [A, \"*B*\"]", "my.yaml:2:15: a kind is a name"},
    {"- group: x.dev\n  kind: [A]", "my.yaml:2:3: a rule has no member kind; it has group"},
    {RULE "  reports: 1\n", "my.yaml:3:12: reports is true or false"},
    {RULE "  cases: {}\n", "my.yaml:3:10: cases is a list"},
    {RULE "  cases: [a]\n", "my.yaml:3:11: a case is a map"},
    {RULE "  cases:\n  - reason: x\n", "my.yaml:4:5: a case needs an answer: ready, in-progress"},
    {RULE "  cases:\n  - redy: \"true\"\n", "my.yaml:4:5: a case has no member redy"},
    {RULE "  cases:\n  - ready: true\n",
     "my.yaml:4:12: an answer is followed by a CEL expression; write it in quotes"},
    {RULE "  cases:\n  - ready: a\n    failed: b\n", "my.yaml:5:13: a case gives one answer"},
    {RULE "  cases:\n  - ready: \"true\"\n    reason: x\n    reasonExpression: \"'y'\"\n",
     "my.yaml:6:24: give reason or reasonExpression, not both"},
    /* inside expressions */
    {RULE "  cases:\n  - ready: self.a ==\n", "my.yaml:4:21: Syntax error"},
    {RULE "  cases:\n  - ready: self.a == nobody\n",
     "my.yaml:4:22: undeclared reference to 'nobody'"},
    {RULE "  cases:\n  - ready: '\"it''s\" == nobody'\n",
     "my.yaml:4:24: undeclared reference to 'nobody'"},
    {RULE "  cases:\n  - ready: \"self.a == \\\"x\\\" && nobody\"\n",
     "my.yaml:4:32: undeclared reference to 'nobody'"},
    {RULE "  cases:\n  - ready: |\n      self.a == 1 &&\n      nobody\n",
     "my.yaml:6:7: undeclared reference to 'nobody'"},
    {RULE "  cases:\n  - ready: >-\n      self.a == 1 &&\n\n      (self.b || nobody)\n",
     "my.yaml:7:18: undeclared reference to 'nobody'"},
    {RULE "  cases:\n  - ready: '\"äö\" == nobody'\n", "my.yaml:4:21: undeclared"},
    {RULE "  cases:\n  - {reason: ä, ready: nobody}\n", "my.yaml:4:24: undeclared"},
    {RULE "  cases:\n  - ready: &a !!str \"self.a == nobody\"\n", "my.yaml:4:32: undeclared"},
    {RULE "  cases:\n  - ready: !!str |\n      1 == nobody\n", "my.yaml:5:12: undeclared"},
    {RULE "  cases:\n  - ready: \"'\\x41\\u00e4' ==\\n nobody\"\n", "my.yaml:4:31: undeclared"},
    {RULE "  cases:\n  - ready: \"1 ==\\\n      nobody\"\n", "my.yaml:5:7: undeclared"},
    {RULE "  cases:\n  - ready: self.a + 1 + 'x'.size()\n    reasonExpression: nobody\n",
     "my.yaml:"},
    {RULE "  cases:\n  - ready: \"'text'\"\n", "my.yaml:4:"},
};

TEST(mistakes_name_file_line_and_column)
{
    for (size_t i = 0; i < LS_COUNT(mistakes); i++) {
        struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
        struct ls_err err = {0};
        enum ls_code code = ls_rules_add(rules, "my.yaml", ls_slice_of(mistakes[i].text), &err);
        if (code == LS_OK || strncmp(err.text, mistakes[i].begins, strlen(mistakes[i].begins)) != 0)
            fprintf(stderr, "%s\n-> %s\n", mistakes[i].text, err.text);
        CHECK(code != LS_OK);
        CHECK(strncmp(err.text, mistakes[i].begins, strlen(mistakes[i].begins)) == 0);
    }
}

TEST(files_have_limits)
{
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    for (int i = 0; i <= LS_RULES_MAX; i++)
        ls_buf_add_text(&text, "- {group: x.dev, kinds: [A]}\n");
    CHECK(ls_rules_add(rules, "many.yaml", ls_buf_slice(&text), &err) != LS_OK);
    CHECK(strstr(err.text, "1001 rules, the limit is 1000") != NULL);
    for (int i = 0; i < LS_RULES_FILES_MAX; i++)
        CHECK_OK(ls_rules_add(rules, "a.yaml", LS_SLICE("- {group: x.dev, kinds: [A]}"), &err),
                 err);
    CHECK_CODE(ls_rules_add(rules, "a.yaml", LS_SLICE("- {group: x.dev, kinds: [A]}"), &err),
               LS_E_TOO_BIG, err);
}

TEST(a_file_that_is_not_there_is_named)
{
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    struct ls_err err = {0};
    CHECK(ls_rules_add_file(rules, "/nowhere/rules.yaml", &err) != LS_OK);
    CHECK(strstr(err.text, "/nowhere/rules.yaml") != NULL);
}

/* ---- what is compiled in ---- */

TEST(every_rule_compiled_in_is_right)
{
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    struct ls_err err = {0};
    size_t count = 0;
    CHECK_OK(ls_rules_check_builtin(rules, &count, &err), err);
    CHECK(count > 200);
}

TEST(any_number_of_kinds_is_judged)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    for (int i = 0; i < LS_RULES_KINDS_KEPT_MAX + 10; i++) {
        struct ls_buf json LS_AUTO(ls_buf_release) = {0};
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
        struct ls_err err = {0};
        ls_buf_printf(
            &json,
            "{\"apiVersion\":\"x.dev/v1\",\"kind\":\"K%d\",\"status\":{\"phase\":\"Ready\"}}", i);
        CHECK_OK(ls_yaml_parse(ls_buf_slice(&json), NULL, &object, &err), err);
        struct ls_health_input input = {
            .arena = &arena, .object = ls_obj_root(object), .rules = rules};
        CHECK_INT(ls_health_judge(&input).kind, LS_VERDICT_READY);
    }
}

/* Searching for each among all of them would take minutes. */
TEST(any_number_of_conditions_is_judged)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&json, "{\"apiVersion\":\"x.dev/v1\",\"kind\":\"Thing\",\"status\":"
                           "{\"conditions\":[{\"type\":\"Up\",\"status\":\"True\"}");
    for (int i = 0; i < 50 * 1000; i++)
        ls_buf_printf(&json, ",{\"type\":\"T%d\",\"status\":\"True\"}", i);
    ls_buf_add_text(&json, "]}}");
    judge_by(RULE
             "  cases:\n  - ready: conditions.Up.status == \"True\" && size(conditions) == 64\n",
             ls_buf_text(&json), &out);
    CHECK_STR(ls_buf_text(&out), "ready (Healthy)");
}
