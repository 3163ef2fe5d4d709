/*
 * Whatever goes wrong between a run and its server, the run arrives at the same
 * state, and does not cost much more: every request refused, lost or
 * unanswered, every event of a watch delayed, doubled or dropped, a history
 * that is forgotten at a resume.
 */
#include "support_rollout.h"

#include "check.h"

enum { SEED = 11, COST_MAX = 3, EVENT_DELAY_MS = 3000 };

/* Small, with a gate of each kind: a namespace, a kind of its own, an annotated
 * wait, a phase. */
static const char set[] = "apiVersion: v1\n"
                          "kind: Namespace\n"
                          "metadata: {name: stall}\n"
                          "---\n"
                          "apiVersion: apiextensions.k8s.io/v1\n"
                          "kind: CustomResourceDefinition\n"
                          "metadata: {name: apples.fruit.example.com, annotations: "
                          "{kots.io/creation-phase: '-1'}}\n"
                          "spec:\n"
                          "  group: fruit.example.com\n"
                          "  scope: Namespaced\n"
                          "  names: {kind: Apple, plural: apples, singular: apple}\n"
                          "  versions:\n"
                          "  - name: v1\n"
                          "    served: true\n"
                          "    storage: true\n"
                          "    schema: {openAPIV3Schema: {type: object, properties: {spec: {type: "
                          "object,\n"
                          "      properties: {colour: {type: string}}}}}}\n"
                          "---\n"
                          "apiVersion: fruit.example.com/v1\n"
                          "kind: Apple\n"
                          "metadata: {name: one, namespace: stall}\n"
                          "spec: {colour: red}\n"
                          "---\n"
                          "apiVersion: v1\n"
                          "kind: ConfigMap\n"
                          "metadata: {name: prices, namespace: stall}\n"
                          "data: {apple: '1'}\n"
                          "---\n"
                          "apiVersion: apps/v1\n"
                          "kind: Deployment\n"
                          "metadata: {name: till, namespace: stall, annotations: "
                          "{kots.io/wait-for-ready: 'true'}}\n"
                          "spec:\n"
                          "  replicas: 1\n"
                          "  selector: {matchLabels: {app: till}}\n"
                          "  template:\n"
                          "    metadata: {labels: {app: till}}\n"
                          "    spec: {containers: [{name: till, image: example.com/till}]}\n"
                          "---\n"
                          "apiVersion: v1\n"
                          "kind: ConfigMap\n"
                          "metadata: {name: open, namespace: stall, annotations: "
                          "{kots.io/creation-phase: '2'}}\n"
                          "data: {since: 'now'}\n";

enum goal { GOAL_UP, GOAL_DOWN, GOAL_COUNT };

static bool goal_run(struct rollout *rollout, enum goal goal)
{
    if (goal == GOAL_DOWN)
        return rollout_delete(rollout);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    manifests_text(&manifests, set);
    return rollout_apply(rollout, &manifests);
}

static void goal_begin(struct rollout *rollout, enum goal goal)
{
    rollout_init(rollout, SEED);
    rollout->set_name = "stall";
    if (goal == GOAL_UP)
        return;
    CHECK(goal_run(rollout, GOAL_UP));
    rollout_check_end(rollout, LS_RUN_DONE);
}

struct clean { /* a run without trouble */
    size_t requests;
    size_t writes;
    size_t events;
    struct ls_buf end;
};

static size_t events_count(const struct rollout *rollout)
{
    size_t count = 0;
    for (size_t i = 0; i < ls_sim_trace_step_count(rollout->stage.trace); i++) {
        const struct ls_sim_step *step = ls_sim_trace_step(rollout->stage.trace, i);
        count += step->kind == LS_SIM_STEP_EVENT && step->request >= rollout->log_from;
    }
    return count;
}

static void clean_run(struct clean *clean, enum goal goal)
{
    struct rollout rollout LS_AUTO(rollout_release);
    goal_begin(&rollout, goal);
    ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){0});
    CHECK(goal_run(&rollout, goal));
    rollout_check_end(&rollout, LS_RUN_DONE);
    clean->requests = rollout_requests(&rollout);
    clean->writes = rollout_writes(&rollout);
    clean->events = events_count(&rollout);
    stage_pass_ms(&rollout.stage, 60000);
    stage_dump(&rollout.stage, &clean->end);
    print_message("%zu requests, %zu writes, %zu events\n", clean->requests, clean->writes,
                  clean->events);
}

