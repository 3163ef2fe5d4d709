#include "machine_check.h"

#include <string.h>

#include "base/limits.h"
#include "base/macros.h"

/* Waiting in place is allowed to every state and is no exit. */
static uint32_t exits_of(const struct ls_machine *machine, size_t state)
{
    return machine->states[state].may_lead_to & ~LS_BIT(state);
}

static size_t state_named(const struct ls_machine *machine, const char *name)
{
    for (size_t i = 0; i < machine->state_count; i++) {
        if (strcmp(machine->states[i].name, name) == 0)
            return i;
    }
    return SIZE_MAX;
}

static enum ls_code check_frame(const struct ls_machine *machine, struct ls_err *err)
{
    if (!machine->name || !machine->name[0])
        return ls_fail(err, LS_E_INVALID, "a state machine has no name");
    if (machine->state_count == 0)
        return ls_fail(err, LS_E_INVALID, "machine %s has no states", machine->name);
    if (machine->state_count > LS_MACHINE_STATES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "machine %s has %zu states, the limit is %d",
                       machine->name, machine->state_count, LS_MACHINE_STATES_MAX);
    return LS_OK;
}

static enum ls_code check_names(const struct ls_machine *machine, struct ls_err *err)
{
    for (size_t i = 0; i < machine->state_count; i++) {
        const char *name = machine->states[i].name;
        if (!name || !name[0])
            return ls_fail(err, LS_E_INVALID, "machine %s: state %zu has no name", machine->name,
                           i);
        size_t namesake = state_named(machine, name);
        if (namesake != i)
            return ls_fail(err, LS_E_INVALID, "machine %s: states %zu and %zu are both called %s",
                           machine->name, namesake, i, name);
    }
    return LS_OK;
}

static enum ls_code check_state(const struct ls_machine *machine, size_t at, struct ls_err *err)
{
    const struct ls_state *state = &machine->states[at];
    uint32_t exits = exits_of(machine, at);
    if (machine->state_count < LS_MACHINE_STATES_MAX && exits >> machine->state_count)
        return ls_fail(err, LS_E_INVALID,
                       "machine %s: state %s may lead to a state that is not there", machine->name,
                       state->name);
    if (exits && state->is_final)
        return ls_fail(err, LS_E_INVALID, "machine %s: state %s is final and yet has a way out",
                       machine->name, state->name);
    if (!exits && !state->is_final)
        return ls_fail(err, LS_E_INVALID, "machine %s: state %s has no way out and is not final",
                       machine->name, state->name);
    if (exits && !state->step)
        return ls_fail(err, LS_E_INVALID, "machine %s: state %s has no step", machine->name,
                       state->name);
    return LS_OK;
}

static uint32_t reached_from_first(const struct ls_machine *machine)
{
    uint32_t reached = LS_BIT(0);
    uint32_t before = 0;
    while (reached != before) {
        before = reached;
        for (size_t i = 0; i < machine->state_count; i++) {
            if (reached & LS_BIT(i))
                reached |= machine->states[i].may_lead_to;
        }
    }
    return reached;
}

static enum ls_code check_reach(const struct ls_machine *machine, struct ls_err *err)
{
    uint32_t reached = reached_from_first(machine);
    for (size_t i = 0; i < machine->state_count; i++) {
        if (!(reached & LS_BIT(i)))
            return ls_fail(err, LS_E_INVALID, "machine %s: no way leads from %s to state %s",
                           machine->name, machine->states[0].name, machine->states[i].name);
    }
    return LS_OK;
}

enum ls_code machine_check(const struct ls_machine *machine, struct ls_err *err)
{
    enum ls_code code = check_frame(machine, err);
    if (!code)
        code = check_names(machine, err);
    for (size_t i = 0; !code && i < machine->state_count; i++)
        code = check_state(machine, i, err);
    if (!code)
        code = check_reach(machine, err);
    return code;
}
