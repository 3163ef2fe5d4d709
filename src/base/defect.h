#pragma once
/*
 * Planted defects: mistakes that real controllers have made, each one behind a name, so that a test
 * shows that the simulated world finds them (tests/sim/test_defects.c).
 *
 *     if (LS_DEFECT(gate_ignored))
 *         return LS_GATE_MET;
 *
 * In every build but that test's LS_DEFECT() is the constant 0, and no code is made for it. The
 * test compiles the sources that mention it a second time with LS_DEFECTS, and says itself which
 * defect is on.
 */

/* clang-format off */
#define LS_DEFECT_TABLE(ROW)                                                                                       \
    /*  name                   what is wrong */                                                                    \
    ROW(delete_without_uid,    "a delete names no uid: it may hit another object of that name")                    \
    ROW(delete_any_version,    "a delete names no version: it may hit what was changed meanwhile")                 \
    ROW(apply_any_version,     "an apply names no version: it overwrites whatever is there")                       \
    ROW(accepted_is_gone,      "an accepted delete is taken for gone, though a finalizer holds the object")        \
    ROW(unread_is_gone,        "an object that could not be read is taken for gone")                               \
    ROW(unanswered_is_gone,    "a delete without an answer is taken for carried out")                              \
    ROW(gate_ignored,          "nobody waits for what was written")                                                \
    ROW(stale_generation,      "a status of an earlier generation opens a gate")                                   \
    ROW(teardown_forward,      "a teardown goes in the order of the rollout")                                      \
    ROW(parent_lists_early,    "the parent lists what is left before the rest has gone")                           \
    ROW(parent_goes_first,     "the parent of a set is deleted before its members")                                \
    ROW(prune_forgotten,       "what left the manifests stays in the cluster")                                     \
    ROW(job_forgotten,         "a Job that was done and is gone is not remembered")                                \
    ROW(list_of_any_age,       "the first list may be as old as the server's cache")                               \
    ROW(change_not_seen,       "an object that differs from its manifest is left as it is")                        \
    ROW(removed_key_stays,     "a key that left the manifest stays in the object")                                             \
    ROW(old_trouble_counts,    "trouble from before the corrected apply ends it")                                              \
    ROW(controller_ignored,    "an object that somebody else controls is taken over")                              \
    ROW(adopted_is_deleted,    "what was there before the set is deleted with it")                                 \
    ROW(read_each_event,       "each event of a watch leads to a read")                                            \
    ROW(lock_ignored,          "two runs work on one set")                                                         \
    ROW(secret_shown,          "a message quotes the content of a Secret")                                         \
    ROW(parent_always_written, "the parent is written though nothing has changed")                                 \
    ROW(fields_always_taken,   "fields that others own are taken without being asked")                             \
    ROW(vanished_not_reported, "an object that vanished while nobody watched is still believed to be there")
/* clang-format on */

#ifdef LS_DEFECTS
#include <stdbool.h>

#define LS_DEFECT_ENUM(name, text) LS_DEFECT_##name,
enum ls_defect { LS_DEFECT_TABLE(LS_DEFECT_ENUM) LS_DEFECT_COUNT };
bool ls_defect_is_on(enum ls_defect defect); /* the test's own */
#define LS_DEFECT(name) ls_defect_is_on(LS_DEFECT_##name)
#else
#define LS_DEFECT(name) 0
#endif
