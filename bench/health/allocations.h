#pragma once
/* Counts what a program of a benchmark asks of the heap, by standing in front of malloc(). */

/* Calls of malloc, calloc and realloc so far. */
unsigned long bench_allocations(void);
