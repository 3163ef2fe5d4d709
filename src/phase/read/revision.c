#include "phase/read/revision.h"

#include <stdlib.h>
#include <string.h>

#include "phase/read/foundation.h"
#include "phase/read/rank.h"
#include "runtime/ledger.h"

/* A member that is being made, with what it is sorted by. */
struct draft {
    struct ls_member member;
    unsigned rank;
    size_t index; /* in manifest order */
};

struct making {
    struct ls_arena *arena;
    struct draft *drafts;
    const struct draft **sorted;
    size_t count;
    struct ls_revision *revision;
    struct ls_member *members; /* in order */
    struct ls_phase *phases;
    struct ls_problems *problems;
};

/* ---- reading ---- */

/* What has a problem is no member: it is told once, and not met again by every later check. */
static void read_drafts(struct making *making, const struct ls_entry *entries)
{
    size_t good = 0;
    for (size_t i = 0; i < making->count; i++) {
        struct draft *draft = &making->drafts[good];
        size_t before = making->problems->count;
        draft->index = i;
        draft->rank = ls_rank_of(ls_slice_of(entries[i].ref.resource->kind));
        draft->member = (struct ls_member){
            .manifest = entries[i].manifest,
            .ref = entries[i].ref,
            .is_new_kind = entries[i].is_new_kind,
            .is_new_space = entries[i].is_new_space,
        };
        ls_wishes_read(making->arena, entries[i].manifest, &draft->member.wishes, making->problems);
        making->sorted[good] = draft;
        good += making->problems->count == before;
    }
    making->count = good;
}

/* KOTS: an object without a deletion phase has phase 0. Where nobody thought of deletion at all,
 * the way back is the way in reversed. */
static void settle_deletion_phases(struct making *making)
{
    bool has_any = false;
    for (size_t i = 0; i < making->count; i++)
        has_any = has_any || making->drafts[i].member.wishes.has_deletion_phase;
    for (size_t i = 0; i < making->count && !has_any; i++) {
        struct ls_wishes *wishes = &making->drafts[i].member.wishes;
        wishes->deletion_phase = -wishes->creation_phase;
    }
}

static enum ls_wait_mode settle_mode(const struct making *making, enum ls_wait_mode mode)
{
    if (mode != LS_WAIT_AUTO)
        return mode;
    for (size_t i = 0; i < making->count; i++) {
        if (ls_wishes_has_wait(&making->drafts[i].member.wishes))
            return LS_WAIT_ANNOTATED;
    }
    return LS_WAIT_ALL;
}

/* ---- sorting ---- */

static int compare_ints(int64_t a, int64_t b)
{
    return (a > b) - (a < b);
}

static int compare_identity(const void *left, const void *right)
{
    const struct draft *a = *(const struct draft *const *)left;
    const struct draft *b = *(const struct draft *const *)right;
    int order = ls_ref_compare(&a->member.ref, &b->member.ref);
    return order != 0 ? order : compare_ints((int64_t)a->index, (int64_t)b->index);
}

static int compare_creation(const void *left, const void *right)
{
    const struct draft *a = *(const struct draft *const *)left;
    const struct draft *b = *(const struct draft *const *)right;
    int order = compare_ints(a->member.wishes.creation_phase, b->member.wishes.creation_phase);
    if (order == 0)
        order = compare_ints(a->rank, b->rank);
    if (order == 0 && a->rank == LS_RANK_UNKNOWN)
        order = strcmp(a->member.ref.resource->kind, b->member.ref.resource->kind);
    return order != 0 ? order : compare_ints((int64_t)a->index, (int64_t)b->index);
}

static void sort(struct making *making, int (*compare)(const void *left, const void *right))
{
    if (making->count > 0)
        qsort(making->sorted, making->count, sizeof(const struct draft *), compare);
}

static void tell_twice(const struct draft *first, const struct draft *second,
                       struct ls_problems *problems)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_ref_print(&text, &first->member.ref);
    ls_buf_add_text(&text, " stands already at ");
    ls_manifest_place(first->member.manifest, LS_ABSENT, &text);
    ls_problems_fail_as(problems, LS_PROBLEM_TWICE, second->member.manifest,
                        "%s: keep one of the two", ls_buf_text(&text));
}

/* Of several in one place the first stays. */
static void drop_twice(struct making *making)
{
    size_t kept = 0;
    sort(making, compare_identity);
    for (size_t i = 0; i < making->count; i++) {
        const struct draft *draft = making->sorted[i];
        const struct draft *last = kept > 0 ? making->sorted[kept - 1] : NULL;
        if (last && ls_ref_equal(&last->member.ref, &draft->member.ref))
            tell_twice(last, draft, making->problems);
        else
            making->sorted[kept++] = draft;
    }
    making->count = kept;
}

/* ---- cutting ---- */

static uint32_t gate_of(const struct ls_member *member, enum ls_wait_mode mode)
{
    if (ls_rank_is_ground(member->ref.resource))
        return member->cell;
    if (mode != LS_WAIT_NONE && ls_wishes_has_wait(&member->wishes))
        return member->cell;
    return LS_NO_CELL;
}

