/*
 * Every state of small worlds: no invariant is broken in any, and from each a way without faults
 * leads to what the user asked for. And the search finds what it is for: with one rule broken it
 * reports what follows, with the steps that lead to it.
 */
#include "support_small.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

/* Under a sanitizer a part of each world is visited. */
#if defined(__SANITIZE_ADDRESS__)
enum { STATES_MAX = 3000 };
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
enum { STATES_MAX = 3000 };
#else
enum { STATES_MAX = 0 };
#endif
#else
enum { STATES_MAX = 0 };
#endif

#define NOTHING .goal = SMALL_ROLLOUT
#define CHANGED .goal = SMALL_CHANGE, .is_installed = true
#define REMOVED .goal = SMALL_TEARDOWN, .is_installed = true

/* ---- all of them ---- */

static const struct small_bounds worlds[] = {
    {3, 2, 1, NOTHING, .faults = {.crashes = 1, .lates = 1}},
    {3, 2, 1, CHANGED, .faults = {.crashes = 1, .lates = 1}},
    {3, 2, 1, REMOVED, .faults = {.crashes = 1, .lates = 1}},
    {3, 2, 1, NOTHING, .faults = {.losses = 1, .deletions = 1}},
    {3, 2, 1, CHANGED, .faults = {.losses = 1, .deletions = 1}},
    {3, 2, 1, REMOVED, .faults = {.losses = 1, .deletions = 1}},
    {3, 2, 1, NOTHING, .faults = {.edits = 1}},
    {3, 2, 1, CHANGED, .faults = {.edits = 1}},
    {3, 2, 1, REMOVED, .faults = {.edits = 1}},
    {3, 2, 1, NOTHING, .faults = {.unreadies = 1, .ticks = 2}},
    {2, 2, 1, NOTHING, .faults = {.crashes = 1, .stales = 1}},
    {2, 2, 1, REMOVED, .faults = {.crashes = 1, .stales = 1}},
    {2, 2, 1, NOTHING, .faults = {.losses = 1, .lates = 1, .deletions = 1}},
    {2, 2, 1, CHANGED, .faults = {.losses = 1, .edits = 1}},
    {2, 2, 1, NOTHING, .faults = {.crashes = 1, .turns = 1, .lates = 1}},
    {2, 1, 2, NOTHING, .faults = {.crashes = 1}},
    {2, 1, 2, REMOVED, .is_remote = true, .faults = {.ticks = 1}},
};

TEST(no_state_of_a_small_world_breaks_an_invariant_or_is_a_dead_end)
{
    uint64_t state_count = 0;
    for (size_t i = 0; i < LS_COUNT(worlds); i++) {
        struct small_bounds bounds = worlds[i];
        struct small_result result LS_AUTO(small_result_release);
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        bounds.state_count_max = STATES_MAX;
        small_search(&bounds, &small_rules_real, &result);
        small_result_print(&bounds, &result, &text);
        print_message("%s\n", ls_buf_text(&text));
        CHECK(!result.is_violated);
        CHECK(!result.is_cut || STATES_MAX > 0);
        state_count += result.state_count;
    }
    print_message("small worlds: %llu states, 0 violations\n", (unsigned long long)state_count);
}

/* ---- broken rules ---- */

static void decide_without_gates(struct ls_arena *arena, const struct ls_view *view,
                                 struct ls_decision *out)
{
    struct ls_view blind = *view;
    blind.gates = NULL;
    ls_decide(arena, &blind, out);
}

static void decide_without_lock(struct ls_arena *arena, const struct ls_view *view,
                                struct ls_decision *out)
{
    struct ls_view bold = *view;
    bold.lock = LS_LOCK_OURS;
    ls_decide(arena, &bold, out);
}

static void decide_while_closing(struct ls_arena *arena, const struct ls_view *view,
                                 struct ls_decision *out)
{
    struct ls_view hasty = *view;
    hasty.is_lock_closing = false;
    ls_decide(arena, &hasty, out);
}

static void decide_past_lapse(struct ls_arena *arena, const struct ls_view *view,
                              struct ls_decision *out)
{
    struct ls_view careless = *view;
    careless.renew_ms = careless.lapse_ms = LS_NEVER_MS;
    ls_decide(arena, &careless, out);
}

/* What leaves is not waited for: the parent goes at once. */
static void decide_without_leavers(struct ls_arena *arena, const struct ls_view *view,
                                   struct ls_decision *out)
{
    struct ls_view hasty = *view;
    hasty.leaving = NULL;
    ls_decide(arena, &hasty, out);
}

static const struct {
    const char *name;
    const char *found; /* how its report begins */
    struct small_bounds bounds;
    struct small_rules rules;
} broken[] = {
    {"gates are not waited for",
     "a write was decided on before its turn",
     {2, 1, 1, NOTHING},
     {.decide = decide_without_gates}},
    {"the lock is not taken",
     "a write was decided on before its turn",
     {1, 1, 1, NOTHING},
     {.decide = decide_without_lock}},
    {"what was given back is still used",
     "a write was decided on before its turn",
     {1, 1, 1, NOTHING, .faults = {.edits = 1}},
     {.decide = decide_while_closing}},
    {"a lock that lapsed is still used",
     "a write was decided on before its turn",
     {1, 1, 2, NOTHING, .is_remote = true, .faults = {.ticks = 2}},
     {.decide = decide_past_lapse}},
    {"what leaves is not waited for",
     "the parent is deleted while an object of the set is there",
     {1, 1, 1, REMOVED},
     {.decide = decide_without_leavers}},
    {"facts go back",
     "facts went back to an older version of an object",
     {1, 1, 1, NOTHING, .faults = {.losses = 1}},
     {.decide = ls_decide, .takes_older = true}},
    {"what left a watch counts as gone",
     "without any fault it goes on for ever",
     {1, 1, 1, REMOVED, .faults = {.edits = 2}},
     {.decide = ls_decide, .takes_left_as_gone = true}},
    {"a status of an earlier generation counts",
     "a write went out before an earlier gate was met",
     {2, 1, 1, CHANGED},
     {.decide = ls_decide, .takes_stale_status = true}},
    {"deletes go by name",
     "a delete went out without uid and version",
     {1, 1, 1, REMOVED},
     {.decide = ls_decide, .deletes_by_name = true}},
    {"who joined the set late is forgotten",
     "the parent is deleted while an object of the set is there",
     {1, 2, 1, NOTHING, .faults = {.crashes = 1, .turns = 1, .lates = 1}},
     {.decide = ls_decide, .forgets_late = true}},
};

TEST(each_broken_rule_is_found)
{
    for (size_t i = 0; i < LS_COUNT(broken); i++) {
        struct small_result result LS_AUTO(small_result_release);
        small_search(&broken[i].bounds, &broken[i].rules, &result);
        print_message("%s: %s\n", broken[i].name, ls_buf_text(&result.report));
        CHECK(result.is_violated);
        CHECK(ls_slice_starts(ls_buf_slice(&result.report), broken[i].found));
    }
}
