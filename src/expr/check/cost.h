#pragma once
/*
 * What an expression may cost at most, from the sizes its types promise; counted as cel-go and
 * kube-apiserver count. Numbers are exact where theirs are, since a limit compares them.
 */
#include "expr/check/check.h"

struct ls_cel_estimate {
    uint64_t min, max; /* UINT64_MAX: no bound */
};
/* Of an expression that ls_cel_check() took. Sizes come from the type of the first variable
 * (`self`), which kube-apiserver starts at whatever variable an expression names. has() is free. */
struct ls_cel_estimate ls_cel_cost_estimate(const struct ls_cel_env *env,
                                            const struct ls_cel_tree *tree,
                                            const struct ls_cel_checked *checked,
                                            struct ls_arena *arena);
