#pragma once
/* Counts the allocations of a benchmark, by wrapping malloc(). */

/* Calls of malloc, calloc and realloc so far. */
unsigned long bench_allocations(void);
