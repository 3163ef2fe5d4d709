#pragma once
/*
 * Base64 and quantities as Go's JSON decoder accepts them, which is more than the canonical form,
 * and the decoder's messages for what it refuses.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"
#include "value/base64.h"

/* True: decoding and encoding again gives the same text. */
bool ls_bytes_are_canonical(struct ls_slice text);
/* Ignores line breaks and unused bits at the end; appends the canonical text. Errors read `illegal
 * base64 data at input byte 3`. */
enum ls_code ls_bytes_normalize(struct ls_slice text, struct ls_buf *out, struct ls_err *err);
/* Why kube-apiserver refuses the text of a quantity. */
const char *ls_quantity_sentence(struct ls_slice text);
