/* When a prune is likely a mistake: a table, and every small set. */
#include "phase/set/prune.h"

#include "base/macros.h"
#include "check.h"

TEST(a_prune_of_all_or_most_under_a_default_name_is_doubtful)
{
    static const struct {
        size_t wanted, deleted, released;
        bool is_doubtful;
    } rows[] = {
        {0, 0, 0, false},                   /* a new set */
        {5, 0, 0, false},                   /* nothing leaves */
        {0, 1, 0, true},                    /* nothing of it is in the manifests */
        {0, 9, 0, true},  {0, 0, 3, false}, /* all are let go: nothing is deleted */
        {0, 1, 3, true},  {1, 1, 0, false}, /* half, but one object alone */
        {2, 2, 0, true},                    /* half */
        {3, 2, 0, false}, {2, 2, 1, false}, /* what is let go is of the set, too */
        {1, 2, 1, true},  {1, 9, 0, true},  {1000000, 999999, 0, false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_prune prune = {.wanted_count = rows[i].wanted,
                                 .deleted_count = rows[i].deleted,
                                 .released_count = rows[i].released,
                                 .is_name_default = true};
        if (ls_prune_is_doubtful(&prune) != rows[i].is_doubtful)
            fail_msg("row %zu", i);
        prune.is_allowed = true;
        CHECK(!ls_prune_is_doubtful(&prune));
        prune.is_allowed = prune.is_name_default = false;
        CHECK(!ls_prune_is_doubtful(&prune));
    }
}
