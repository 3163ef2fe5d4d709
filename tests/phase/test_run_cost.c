/*
 * What one change costs: as many facts are looked at in a set of ten as in one of ten thousand.
 */
#include "check.h"
#include "support_show.h"

static void take_many(struct show *show, unsigned count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (unsigned i = 0; i < count; i++)
        ls_buf_printf(&text,
                      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: m%u}\ndata: {a: b}\n---\n",
                      i);
    ls_buf_add_text(&text,
                    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: gate\n  annotations:\n"
                    "    kots.io/creation-phase: \"1\"\n"
                    "    kots.io/wait-for-properties: .data.go=yes\ndata: {a: b}\n---\n"
                    "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: last\n  annotations:\n"
                    "    kots.io/creation-phase: \"2\"\ndata: {a: b}\n");
    show_take(show, ls_buf_text(&text));
}

static uint64_t visits(const struct show *show)
{
    return ls_run_counts(show->run).visits;
}

struct cost {
    uint64_t stranger; /* somebody adds a field to some member */
    uint64_t gate;     /* the gate opens, the last phase goes out, the run ends */
};

static struct cost cost_of(unsigned count)
{
    struct cost cost;
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    take_many(&show, count);
    show_begin(&show, LS_GOAL_ROLLOUT);
    while (!stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/gate"))
        CHECK(ls_loop_step(show.stage.world->loop, 1000));
    stage_pass_ms(&show.stage, 1000);
    uint64_t before = visits(&show);
    stage_merge(&show.stage, "configmaps", "default", "m7", "{\"data\":{\"own\":\"x\"}}");
    stage_pass_ms(&show.stage, 1000);
    cost.stranger = visits(&show) - before;
    before = visits(&show);
    stage_merge(&show.stage, "configmaps", "default", "gate", "{\"data\":{\"go\":\"yes\"}}");
    show_finish(&show);
    show_check_done(&show);
    cost.gate = visits(&show) - before;
    return cost;
}

TEST(one_change_costs_the_same_in_a_set_of_ten_and_of_ten_thousand)
{
    struct cost small = cost_of(10);
    struct cost large = cost_of(10000);
    CHECK(small.stranger > 0 && small.stranger < 20);
    CHECK_INT(large.stranger, small.stranger);
    CHECK_INT(large.gate, small.gate);
}
