#pragma once
/*
 * Removal: what leaves, in which order, as prune of a rollout or as teardown of a set. Made from
 * the cluster alone: each member's `lockstep.dev/order` and kind.
 *
 * Cells are stretches in deletion order; one begins when everything in those before it is gone.
 * Members without a readable order leave first, unless they are CRDs or Namespaces.
 */
#include "phase/own/action.h"
#include "phase/read/order.h"
#include "kube/client.h"
#include "runtime/ledger.h"

/* Of a ledger's items. */
enum ls_removal_state {
    LS_REMOVAL_UNSEEN, /* not known, or to be confirmed by a read */
    LS_REMOVAL_WANTS,  /* a delete or a release is to be sent */
    LS_REMOVAL_SENT,
    LS_REMOVAL_GOING, /* accepted, not gone: finalizers, or dependents that leave first */
    LS_REMOVAL_HELD,  /* a CRD with instances that are not ours, or a refusal */
    LS_REMOVAL_DONE,  /* gone, or released */
    LS_REMOVAL_COUNT
};

struct ls_leaver {
    uint32_t item; /* of the book */
    struct ls_ref ref;
    struct ls_order order;
    bool has_order;
};
struct ls_removal {
    const struct ls_leaver *leavers; /* in order */
    const uint32_t *cells;           /* of each */
    uint32_t count;
    uint32_t cell_count;
};
/* Sorts copies; lives in the arena. */
void ls_removal_make(struct ls_arena *arena, const struct ls_leaver *leavers, size_t count,
                     struct ls_removal *out);

/* The JSON patch that takes our marks off an object: label, annotations, tested by uid and version.
 * The caller unrefs it. NULL: it carries none, or no uid and version that could be tested. */
const struct ls_obj *ls_release_patch(struct ls_node object);
/* Foreground for kinds that own pods, else Background. */
enum ls_propagation ls_removal_propagation(const struct ls_ref *ref);
