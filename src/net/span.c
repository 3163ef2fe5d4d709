#include "net/span.h"

#include <inttypes.h>
#include <stdio.h>

struct ls_span ls_span_of(int64_t ms)
{
    struct ls_span span;
    if (ms % 1000 == 0)
        snprintf(span.text, sizeof span.text, "%" PRId64 " s", ms / 1000);
    else
        snprintf(span.text, sizeof span.text, "%" PRId64 " ms", ms);
    return span;
}
