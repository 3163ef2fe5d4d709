#pragma once
/*
 * Where a member stands in the ledgers, from what is to be done with it and what is on its way.
 * Pure; what is to be done says phase/own/action.h.
 */
#include "phase/own/action.h"
#include "phase/set/view.h"

/* is_sent: a request about it is in flight. is_failed: the server refused it for good. */
enum ls_write_state ls_member_write_state(enum ls_action action, bool is_sent, bool is_failed);
/* A gate counts once the write is done: what is there before that is not what was asked for. */
enum ls_gate_state ls_member_gate_state(enum ls_write_state write, enum ls_action action,
                                        enum ls_verdict_kind verdict);
