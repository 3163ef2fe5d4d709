#pragma once
/*
 * The one question there is: may what is likely another application's be deleted? Asked only on a
 * terminal, and only after the run has refused it.
 */
#include "cli/rollout.h"

/* Is there somebody to ask, and something to ask about? */
bool ls_prune_is_asked(const struct ls_rollout *rollout);
/* Shows the refusal and asks; true: the answer is yes. A signal ends it like a no, and is noted. */
bool ls_prune_ask(struct ls_rollout *rollout);
