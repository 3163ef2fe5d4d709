#pragma once
/*
 * Times as kube-apiserver reads them with Go's package time: what it accepts (`5:04:05`, a comma
 * before the fraction, any offset up to 24 hours) and its errors for everything else.
 */
#include "base/err.h"
#include "base/slice.h"
#include "value/time.h"

/* is_micro: exactly six decimals. Errors read `parsing time "x" as "2006-01-02T15:04:05Z07:00":
 * cannot parse "x" as "2006"`. */
enum ls_code ls_go_time_parse(struct ls_slice text, bool is_micro, struct ls_time *out,
                              struct ls_err *err);