static void clean_release(struct clean *clean)
{
    ls_buf_release(&clean->end);
}

static void compact(void *self)
{
    struct stage *stage = self;
    ls_sandbox_compact(stage->sandbox);
}

/* Before its first write a run may give up when the server does not answer: the sentence says why,
 * nothing is half done, and the same command finishes. */
static void try_again(struct rollout *rollout, enum goal goal)
{
    CHECK_INT(rollout_writes(rollout), 0);
    CHECK(rollout->err.text[0]);
    CHECK(goal_run(rollout, goal));
}

static void fault_check(const struct clean *clean, enum goal goal, struct ls_sim_fault fault,
                        bool compacts)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_buf dump LS_AUTO(ls_buf_release) = {0};
    const char *path = NULL;
    goal_begin(&rollout, goal);
    if (compacts) {
        ls_sim_wire_on_cut(rollout.stage.wire, compact, &rollout.stage);
    }
    print_message("%s, %s %d at %zu\n", goal == GOAL_UP ? "up" : "down",
                  ls_sim_fault_sentence(fault.kind), (int)fault.value, fault.nth);
    ls_sim_wire_set(rollout.stage.wire, fault);
    CHECK(goal_run(&rollout, goal));
    if (rollout.end == LS_RUN_ERROR)
        try_again(&rollout, goal);
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK(rollout_requests(&rollout) <= COST_MAX * clean->requests);
    if (ls_sim_trace_doubles(rollout.stage.trace, 0, &path))
        fail_msg("%s was made twice", path);
    stage_pass_ms(&rollout.stage, 60000);
    stage_dump(&rollout.stage, &dump);
    stage_check_same(&dump, &clean->end);
}

/* ---- requests ---- */

static const struct ls_sim_fault of_requests[] = {
    {.kind = LS_SIM_FAULT_NOT_SENT},
    {.kind = LS_SIM_FAULT_NO_REPLY},
    {.kind = LS_SIM_FAULT_LOST},
    {.kind = LS_SIM_FAULT_STATUS, .value = 429},
    {.kind = LS_SIM_FAULT_STATUS, .value = 500},
    {.kind = LS_SIM_FAULT_STATUS, .value = 503},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 500},
    {.kind = LS_SIM_FAULT_SLOW, .value = 10000},
    {.kind = LS_SIM_FAULT_HANG},
};

static void every_request(enum goal goal)
{
    struct clean clean LS_AUTO(clean_release) = {0};
    clean_run(&clean, goal);
    for (size_t i = 0; i < LS_COUNT(of_requests); i++) {
        for (size_t nth = 1; nth <= clean.requests; nth++) {
            struct ls_sim_fault fault = of_requests[i];
            fault.nth = nth;
            fault_check(&clean, goal, fault, false);
        }
    }
}

TEST(a_rollout_arrives_whatever_request_fails)
{
    every_request(GOAL_UP);
}

TEST(a_teardown_arrives_whatever_request_fails)
{
    every_request(GOAL_DOWN);
}

/* The read that follows says that the object is gone, or going. */
TEST(a_delete_whose_reply_was_lost_is_not_sent_again)
{
    struct clean clean LS_AUTO(clean_release) = {0};
    clean_run(&clean, GOAL_DOWN);
    for (size_t nth = 1; nth <= clean.writes; nth++) {
        struct rollout rollout LS_AUTO(rollout_release);
        goal_begin(&rollout, GOAL_DOWN);
        ls_sim_wire_set(rollout.stage.wire, (struct ls_sim_fault){.kind = LS_SIM_FAULT_LOST,
                                                                  .place = LS_SIM_PLACE_WRITE,
                                                                  .nth = nth});
        CHECK(goal_run(&rollout, GOAL_DOWN));
        rollout_check_end(&rollout, LS_RUN_DONE);
        print_message("reply %zu lost: %zu writes, %zu requests\n", nth, rollout_writes(&rollout),
                      rollout_requests(&rollout));
        CHECK_INT(rollout_writes(&rollout), clean.writes);
        CHECK(rollout_requests(&rollout) <= clean.requests + 1);
    }
}

