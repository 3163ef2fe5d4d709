#pragma once
/*
 * Checks the table of a state machine: names present and unique, every state reachable from the
 * first, every state with an exit or marked final and never both, a step in every state with an
 * exit, no exit to a state that does not exist.
 */
#include "base/machine.h"

enum ls_code machine_check(const struct ls_machine *machine, struct ls_err *err);
