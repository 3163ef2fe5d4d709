/* Where a member stands: every action, in flight or not, refused or not; every verdict. */
#include "phase/set/member_state.h"

#include "check.h"

static const struct {
    enum ls_action action;
    enum ls_write_state write;
} rows[] = {
    {LS_ACTION_NONE, LS_WRITE_UNSEEN},    {LS_ACTION_CREATE, LS_WRITE_WANTS},
    {LS_ACTION_CHANGE, LS_WRITE_WANTS},   {LS_ACTION_SAME, LS_WRITE_DONE},
    {LS_ACTION_ADOPT, LS_WRITE_WANTS},    {LS_ACTION_MOVE, LS_WRITE_WANTS},
    {LS_ACTION_REPLACE, LS_WRITE_WANTS},  {LS_ACTION_RELEASE, LS_WRITE_REFUSED},
    {LS_ACTION_DELETE, LS_WRITE_REFUSED}, {LS_ACTION_AWAIT, LS_WRITE_AWAITS},
    {LS_ACTION_FINISHED, LS_WRITE_DONE},  {LS_ACTION_REFUSE, LS_WRITE_REFUSED},
};

TEST(what_is_to_be_done_says_where_a_write_stands)
{
    CHECK_INT(LS_COUNT(rows), LS_ACTION_COUNT);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        enum ls_action action = rows[i].action;
        CHECK_INT(ls_member_write_state(action, false, false), rows[i].write);
        CHECK_INT(ls_member_write_state(action, false, true), LS_WRITE_FAILED);
        CHECK_INT(ls_member_write_state(action, true, false), LS_WRITE_SENT);
        CHECK_INT(ls_member_write_state(action, true, true), LS_WRITE_SENT);
    }
}

TEST(no_gate_is_met_before_its_write_is_done)
{
    for (int write = 0; write < LS_WRITE_COUNT; write++) {
        if (write == LS_WRITE_DONE)
            continue;
        for (int verdict = 0; verdict < LS_VERDICT_COUNT; verdict++)
            CHECK_INT(ls_member_gate_state((enum ls_write_state)write, LS_ACTION_SAME,
                                           (enum ls_verdict_kind)verdict),
                      LS_GATE_UNMET);
    }
}

TEST(the_verdict_opens_a_gate_or_fails_it)
{
    static const enum ls_gate_state gates[LS_VERDICT_COUNT] = {
        [LS_VERDICT_UNKNOWN] = LS_GATE_UNMET,
        [LS_VERDICT_IN_PROGRESS] = LS_GATE_UNMET,
        [LS_VERDICT_FAILED] = LS_GATE_FAILED,
        [LS_VERDICT_READY] = LS_GATE_MET,
    };
    for (int i = 0; i < LS_VERDICT_COUNT; i++) {
        enum ls_verdict_kind verdict = (enum ls_verdict_kind)i;
        CHECK_INT(ls_member_gate_state(LS_WRITE_DONE, LS_ACTION_SAME, verdict), gates[i]);
        CHECK_INT(ls_member_gate_state(LS_WRITE_DONE, LS_ACTION_FINISHED, verdict), LS_GATE_MET);
    }
}
