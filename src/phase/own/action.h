#pragma once
/*
 * What is to be done with one object, from facts alone. Two tables: for what is wanted, by presence
 * and holder; for what is not wanted any more.
 */
#include "phase/own/holder.h"
#include "phase/own/project.h"

enum ls_action {
    LS_ACTION_NONE, /* not known yet */
    LS_ACTION_CREATE,
    LS_ACTION_CHANGE,
    LS_ACTION_SAME,
    LS_ACTION_ADOPT,
    LS_ACTION_MOVE,    /* from the set that the manifest names */
    LS_ACTION_REPLACE, /* delete, await gone, create */
    LS_ACTION_RELEASE, /* take our marks off, leave it */
    LS_ACTION_DELETE,
    LS_ACTION_AWAIT,    /* it is going; a namesake can be made when it is gone */
    LS_ACTION_FINISHED, /* a Job that was done and is gone: nothing to do */
    LS_ACTION_REFUSE,   /* somebody else's */
    LS_ACTION_COUNT
};
const char *ls_action_name(enum ls_action action); /* "create" */

/* Is the object itself to be written, besides what waits or leaves? */
bool ls_action_is_apply(enum ls_action action);

struct ls_manners {       /* how careful we were asked to be */
    bool adopts_not;      /* --no-adopt */
    bool deletes_adopted; /* --delete-adopted */
    bool is_finished;     /* the parent says this Job, in this form, was done */
    bool needs_replace;   /* the server refused a change, and the member says replace */
};
/* REFUSE also where a replacement would destroy what was there before us, or what is kept. */
enum ls_action ls_action_wanted(const struct ls_facts *facts, const struct ls_manners *manners);
/* DELETE, RELEASE, AWAIT; SAME: nothing of ours is there (any more), and nothing is to be done. */
enum ls_action ls_action_unwanted(const struct ls_facts *facts, const struct ls_manners *manners);
