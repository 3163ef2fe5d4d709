/*
 * Dry runs before the first write: all refusals of the server at once, and what a plan will
 * replace.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name) "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name "}\n---\n"
#define SERVICE(name, port)                                                                        \
    "apiVersion: v1\nkind: Service\nmetadata: {name: " name "}\nspec: {ports: [{port: " port       \
    "}]}\n---\n"
#define JOB(replace, image)                                                                        \
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: job, annotations: {lockstep.dev/replace: "  \
    "'" replace "'}}\nspec: {suspend: true, template: {spec: {restartPolicy: Never, containers: "  \
    "[{name: a, image: " image "}]}}}\n---\n"
#define SPACE "apiVersion: v1\nkind: Namespace\nmetadata: {name: new}\n---\n"

TEST(a_server_check_lists_all_refusals_and_writes_nothing)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.checks_server = true;
    show_take(&show, MAP("fine") SERVICE("one", "70000") SERVICE("two", "-1"));
    show_play(&show, LS_GOAL_ROLLOUT);
    const struct ls_problems *problems = ls_run_problems(show.run);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(problems->count, 2);
    CHECK_HAS(problems->list.at[0].text, "shop.yaml:5: Service one: ");
    CHECK_HAS(problems->list.at[1].text, "shop.yaml:10: Service two: ");
    CHECK_HAS(show.err.text, "2 objects are refused by the server, the first: ");
    CHECK_INT(show_writes(&show), 0);
    CHECK_INT(ls_run_counts(show.run).dry_runs, 3);
    CHECK_INT(ls_run_counts(show.run).writes, 0);
}

TEST(a_server_check_tries_what_is_written_and_has_its_place)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.checks_server = true;
    show_take(&show, SPACE MAP("a") MAP("b, namespace: new"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(ls_run_counts(show.run).dry_runs, 2); /* the namespace of b is not there yet */
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(ls_run_counts(show.run).dry_runs, 0);
}

TEST(a_plan_shows_replace_where_the_server_lets_nobody_change)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.wait = LS_WAIT_NONE;
    show_take(&show, JOB("true", "one"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(ls_run_counts(show.run).dry_runs, 0);
    show_take(&show, JOB("true", "two"));
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Job default/job").action, LS_ACTION_REPLACE);
    CHECK_INT(ls_run_counts(show.run).by_action[LS_ACTION_REPLACE], 1);
    CHECK_INT(ls_run_counts(show.run).dry_runs, 1);
    CHECK_INT(show_writes(&show), 0);
    show_take(&show, JOB("false", "two"));
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Job default/job").action, LS_ACTION_CHANGE);
}
