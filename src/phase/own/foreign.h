#pragma once
/*
 * Fields that the set declares and another manager owns: how it came to own them, and what follows.
 * One table. A plain update is drift and is set back; what is held through a subresource such as
 * `scale`, or by another manager's apply, is somebody's job, and left to them.
 */
#include "phase/own/refusal_text.h"

enum ls_hold {                      /* how another manager came to own a field */
               LS_HOLD_UPDATE,      /* a plain write: kubectl edit, patch, set image */
               LS_HOLD_SUBRESOURCE, /* a write through scale, resize: made for this very field */
               LS_HOLD_APPLY,       /* an apply of its own */
               LS_HOLD_COUNT
};

enum ls_drift_mode {
    LS_DRIFT_REPAIR, /* unless told otherwise */
    LS_DRIFT_KEEP,   /* --keep-foreign: nothing that others set is set back */
    LS_DRIFT_FORCE,  /* --force-conflicts: everything declared is taken */
    LS_DRIFT_MODE_COUNT
};

enum ls_foreign {
    LS_FOREIGN_TAKE,  /* by force, and told */
    LS_FOREIGN_LEAVE, /* out of what is applied, and told */
    LS_FOREIGN_REFUSE,
    LS_FOREIGN_COUNT
};

enum ls_hold ls_hold_of(const struct ls_owner *owner);
/* is_ours: the object is of this set already; else it would be adopted. */
enum ls_foreign ls_foreign_decide(bool is_ours, enum ls_hold hold, enum ls_drift_mode mode);

/* The owner in an entry of managedFields. */
struct ls_owner ls_owner_of_entry(struct ls_node entry);
struct ls_claim { /* what we have to do with an object */
    bool is_ours;
    bool is_label_lost;   /* ours, but for the label part-of, which somebody changed by hand */
    struct ls_slice from; /* the manager of the set that it moves from: what it owns is taken */
    enum ls_drift_mode mode;
};
/* What follows from a conflict as a whole, by its causes: REFUSE when any is refused, else LEAVE
 * when any is to be left, else TAKE. The label part-of of another set is refused in every mode. */
enum ls_foreign ls_foreign_of_status(struct ls_node status, const struct ls_claim *claim);
