#pragma once
/*
 * Order: where an object stands in rollout and teardown, as written with it in
 * `lockstep.dev/order`: CREATION/DELETION/POSITION. Teardown and prune read nothing else.
 *
 * POSITION is rank * LS_ORDER_CUTS + the number of annotated waits before it in its phase and rank:
 * objects of the same numbers go out together, and adding an object moves no other one unless it
 * is waited for.
 */
#include <stdint.h>

#include "runtime/ref.h"

enum { LS_ORDER_CUTS = 100000 };

struct ls_order {
    int32_t creation;
    int32_t deletion;
    uint32_t position;
};

bool ls_order_parse(struct ls_slice text, struct ls_order *out);
void ls_order_print(const struct ls_order *order, struct ls_buf *out);

/* Who goes first in a rollout: creation phase, then position. Equal: the same stretch. */
int ls_order_compare_creation(const struct ls_order *a, const struct ls_order *b);
/* Who goes first in a teardown: deletion phase from lowest to highest; inside it kinds without a
 * rank, then stretches in reverse of creation, then CRDs, then Namespaces. Equal: the same stretch.
 */
int ls_order_compare_deletion(const struct ls_order *a, const struct ls_ref *a_ref,
                              const struct ls_order *b, const struct ls_ref *b_ref);
