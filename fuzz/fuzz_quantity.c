/* Quantities: what was read prints to a text of the same amount, and the canonical form is final
 * (but for binary ones: 62.5Ki is 64000, and that, read anew, is 64k, in Go too).
 * Durations and times, read from the same bytes, follow the same rule. */
#include "value/duration.h"
#include "value/quantity.h"
#include "value/time.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void quantity_reads_back(struct ls_slice text, const struct ls_quantity *expected)
{
    struct ls_quantity again;
    struct ls_err err;
    LS_ASSERT(ls_quantity_parse(text, &again, &err) == LS_OK);
    LS_ASSERT(ls_quantity_compare(expected, &again) == 0);
}

static void quantity_round_trip(struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0}, again LS_AUTO(ls_buf_release) = {0};
    struct ls_quantity quantity;
    struct ls_err err;
    if (ls_quantity_parse(text, &quantity, &err))
        return;
    ls_quantity_print(&out, &quantity);
    /* Zeros that a power of ten stood for may carry a text past the limit. */
    if (out.len > LS_QUANTITY_BYTES_MAX)
        return;
    quantity_reads_back(ls_buf_slice(&out), &quantity);
    if (quantity.form == LS_QUANTITY_BINARY)
        return;
    LS_ASSERT(ls_quantity_normalize(ls_buf_slice(&out), &again, &err) == LS_OK);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&out), ls_buf_slice(&again)));
}

static void duration_round_trip(struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    int64_t ns, again;
    if (ls_duration_parse(text, &ns, &err))
        return;
    ls_duration_print(&out, ns);
    LS_ASSERT(ls_duration_parse(ls_buf_slice(&out), &again, &err) == LS_OK);
    LS_ASSERT(ns == again);
    ls_duration_print_age(&out, ns);
}

static void time_round_trip(struct ls_slice text)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_time time, again;
    struct ls_err err;
    if (ls_time_parse(text, &time, &err))
        return;
    ls_time_print_micro(&out, time);
    /* An offset may carry a time out of the years that can be written. */
    if (ls_time_parse(ls_buf_slice(&out), &again, &err))
        return;
    LS_ASSERT(time.seconds == again.seconds && time.ns / 1000 == again.ns / 1000);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    quantity_round_trip(text);
    duration_round_trip(text);
    time_round_trip(text);
    return 0;
}
