#pragma once
/*
 * A set of texts, for finding duplicates among few or many. Borrows the texts.
 */
#include "base/map.h"
#include "base/slice.h"

enum { LS_SEEN_FEW = 8 };

struct ls_seen {
    struct ls_slice few[LS_SEEN_FEW];
    size_t count;
    struct ls_map *many; /* NULL while there are few */
};

/* False: it was added before. */
bool ls_seen_add(struct ls_seen *seen, struct ls_slice text);
bool ls_seen_has(const struct ls_seen *seen, struct ls_slice text);
void ls_seen_release(struct ls_seen *seen);
