#include "base/machine.h"

#include "check.h"
#include "machine_check.h"
#include "support_abort.h"
#include "base/buf.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/macros.h"

enum { PENDING, WORKING, READY, FAILED, STATE_COUNT };

/* The context is the state that each step returns. */
static unsigned step_to_context(void *context)
{
    return *(unsigned *)context;
}

#define TO(state) LS_BIT(state)
static const struct ls_state good_states[STATE_COUNT] = {
    [PENDING] = {"Pending", step_to_context, TO(WORKING) | TO(FAILED), false},
    [WORKING] = {"Working", step_to_context, TO(READY) | TO(FAILED), false},
    [READY] = {"Ready", NULL, 0, true},
    [FAILED] = {"Failed", step_to_context, TO(PENDING), false},
};
static const struct ls_machine good = {"shop", good_states, STATE_COUNT};

static void to_buf(void *self, struct ls_slice line)
{
    ls_buf_add_slice(self, line);
}

TEST(a_step_moves_waits_and_logs_the_move)
{
    struct ls_virtual_clock clock;
    struct ls_buf lines LS_AUTO(ls_buf_release) = {0};
    ls_virtual_clock_init(&clock, 0);
    struct ls_log *log = ls_log_new(&clock.clock, LS_LEVEL_INFO, LS_LOG_TEXT, to_buf, &lines);
    unsigned next_state = PENDING;
    CHECK_INT(ls_machine_step(&good, PENDING, &next_state, log), PENDING);
    CHECK_STR(ls_buf_text(&lines), "");
    next_state = WORKING;
    CHECK_INT(ls_machine_step(&good, PENDING, &next_state, log), WORKING);
    CHECK_STR(ls_buf_text(&lines), "1970-01-01T00:00:00.000Z INFO  state changed machine=shop "
                                   "from=Pending to=Working\n");
    CHECK_INT(ls_machine_step(&good, READY, NULL, log), READY);
    ls_log_free(log);
}

static void take_a_forbidden_way(void)
{
    unsigned next_state = READY;
    ls_machine_step(&good, PENDING, &next_state, NULL);
}

static void lead_to_nowhere(void)
{
    unsigned next_state = 17;
    ls_machine_step(&good, PENDING, &next_state, NULL);
}

static void start_nowhere(void)
{
    ls_machine_step(&good, STATE_COUNT, NULL, NULL);
}

TEST(a_move_the_table_forbids_ends_the_process)
{
    static void (*const wrongs[])(void) = {take_a_forbidden_way, lead_to_nowhere, start_nowhere};
    for (size_t i = 0; i < LS_COUNT(wrongs); i++) {
        char text[4096];
        abort_text(wrongs[i], text, sizeof text);
        CHECK_HAS(text, "assertion failed");
    }
}

TEST(states_are_found_by_name)
{
}

TEST(a_good_table_passes)
{
    struct ls_err err = {0};
    CHECK_OK(machine_check(&good, &err), err);
    static const struct ls_state alone[] = {{"Done", NULL, 0, true}};
    CHECK_OK(machine_check(&(struct ls_machine){"one", alone, 1}, &err), err);
    static const struct ls_state waits[] = {{"A", step_to_context, TO(0) | TO(1), false},
                                            {"B", step_to_context, TO(1), true}};
    CHECK_OK(machine_check(&(struct ls_machine){"waits", waits, 2}, &err), err);
}

TEST(thirty_two_states_are_not_too_many)
{
    struct ls_state states[LS_MACHINE_STATES_MAX + 1] = {0};
    char names[LS_MACHINE_STATES_MAX + 1][2];
    for (size_t i = 0; i <= LS_MACHINE_STATES_MAX; i++) {
        names[i][0] = (char)('A' + i);
        names[i][1] = '\0';
        uint32_t next = LS_BIT((i + 1) % LS_MACHINE_STATES_MAX);
        states[i] = (struct ls_state){names[i], step_to_context, next, false};
    }
    struct ls_err err = {0};
    struct ls_machine machine = {"ring", states, LS_MACHINE_STATES_MAX};
    CHECK_OK(machine_check(&machine, &err), err);
    machine.state_count++;
    CHECK_CODE(machine_check(&machine, &err), LS_E_TOO_BIG, err);
    CHECK_STR(err.text, "machine ring has 33 states, the limit is 32");
}

/* One row for each kind of mistake. */
TEST(every_kind_of_mistake_is_found)
{
    static const struct {
        const char *machine_name;
        size_t state_count;
        struct ls_state states[3];
        const char *sentence;
    } rows[] = {
        {NULL, 1, {{"A", NULL, 0, true}}, "a state machine has no name"},
        {"", 1, {{"A", NULL, 0, true}}, "a state machine has no name"},
        {"m", 0, {{NULL, NULL, 0, false}}, "machine m has no states"},
        {"m", 1, {{NULL, NULL, 0, true}}, "machine m: state 0 has no name"},
        {"m",
         2,
         {{"A", step_to_context, TO(1), false}, {"", NULL, 0, true}},
         "machine m: state 1 has no name"},
        {"m",
         3,
         {{"A", step_to_context, TO(1), false},
          {"B", step_to_context, TO(2), false},
          {"A", NULL, 0, true}},
         "machine m: states 0 and 2 are both called A"},
        {"m",
         2,
         {{"A", step_to_context, TO(1) | TO(2), false}, {"B", NULL, 0, true}},
         "machine m: state A may lead to a state that is not there"},
        {"m",
         2,
         {{"A", step_to_context, TO(1) | TO(31), false}, {"B", NULL, 0, true}},
         "machine m: state A may lead to a state that is not there"},
        {"m",
         2,
         {{"A", step_to_context, TO(1), false}, {"B", step_to_context, TO(0), true}},
         "machine m: state B is final and yet has a way out"},
        {"m",
         2,
         {{"A", step_to_context, TO(1), false}, {"B", step_to_context, 0, false}},
         "machine m: state B has no way out and is not final"},
        {"m",
         2,
         {{"A", step_to_context, TO(1), false}, {"B", step_to_context, TO(1), false}},
         "machine m: state B has no way out and is not final"},
        {"m",
         2,
         {{"A", NULL, TO(1), false}, {"B", NULL, 0, true}},
         "machine m: state A has no step"},
        {"m",
         3,
         {{"A", step_to_context, TO(1), false},
          {"B", NULL, 0, true},
          {"C", step_to_context, TO(1), false}},
         "machine m: no way leads from A to state C"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_machine machine = {rows[i].machine_name, rows[i].states, rows[i].state_count};
        struct ls_err err = {0};
        CHECK_CODE(machine_check(&machine, &err), LS_E_INVALID, err);
        CHECK_STR(err.text, rows[i].sentence);
    }
}
