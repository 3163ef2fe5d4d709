#pragma once
/*
 * For code that must end the process: runs fn in a forked child and gives what it wrote to standard
 * error. The test fails unless the child died of SIGABRT.
 */
#include <stddef.h>

void abort_text(void (*fn)(void), char *out, size_t out_bytes);
