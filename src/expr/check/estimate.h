#pragma once
/* Arithmetic of estimates, as in cel-go: sums and products saturate at UINT64_MAX, fractions round
 * up. Sizes and costs are the same pair of bounds. */
#include "expr/check/cost.h"

/* Costs that do not depend on sizes, and what one character costs. */
#define COST_TRAVERSAL 0.1
#define COST_REGEX     0.25
enum { COST_LIST = 10, COST_MAP = 30 };

struct ls_cel_estimate ls_estimate_of(uint64_t min, uint64_t max);
struct ls_cel_estimate ls_estimate_exactly(uint64_t value);
struct ls_cel_estimate ls_estimate_unknown(void);
struct ls_cel_estimate ls_estimate_add(struct ls_cel_estimate a, struct ls_cel_estimate b);
struct ls_cel_estimate ls_estimate_multiply(struct ls_cel_estimate a, struct ls_cel_estimate b);
struct ls_cel_estimate ls_estimate_scale(struct ls_cel_estimate a, double factor);
struct ls_cel_estimate ls_estimate_union(struct ls_cel_estimate a, struct ls_cel_estimate b);
