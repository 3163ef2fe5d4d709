#include "base/macros.h"

#include <stdio.h>
#include <stdlib.h>

void ls_assert_failed(const char *fact, const char *file, int line)
{
    fprintf(stderr, "lockstep: %s:%d: assertion failed: %s\n", file, line, fact);
    abort();
}
