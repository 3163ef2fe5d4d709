#pragma once
/*
 * Limits of authorization.
 */
enum {
    LS_ACCESS_GRANTS_MAX = 100000, /* single rights that one role may grant to be compared */
    LS_ACCESS_ROUNDS_MAX = 64,     /* passes of aggregation until roles no longer change */
};
