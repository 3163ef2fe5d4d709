#pragma once
/*
 * Durations, in nanoseconds.
 *
 * Two texts: Go's (`1h2m3.5s`, units h m s ms us µs ns), which Kubernetes uses in fields and flags,
 * and the short age of kubectl's tables (`5d3h`), which is only printed.
 */
#include "base/buf.h"
#include "base/err.h"

#define LS_NS_PER_MS   INT64_C(1000000)
#define LS_NS_PER_S    INT64_C(1000000000)
#define LS_NS_PER_MIN  (60 * LS_NS_PER_S)
#define LS_NS_PER_HOUR (60 * LS_NS_PER_MIN)

enum ls_code ls_duration_parse(struct ls_slice text, int64_t *out_ns, struct ls_err *err);
/* The same where people may leave the unit out: a whole number alone means seconds. */
enum ls_code ls_duration_parse_or_seconds(struct ls_slice text, int64_t *out_ns,
                                          struct ls_err *err);
void ls_duration_print(struct ls_buf *out, int64_t ns);
/* Two or three significant figures; "<invalid>" for an age of -2 s or less: the clocks differ. */
void ls_duration_print_age(struct ls_buf *out, int64_t ns);
