/*
 * A killed run is finished by the same command: the process dies at every write
 * of a rollout, a change, a prune and a teardown, before it is sent, before its
 * reply and after it. A new process then reaches the same state, makes nothing
 * twice, leaves nothing behind, and a third one has nothing to write.
 */
#include "support_rollout.h"

#include "check.h"

enum { SEED = 7, WRITES_MAX = 500 };

struct scenario {
    const char *name;
    bool begins_applied; /* the shop stands already */
    bool is_teardown;
    struct manifests_change change; /* of the shop, when it is no teardown */
};

static const struct scenario scenarios[] = {
    {.name = "rollout"},
    {.name = "change",
     .begins_applied = true,
     .change = {.from = "registry.example/shop-api:1.0", .to = "registry.example/shop-api:1.1"}},
    {.name = "prune", .begins_applied = true, .change = {.without = "mailer.yaml"}},
    {.name = "teardown", .begins_applied = true, .is_teardown = true},
};

static const enum ls_sim_fault_kind places[] = {LS_SIM_FAULT_CRASH_BEFORE, LS_SIM_FAULT_CRASH_AFTER,
                                                LS_SIM_FAULT_CRASH_HEARD};

static bool scenario_run(struct rollout *rollout, const struct scenario *scenario)
{
    if (scenario->is_teardown)
        return rollout_delete(rollout);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    manifests_changed(&manifests, "shop", &scenario->change);
    return rollout_apply(rollout, &manifests);
}

static void scenario_begin(struct rollout *rollout, const struct scenario *scenario)
{
    rollout_init(rollout, SEED);
    if (!scenario->begins_applied)
        return;
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    manifests_example(&manifests, "shop");
    CHECK(rollout_apply(rollout, &manifests));
    rollout_check_end(rollout, LS_RUN_DONE);
}

/* What a run without trouble writes, and how it leaves the cluster. */
static size_t scenario_rehearse(const struct scenario *scenario, struct ls_buf *end)
{
    struct rollout rollout LS_AUTO(rollout_release);
    scenario_begin(&rollout, scenario);
    CHECK(scenario_run(&rollout, scenario));
    rollout_check_end(&rollout, LS_RUN_DONE);
    size_t writes = rollout_writes(&rollout);
    stage_pass_ms(&rollout.stage, 60000);
    stage_dump(&rollout.stage, end);
    CHECK(writes > 0 && writes < WRITES_MAX);
    return writes;
}

/* The second process. Nothing is left to take down when the first died after
 * its last write. */
static void scenario_finish(struct rollout *rollout, const struct scenario *scenario)
{
    CHECK(scenario_run(rollout, scenario));
    bool is_gone = scenario->is_teardown && rollout->err.code == LS_E_NOT_FOUND;
    if (!is_gone)
        rollout_check_end(rollout, LS_RUN_DONE);
}

static void scenario_check(struct rollout *rollout, const struct scenario *scenario,
                           const struct ls_buf *end)
{
    const char *path = NULL;
    struct ls_buf dump LS_AUTO(ls_buf_release) = {0};
    if (ls_sim_trace_doubles(rollout->stage.trace, 0, &path))
        fail_msg("%s was made twice", path);
    stage_pass_ms(&rollout->stage, 60000);
    stage_dump(&rollout->stage, &dump);
    stage_check_same(&dump, end);
    if (scenario->is_teardown) {
        CHECK_INT(stage_member_count(&rollout->stage), 0);
        return;
    }
    CHECK(scenario_run(rollout, scenario));
    rollout_check_end(rollout, LS_RUN_DONE);
    CHECK_INT(rollout_writes(rollout), 0);
}

static void crash_at(const struct scenario *scenario, size_t write, enum ls_sim_fault_kind place,
                     const struct ls_buf *end)
{
    struct rollout rollout LS_AUTO(rollout_release);
    scenario_begin(&rollout, scenario);
    ls_sim_wire_set(
        rollout.stage.wire,
        (struct ls_sim_fault){.kind = place, .place = LS_SIM_PLACE_WRITE, .nth = write});
    bool is_through = scenario_run(&rollout, scenario);
    ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){0});
    CHECK(!is_through);
    scenario_finish(&rollout, scenario);
    scenario_check(&rollout, scenario, end);
}

static void scenario_crash(const struct scenario *scenario)
{
    struct ls_buf end LS_AUTO(ls_buf_release) = {0};
    size_t writes = scenario_rehearse(scenario, &end);
    print_message("%s: %zu writes\n", scenario->name, writes);
    for (size_t write = 1; write <= writes; write++) {
        for (size_t i = 0; i < LS_COUNT(places); i++) {
            print_message("%s: write %zu: %s\n", scenario->name, write,
                          ls_sim_fault_sentence(places[i]));
            crash_at(scenario, write, places[i], &end);
        }
    }
}

TEST(a_rollout_survives_a_crash_at_every_write)
{
    scenario_crash(&scenarios[0]);
}

TEST(a_change_survives_a_crash_at_every_write)
{
    scenario_crash(&scenarios[1]);
}

TEST(a_prune_survives_a_crash_at_every_write)
{
    scenario_crash(&scenarios[2]);
}

TEST(a_teardown_survives_a_crash_at_every_write)
{
    scenario_crash(&scenarios[3]);
}

/* Two crashes in a row, at chosen places of both lives. */
TEST(a_second_crash_changes_nothing)
{
    const struct scenario *scenario = &scenarios[0];
    struct ls_buf end LS_AUTO(ls_buf_release) = {0};
    size_t writes = scenario_rehearse(scenario, &end);
    for (size_t write = 2; write <= writes; write += 5) {
        struct rollout rollout LS_AUTO(rollout_release);
        scenario_begin(&rollout, scenario);
        for (size_t life = 0; life < 2; life++) {
            ls_sim_wire_set(rollout.stage.wire,
                            (struct ls_sim_fault){.kind = places[(write + life) % 3],
                                                  .place = LS_SIM_PLACE_WRITE,
                                                  .nth = 1 + write / (life + 1)});
            scenario_run(&rollout, scenario);
        }
        ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){0});
        scenario_finish(&rollout, scenario);
        scenario_check(&rollout, scenario, &end);
    }
}

/* Everything up and down again leaves the cluster as it was found, but for the
 * volumes that a StatefulSet leaves to their owner. */
TEST(nothing_is_left_of_a_set_that_was_taken_down)
{
    struct ls_buf before LS_AUTO(ls_buf_release) = {0};
    struct ls_buf after LS_AUTO(ls_buf_release) = {0};
    struct rollout rollout LS_AUTO(rollout_release);
    rollout_init(&rollout, SEED);
    stage_pass_ms(&rollout.stage, 60000);
    stage_dump(&rollout.stage, &before);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    manifests_example(&manifests, "shop");
    CHECK(rollout_apply(&rollout, &manifests));
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK(stage_member_count(&rollout.stage) >= 15);
    CHECK(rollout_delete(&rollout));
    rollout_check_end(&rollout, LS_RUN_DONE);
    stage_pass_ms(&rollout.stage, 60000);
    stage_dump(&rollout.stage, &after);
    stage_check_same(&after, &before);
}
