#pragma once
/*
 * Ranks: where a kind stands in Helm's install order. Kinds it does not name come last.
 */
#include "kube/resource.h"

enum { LS_RANK_UNKNOWN = 99 };

unsigned ls_rank_of(struct ls_slice kind); /* from 0; LS_RANK_UNKNOWN */
/* Row i of the table, for those who walk it; NULL past its end. */
const char *ls_rank_kind(unsigned rank);
/* Does it hold other objects up: a CRD or a Namespace? These leave last. */
bool ls_rank_is_ground(const struct ls_resource *resource);
/* Is it ready only when others are, which may come in a later phase: a Service, an Ingress, an
 * APIService? */
bool ls_rank_leans(const struct ls_resource *resource);
