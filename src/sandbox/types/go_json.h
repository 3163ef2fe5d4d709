#pragma once
/*
 * JSON texts that our strict reader refuses: what Go's decoder, as used by kube-apiserver, does
 * with them.
 */
#include <stdbool.h>

#include "base/buf.h"
#include "base/slice.h"

/* True: Go accepts it as JSON. Else `why` gets Go's message: `invalid character '}' looking for
 * beginning of value`. Maps and lists may nest depth_max times. */
bool ls_go_json_check(struct ls_slice text, unsigned depth_max, struct ls_buf *why);
/* Copies the text, with U+FFFD for what Go replaces: bytes that are not UTF-8, escapes of half a
 * surrogate pair. */
void ls_go_json_replace_invalid(struct ls_buf *out, struct ls_slice text);