/* Where the knife stands. */
struct cut {
    uint32_t cell;
    unsigned rank;
    uint32_t waits;  /* annotated ones so far in this phase and rank */
    bool is_stretch; /* open: the next of the same rank joins it */
};

static void cut_member(struct making *making, struct cut *cut, uint32_t phase,
                       const struct draft *draft, struct ls_member *out)
{
    if (cut->rank != draft->rank)
        cut->waits = 0;
    if (cut->is_stretch && cut->rank != draft->rank)
        cut->cell++;
    cut->rank = draft->rank;
    cut->is_stretch = true;
    *out = draft->member;
    out->phase = phase;
    out->cell = cut->cell;
    out->gate = gate_of(out, making->revision->mode);
    out->order = (struct ls_order){
        .creation = out->wishes.creation_phase,
        .deletion = out->wishes.deletion_phase,
        /* Past the last cut there is no number: teardown takes those together. */
        .position = draft->rank * LS_ORDER_CUTS + LS_MIN(cut->waits, LS_ORDER_CUTS - 1),
    };
    if (!ls_wishes_has_wait(&out->wishes))
        return;
    cut->waits++;
    cut->cell++;
    cut->is_stretch = false;
}

/* In mode all, whoever has no gate of its own is awaited where its phase ends; who leans on others,
 * where the last one does: those others may come in any phase. */
static void close_phase(struct making *making, struct ls_phase *phase, uint32_t end_cell)
{
    phase->last_cell = end_cell;
    if (making->revision->mode != LS_WAIT_ALL)
        return;
    for (uint32_t i = 0; i < phase->member_count; i++) {
        struct ls_member *member = &making->members[phase->first_member + i];
        if (member->gate == LS_NO_CELL && !ls_rank_leans(member->ref.resource))
            member->gate = end_cell;
    }
}

static void close_last(struct making *making, uint32_t end_cell)
{
    for (size_t i = 0; making->revision->mode == LS_WAIT_ALL && i < making->count; i++) {
        if (making->members[i].gate == LS_NO_CELL)
            making->members[i].gate = end_cell;
    }
}

/* Cuts one phase from member `first` on; returns the first cell behind it. */
static uint32_t cut_phase(struct making *making, uint32_t first, uint32_t first_cell,
                          struct ls_phase *phase)
{
    uint32_t index = (uint32_t)(phase - making->phases);
    struct cut cut = {.cell = first_cell, .rank = UINT32_MAX};
    int32_t number = making->sorted[first]->member.wishes.creation_phase;
    *phase = (struct ls_phase){.number = number, .first_cell = first_cell, .first_member = first};
    for (uint32_t i = first; i < making->count; i++) {
        if (making->sorted[i]->member.wishes.creation_phase != number)
            break;
        cut_member(making, &cut, index, making->sorted[i], &making->members[i]);
        phase->member_count++;
    }
    uint32_t end_cell = cut.is_stretch ? cut.cell + 1 : cut.cell;
    close_phase(making, phase, end_cell);
    return end_cell + 1;
}

static size_t count_phases(const struct making *making)
{
    size_t count = 0;
    for (size_t i = 0; i < making->count; i++)
        count += i == 0 || making->sorted[i]->member.wishes.creation_phase !=
                               making->sorted[i - 1]->member.wishes.creation_phase;
    return count;
}

static void cut_all(struct making *making)
{
    struct ls_revision *revision = making->revision;
    size_t phase_count = count_phases(making);
    making->members = LS_ARENA_ARRAY(making->arena, struct ls_member, making->count);
    making->phases = LS_ARENA_ARRAY(making->arena, struct ls_phase, phase_count);
    for (uint32_t first = 0; first < making->count;) {
        struct ls_phase *phase = &making->phases[revision->phase_count++];
        revision->cell_count = cut_phase(making, first, revision->cell_count, phase);
        first += phase->member_count;
    }
    LS_ASSERT(revision->phase_count == phase_count);
    if (phase_count > 0)
        close_last(making, revision->cell_count - 1);
    revision->members = making->members;
    revision->member_count = (uint32_t)making->count;
    revision->phases = making->phases;
}

const struct ls_revision *ls_revision_make(struct ls_arena *arena, const struct ls_entry *entries,
                                           size_t entry_count, enum ls_wait_mode mode,
                                           struct ls_problems *problems)
{
    struct making making = {
        .arena = arena,
        .drafts = LS_ARENA_ARRAY(arena, struct draft, entry_count),
        .sorted = LS_ARENA_ARRAY(arena, const struct draft *, entry_count),
        .count = entry_count,
        .revision = LS_ARENA_NEW(arena, struct ls_revision),
        .problems = problems,
    };
    LS_ASSERT(entry_count < UINT32_MAX / 3); /* each member may take a cell and end a phase */
    read_drafts(&making, entries);
    settle_deletion_phases(&making);
    making.revision->mode = settle_mode(&making, mode);
    drop_twice(&making);
    sort(&making, compare_creation);
    cut_all(&making);
    ls_foundation_check(making.revision, problems);
    return making.revision;
}
