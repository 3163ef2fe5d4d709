#pragma once
/* Characters of a text: CEL counts characters, not bytes. Invalid UTF-8 counts one per byte, so
 * that nothing here can fail. */
#include "base/slice.h"

size_t ls_cel_characters(struct ls_slice text);
/* The bytes of the character at the front; text is not empty. */
size_t ls_cel_character_bytes(struct ls_slice text);
/* Where character i begins, in bytes; the end for one past the last, SIZE_MAX beyond. */
size_t ls_cel_character_at(struct ls_slice text, size_t i);
