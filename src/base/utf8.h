#pragma once
/*
 * UTF-8, one character at a time, strictly (no overlong forms,
 * no surrogates, nothing above U+10FFFF).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

/* The bytes of the character at the front of text, 0 when there is no valid one; then *out is
 * untouched. */
size_t ls_utf8_decode(struct ls_slice text, uint32_t *out);
/* Writes up to four bytes, returns how many. The character is a valid one. */
size_t ls_utf8_encode(uint32_t character, char out[4]);
bool ls_utf8_is_valid(struct ls_slice text);
/* The longest front of text within bytes_max that cuts no character in two. */
struct ls_slice ls_utf8_front(struct ls_slice text, size_t bytes_max);
/* True for characters that control a terminal or reorder what it shows: C0, DEL, C1, line and
 * paragraph separators, bidirectional controls. */
bool ls_utf8_is_control(uint32_t character);
