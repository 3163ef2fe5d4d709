#include "allocations.h"

#include <stddef.h>

static unsigned long count;

/* glibc's own names for what it puts behind malloc() and its like. */
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t items, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *malloc(size_t bytes);
void *calloc(size_t items, size_t bytes);
void *realloc(void *memory, size_t bytes);

unsigned long bench_allocations(void)
{
    return count;
}

void *malloc(size_t bytes)
{
    count++;
    return __libc_malloc(bytes);
}

void *calloc(size_t items, size_t bytes)
{
    count++;
    return __libc_calloc(items, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    count++;
    return __libc_realloc(memory, bytes);
}
