#pragma once
/*
 * string.format: the clauses %s %d %f %e %b %x %X %o, a precision for %f and %e.
 *
 * cel-go has two texts for values: the older one, which kube-apiserver uses (lists and maps as
 * literals of CEL, numbers grouped by thousands: 1,234.50), and the newer one without any locale.
 * LS_CEL_LIB_STRINGS_4 turns the newer on.
 */
#include "expr/lib/library.h"

struct ls_term ls_cel_format(struct ls_cel_call *call, const struct ls_term *args,
                             size_t arg_count);

/* The printer, for format.c and format_value.c. */
struct ls_cel_printer {
    struct ls_cel_call *call;
    struct ls_buf out;
    bool is_newer;
    uint64_t bytes;         /* of visited values that are not charged yet */
    struct ls_term mistake; /* kind ERROR once something went wrong */
};
/* %s. False: see mistake. */
bool ls_cel_print_value(struct ls_cel_printer *printer, struct ls_term value);
bool ls_cel_printer_fail(struct ls_cel_printer *printer, const char *format, ...) LS_FORMAT(2, 3);
