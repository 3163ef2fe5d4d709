#pragma once
/* Finds text in text, in linear time. */
#include "base/slice.h"

/* The first place; SIZE_MAX: none. */
size_t ls_text_find(struct ls_slice text, struct ls_slice part);
/* The last place that is not after start_max; part is not empty. */
size_t ls_text_find_last(struct ls_slice text, struct ls_slice part, size_t start_max);
