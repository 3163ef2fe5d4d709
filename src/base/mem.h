#pragma once
/*
 * Heap memory. Running out prints one line to standard error and aborts: the state is in the
 * cluster and a restart resumes, so constructors cannot fail and no caller checks for NULL.
 */
#include <stddef.h>

#include "base/macros.h"

void *ls_alloc(size_t bytes) __attribute__((malloc, returns_nonnull)); /* zeroed */
/* Zeroed; a product that overflows aborts, as a failed allocation does. */
void *ls_alloc_array(size_t count, size_t item_bytes) __attribute__((malloc, returns_nonnull));
void *ls_realloc(void *old, size_t bytes)
    __attribute__((returns_nonnull)); /* the rest not zeroed */
char *ls_strdup(const char *text) __attribute__((malloc, returns_nonnull));
char *ls_strndup(const char *text, size_t bytes) __attribute__((malloc, returns_nonnull));
void ls_free(void *memory); /* ls_free(NULL) does nothing */

/* For LS_AUTO on a pointer: char *path LS_AUTO(ls_free_at) = ls_strdup(...); */
void ls_free_at(void *pointer_to_pointer);

/* Overwrites what must not stay in memory (tokens, keys); never optimised away. */
void ls_wipe(void *memory, size_t bytes);

/* Prints that the bytes cannot be allocated and aborts; for callers that compute sizes themselves.
 */
LS_NORETURN void ls_mem_exhausted(size_t bytes);

#define LS_NEW(type)              ((type *)ls_alloc(sizeof(type)))
#define LS_NEW_ARRAY(type, count) ((type *)ls_alloc_array((count), sizeof(type)))
