/* Fields of the set's objects that others own. The server is asked by a dry run before the first
 * write, where it might refuse an apply for them: what stands in the way is told all at once, with
 * owner and field; what is set back and what is left to others is told as well. */
#include "phase/run/run_impl.h"

#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "phase/own/project.h"
#include "phase/own/refusal.h"

enum ls_drift_mode ls_run_drift_mode(const struct ls_run *run)
{
    if (run->options.forces_conflicts)
        return LS_DRIFT_FORCE;
    return run->options.keeps_foreign ? LS_DRIFT_KEEP : LS_DRIFT_REPAIR;
}

bool ls_run_conflict_is_likely(struct ls_run *run, uint32_t item)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    /* With force an apply is asked for without it first: what it takes is told then. */
    if (run->options.forces_conflicts || facts->presence != LS_PRESENCE_THERE)
        return false;
    uint8_t action = ls_run_item(run, item)->action;
    return action == LS_ACTION_ADOPT || action == LS_ACTION_MOVE || facts->flags & LS_FACT_FOREIGN;
}

static struct ls_claim claim_of(struct ls_run *run, uint32_t item, struct ls_arena *arena)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    struct ls_moved_from from = {0};
    if (facts->flags & (LS_FACT_MOVES | LS_FACT_HALF_MOVED))
        (void)ls_run_moved_from(run, ls_run_member(run, item), arena, &from);
    return (struct ls_claim){
        .is_ours = facts->holder == LS_HOLDER_US,
        .is_label_lost = facts->flags & LS_FACT_UNLABELED,
        .from = ls_slice_of(from.manager),
        .mode = ls_run_drift_mode(run),
    };
}

enum ls_foreign ls_run_conflict_judge(struct ls_run *run, uint32_t item, struct ls_node status)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_claim claim = claim_of(run, item, &arena);
    return ls_foreign_of_status(status, &claim);
}

/* ---- what is found ---- */

static void line_add(struct ls_run *run, uint32_t item, const char *what, const char *then)
{
    struct ls_buf text = {0};
    ls_ref_print(&text, ls_book_ref(run->book, item));
    ls_buf_printf(&text, ": %s%s", what, then);
    ls_vec_push(&run->conflicts, (struct run_conflict){item, ls_buf_take(&text)});
}

static void contest(struct ls_run *run, uint32_t item, const char *const *lines, size_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_MIN(count, (size_t)LS_RUN_CONFLICTS_NAMED_MAX); i++)
        ls_buf_printf(&text, "%s%s", i > 0 ? ", " : "", lines[i]);
    if (count > LS_RUN_CONFLICTS_NAMED_MAX)
        ls_buf_printf(&text, ", and %zu more", count - LS_RUN_CONFLICTS_NAMED_MAX);
    ls_run_item_problem(run, item, ls_buf_text(&text));
    ls_run_item(run, item)->is_contested = true;
    ls_run_item_judge(run, item);
}

/* An apply is tried again whenever the object has changed: the same conflicts are reported once. */
static bool is_reported(struct ls_run *run, uint32_t item, const char *const *lines, size_t count)
{
    uint64_t hash = count;
    for (size_t i = 0; i < count; i++)
        hash = ls_hash_bytes(hash, lines[i], strlen(lines[i]));
    struct run_item *own = ls_run_item(run, item);
    bool is_same = own->conflict_hash == (uint32_t)hash;
    own->conflict_hash = (uint32_t)hash;
    return is_same;
}

void ls_run_conflict_note(struct ls_run *run, uint32_t item, struct ls_node status)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const char **lines;
    struct ls_claim claim = claim_of(run, item, &arena);
    enum ls_foreign rule = ls_foreign_of_status(status, &claim);
    size_t count = ls_refusal_conflicts(&arena, status, &lines);
    if (rule == LS_FOREIGN_LEAVE)
        return; /* the object was seen in part: when it is written it is read */
    bool is_move = claim.from.len > 0 && ls_refusal_is_only_with(status, claim.from);
    bool is_new = !is_move && !is_reported(run, item, lines, count);
    for (size_t i = 0; i < count && is_new; i++)
        line_add(run, item, lines[i],
                 rule == LS_FOREIGN_TAKE ? "; it is set to what the manifest says" : "");
    if (rule == LS_FOREIGN_REFUSE && run->lock != LS_LOCK_OURS)
        contest(run, item, lines, count);
    if (rule != LS_FOREIGN_TAKE)
        return;
    ls_run_item(run, item)->is_forced = true;
    ls_run_item(run, item)->forced_version = ls_book_facts(run->book, item)->version;
}

void ls_run_left_note(struct ls_run *run, uint32_t item, const char *left)
{
    struct run_item *own = ls_run_item(run, item);
    if (own->is_left_told)
        return;
    own->is_left_told = true;
    struct ls_buf text = {0};
    ls_ref_print(&text, ls_book_ref(run->book, item));
    ls_buf_printf(&text, ": %s", left);
    ls_vec_push(&run->lefts, (struct run_conflict){item, ls_buf_take(&text)});
    if (run->stage == RUN_STAGE_WORK)
        ls_run_conflicts_tell(run);
}

/* ---- telling ---- */

static int conflict_compare(const void *left, const void *right)
{
    const struct run_conflict *a = left;
    const struct run_conflict *b = right;
    return a->item != b->item ? (a->item > b->item) - (a->item < b->item)
                              : strcmp(a->text, b->text);
}

/* Answers come in any order; people read in the order of the set. */
static void lines_tell(struct ls_run *run, struct run_conflict *lines, size_t count, size_t max,
                       bool is_told)
{
    if (count > 0)
        qsort(lines, count, sizeof *lines, conflict_compare);
    for (size_t i = 0; i < count; i++) {
        if (!is_told && i < max)
            ls_run_tell_note(run, "%s", lines[i].text);
        ls_free(lines[i].text);
    }
    if (!is_told && count > max)
        ls_run_tell_note(run, "and %zu more like these", count - max);
}

void ls_run_conflicts_tell(struct ls_run *run)
{
    bool is_early = run->stage < RUN_STAGE_WORK;
    lines_tell(run, run->lefts.at, run->lefts.count, LS_RUN_LEFT_TOLD_MAX,
               is_early && run->is_left_told);
    run->lefts.count = 0;
    run->is_left_told |= is_early;
    lines_tell(run, run->conflicts.at, run->conflicts.count, LS_RUN_CONFLICTS_TOLD_MAX, false);
    run->conflicts.count = 0;
}

void ls_run_conflicts_free(struct ls_run *run)
{
    lines_tell(run, run->lefts.at, run->lefts.count, 0, true);
    lines_tell(run, run->conflicts.at, run->conflicts.count, 0, true);
    ls_vec_release(&run->lefts);
    ls_vec_release(&run->conflicts);
}
