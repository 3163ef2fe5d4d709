/* From records to scenarios: what is in them, and that they can be played. */
#include "sim/from_record.h"

#include <string.h>

#include "check.h"
#include "sim/play.h"
#include "sim/scenario.h"

#define HEADER(verb, goal, flags)                                                                  \
    "{\"lockstep\":\"record\",\"version\":1,\"program\":\"1\",\"time\":\"t\",\"verb\":\"" verb     \
    "\",\"goal\":\"" goal "\",\"set\":\"s\",\"namespace\":\"home\",\"flags\":[" flags "]}\n"
#define MANIFEST(object) "{\"at\":1,\"type\":\"manifest\",\"object\":" object "}\n"
#define ASK(n, method, target)                                                                     \
    "{\"at\":2,\"type\":\"request\",\"request\":" n ",\"method\":\"" method                        \
    "\",\"target\":\"" target "\"}\n"
#define ITEM(n, object) "{\"at\":2,\"type\":\"item\",\"request\":" n ",\"object\":" object "}\n"
#define ROW(kind, group, space, name)                                                              \
    "{\"at\":2,\"type\":\"object\",\"group\":\"" group "\",\"kind\":\"" kind                       \
    "\",\"namespace\":\"" space "\",\"name\":\"" name                                              \
    "\",\"state\":\"waiting\",\"action\":\"create\"}\n"
#define REPLY(n, object)                                                                           \
    "{\"at\":3,\"type\":\"reply\",\"request\":" n ",\"status\":201,\"body\":" object "}\n"
#define EVENT(at, n, type, object)                                                                 \
    "{\"at\":" at ",\"type\":\"event\",\"request\":" n ",\"event\":\"" type                        \
    "\",\"object\":" object "}\n"
#define RESULT(word)                                                                               \
    "{\"at\":90000,\"type\":\"result\",\"result\":\"" word "\",\"exitCode\":0,\"leftOut\":{}}\n"
#define MAP(name, version, data)                                                                   \
    "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"" name                 \
    "\",\"namespace\":\"home\",\"uid\":\"u\",\"resourceVersion\":\"" version                       \
    "\",\"labels\":{\"applyset.kubernetes.io/part-of\":\"x\"}},\"data\":{" data "}}"
#define MAPS "/api/v1/namespaces/home/configmaps"

static void made(const char *record, struct ls_buf *text, struct ls_scenario *out)
{
    struct ls_err err = {0};
    ls_buf_clear(text);
    CHECK_OK(ls_scenario_from_record(text, "r", ls_slice_of(record), &err), err);
    CHECK_OK(ls_scenario_parse(out, "made", ls_buf_slice(text), &err), err);
}

static const char rollout[] = HEADER("apply", "rollout", "\"--force-conflicts\",\"--filename\"")
    MANIFEST("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"},"
             "\"data\":{\"x\":\"1\"}}") MANIFEST("{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\","
                                                 "\"metadata\":{\"name\":\"b\"}}")
        MANIFEST("{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"s\"},"
                 "\"data\":{\"k\":\"***1\"},\"stringData\":{\"l\":\"***2\"}}")
            ASK("1", "GET", MAPS "?watch=true") ASK("2", "GET", MAPS "?limit=500") ITEM(
                "2",
                "{\"kind\":\"PartialObjectMetadata\",\"metadata\":{\"name\":\"b\",\"namespace\":"
                "\"home\",\"uid\":\"u\",\"labels\":{\"theirs\":\"yes\"}}}")
                ROW("ConfigMap", "", "home", "a") ROW("ConfigMap", "", "home", "b")
                    ROW("Secret", "", "home", "s")
                        ASK("3", "POST", "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews")
                            ASK("4", "PATCH", MAPS "/a") REPLY("4", MAP("a", "7", "\"x\":\"1\""))
                                EVENT("4", "1", "ADDED", MAP("a", "7", "\"x\":\"1\""))
                                    EVENT("30000", "1", "MODIFIED",
                                          MAP("a", "9", "\"x\":\"2\",\"y\":\"3\""))
                                        EVENT("40000", "1", "DELETED",
                                              MAP("a", "10", "\"x\":\"2\",\"y\":\"3\""))
                                            RESULT("done");

TEST(a_rollout_becomes_a_scenario)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    made(rollout, &text, &scenario);
    CHECK_STR(scenario.about, "Recorded: apply of set s at t.");
    CHECK_INT(scenario.requests_max, 3); /* without the review */
    CHECK_INT(scenario.step_count, 1);
    const struct ls_scenario_step *step = ls_scenario_last(&scenario);
    CHECK_INT(step->options.goal, LS_GOAL_ROLLOUT);
    CHECK_INT(step->end, LS_RUN_DONE);
    CHECK(step->options.forces_conflicts);
    CHECK_INT(step->options.manifests->list.count, 3);
    CHECK_HAS(ls_buf_text(&text), "stringData:\n      k: '***1'\n      l: '***2'");
}

