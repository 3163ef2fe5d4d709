#include "base/vec.h"

#include <stdint.h>

enum { VEC_ITEMS_FIRST = 8 };

void *ls_vec_grow(void *at, size_t count, size_t *cap, size_t item_bytes)
{
    if (count < *cap)
        return at;
    size_t grown = *cap > 0 ? *cap * 2 : VEC_ITEMS_FIRST;
    size_t bytes = 0;
    if (__builtin_mul_overflow(grown, item_bytes, &bytes))
        ls_mem_exhausted(SIZE_MAX);
    *cap = grown;
    return ls_realloc(at, bytes);
}
