#pragma once
/*
 * Resource versions: opaque text, except that two decimal ones of the same resource have an order
 * (KEP-5504): no leading zero, the longer is the newer, equal lengths compare as bytes. Any other
 * text can only be equal or not.
 */
#include "value/node.h"

enum ls_rv_order {
    LS_RV_OLDER = -1, /* a is older than b */
    LS_RV_EQUAL = 0,
    LS_RV_NEWER = 1,
    LS_RV_UNORDERED = 2, /* different, and the order is not known */
};

bool ls_rv_is_decimal(struct ls_slice rv);
enum ls_rv_order ls_rv_compare(struct ls_slice a, struct ls_slice b);
/* As a number; 0: not of that form. */
uint64_t ls_rv_of_text(struct ls_slice rv);
/* metadata.resourceVersion as a number; 0: none, or not of that form. */
uint64_t ls_rv_of_object(struct ls_node object);
