#pragma once
/* Names of properties as expressions write them: CEL knows letters, digits and underscores only,
 * and keeps some words for itself. */
#include "base/arena.h"

/* "a-b" gives a__dash__b, "namespace" gives __namespace__. NULL: the name cannot be written. */
const char *ls_cel_escape(struct ls_arena *arena, struct ls_slice name);
/* A word that CEL keeps for itself; all are shorter than 16 bytes. */
bool ls_cel_is_reserved(struct ls_slice name);
