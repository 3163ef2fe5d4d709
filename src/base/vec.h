#pragma once
/*
 * Typed vectors without a library: a struct with `at`, `count`, `cap`, and macros that grow it.
 *
 *     LS_VEC(struct ls_slice) names = {0};
 *     ls_vec_push(&names, name);
 *     for (size_t i = 0; i < names.count; i++) use(names.at[i]);
 *     ls_vec_release(&names);
 */
#include <stddef.h>

#include "base/mem.h"

#define LS_VEC(type)                                                                               \
    struct {                                                                                       \
        type *at;                                                                                  \
        size_t count;                                                                              \
        size_t cap;                                                                                \
    }

/* Returns the memory, grown if need be, so that count + 1 items fit. */
void *ls_vec_grow(void *at, size_t count, size_t *cap, size_t item_bytes);

#define ls_vec_push(vec, ...)                                                                      \
    ((vec)->at = ls_vec_grow((vec)->at, (vec)->count, &(vec)->cap, sizeof *(vec)->at),             \
     (vec)->at[(vec)->count++] = (__VA_ARGS__))
#define ls_vec_pop(vec)  ((vec)->at[--(vec)->count])
#define ls_vec_last(vec) (&(vec)->at[(vec)->count - 1])
/* Removes item i by moving the last one into its place: order is lost. */
#define ls_vec_remove_swap(vec, i) ((vec)->at[i] = (vec)->at[--(vec)->count])
#define ls_vec_clear(vec)          ((vec)->count = 0)
#define ls_vec_release(vec)        (ls_free((vec)->at), (vec)->at = NULL, (vec)->count = 0, (vec)->cap = 0)
