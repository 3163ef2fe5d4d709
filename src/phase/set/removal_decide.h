#pragma once
/*
 * The rules of going, pure: where one leaver stands, and what is sent for it next. When its turn
 * comes is decided by cells (phase/set/decide.h).
 *
 * Gone is an answered Success or 404. A member that left a selected watch is in doubt (unseen)
 * until it was read; one that is then somebody else's, or nobody's, is not ours any more and done.
 * A namesake that carries our label is a member and leaves as well.
 *
 * No delete goes out without uid and version, no release without a patch that tests both. A CRD's
 * instances are counted first: those that this removal does not delete hold it. A Namespace in
 * which something stays is released, whatever else it holds goes with it.
 */
#include "phase/set/removal.h"
#include "runtime/facts.h"
#include "runtime/outbox.h"

/* What is known of a leaver besides its facts. phase/set/leaving.h keeps it up to date. */
struct ls_leaver_notes {
    bool is_sent;               /* an intent of it is in flight, or its instances are counted */
    bool is_refused;            /* the server said no */
    bool is_counted;            /* a CRD: its instances were counted */
    bool must_stay;             /* a Namespace with something in it that stays */
    uint64_t foreign_count;     /* of instances that this removal does not delete */
    const struct ls_obj *patch; /* that releases it in `patch_version`; NULL: not made yet */
    uint64_t patch_version;
};

struct ls_removal_manners {
    struct ls_manners manners;
    bool deletes_instances; /* --delete-instances */
};

/* What is to become of it: LS_ACTION_DELETE or LS_ACTION_RELEASE; LS_ACTION_AWAIT: it is going;
 * LS_ACTION_SAME: nothing, it is gone or not ours; LS_ACTION_NONE: not known. */
enum ls_action ls_removal_action(const struct ls_facts *facts, const struct ls_leaver_notes *notes,
                                 const struct ls_removal_manners *manners);
enum ls_removal_state ls_removal_state_of(const struct ls_facts *facts,
                                          const struct ls_leaver_notes *notes,
                                          const struct ls_removal_manners *manners);

enum ls_removal_step {
    LS_REMOVAL_STEP_NONE,
    LS_REMOVAL_STEP_READ,  /* a doubt, or the object from which a release is made */
    LS_REMOVAL_STEP_COUNT, /* the instances of a CRD (phase/set/instances.h) */
    LS_REMOVAL_STEP_DELETE,
    LS_REMOVAL_STEP_RELEASE,
};
/* NONE unless the state is UNSEEN or WANTS. */
enum ls_removal_step ls_removal_step_of(const struct ls_ref *ref, const struct ls_facts *facts,
                                        const struct ls_leaver_notes *notes,
                                        const struct ls_removal_manners *manners);
/* The intent of a step that sends one. The body is borrowed from the notes. */
void ls_removal_intent(enum ls_removal_step step, const struct ls_leaver *leaver,
                       const struct ls_facts *facts, const struct ls_leaver_notes *notes,
                       const char *field_manager, struct ls_intent *out);
