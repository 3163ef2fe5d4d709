#pragma once
/* The evaluator's own types, private to this folder. */
#include "expr/cel/cost.h"
#include "expr/cel/plan.h"

/* A variable of a comprehension. Its initial value is computed on first use. */
struct slot {
    struct ls_term value;
    const struct plan *init; /* NULL once the value is there */
};

/* Lists and maps of a tape that are read often: each access would walk them from the front, so
 * after RUN_CACHED_AFTER accesses they are loaded into a table. */
enum { RUN_CACHED_SLOTS = 8, RUN_CACHED_AFTER = 8, RUN_LARGE_WORDS = 16 * 1024 };
struct run_cached {
    const uint32_t *word; /* the node on the tape */
    unsigned times;
    struct ls_term loaded;
};

struct run {
    const struct ls_cel_program *program;
    struct ls_arena *arena;
    const struct ls_term *values;
    struct slot *slots;
    uint64_t cost, cost_max;
    struct ls_cel_call call;   /* what functions get; no function calls another */
    uint64_t work_left;        /* what functions may use beyond their cost */
    uint64_t steps_left;       /* terms that may be compared */
    size_t bytes_max;          /* of the arena, when the evaluation ends */
    struct run_cached *cached; /* RUN_CACHED_SLOTS of them; NULL: none yet */
    bool is_over;              /* a limit was passed: everything ends here */
};

struct ls_term ls_run_eval(struct run *run, const struct plan *plan);
struct ls_term ls_run_chain(struct run *run, const struct plan *plan);
struct ls_term ls_run_call(struct run *run, const struct plan *plan);
/* The same list or map, loaded into a table once it is read often. */
struct ls_term ls_run_cached(struct run *run, struct ls_term of);
/* The same for those of RUN_LARGE_WORDS and more: a walk over a smaller one is short. */
struct ls_term ls_run_cached_if_large(struct run *run, struct ls_term of);
struct ls_term ls_run_fold(struct run *run, const struct plan *plan);
struct ls_term ls_run_list(struct run *run, const struct plan *plan);
struct ls_term ls_run_map(struct run *run, const struct plan *plan);

static inline void ls_run_charge(struct run *run, uint64_t units)
{
    run->cost += units; /* no overflow: one rule gives a quarter of UINT64_MAX at most */
    if (LS_UNLIKELY(run->cost > run->cost_max))
        run->is_over = true;
}
/* Ends the evaluation when it has used more memory than it may. */
static inline void ls_run_check_memory(struct run *run)
{
    if (LS_UNLIKELY(run->arena->used_bytes > run->bytes_max))
        run->is_over = true;
}
/* The error with the place of the node, unless it has one. */
struct ls_term ls_run_error_placed(struct run *run, struct ls_term error, uint32_t offset);
static inline struct ls_term ls_run_placed(struct run *run, struct ls_term term, uint32_t offset)
{
    return LS_LIKELY(term.kind != LS_TERM_ERROR) ? term : ls_run_error_placed(run, term, offset);
}
