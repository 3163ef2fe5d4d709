#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ls_mem_exhausted(size_t bytes)
{
    fprintf(stderr, "lockstep: out of memory: %zu bytes were asked for\n", bytes);
    abort();
}

void *ls_alloc(size_t bytes)
{
    void *memory = calloc(1, bytes ? bytes : 1);
    if (!memory)
        ls_mem_exhausted(bytes);
    return memory;
}

void *ls_alloc_array(size_t count, size_t item_bytes)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, item_bytes, &bytes))
        ls_mem_exhausted(SIZE_MAX);
    return ls_alloc(bytes);
}

void *ls_realloc(void *old, size_t bytes)
{
    void *memory = realloc(old, bytes ? bytes : 1);
    if (!memory)
        ls_mem_exhausted(bytes);
    return memory;
}

char *ls_strdup(const char *text)
{
    return ls_strndup(text, strlen(text));
}

char *ls_strndup(const char *text, size_t bytes)
{
    if (bytes == SIZE_MAX)
        ls_mem_exhausted(bytes);
    char *copy = ls_alloc(bytes + 1);
    if (bytes > 0)
        memcpy(copy, text, bytes);
    return copy;
}

void ls_free(void *memory)
{
    free(memory);
}

void ls_free_at(void *pointer_to_pointer)
{
    /* Copied, not cast: the caller's pointer may be of any type. */
    void *memory = NULL;
    memcpy(&memory, pointer_to_pointer, sizeof memory);
    free(memory);
    memset(pointer_to_pointer, 0, sizeof memory);
}

void ls_wipe(void *memory, size_t bytes)
{
    if (bytes > 0)
        explicit_bzero(memory, bytes);
}
