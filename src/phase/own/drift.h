#pragma once
/*
 * Drift: what separates an object of ours from its intent, and what is sent to mend it.
 *
 * The hash on an object is that of the intent it was last given: without ignored fields, and
 * without those that were left to others then. An object is as wanted when the hash is that of the
 * whole intent, or of the intent without what is left to others now, and our managedFields cover
 * it.
 */
#include "phase/own/project.h"

struct ls_drift {
    const struct ls_obj *intent;    /* what is sent in place of the intent; NULL: the intent */
    char applied[LS_APPLIED_BYTES]; /* its hash */
    const char *left;               /* what is left to others; "": nothing; lives in the arena */
    const char *missing;            /* as in struct ls_cover */
};
void ls_drift_release(struct ls_drift *drift);

/* SAME, TOUCHED or OTHER_HASH, and FOREIGN, of enum ls_flag_bit. The caller releases *out. */
uint32_t ls_drift_judge(struct ls_arena *arena, const struct ls_question *question,
                        struct ls_node object, struct ls_drift *out);
