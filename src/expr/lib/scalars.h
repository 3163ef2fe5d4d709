#pragma once
/* Conversions of scalars, by Go's rules. */
#include "base/buf.h"
#include "expr/term/term.h"

/* Towards zero; false: it does not fit (cel-go refuses the very ends of int64 too), or is NaN. */
bool ls_cel_double_to_int(double real, int64_t *out);
bool ls_cel_double_to_uint(double real, uint64_t *out);

/* strconv's ParseInt, ParseUint, ParseFloat and ParseBool. */
bool ls_cel_int_parse(struct ls_slice text, int64_t *out);
bool ls_cel_uint_parse(struct ls_slice text, uint64_t *out);
bool ls_cel_double_parse(struct ls_slice text, double *out);
bool ls_cel_bool_parse(struct ls_slice text, bool *out);

void ls_cel_double_print(struct ls_buf *out, double real);   /* %g: 1e+06, NaN, +Inf */
void ls_cel_duration_print(struct ls_buf *out, int64_t ns);  /* 5400s, 0.0015s */
void ls_cel_show(struct ls_buf *out, struct ls_term scalar); /* as Go's %v */
