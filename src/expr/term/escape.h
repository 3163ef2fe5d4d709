#pragma once
/* Names of properties as expressions write them: CEL names have letters, digits and underscores
 * only, and some words are reserved. */
#include "base/arena.h"

/* "a-b" gives a__dash__b, "namespace" gives __namespace__. NULL: the name cannot be escaped. */
const char *ls_cel_escape(struct ls_arena *arena, struct ls_slice name);
/* A reserved word of CEL; all are shorter than 16 bytes. */
bool ls_cel_is_reserved(struct ls_slice name);
