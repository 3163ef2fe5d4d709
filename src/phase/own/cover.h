#pragma once
/*
 * Cover: do the fields that a manager owns by apply still cover every leaf of an intent?
 *
 * Values are never compared: the server turns 1000m into 1, drops "", fills in defaults. A foreign
 * edit takes exactly its path out of our entry, and that is what is looked for. No schema is
 * needed: where the server owns a list piece by piece its entry says so, with keys. A list without
 * items is covered as long as nobody has put another in its place.
 */
#include "base/buf.h"
#include "value/node.h"

/* object: as the server holds it, with metadata.managedFields. With `missing` (may be NULL) the
 * first path that is not ours any more is printed. */
bool ls_cover_holds(struct ls_node intent, struct ls_node object, struct ls_slice manager,
                    struct ls_buf *missing);
/* What a manager owns by apply, as a number: another one when somebody has taken a field of it. */
uint64_t ls_cover_number(struct ls_node object, struct ls_slice manager);
