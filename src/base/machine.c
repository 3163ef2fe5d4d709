#include "base/machine.h"

#include "base/limits.h"
#include "base/log.h"

static bool may_lead(const struct ls_machine *machine, size_t from, size_t to)
{
    return (machine->states[from].may_lead_to & LS_BIT(to)) != 0;
}

unsigned ls_machine_step(const struct ls_machine *machine, unsigned state, void *context,
                         struct ls_log *log)
{
    LS_ASSERT(machine->state_count <= LS_MACHINE_STATES_MAX);
    LS_ASSERT(state < machine->state_count);
    const struct ls_state *row = &machine->states[state];
    if (!row->step) {
        LS_ASSERT(row->is_final);
        return state;
    }
    unsigned next = row->step(context);
    if (next == state)
        return state;
    LS_ASSERT(next < machine->state_count && may_lead(machine, state, next));
    ls_log_info(log, "state changed", LS_STR("machine", machine->name), LS_STR("from", row->name),
                LS_STR("to", machine->states[next].name));
    return next;
}
