#pragma once
/* A duration for a sentence: "30 s", or "250 ms" where seconds are not whole. */
#include <stdint.h>

struct ls_span {
    char text[32];
};
struct ls_span ls_span_of(int64_t ms);
