/*
 * What a list takes from a query: selectors and continue tokens. A label selector is refused in the
 * API's words exactly when it cannot be read; a token that was read prints to one that reads the
 * same.
 */
#include "sandbox/serve/continue.h"
#include "sandbox/serve/select.h"
#include "value/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const fields[] = {"status.phase", NULL};
static const struct ls_kind_rules rules = {.selectable = fields};
static const struct ls_kind kind = {
    .resource = {.group = "", .kind = "Pod", .plural = "pods", .is_namespaced = true},
    .rules = &rules};

static void labels_check(struct ls_slice text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_selector selector;
    enum ls_code code = ls_selector_parse(&arena, text, &selector, NULL);
    const char *words = ls_selector_error(&arena, text);
    LS_ASSERT(code == LS_E_TOO_BIG || (code == LS_OK) == (words == NULL));
}

static void selection_check(struct ls_slice labels, struct ls_slice field_text)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_select selection;
    const struct ls_failure *failure =
        ls_select_read(&arena, &kind, LS_SLICE("n"), labels, field_text, &selection);
    if (failure)
        LS_ASSERT(failure->code == 400 && failure->message[0]);
    else
        (void)ls_select_has(&selection, LS_ABSENT);
}

static void token_check(struct ls_slice token)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_continue place, again;
    if (ls_continue_read(&arena, token, &place))
        return;
    struct ls_slice printed = ls_continue_print(&arena, &place);
    LS_ASSERT(!ls_continue_read(&arena, printed, &again));
    LS_ASSERT(place.revision == again.revision && ls_slice_equal(place.start, again.start));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size}, rest;
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    labels_check(text);
    selection_check(first, rest);
    token_check(text);
    return 0;
}
