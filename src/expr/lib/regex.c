#include "expr/lib/regex.h"

#include <string.h>

#include "base/mem.h"
#include "expr/lib/fn.h"

/* The cost of compiling a pattern that changes with each call, besides its bytes. */
enum { COMPILE_UNITS = 100 };

void ls_cel_regex_slot_release(struct ls_cel_regex_slot *slot)
{
    ls_regex_free(slot->regex);
    ls_free(slot->pattern);
    *slot = (struct ls_cel_regex_slot){0};
}

static bool slot_holds(const struct ls_cel_regex_slot *slot, struct ls_slice pattern)
{
    struct ls_slice kept = {slot->pattern, slot->pattern_bytes};
    return slot->regex && ls_slice_equal(kept, pattern);
}

static void slot_fill(struct ls_cel_regex_slot *slot, struct ls_slice pattern,
                      struct ls_regex *regex)
{
    ls_cel_regex_slot_release(slot);
    slot->regex = regex;
    slot->pattern = ls_alloc(pattern.len + 1);
    slot->pattern_bytes = pattern.len;
    if (pattern.len)
        memcpy(slot->pattern, pattern.at, pattern.len);
}

const struct ls_regex *ls_cel_regex_of(struct ls_cel_call *call, struct ls_slice pattern,
                                       struct ls_term *mistake)
{
    if (call->slot && slot_holds(call->slot, pattern))
        return call->slot->regex;
    struct ls_regex *regex = NULL;
    struct ls_err err = {0};
    bool is_first = call->slot && !call->slot->regex;
    if (!is_first && !ls_cel_charge(call, COMPILE_UNITS + pattern.len, mistake))
        return NULL;
    if (ls_regex_new(pattern, &regex, &err)) {
        *mistake = ls_term_error(call->arena, "%s", err.text);
        return NULL;
    }
    if (call->slot)
        slot_fill(call->slot, pattern, regex);
    return regex;
}

void ls_cel_regex_done(struct ls_cel_call *call, const struct ls_regex *regex)
{
    LS_ASSERT(regex);
    if (!call->slot)
        ls_regex_free((struct ls_regex *)regex);
}
