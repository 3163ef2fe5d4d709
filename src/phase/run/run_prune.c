/* What would be deleted because the manifests do not have it any more: is it meant, and what stays
 * when it is not. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "phase/set/prune.h"

bool ls_run_prunes(const struct ls_run *run)
{
    return !run->revision || run->options.prune != LS_PRUNE_OFF;
}

/* ---- names for people ---- */

struct names {
    struct ls_buf text;
    size_t count; /* of all; those that are not in the text too */
    size_t named;
};

static void names_release(struct names *names)
{
    ls_buf_release(&names->text);
}

static void names_add(struct names *names, const struct ls_ref *ref)
{
    names->count++;
    if (names->named == LS_RUN_REFUSED_NAMED_MAX || names->text.len > LS_RUN_NAMED_BYTES_MAX)
        return;
    if (names->named++)
        ls_buf_add_text(&names->text, ", ");
    ls_ref_print(&names->text, ref);
}

static void names_end(struct names *names)
{
    if (names->count > names->named)
        ls_buf_printf(&names->text, " and %zu more", names->count - names->named);
}

/* ---- what stays without pruning ---- */

/* The kind and namespace stay listed on the parent, by which a later run finds it. */
void ls_run_unpruned_note(struct ls_run *run, uint32_t item)
{
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    const char *space = ref->resource->is_namespaced ? ref->namespace_name : NULL;
    ls_run_selection_add(run, ref->resource, space)->has_unpruned = true;
    ls_vec_push(&run->unpruned, item);
}

static void unpruned_tell(struct ls_run *run)
{
    struct names names LS_AUTO(names_release) = {0};
    for (size_t i = 0; i < run->unpruned.count; i++)
        names_add(&names, ls_book_ref(run->book, run->unpruned.at[i]));
    names_end(&names);
    if (names.count > 0)
        ls_run_tell_note(run,
                         "%zu object%s of the set %s not in the manifests any more and stay%s in "
                         "the set (--no-prune): %s",
                         names.count, names.count == 1 ? "" : "s", names.count == 1 ? "is" : "are",
                         names.count == 1 ? "s" : "", ls_buf_text(&names.text));
}

static void unpruned_remind(struct ls_run *run)
{
    uint64_t count = run->parent.unpruned_count;
    if (count > 0)
        ls_run_tell_note(
            run,
            "the last apply did not prune (--no-prune): %zu object%s of the set %s not "
            "in its manifests; an apply without --no-prune deletes %s",
            (size_t)count, count == 1 ? "" : "s", count == 1 ? "was" : "were",
            count == 1 ? "it" : "them");
}

/* ---- what is to be deleted ---- */

static bool is_of_set(const struct ls_facts *facts)
{
    return facts->presence == LS_PRESENCE_THERE && facts->holder == LS_HOLDER_US;
}

static struct ls_prune prune_count(struct ls_run *run)
{
    struct ls_prune prune = {
        .is_name_default = run->options.is_name_default,
        .is_allowed = run->options.prune == LS_PRUNE_ALLOW,
    };
    for (uint32_t i = 0; i < run->member_count; i++)
        prune.wanted_count += is_of_set(ls_book_facts(run->book, i + 1));
    for (uint32_t i = 0; i < run->removal.count; i++) {
        if (!is_of_set(ls_book_facts(run->book, run->removal.leavers[i].item)))
            continue;
        bool is_deleted = ls_leaving_action(run->leaving, i) == LS_ACTION_DELETE;
        prune.deleted_count += is_deleted;
        prune.released_count += !is_deleted;
    }
    return prune;
}

static bool is_from_elsewhere(const struct ls_run *run)
{
    const char *before = run->parent.origin;
    const char *now = run->options.origin;
    return before && before[0] && now && now[0] && strcmp(before, now) != 0;
}

static void origin_tell(struct ls_run *run)
{
    if (run->options.is_name_default && is_from_elsewhere(run))
        ls_run_tell_note(run,
                         "set %s was applied from %s before, and this is %s; if these are two "
                         "applications, give one of them a name of its own with --set NAME",
                         run->options.set_name, run->parent.origin, run->options.origin);
}

void ls_run_prune_judge(struct ls_run *run)
{
    if (ls_run_is_look(run)) {
        unpruned_remind(run);
        return;
    }
    if (!run->revision)
        return;
    struct ls_prune prune = prune_count(run);
    run->is_prune_doubtful = ls_prune_is_doubtful(&prune);
    unpruned_tell(run);
    if (!run->is_prune_doubtful)
        origin_tell(run);
}

bool ls_run_is_prune_doubtful(const struct ls_run *run)
{
    return run->is_prune_doubtful;
}

static void deleted_names(const struct ls_run *run, struct names *out)
{
    for (uint32_t i = 0; i < run->removal.count; i++) {
        const struct ls_leaver *leaver = &run->removal.leavers[i];
        if (is_of_set(ls_book_facts(run->book, leaver->item)) &&
            ls_leaving_action(run->leaving, i) == LS_ACTION_DELETE)
            names_add(out, &leaver->ref);
    }
    names_end(out);
}

void ls_run_prune_print(struct ls_run *run, struct ls_buf *out)
{
    struct names names LS_AUTO(names_release) = {0};
    struct ls_prune prune = prune_count(run);
    size_t total = prune.wanted_count + prune.deleted_count + prune.released_count;
    deleted_names(run, &names);
    ls_buf_printf(
        out,
        "%zu of the %zu object%s of set %s %s not in these manifests and would be deleted: "
        "%s. The set was not named, so it has the name of its folder or file",
        names.count, total, total == 1 ? "" : "s", run->options.set_name,
        names.count == 1 ? "is" : "are", ls_buf_text(&names.text));
    if (is_from_elsewhere(run))
        ls_buf_printf(out, "; it was applied from %.*s before, and this is %.*s",
                      LS_RUN_ORIGIN_TOLD_MAX, run->parent.origin, LS_RUN_ORIGIN_TOLD_MAX,
                      run->options.origin);
    ls_buf_add_text(out, ". If this is another application, name it with --set NAME. "
                         "--allow-prune deletes the objects, --no-prune leaves them");
    if (run->options.goal == LS_GOAL_ROLLOUT)
        ls_buf_add_text(out, ". Nothing was written");
}
