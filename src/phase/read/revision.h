#pragma once
/*
 * A revision: one version of a set, in the order in which it goes out.
 *
 * Members are sorted: creation phase, Helm's rank (unknown kinds last, by kind), manifest order.
 * They are cut into stretches: one ends where phase or rank changes and after each member that has
 * a wait annotation. The members of a stretch go out together. Where a member is waited for is its
 * gate: a stretch, or the end of its phase:
 *   - CRDs and Namespaces: their own stretch, whatever the mode;
 *   - a wait annotation: its own stretch (modes annotated and all);
 *   - everything else in mode all: the end of its phase, so that a Service may wait for the pods
 *     that the same phase brings; of a Service, Ingress or APIService the end of the last phase,
 *     for its pods may come later.
 * Cells number stretches and phase ends in one row, in order: a write of cell N goes out when every
 * write before it is answered and every gate before it holds.
 *
 * Immutable once made; lives in the arena, borrows manifests and resources.
 */
#include "phase/read/order.h"
#include "phase/read/wishes.h"
#include "runtime/ref.h"

enum ls_wait_mode { LS_WAIT_AUTO, LS_WAIT_ANNOTATED, LS_WAIT_ALL, LS_WAIT_NONE };

struct ls_member {
    const struct ls_manifest *manifest;
    struct ls_ref ref;
    struct ls_wishes wishes;
    struct ls_order order;
    uint32_t phase;    /* index into phases */
    uint32_t cell;     /* where it goes out */
    uint32_t gate;     /* the cell at which it is waited for; LS_NO_CELL: nobody waits */
    bool is_new_kind;  /* its kind comes with a CRD of this set */
    bool is_new_space; /* its namespace comes with this set */
};

struct ls_phase {
    int32_t number;
    uint32_t first_cell; /* its last cell is the phase's end, which has no members */
    uint32_t last_cell;
    uint32_t first_member;
    uint32_t member_count;
};

struct ls_revision {
    const struct ls_member *members;
    uint32_t member_count;
    const struct ls_phase *phases;
    uint32_t phase_count;
    uint32_t cell_count;
    enum ls_wait_mode mode; /* never auto */
};

/* What a manifest becomes a member from: its ref, found by whoever knows the server's kinds. */
struct ls_entry {
    const struct ls_manifest *manifest;
    struct ls_ref ref;
    bool is_new_kind;
    bool is_new_space;
};

/* Reads annotations and sorts. Problems, naming both places where there are two: an annotation that
 * does not read; the same object twice; a custom resource that goes out before its CRD, or an
 * object before its Namespace, by the user's own phases. Whatever is wrong, a revision is made of
 * the others, so that they can be checked as well; it is for nothing else. */
const struct ls_revision *ls_revision_make(struct ls_arena *arena, const struct ls_entry *entries,
                                           size_t entry_count, enum ls_wait_mode mode,
                                           struct ls_problems *problems);
