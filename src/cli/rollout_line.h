#pragma once
/*
 * The command line of a rollout: what flags say, checked before anything is read or asked.
 */
#include "cli/rollout.h"

/* Sets paths, set_name, command, options and how it is shown. LS_E_USAGE for mistakes.
 */
enum ls_code ls_rollout_line_read(struct ls_rollout *rollout, struct ls_err *err);
/* Is there a terminal that can be drawn on? */
bool ls_terminal_is_fit(FILE *out);
