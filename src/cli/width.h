#pragma once
/*
 * The width of text on a terminal, and text cut to fit: a letter takes one column, East Asian
 * letters and emoji take two, combining marks none. Control characters and bytes that are not UTF-8
 * are shown as ?.
 */
#include <stdbool.h>

#include "base/buf.h"

size_t ls_width(struct ls_slice text);
/* Appends what fits into `columns`; what is cut off shows as `…`, as `~` in ASCII. Returns the
 * columns used, never more than asked for. is_ascii: other characters become ?. */
size_t ls_width_fit(struct ls_buf *out, struct ls_slice text, size_t columns, bool is_ascii);
/* The same, filled up with spaces. */
void ls_width_pad(struct ls_buf *out, struct ls_slice text, size_t columns, bool is_ascii);