/* Somebody else was first: only writes can be told so. */
TEST(a_conflict_of_any_write_is_looked_into)
{
    for (unsigned goal = 0; goal < GOAL_COUNT; goal++) {
        struct clean clean LS_AUTO(clean_release) = {0};
        clean_run(&clean, (enum goal)goal);
        for (size_t nth = 1; nth <= clean.writes; nth++)
            fault_check(&clean, (enum goal)goal,
                        (struct ls_sim_fault){.kind = LS_SIM_FAULT_STATUS,
                                              .value = 409,
                                              .place = LS_SIM_PLACE_WRITE,
                                              .nth = nth},
                        false);
    }
}

/* A webhook that is down, a store that is full: the server keeps failing. The run goes on trying,
 * not in a hurry, until its time is up, and then tells the server's own words. */
TEST(a_server_that_keeps_failing_is_quoted_in_the_end)
{
    enum { TIMEOUT_MS = 5 * 60 * 1000, REQUESTS_MAX = 2 * TIMEOUT_MS / 1000 };
    static const struct ls_sim_fault lasting[] = {
        {.kind = LS_SIM_FAULT_STATUS, .value = 500, .path = "deployments/till"},
        {.kind = LS_SIM_FAULT_STATUS, .value = 503, .path = "deployments/till"},
        {.kind = LS_SIM_FAULT_NO_REPLY, .path = "deployments/till"},
        {.kind = LS_SIM_FAULT_STATUS, .value = 500},
        {.kind = LS_SIM_FAULT_STATUS, .value = 503},
        {.kind = LS_SIM_FAULT_STATUS, .value = 429},
        {.kind = LS_SIM_FAULT_NOT_SENT},
    };
    for (size_t i = 0; i < LS_COUNT(lasting); i++) {
        struct rollout rollout LS_AUTO(rollout_release);
        struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
        struct ls_sim_fault fault = lasting[i];
        fault.nth = fault.path[0] ? 1 : 5;
        fault.times = SIZE_MAX / 2;
        fault.place = LS_SIM_PLACE_WRITE;
        goal_begin(&rollout, GOAL_UP);
        manifests_text(&manifests, set);
        ls_sim_wire_set(rollout.stage.wire, fault);
        CHECK(rollout_run(&rollout, &(struct ls_run_options){.goal = LS_GOAL_ROLLOUT,
                                                             .manifests = &manifests,
                                                             .timeout_ms = TIMEOUT_MS}));
        print_message("%s (%zu requests)\n", rollout.err.text, rollout_requests(&rollout));
        CHECK_INT(rollout.end, LS_RUN_FAILED);
        CHECK_HAS(rollout.err.text, fault.kind == LS_SIM_FAULT_NOT_SENT   ? "connection refused"
                                    : fault.kind == LS_SIM_FAULT_NO_REPLY ? "the connection broke"
                                                                          : "a fault on purpose");
        CHECK(rollout_requests(&rollout) < REQUESTS_MAX);
        CHECK(rollout.took_ms >= TIMEOUT_MS);
    }
}

/* ---- watches ---- */

static void every_event(enum goal goal, struct ls_sim_fault fault, bool compacts)
{
    struct clean clean LS_AUTO(clean_release) = {0};
    clean_run(&clean, goal);
    for (size_t nth = 1; nth <= clean.events; nth++) {
        fault.nth = nth;
        fault_check(&clean, goal, fault, compacts);
    }
}

TEST(every_event_may_be_late)
{
    struct ls_sim_fault fault = {.kind = LS_SIM_FAULT_DELAY, .value = EVENT_DELAY_MS};
    every_event(GOAL_UP, fault, false);
    every_event(GOAL_DOWN, fault, false);
}

TEST(every_event_may_come_twice)
{
    every_event(GOAL_UP, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DOUBLE}, false);
    every_event(GOAL_DOWN, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DOUBLE}, false);
}

TEST(every_event_may_be_lost_with_its_watch)
{
    every_event(GOAL_UP, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DROP}, false);
    every_event(GOAL_DOWN, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DROP}, false);
}

TEST(the_history_may_be_forgotten_when_a_watch_goes_on)
{
    every_event(GOAL_UP, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DROP}, true);
    every_event(GOAL_DOWN, (struct ls_sim_fault){.kind = LS_SIM_FAULT_DROP}, true);
}
