#pragma once
/*
 * UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing past U+10FFFF. What the
 * readers and printers need beyond base/utf8.h.
 */
#include "base/utf8.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character at the front of a text that is not empty; 0 when it is malformed. */
size_t ls_utf8_length(const char *at, const char *end);
/* Writes up to four bytes, returns how many. The code point is valid and no surrogate. */
size_t ls_utf8_encode(uint32_t code_point, char out[4]);