TEST(what_others_had_and_did_is_in_it)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    made(rollout, &text, &scenario);
    CHECK_INT(scenario.before.count, 1);
    CHECK_STR(scenario.before.at[0].change.namespace_name, "default");
    CHECK_HAS(scenario.before.at[0].change.json, "\"labels\":{\"theirs\":\"yes\"}");
    CHECK(!strstr(scenario.before.at[0].change.json, "uid"));
    const struct ls_scenario_step *step = ls_scenario_last(&scenario);
    CHECK_INT(step->meanwhile.count, 2);
    CHECK_INT(step->meanwhile.at[0].verb, LS_SCENARIO_MERGE);
    CHECK_INT(step->meanwhile.at[0].at_ms, 30000);
    CHECK_STR(step->meanwhile.at[0].change.what, "configmaps");
    CHECK_STR(step->meanwhile.at[0].change.json, "{\"data\":{\"x\":\"2\",\"y\":\"3\"}}");
    CHECK_INT(step->meanwhile.at[1].verb, LS_SCENARIO_DELETE);
    CHECK_STR(step->meanwhile.at[1].change.name, "a");
}

TEST(it_can_be_played)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    struct ls_sim_options options = {.seed = 1};
    struct ls_play play;
    struct ls_err err = {0};
    made(rollout, &text, &scenario);
    CHECK_OK(ls_play_open(&play, &scenario, &options, &err), err);
    CHECK_INT(ls_play_run(&play), LS_SIM_DONE);
    CHECK_OK(ls_play_check_end(&play, &err), err);
    ls_play_release(&play);
}

TEST(a_teardown_begins_with_what_was_there)
{
    static const char record[] =
        HEADER("delete", "teardown", "") ASK("1", "GET", MAPS "?watch=true")
            EVENT("2", "1", "ADDED", MAP("a", "7", "\"x\":\"1\"")) ROW("ConfigMap", "", "home", "a")
                ASK("2", "PATCH", MAPS "/lockstep-set-s") ASK("3", "DELETE", MAPS "/a")
                    EVENT("5", "1", "DELETED", MAP("a", "8", "\"x\":\"1\""));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    made(record, &text, &scenario);
    CHECK_HAS(scenario.about, "It was killed.");
    CHECK_INT(scenario.step_count, 2);
    CHECK_INT(scenario.steps[0].options.goal, LS_GOAL_ROLLOUT);
    CHECK_INT(scenario.steps[1].options.goal, LS_GOAL_TEARDOWN);
    CHECK_INT(scenario.steps[1].meanwhile.count, 0);
    CHECK(!strstr(ls_buf_text(&text), "part-of"));
}

TEST(the_status_of_custom_resources_and_their_namespaces_are_made)
{
    static const char record[] = HEADER("apply", "rollout", "") MANIFEST(
        "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Policy\",\"metadata\":{\"name\":\"p\","
        "\"namespace\":\"far\"}}") ROW("Policy", "example.com", "far", "p")
        ASK("1", "GET", "/apis/example.com/v1/namespaces/far/policies?watch=true")
            ASK("2", "PATCH", "/apis/example.com/v1/namespaces/far/policies/p")
                REPLY("2",
                      "{\"metadata\":{\"name\":\"p\",\"namespace\":\"far\",\"resourceVersion\":"
                      "\"3\"}}") EVENT("1000", "1", "MODIFIED",
                                       "{\"metadata\":{\"name\":\"p\",\"namespace\":\"far\","
                                       "\"resourceVersion\":\"4\"},"
                                       "\"status\":{\"phase\":\"Issued\"}}") RESULT("failed");
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    made(record, &text, &scenario);
    CHECK_INT(scenario.before.count, 1);
    CHECK_STR(scenario.before.at[0].change.what, "namespaces");
    CHECK_STR(scenario.before.at[0].change.json, "{\"metadata\":{\"name\":\"far\"}}");
    const struct ls_scenario_step *step = ls_scenario_last(&scenario);
    CHECK_INT(step->end, LS_RUN_FAILED);
    CHECK_INT(step->meanwhile.count, 1);
    CHECK_STR(step->meanwhile.at[0].change.what, "policies.example.com");
    CHECK_STR(step->meanwhile.at[0].change.subresource, "status");
    CHECK_STR(step->meanwhile.at[0].change.json, "{\"status\":{\"phase\":\"Issued\"}}");
}

TEST(a_record_without_objects_makes_no_scenario)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_CODE(ls_scenario_from_record(&text, "r", LS_SLICE("x\n"), &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "r is no record of lockstep");
    CHECK_CODE(ls_scenario_from_record(
                   &text, "r", ls_slice_of(HEADER("apply", "rollout", "") RESULT("refused")), &err),
               LS_E_UNSUPPORTED, err);
    CHECK_HAS(err.text, "r holds no objects that a scenario could roll out");
    CHECK_INT(text.len, 0);
}
