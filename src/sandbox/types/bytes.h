#pragma once
/*
 * Base64 and quantities as Go's JSON decoder takes them: more than is canonical, and with its own
 * words for the rest.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"
#include "value/base64.h"

/* Nothing that decoding and encoding would change. */
bool ls_bytes_are_canonical(struct ls_slice text);
/* Line breaks and stray bits at the end are passed over; appends the canonical text. Errors read
 * `illegal base64 data at input byte 3`. */
enum ls_code ls_bytes_normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err);
/* Why kube-apiserver refuses the text of a quantity. */
const char *ls_quantity_sentence(struct ls_slice text);
