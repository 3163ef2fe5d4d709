#pragma once
/*
 * Text from the cluster, made safe for a sentence of ours: on one line, without control characters,
 * cut to LS_HEALTH_QUOTE_BYTES_MAX.
 */
#include "base/arena.h"
#include "value/node.h"

const char *ls_health_quote(struct ls_arena *arena, struct ls_slice text);
/* The string at a path; "" when there is none. */
const char *ls_health_quote_at(struct ls_arena *arena, struct ls_node node, const char *path);
/* `REASON: MESSAGE`, or the one of them that is not empty; "" for none. */
const char *ls_health_quote_why(struct ls_arena *arena, struct ls_slice reason,
                                struct ls_slice message);
/* Is it a Secret? Then no sentence may contain a value of it. */
bool ls_health_is_secret(struct ls_node object);
