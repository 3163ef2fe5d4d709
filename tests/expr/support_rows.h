#pragma once
/* Expressions with the answer that each must give, evaluated with every library on. */
#include "expr/cel/cel.h"

struct answer_row {
    const char *text;
    const char *answer; /* as ls_term_print() has it; "error: no such key: a" */
};
/* Fails at the first row with another answer. Only _typed runs the checker. */
void answers_check(const struct answer_row *rows, size_t count);
void answers_check_typed(const struct answer_row *rows, size_t count);
/* The same with `self`, the value of a JSON text. */
void answers_check_on(const char *json, const struct answer_row *rows, size_t count);
/* The same, the value read through a type. */
void answers_check_through(const char *json, const struct ls_cel_type *lens,
                           const struct answer_row *rows, size_t count);
/* One expression within a cost; the answer goes to `out`. True: the cost limit ended it. */
bool answer_within(const char *text, uint64_t cost_max, char *out, size_t out_bytes);
