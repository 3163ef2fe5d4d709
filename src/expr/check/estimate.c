#include "expr/check/estimate.h"

#include <math.h>

static const double two_to_64 = 18446744073709551616.0;

static uint64_t add(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

static uint64_t multiply(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

static uint64_t scale(uint64_t value, double factor)
{
    double product = ceil((double)value * factor);
    return product >= two_to_64 ? UINT64_MAX : (uint64_t)product;
}

struct ls_cel_estimate ls_estimate_of(uint64_t min, uint64_t max)
{
    return (struct ls_cel_estimate){min, max};
}

struct ls_cel_estimate ls_estimate_exactly(uint64_t value)
{
    return ls_estimate_of(value, value);
}

struct ls_cel_estimate ls_estimate_unknown(void)
{
    return ls_estimate_of(0, UINT64_MAX);
}

struct ls_cel_estimate ls_estimate_add(struct ls_cel_estimate a, struct ls_cel_estimate b)
{
    return ls_estimate_of(add(a.min, b.min), add(a.max, b.max));
}

struct ls_cel_estimate ls_estimate_multiply(struct ls_cel_estimate a, struct ls_cel_estimate b)
{
    return ls_estimate_of(multiply(a.min, b.min), multiply(a.max, b.max));
}

struct ls_cel_estimate ls_estimate_scale(struct ls_cel_estimate a, double factor)
{
    return ls_estimate_of(scale(a.min, factor), scale(a.max, factor));
}

struct ls_cel_estimate ls_estimate_union(struct ls_cel_estimate a, struct ls_cel_estimate b)
{
    return ls_estimate_of(LS_MIN(a.min, b.min), LS_MAX(a.max, b.max));
}
