/* Scenario files: what they say is read, and each mistake is named. */
#include "sim/scenario.h"

#include "check.h"

#define MAP                                                                                        \
    "manifests:\n  one: |\n    apiVersion: v1\n    kind: ConfigMap\n    metadata: {name: a}\n"

TEST(steps_with_what_others_do_are_read)
{
    static const char text[] = "about: Something.\n" MAP
                               "before:\n- {create: configmaps, namespace: default, json: '{}'}\n"
                               "steps:\n"
                               "- apply: one\n"
                               "  end: failed\n"
                               "  timeout: 2m\n"
                               "  options: [force-conflicts]\n"
                               "  meanwhile:\n"
                               "  - {at: 30s, delete: configmaps, namespace: default, name: b}\n"
                               "  - {at: 10s, apply: one}\n"
                               "- delete: one\n"
                               "requests: 7\n";
    struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_scenario_parse(&scenario, "made-up", ls_slice_of(text), &err), err);
    CHECK_STR(scenario.name, "made-up");
    CHECK_STR(scenario.about, "Something.");
    CHECK_INT(scenario.requests_max, 7);
    CHECK_INT(scenario.before.count, 1);
    CHECK_INT(scenario.step_count, 2);
    const struct ls_scenario_step *first = &scenario.steps[0];
    CHECK_INT(first->end, LS_RUN_FAILED);
    CHECK_INT(first->options.goal, LS_GOAL_ROLLOUT);
    CHECK_INT(first->options.timeout_ms, 120000);
    CHECK(first->options.forces_conflicts);
    CHECK_INT(first->options.manifests->list.count, 1);
    CHECK_INT(first->meanwhile.at[0].verb, LS_SCENARIO_APPLY); /* sorted by time */
    CHECK_INT(first->meanwhile.at[1].at_ms, 30000);
    CHECK_STR(first->meanwhile.at[1].change.name, "b");
    CHECK_INT(ls_scenario_last(&scenario)->options.goal, LS_GOAL_TEARDOWN);
}

TEST(every_mistake_is_named)
{
    static const struct {
        const char *text;
        const char *says;
    } rows[] = {
        {"", "there is no document in the text"},
        {"a: [", "made-up:"},
        {MAP, "steps is a list of 1 to 16"},
        {MAP "steps: []\n", "steps is a list of 1 to 16"},
        {MAP "steps:\n- {}\n", "step 1: either apply or delete is needed"},
        {MAP "steps:\n- {apply: two}\n", "step 1: there are no manifests \"two\""},
        {MAP "steps:\n- {apply: one, end: good}\n", "step 1: unknown end \"good\""},
        {MAP "steps:\n- {apply: one, options: [x]}\n", "step 1: unknown option \"x\""},
        {MAP "steps:\n- {apply: one, timeout: soon}\n", "step 1"},
        {MAP "steps:\n- {apply: one, meanwhile: [{at: 1s}]}\n", "step 1: meanwhile: row 1: one of"},
        {"manifests: {one: '['}\nsteps:\n- {apply: one}\n", "scenario made-up: one:"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_scenario scenario LS_AUTO(ls_scenario_release) = {0};
        struct ls_err err = {0};
        CHECK(ls_scenario_parse(&scenario, "made-up", ls_slice_of(rows[i].text), &err));
        CHECK_HAS(err.text, rows[i].says);
    }
}
