#pragma once
/* An evaluation from inside: what its files hand each other. */
#include "expr/cel/cost.h"
#include "expr/cel/plan.h"

/* A variable of a comprehension. What it starts with is computed when somebody asks for it. */
struct slot {
    struct ls_term value;
    const struct plan *init; /* NULL once the value is there */
};

/* A list or map of a tape that is asked again and again: each look would walk it from its front. */
enum { RUN_ASKED_SLOTS = 8, RUN_ASKED_OFTEN = 8, RUN_LARGE_WORDS = 16 * 1024 };
struct run_asked {
    const uint32_t *word; /* the node */
    unsigned times;
    struct ls_term loaded;
};

struct run {
    const struct ls_cel_program *program;
    struct ls_arena *arena;
    const struct ls_term *values;
    struct slot *slots;
    uint64_t cost, cost_max;
    struct ls_cel_call call; /* what functions are given; they call nothing that calls them */
    uint64_t work_left;      /* what functions take beyond their cost */
    uint64_t steps_left;     /* terms that may be compared */
    size_t bytes_max;        /* of the arena */
    struct run_asked *asked; /* RUN_ASKED_SLOTS once there is one; NULL: nothing was asked yet */
    bool is_over;            /* a limit was passed: everything ends here */
};

struct ls_term ls_run_eval(struct run *run, const struct plan *plan);
struct ls_term ls_run_chain(struct run *run, const struct plan *plan);
struct ls_term ls_run_call(struct run *run, const struct plan *plan);
/* The same list or map, read into a table once it was asked often; see struct run_asked. */
struct ls_term ls_run_asked(struct run *run, struct ls_term of);
/* The same, of what takes RUN_LARGE_WORDS of its tape: in less than that any walk is short. */
struct ls_term ls_run_asked_if_large(struct run *run, struct ls_term of);
struct ls_term ls_run_fold(struct run *run, const struct plan *plan);
struct ls_term ls_run_list(struct run *run, const struct plan *plan);
struct ls_term ls_run_map(struct run *run, const struct plan *plan);

static inline void ls_run_charge(struct run *run, uint64_t units)
{
    run->cost += units; /* no rule gives more than a quarter of what fits, and the first is over */
    if (LS_UNLIKELY(run->cost > run->cost_max))
        run->is_over = true;
}
/* Ends the evaluation when what it built takes more than its share of memory. */
static inline void ls_run_weigh(struct run *run)
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
struct ls_term ls_run_over(void);
