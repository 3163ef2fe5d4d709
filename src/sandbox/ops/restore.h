#pragma once
/*
 * The restore of an earlier revision of the store, with all that is derived from its objects: the
 * index of owners, addresses. Housekeeping and controllers notice by themselves that they have lost
 * events. Objects of a custom kind that is not served now come back without their owners in the
 * index.
 */
#include <stdbool.h>
#include <stdint.h>

struct ls_cluster;

/* False: the history does not go back that far; nothing has changed. */
bool ls_op_restore(struct ls_cluster *cluster, int64_t revision);
