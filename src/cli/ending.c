#include "cli/ending.h"

#include <string.h>

#include "cli/limits.h"
#include "cli/row_text.h"

enum ls_exit ls_ending_exit(const struct ls_ending *ending)
{
    static const enum ls_exit exits[LS_RUN_END_COUNT] = {
        [LS_RUN_DONE] = LS_EXIT_DONE,     [LS_RUN_IN_PROGRESS] = LS_EXIT_IN_PROGRESS,
        [LS_RUN_FAILED] = LS_EXIT_FAILED, [LS_RUN_REFUSED] = LS_EXIT_ERROR,
        [LS_RUN_ERROR] = LS_EXIT_ERROR,   [LS_RUN_STOPPED] = LS_EXIT_ERROR,
    };
    LS_ASSERT(ending->end < LS_RUN_END_COUNT);
    LS_ASSERT(ending->goal < LS_GOAL_COUNT);
    return exits[ending->end];
}

/* ---- what was done ---- */

static void work_print(const struct ls_ending *ending, const char *done, struct ls_buf *out)
{
    ls_buf_printf(out, "%s: ", ending->set_name);
    if (ending->goal == LS_GOAL_TEARDOWN && ending->total == 0 && ending->counts.writes > 0) {
        ls_buf_printf(out, "%s, it had no objects\n", done);
        return;
    }
    if (!ls_counts_has_work(&ending->counts)) {
        ls_counts_print_plan(out, &ending->counts);
        ls_buf_add_char(out, '\n');
        return;
    }
    ls_buf_printf(out, "%s, ", done);
    ls_counts_print_past(out, &ending->counts);
    ls_buf_add_text(out, ", in ");
    ls_took_print(out, ending->took_ms);
    ls_buf_add_char(out, '\n');
}

static void readiness_print(const struct ls_ending *ending, struct ls_buf *out)
{
    LS_ASSERT(ending->good <= ending->total);
    LS_ASSERT(ending->bad <= ending->total - ending->good);
    ls_buf_printf(out, "%s: ", ending->set_name);
    if (ending->total == 0)
        ls_buf_add_text(out, "no objects");
    else if (ending->good == ending->total)
        ls_buf_printf(out, "%s%zu object%s ready", ending->total == 1 ? "" : "all ", ending->total,
                      ending->total == 1 ? " is" : "s are");
    else
        ls_buf_printf(out, "%zu of %zu objects are ready", ending->good, ending->total);
    if (ending->bad > 0)
        ls_buf_printf(out, ", %zu failed", ending->bad);
    ls_buf_add_char(out, '\n');
}

void ls_ending_print_absent(const struct ls_ending *ending, struct ls_buf *out)
{
    ls_buf_printf(out, "no set %s in namespace %s: nothing to delete", ending->set_name,
                  ending->parent_namespace);
}

void ls_ending_print_result(const struct ls_ending *ending, struct ls_buf *out)
{
    if (ending->is_absent) {
        ls_ending_print_absent(ending, out);
        ls_buf_add_char(out, '\n');
        return;
    }
    bool has_observed = ending->end == LS_RUN_DONE || ending->end == LS_RUN_IN_PROGRESS ||
                        ending->end == LS_RUN_FAILED;
    if (ending->goal == LS_GOAL_OBSERVE && has_observed)
        readiness_print(ending, out);
    else if (ending->end == LS_RUN_DONE)
        work_print(ending, ending->goal == LS_GOAL_TEARDOWN ? "taken down" : "rolled out", out);
}

/* ---- what failed ---- */

/* Only for runs that write, and if the error does not say so itself. */
static bool says_nothing_written(const struct ls_ending *ending)
{
    bool is_work = ending->goal == LS_GOAL_ROLLOUT || ending->goal == LS_GOAL_TEARDOWN;
    return is_work && ending->counts.writes == 0 && ending->err->code != LS_E_NOT_FOUND &&
           !strcasestr(ending->err->text, "nothing was written");
}

/* Advice that depends on the error alone; NULL: none. */
static const char *advice_on(enum ls_code code)
{
    if (code == LS_E_FORBIDDEN)
        return "Ask for a role with this right; `lockstep doctor` shows who the server takes us "
               "for.";
    if (code == LS_E_UNAUTHORIZED || code == LS_E_NOT_SENT || code == LS_E_PROTOCOL)
        return "`lockstep doctor` walks from the kubeconfig to the server and says which step "
               "fails.";
    return NULL;
}

void ls_ending_print_problems(const struct ls_problems *problems, struct ls_buf *out)
{
    LS_ASSERT(problems->count > 0);
    LS_ASSERT(problems->list.count <= problems->count);
    size_t shown = LS_MIN(problems->list.count, LS_PROBLEMS_SHOWN_MAX);
    ls_buf_printf(out, "%zu %s:\n", problems->count, ls_problems_noun(problems));
    for (size_t i = 0; i < shown; i++)
        ls_buf_printf(out, "  %s\n", problems->list.at[i].text);
    if (problems->count > shown)
        ls_buf_printf(out, "  and %zu more\n", problems->count - shown);
}

/* What is wrong, then what can be done. */
static void failure_print(const struct ls_ending *ending, struct ls_buf *out)
{
    ls_buf_printf(out, "lockstep %s: ", ending->verb);
    if (ending->problems && ending->problems->count > 1)
        ls_ending_print_problems(ending->problems, out);
    else
        ls_buf_printf(out, "%s\n", ending->err->text[0] ? ending->err->text : "it failed");
    if (advice_on(ending->err->code))
        ls_buf_printf(out, "%s\n", advice_on(ending->err->code));
    if (ending->goal == LS_GOAL_OBSERVE)
        return;
    if (ending->end == LS_RUN_REFUSED) {
        if (says_nothing_written(ending))
            ls_buf_add_text(out, "Nothing was written.\n");
        return;
    }
    if (ending->ends_world || (ending->end == LS_RUN_ERROR && ending->counts.writes == 0))
        return;
    ls_buf_printf(out, "Nothing is undone. After fixing the cause, continue with: %s\n",
                  ending->command);
    if (ending->goal == LS_GOAL_ROLLOUT)
        ls_buf_printf(
            out, "To see its state: lockstep status %s%s\nTo take it down: lockstep delete %s%s\n",
            ending->set_name, ending->place, ending->set_name, ending->place);
}

static void stop_print(const struct ls_ending *ending, struct ls_buf *out)
{
    if (ending->goal != LS_GOAL_ROLLOUT && ending->goal != LS_GOAL_TEARDOWN)
        return;
    ls_buf_add_text(out, "Stopped.");
    if (!ending->ends_world)
        ls_buf_printf(out, " Nothing is undone. Continue with: %s", ending->command);
    ls_buf_add_char(out, '\n');
}

void ls_ending_print_trouble(const struct ls_ending *ending, struct ls_buf *out)
{
    LS_ASSERT(ending->err);
    switch (ending->end) {
    case LS_RUN_FAILED:
        if (ending->goal != LS_GOAL_OBSERVE || ending->err->text[0])
            failure_print(ending, out);
        break;
    case LS_RUN_REFUSED:
    case LS_RUN_ERROR:
        failure_print(ending, out);
        break;
    case LS_RUN_STOPPED:
        stop_print(ending, out);
        break;
    case LS_RUN_IN_PROGRESS:
        if (ending->waits_ready)
            failure_print(ending, out);
        break;
    case LS_RUN_DONE:
    case LS_RUN_END_COUNT:
        break;
    }
}
