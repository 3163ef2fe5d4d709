#pragma once
/*
 * Base64 (RFC 4648): the standard alphabet with padding, and the URL-safe one with or without it.
 *
 * Reading is strict: a wrong character, missing or misplaced padding and stray bits at the end are
 * errors that name the place, never the text around it, which may be a key. Only line breaks are
 * skipped, since certificates are often pasted with line breaks.
 */
#include "base/buf.h"
#include "base/err.h"

enum ls_base64 {
    LS_BASE64_STANDARD,
    LS_BASE64_URL,
    LS_BASE64_LOOSE, /* standard, but stray bits pass, as API servers read it */
    LS_BASE64_COUNT
};

/* Appends the bytes to out; on failure out is as long as before. */
enum ls_code ls_base64_decode(struct ls_slice text, enum ls_base64 alphabet, struct ls_buf *out,
                              struct ls_err *err);
/* LS_BASE64_URL is written without padding. */
void ls_base64_encode(struct ls_buf *out, struct ls_slice bytes, enum ls_base64 alphabet);
