#pragma once
/*
 * JSON texts that our strict reader refuses: what Go's decoder, which kube-apiserver uses, makes of
 * them.
 */
#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* True: it is JSON to Go. Else `why` gets its sentence: `invalid character '}' looking for
 * beginning of value`. Maps and lists may nest depth_max times. */
bool ls_go_json_check(struct ls_slice text, unsigned depth_max, struct ls_buf *why);
/* The same text with U+FFFD for what Go replaces: bytes that are no UTF-8, escapes of half a pair.
 */
void ls_go_json_mend(struct ls_buf *out, struct ls_slice text);
