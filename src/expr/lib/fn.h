#pragma once
/*
 * What the functions of CEL share: results, mistakes, and paying for work that the cost of a call
 * does not cover. For this room alone.
 */
#include "expr/lib/library.h"

/* A member or global function of a table. */
#define LS_CEL_FN(name)                                                                            \
    static struct ls_term name(struct ls_cel_call *call, const struct ls_term *args,               \
                               size_t arg_count)
/* For functions that need not look at their call, or at how many arguments there are. */
#define LS_CEL_UNUSED (void)call, (void)args, (void)arg_count

/* Bytes that a call may take for one unit of cost. */
enum { LS_CEL_BYTES_A_UNIT = 100 };

/*
 * Cost is what kube-apiserver counts; it counts little where an expression was not checked, or
 * where its own values are lazy. Work is what keeps a run short whatever it counts: every function
 * pays for what it reads and makes.
 */
/* Takes units from what the run has left. False: there are not as many, *mistake says so and must
 * be returned. */
bool ls_cel_pay(struct ls_cel_call *call, uint64_t units, struct ls_term *mistake);
/* The same for bytes that are read, copied or made: one unit for LS_CEL_BYTES_A_UNIT of them. */
bool ls_cel_pay_bytes(struct ls_cel_call *call, uint64_t bytes, struct ls_term *mistake);
struct ls_term ls_cel_over_cost(struct ls_arena *arena);

/* "no such overload: join(list)": what cel-go says of a list whose first item does not fit. */
struct ls_term ls_cel_misfit(struct ls_cel_call *call, const struct ls_term *args,
                             size_t arg_count);

/* A string of the buffer's bytes, copied into the arena of the run. */
struct ls_term ls_cel_text(struct ls_cel_call *call, const struct ls_buf *text);
/* Items of any list as an array: its own where it was built, else read into the arena. Pay first:
 * ls_term_count() terms. */
const struct ls_term *ls_cel_items(struct ls_arena *arena, struct ls_term list);

/* Comparing terms of any size: a unit for every LS_CEL_STEPS_A_UNIT terms that are looked at, and
 * for the bytes of text. {.call = call} starts it. */
enum { LS_CEL_STEPS_A_UNIT = 32 };
struct ls_cel_work {
    struct ls_cel_call *call;
    uint64_t steps; /* not paid for yet */
    struct ls_term mistake;
};
/* False: the run has nothing left, see mistake. */
bool ls_cel_work_equal(struct ls_cel_work *work, struct ls_term a, struct ls_term b, bool *out);
