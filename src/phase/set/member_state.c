#include "phase/set/member_state.h"

#include "base/defect.h"
#include "base/macros.h"

enum ls_write_state ls_member_write_state(enum ls_action action, bool is_sent, bool is_failed)
{
    static const uint8_t states[LS_ACTION_COUNT] = {
        [LS_ACTION_NONE] = LS_WRITE_UNSEEN,     [LS_ACTION_CREATE] = LS_WRITE_WANTS,
        [LS_ACTION_CHANGE] = LS_WRITE_WANTS,    [LS_ACTION_SAME] = LS_WRITE_DONE,
        [LS_ACTION_ADOPT] = LS_WRITE_WANTS,     [LS_ACTION_REPLACE] = LS_WRITE_WANTS,
        [LS_ACTION_RELEASE] = LS_WRITE_REFUSED, [LS_ACTION_DELETE] = LS_WRITE_REFUSED,
        [LS_ACTION_AWAIT] = LS_WRITE_AWAITS,    [LS_ACTION_FINISHED] = LS_WRITE_DONE,
        [LS_ACTION_REFUSE] = LS_WRITE_REFUSED,  [LS_ACTION_MOVE] = LS_WRITE_WANTS,
    };
    LS_ASSERT(action < LS_ACTION_COUNT);
    if (is_sent)
        return LS_WRITE_SENT;
    return is_failed ? LS_WRITE_FAILED : (enum ls_write_state)states[action];
}

enum ls_gate_state ls_member_gate_state(enum ls_write_state write, enum ls_action action,
                                        enum ls_verdict_kind verdict)
{
    if (write != LS_WRITE_DONE)
        return LS_GATE_UNMET;
    if (action == LS_ACTION_FINISHED || verdict == LS_VERDICT_READY || LS_DEFECT(gate_ignored))
        return LS_GATE_MET;
    return verdict == LS_VERDICT_FAILED ? LS_GATE_FAILED : LS_GATE_UNMET;
}
