#pragma once
/*
 * The cost of a call as kube-apiserver counts it: cel-go's tracker with the estimator of
 * k8s.io/apiserver/pkg/cel/library. A limit compares these numbers, so they are exact.
 *
 * The rule of a call is chosen once, when it is planned: by the overload where the checker left
 * one, by the name of the function, or one unit.
 */
#include "expr/cel/plan.h"

enum { LS_CEL_COST_LIST = 10, LS_CEL_COST_MAP = 30 }; /* of making one */

/* overload_id: "" when more than one overload may apply. */
unsigned ls_cel_cost_rule(struct ls_slice function, const char *overload_id);
uint64_t ls_cel_cost_call(unsigned rule, const struct ls_term *args, size_t arg_count,
                          struct ls_term result);
/* Of == and !=. */
uint64_t ls_cel_cost_equal(struct ls_term a, struct ls_term b, bool is_not);
