#pragma once
/*
 * Cover: do the fields that a manager owns by apply still cover every leaf of an intent?
 *
 * Values are never compared for this: the server turns 1000m into 1, drops "", fills in defaults. A
 * foreign edit takes exactly its path out of our entry, and that is what is looked for. No schema
 * is needed: where the server owns a list piece by piece its entry says so, with keys. A list
 * without items is covered as long as nobody has put another in its place.
 *
 * A leaf that is not ours and that the rules (phase/own/foreign.h) leave to its owner is no part of
 * what is asked: it is listed, and the cover may hold without it.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "phase/own/foreign.h"

struct ls_path;

struct ls_cover_question {
    struct ls_node intent;
    struct ls_node object; /* as the server holds it, with metadata.managedFields */
    struct ls_slice manager;
    struct ls_slice from; /* the manager of the set that it moves from: nothing is left to it */
    enum ls_drift_mode mode;
    /* The object will be written: of leaves that are ours and somebody else's as well, those with
     * another value than wanted count too. */
    bool compares;
};

struct ls_left {                /* a leaf of the intent that is left to somebody else */
    const struct ls_path *path; /* in the intent */
    const char *text;           /* `.spec.replicas is left to "kubectl" (Apply)` */
};

struct ls_cover {
    bool holds;
    const char *missing; /* the first path that is not ours any more; "" when it holds */
    const struct ls_left *left;
    size_t left_count;
    bool has_foreign; /* somebody else owns a leaf, not left to them, that has another value */
};

/* Everything in *out lives in the arena. */
void ls_cover_judge(struct ls_arena *arena, const struct ls_cover_question *question,
                    struct ls_cover *out);
/* What a manager owns by apply, as a number: another one when somebody has taken a field of it. */
uint64_t ls_cover_number(struct ls_node object, struct ls_slice manager);
