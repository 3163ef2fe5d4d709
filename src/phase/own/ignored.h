#pragma once
/*
 * Ignored fields (lockstep.dev/ignore-fields) of an object that is there: they are no part of what
 * is wanted. A field that we alone own is sent as it is, since leaving it out would delete it; one
 * that somebody else owns too, or nobody, is left out and stays.
 */
#include "phase/read/wishes.h"
#include "value/obj.h"

struct ls_edit;

/* The intent without the fields that are ignored; the caller unrefs it. */
const struct ls_obj *ls_ignored_cut(const struct ls_wishes *wishes, const struct ls_obj *intent);

struct ls_kept_question {
    const struct ls_wishes *wishes;
    struct ls_node intent; /* without the ignored fields */
    struct ls_node object; /* as the server holds it */
    struct ls_slice manager;
};
/* Edits of that intent that put in what we alone own, as it is now; all in the arena. Returns how
 * many there are, at most LS_IGNORED_MAX. */
size_t ls_ignored_keep(struct ls_arena *arena, const struct ls_kept_question *question,
                       struct ls_edit **out);
