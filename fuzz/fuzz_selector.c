/* Label and field selectors: what was read prints to a text that reads back to the same print. */
#include "value/field_selector.h"
#include "value/selector.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void selector_round_trip(struct ls_slice text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
    struct ls_selector selector, again;
    struct ls_err err;
    if (ls_selector_parse(&arena, text, &selector, &err))
        return;
    ls_selector_print(&first, &selector);
    LS_ASSERT(ls_selector_parse(&arena, ls_buf_slice(&first), &again, &err) == LS_OK);
    ls_selector_print(&second, &again);
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&first), ls_buf_slice(&second)));
    (void)ls_selector_match(&selector, LS_ABSENT);
}

static bool field_print(struct ls_slice text, struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_field_selector selector;
    struct ls_err err;
    if (ls_field_selector_parse(&arena, text, &selector, &err))
        return false;
    ls_field_selector_print(out, &selector);
    return true;
}

/* Terms are sorted as written, as in Go, so `b==1,b=2` settles with the second print. */
static void field_round_trip(struct ls_slice text)
{
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
    struct ls_buf third LS_AUTO(ls_buf_release) = {0};
    if (!field_print(text, &first))
        return;
    LS_ASSERT(field_print(ls_buf_slice(&first), &second));
    LS_ASSERT(field_print(ls_buf_slice(&second), &third));
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&second), ls_buf_slice(&third)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    selector_round_trip(text);
    field_round_trip(text);
    return 0;
}
