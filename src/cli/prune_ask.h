#pragma once
/*
 * The only question lockstep asks: may objects be deleted that likely belong to another
 * application? It is asked on a terminal only, after the run has refused to delete them.
 */
#include "cli/rollout.h"

/* Is there somebody to ask, and something to ask about? */
bool ls_prune_is_asked(const struct ls_rollout *rollout);
/* Shows the refusal and asks; true: the answer is yes. A signal counts as no, and is noted. */
bool ls_prune_ask(struct ls_rollout *rollout);
