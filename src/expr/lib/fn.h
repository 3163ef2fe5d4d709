#pragma once
/* Shared by the functions of CEL: results, errors, and charging work that the cost of a call does
 * not cover. Private to this folder. */
#include "expr/lib/library.h"

/* A member or global function of a table. */
#define LS_CEL_FN(name)                                                                            \
    static struct ls_term name(struct ls_cel_call *call, const struct ls_term *args,               \
                               size_t arg_count)
/* For functions that use neither their call nor the number of arguments. */
#define LS_CEL_UNUSED (void)call, (void)args, (void)arg_count

/* A function whose result is one expression of its arguments. */
#define LS_CEL_SIMPLE_FN(name, ...)                                                                \
    LS_CEL_FN(name)                                                                                \
    {                                                                                              \
        LS_CEL_UNUSED;                                                                             \
        return __VA_ARGS__;                                                                        \
    }

/* Bytes that a call may use per unit of cost. */
enum { LS_CEL_BYTES_PER_UNIT = 100 };

/* Cost is what kube-apiserver counts; it counts little where an expression was not checked, or
 * where its values are lazy. Work limits the time of a run in any case: every function is charged
 * for what it reads and makes. */
/* Takes units from those the run has left. False: there are too few; *mistake is the error to
 * return. */
bool ls_cel_charge(struct ls_cel_call *call, uint64_t units, struct ls_term *mistake);
/* The same for bytes that are read, copied or made: one unit per LS_CEL_BYTES_PER_UNIT. */
bool ls_cel_charge_bytes(struct ls_cel_call *call, uint64_t bytes, struct ls_term *mistake);
struct ls_term ls_cel_over_cost(struct ls_arena *arena);
struct ls_term ls_cel_int_overflow(struct ls_cel_call *call);
struct ls_term ls_cel_uint_overflow(struct ls_cel_call *call);

/* "no such overload: join(list)": cel-go's error for a list whose first item does not fit. */
struct ls_term ls_cel_no_overload(struct ls_cel_call *call, const struct ls_term *args,
                                  size_t arg_count);

/* A string of the buffer's bytes, copied into the arena of the run. */
struct ls_term ls_cel_text(struct ls_cel_call *call, const struct ls_buf *text);
/* Items of any list as an array: its own where it was built, else read into the arena. Charge
 * ls_term_count() terms first. */
const struct ls_term *ls_cel_items(struct ls_arena *arena, struct ls_term list);

/* Compares terms of any size: one unit per LS_CEL_STEPS_PER_UNIT visited terms, and the bytes of
 * text. {.call = call} starts it. */
enum { LS_CEL_STEPS_PER_UNIT = 32 };
struct ls_cel_work {
    struct ls_cel_call *call;
    uint64_t steps; /* not charged yet */
    struct ls_term mistake;
};
/* False: the run has nothing left, see mistake. */
bool ls_cel_work_equal(struct ls_cel_work *work, struct ls_term a, struct ls_term b, bool *out);
